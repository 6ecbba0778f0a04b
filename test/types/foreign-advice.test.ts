// Advice on names of other languages: the code in it is Dual, and what stands there for a name has its value.
import { describe, expect, test } from "vitest";
import { checkSource } from "../../engine/session/program/program.ts";
import { ADVICE, WORDS } from "../../engine/syntax/foreign/advice.ts";
import { KEYWORDS } from "../../engine/syntax/keywords.ts";
import { dual } from "../support/dual.ts";

/** Names that advice has for values of any kind. */
const FREE = new Set(["xs'", "xss", "is", "ps", "lo", "hi", ..."abcdefghijklmnpqtuvwxyz", "x'", "y'", "xs", "ys"]);

/** Pieces of code, between backquotes, of a text. */
function codeIn(says: string): readonly string[] {
  return [...says.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
}

/** The mistakes of a piece of code, whose free names are parameters. */
function mistakesOf(code: string): readonly string[] {
  if ([...KEYWORDS, "=", "Maybe", "Array2", "main", "jacobian"].includes(code)) return [];
  const params = [...new Set(code.match(/[\p{Ll}_][\p{L}\d_']*/gu) ?? [])].filter((name) => FREE.has(name));
  const text = code.startsWith("op ")
    ? `${code.replace(" = e by d", " = x * x by 2.0 * x").replace(" = e pullback h", " = p * p pullback \\c -> c * p")}\n`
    : `def it ${params.join(" ")} = ${code}\n`;
  return checkSource(text)
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ message }) => message);
}

const ALL: readonly (readonly [names: string, says: string])[] = [...WORDS, ...ADVICE];
const CODE = ALL.flatMap(([names, says]) => codeIn(says).map((code) => [names.split(" ")[0]!, code] as const));

describe("the code of advice", () => {
  test("there is much of it", () => expect(CODE.length).toBeGreaterThan(150));
  test.each(CODE)("for %s: %s", (_, code) => expect(mistakesOf(code)).toEqual([]));
});

/** Values of code of advice: of a name, the first, second .. piece, where its free names have values. */
const VALUES: readonly (readonly [name: string, piece: number, at: string, value: string])[] = [
  ["mean", 0, "xs = [1.0, 2.0, 6.0]", "3"],
  ["mean", 1, "a = #[1.0, 2.0, 6.0]", "3"],
  ["var", 0, "xs = [1.0, 2.0, 6.0]", `${14 / 3}`],
  ["std", 0, "xs = [1.0, 5.0]", "2"],
  ["median", 0, "a = #[7.0, 1.0, 2.0]", "2"],
  ["median", 0, "a = #[7.0, 1.0, 2.0, 4.0]", "3"],
  ["median", 1, "a = #[7.0, 1.0, 2.0, 4.0]", "2"],
  ["quantile", 0, "a = #[7.0, 1.0, 2.0, 4.0]; q = 0.5", "2"],
  ["quantile", 0, "a = #[7.0, 1.0, 2.0, 4.0]; q = 1.0", "7"],
  ["inner", 1, "xs = [1.0, 2.0]; ys = [3.0, 4.0]", "11"],
  ["norm", 0, "xs = [3.0, 4.0]", "5"],
  ["norm", 1, "a = #[3.0, 4.0]", "5"],
  ["normalize", 0, "a = #[3.0, 4.0]", "#[0.6, 0.8]"],
  ["cosine_similarity", 0, "a = #[3.0, 4.0]; b = #[4.0, 3.0]", "0.96"],
  ["layer_norm", 0, "a = #[1.0, 3.0]", `#[${-1 / Math.sqrt(1 + 1e-5)}, ${1 / Math.sqrt(1 + 1e-5)}]`],
  ["rmsnorm", 0, "a = #[1.0, 1.0]", `#[${1 / Math.sqrt(1 + 1e-6)}, ${1 / Math.sqrt(1 + 1e-6)}]`],
  ["mse", 0, "xs = [1.0, 2.0]; ys = [3.0, 5.0]", "6.5"],
  ["mae", 0, "xs = [1.0, 2.0]; ys = [3.0, 5.0]", "2.5"],
  ["huber", 0, "x = 0.5; d = 1.0", "0.125"],
  ["huber", 0, "x = -3.0; d = 1.0", "2.5"],
  ["cross_entropy", 0, "a = #[0.0, 0.0]; k = 1", `${Math.log(2)}`],
  ["cross_entropy", 1, "xs = [0.5, 0.5]; ys = [0.25, 0.25]", `${Math.log(4)}`],
  ["nll", 0, "a = #[-2.0, -3.0]; k = 1", "3"],
  ["bce", 0, "y = 1.0; p = 0.5", `${Math.log(2)}`],
  ["bce", 0, "y = 0.0; p = 0.75", `${Math.log(4)}`],
  ["bce", 1, "y = 1.0; x = 0.0", `${Math.log(2)}`],
  ["kl_div", 0, "xs = [0.5, 0.5]; ys = [0.25, 0.25]", `${Math.log(2)}`],
  ["linear", 0, "m = fromRows [[1.0, 2.0], [3.0, 4.0]]; a = #[1.0, 1.0]; b = #[0.5, 1.0]", "#[3.5, 8]"],
  ["ptp", 0, "xs = [2.0, 7.0, 1.0]", "6"],
  ["foldM", 0, "f y x = if x > 0 then Just (y + x) else Nothing; z = 0; xs = [1, 2]", "Just 3"],
  ["foldM", 0, "f y x = if x > 0 then Just (y + x) else Nothing; z = 0; xs = [1, -2]", "Nothing"],
  ["fmap", 1, "f x = x + 1; m = Just 2", "Just 3"],
  ["init", 0, "xs = [1, 2, 3]", "[1, 2]"],
  ["count", 1, "xs = [1, 2, 3]; p x = x > 1", "2"],
  ["count_nonzero", 0, "xs = [1.0, 0.0, 3.0]", "2"],
  ["nonzero", 0, "a = #[1.0, 0.0, 3.0]", "#[0, 2]"],
  ["findfirst", 0, "xs = [1, 2, 3]; p x = x > 1", "Just 1"],
  ["tile", 0, "n = 2; xs = [1, 2]", "[1, 2, 1, 2]"],
  ["tile", 1, "n = 2; a = #[1, 2]", "#[1, 2, 1, 2]"],
  ["linspace", 0, "lo = 1.0; hi = 3.0; n = 5", "#[1, 1.5, 2, 2.5, 3]"],
  ["logspace", 0, "lo = 0.0; hi = 2.0; n = 3", "#[1, 10, 100]"],
  ["geomspace", 0, "lo = 1.0; hi = 16.0; n = 3", "#[1, 4, 16]"],
  ["meshgrid", 0, "f x y = 10 * x + y; a = #[1, 2]; b = #[3, 4, 5]", "Array2 3 2 #[13, 23, 14, 24, 15, 25]"],
  ["enumerate", 0, "xs = [5, 7]", "[(0, 5), (1, 7)]"],
  ["argsort", 0, "xs = [3.0, 1.0, 2.0]", "[1, 2, 0]"],
  ["argsort", 1, "a = #[3.0, 1.0, 2.0]", "#[1, 2, 0]"],
  ["topk", 0, "k = 2; a = #[3.0, 1.0, 2.0]", "#[3, 2]"],
  ["maximumBy", 0, "f x = -x; xs = [3.0, 1.0, 2.0]", "1"],
  ["minimumBy", 0, "f x = -x; xs = [3.0, 1.0, 2.0]", "3"],
  ["searchsorted", 0, "a = #[1.0, 2.0, 4.0]; y = 2.5", "2"],
  ["cumsum", 0, "xs = [1.0, 2.0, 4.0]", "[1, 3, 7]"],
  ["cumsum", 1, "a = #[1.0, 2.0, 4.0]", "#[1, 3, 7]"],
  ["cumprod", 1, "a = #[1.0, 2.0, 4.0]", "#[1, 2, 8]"],
  ["cummax", 1, "a = #[1.0, 3.0, 2.0]", "#[1, 3, 3]"],
  ["cummin", 0, "xs = [3.0, 1.0, 2.0]", "[3, 1, 1]"],
  ["remainder", 1, "x = -7.5; y = 2.0", "0.5"],
  ["isclose", 0, "x = 1.0; y = 1.000001", "True"],
  ["isclose", 0, "x = 1.0; y = 1.001", "False"],
  ["interp", 0, "x = 1.0; x' = 3.0; y = 10.0; y' = 20.0; t = 2.5", "17.5"],
  ["polyval", 0, "x = 2.0; xs = [3.0, 0.0, 1.0]", "13"],
  ["evalpoly", 0, "x = 2.0; xs = [1.0, 0.0, 3.0]", "13"],
  ["trapz", 0, "d = 0.5; xs = [1.0, 2.0, 4.0]", "2.25"],
  ["fixed_point", 0, "f x = 0.5 * x; y = 0.0", "0"],
  ["lerp", 0, "x = 1.0; y = 3.0; t = 0.25", "1.5"],
  ["diff", 1, "xs = [1.0, 2.0, 4.0]", "[1, 2]"],
  ["beta", 0, "x = 1.0; y = 1.0", "1"],
  ["masked_fill", 0, "a = #[1, 2]; b = #[True, False]; y = 0", "#[0, 2]"],
  ["stack", 1, "a = #[1, 2]; b = #[3, 4]", "Array2 2 2 #[1, 2, 3, 4]"],
  ["concatenate", 2, "a = fromRows [[1, 2]]; b = fromRows [[3, 4]]", "Array2 2 2 #[1, 2, 3, 4]"],
  ["hstack", 2, "a = fromRows [[1], [2]]; b = fromRows [[3], [4]]", "Array2 2 2 #[1, 3, 2, 4]"],
  ["roll", 0, "k = 1; a = #[1, 2, 3]", "#[3, 1, 2]"],
  ["roll", 0, "k = -1; a = #[1, 2, 3]", "#[2, 3, 1]"],
  ["sliding_window", 0, "k = 2; a = #[1, 2, 3]", "#[#[1, 2], #[2, 3]]"],
  ["convolve", 0, "a = #[1.0, 2.0, 3.0]; b = #[0.0, 1.0, 0.5]", "#[0, 1, 2.5, 4, 1.5]"],
  ["convolve", 0, "a = #[1.0]; b = #[2.0, 3.0]", "#[2, 3]"],
  ["cross", 0, "a = #[1.0, 2.0, 3.0]; b = #[4.0, 5.0, 6.0]", "#[-3, 6, -3]"],
  ["bincount", 0, "n = 3; is = #[2, 0, 2]", "#[1, 0, 2]"],
  ["histogram", 0, "n = 2; lo = 0.0; w = 0.5; a = #[0.1, 0.9, 0.2]", "#[2, 1]"],
  ["scatter_add", 0, "a = #[1.0, 2.0]; is = #[1, 1]; b = #[3.0, 4.0]", "#[1, 9]"],
  ["take_along_axis", 0, "m = fromRows [[5, 6], [7, 8]]; k = fromRows [[1], [0]]", "Array2 2 1 #[6, 7]"],
  ["identity", 1, "n = 2", "Array2 2 2 #[1, 0, 0, 1]"],
  ["diag", 0, "m = fromRows [[1, 2], [3, 4]]", "#[1, 4]"],
  ["diag", 1, "a = #[1.0, 2.0]", "Array2 2 2 #[1, 0, 0, 2]"],
  ["apply_along_axis", 1, "f xs = sum xs; m = fromRows [[1, 2], [3, 4]]", "[4, 6]"],
  ["addmm", 0, "a = fromRows [[1, 2]]; b = fromRows [[3], [4]]; c = fromRows [[5]]", "Array2 1 1 #[16]"],
  ["matrix_power", 0, "n = 3; m = fromRows [[1, 1], [0, 1]]", "Array2 2 2 #[1, 3, 0, 1]"],
  ["vjp", 0, "f x = #[x, x * x]; y = 3.0; c = #[1.0, 2.0]", "13"],
  ["backward", 0, "f x = x * x; x = 3.0", "6"],
];

describe("the value of the code of advice", () => {
  test.each(VALUES)("for %s, piece %i, where %s", (name, piece, at, value) => {
    const [, says] = ALL.find(([names]) => names.split(" ").includes(name))!;
    const bindings = at.split("; ").map((one) => `let ${one} in `);
    const text = `-- at: 0.0\ndef main (unused : Real) = ${bindings.join("")}${codeIn(says)[piece]}\n`;
    const { out, err } = dual("run", text);
    expect(err).toBe("");
    expect(out.trim().replaceAll(/\.0\b/g, "")).toBe(value);
  });
});
