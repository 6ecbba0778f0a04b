// Habits around a dot: modules, members, elements, composition, and numbers that end in one.
import { nth, present } from "../../base/nth.ts";
import { atom, atTokens, found, type Habit, put } from "./habit.ts";

/** `xs.(i)` of OCaml. */
export const arrayElement: Habit = atTokens(["."], (tokens, index) => {
  if (tokens.at(index + 1) !== "(" || !tokens.touches(index) || tokens.atomStart(index) === index) return undefined;
  const end = tokens.atomEnd(index + 1);
  if (end === index + 1 || nth(tokens.list, index).from !== nth(tokens.list, index - 1).to) return undefined;
  const inside = tokens.slice(index + 2, end - 1);
  return found(
    "array-element",
    tokens,
    [index, index],
    "Dual writes `a.(i)` as `a ! i`, the element of an array",
    `write \`! ${atom(inside)}\``,
    [put(tokens, index, ` ! ${atom(inside)}`, end - 1)],
  );
});

/** `xs[1:]`, `xs[:n]`, `xs[a:b]` of Python. */
export const slice: Habit = atTokens([":"], (tokens, index) => {
  const opener = tokens.opener(index);
  const closer = tokens.closer(index);
  const start = tokens.atomStart(opener);
  if (tokens.at(opener) !== "[" || start === opener || !tokens.touches(opener - 1)) return undefined;
  if (tokens.at(closer) !== "]" || tokens.next(index + 1, new Set([":"])) < closer) return undefined;
  const list = atom(tokens.slice(start, opener));
  const place = (text: string): string =>
    text.startsWith("-") ? `(length ${list} - ${text.slice(1).trim()})` : atom(text);
  const [from, to] = [tokens.slice(opener + 1, index).trim(), tokens.slice(index + 1, closer).trim()];
  const rest = from === "" ? list : `(drop ${place(from)} ${list})`;
  const count =
    from === ""
      ? place(to)
      : /^\d+$/.test(from) && /^\d+$/.test(to)
        ? `${Number(to) - Number(from)}`
        : `(${place(to)} - ${place(from)})`;
  const text = to === "" ? rest : `(take ${count} ${rest})`;
  const message = "Dual has no slices: `xs[a:]` is `drop a xs`, and `xs[:b]` is `take b xs`";
  return found("slice", tokens, [opener, closer], message, `write \`${text}\``, [put(tokens, start, text, closer)]);
});

/** `1,5`, a number with a decimal comma. */
export const decimalComma: Habit = atTokens([","], (tokens, index) => {
  const [whole, part] = [tokens.at(index - 1), tokens.at(index + 1)];
  if (!/^\d+$/.test(whole) || !/^\d+$/.test(part) || !tokens.touches(index - 1) || !tokens.touches(index))
    return undefined;
  if (tokens.opener(index) >= 0) return undefined;
  const text = `${whole}.${part}`;
  return found(
    "decimal-comma",
    tokens,
    [index - 1, index + 1],
    `Dual writes the number with a point: \`${text}\``,
    `write \`${text}\``,
    [put(tokens, index - 1, text, index + 1)],
  );
});

/** Names of modules before a dot. */
const MODULES = new Set(
  "np jnp numpy math Math jax torch tf List Array Float Int Data Prelude Map random lax nn F std"
    .split(" ")
    .concat("autograd func functional Zygote ForwardDiff ReverseDiff Enzyme".split(" ")),
);
/** Names of members that Dual calls otherwise. */
const MEMBERS: Readonly<Record<string, string>> = {
  PI: "3.141592653589793",
  pi: "3.141592653589793",
  E: "2.718281828459045",
  e: "2.718281828459045",
  log1p: "log1p",
  arctan: "atan",
  arcsin: "asin",
  arccos: "acos",
  power: "pow",
  len: "length",
  fold_left: "foldl",
  fold_right: "foldr",
  max: "maximum",
  maximum: "max",
  amax: "maximum",
  minimum: "min",
  dot: "dot",
  rev: "reverse",
  gradient: "grad",
  derivative: "grad",
  value_and_grad: "valueAndGrad",
};

/** `np.sin`, `Math.sin`, `List.map`, `torch.autograd.grad`. */
export const moduleName: Habit = atTokens(["."], (tokens, dot) => {
  let index = dot;
  const isMember = (at: number): boolean =>
    tokens.at(at) === "." && tokens.kind(at + 1) === "word" && tokens.touches(at - 1) && tokens.touches(at);
  while (MODULES.has(tokens.at(index + 1)) && isMember(index) && isMember(index + 2)) index += 2;
  const [module, name] = [tokens.at(index - 1), tokens.at(index + 1)];
  if (!MODULES.has(module) || tokens.kind(index + 1) !== "word") return undefined;
  if (!tokens.touches(index - 1) || !tokens.touches(index)) return undefined;
  let first = index - 1;
  while (tokens.at(first - 1) === "." && tokens.kind(first - 2) === "word" && tokens.touches(first - 2)) first -= 2;
  const isList = module === "List" || module === "Array" || module === "Math" || module === "math";
  const renamed = isList && (name === "max" || name === "maximum") ? name : (MEMBERS[name] ?? name);
  const write = module === "Array" && ["map", "sum", "size"].includes(name) ? present(ARRAY_NAMES[name]) : renamed;
  return found(
    "module-name",
    tokens,
    [first, index + 1],
    `Dual has no modules: \`${tokens.slice(first, index + 2)}\` is \`${write}\``,
    `write \`${write}\``,
    [put(tokens, first, write, index + 1)],
  );
});
const ARRAY_NAMES: Readonly<Record<string, string>> = { map: "mapA", sum: "sumA", size: "size" };

/** Members that are functions in Dual. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  fst: "fst",
  snd: "snd",
  first: "fst",
  second: "snd",
  length: "length",
  len: "length",
  size: "length",
  shape: "length",
  head: "head",
  tail: "tail",
  sum: "sum",
  map: "map",
  filter: "filter",
  reverse: "reverse",
  sqrt: "sqrt",
  sin: "sin",
  cos: "cos",
  exp: "exp",
  abs: "abs",
};

/** `p.fst`, `xs.length`, `xs.map(f)`, `xs.sum()`. */
export const member: Habit = atTokens(["."], (tokens, index) => {
  const name = tokens.at(index + 1);
  const start = tokens.atomStart(index);
  if (start === index || tokens.kind(index + 1) !== "word") return undefined;
  if (!tokens.touches(index - 1) || !tokens.touches(index)) return undefined;
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  const fn = known === "length" && /\bArray\b|#\[/.test(tokens.text) ? "size" : known;
  const message =
    fn === undefined
      ? `Dual has no fields and methods: a part of a tuple or of data is taken out by a pattern, \`let (x, y) = p in ..\``
      : `Dual has no fields and methods: \`${tokens.slice(start, index + 2)}\` is \`${fn} ${tokens.slice(start, index)}\``;
  if (fn === undefined) return found("member", tokens, [index, index + 1], message);
  const isCall = tokens.at(index + 2) === "(" && tokens.touches(index + 1);
  const end = isCall ? tokens.atomEnd(index + 2) : index + 2;
  const argument = isCall ? tokens.slice(index + 3, end - 1) : "";
  const text = `(${[fn, ...(argument === "" ? [] : [atom(argument)]), tokens.slice(start, index)].join(" ")})`;
  return found("member", tokens, [index, index + 1], message, `write \`${text}\``, [put(tokens, start, text, end - 1)]);
});

/** `f . g . h`. */
export const composition: Habit = atTokens(["."], (tokens, index) => {
  const parts: string[] = [];
  let start = tokens.rowStart(index);
  if (start === index) return undefined;
  while (tokens.at(start - 1) === "." && tokens.rowStart(start - 1) < start - 1) start = tokens.rowStart(start - 1);
  let at = start;
  for (;;) {
    const end = tokens.rowEnd(at);
    if (end === at) return undefined;
    parts.push(tokens.slice(at, end));
    at = end;
    if (tokens.at(at) !== ".") break;
    at++;
  }
  const text = parts.reduceRight((rest, fn) => `compose ${atom(fn)} ${atom(rest)}`);
  const isApplied = tokens.at(start - 1) === "(" && tokens.at(at) === ")";
  return found("composition", tokens, [index, index], "Dual writes `f . g` as `compose f g`", `write \`${text}\``, [
    put(tokens, start, isApplied ? text : `(${text})`, at - 1),
  ]);
});

/** `1.`, a number that ends in a dot. */
export const numberDot: Habit = (tokens, error) => {
  for (let index = Math.min(error, tokens.list.length - 1); index >= Math.max(0, error - 1); index--) {
    const text = tokens.at(index);
    if (tokens.kind(index) !== "number" || !text.endsWith(".")) continue;
    const message = `a Real needs digits after its dot: write \`${text}0\` for \`${text}\``;
    return [
      found("number-dot", tokens, [index, index], message, `write \`${text}0\``, [put(tokens, index, `${text}0`)]),
    ];
  }
  return [];
};
