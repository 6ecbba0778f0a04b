// Habits in expressions that a pattern of tokens cannot say: names with dots, composition, and operators that work on each element.
import { nth } from "../../base/nth.ts";
import { CONSTRUCTORS } from "../foreign/types.ts";
import { foreignValue } from "../foreign/values.ts";
import { atom, atTokens, found, type Habit, put } from "./habit.ts";
import type { Tokens } from "./tokens.ts";

/** Operators that work on each element, and how tightly they bind; the plain ones beside them bind alike. */
const STRENGTHS: Readonly<Record<string, number>> = { "+": 1, "-": 1, "*": 2, "/": 2, "^": 3 };

function strength(sign: string): number {
  return STRENGTHS[sign.replace(".", "")] ?? 0;
}

/** `xs .* ys`, `2.0 .* xs`: an operator that binds tighter than those beside it; the others follow. */
export const elementwise: Habit = atTokens([".+", ".-", ".*", "./", ".^"], (tokens, index) => {
  const sign = tokens.at(index);
  const plain = sign.slice(1);
  const fn = plain === "^" ? "pow" : `(${plain})`;
  const suffix = /\bArray\b|#\[|\b(?:sum|map|fold|zipWith|scan)A\b/.test(tokens.text) ? "A" : "";
  const other = suffix === "" ? ", for arrays `zipWithA` and `mapA`" : "";
  const lambda = (left: string, right: string): string =>
    plain === "^" && !/^\d+$/.test(right) ? `\\x -> pow ${left} ${right}` : `\\x -> ${left} ${plain} ${right}`;
  const message = `Dual writes \`xs ${sign} ys\` as \`zipWith${suffix} ${fn} xs ys\`, and \`xs ${sign} 2.0\` as \`map${suffix} (${lambda("x", "2.0")}) xs\`${other}`;
  const [start, end] = [tokens.rowStart(index), tokens.rowEnd(index + 1)];
  const isTightest = strength(tokens.at(start - 1)) === 0 && strength(tokens.at(end)) <= strength(sign);
  if (start === index || end === index + 1 || !isTightest) return found("elementwise", tokens, [index, index], message);
  const [left, right] = [tokens.slice(start, index), tokens.slice(index + 1, end)];
  const isNumber = (at: number, to: number): boolean => to === at + 1 && tokens.kind(at) === "number";
  const text = isNumber(index + 1, end)
    ? `map${suffix} (${lambda("x", right)}) ${atom(left)}`
    : isNumber(start, index)
      ? `map${suffix} (${lambda(left, "x")}) ${atom(right)}`
      : `zipWith${suffix} ${fn} ${atom(left)} ${atom(right)}`;
  const edit = put(tokens, start, strength(tokens.at(end)) > 0 ? `(${text})` : text, end - 1);
  return found("elementwise", tokens, [index, index], message, `write \`${text}\``, [edit]);
});

/** Names of modules before a dot. */
const MODULES = new Set(
  "np jnp numpy math Math jax torch tf List Array Float Int Data Prelude Map random lax nn F std autograd func functional Zygote ForwardDiff ReverseDiff Enzyme".split(
    " ",
  ),
);
/** Members of modules that are other functions in Dual than what has their name there. */
const NUMERIC: Readonly<Record<string, string>> = { max: "maximum", amax: "maximum", maximum: "max", minimum: "min" };
const ARRAYS: Readonly<Record<string, string>> = { map: "mapA", sum: "sumA" };

/** Members of modules whose names Dual has for something else, or for the same with its arguments in another order. */
const OTHERS: Readonly<Record<string, string>> = {
  clamp: "`clamp lo hi x`",
  trace: "`sumA (build (rows m) (\\i -> at2 m i i))`",
  sign: "`if x > 0.0 then 1.0 else if x < 0.0 then -1.0 else 0.0`",
  flip: "`reverse xs`, of an array `reverseA a`",
  take: "`gather a is`",
  gather: "`gather a is`, along the only axis",
  update: "`update a i x`",
};

/** Whether a dot and the name after it stand right behind a token. */
function isMember(tokens: Tokens, dot: number): boolean {
  return tokens.at(dot) === "." && tokens.kind(dot + 1) === "word" && tokens.touches(dot - 1) && tokens.touches(dot);
}

/** `np.sin`, `Math.sin`, `List.map`, `torch.autograd.grad`. */
export const moduleName: Habit = atTokens(["."], (tokens, dot) => {
  let index = dot;
  while (MODULES.has(tokens.at(index + 1)) && isMember(tokens, index) && isMember(tokens, index + 2)) index += 2;
  const [module, name] = [tokens.at(index - 1), tokens.at(index + 1)];
  if (!MODULES.has(module) || !isMember(tokens, index)) return undefined;
  let first = index - 1;
  while (isMember(tokens, first - 1) && tokens.kind(first - 2) === "word") first -= 2;
  const foreign = foreignValue(name);
  const twin =
    foreign?.tag === "twin"
      ? foreign.name
      : foreign?.tag === "constant"
        ? foreign.text
        : (CONSTRUCTORS.get(name) ?? name);
  const isPlain = ["List", "Array", "Math", "math"].includes(module);
  const other = module === "List" || module === "Array" ? undefined : OTHERS[name];
  if (other !== undefined) {
    const says = `Dual has no modules, and its own \`${name}\` is another function: in Dual, ${other}`;
    return found("module-name", tokens, [first, index + 1], says);
  }
  const write = (module === "Array" ? ARRAYS[name] : isPlain ? undefined : NUMERIC[name]) ?? twin;
  const message = `Dual has no modules: \`${tokens.slice(first, index + 2)}\` is \`${write}\``;
  const edit = put(tokens, first, write, index + 1);
  return found("module-name", tokens, [first, index + 1], message, `write \`${write}\``, [edit]);
});

/** Members that are functions in Dual of what stands before them. */
const FUNCTIONS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ..."fst snd length head tail last sum product map filter reverse sort take drop all any transpose rows cols".split(
      " ",
    ),
    ..."sqrt sin cos tanh exp log abs sigmoid relu".split(" "),
    ..."first:fst second:snd len:length size:length shape:length T:transpose t:transpose max:maximum min:minimum".split(
      " ",
    ),
    ..."argmax argmin prod:product flatten:flat ravel:flat detach:stopGradient".split(" "),
  ].map((pair) => [pair.replace(/:.*/, ""), pair.replace(/.*:/, "")] as const),
);
/** Members that are functions of what stands before them, and then of their argument. */
const FIRST: Readonly<Record<string, string>> = {
  dot: "dot",
  matmul: "matMul",
  mm: "matMul",
  mv: "matVec",
  pow: "pow",
};

/** Where the receiver of a method begins, which may be a call of a method itself. */
function receiverStart(tokens: Tokens, dot: number): number {
  let start = tokens.atomStart(dot);
  for (let at = -1; at !== start; ) {
    at = start;
    // `xs.map(f)`, `f(x)` and `a[i]`
    const isTouching = ["(", "["].includes(tokens.at(start)) && tokens.touches(start - 1);
    if (isTouching || isMember(tokens, start - 1)) start = tokens.atomStart(isTouching ? start : start - 1);
  }
  return start;
}

/** A method with its argument, as a call of a function. */
interface Method {
  readonly text: string;
  /** The token after it. */
  readonly end: number;
}

/** The method after a dot as a function of a receiver; undefined for no known one. */
function methodAt(tokens: Tokens, dot: number, receiver: string): Method | undefined {
  const name = tokens.at(dot + 1);
  const isCall = tokens.at(dot + 2) === "(" && tokens.touches(dot + 1);
  const end = isCall ? tokens.atomEnd(dot + 2) : dot + 2;
  const argument = isCall ? tokens.slice(dot + 3, end - 1) : "";
  const of = atom(receiver);
  const axis =
    name === "shape" && tokens.touches(dot + 1) ? /^\[([01])\]$/.exec(tokens.slice(dot + 2, dot + 5))?.[1] : undefined;
  if (axis !== undefined) {
    const [hasTables, hasArrays] = [/\bArray2\b|\bmatVec\b|\bmatMul\b|\bat2\b/, /\bArray\b|#\[/].map((one) =>
      one.test(tokens.text),
    );
    const first = hasTables ? "rows" : hasArrays ? "size" : "length";
    return { text: `${axis === "1" ? "cols" : first} ${of}`, end: dot + 5 };
  }
  if (Object.hasOwn(FIRST, name) && argument !== "") return { text: `${FIRST[name]} ${of} ${atom(argument)}`, end };
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (known === undefined) return undefined;
  const fn = known === "length" && /\bArray\b|#\[/.test(tokens.text) ? "size" : known;
  return { text: [fn, ...(argument === "" ? [] : [atom(argument)]), of].join(" "), end };
}

/** `p.fst`, `xs.length`, `xs.map(f).sum()`. */
export const member: Habit = atTokens(["."], (tokens, index, error) => {
  // a field of a record is no mistake
  if (error !== index && error !== index + 1) return undefined;
  const start = receiverStart(tokens, index);
  if (start === index || !isMember(tokens, index)) return undefined;
  const at: [number, number] = [index, index + 1];
  let dot = start;
  while (dot < index && !isMember(tokens, dot)) dot = tokens.after(dot);
  const first = dot;
  let text = tokens.slice(start, dot);
  let end = dot;
  let method: Method | undefined;
  // the methods up to this one, and those after it
  for (; isMember(tokens, dot); dot = end) {
    method = methodAt(tokens, dot, text);
    if (method === undefined) break;
    ({ text, end } = method);
    if (dot > index && first !== index) break;
  }
  if (end <= index) {
    const name = tokens.at(index + 1);
    const foreign = foreignValue(name);
    const says = foreign?.tag === "advice" ? foreign.says : undefined;
    const instead = "a part of a tuple, or of data without names, is taken out by a pattern, `let (x, y) = p in ..`";
    if (says === undefined) return found("member", tokens, at, `no data type has a field \`${name}\`: ${instead}`);
    return found("method", tokens, at, `Dual has no methods, as \`${name}\`. ${says}`);
  }
  const message = `Dual has no methods: \`${tokens.slice(start, end)}\` is \`${text}\``;
  // the call before has the fix of all
  if (first !== index && tokens.at(index - 1) === ")") return found("method", tokens, at, message);
  return found("method", tokens, at, message, `write \`${text}\``, [put(tokens, start, `(${text})`, end - 1)]);
});

const COMPOSES = new Set([".", "∘"]);

/** `f . g . h`, `f ∘ g`. */
export const composition: Habit = atTokens([...COMPOSES], (tokens, index) => {
  let start = tokens.rowStart(index);
  if (start === index || isMember(tokens, index)) return undefined;
  while (COMPOSES.has(tokens.at(start - 1)) && tokens.rowStart(start - 1) < start - 1)
    start = tokens.rowStart(start - 1);
  const parts: string[] = [];
  let at = start - 1;
  do {
    const end = tokens.rowEnd(at + 1);
    if (end === at + 1) return undefined;
    parts.push(tokens.slice(at + 1, end));
    at = end;
  } while (COMPOSES.has(tokens.at(at)));
  const text = parts.reduceRight((rest, fn) => `compose ${atom(fn)} ${atom(rest)}`);
  const isAlone = tokens.at(start - 1) === "(" && tokens.at(at) === ")";
  const edit = put(tokens, start, isAlone ? text : `(${text})`, at - 1);
  const message = `Dual writes \`f ${tokens.at(index)} g\` as \`compose f g\``;
  return found("composition", tokens, [index, index], message, `write \`${text}\``, [edit]);
});

/** `1.`, a number that ends in a dot. */
export const numberDot: Habit = (tokens, error) => {
  const index = [error, error - 1].find((at) => tokens.kind(at) === "number" && tokens.at(at).endsWith("."));
  if (index === undefined) return [];
  const { text, to } = nth(tokens.list, index);
  const message = `a Real needs digits after its dot: write \`${text}0\` for \`${text}\``;
  return [found("number-dot", tokens, [index, index], message, `write \`${text}0\``, [{ from: to, to, text: "0" }])];
};

const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";

/** `x₁`, everywhere in the region. */
export const subscripts: Habit = atTokens([...SUBSCRIPTS], (tokens, index) => {
  const isSubscript = (at: number): boolean =>
    SUBSCRIPTS.includes(tokens.at(at) || " ") && tokens.kind(at) === "sign" && tokens.touches(at - 1);
  let first = index;
  while (isSubscript(first)) first--;
  if (first === index || tokens.kind(first) !== "word") return undefined;
  const places = [...tokens.list.keys()].filter(isSubscript);
  const edits = places.map((at) => put(tokens, at, String(SUBSCRIPTS.indexOf(tokens.at(at)))));
  const written = `${tokens.at(first)}${SUBSCRIPTS.indexOf(tokens.at(first + 1))}`;
  const message = `Dual has no subscripts: a name may end in digits, \`${written}\``;
  return found("subscript", tokens, [first, index], message, `write \`${written}\``, edits);
});
