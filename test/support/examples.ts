// The examples, as tests read them.
import { readdirSync, readFileSync } from "node:fs";

export interface Example {
  readonly name: string;
  readonly text: string;
}

const folder = new URL("../../examples/", import.meta.url);

/** All examples in teaching order. */
export const EXAMPLES: readonly Example[] = readdirSync(folder)
  .filter((name) => name.endsWith(".dual"))
  .sort()
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));

/** The text of the example whose file name begins so. */
export function example(prefix: string): string {
  const found = EXAMPLES.find(({ name }) => name.startsWith(prefix));
  if (found === undefined) throw new Error(`there is no example ${prefix}`);
  return found.text;
}
