// Loops in WebAssembly: the same bits as in JavaScript, whatever they read and write.
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { Items } from "../../../engine/compile/analyse/items.ts";
import { Compiled } from "../../../engine/compile/engine.ts";
import { encodedModule } from "../../../engine/compile/webassembly/encoder.ts";
import { lanesOf } from "../../../engine/compile/webassembly/lanes.ts";
import { loopFunction } from "../../../engine/compile/webassembly/loop-code.ts";
import { LoopTable } from "../../../engine/compile/webassembly/loop-table.ts";
import { roundOf, type VariableType } from "../../../engine/compile/webassembly/straight-code.ts";

import { importModule, moduleOf } from "../../support/plain.ts";
import { preparedProgram } from "../../support/run.ts";
import { runs } from "../../support/runs.ts";

afterEach(() => vi.unstubAllGlobals());

const VARIABLES: Readonly<Record<string, VariableType>> = {
  b: "i32",
  c: "i32",
  n: "int",
  k: "int",
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
  "b + (k + i)",
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
  fc.constantFrom("k = k + 1;", "k = n - k;"),
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
  const results = ["s", "z", "k"].filter((name) => round.after.has(name) && round.before.has(name));
  const inputs = round.values.flatMap((value) =>
    value.tag === "before" ? [{ name: value.name, type: value.type }] : [],
  );
  const [b, c, n] = places;
  const given: Readonly<Record<string, number>> = { b, c, n, k: 3, t: 1, r: 0.7, s: 0.1, z: 0, x: 0, y: 0 };
  const [from, to] = isDown ? [rounds + 2, 2] : [2, rounds + 2];
  const cells = Array.from({ length: CELLS }, (_, at) => Math.sin(at) * 3);

  const jsV = Float64Array.from(cells);
  const jsA = Float64Array.from(cells, (x) => -x);
  const header = isDown ? "for (; i > m; i--)" : "for (; i < m; i++)";
  const text = `let { b, c, n, k, t, r, s, z, x, y } = g;\nt = t === 1;\n${header} {\n${lines.join("\n")}\n}\nreturn { s, z, k };`;
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
    js: numbers(jsV, jsA, results, (index) => last[results[index]!]!),
    wasm: numbers(V, A, results, (index) => taken[index]!),
  };
}

/** Cells and results; of the sum z, whose order is free, whether it is finite. */
interface Numbers {
  readonly V: readonly number[];
  readonly A: readonly number[];
  readonly results: readonly (number | boolean)[];
}

function numbers(V: Float64Array, A: Float64Array, names: readonly string[], get: (at: number) => number): Numbers {
  return {
    V: [...V],
    A: [...A],
    results: names.map((name, at) => (name === "z" ? Number.isFinite(get(at)) : get(at))),
  };
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
      expect(both.wasm).toEqual(both.js);
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

/** Value, gradient and a row of the Jacobian, after the cells have found their place; and how many calls of loops there were. */
function measured(
  text: string,
  n: number,
  at = inputFor(text, n),
): { readonly numbers: readonly number[]; readonly calls: number } {
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
    vi.stubGlobal("WebAssembly", { Module, Memory, Instance });
  }
  const { core, input } = preparedProgram(`-- at: ${at}\n${text}`);
  const compiled = Compiled.of(core, "active");
  const limits = { bytes: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY, tick: () => undefined };
  compiled.load(input, limits);
  compiled.forward();
  compiled.result();
  const gradient = [...compiled.gradient(Array.from({ length: compiled.outputCount }, (_, k) => 1 + k / 8))];
  const row = [...compiled.row(compiled.outputCount >> 1)];
  vi.unstubAllGlobals();
  return { numbers: [...compiled.reals(), ...gradient, ...row], calls };
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

test("what no path reaches gets no NaN from an infinite number, where the cotangent goes on from round to round", () => {
  const text = "def main (a : Array Real) = scanA (\\s x -> 0.5 * s + x * (x + 1)) 0 a";
  const at = `#[${Array.from({ length: 30 }, (_, i) => (i === 28 ? "inf" : i / 4)).join(", ")}]`;
  const inside = measured(text, 30, at);
  expect(inside.calls).toBeGreaterThan(0);
  expect(inside.numbers.slice(-3)).toEqual([0, 0, 0]);
  vi.stubGlobal("WebAssembly", undefined);
  expect(inside.numbers).toEqual(measured(text, 30, at).numbers);
});

test("rounds beyond the integers of WebAssembly run in JavaScript", () => {
  const { core } = preparedProgram(
    "-- at: (#[1], 3)\ndef main (a : Array Real, n) = foldl (\\s i -> s + a ! 0 * real i) 0 (range 0 n)",
  );
  const calls = [...Compiled.of(core, "active").assembled.text.matchAll(/if \((loops .*?)\) \{.*?\((\w+), (\w+),/g)];
  expect(calls).toHaveLength(2);
  for (const [, test, from, to] of calls) {
    const runs = new Function("loops", from!, to!, `return ${test};`) as (...args: readonly unknown[]) => boolean;
    const isDown = test!.includes(`${from} - ${to}`);
    const many = (low: number) => (isDown ? runs([], low + 20, low) : runs([], low, low + 20));
    expect([0, 2 ** 31 - 21, 2 ** 31 - 20, 2 ** 40].map(many)).toEqual([true, true, false, false]);
  }
});

test("a module of many loops has more bytes than a call takes arguments", () => {
  const item = (name: string) => ({ name, is: "round", of: undefined }) as const;
  const table = new LoopTable(new Items());
  const lines = Array.from({ length: 200 }, (_, k) => `z += V[i + ${k}];`);
  for (let k = 0; k < 50; k++)
    table.call({ lines, counter: item("i"), end: item(`m${k}`), isDown: false, carried: [] });
  const bytes = Uint8Array.from(atob(table.module), (letter) => letter.charCodeAt(0));
  expect(bytes.length).toBeGreaterThan(200_000);
  expect(WebAssembly.validate(bytes)).toBe(true);
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
