// An entry of the reference: its form, its meaning, its derivative, and a program that opens.
import { t } from "@lingui/core/macro";
import type { Entry } from "../../../engine/reference/entry.ts";
import { DualCode } from "../../editor/dual/dual-code.tsx";
import { RichTerms } from "../rich-terms.tsx";
import { ExampleCode } from "./example-code.tsx";

interface EntryViewProps {
  readonly entry: Entry;
  onOpen(text: string): void;
}

/** Shows an entry of the reference. */
export function EntryView({ entry: { id, kind, form, names, words, partials, example }, onOpen }: EntryViewProps) {
  return (
    <article className="help-entry" tabIndex={-1} data-entry={id}>
      <h3>
        <Form form={form} isType={kind === "type"} />
      </h3>
      <p lang="en">
        <RichTerms text={words} />
      </p>
      {partials.length > 0 && (
        <dl className="help-partials">
          {partials.map(({ by, formula }) => (
            <div key={by}>
              <dt>{partials.length === 1 ? t`derivative` : t`partial in ${by}`}</dt>
              <dd>
                <code translate="no">{formula}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ExampleCode name={names[0] ?? id} text={example} onOpen={onOpen} />
    </article>
  );
}

/** How something is written: `map : (a -> b) -> [a] -> [b]`, or forms beside each other. */
function Form({ form, isType }: { readonly form: string; readonly isType: boolean }) {
  const named = /^(\S+) : (.+)$/s.exec(form);
  if (named?.[1] !== undefined && named[2] !== undefined && !isType)
    return (
      <>
        <code translate="no">
          <b>{named[1]}</b> :{" "}
        </code>
        <DualCode code={named[2]} kind="type" />
      </>
    );
  return form.split(/ {4,}/).map((one) => (
    <span key={one} className="help-form">
      <DualCode code={one} kind={/^(?:data|type|def|op|--)/.test(one) ? "program" : isType ? "type" : "expression"} />
    </span>
  ));
}
