// The scalar operations in JavaScript: their values, and what their adjoints add to the cotangents of their operands.
import type { OpId } from "../../core/ops.ts";

/** The value of an operation on JavaScript expressions; `site` is where a mistake is told. */
export function opValue(op: OpId, args: readonly string[], site: () => number, isIndex: boolean): string {
  const [x, y] = args as [string, string];
  switch (op) {
    case "add":
      return `${x} + ${y}`;
    case "sub":
      return `${x} - ${y}`;
    case "mul":
      return `${x} * ${y}`;
    case "div":
      return `${x} / ${y}`;
    case "neg":
      return `-${x}`;
    case "powInt":
      return `${x} ** ${y}`;
    case "sqrt":
    case "exp":
    case "log":
    case "log1p":
    case "expm1":
    case "sin":
    case "cos":
    case "tan":
    case "asin":
    case "acos":
    case "atan":
    case "sinh":
    case "cosh":
    case "tanh":
    case "abs":
      return `Math.${op}(${x})`;
    case "atan2":
      return `Math.atan2(${x}, ${y})`;
    case "pow":
      return `pow(${x}, ${y})`;
    case "min":
      return `(${x} <= ${y} || ${x} !== ${x} ? ${x} : ${y})`;
    case "max":
      return `(${x} >= ${y} || ${x} !== ${x} ? ${x} : ${y})`;
    case "sigmoid":
      return `sigmoid(${x})`;
    case "relu":
      return `(${x} > 0 || ${x} !== ${x} ? ${x} : 0)`;
    case "real":
      return x;
    case "sign":
      return `${x} >= 0`;
    case "floor":
    case "round":
      return `${op}Int(${x}, ${site()})`;
    case "eq":
    case "eqInt":
      return `${x} === ${y}`;
    case "ne":
    case "neInt":
      return `${x} !== ${y}`;
    case "lt":
    case "ltInt":
      return `${x} < ${y}`;
    case "le":
    case "leInt":
      return `${x} <= ${y}`;
    case "gt":
    case "gtInt":
      return `${x} > ${y}`;
    case "ge":
    case "geInt":
      return `${x} >= ${y}`;
    case "addInt":
      return isIndex ? `${x} + ${y}` : `addInt(${x}, ${y}, ${site()})`;
    case "subInt":
      return isIndex ? `${x} - ${y}` : `subInt(${x}, ${y}, ${site()})`;
    case "mulInt":
      return `mulInt(${x}, ${y}, ${site()})`;
    case "negInt":
      return `0 - ${x}`;
    case "absInt":
      return `Math.abs(${x})`;
    case "minInt":
      return `Math.min(${x}, ${y})`;
    case "maxInt":
      return `Math.max(${x}, ${y})`;
    case "divInt":
      return isIndex ? `Math.floor(${x} / ${y})` : `divInt(${x}, ${y}, ${site()})`;
    case "modInt":
      return `modInt(${x}, ${y}, ${site()})`;
  }
}

/** What an adjoint needs: operands by their index, or the result. */
export type Need = number | "result";

/** The cotangent d of an operation's result, times a partial. `code` sees the operands and the result as expressions. */
export interface Adjoint {
  readonly needs: readonly Need[];
  readonly code: (d: string, args: readonly string[], result: string) => string;
  /** Whether it passes d on as it is. */
  readonly passes: boolean;
}

function times(needs: readonly Need[], partial: (args: readonly string[], result: string) => string): Adjoint {
  return { needs, code: (d, args, result) => `${d} * ${partial(args, result)}`, passes: false };
}

const passed: Adjoint = { needs: [], code: (d) => d, passes: true };
const negated: Adjoint = { needs: [], code: (d) => `-${d}`, passes: false };

/** The adjoints of the operations that have partials, one for each operand; the formulas are those of `core/ops.ts`. */
export const ADJOINTS: Readonly<Partial<Record<OpId, readonly (Adjoint | undefined)[]>>> = {
  add: [passed, passed],
  sub: [passed, negated],
  mul: [times([1], ([, y]) => y!), times([0], ([x]) => x!)],
  div: [times([1], ([, y]) => `(1 / ${y})`), times([1, "result"], ([, y], r) => `-(${r} / ${y})`)],
  neg: [negated],
  pow: [times([0, 1], ([x, y]) => `powBase(${x}, ${y})`), times([0, 1], ([x, y]) => `powExponent(${x}, ${y})`)],
  powInt: [times([0, 1], ([x, n]) => `powInt(${x}, ${n})`), undefined],
  sqrt: [times(["result"], (_, r) => `(0.5 / ${r})`)],
  exp: [times(["result"], (_, r) => r)],
  log: [times([0], ([x]) => `(${x} < 0 ? NaN : 1 / ${x})`)],
  log1p: [times([0], ([x]) => `(${x} < -1 ? NaN : 1 / (1 + ${x}))`)],
  expm1: [times([0], ([x]) => `Math.exp(${x})`)],
  sin: [times([0], ([x]) => `Math.cos(${x})`)],
  cos: [times([0], ([x]) => `-Math.sin(${x})`)],
  tan: [times(["result"], (_, r) => `(1 + ${r} * ${r})`)],
  asin: [times([0], ([x]) => `(1 / Math.sqrt((1 - ${x}) * (1 + ${x})))`)],
  acos: [times([0], ([x]) => `(-1 / Math.sqrt((1 - ${x}) * (1 + ${x})))`)],
  atan: [times([0], ([x]) => `(1 / (1 + ${x} * ${x}))`)],
  atan2: [
    times([0, 1], ([y, x]) => `(${x} / (${x} * ${x} + ${y} * ${y}))`),
    times([0, 1], ([y, x]) => `(-${y} / (${x} * ${x} + ${y} * ${y}))`),
  ],
  sinh: [times([0], ([x]) => `Math.cosh(${x})`)],
  cosh: [times([0], ([x]) => `Math.sinh(${x})`)],
  tanh: [times([0], ([x]) => `(1 / Math.cosh(${x}) ** 2)`)],
  abs: [times([0], ([x]) => `Math.sign(${x})`)],
  min: [
    times([0, 1], ([x, y]) => `(${x} <= ${y} || ${x} !== ${x} ? 1 : 0)`),
    times([0, 1], ([x, y]) => `(${x} <= ${y} || ${x} !== ${x} ? 0 : 1)`),
  ],
  max: [
    times([0, 1], ([x, y]) => `(${x} >= ${y} || ${x} !== ${x} ? 1 : 0)`),
    times([0, 1], ([x, y]) => `(${x} >= ${y} || ${x} !== ${x} ? 0 : 1)`),
  ],
  sigmoid: [times([0], ([x]) => `sigmoidPartial(${x})`)],
  relu: [times([0], ([x]) => `(${x} > 0 ? 1 : ${x} !== ${x} ? ${x} : 0)`)],
};

/** Operations cheap enough to be repeated in the reverse pass rather than remembered. */
export const CHEAP: ReadonlySet<OpId> = new Set<OpId>([
  "add",
  "sub",
  "mul",
  "neg",
  "real",
  "sign",
  "eq",
  "ne",
  "lt",
  "le",
  "gt",
  "ge",
  "eqInt",
  "neInt",
  "ltInt",
  "leInt",
  "gtInt",
  "geInt",
  "negInt",
  "min",
  "max",
  "abs",
  "relu",
]);

/** Operations that may fail. */
export const PARTIAL: ReadonlySet<OpId> = new Set<OpId>([
  "floor",
  "round",
  "addInt",
  "subInt",
  "mulInt",
  "divInt",
  "modInt",
]);
