// The reference of the language, kind after kind.
import { t } from "@lingui/core/macro";
import { useId } from "react";
import { type Entry, KINDS, type Kind } from "../../../engine/reference/entry.ts";
import { EntryView } from "./entry-view.tsx";

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  syntax: t`Syntax`,
  type: t`Types`,
  header: t`The header of a program`,
  operator: t`Operators, loosest first`,
  scalar: t`Functions on Reals`,
  discrete: t`Ints, and where derivatives end`,
  function: t`Functions and pairs`,
  list: t`Lists`,
  array: t`Arrays`,
  table: t`Tables of rows and columns`,
  parallel: t`Parallelism`,
  derivative: t`Derivatives within a program`,
};

interface LanguageSectionProps {
  readonly entries: readonly Entry[];
  onOpen(text: string): void;
}

/** Shows the reference of the language, kind after kind. */
export function LanguageSection({ entries, onOpen }: LanguageSectionProps) {
  const id = useId();
  const heading = (kind: Kind): string => `${id}-${kind}`;
  return (
    <>
      <nav className="help-contents" aria-label={t`Parts of the reference`}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className="link"
            onClick={() => {
              const part = document.getElementById(heading(kind));
              part?.scrollIntoView();
              part?.focus({ preventScroll: true });
            }}
          >
            {KIND_WORDS[kind]}
          </button>
        ))}
      </nav>
      {KINDS.map((kind) => (
        <section key={kind} aria-labelledby={heading(kind)}>
          <h3 className="small-caps help-kind" id={heading(kind)} tabIndex={-1}>
            {KIND_WORDS[kind]}
          </h3>
          {entries
            .filter((entry) => entry.kind === kind)
            .map((entry) => (
              <EntryView key={entry.id} entry={entry} onOpen={onOpen} />
            ))}
        </section>
      ))}
    </>
  );
}
