// Another run beside a program's run: a form that says which, and the first differences, each with its places.
import { t } from "@lingui/core/macro";
import type { FormEvent } from "react";
import type { ComparedRuns, Difference } from "../../../engine/doctor/diff.ts";
import { diffLines, sideText } from "../../../engine/doctor/diff-lines.ts";
import type { RecordingEnd } from "../../../engine/explore/column.ts";
import type { Span } from "../../../engine/source/span.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import { addressOf, NO_SCENE } from "../../document/address.ts";
import { type CellId, type ProgramCell, programOf, programsOf } from "../../document/document.ts";
import { programName } from "../../document/header.ts";
import { useDocument } from "../../document/state/document.ts";
import { isSingle } from "../../program/model/input-row.ts";
import { placeInWords } from "../../program/model/mistakes.ts";
import { Place } from "../../program/view/mistake-view.tsx";
import { keyed } from "../../ui/keyed.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { message } from "../../words/rich-text.ts";
import { exploreRequestOf, isSame, useExploreRequest } from "../state/request.ts";
import { changed, comparison, useComparison } from "./comparison.ts";
import "./comparison.css";

/** Leads to a place in a cell's editor; left out where that is not on the page. */
type OnGo = ((cell: CellId, span: Span) => void) | undefined;

interface ComparisonViewProps {
  readonly cell: ProgramCell;
  readonly onGo?: OnGo;
}

/** Compares a cell's run with another one, and shows their differences. */
export function ComparisonView({ cell, onGo }: ComparisonViewProps) {
  const run = useExploreRequest(cell);
  const asked = useComparison(run);
  return (
    <div className="comparison">
      <Choice cell={cell} run={run} isBusy={asked?.isBusy === true} isShown={asked !== undefined} />
      <div role="status">
        {asked?.failure !== undefined && <p>{asked.failure}</p>}
        {asked?.current?.tag === "ended" && <Failure side={asked.current.side} ended={asked.current.ended} />}
        {asked?.current?.tag === "compared" && <Results found={asked.current} />}
      </div>
      {asked?.current?.tag === "compared" && asked.question !== undefined && (
        <Lines found={asked.current} cell={cell} b={asked.question.b} other={asked.question.other} onGo={onGo} />
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly cell: ProgramCell;
  readonly run: ExploreRequest;
  readonly isBusy: boolean;
  /** Whether there is a comparison, which can be ended. */
  readonly isShown: boolean;
}

/** The form that says which run is the other one. */
function Choice({ cell, run, isBusy, isShown }: ChoiceProps) {
  const document = useDocument((state) => state.document);
  const others = programsOf(document).filter(({ id, foreign }) => id !== cell.id && !foreign);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string): string => String(form.get(name) ?? "");
    const other = others.find(({ id }) => id === field("cell")) ?? cell;
    const text = field("text");
    const changes = { at: field("at"), text, isRounded: form.has("precision") };
    const b = changed(exploreRequestOf(other), changes);
    void comparison.ask({ a: run, b, other: text.trim() === "" ? other.id : undefined });
  };
  return (
    <form onSubmit={onSubmit}>
      {others.length > 0 && (
        <label>
          <span>{t`Another program of the document`}</span>
          <select name="cell" className="text-field">
            <option value="">{t`this program`}</option>
            {others.map((other) => (
              <option key={other.id} value={other.id}>
                {programName(document, other)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        <span>{t`Another input`}</span>
        <input name="at" className="text-field" translate="no" autoComplete="off" spellCheck={false} />
      </label>
      <label>
        <span>{t`Another version of the program`}</span>
        <textarea
          name="text"
          className="text-field"
          rows={3}
          placeholder={t`paste it here; empty means the same program`}
          spellCheck={false}
        />
      </label>
      <label className="comparison-tick">
        <input type="checkbox" name="precision" />{" "}
        {isSingle(cell) ? t`The other run in double precision` : t`The other run in single precision`}
      </label>
      <span className="comparison-buttons">
        <button type="submit" className="button line small" disabled={isBusy}>
          {isBusy ? t`running …` : t`Compare`}
        </button>{" "}
        {isBusy && <button type="button" className="button small" onClick={() => comparison.stop()}>{t`Stop`}</button>}
        {isShown && !isBusy && (
          <button type="button" className="button small" onClick={() => comparison.forget()}>
            {t({ message: "End", context: "a button", comment: "ends the comparison of two runs" })}
          </button>
        )}
      </span>
    </form>
  );
}

function Results({ found: { at, value } }: { readonly found: ComparedRuns }) {
  return <p>{t`The other run, at ${at}, gives ${value}.`}</p>;
}

function Failure({ side, ended }: { readonly side: "a" | "b"; readonly ended: RecordingEnd }) {
  return (
    <p className="comparison-failed">
      {side === "a" ? t`This run gave no value.` : t`The other run gave no value.`} <Reason ended={ended} />
    </p>
  );
}

/** Why a run gave no value, in the engine's words where it is about the program or its input. */
function Reason({ ended }: { readonly ended: RecordingEnd }) {
  if (ended.tag === "mistake") return <Engines text={ended.diagnostics[0]?.message ?? ""} />;
  if (ended.tag === "out-of-budget") return <Engines text={ended.diagnostic.message} />;
  return ended.tag === "stopped" ? t`It was stopped before it gave a value.` : t`It is too large.`;
}

/** A text in the engine's words. */
function Engines({ text }: { readonly text: string }) {
  return (
    <span lang="en">
      <RichText runs={message(text)} />
    </span>
  );
}

interface LinesProps {
  readonly found: ComparedRuns;
  readonly cell: ProgramCell;
  /** The other run, and the cell that has its text. */
  readonly b: ExploreRequest;
  readonly other: CellId | undefined;
  readonly onGo: OnGo;
}

function Lines({ found, cell, b, other, onGo }: LinesProps) {
  const of = useDocument(({ document }) => (other === undefined ? undefined : programOf(document, other)));
  const isOther = of?.text === b.text;
  const theirs = isOther ? of : undefined;
  const isTheirRun = theirs !== undefined && isSame(exploreRequestOf(theirs), b);
  return (
    <ul className="comparison-lines">
      {keyed(diffLines(found.differences)).map(({ key, item: { text, difference } }) => (
        <li key={key}>
          <Engines text={text} />
          {difference !== undefined && (
            <ul>
              <Side found={difference} side="a" text={cell.text} editor={cell.id} graph={cell.id} onGo={onGo} />
              <Side
                found={difference}
                side="b"
                text={b.text}
                editor={theirs?.id}
                graph={isTheirRun ? theirs.id : undefined}
                onGo={onGo}
              />
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

interface SideProps {
  readonly found: Difference;
  readonly side: "a" | "b";
  /** The program. */
  readonly text: string;
  /** The cells whose editor and whose graph have the place. */
  readonly editor: CellId | undefined;
  readonly graph: CellId | undefined;
  readonly onGo: OnGo;
}

function Side({ found, side, text, editor, graph, onGo }: SideProps) {
  const { span, node } = found.at[side];
  return (
    <li>
      {side === "a" ? t`this run` : t`the other run`},{" "}
      <Place
        words={placeInWords(span, text)}
        span={span}
        current={editor !== undefined && onGo !== undefined}
        onGo={(at) => editor !== undefined && onGo?.(editor, at)}
      />
      : <Engines text={sideText(found, side)} />{" "}
      {graph !== undefined && (
        <a className="link" href={addressOf("graph", graph, { ...NO_SCENE, step: "end", pick: node })}>
          {t`graph`}
        </a>
      )}
    </li>
  );
}
