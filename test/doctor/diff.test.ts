// Two gradients beside each other, and gradients in single precision.
import { describe, expect, test, vi } from "vitest";
import { diffOf } from "../../engine/doctor/diff.ts";
import { Subject } from "../../engine/doctor/subject.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { dual } from "../support/dual.ts";

const NAIVE = `-- at: [740.0, 3.0, 1.0]
def softmax (zs : [Real]) : [Real] =
  let ws = map (\\z -> exp z) zs in
  let s = sum ws in
  map (\\w -> w / s) ws
def main zs = -(log (head (softmax zs)))
`;
const STABLE = NAIVE.replace(
  "let ws = map (\\z -> exp z) zs in",
  "let m = maximum zs in\n  let ws = map (\\z -> exp (z - m)) zs in",
);
const CANCELLING =
  "-- at: (100000.0, 1.0)\ndef main (x, y) =\n  let s = x * x + y in\n  let d = s - x * x in\n  d * d\n";

describe("two editions of a program", () => {
  test("differ first where the one overflows, though the other has lines and scalars more", () => {
    const found = JSON.parse(dual("diff", { p: NAIVE, q: STABLE }, "q", "--json").out);
    expect(found.value).toMatchObject({ a: "Infinity", b: 1 });
    expect(found.value.at.a).toMatchObject({ line: 3, text: "exp z", call: "softmax", round: 1, values: [740] });
    expect(found.value.at.b).toMatchObject({ line: 4, text: "exp (z - m)", values: [0] });
    expect(found.cotangent).toMatchObject({ a: "NaN", b: -1, at: { a: { line: 5 }, b: { line: 6 } } });
    expect(found.entries.map(({ entry }: { entry: string }) => entry)).toEqual(["zs[0]", "zs[1]", "zs[2]"]);
  });

  test("that are the same have no difference", () => {
    const found = JSON.parse(dual("diff", { p: STABLE, q: STABLE }, "q", "--json").out);
    expect(found).toMatchObject({ value: null, cotangent: null, entries: [] });
    expect(found.common).toBe(found.of.a);
  });
});

describe("two programs without a common scalar that differs", () => {
  const one = (body: string): string => `-- at: 1.0\ndef main (x : Real) = ${body}\n`;
  const compared = (a: string, b: string, ...words: string[]) => dual("diff", { p: one(a), q: one(b) }, "q", ...words);

  test.each([
    ["another operation", "sin x", "cos x", Math.sin(1), Math.cos(1)],
    ["a part of the result", "(x, x * 4.0)", "(x, x / 4.0)", 4, 0.25],
    ["an input", "x", "x * 2.0", 1, 2],
    ["a constant", "2.0", "3.0", 2, 3],
    ["an Int", "(x, floor x)", "(x, 1 + floor x)", "(1.0, 1)", "(1.0, 2)"],
    ["a length", "[x, x]", "[x]", "[1.0, 1.0]", "[1.0]"],
    ["a constructor", "Just x", "if x > 0.0 then Nothing else Just x", "Just 1.0", "Nothing"],
  ])("differ in their results: %s", (_, a, b, x, y) => {
    const { value } = JSON.parse(compared(a, b, "--json").out);
    expect(value).toMatchObject({ a: x, b: y, at: { a: { line: 2 }, b: { line: 2 } } });
  });

  test.each([
    ["-0.0 and 0.0", "Just (0.0 * x)", "Just (-(0.0 * x))"],
    ["the same number", "x + x", "2.0 * x"],
  ])("have the same results: %s", (_, a, b) => {
    expect(JSON.parse(compared(a, b, "--json").out).value).toBeNull();
  });

  test("are told in words, an input by its name", () => {
    expect(compared("sin x", "cos x").out.split("\n")).toEqual([
      "no value of both runs differs, but the results do:",
      `  p:2:23: \`sin x\` at 1.0 in main: ${Math.sin(1)}`,
      `  q:2:23: \`cos x\` at 1.0 in main: ${Math.cos(1)}`,
      "the first cotangent that differs:",
      `  p:2:5: the input \`x\`: ${Math.cos(1)}`,
      `  q:2:5: the input \`x\`: ${-Math.sin(1)}`,
      `entry x: ${Math.cos(1)}, ${-Math.sin(1)}`,
      "scalars that are in both runs: 1, of 2 and 2",
      "",
    ]);
    expect(compared("(x, floor x)", "(x, 1 + floor x)").out).toContain("p:2:5: the result: (1.0, 1)\n");
  });
});

test("inputs with other names belong together by their places", () => {
  const [p, q] = ["xs", "ys"].map((name) => `-- at: ([2.0, 3.0], 1.0)\ndef main (${name}, z) = z * sum ${name}\n`);
  const found = JSON.parse(dual("diff", { p: p ?? "", q: (q ?? "").replace("z *", "2.0 * z *") }, "q", "--json").out);
  expect(found.entries).toEqual([
    { entry: "xs[0]", a: 1, b: 2 },
    { entry: "xs[1]", a: 1, b: 2 },
    { entry: "z", a: 5, b: 10 },
  ]);
});

test("a comparison keeps to its budget", () => {
  let isComparing = false;
  const written = vi.spyOn(Subject.prototype, "written").mockImplementation(() => {
    isComparing = true;
    return undefined;
  });
  const budget = {
    ...DEFAULT_BUDGET,
    get deadline() {
      return isComparing ? 0 : Number.POSITIVE_INFINITY;
    },
  };
  const side = { checked: checkSource("-- at: build 9000 real\ndef main xs = sumA (mapA sin xs)\n"), request: {} };
  const end = finish(diffOf(side, side, budget));
  written.mockRestore();
  expect(end).toMatchObject({ tag: "ended", ended: { tag: "stopped" } });
});

test("what a comparison reads grows with the program", () => {
  const readFor = (terms: number): number => {
    const sum = Array.from({ length: terms }, (_, i) => `sin (x * ${i}.5) * y`).join(" + ");
    const side = { checked: checkSource(`-- at: (1.0, 2.0)\ndef main (x, y) = ${sum}\n`), request: {} };
    let read = 0;
    const { filter } = Array.prototype;
    const { replace } = String.prototype;
    const filtered = vi.spyOn(Array.prototype, "filter").mockImplementation(function (this: unknown[], keep) {
      read += this.length;
      return filter.call(this, keep);
    });
    const replaced = vi.spyOn(String.prototype, "replace").mockImplementation(function (this: string, ...change) {
      read += this.length;
      return Reflect.apply(replace, this, change);
    });
    const end = finish(diffOf(side, side, DEFAULT_BUDGET));
    filtered.mockRestore();
    replaced.mockRestore();
    expect(end.tag).toBe("compared");
    return read;
  };
  expect(readFor(800)).toBeLessThan(2.5 * readFor(400));
});

test("two inputs of a program differ first in what is computed from them", () => {
  const { out, status } = dual("diff", NAIVE, "--at2", "[740.0, 3.0, 2.0]");
  expect(status).toBe(0);
  expect(out).toContain(
    "the first value that differs:\n  p:3:23: `exp z` at 1.0 in softmax, round 3: 2.718281828459045",
  );
});

describe("scalars of two runs", () => {
  const at = (x: string, body: string) => `-- at: (${x}, 3.0)\ndef main (x : Real, y : Real) = ${body}\n`;

  test.each([
    ["that are the same", at("2.0", "x * y + x"), at("2.0", "x * y + x"), [0, 1, 2, 3], [0, 0, 0, 0]],
    ["at other inputs", at("2.0", "x * y + x"), at("4.0", "x * y + x"), [0, 1, 2, 3], [1, 1, 1, 1]],
    ["of which one has more", at("2.0", "x * y"), at("2.0", "x * y + x"), [0, 1, 2], [1, 0, 0]],
    ["with one more before others", at("2.0", "x * y"), at("2.0", "let z = sin x in x * y"), [0, 1, 3], [0, 0, 0]],
    ["by another operation", at("2.0", "x * y"), at("2.0", "x + y"), [0, 1, -1], [1, 1, 1]],
    ["of other operands", at("2.0", "x * y"), at("2.0", "x * x"), [0, 1, 2], [1, 1, 1]],
    ["of one only where a call is", at("2.0", "x * y"), at("2.0", "f x y\ndef f a b = a * b"), [0, 1, -1], [0, 0, 1]],
  ])("%s", (_, a, b, partners, differing) => {
    const side = (text: string) => ({ checked: checkSource(text), request: {} });
    const end = finish(diffOf(side(a), side(b), DEFAULT_BUDGET));
    if (end.tag !== "compared") throw new Error(end.tag);
    expect([...end.differences.partners]).toEqual(partners);
    expect([...end.differences.differing]).toEqual(differing);
    expect(end.graph.size).toBe(end.differences.of.b);
  });

  test("of entries with other names, and of one that takes the place of another, belong together", () => {
    const text = (name: string): string => `-- at: 2.0\n-- entry: ${name}\ndef ${name} x = x * x + sin x\n`;
    const a = { checked: checkSource(text("main")), request: {} };
    for (const checked of [checkSource(text("f")), checkSource(text("main"), [text("main")])]) {
      const end = finish(diffOf(a, { checked, request: {} }, DEFAULT_BUDGET));
      if (end.tag !== "compared") throw new Error(end.tag);
      expect(end.differences).toMatchObject({ common: 4, of: { a: 4, b: 4 }, value: undefined });
    }
  });
});

test("a call without another side is a wrong command line", () => {
  expect(dual("diff", NAIVE)).toMatchObject({ status: 2 });
});

describe("single precision", () => {
  test("rounds every operation, of both passes", () => {
    expect(dual("run", CANCELLING, "--float32").out).toBe("0.0\n");
    expect(dual("run", "-- at: 0.1\ndef main (x : Real) = x\n", "--float32").out).toBe(`${Math.fround(0.1)}\n`);
    const third = Math.fround(1 / Math.fround(3));
    // the partial of x / y in y is -x / y²
    const y = -Math.fround(Math.fround(1 / 9));
    const { out } = dual("grad", "-- at: (1.0, 3.0)\ndef main (x, y) = x / y\n", "--float32");
    expect(out).toContain(`value    ${third}`);
    expect(Number(/, (-[\d.]+)\)/.exec(out)?.[1])).toBeCloseTo(y, 7);
    expect(Number(/, (-[\d.]+)\)/.exec(out)?.[1])).toBe(Math.fround(Number(/, (-[\d.]+)\)/.exec(out)?.[1])));
  });

  test("parts from double precision where digits cancel", () => {
    const found = JSON.parse(dual("diff", CANCELLING, "--float32", "--json").out);
    expect(found.value).toMatchObject({ a: 1, b: 0, at: { a: { line: 4, text: "s - x * x" } } });
    expect(found.entries).toEqual([{ entry: "y", a: 2, b: 0 }]);
  });

  test("has no effect on stages, and that is said", () => {
    const { err, out } = dual("grad", CANCELLING, "--float32", "--stage", "tape");
    expect(err).toContain("--float32 has no effect: stages compute in double precision");
    expect(out).toContain("value    1.0");
  });
});
