// Exported modules: they give what the engine gives, on plain data, and nothing of the user's becomes code in them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Compiled } from "../../engine/compile/engine.ts";
import { commentCode, literalCode, textCode } from "../../engine/compile/literals.ts";
import { mapReals, realsOf } from "../../engine/core/shape.ts";
import { exportProgram } from "../../engine/session/export.ts";
import { checkSource } from "../../engine/session/program.ts";
import { UNLIMITED } from "../support/conformance.ts";
import { EXAMPLES } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { importModule, plainData } from "../support/plain.ts";
import { preparedProgram } from "../support/run.ts";

function moduleOf(text: string, file = "program.dual"): string {
  const exported = exportProgram(checkSource(text), undefined, file);
  if (exported.tag === "mistake") throw new Error(exported.diagnostics.map(({ message }) => message).join("; "));
  return exported.text;
}

/** Compares a module with the engine at the program's own input. */
async function compare(text: string): Promise<void> {
  const { core, input, paramShape, resultShape } = preparedProgram(text);
  const compiled = new Compiled(core, "active");
  const value = compiled.value(input, UNLIMITED);
  const cotangents = realsOf(resultShape, value).map((_, index) => 1 + index / 2);
  const gradient = compiled.gradient(cotangents);
  const module = await importModule(moduleOf(text));
  const x = plainData(paramShape, input);
  expect(module.primal(x)).toEqual(plainData(resultShape, value));
  const cotangent = mapReals(resultShape, value, (_, index) => cotangents[index]!);
  const found = module.gradient(x, plainData(resultShape, cotangent));
  expect(found.value).toEqual(plainData(resultShape, value));
  expect(found.gradient).toEqual(
    plainData(
      paramShape,
      mapReals(paramShape, input, (_, index) => gradient[index]!),
    ),
  );
}

test.each(EXAMPLES)("$name", ({ text }) => compare(text));

test("random programs", async () => {
  const property = fc.asyncProperty(programs(), ({ source }) => compare(source));
  await fc.assert(property, { numRuns: 40, seed: 20261122 });
});

test("an array of Reals may be a Float64Array, and is one in the gradient", async () => {
  const module = await importModule(
    moduleOf("-- at: #[1.0]\ndef main (xs : Array Real) = sumA (mapA (\\x -> x * x) xs)"),
  );
  const { value, gradient } = module.gradient(Float64Array.of(1, 2, 3));
  expect(value).toBe(14);
  expect(gradient).toEqual(Float64Array.of(2, 4, 6));
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
  ["x", "x: a number is expected"],
  [[1, 2], "x: a number is expected"],
])("input %j is refused", async (input, message) => {
  const module = await importModule(moduleOf("-- at: 1.0\ndef main (x : Real) = x"));
  expect(() => module.gradient(input)).toThrow(message);
});

test("mistakes are errors with their place", async () => {
  const module = await importModule(moduleOf("-- at: 1.0\ndef main (x : Real) = (build 2 (\\i -> x)) ! 5"));
  expect(() => module.primal(1)).toThrow("element 5 of an array of size 2");
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
    const own = /^(?:[vcdekimfgrqabxsKNw]\d+|w\d+_\d+|x\d+_\d+|\$\d+|[LO]\d+|f\d+|p\d+)$/;
    for (const { text } of EXAMPLES) {
      const { core } = preparedProgram(text);
      const { assembled } = new Compiled(core, "active");
      const start = assembled.text.indexOf("const constants = ");
      const code = assembled.text.slice(start).replaceAll(/"[^"]*"|\/\/.*/g, "");
      const names = new Set(code.match(/(?<![.\w$])[A-Za-z_$][\w$]*/g));
      const strange = [...names].filter((name) => !own.test(name) && !KNOWN.has(name));
      expect(strange).toEqual([]);
    }
  });
});

/** JavaScript's words, the kernel's names, and those of the driver. */
const KNOWN = new Set(
  `if else for of while return let const function throw new class constructor this switch case break continue get null
   undefined true false yield NaN Infinity Math Object V Vin A Ain n nOut NE S Sin sp spOut SE O H Hin h hOut HE T Tin tp tpOut
   TE tk TC TF I Iin ip ipOut IE ik IC IF u m c depth fuel DEEPEST FUEL deep tick spend more moreT moreI moreH moreS backT backI
   newColumn runFrom mistake afford held addInt subInt mulInt divInt modInt floorInt roundInt pow powBase powExponent powInt sigmoid
   sigmoidPartial Function_ constants makers forced force forces forget forgets isKept index length floor floorH start startH kept endT endTk endI endIk begin loaded
   back outputs cotangents result results end cells first count values record size at words run args sum open careful zero i sweep sweepFast sweepCareful statistics
   numbers indices Float64Array t it z Z Number G y next reverse reverseCarefully forward`.split(/\s+/),
);
