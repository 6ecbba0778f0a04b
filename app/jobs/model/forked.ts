// A program without forks, with the items of its maps made jobs of their own.

/** Built-ins whose parallel form takes the same arguments and gives the same value. */
const PARALLEL: Readonly<Record<string, string>> = { map: "parMap", build: "parBuild" };

/** A program that forks, and the words of it that were changed. */
export interface Forked {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** The program with one of its built-ins in its parallel form; undefined where it uses none, or defines that name itself. */
export function forked(text: string): Forked | undefined {
  for (const [from, to] of Object.entries(PARALLEL)) {
    const word = new RegExp(`(?<![\\w'])${from}(?![\\w'])`, "g");
    const isOwn = new RegExp(`\\b(?:def|let|rec)\\s+${from}(?![\\w'])|\\\\[^>]*\\b${from}\\b[^>]*->`).test(text);
    if (isOwn) continue;
    // a comment goes to the end of its line
    const changed = text.replaceAll(/^(.*?)(--.*)?$/gm, (_, code: string, comment = "") => {
      return code.replaceAll(word, to) + comment;
    });
    if (changed !== text) return { from, to, text: changed };
  }
  return undefined;
}
