// The special functions against 50-digit values (special.txt), and at poles and infinities; softmax and logSumExp at their edges.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { OPS, type OpId } from "../../engine/scalars/ops.ts";
import { dual } from "../support/dual.ts";

const ROWS = readFileSync(new URL("special.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [left, right] = line.split(" = ") as [string, string];
    const [id, ...operands] = left.split(" ");
    return { line, id: id as OpId, operands: operands.map(Number), wanted: right.split(" ") };
  });

const number = (text: string): number => Number(text.replace("inf", "Infinity"));

/**
 * The error of a result, in units of 2^-53 of the wanted one, or of `least` where that is larger; of those below the normal numbers, in
 * units of the smallest.
 */
function unitsOff(found: number, text: string, least: number): number {
  const wanted = number(text);
  if (Object.is(found, wanted) || found === wanted) return 0;
  const unit = Math.max(Math.max(Math.abs(wanted), least) * 2 ** -53, Number.MIN_VALUE);
  // the digits beyond those of a number: half a unit at most
  return Math.abs(found - wanted) / unit + 0.5;
}

/** The size below 0 beside which the errors of the gamma functions are small: there they have zeros between their poles. */
function sizeOf(id: OpId, operands: readonly number[], result: number): number {
  if (!id.endsWith("gamma") || operands.at(-1)! >= 0) return 0;
  if (id !== "polygamma") return 1;
  const n = operands[0]! + (result === 0 ? 0 : 1);
  return Array.from({ length: n }, (_, i) => i + 1).reduce((product, i) => product * i, 1);
}

/** Units that polygamma may be off: its error grows with n. */
const allowed = (id: OpId, [n]: readonly number[]): number => (id === "polygamma" ? 9 + n! : 10);

describe("values and partials against 50 digits", () => {
  test("there are many", () => expect(ROWS.length).toBeGreaterThan(300));

  test.each([...new Set(ROWS.map(({ id }) => id))])("%s", (id) => {
    for (const { line, operands, wanted } of ROWS.filter((row) => row.id === id)) {
      const found = [OPS[id].value(...operands), ...OPS[id].partials.map((partial) => partial?.(...operands))];
      found.forEach((one, index) => {
        if (one === undefined) return;
        const off = unitsOff(one, wanted[index]!, sizeOf(id, operands, index));
        expect(off, `${line}: ${one}`).toBeLessThan(allowed(id, operands));
      });
    }
  });
});

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;

describe("poles, infinities, zeros of either sign", () => {
  test.each<readonly [id: OpId, operands: readonly number[], wanted: readonly number[]]>([
    ["erf", [inf], [1, 0]],
    ["erf", [-inf], [-1, 0]],
    ["erf", [-0], [-0, 1.1283791670955126]],
    ["erf", [nan], [nan, nan]],
    ["erfc", [inf], [0, -0]],
    ["erfc", [-inf], [2, -0]],
    ["erfc", [28.5], [0, -0]],
    ["lgamma", [0], [inf, -inf]],
    ["lgamma", [-0], [inf, inf]],
    ["lgamma", [-3], [inf, nan]],
    ["lgamma", [inf], [inf, inf]],
    ["lgamma", [-inf], [inf, nan]],
    ["lgamma", [nan], [nan, nan]],
    ["lgamma", [1], [0, -0.5772156649015329]],
    ["lgamma", [2], [0, 0.42278433509846713]],
    ["lgamma", [1e306], [inf, Math.log(1e306)]],
    ["digamma", [-2], [nan, inf]],
    ["digamma", [inf], [inf, 0]],
    ["digamma", [-1e300], [nan, inf]],
    ["polygamma", [2, 0], [-inf]],
    ["polygamma", [2, -0], [inf]],
    ["polygamma", [2, -1], [nan]],
    ["polygamma", [1, inf], [0]],
    ["polygamma", [-1, 2], [nan]],
    ["polygamma", [2 ** 53, 3], [-inf]],
    ["polygamma", [94906267, 5e7], [0]],
    ["hypot", [inf, nan], [inf, nan, nan]],
    ["hypot", [-inf, 3], [inf, -1, -0]],
    ["hypot", [0, 0], [0, 0, 0]],
    ["hypot", [-0, 0], [0, 0, 0]],
    ["hypot", [1.7e308, 1.7e308], [inf, Math.SQRT1_2, Math.SQRT1_2]],
    ["asinh", [-inf], [-inf, 0]],
    ["asinh", [-0], [-0, 1]],
    ["acosh", [1], [0, inf]],
    ["acosh", [0.5], [nan, nan]],
    ["atanh", [-1], [-inf, inf]],
    ["atanh", [1.5], [nan, nan]],
    ["cbrt", [0], [0, inf]],
    ["cbrt", [-inf], [-inf, 0]],
    ["log2", [0], [-inf, inf]],
    ["log2", [-1], [nan, nan]],
    ["exp2", [1024], [inf, inf]],
    ["exp2", [-inf], [0, 0]],
    ["softplus", [0], [Math.LN2, 0.5]],
    ["softplus", [-inf], [0, 0]],
    ["softplus", [inf], [inf, 1]],
  ])("%s at %j", (id, operands, wanted) => {
    const all = [OPS[id].value(...operands), ...OPS[id].partials.flatMap((one) => one?.(...operands) ?? [])];
    wanted.forEach((one, index) => {
      const found = all[index]!;
      const isSame = Object.is(found + 0, one + 0) || Math.abs(found / one - 1) < 1e-15;
      expect(isSame, `${index}: ${found}, not ${one}`).toBe(true);
    });
  });
});

/** The value and the gradient of an expression over a list or an array. */
function reals(text: string): readonly (readonly number[])[] {
  const { out, status, err } = dual("grad", text, "--json");
  expect([status, err.includes("error")]).toEqual([0, false]);
  const { valueScalars, gradientScalars } = JSON.parse(out);
  return [valueScalars, gradientScalars].map((all) => all.map(Number));
}

describe.each([
  ["", "[", "head (", ")"],
  ["A", "#[", "(", ") ! 0"],
])("logSumExp%s and softmax%s", (suffix, open, before, after) => {
  const logSumExp = (items: string) => reals(`-- at: ${open}${items}]\ndef main xs = logSumExp${suffix} xs\n`);

  test.each([
    ["1000.0, 1000.0", [1000 + Math.LN2], [0.5, 0.5]],
    ["0.0, -40.0", [Math.exp(-40)], [1, Math.exp(-40)]],
    ["1.0, -inf, 1.0", [1 + Math.LN2], [0.5, 0, 0.5]],
    ["-inf, -inf", [-inf], [0.5, 0.5]],
    ["1.0, inf, -inf", [inf], [0, 1, 0]],
    ["-3.0", [-3], [1]],
    ["nan, 1.0", [nan], [nan, nan]],
  ])("of %s", (items, value, gradient) => {
    const found = logSumExp(items);
    [value, gradient].forEach((wanted, part) => {
      expect(found[part]!.length).toBe(wanted.length);
      wanted.forEach((one, at) => {
        const is = found[part]![at]!;
        const isNear = Object.is(is, one) || Math.abs(is - one) <= 4e-16 * Math.abs(one);
        expect(isNear, `${is}, not ${one}`).toBe(true);
      });
    });
  });

  test("of nothing", () => {
    const { out } = dual(
      "run",
      `-- at: ${open}1.0]\ndef main xs = logSumExp${suffix} (if False then xs else ${open}])\n`,
    );
    expect(out.trim()).toBe("-inf");
  });

  test.each([
    ["1000.0, 1000.0", 0.5, [0.25, -0.25]],
    ["inf, 1.0", 1, [0, 0]],
    ["-inf, 0.0", 0, [0, 0]],
    ["-inf, -inf", 0.5, [0, 0]],
  ])("the first of softmax of %s", (items, value, gradient) => {
    const text = `-- at: ${open}${items}]\ndef main xs = ${before}softmax${suffix} xs${after}\n`;
    expect(reals(text).map((all) => all.map((one) => one + 0))).toEqual([[value], gradient]);
  });
});

describe("derivatives of derivatives, by the compiled engine and by stages", () => {
  test.each([
    ["grad (grad lgamma) x", 2.5, 0.4903577561002348],
    ["grad (grad (grad lgamma)) x", 2.5, -0.23620405164172739],
    ["grad (grad erf) x", 0.5, -0.8787825789354448],
    ["grad (\\y -> grad (hypot y) 4.0) x", 3, -12 / 125],
    ["grad (grad softplus) x", 0, 0.25],
  ])("%s", (expression, at, value) => {
    const { out } = dual("run", `-- at: ${at.toFixed(1)}\ndef main (x : Real) = ${expression}\n`);
    expect(Math.abs(Number(out) / value - 1)).toBeLessThan(2e-15);
  });

  test.each(["naive", "tape", "chad", "transposed", "one-array", "forward"])(
    "%s has the bits of the compiled engine",
    (stage) => {
      const text =
        "-- at: (0.7, 2.3)\ndef main (x, y) = erf x * lgamma y + erfc y * digamma x + polygamma 2 x + hypot x y * cbrt x + asinh x + acosh y + atanh x + log2 y * log10 x + exp2 x * softplus y + pi * clamp 0.0 1.0 x\n";
      const [found, wanted] = [dual("grad", text, "--json", "--stage", stage), dual("grad", text, "--json")];
      const [a, b] = [found, wanted].map(({ out }) => JSON.parse(out));
      expect(a.valueScalars).toEqual(b.valueScalars);
      for (const [at, one] of a.gradientScalars.entries())
        expect(Math.abs(one / b.gradientScalars[at] - 1)).toBeLessThan(1e-14);
    },
  );
});
