// Random programs that ask for derivatives: of another random program.
import { preparedProgram } from "../run.ts";

/** A program whose result is another one's derivative. */
export function derived(source: string, body: (f: string) => string): string {
  const { entry } = preparedProgram(source);
  const names = Array.from({ length: entry.arity }, (_, index) => `p${index}`);
  const tuple = names.length === 1 ? names[0]! : `(${names.join(", ")})`;
  const inner = source.replaceAll(/\bmain\b/g, "inner").replaceAll(/^-- (?!at:).*\n/gm, "");
  const f = names.length === 1 ? "inner" : `(\\${tuple} -> inner ${names.join(" ")})`;
  return `${inner}\ndef main ${names.join(" ")} = ${body(f)} ${tuple}\n`;
}
