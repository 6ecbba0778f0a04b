// A test file's Vitest when it is loaded on a source with a fault: its tests are collected, to be run by another test.
import { expect } from "vitest";

export { expect };

type Body = (...args: readonly never[]) => unknown;

const collected: { readonly name: string; readonly run: () => unknown }[] = [];
const within: string[] = [];

/** Calls a body once for each case, as `test.each` and `describe.each` do. */
function each(add: (name: string, run: () => unknown) => void) {
  return (cases: readonly unknown[]) => (name: string, body: Body) => {
    for (const one of cases) {
      const given: readonly unknown[] = Array.isArray(one) ? one : [one];
      add(nameOf(name, given), () => body(...(given as never[])));
    }
  };
}

/** `%s` in a name stands for what is given, `$id` for a part of it. */
function nameOf(name: string, given: readonly unknown[]): string {
  let place = 0;
  const [first] = given;
  return name
    .replace(/%[sdij]/g, () => String(given[place++]))
    .replace(/\$(\w+)/g, (_, part: string) => String((first as Readonly<Record<string, unknown>>)[part]));
}

function addTest(name: string, run: () => unknown): void {
  collected.push({ name: [...within, name].join(" "), run });
}

function addGroup(name: string, run: () => unknown): void {
  within.push(name);
  run();
  within.pop();
}

/** A way to add, with its variants: for each of some cases, and where something holds. */
function withVariants(add: (name: string, run: () => unknown) => void) {
  const all = Object.assign(add, { each: each(add) });
  const none = Object.assign(() => undefined, { each: () => () => undefined });
  return Object.assign(all, { runIf: (holds: boolean) => (holds ? all : none) });
}

export const test = withVariants(addTest);
export const describe = withVariants(addGroup);

/** Runs what has been collected since the last time, tests whose names match, and gives the first that fails; undefined where none does. */
export async function firstFailure(only = /(?:)/): Promise<string | undefined> {
  const asked = collected.splice(0).filter(({ name }) => only.test(name));
  if (asked.length === 0) throw new Error(`no test is called like ${only}`);
  for (const { name, run } of asked) {
    try {
      await run();
    } catch {
      return name;
    }
  }
  return undefined;
}
