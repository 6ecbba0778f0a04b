// The examples, as tests read them.
import { readdirSync, readFileSync } from "node:fs";

export interface Example {
  readonly name: string;
  readonly text: string;
}

const folder = new URL("../../examples/", import.meta.url);

function examplesIn(folder: URL): readonly Example[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".dual"))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));
}

/** All examples in teaching order. */
export const EXAMPLES: readonly Example[] = examplesIn(folder);

/** The programs of ADBench, which are too large for the tests that draw and film every example. */
export const ADBENCH: readonly Example[] = examplesIn(new URL("adbench/", folder));

/** The examples that ask for derivatives themselves. The stages of the thesis and of Krawiec et al. refuse these, and these alone. */
export const ASKING: readonly string[] = ["27-gradient-descent.dual", "28-newton-by-grad.dual"];

/** The examples that every stage takes (`examples.test.ts` holds that it is all but {@link ASKING}). */
export const TRANSFORMED: readonly Example[] = EXAMPLES.filter(({ name }) => !ASKING.includes(name));

/** The text of the example whose file name begins so. */
export function example(prefix: string): string {
  const found = EXAMPLES.find(({ name }) => name.startsWith(prefix));
  if (found === undefined) throw new Error(`there is no example ${prefix}`);
  return found.text;
}
