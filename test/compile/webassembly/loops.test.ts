// Loops in WebAssembly: the same bits as in JavaScript, whatever they read and write.
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { Compiled } from "../../../engine/compile/engine.ts";
import { encodedModule } from "../../../engine/compile/webassembly/encoder.ts";
import { lanesOf } from "../../../engine/compile/webassembly/lanes.ts";
import { loopFunction } from "../../../engine/compile/webassembly/loop-code.ts";
import { roundOf, type VariableType } from "../../../engine/compile/webassembly/straight-code.ts";

import { importModule, moduleOf } from "../../support/plain.ts";
import { preparedProgram } from "../../support/run.ts";
import { runs } from "../../support/runs.ts";

afterEach(() => vi.unstubAllGlobals());

const VARIABLES: Readonly<Record<string, VariableType>> = {
  b: "i32",
  c: "i32",
  n: "int",
  t: "bool",
  r: "f64",
  s: "f64",
  z: "f64",
};
const CELLS = 400;

interface Loop {
  readonly lines: readonly string[];
  readonly isDown: boolean;
  readonly rounds: number;
  readonly places: readonly [b: number, c: number, n: number];
}

const place = fc.constantFrom(
  "b + i",
  "c + i",
  "c + (i * n)",
  "b + i + 1",
  "b + (c + i)",
  "b",
  "b - i",
  "(n * n) + b + i",
);
const real = fc.letrec<{ e: string }>((tie) => ({
  e: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("r", "s", "x", "y", "2", "(-0)", "i", "n", "NaN"),
    fc.tuple(fc.constantFrom("V", "A"), place).map(([cells, at]) => `${cells}[${at}]`),
    fc.tuple(tie("e"), fc.constantFrom("+", "-", "*", "/"), tie("e")).map(([a, sign, b]) => `(${a} ${sign} ${b})`),
    fc.tuple(fc.constantFrom("sqrt", "abs", "floor", "ceil", "trunc"), tie("e")).map(([f, a]) => `Math.${f}(${a})`),
    fc.tuple(fc.constantFrom("min", "max"), tie("e"), tie("e")).map(([f, a, b]) => `Math.${f}(${a}, ${b})`),
    tie("e").map((a) => `(-${a})`),
    fc
      .tuple(tie("e"), fc.constantFrom("<", "<=", ">", ">=", "===", "!=="), tie("e"), tie("e"), tie("e"))
      .map(([a, sign, b, yes, no]) => `(${a} ${sign} ${b} && t ? ${yes} : ${no})`),
  ),
})).e;
const statement = fc.oneof(
  fc.tuple(fc.constantFrom("x", "y"), real).map(([name, value]) => `${name} = ${value};`),
  fc.tuple(fc.constantFrom("V", "A"), place, fc.constantFrom("=", "+="), real).map((all) => {
    const [cells, at, sign, value] = all;
    return `${cells}[${at}] ${sign} ${value};`;
  }),
  real.map((value) => `s = s + ${value};`),
  real.map((value) => `s = s * r - ${value};`),
  real.map((value) => `z += ${value};`),
);
const loop: fc.Arbitrary<Loop> = fc.record({
  lines: fc.array(statement, { minLength: 1, maxLength: 5 }).map((lines) => ["x = r; y = V[b + i];", ...lines]),
  isDown: fc.boolean(),
  rounds: fc.integer({ min: 0, max: 9 }),
  places: fc.tuple(fc.integer({ min: 30, max: 36 }), fc.integer({ min: 30, max: 50 }), fc.constantFrom(0, 1, 2, 3)),
});

/** Cells, variables and results of a loop in JavaScript and in WebAssembly; undefined where it is not written in that. */
function bothWays({
  lines,
  isDown,
  rounds,
  places,
}: Loop): { readonly js: Numbers; readonly wasm: Numbers } | undefined {
  const types = (name: string): VariableType | undefined =>
    VARIABLES[name] ?? (/^[xy]$/.test(name) ? "f64" : undefined);
  const round = roundOf(lines, "i", types);
  if (round === undefined) return undefined;
  const results = ["s", "z"].filter((name) => round.after.has(name) && round.before.has(name));
  const inputs = round.values.flatMap((value) =>
    value.tag === "before" ? [{ name: value.name, type: value.type }] : [],
  );
  const [b, c, n] = places;
  const given: Readonly<Record<string, number>> = { b, c, n, t: 1, r: 0.7, s: 0.1, z: 0, x: 0, y: 0 };
  const [from, to] = isDown ? [rounds + 2, 2] : [2, rounds + 2];
  const cells = Array.from({ length: CELLS }, (_, at) => Math.sin(at) * 3);

  const jsV = Float64Array.from(cells);
  const jsA = Float64Array.from(cells, (x) => -x);
  const header = isDown ? "for (; i > m; i--)" : "for (; i < m; i++)";
  const text = `let { b, c, n, t, r, s, z, x, y } = g;\nt = t === 1;\n${header} {\n${lines.join("\n")}\n}\nreturn { s, z };`;
  const last = new Function("g", "V", "A", "i", "m", text)(given, jsV, jsA, from, to) as Record<string, number>;

  const base = 512 + 8 * CELLS;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const V = new Float64Array(memory.buffer, 512, CELLS);
  const A = new Float64Array(memory.buffer, base, CELLS);
  V.set(cells);
  A.set(cells.map((x) => -x));
  const made = loopFunction({ round, lanes: lanesOf(round), inputs, results, isDown });
  const module = new WebAssembly.Module(encodedModule([made]) as Uint8Array<ArrayBuffer>);
  const run = new WebAssembly.Instance(module, { m: { memory, base } }).exports["0"] as (...args: number[]) => void;
  run(from, to, ...inputs.map(({ name }) => given[name]!));
  const taken = new Float64Array(memory.buffer, 0, 64);
  return {
    js: { V: [...jsV], A: [...jsA], results: results.map((name) => last[name]!) },
    wasm: { V: [...V], A: [...A], results: [...taken.subarray(0, results.length)] },
  };
}

interface Numbers {
  readonly V: readonly number[];
  readonly A: readonly number[];
  readonly results: readonly number[];
}

test("random loops do the same in WebAssembly as in JavaScript, to the bit", () => {
  let written = 0;
  let inLanes = 0;
  fc.assert(
    fc.property(loop, (one) => {
      const both = bothWays(one);
      if (both === undefined) return;
      written++;
      const round = roundOf(one.lines, "i", (name) => VARIABLES[name] ?? "f64");
      if (round !== undefined && lanesOf(round) !== undefined) inLanes++;
      // the order of the sum z is free
      const isFree = one.lines.some((line) => line.startsWith("z"));
      expect(both.wasm.V).toEqual(both.js.V);
      expect(both.wasm.A).toEqual(both.js.A);
      if (!isFree) expect(both.wasm.results).toEqual(both.js.results);
    }),
    { numRuns: Math.max(200, runs(2000)) },
  );
  // both kinds are there
  expect(written).toBeGreaterThan(80);
  expect(inLanes).toBeGreaterThan(20);
});

/** Programs whose loops run in WebAssembly, of arrays of n Reals. */
const PROGRAMS: readonly (readonly [name: string, text: string])[] = [
  ["a scalar product", "def main (a : Array Real, b) = sumA (zipWithA (*) a b)"],
  ["of an array with itself", "def main (a : Array Real) = sumA (zipWithA (*) a a)"],
  ["of neighbours", "def main (a : Array Real) = sumA (build (size a - 1) (\\i -> a ! i * a ! (i + 1)))"],
  ["from both ends", "def main (a : Array Real) = let n = size a in sumA (build n (\\i -> a ! i * a ! (n - 1 - i)))"],
  ["a map", "def main (a : Array Real, k) = mapA (\\x -> k * x * x - max x 0.5) a"],
  ["places", "def main (a : Array Real) = sumA (build (size a) (\\i -> real i * a ! i))"],
  ["a table", "def main (a : Array2 Real, v : Array Real) = sumA (matVec a v)"],
  ["products of tables", "def main (a : Array2 Real) = sumA (flat (matMul a a))"],
];

function inputFor(text: string, n: number): string {
  const list = (k: number): string =>
    `[${Array.from({ length: n }, (_, i) => (((i * k) % 7) / 4 + 0.25).toFixed(2)).join(", ")}]`;
  const row = (k: number): string => `#${list(k)}`;
  const table = `fromRows [${Array.from({ length: n }, (_, k) => list(k + 1)).join(", ")}]`;
  if (text.includes("Array2")) return text.includes("v :") ? `(${table}, ${row(5)})` : table;
  if (text.includes(", b)")) return `(${row(3)}, ${row(5)})`;
  return /, [xk]\)/.test(text) ? `(${row(3)}, 0.9)` : row(3);
}

/** Value and gradient, after the cells have found their place; and how many calls of loops there were. */
function measured(text: string, n: number): { readonly numbers: readonly unknown[]; readonly calls: number } {
  let calls = 0;
  const { WebAssembly: own } = globalThis;
  if (own !== undefined) {
    const Instance = function Instance(module: WebAssembly.Module, imports: WebAssembly.Imports) {
      const { exports } = new own.Instance(module, imports);
      const counted = Object.entries(exports).map(([name, run]) => {
        const counting = (...args: readonly unknown[]): void => {
          calls++;
          (run as (...args: readonly unknown[]) => void)(...args);
        };
        return [name, counting] as const;
      });
      return { exports: Object.fromEntries(counted) };
    };
    const { Module, Memory } = own;
    const validate = own.validate.bind(own);
    vi.stubGlobal("WebAssembly", { Module, Memory, validate, Instance });
  }
  const { core, input } = preparedProgram(`-- at: ${inputFor(text, n)}\n${text}`);
  const compiled = Compiled.of(core, "active");
  const limits = { bytes: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY, tick: () => undefined };
  compiled.load(input, limits);
  compiled.forward();
  const value = compiled.result();
  const outputs = JSON.stringify(value).match(/-?[\d.]+(e[-+]\d+)?/g)?.length ?? 1;
  const gradient = [...compiled.gradient(Array.from({ length: outputs }, (_, k) => 1 + k / 8))];
  vi.unstubAllGlobals();
  return { numbers: [JSON.stringify(value), ...gradient], calls };
}

test.each(PROGRAMS)("%s: the same bits with and without WebAssembly", (_, text) => {
  for (const n of [9, 16, 17, 40]) {
    const inside = measured(text, n);
    if (n >= 16) expect(inside.calls).toBeGreaterThan(0);
    vi.stubGlobal("WebAssembly", undefined);
    const outside = measured(text, n);
    expect(outside.calls).toBe(0);
    expect(inside.numbers).toEqual(outside.numbers);
  }
});

test("a module has its loops within, and runs without WebAssembly, too", async () => {
  const text = moduleOf("def main (a : Array Real, b) = sumA (zipWithA (*) a b)");
  expect(text).toContain("cellsWithLoops(MODULE)");
  const row = Array.from({ length: 100 }, (_, i) => i / 8);
  const inside = (await importModule(text)).gradient([row, row]);
  vi.stubGlobal("WebAssembly", undefined);
  const outside = (await importModule(`${text}\n// once more`)).gradient([row, row]);
  expect(inside).toEqual(outside);
  expect(inside.gradient).toEqual([row, row]);
});
