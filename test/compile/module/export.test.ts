// Exported modules: they give what the engine gives, on plain data, and nothing of the user's becomes code in them.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UNWATCHED } from "../../../engine/base/watch.ts";
import { Compiled } from "../../../engine/compile/engine.ts";
import { commentCode, literalCode, textCode } from "../../../engine/compile/ir/literals.ts";
import { mapReals, realsOf } from "../../../engine/core/values/shape.ts";
import { UNLIMITED } from "../../support/conformance.ts";
import { ADBENCH, EXAMPLES } from "../../support/examples.ts";
import { programs } from "../../support/generate/index.ts";
import { importModule, moduleOf, plainData } from "../../support/plain.ts";
import { preparedProgram } from "../../support/run.ts";
import { oneIn, runs } from "../../support/runs.ts";

/** Compares a module with the engine at the program's own input. */
async function compare(text: string): Promise<void> {
  const { core, input, paramShape, resultShape } = preparedProgram(text);
  const compiled = Compiled.of(core, "active");
  const value = compiled.value(input, UNLIMITED);
  const cotangents = realsOf(resultShape, value, UNWATCHED).map((_, index) => 1 + index / 2);
  const gradient = compiled.gradient(cotangents);
  const module = await importModule(moduleOf(text));
  const x = plainData(paramShape, input);
  expect(module.primal(x)).toEqual(plainData(resultShape, value));
  const cotangent = mapReals(resultShape, value, UNWATCHED, (_, index) => cotangents[index]!);
  const found = module.gradient(x, plainData(resultShape, cotangent));
  expect(found.value).toEqual(plainData(resultShape, value));
  expect(found.gradient).toEqual(
    plainData(
      paramShape,
      mapReals(paramShape, input, UNWATCHED, (_, index) => gradient[index]!),
    ),
  );
}

test.each([...oneIn(6, EXAMPLES), ...oneIn(2, ADBENCH)])("$name", ({ text }) => compare(text));

test("random programs", async () => {
  const property = fc.asyncProperty(programs(), ({ source }) => compare(source));
  await fc.assert(property, { numRuns: runs(15), seed: 20261122 });
});

/** Types that may contain themselves, and their contents. */
const RECURSIVE = `data Tree = Tree Real [Tree] | Wide (Array (Tree, Int)) Bool | Leaf
data Chain = Chain Real Tree Chain (Real, Int) | End
data Point = Point Real Real
data Opt a = No | Yes a
data D = C () | E [Real] | F
data Shape = Circle Point Real | Line Point Point | Empty
def grow k t = case t of { Tree x ts -> Tree (k * x) (map (grow (k * x)) ts)
                         | Wide ts b -> Wide (mapA (\\(u, n) -> (grow (real n * k) u, n + 1)) ts) (not b) | Leaf -> Tree k [Leaf] }
def link c = case c of { Chain x t rest (y, n) -> Chain (x * y) (grow x t) (link rest) (y + real n, n) | End -> End }
def mirror s = case s of { Circle (Point x y) r -> Circle (Point y x) (r * r) | Line p q -> Line q p | Empty -> Circle (Point 1.0 2.0) 3.0 }`;

const TREE = "Wide #[(Tree 2.0 [Leaf, Tree 3.0 [], Wide #[] True], 2), (Leaf, 0), (Tree 5.0 [Leaf], 4)] False";

test.each([
  [`(${TREE}, 2.0)`, "(t : Tree, k) = (grow k t, k)"],
  [
    `Chain 2.0 (${TREE}) (Chain 3.0 Leaf (Chain 0.5 (Tree 1.5 [Tree 2.5 [Leaf]]) End (4.0, 3)) (7.0, 1)) (0.25, 2)`,
    "c = (link c, [c, End])",
  ],
  [
    `([${TREE}, Leaf], #[Leaf, Tree 2.0 []])`,
    "(ts : [Tree], us : Array Tree) = (map (grow 3.0) ts, mapA (grow 0.5) us)",
  ],
  [
    "([(1.0, 2, True), (3.0, 4, False)], 2)",
    "(xs : [(Real, Int, Bool)], n : Int) = map (\\(x, k, b) -> (b, k + n, x * real k, [x])) xs",
  ],
  [
    "#[(Circle (Point 1.0 2.0) 3.0, #[1.0]), (Line (Point 4.0 5.0) (Point 6.0 7.0), #[]), (Empty, #[2.0, 3.0])]",
    "(ss : Array (Shape, Array Real)) = mapA (\\(s, xs) -> (mirror s, mapA (\\x -> (x * x, 1)) xs, ())) ss",
  ],
  [
    "(([[1.0], [], [2.0, 3.0]], ()), (#[#[(1.0, True)], #[]], []))",
    "((a : [[Real]], u : ()), (b : Array (Array (Real, Bool)), c : [Int])) = (u, (b, (c, map sum a)))",
  ],
  ["(2.0, Yes (), C ())", "(k : Real, o : Opt (), d : D) = (k * k, o, [d, E [k], F], ())"],
])("data of all forms: %s", async (at, main) => {
  await compare(`-- at: ${at}\n${RECURSIVE}\ndef main ${main}`);
});

test("random trees and chains", async () => {
  const real = fc.integer({ min: -40, max: 40 }).map((n) => (n < 0 ? `(${(n / 8).toFixed(3)})` : (n / 8).toFixed(3)));
  const many = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { maxLength: 3 });
  const { tree, chain } = fc.letrec<{ tree: string; chain: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constant("Leaf"),
      fc.tuple(real, many(tie("tree"))).map(([x, ts]) => `(Tree ${x} [${ts.join(", ")}])`),
      fc
        .tuple(many(tie("tree")), fc.boolean())
        .map(([ts, b]) => `(Wide #[${ts.map((t, i) => `(${t}, ${i})`).join(", ")}] ${b ? "True" : "False"})`),
    ),
    chain: fc.oneof(
      { maxDepth: 3 },
      fc.constant("End"),
      fc.tuple(real, tie("tree"), tie("chain"), real).map(([x, t, rest, y]) => `(Chain ${x} ${t} ${rest} (${y}, 3))`),
    ),
  }));
  const property = fc.asyncProperty(tree, chain, real, (t, c, x) =>
    compare(`-- at: (${c}, ${t}, ${x})\n${RECURSIVE}\ndef main (c, t, x) = (grow x t, [link c, c], (t, x))`),
  );
  await fc.assert(property, { numRuns: runs(15), seed: 20261123 });
});

test("an array of Reals may be a Float64Array, and is one in the gradient", async () => {
  const module = await importModule(
    moduleOf("-- at: #[1.0]\ndef main (xs : Array Real) = sumA (mapA (\\x -> x * x) xs)"),
  );
  const { value, gradient } = module.gradient(Float64Array.of(1, 2, 3));
  expect(value).toBe(14);
  expect(gradient).toEqual(Float64Array.of(2, 4, 6));
});

test("the code for data is that of its types: an array of Reals is copied, a tuple read where it stands, and nothing else is there", () => {
  const code = (main: string): string => {
    const text = moduleOf(`def main ${main}`);
    return text.slice(text.indexOf("let later"));
  };
  const arrays = code("(xs : Array Real, y : Real) = sumA (mapA (\\x -> x * y) xs)");
  expect(arrays).toContain("runtime.values.set(x, k0);");
  const scalars = code("(x : Real, y : Real) = x * y");
  expect(scalars).toContain("V[c + 1] = x[1];");
  expect(scalars).toContain("const out = [A[c] + 0, A[c + 1] + 0];");
  expect(scalars).not.toMatch(/take1|give1|switch/);
});

test("deep data and long lists go in and out", async () => {
  const text = `-- at: (Last 1.0, [1.0])
data Chain = Last Real | Link Real Chain
def main (chain, xs) = (case chain of { Last x -> x | Link x _ -> x * x }, sum xs, Link 2.0 chain)`;
  const module = await importModule(moduleOf(text));
  let chain: unknown = { tag: "Last", fields: [1] };
  for (let i = 0; i < 100_000; i++) chain = { tag: "Link", fields: [3, chain] };
  const { gradient } = module.gradient([chain, new Array(100_000).fill(1)], undefined) as unknown as {
    readonly gradient: readonly [{ readonly fields: readonly [number] }, readonly number[]];
  };
  expect(gradient[0].fields[0]).toBe(7);
  expect(gradient[1]).toHaveLength(100_000);
});

test.each([
  ["Real", "x", "x: a number is expected"],
  ["Real", [1, 2], "x: a number is expected"],
  ["(Real, [Real])", [1, [2, "3"]], "x[1][1]: a number is expected"],
  ["(Real, [Real])", [1], "x: an array of 2 is expected"],
  ["(Real, [Real])", [1, { length: 2 }], "x[1]: an array is expected"],
  [
    "Array (Int, ())",
    [
      [1, null],
      [1.5, null],
    ],
    "x[1][0]: a whole number up to 2^53 is expected",
  ],
  ["Array (Int, ())", [["9007199254740992", null]], "x[0][0]: a whole number up to 2^53 is expected"],
  ["Array (Int, ())", [[2 ** 53, 0]], "x[0][1]: null is expected"],
  ["Bool", 1, "x: true or false is expected"],
  [
    "Array2 Real",
    { tag: "Array2", fields: [2, 3, [1, 2, 3, 4]] },
    "x.fields[2]: an array of as many elements as rows times columns is expected",
  ],
  [
    "[Array2 (Real, Int)]",
    [{ tag: "Array2", fields: [-1, -1, [[1, 2]]] }],
    "x[0].fields[2]: an array of as many elements as rows times columns is expected",
  ],
  ["Array2 Real", { tag: "Array2", fields: [1, "1", [1]] }, "x.fields[1]: a whole number up to 2^53 is expected"],
  ["P", { tag: "Q", fields: [1] }, "x.tag: P is expected"],
  ["P", null, "x: an object { tag, fields } with a tag of P is expected"],
  ["[T]", [{ tag: "A", fields: [{ tag: "C", fields: [] }] }], "x[0].fields[0].tag: one of A, B is expected"],
  ["[T]", [{ tag: "A", fields: [{ tag: "A", fields: {} }] }], "x[0].fields[0].fields: an array of 1 is expected"],
])("of type %s, %j is refused", async (type, input, message) => {
  const text = `data P = P Real\ndata T = A T | B\ndef main (x : ${type}) = 1.0`;
  const module = await importModule(moduleOf(text));
  expect(() => module.gradient(input)).toThrow(new TypeError(message));
});

test("a cotangent that has not the form of the result is refused, and what comes next is as if it had not been", async () => {
  const text = "data T = A Real T | B\ndef main (xs : [Real]) = (xs, foldr A B xs)";
  const module = await importModule(moduleOf(text));
  const chain = (...xs: number[]): unknown =>
    xs.reduceRight<unknown>((rest, x) => ({ tag: "A", fields: [x, rest] }), { tag: "B", fields: [] });
  expect(() => module.gradient([1, 2], [[1], chain(1, 1)])).toThrow(
    "cotangent[0]: an array of 2, as in the result, is expected",
  );
  expect(() => module.gradient([1, 2], [[1, 1], chain(1)])).toThrow(
    "cotangent[1].fields[1].tag: A, as in the result, is expected",
  );
  expect(() => module.gradient([1, 2], [[1, 1], chain(1, "1" as unknown as number)])).toThrow(
    "cotangent[1].fields[1].fields[0]: a number is expected",
  );
  expect(() => module.primal([1, {}])).toThrow("x[1]: a number is expected");
  expect(module.gradient([1, 2], [[1, 10], chain(100, 1000)]).gradient).toEqual([101, 1010]);
});

test("what needs more memory than there is says so, and the next call is as if it had not been", async () => {
  const module = await importModule(moduleOf("def main (n : Int, x : Real) = sumA (flat (build2 n n (\\i j -> x)))"));
  for (const n of [100_000, 90_000_000]) expect(() => module.primal([n, 1])).toThrow("the run needs too much memory");
  expect(module.primal([3, 2])).toBe(18);
});

test("a mistake deep in data is told with both ends of its way", async () => {
  const module = await importModule(moduleOf("data T = A T | B\ndef main (x : T) = 1.0"));
  let deep: unknown = { tag: "C", fields: [] };
  for (let depth = 0; depth < 1000; depth++) deep = { tag: "A", fields: [deep] };
  expect(() => module.primal(deep)).toThrow(
    /^x(\.fields\[0\]){9}\.fields\[0 \.\. .{96}\.tag: one of A, B is expected$/,
  );
});

test("an Int is never −0", async () => {
  const module = await importModule(moduleOf("def main (x : Real, n : Int) = (x / real n, n, [n], Just n)"));
  const { value, gradient } = module.gradient([1, -0]);
  expect(value).toEqual([Number.POSITIVE_INFINITY, 0, [0], { tag: "Just", fields: [0] }]);
  expect(gradient).toEqual([Number.POSITIVE_INFINITY, 0]);
  const list = await importModule(moduleOf("def main (ns : [Int], m : Maybe Int) = (map real ns, m)"));
  expect(list.gradient([[-0], { tag: "Just", fields: [-0] }]).value).toEqual([[0], { tag: "Just", fields: [0] }]);
});

test("a Bool in a cotangent is that of the result", async () => {
  const module = await importModule(moduleOf("def main (x : Real) = (x * x, x > 1.0, [x > 2.0], 3)"));
  expect(module.gradient(2, [1, true, [false], 4]).gradient).toBe(4);
  expect(() => module.gradient(2, [1, false, [false], 3])).toThrow("cotangent[1]: true, as in the result, is expected");
  expect(() => module.gradient(2, [1, true, [true], 3])).toThrow(
    "cotangent[2][0]: false, as in the result, is expected",
  );
});

test("names of types are each one's own, and none of JavaScript's", () => {
  const text = `data Maybe_2 = M Real | N
data DualMistake = E Real | EE
data Float64Array = F (Array Real) | G
def main (a : Maybe Real, b : Maybe_2, c : Maybe Int, d : DualMistake, e : Float64Array) = 1.0`;
  const names = [...moduleOf(text).matchAll(/@typedef \{.*\} (\w+) \*\//g)].map(([, name]) => name);
  expect(names).toEqual(["Maybe", "Maybe_2", "Maybe_3", "DualMistake_2", "Float64Array_2"]);
});

test.each([
  ["floor (x / 0.0)", "program.dual:2:23: `floor` of inf is not an Int"],
  ["floor (0.0 / (x - x))", "program.dual:2:23: `floor` of nan is not an Int"],
  ["2 * floor (x * 9.0e15)", "program.dual:2:23: this Int is above 2^53, where Int is no longer exact"],
  ["(0 - 2) * floor (x * 9.0e15)", "program.dual:2:23: this Int is below -2^53, where Int is no longer exact"],
  ["#[x, x] ! 2", "program.dual:2:23: element 2 of an array of size 2; elements count from 0, so the last one is 1"],
  ["#[x] ! 1", "program.dual:2:23: element 1 of an array of size 1; elements count from 0, so the only one is 0"],
  ["build 0 (\\i -> x) ! 0", "program.dual:2:23: element 0 of an empty array"],
  // within the prelude it is the place of the call
  ["let xs = if x > 0.0 then [] else [1] in head xs", "program.dual:2:63: `head []`: the list is empty"],
])("%s fails with %s", async (body, message) => {
  const module = await importModule(moduleOf(`-- at: 1.0\ndef main (x : Real) = ${body}`));
  expect(() => module.primal(1)).toThrow(message);
  expect(() => module.primal(1)).toThrow(new RegExp(`^${message.replace(/[\^$`.*+()[\]{}|\\]/g, "\\$&")}$`));
});

test("mistakes are errors with their place", async () => {
  const module = await importModule(moduleOf("-- at: 1.0\ndef main (x : Real) = (build 2 (\\i -> x)) ! 5"));
  expect(() => module.primal(1)).toThrow("program.dual:2:23: element 5 of an array of size 2");
});

describe("nothing of the user's becomes code", () => {
  const hostile = [
    '"); globalThis.hacked = 1; ("',
    "*/ globalThis.hacked = 1; /*",
    `$\{globalThis.hacked = 1}\``,
    "\\\"\\u0022'\n\r\u2028\u2029\0",
    "</script><script>globalThis.hacked = 1</script>",
    "𝟎 λ é \ud800",
  ];

  test.each(hostile)("a text is a literal: %j", (text) => {
    const code = textCode(text);
    expect(code).toMatch(/^"[ -~]*"$/);
    expect(new Function(`return ${code}`)()).toBe(text);
    const comment = new Function(`/* ${commentCode(text)} */ return 1`);
    expect(comment()).toBe(1);
  });

  test("numbers are literals", () => {
    for (const x of [0, -0, 1, -1.5, 1e300, 5e-324, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect(new Function(`return 0 - -${literalCode(x)}`)()).toBe(0 - -x);
    expect(Object.is(new Function(`return ${literalCode(-0)}`)(), -0)).toBe(true);
  });

  test("names, comments and file names of a hostile program", async () => {
    const text = `-- title: */ globalThis.hacked = 1; /* \${globalThis.hacked = 1}
-- at: (Con' 2.0, 1)
{- */ globalThis.hacked = 1; \` -}
data T' = Con' Real | Prototype__
def constructor x' = x' * 2.0
def __proto__ x = constructor x
def main (t, n : Int) = case t of { Con' hasOwnProperty -> __proto__ hasOwnProperty * real (div 4 n) | Prototype__ -> 0.0 }`;
    const module = await importModule(moduleOf(text, "*/ globalThis.hacked = 1; /*.dual"));
    const { value, gradient } = module.gradient([{ tag: "Con'", fields: [2] }, 1]);
    expect(value).toBe(16);
    expect(gradient).toEqual([{ tag: "Con'", fields: [8] }, 1]);
    expect(() => module.primal([{ tag: "Con'", fields: [2] }, 0])).toThrow("`div` by zero");
    expect("hacked" in globalThis).toBe(false);
  });

  test("the generated functions use no name but their own and Math's", () => {
    const own =
      /^(?:(?:forward|reverse|reverseNanSafe|takeBack)\d+|[vcdekimfgrqabxsKNw]\d+|w\d+_\d+|x\d+_\d+|\$\d+|[LO]\d+|f\d+|p\d+)$/;
    for (const { text } of EXAMPLES) {
      const { core } = preparedProgram(text);
      const { assembled } = Compiled.of(core, "active");
      const start = assembled.text.indexOf("const constants = ");
      const code = assembled.text.slice(start).replaceAll(/"[^"]*"|\/\/.*|\/\*.*?\*\//g, "");
      const names = new Set(code.match(/(?<![.\w$])[A-Za-z_$][\w$]*/g));
      const strange = [...names].filter((name) => !own.test(name) && !KNOWN.has(name));
      expect(strange).toEqual([]);
    }
  });
});

/** JavaScript's words, the kernel's names, and those of the driver. */
const KNOWN = new Set(
  `if else for of while return let const function throw new class constructor this switch case break continue get null
   undefined true false yield NaN Infinity Math Object conses address known V Vin A Ain n nOut NE S Sin sp spOut SE O H Hin h hOut HE T Tin tp tpOut
   TE tk TC TF I Iin ip ipOut IE ik IC IF u m c depth entered fuel DEEPEST FUEL deep tick spend more moreT moreI moreH moreS backT backI
   newColumn runFrom mistake afford held addInt subInt mulInt divInt modInt floorInt roundInt pow powBase powExponent powInt sigmoid
   sigmoidPartial Function_ constants makers forced force forces forget forgets isKept index length floor floorH start startH kept endT endTk endI endIk begin loaded
   back outputs cotangents row cell result results end cells first count values record size at words run args sum open isNanSafe zero i sweep sweepFast sweepNanSafe statistics
   from ys words evaluated evaluations beginPiece sweepPass Pin passFrom noted notes P pp g to isUnreached tape endP firstCell firstWord goTo endHere forgetPasses moreA
   beginCounting noteLength longest longestTape emptyCells keepCells restoreCells loadedCells beginCells ranCells cellsInUse FEW clearCotangents made runEntry
   resultComponents passDepth loops given MODULE inMemory ENOUGH newCells cellsWithLoops found old numbers indices Float64Array t it z Z Number G y next reverse reverseNanSafe forward`.split(
    /\s+/,
  ),
);
