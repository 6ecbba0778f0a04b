// A view with nothing to show: the engine crashed, or its answer is pending, or there is none.
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { Diagnostic } from "../../../engine/source/diagnostic.ts";
import { addressOf } from "../../document/address.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { message } from "../../words/rich-text.ts";

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
  readonly children?: ReactNode;
}

/** There is no answer: the mistakes of the program, or other words. */
export function NothingToShow({ diagnostics, children }: NothingToShowProps) {
  return (
    <div className="opening">
      <p className="headline">{t`Nothing to show`}</p>
      {children}
      {diagnostics.slice(0, 3).map((one) => (
        <p key={`${one.kind} ${one.span.from}`} lang="en">
          <RichText runs={message(one.message)} />
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
