// Dual as text with its highlighting, for places that show it without an editor: the same grammar, the same styles.
import { highlightCode } from "@lezer/highlight";
import { DIRECTIVE_KEY, highlighting } from "../look.ts";
import { dualProgram } from "./language.ts";

/** A piece of code, and the classes that it is drawn with; empty for none. */
export interface CodeRun {
  readonly text: string;
  readonly classes: string;
}

/** Kinds of text, each with the words that make a program of it. */
const CONTEXTS = { program: "", expression: "def it = ", type: "type It = " } as const;
/** A kind of piece of Dual: it is highlighted as it would be there. */
export type CodeKind = keyof typeof CONTEXTS;

const DIRECTIVE = new RegExp(DIRECTIVE_KEY);

/** The pieces of a program, an expression or a type, from left to right. */
export function highlighted(code: string, kind: CodeKind = "program"): readonly CodeRun[] {
  const before = CONTEXTS[kind];
  const text = before + code;
  const runs: CodeRun[] = [];
  let left = before.length;
  const put = (piece: string, classes: string): void => {
    const shown = piece.slice(left);
    left = Math.max(0, left - piece.length);
    if (shown !== "") runs.push({ text: shown, classes });
  };
  highlightCode(
    text,
    dualProgram.language.parser.parse(text),
    highlighting,
    (piece, classes) => {
      const key = DIRECTIVE.exec(piece);
      if (key === null) return put(piece, classes);
      const end = key.index + key[0].length;
      put(piece.slice(0, key.index), classes);
      put(piece.slice(key.index, end), `${classes} directive`);
      put(piece.slice(end), classes);
    },
    () => put("\n", ""),
  );
  return runs;
}
