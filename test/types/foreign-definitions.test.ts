// Names that other languages have for a function that Dual can say: the definition that a fix puts above their use has the values that they mean.
import { describe, expect, test } from "vitest";
import { checkSource } from "../../engine/session/program/program.ts";
import { DEFINITIONS } from "../../engine/syntax/foreign/definitions.ts";
import { dual } from "../support/dual.ts";
import { appliedFix } from "../support/fixes.ts";

function mistakeOf(text: string) {
  return checkSource(text).diagnostics.find(({ severity }) => severity === "error");
}

const AT = [0.3, -0.7, 1.5, -2.5, 1e-9];
const step = (x: number): number => Math.cbrt(2 ** -52) * Math.max(Math.abs(x), 1e-3);
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** Functions of a Real, as JavaScript has them, and where they are tried. */
const SCALAR: Readonly<Record<string, readonly [f: (x: number) => number, at?: readonly number[]]>> = {
  exp10: [(x) => 10 ** x],
  logit: [(p) => Math.log(p / (1 - p)), [0.3, 0.9, 0.01]],
  arcsinh: [Math.asinh, [...AT, 0, 1e10]],
  arccosh: [Math.acosh, [1.5, 30]],
  arctanh: [Math.atanh, [0.3, -0.9, 0]],
  log1pexp: [(x) => Math.log(1 + Math.exp(x)), [...AT, 0, 40]],
  rsqrt: [(x) => 1 / Math.sqrt(x), [0.3, 4]],
  square: [(x) => x * x],
  abs2: [(x) => x * x],
  reciprocal: [(x) => 1 / x, [0.3, -4]],
  recip: [(x) => 1 / x, [0.3, -4]],
  sec: [(x) => 1 / Math.cos(x)],
  csc: [(x) => 1 / Math.sin(x), [0.3, -2]],
  cot: [(x) => 1 / Math.tan(x), [0.3, -2]],
  radians: [(x) => (x / 180) * Math.PI],
  rad2deg: [(x) => (x * 180) / Math.PI],
  sinpi: [(x) => Math.sin(Math.PI * x)],
  cospi: [(x) => Math.cos(Math.PI * x)],
  log_sigmoid: [(x) => -Math.log(1 + Math.exp(-x)), [...AT, 0, -40]],
  silu: [(x) => x * sigmoid(x), [...AT, 0]],
  softsign: [(x) => x / (1 + Math.abs(x)), [0.3, -2]],
  relu6: [(x) => Math.min(Math.max(x, 0), 6), [0.3, -2, 7]],
  elu: [(x) => (x > 0 ? x : Math.expm1(x)), [0.3, -2]],
  leaky_relu: [(x) => (x > 0 ? x : 0.01 * x), [0.3, -2]],
  signum: [Math.sign, [0.3, -2]],
  sech: [(x) => 1 / Math.cosh(x)],
  csch: [(x) => 1 / Math.sinh(x), [0.3, -2]],
  coth: [(x) => 1 / Math.tanh(x), [0.3, -2]],
  asec: [(x) => Math.acos(1 / x), [1.5, -3]],
  acsc: [(x) => Math.asin(1 / x), [1.5, -3]],
  acot: [(x) => Math.atan(1 / x), [0.3, -2]],
  asech: [(x) => Math.acosh(1 / x), [0.3, 0.9]],
  acsch: [(x) => Math.asinh(1 / x), [0.3, -2]],
  acoth: [(x) => Math.atanh(1 / x), [1.5, -3]],
  sind: [(x) => Math.sin((x * Math.PI) / 180), [30, -100]],
  cosd: [(x) => Math.cos((x * Math.PI) / 180), [30, -100]],
  tand: [(x) => Math.tan((x * Math.PI) / 180), [30, -100]],
  asind: [(x) => (Math.asin(x) * 180) / Math.PI, [0.3, -0.9]],
  acosd: [(x) => (Math.acos(x) * 180) / Math.PI, [0.3, -0.9]],
  atand: [(x) => (Math.atan(x) * 180) / Math.PI, [0.3, -9]],
  sinc: [(x) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)), [0.3, -2.5, 0]],
  mod2pi: [(x) => ((x % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI), [0.3, 7, -1]],
  logcosh: [(x) => Math.log(Math.cosh(x)), [0.3, -2, 0]],
  exprel: [(x) => (x === 0 ? 1 : Math.expm1(x) / x), [0.3, -2, 0]],
  mish: [(x) => x * Math.tanh(Math.log(1 + Math.exp(x)))],
  tanhshrink: [(x) => x - Math.tanh(x)],
  softshrink: [(x) => Math.sign(x) * Math.max(Math.abs(x) - 0.5, 0), [0.3, 2, -2]],
  hardtanh: [(x) => Math.min(Math.max(x, -1), 1), [0.3, 2, -2]],
  hardsigmoid: [(x) => Math.min(Math.max(x + 3, 0), 6) / 6, [0.3, 4, -4]],
  hardswish: [(x) => (x * Math.min(Math.max(x + 3, 0), 6)) / 6, [0.3, 4, -4]],
  selu: [(x) => 1.0507009873554805 * (x > 0 ? x : 1.6732632423543772 * Math.expm1(x)), [0.3, -2]],
  normal_pdf: [(x) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)],
  frac: [(x) => x - Math.trunc(x), [1.7, -1.7]],
  fabs: [Math.abs, [0.3, -2]],
  ln: [Math.log, [0.3, 4]],
  negate: [(x) => -x],
};

/** A text after its first fix. */
function mended(text: string): string {
  const { fix } = mistakeOf(text) ?? {};
  if (fix === undefined) throw new Error(`no fix: ${text}`);
  return appliedFix(text, fix);
}

/** A text after a fix for each of its two names. */
function whole(text: string): string {
  const once = mended(text);
  return mistakeOf(once) === undefined ? once : mended(once);
}

/** Uses of functions of other values, with what they give. */
const USES: readonly (readonly [expression: string, value: string])[] = [
  ["map even (range 0 3)", "[True, False, True]"],
  ["map odd [-1, 2]", "[True, False]"],
  ["map (\\(a, b) -> quot a b) [(7, 2), (-7, 2), (7, -2), (-7, -2)]", "[3, -3, -3, 3]"],
  ["map (\\(a, b) -> rem a b) [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, -3)]", "[1, -1, 1, -1, 0]"],
  ["map truncate [1.7, -1.7, 2.0]", "[1, -1, 2]"],
  ["map ceil [1.2, -1.2, 2.0]", "[2, -1, 2]"],
  ["fmod (-7.5) 2.0", "-1.5"],
  ["map isnan [nan, 1.0]", "[True, False]"],
  ["gcd 12 (-18)", "6"],
  ["map isfinite [nan, inf, 1.0]", "[False, False, True]"],
  ["map isinf [nan, -inf, 1.0]", "[False, True, False]"],
  ["logaddexp 800.0 (-inf)", "800"],
  ["log_softmax [800.0, 0.0]", "[0, -800]"],
  ["trigamma 1.0", "1.6449340668482264"],
  ["lbeta 1.0 1.0", "0"],
  ["cos (2.0 * PI)", "1"],
  ["tau / pi", "2"],
  ["logBase 2.0 8.0", "3"],
  ["concatMap (\\n -> [n, n]) [1, 2]", "[1, 1, 2, 2]"],
  ["notElem 2 [1, 2]", "False"],
  ["foldl1 (-) [9, 2, 3]", "4"],
  ["takeWhile (\\n -> n < 3) [1, 2, 3, 1]", "[1, 2]"],
  ["dropWhile (\\n -> n < 3) [1, 2, 3, 1]", "[3, 1]"],
  ["splitAt 1 [1, 2, 3]", "([1], [2, 3])"],
  ["partition (\\n -> n < 2) [1, 2, 3, 1]", "([1, 1], [2, 3])"],
  ["zipWith3 (\\x y z -> x * y + z) [1, 2] [3, 4] [5, 6]", "[8, 14]"],
  ["maybe 0 (\\n -> n + 1) (Just 2)", "3"],
  ["fromMaybe 7 Nothing", "7"],
  ["isJust (Just 1)", "True"],
  ["isNothing (Just 1)", "False"],
  ["catMaybes [Just 1, Nothing, Just 3]", "[1, 3]"],
  ["mapMaybe (\\n -> if n > 1 then Just (n * n) else Nothing) [1, 2, 3]", "[4, 9]"],
  ["either (\\n -> n + 1) (\\n -> n - 1) (if 1 > 2 then Left 5 else Right 5)", "4"],
  ["succ 1 + pred 1", "2"],
  ["2.0 * e ^ 2", `${2 * Math.exp(1) ** 2}`],
  ["max neg_infinity 1.0", "1"],
  ["[normal_cdf 0.0, normal_cdf 1.0]", "[0.5, 0.8413447460685429]"],
  ["abs (ndtr (-10.0) / 7.619853024160526e-24 - 1.0) < 1e-13", "True"],
  ["[true_divide 3.0 2.0, true_divide 1.0 (-4.0)]", "[1.5, -0.25]"],
  ["[fma 2.0 3.0 1.0, fma 2.0 (-3.0) 0.0]", "[7, -6]"],
  ["[ldexp 3.0 2, ldexp 3.0 (-1)]", "[12, 1.5]"],
  ["[xlogy 0.0 0.0, xlogy 2.0 1.0, xlogy 0.0 inf]", "[0, 0, 0]"],
  ["grad (\\y -> xlogy y 1.0) 0.0 + grad (\\y -> xlogy 3.0 y) 2.0", "1.5"],
  ["[xlog1py 0.0 (-1.0), xlog1py 2.0 0.0]", "[0, 0]"],
  ["[degrees pi, degrees 0.0]", "[180, 0]"],
  ["sincos 0.0", "(0, 1)"],
  ["softmin [0.0, 0.0, inf]", "[0.5, 0.5, 0]"],
  ["[logfactorial 1, exp (logfactorial 0)]", "[0, 1]"],
  ["[factorial 0, factorial 5]", "[1, 120]"],
  ["[comb 5 2, comb 6 3, comb 3 5, comb 4 0]", "[10, 20, 0, 1]"],
  ["[fmax nan 1.0, fmax 2.0 nan, fmax 2.0 3.0]", "[1, 2, 3]"],
  ["[fmin nan 1.0, fmin 2.0 nan, fmin 2.0 3.0]", "[1, 2, 2]"],
  ["[prelu 2.0 0.5, prelu (-2.0) 0.5]", "[2, -1]"],
  ["[heaviside (-1.0) 0.5, heaviside 0.0 0.5, heaviside 2.0 0.5]", "[0, 0.5, 1]"],
  ["[copysign 2.0 (-1.0), copysign (-2.0) 3.0]", "[-2, 2]"],
  ["[quotRem 7 2, quotRem (-7) 2, quotRem 7 (-2), quotRem (-7) (-2)]", "[(3, 1), (-3, -1), (-3, 1), (3, -1)]"],
  ["[divmod 7 2, divmod (-7) 2, divmod 7 (-2)]", "[(3, 1), (-4, 1), (-4, -1)]"],
  ["[cld 7 2, cld (-7) 2, cld 6 3]", "[4, -3, 2]"],
  ["[mod1 3 3, mod1 4 3, mod1 0 3]", "[3, 1, 3]"],
  ["[lcm 4 6, lcm (-4) 6, lcm 0 3, lcm 3 0]", "[12, 12, 0, 0]"],
  ["swap (1, 2)", "(2, 1)"],
  ["fst3 (1, 2, 3)", "1"],
  ["snd3 (1, 2, 3)", "2"],
  ["thd3 (1, 2, 3)", "3"],
  ["singleton 2", "[2]"],
  ["map uncons [[1, 2], []]", "[Just (1, [2]), Nothing]"],
  ["nub [1, 2, 1, 3, 2]", "[1, 2, 3]"],
  ["foldr1 (-) [9, 2, 3]", "10"],
  ["scanl1 (+) [1, 2, 3]", "[1, 3, 6]"],
  ["scanr (-) 0 [1, 2, 3]", "[2, -1, 3, 0]"],
  ["map (span (\\n -> n < 2)) [[1, 0, 2, 1], []]", "[([1, 0], [2, 1]), ([], [])]"],
  ["tails [1, 2]", "[[1, 2], [2], []]"],
  ["map (isPrefixOf [1, 2]) [[1, 2, 3], [1], [2, 1]]", "[True, False, False]"],
  ["[elemIndex 3 [5, 3, 3], elemIndex 4 [5]]", "[Just 1, Nothing]"],
  ["[findIndex (\\n -> n < 4) [5, 3, 3], findIndex (\\n -> n < 4) [5]]", "[Just 1, Nothing]"],
  ["[find_opt (\\n -> n < 4) [5, 3, 2], find_opt (\\n -> n < 4) [5]]", "[Just 3, Nothing]"],
  ["extrema [3, 1, 2]", "(1, 3)"],
  ["unzip3 [(1, 2, 3), (4, 5, 6)]", "([1, 4], [2, 5], [3, 6])"],
  ["fold_left2 (\\s x y -> s * 10 + x - y) 0 [5, 7] [1, 2]", "45"],
  ["for_all2 (\\x y -> x < y) [1, 2] [2, 2]", "False"],
  ["exists2 (\\x y -> x < y) [1, 2] [2, 2]", "True"],
  ["rev_append [1, 2] [3]", "[2, 1, 3]"],
  ["rev_map (\\n -> n + 1) [1, 2]", "[3, 2]"],
  ["fromJust (Just 2)", "2"],
  ["one_hot 1 3", "#[0, 1, 0]"],
  ["segment_sum #[1, 2, 4] #[1, 0, 1] 3", "#[2, 5, 0]"],
  ["segment_prod #[3, 2, 4] #[1, 0, 1] 3", "#[2, 12, 1]"],
  ["segment_max #[1, 2, 4] #[1, 0, 1] 3", "#[2, 4, -inf]"],
  ["segment_min #[1, 2, 4] #[1, 0, 1] 3", "#[2, 1, inf]"],
  ["toRows (eye 2)", "[[1, 0], [0, 1]]"],
  ["toRows (make_matrix 1 2 7)", "[[7, 7]]"],
  ["tr (fromRows [[1, 2], [3, 4]])", "5"],
  ["toRows (tril (fromRows [[1, 2], [3, 4]]))", "[[1, 0], [3, 4]]"],
  ["toRows (triu (fromRows [[1, 2], [3, 4]]))", "[[1, 2], [0, 4]]"],
  ["toRows (fliplr (fromRows [[1, 2, 3], [4, 5, 6]]))", "[[3, 2, 1], [6, 5, 4]]"],
  ["toRows (flipud (fromRows [[1, 2, 3], [4, 5, 6]]))", "[[4, 5, 6], [1, 2, 3]]"],
  ["toRows (rot90 (fromRows [[1, 2, 3], [4, 5, 6]]))", "[[3, 6], [2, 5], [1, 4]]"],
  ["toRows (kron (fromRows [[1, 2]]) (fromRows [[1, 2], [3, 4]]))", "[[1, 2, 2, 4], [3, 4, 6, 8]]"],
];

test("each definition is tried", () => {
  const tried = new Set([
    ...Object.keys(SCALAR),
    ...USES.flatMap(([expression]) => expression.match(/[\p{L}\d_']+/gu) ?? []),
  ]);
  expect(
    DEFINITIONS.map(([names]) => names).filter((names) => !names.split(" ").some((name) => tried.has(name))),
  ).toEqual([]);
});

describe("a fix means what was written", () => {
  test.each(Object.entries(SCALAR))("%s", (name, [f, at = AT]) => {
    const text = whole(`-- at: 1.0\ndef two = 2.0\ndef main (x : Real) = two * ${name} x - ${name} x\n`);
    for (const x of at) {
      const { out, status } = dual(
        "grad",
        text,
        "--at",
        x < 0 ? `(${x})` : Number.isInteger(x) ? x.toFixed(1) : String(x),
        "--json",
      );
      expect(status).toBe(0);
      const { valueScalars, gradientScalars } = JSON.parse(out);
      expect(valueScalars[0]).toBeCloseTo(f(x), 10);
      const slope = (f(x + step(x)) - f(x - step(x))) / (2 * step(x));
      expect(Math.abs(gradientScalars[0] - slope)).toBeLessThan(1e-4 * Math.max(1, Math.abs(slope)));
    }
  });

  test.each(["stop_gradient", "detach", "dropgrad"])("%s lets no derivative through", (name) => {
    const { out } = dual("grad", mended(`-- at: 3.0\ndef main x = x * ${name} x\n`));
    expect(out).toMatch(/9\.0[\s\S]*3\.0/);
  });

  test.each(USES)("%s", (expression, value) => {
    const text = whole(`-- at: 1.0\ndef main (x : Real) = ${expression}\n`);
    const { out, err, status } = dual("run", text);
    expect(err).toBe("");
    // where nothing decides, the numbers of `main` are Reals
    expect([out.trim().replace(/\.0\b/g, ""), status]).toEqual([value, 0]);
  });
});
