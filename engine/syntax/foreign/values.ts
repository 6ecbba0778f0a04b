// Values and functions of other languages and libraries: what Dual has in their place. What is offered as a fix means what was written.
import { ADVICE, WORDS } from "./advice.ts";
import { DEFINITIONS } from "./definitions.ts";
import { isFieldName } from "./field-names.ts";

/** The counterpart in Dual of a name of another language. */
export type Foreign =
  /** The same function under another name. */
  | { readonly tag: "twin"; readonly name: string }
  /** A value, as an expression that can stand anywhere. */
  | { readonly tag: "constant"; readonly text: string }
  /** A definition of it. */
  | { readonly tag: "definition"; readonly text: string }
  /** Advice on what to write instead, where that depends on what is meant; said after "`name` is not defined. ". */
  | { readonly tag: "advice"; readonly says: string }
  /** Nothing: Dual has no such function. */
  | { readonly tag: "none" };

/** The same function: it takes the same arguments in the same order. */
const TWINS = `
just:Just some:Just len:length ln:log fold_left:foldl prod:product
arctan:atan arcsin:asin arccos:acos arctan2:atan2 arcsinh:asinh arccosh:acosh arctanh:atanh
isnan:isNaN is_nan:isNaN isNan:isNaN isinf:isInf is_inf:isInf isInfinite:isInf is_infinite:isInf
gammaln:lgamma loggamma:lgamma logGamma:lgamma lgam:lgamma psi:digamma log1pexp:softplus
logsumexp:logSumExp log_sum_exp:logSumExp π:pi
stop_gradient:stopGradient stop_grad:stopGradient stopgrad:stopGradient detach:stopGradient dropgrad:stopGradient ignore_derivatives:stopGradient
float:real double:real toFloat:real float_of_int:real fromIntegral:real fromInteger:real
power:pow fabs:abs absolute:abs abs_float:abs around:round negate:neg negative:neg expit:sigmoid logistic:sigmoid
car:head cdr:tail hd:head tl:tail rev:reverse
failwith:error invalid_arg:error panic:error exists:any for_all:all mem:elem
matmul:matMul mm:matMul matvec:matVec mv:matVec nrow:rows nrows:rows ncol:cols ncols:cols
float_power:pow floor_divide:div floordiv:div fld:div of_int:real to_float:real of_list:fromList from_list:fromList to_list:toList
gradient:grad derivative:grad deriv:grad differentiate:grad value_and_grad:valueAndGrad grad':valueAndGrad diff':valueAndGrad
`;

const CONSTANTS: Readonly<Record<string, string>> = {
  true: "True",
  false: "False",
  otherwise: "True",
  nil: "[]",
  null: "Nothing",
  none: "Nothing",
  nothing: "Nothing",
  NaN: "nan",
  infinity: "inf",
  infty: "inf",
  neg_infinity: "(-inf)",
  e: "(exp 1.0)",
  E: "(exp 1.0)",
  tau: "(2.0 * pi)",
  max_float: "1.7976931348623157e308",
  min_float: "2.2250738585072014e-308",
  epsilon_float: "2.220446049250313e-16",
};

/** Spreads entries over their names. */
function byName<T>(rows: readonly (readonly [names: string, text: string])[], make: (text: string, name: string) => T) {
  return rows.flatMap(([names, text]) => names.split(" ").map((name) => [name, make(text, name)] as const));
}

const FOREIGN: ReadonlyMap<string, Foreign> = new Map<string, Foreign>([
  ...[...WORDS].map(([name, says]) => [name, { tag: "advice", says }] as const),
  ...byName(ADVICE, (says) => ({ tag: "advice", says }) as const),
  ...byName(DEFINITIONS, (text, name) => ({ tag: "definition", text: text.replace(/\bit\b/g, name) }) as const),
  ...Object.entries(CONSTANTS).map(([name, text]) => [name, { tag: "constant", text }] as const),
  ...TWINS.trim()
    .split(/\s+/)
    .map((pair) => pair.split(":") as [string, string])
    .map(([foreign, name]) => [foreign, { tag: "twin", name }] as const),
]);

/** Finds the counterpart in Dual of a name of another language; undefined for a name that none of them gives a function. */
export function foreignValue(name: string): Foreign | undefined {
  return FOREIGN.get(name) ?? (isFieldName(name) ? { tag: "none" } : undefined);
}

/** All names that are explained, for tests. */
export const FOREIGN_NAMES: readonly string[] = [...FOREIGN.keys()];
