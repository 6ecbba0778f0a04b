// Words of the field in running text: each leads to its card in the help. They are buttons, so they never stand within one.

import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { present } from "../../engine/base/nth.ts";
import { keyed } from "../ui/keyed.ts";
import { openWord } from "./state.ts";
import { type WordId, wordRuns } from "./words.ts";

/** A word with its card. */
export function Term({ word, children }: { readonly word: WordId; readonly children: ReactNode }) {
  return (
    <button
      type="button"
      className="term"
      data-word={word}
      title={t`What this term means`}
      onClick={(event) => {
        // within a label or a summary it must not act for them
        event.preventDefault();
        event.stopPropagation();
        openWord(word);
      }}
    >
      {children}
    </button>
  );
}

/** A text in which the first form of each word leads to its card. A sign after a word stays on its line. */
export function Terms({ text, known }: { readonly text: string; readonly known?: ReadonlySet<WordId> }) {
  const runs = wordRuns(text, known);
  return keyed(runs).map(({ key, item: { text: part, word } }, index) => {
    if (word === undefined) return index === 0 ? part : part.slice(signOf(part).length);
    const term = (
      <Term key={key} word={word}>
        {part}
      </Term>
    );
    const sign = signOf(runs[index + 1]?.text ?? "");
    return sign === "" ? (
      term
    ) : (
      <span key={key} className="term-end">
        {term}
        {sign}
      </span>
    );
  });
}

/** The punctuation that a text begins with. */
function signOf(text: string): string {
  return present(/^[.,:;!?)”’]*/.exec(text))[0];
}
