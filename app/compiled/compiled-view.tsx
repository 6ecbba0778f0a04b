// Output of the compiled engine: each pass beside the program, linked line by line, and the bytes of its tape.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { nth } from "../../engine/base/nth.ts";
import "../exploration/styles/explorer.css";
import "./compiled.css";
import { useMemo, useState } from "react";
import type { Explanation, Pass } from "../../engine/texts/explain.ts";
import { useQuestion } from "../client/question.ts";
import { useExploreRequest } from "../exploration/state/request.ts";
import { Terms } from "../help/term.tsx";
import { TextViews } from "../navigation/text-views.tsx";
import type { LookProps } from "../program/view/look-props.ts";
import { Awaited, Crashed, NothingToShow } from "../program/view/opening-states.tsx";
import { StaleTag } from "../program/view/stale-tag.tsx";
import { SweepField } from "../program/view/sweep-field.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { moveFocus } from "../ui/menus/move-focus.ts";
import { grouped } from "../words/numbers.ts";
import { type Linked, linkedAt, linkedWith, NOT_LINKED, placesText } from "./model.ts";
import { PassText } from "./pass-text.tsx";
import { ProgramText } from "./program-text.tsx";
import { type Compiled, compiledOutput } from "./state.ts";
import { TapeTable } from "./tape-table.tsx";

/** Shows the compiler's output for a program: its passes and its tape; says why where it cannot be compiled. */
export default function CompiledView({ cell }: LookProps) {
  const request = useExploreRequest(cell);
  const { question, of, answer, failure } = useQuestion(compiledOutput, request);
  if (failure !== undefined) return <Crashed failure={failure} />;
  if (of === undefined || answer === undefined) return <Awaited headline={t`Compiling`} />;
  const { output, tape } = answer;
  if (output.tag !== "explained")
    return (
      <NothingToShow diagnostics={output.tag === "mistake" ? output.diagnostics : []} cell={cell} text={of.text}>
        {output.tag !== "mistake" && <p>{t`Compiling this program takes too long to show here.`}</p>}
      </NothingToShow>
    );
  const isStale = of !== question || of.text !== cell.text;
  return (
    <div className="compiled-look" aria-busy={isStale}>
      <Head cell={cell} explanation={output} isStale={isStale} />
      <Passes explanation={output} text={of.text} tape={tape} />
    </div>
  );
}

function Head(props: LookProps & { readonly explanation: Explanation; readonly isStale: boolean }) {
  const { cell, explanation, isStale } = props;
  const { entry, leftToMachine } = explanation;
  return (
    <header className="look-head">
      <h1>
        <Terms text={t`Compiler output`} />
      </h1>
      <p className="note">
        <Trans>
          <code translate="no">{entry}</code>, by an optimising compiler of the same derivative: block tape, generated
          adjoints, no dual numbers at run time. Its results equal those of the stages up to rounding and the sign of
          zero.
        </Trans>
      </p>
      <SweepField cell={cell} />
      <TextViews open="compiled" cell={cell.id} />
      {isStale && <StaleTag words={t`older than your last change`} />}
      {leftToMachine !== undefined && (
        <p className="compiled-left" lang="en">
          {leftToMachine}
        </p>
      )}
    </header>
  );
}

/** The selection: in the program, in the pass, or in the table of the tape. */
type Looked =
  | { readonly at: "program"; readonly offset: number }
  | { readonly at: "pass"; readonly pass: Pass["id"]; readonly line: number }
  | { readonly at: "tape"; readonly linked: Linked };

function linkedTo(looked: Looked | undefined, pass: Pass): Linked {
  if (looked === undefined) return NOT_LINKED;
  if (looked.at === "program") return linkedAt(pass.lines, looked.offset);
  if (looked.at === "tape") return looked.linked;
  return looked.pass === pass.id ? linkedWith(pass.lines, looked.line) : NOT_LINKED;
}

interface PassesProps extends Pick<Compiled, "tape"> {
  readonly explanation: Explanation;
  readonly text: string;
}

function Passes({ explanation, text, tape }: PassesProps) {
  const { passes, segments, fixedTape, leftToMachine } = explanation;
  const [chosen, setChosen] = useState<Pass["id"]>("forward");
  // the pointer shows for the moment, the caret stays
  const [pointed, setPointed] = useState<Looked>();
  const [kept, setKept] = useState<Looked>();
  const pass = passes.find(({ id }) => id === chosen) ?? nth(passes, 0);
  const looked = pointed ?? kept;
  const linked = useMemo(() => linkedTo(looked, pass), [looked, pass]);
  const { id, left } = pass;
  return (
    <>
      <PassChoice passes={passes} chosen={pass.id} onChoose={setChosen} />
      <p className="compiled-sentence" lang="en">
        {pass.sentence}
      </p>
      <div className="compiled-panes">
        <section aria-label={t`The program`}>
          <header className="compiled-pane-head">
            <h2>{t`The program`}</h2>
          </header>
          <ProgramText
            text={text}
            lit={linked.spans}
            onCaret={(offset) => setKept({ at: "program", offset })}
            onPoint={(offset) => setPointed(offset === undefined ? undefined : { at: "program", offset })}
          />
        </section>
        <section aria-label={t`The pass`}>
          <header className="compiled-pane-head">
            <h2 lang="en">{pass.title}</h2>
            {pass.isSame && <span className="quiet">{t`nothing changes here`}</span>}
            <CopyButton
              text={pass.lines.map((line) => line.text).join("\n")}
              what={t({ message: "text of the pass", comment: "in: Copy the text of the pass" })}
            />
          </header>
          <PassText
            key={id}
            pass={pass}
            lit={linked.lines}
            isSought={looked?.at === "program"}
            onCaret={(line) => setKept({ at: "pass", pass: id, line })}
            onPoint={(line) => setPointed(line === undefined ? undefined : { at: "pass", pass: id, line })}
          />
          {left > 0 && <p className="note compiled-cut">{leftWords(left)}</p>}
        </section>
      </div>
      <LinkWords looked={kept} linked={linkedTo(kept, pass)} pass={pass} text={text} />
      {leftToMachine === undefined && (
        <TapeTable
          segments={segments}
          fixedTape={fixedTape}
          text={text}
          tape={tape}
          onPoint={(spans) => setPointed(spans && { at: "tape", linked: { spans, lines: [] } })}
        />
      )}
    </>
  );
}

function leftWords(left: number): string {
  const count = grouped(left);
  return plural(left, { one: `${count} more line is not shown.`, other: `${count} more lines are not shown.` });
}

interface PassChoiceProps {
  readonly passes: readonly Pass[];
  readonly chosen: Pass["id"];
  onChoose(id: Pass["id"]): void;
}

function PassChoice({ passes, chosen, onChoose }: PassChoiceProps) {
  return (
    <fieldset
      className="compiled-passes"
      onKeyDown={(event) => moveFocus(event, "button", { way: "along", isRound: true })?.click()}
    >
      <legend className="visually-hidden">{t`Compiler passes, in order`}</legend>
      {passes.map(({ id, title, isSame }, index) => (
        <button
          key={id}
          type="button"
          className={isSame ? "button small same" : "button small"}
          aria-pressed={id === chosen}
          tabIndex={id === chosen ? 0 : -1}
          title={isSame ? t`nothing changes here` : undefined}
          onClick={() => onChoose(id)}
        >
          <span className="quiet">{index + 1}</span> <span lang="en">{title}</span>
        </button>
      ))}
    </fieldset>
  );
}

interface LinkWordsProps {
  readonly looked: Looked | undefined;
  readonly linked: Linked;
  readonly pass: Pass;
  readonly text: string;
}

/** The caret's place and its links, in words. */
function LinkWords({ looked, linked, pass, text }: LinkWordsProps) {
  const { words, code } =
    looked === undefined
      ? {
          words: t`Tap or point at a line, and the code it comes from lights up. This works in both directions.`,
          code: "",
        }
      : linkWords(looked, linked, pass, text);
  return (
    <p className="compiled-link" role="status">
      {words} {code !== "" && <code translate="no">{code}</code>}
    </p>
  );
}

function linkWords(
  looked: Looked,
  { spans, lines }: Linked,
  { lines: all }: Pass,
  text: string,
): { readonly words: string; readonly code: string } {
  const places = placesText(spans, text);
  const [span] = spans;
  if (looked.at === "pass") {
    const line = looked.line + 1;
    if (span === undefined) return { words: t`Line ${line} does not come from any place in the program.`, code: "" };
    const code = span.source === "<program>" ? shortened(text.slice(span.from, span.to)) : "";
    return { words: t`Line ${line} comes from ${places}.`, code };
  }
  const [first] = lines;
  if (first === undefined) return { words: t`No line of this pass comes from this place.`, code: "" };
  const count = lines.length;
  const line = first + 1;
  const words = plural(count, {
    one: `Line ${line} comes from ${places}.`,
    other: `${count} lines come from ${places}. The first is line ${line}.`,
  });
  return { words, code: shortened(nth(all, first).text.trim()) };
}

const LONGEST = 60;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
