// A view with nothing to show: the engine crashed, or its answer is pending, or there is none.
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { Diagnostic, Fix } from "../../../engine/source/diagnostic.ts";
import { addressOf } from "../../document/address.ts";
import type { ProgramCell } from "../../document/document.ts";
import { setTextAndAsk } from "../../document/state/changing.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { capital } from "../../words/capital.ts";
import { message } from "../../words/rich-text.ts";
import { fixed } from "../model/fixed.ts";
import { startRun } from "../state/running.ts";

/** Our own bug, with its message. */
export function Crashed({ failure }: { readonly failure: string }) {
  return (
    <div className="opening" role="alert">
      <p className="headline">{t`The engine crashed`}</p>
      <p>{t`${failure}. Change the program to start again.`}</p>
    </div>
  );
}

/** The answer is awaited. */
export function Awaited({ headline, children }: { readonly headline: string; readonly children?: ReactNode }) {
  return (
    <div className="opening" aria-live="polite">
      <p className="headline">{headline}</p>
      {children}
    </div>
  );
}

interface NothingToShowProps {
  readonly diagnostics: readonly Diagnostic[];
  /** The program, and its text that the diagnostics are about. */
  readonly cell: ProgramCell;
  readonly text: string;
  readonly children?: ReactNode;
}

/** There is no answer: the mistakes of the program with their fixes, or other words. */
export function NothingToShow({ diagnostics, cell, text, children }: NothingToShowProps) {
  return (
    <div className="opening">
      <p className="headline">{t`Nothing to show`}</p>
      {children}
      {diagnostics.slice(0, 3).map((one) => (
        <p key={`${one.kind} ${one.span.from}`} lang="en">
          <RichText runs={message(one.message)} />{" "}
          {one.fix !== undefined && text === cell.text && <FixButton cell={cell} fix={one.fix} />}
        </p>
      ))}
      <p>
        <a className="link" href={addressOf("document")}>
          {t`Back to the program`}
        </a>
      </p>
    </div>
  );
}

/** A button that fixes a program and runs it; none where the fix is in another text. */
function FixButton({ cell, fix }: { readonly cell: ProgramCell; readonly fix: Fix }) {
  const next = fixed(cell, fix);
  if (next === undefined) return null;
  const use = (): void => {
    setTextAndAsk(cell.id, next.text, next.ask);
    void startRun(cell.id);
  };
  return (
    <button type="button" className="button line small" onClick={use}>
      <span>
        <RichText runs={message(capital(fix.title))} />
      </span>
    </button>
  );
}
