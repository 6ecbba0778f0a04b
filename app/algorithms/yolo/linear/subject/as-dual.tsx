// The subject of the study as a program of Dual, to be copied, or opened and run.
import { t } from "@lingui/core/macro";
import { useRef, useState } from "react";
import type { Subject } from "../../../../../engine/algorithms/study.ts";
import type { InDual } from "../../../../../engine/texts/study.ts";
import type { StudyRequest } from "../../../../../engine/worker/protocol.ts";
import { useQuestion } from "../../../../client/question.ts";
import { openBeside } from "../../../../document/state/opening.ts";
import { DualCode } from "../../../../editor/dual/dual-code.tsx";
import { Terms } from "../../../../help/term.tsx";
import { open } from "../../../../navigation/route.ts";
import { startRun } from "../../../../program/state/running.ts";
import { Crashed } from "../../../../program/view/opening-states.tsx";
import { useCopied } from "../../../../ui/hooks/use-copied.ts";
import { useIsScrolled } from "../../../../ui/hooks/use-is-scrolled.ts";
import { Icon } from "../../../../ui/icon.tsx";
import { PlainText } from "../../../../ui/plain-text.tsx";
import { RichText } from "../../../../ui/rich-text.tsx";
import { message } from "../../../../words/rich-text.ts";
import { subjectInDual, useLinear } from "../state.ts";

interface AsDualProps {
  readonly ask: StudyRequest;
}

/** Shows a part that opens the program of Dual; it is asked for only while open. */
export function AsDualPart({ ask }: AsDualProps) {
  const of = useLinear((state) => state.of);
  // of the program itself, its gradient is wanted
  const subject = of === "program" ? "gradient" : of;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="study-dual" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{headOf(subject)}</h2>
      </summary>
      {isOpen && <Opened key={subject} ask={ask} of={subject} />}
    </details>
  );
}

function headOf(of: Exclude<Subject, "program">): string {
  switch (of) {
    case "linearised":
      return t`Values and tangents as a program of Dual`;
    case "gradient":
      return t`The gradient as a program of Dual`;
    case "second":
      return t`The second derivative as a program of Dual`;
  }
}

function Opened({ ask, of }: AsDualProps & { readonly of: Subject }) {
  const { answer, isBusy, failure } = useQuestion(subjectInDual, { ...ask, of });
  if (failure !== undefined) return <Crashed failure={failure} />;
  if (answer === undefined) return <p className="quiet" aria-busy={isBusy}>{t`printing …`}</p>;
  return answer.tag === "text" ? <Printed text={answer.text} /> : <Refused found={answer} />;
}

function Refused({ found }: { readonly found: Exclude<InDual, { readonly tag: "text" }> }) {
  const diagnostic = found.tag === "mistake" ? found.diagnostics[0] : found.diagnostic;
  if (diagnostic === undefined) return <p className="note">{t`The run did not finish.`}</p>;
  return (
    <p className="note" lang="en">
      <RichText runs={message(diagnostic.message)} />
    </p>
  );
}

/** Characters of a program that is coloured; a longer one is plain. */
const MOST_COLOURED = 20_000;

function Printed({ text }: { readonly text: string }) {
  const [copied, copy] = useCopied();
  const box = useRef<HTMLElement>(null);
  const isScrolled = useIsScrolled(box, text);
  return (
    <>
      <p className="note">
        <Terms
          text={t`An ordinary program, whose main computes it at the input in its header. Copies and drops are left out; the tape is the names that both halves share.`}
        />
      </p>
      <p className="study-adding">
        <button type="button" className="button line small" onClick={() => copy(text)}>
          <Icon name={copied ? "tick" : "copy"} /> {t`Copy the program`}
        </button>
        <button type="button" className="button line small" onClick={() => void openAndRun(text)}>
          <Icon name="play" /> {t`Open and run`}
        </button>
        <span className="note" role="status">
          {copied ? t`Copied.` : ""}
        </span>
      </p>
      {/* a region that scrolls can be reached and moved by the keyboard */}
      <section
        ref={box}
        className="study-dual-text"
        aria-label={t`The program of Dual`}
        tabIndex={isScrolled ? 0 : undefined}
      >
        {text.length > MOST_COLOURED ? (
          <PlainText text={text} />
        ) : (
          <pre>
            <DualCode code={text} />
          </pre>
        )}
      </section>
    </>
  );
}

/** Opens a program in a document of its own, and runs it. */
async function openAndRun(text: string): Promise<void> {
  open("document");
  const opened = await openBeside(text);
  if (opened !== undefined) void startRun(opened);
}
