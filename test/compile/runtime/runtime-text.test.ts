// The run time of compiled programs: what code calls stands before it, and nothing else.
import { describe, expect, test } from "vitest";
import { RUNTIME_NAMES, runtimeFor, scalarsFor } from "../../../engine/compile/runtime/runtime-text.ts";
import { HELPERS } from "../../../engine/scalars/javascript.ts";

/** The functions that a text defines, and those that it calls, of some. */
function definedAndCalled(text: string, names: readonly string[]) {
  const has = (name: string, before: string): boolean => new RegExp(`${before}\\b${name}\\b\\s*[({]`).test(text);
  const defined = names.filter((name) => has(name, "(?:function|class) "));
  const called = names.filter((name) => has(name, "(?<!function |class |\\.)"));
  return { defined, called };
}

describe.each([
  { what: "the run time", names: RUNTIME_NAMES, textFor: runtimeFor },
  { what: "scalar operations", names: HELPERS.map(({ name }) => name), textFor: scalarsFor },
])("$what", ({ names, textFor }) => {
  test.each(names)("%s comes with what it calls, and with no more", (name) => {
    const { defined, called } = definedAndCalled(textFor(new Set([name])), names);
    expect(defined).toContain(name);
    expect(defined.filter((one) => one !== name)).toEqual(called.filter((one) => one !== name));
  });

  test("nothing comes where nothing is called", () => {
    expect(definedAndCalled(textFor(new Set()), names).defined).toEqual([]);
  });
});
