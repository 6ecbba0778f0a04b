// Numbers in prose that a run gives: `{= calls(x, by: naive)}`, or `{= f: calls(x)}` of the program f.

/** A query in a text. */
export interface Inline {
  /** All of it, braces too. */
  readonly source: string;
  /** The program's name; empty for the nearest above. */
  readonly of: string;
  readonly query: string;
}

const INLINE = /(`+)[^`][\s\S]*?\1|\{=\s*([^{}\n]+?)\s*\}/g;
/** Signs that mean something in Markdown or in formulas, whatever stands before them. */
const MARKS = /[\\`*_{}[\]()<>$#|~&!:+-]/g;
const OF = /^([A-Za-z][\w-]*)\s*:\s*(.+)$/;

/** Whether a text may have queries: a quick test that also finds `{=` in code. */
export function hasInline(text: string): boolean {
  return text.includes("{=");
}

/** The queries of a text, in order; those in code do not count. */
export function inlinesOf(text: string): readonly Inline[] {
  return [...text.matchAll(INLINE)].flatMap(([source, , asked]) => {
    if (asked === undefined) return [];
    const [, of = "", query = asked] = OF.exec(asked) ?? [];
    return [{ source, of, query }];
  });
}

/** The text with known answers in the place of its queries. */
export function filled(text: string, wordsFor: (inline: Inline) => string): string {
  return text.replace(INLINE, (source: string, _: string | undefined, asked: string | undefined) => {
    if (asked === undefined) return source;
    const [, of = "", query = asked] = OF.exec(asked) ?? [];
    return wordsFor({ source, of, query }).replace(MARKS, (sign) => `&#${sign.codePointAt(0)};`);
  });
}
