// Generated code as text.
import type { Failure } from "./ir.ts";
import type { ConLayout, Layout } from "./layout.ts";

/** A program in JavaScript. The text is a function's body: of `limits` and `mistake`, giving what `engine.ts` runs. */
export interface Assembled {
  readonly text: string;
  /** What `mistake(site, values)` is about, by the site. */
  readonly sites: readonly Failure[];
  readonly param: Layout;
  readonly result: Layout;
  /** Constructors by the number of their class. */
  readonly classOf: (con: ConLayout) => number;
}

/** The variables of a function's code, but its parameters. */
export function variablesOf(code: string, params: readonly string[]): readonly string[] {
  return [...new Set(code.match(VARIABLES))].filter((one) => !params.includes(one));
}

/** The declaration of variables. */
export function declared(variables: readonly string[]): string {
  return variables.length === 0 ? "" : `let ${variables.join(", ")};\n`;
}

/** Values, cells, counters, bounds; cotangents, those of the round after, rounds backwards. */
const VARIABLES = /\b[vckmdei]\d+\b/g;

/** The deepest that statements are indented. */
const DEEPEST = 16;

/** Generated statements without empty lines, indented by their braces. */
export function indented(text: string): string {
  let depth = 0;
  const lines = text.split("\n").flatMap((line) => {
    const code = line.trim();
    if (code === "") return [];
    const closes = code.startsWith("}") ? 1 : 0;
    const shown = `${"  ".repeat(Math.max(0, Math.min(depth - closes, DEEPEST)))}${code}`;
    for (const sign of code) depth += sign === "{" ? 1 : sign === "}" ? -1 : 0;
    return [shown];
  });
  return `${lines.join("\n")}\n`;
}
