// Running text with code between backquotes, in which words of the field lead to their cards.
import { DualCode } from "../editor/dual/dual-code.tsx";
import { keyed } from "../ui/keyed.ts";
import { message } from "../words/rich-text.ts";
import { Terms } from "./term.tsx";
import type { WordId } from "./words.ts";

/** Shows a text with code and with links to cards of the glossary; words in `known` are left as they are. */
export function RichTerms({ text, known }: { readonly text: string; readonly known?: ReadonlySet<WordId> }) {
  return keyed(message(text)).map(({ key, item: { mark, text: part } }) =>
    mark === "code" ? (
      <DualCode key={key} code={part} kind={part.startsWith("--") ? "program" : "expression"} />
    ) : (
      <Terms key={key} text={part} {...(known !== undefined && { known })} />
    ),
  );
}
