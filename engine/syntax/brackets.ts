// How deep the brackets of a text nest, told before it is parsed.

/** Where brackets begin to nest deeper than a limit; undefined where there is none. Comments do not count. */
export function deepBrackets(text: string, most: number): number | undefined {
  const parts = /--[^\n]*|\{-|-\}|[([{]|[)\]}]/g;
  let depth = 0;
  let comments = 0;
  let start = 0;
  for (let match = parts.exec(text); match !== null; match = parts.exec(text)) {
    const part = match[0];
    if (part === "{-") comments++;
    else if (comments > 0) {
      if (part === "-}") comments--;
      // a line comment inside a block comment hides nothing
      else if (part.startsWith("--")) parts.lastIndex = match.index + 1;
    } else if (part.length === 1) {
      if (")]}".includes(part)) depth = Math.max(0, depth - 1);
      else {
        if (depth === 0) start = match.index;
        if (++depth > most) return start;
      }
    }
  }
  return undefined;
}
