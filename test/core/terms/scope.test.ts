// The scope of the checker of the core: what is bound in a term is gone behind it, however many names there are.
import { expect, test } from "vitest";
import { Scope } from "../../../engine/core/terms/scope.ts";
import { REAL } from "../../../engine/types/type.ts";

const binding = { variables: [], type: REAL };

test("a name is what the innermost term binds, and nothing behind it", () => {
  const scope = new Scope();
  const inner = { variables: ["a"], type: REAL };
  scope.within(() => {
    scope.bind("x", binding);
    scope.within(() => {
      scope.bind("x", inner);
      expect(scope.lookUp("x")).toBe(inner);
    });
    expect(scope.lookUp("x")).toBe(binding);
  });
  expect(scope.lookUp("x")).toBeUndefined();
});

test("to bind a name again and again takes about as long beside thousands of names as beside none", () => {
  const took = (names: number): number => {
    const scope = new Scope();
    const began = process.cpuUsage();
    scope.within(() => {
      for (let name = 0; name < names; name++) scope.bind(`x${name}`, binding);
      for (let turn = 0; turn < 100_000; turn++) scope.within(() => scope.bind("y", binding));
    });
    return process.cpuUsage(began).user;
  };
  took(1000);
  // with entries that are deleted it took a hundred times as long
  expect(took(100_000)).toBeLessThan(20 * (took(0) + 20_000));
});
