// Terms with parts that bind: `case`, `let`, local functions, and recursion that ends.
import { type Known, local } from "./builtins.ts";
import { newName, type Pattern, Patterns } from "./patterns.ts";
import type { Scope } from "./scope.ts";
import type { Terms } from "./terms.ts";
import { fieldsOf, fun, hasVariable, mentions, SIZE, type Type, typeKey, typeText, variable } from "./types.ts";

/** Types that patterns look into. */
function isLookedInto(type: Type): boolean {
  return type.tag !== "fun" && type.tag !== "array" && type.tag !== "var";
}

/** A `case` with branches that may be redundant, doubled, out of order, or not enough. */
export function clauses(terms: Terms, type: Type, scope: Scope): string {
  const { random } = terms;
  // on a variable again and again
  const variables = scope.locals.filter((one) => one.uses === undefined && isLookedInto(one.type));
  const known = variables.length > 0 && random.chance(0.75) ? pickFinite(terms, variables) : undefined;
  const on = known?.type ?? (random.chance(0.6) ? terms.anyType(scope, 1) : terms.anyType(scope, 2));
  const scrutinee = known?.text ?? terms.make(on, scope);
  const isEnough = random.chance(0.9);
  const made: Pattern[] = [];
  const branches: string[] = [];
  const add = (pattern: Pattern): void => {
    made.push(pattern);
    branches.push(`${pattern.text} -> ${terms.make(type, scope.with(pattern.names))}`);
  };
  const fresh = (readiness: number): Pattern => new Patterns(random, scope.world.data).make(on, 2, readiness);
  const count = random.between(1, 4);
  for (let index = 0; index < count; index++) {
    if (made.length > 0 && random.chance(0.2)) add(random.pick(made));
    else add(fresh(random.chance(0.12) ? 0 : 0.9));
  }
  if (isEnough) {
    const all = random.chance(0.4) ? everyWay(terms, on, scope) : undefined;
    for (const pattern of all ?? [new Patterns(random, scope.world.data).make(on, 0, 0)]) add(pattern);
    if (random.chance(0.1)) add(fresh(0.9));
  }
  return `(case ${scrutinee} of { ${random.chance(0.1) ? "| " : ""}${branches.join(" | ")} })`;
}

/** A variable, one with few values rather. */
function pickFinite({ random }: Terms, variables: readonly Known[]): Known {
  return random.weighted(
    variables.map((one) => [one.type.tag === "bool" || one.type.tag === "data" ? 3 : 1, one] as const),
  );
}

/** A branch for each constructor; undefined for types without. */
function everyWay({ random }: Terms, on: Type, scope: Scope): readonly Pattern[] | undefined {
  const ways = constructorsAt(on, scope);
  if (ways === undefined) return undefined;
  return random.shuffled(ways).map(({ name, fields }) => {
    const patterns = new Patterns(random, scope.world.data);
    const parts = fields.map((field) => patterns.make(field, 0, 0));
    const names = parts.flatMap((part) => part.names);
    const texts = parts.map(({ text }) => text);
    return { text: name === "::" ? texts.join(" :: ") : [name, ...texts].join(" "), names, isAtom: false };
  });
}

function constructorsAt(
  type: Type,
  scope: Scope,
): readonly { readonly name: string; readonly fields: readonly Type[] }[] | undefined {
  if (type.tag === "bool") return ["False", "True"].map((name) => ({ name, fields: [] }));
  if (type.tag === "list")
    return [
      { name: "[]", fields: [] },
      { name: "::", fields: [type.item, type] },
    ];
  if (type.tag !== "data") return undefined;
  const found = scope.world.data.find(({ name }) => name === type.name)!;
  return found.constructors.map(({ name, fields }) => ({ name, fields: fieldsOf(found, type.args, fields) }));
}

const NOTHING: ReadonlySet<string> = new Set();

export const lets = {
  /** A `let` of a value. */
  value(terms: Terms, type: Type, scope: Scope): string {
    const { random } = terms;
    const of = terms.anyType(scope, 2);
    const name = newName(random, NOTHING);
    const typed = random.chance(0.2) && !hasVariable(of) ? ` : ${typeText(of)}` : "";
    return `(let ${name}${typed} = ${terms.make(of, scope)} in ${terms.make(type, scope.with([local(name, of)]))})`;
  },

  /** A `let` that takes a value apart. */
  pattern(terms: Terms, type: Type, scope: Scope): string {
    const { random } = terms;
    const of = terms.anyType(scope, 2);
    const pattern = new Patterns(random, scope.world.data).make(of, 2, random.chance(0.08) ? 0.8 : 0);
    return `(let ${pattern.text} = ${terms.make(of, scope)} in ${terms.make(type, scope.with(pattern.names))})`;
  },

  /** A local function. */
  fn(terms: Terms, type: Type, scope: Scope): string {
    const { random } = terms;
    const name = newName(random, NOTHING);
    const from = random.times(random.between(1, 2), () => terms.anyType(scope, 1));
    const to = random.chance(0.4) ? type : terms.anyType(scope, 1);
    const { parameters, names } = parametersOf(terms, from, scope);
    const body = terms.make(to, scope.once.with(names));
    const rest = terms.make(type, scope.with([local(name, fun(...from, to))]));
    return `(let ${name} ${parameters} = ${body} in ${rest})`;
  },

  /** A local function that is used at several types. */
  polymorphic(terms: Terms, type: Type, scope: Scope): string {
    const { random } = terms;
    const name = newName(random, NOTHING);
    const [text, general] = random.pick(POLYMORPHIC);
    const known: Known = { text: name, type: general, weight: 6, generic: new Set(["r", "s"]) };
    return `(let ${name} ${text} in ${terms.make(type, scope.with([known]))})`;
  },
};

const [r, s] = [variable("r"), variable("s")];

/** Local functions with parameters and body, and their types. */
const POLYMORPHIC: readonly (readonly [string, Type])[] = [
  ["f' x' = f' (f' x')", fun(fun(r, r), r, r)],
  ["x' = x'", fun(r, r)],
  ["x' y' = (x', y')", fun(r, s, { tag: "tuple", items: [r, s] })],
  ["(x', y') = (y', x')", fun({ tag: "tuple", items: [r, s] }, { tag: "tuple", items: [s, r] })],
  ["f' x' y' = f' y' x'", fun(fun(r, r, s), r, r, s)],
  ["x' = [x', x']", fun(r, { tag: "list", item: r })],
  ["p' x' y' = if p' then x' else y'", fun({ tag: "bool" }, r, r, r)],
  ["x' y' = case x' of { [] -> y' | z' :: _ -> z' }", fun({ tag: "list", item: r }, r, r)],
];

/** Parameters of types, with the names that they bind, none of them twice. */
export function parametersOf(
  { random }: Terms,
  types: readonly Type[],
  scope: Scope,
  isTyped = false,
): { readonly parameters: string; readonly names: readonly Known[] } {
  const patterns = new Patterns(random, scope.world.data);
  const made = types.map((one) => patterns.parameter(one, isTyped || (random.chance(0.15) && !hasVariable(one))));
  return { parameters: made.map(({ text }) => text).join(" "), names: made.flatMap(({ names }) => names) };
}

export const recursion = {
  /** A function that counts down. */
  counted(terms: Terms, type: Type, scope: Scope): string {
    const [name, count] = [scope.fresh("go"), scope.fresh("k")];
    const { from, to } = signature(terms, type, scope);
    const body = countedBody(terms, name, count, from, to, scope);
    return `(let rec ${name} ${count} ${body} in ${called(terms, name, from, to, type, scope)})`;
  },

  /** Two functions that count down in turns. */
  mutual(terms: Terms, type: Type, scope: Scope): string {
    const [one, other, count] = [scope.fresh("even"), scope.fresh("odd"), scope.fresh("k")];
    const { from, to } = signature(terms, type, scope);
    const first = countedBody(terms, other, count, from, to, scope);
    const second = countedBody(terms, one, count, from, to, scope);
    const rest = called(terms, one, from, to, type, scope);
    return `(let rec ${one} ${count} ${first} and ${other} ${count} ${second} in ${rest})`;
  },

  /** A function that goes down a list or other data. */
  structural(terms: Terms, type: Type, scope: Scope): string {
    const { random } = terms;
    const name = scope.fresh("walk");
    const recursive = scope.world.data.filter((one) =>
      one.constructors.some(({ fields }) => fields.some((field) => mentions(field, one.name))),
    );
    const on: Type =
      recursive.length > 0 && random.chance(0.6)
        ? dataAt(terms, random.pick(recursive), scope)
        : { tag: "list", item: terms.anyType(scope, 1) };
    const to = random.chance(0.6) ? type : terms.anyType(scope, 1);
    const branches = constructorsAt(on, scope)!.map(({ name: con, fields }) => {
      const parts = fields.map((field): Known => local(scope.fresh("p"), field));
      const text =
        con === "::" ? parts.map((part) => part.text).join(" :: ") : [con, ...parts.map((p) => p.text)].join(" ");
      const again = parts
        .filter((part) => typeKey(part.type) === typeKey(on))
        .map((part): Known => ({ text: `(${name} ${part.text})`, type: to, weight: 8, uses: { left: 1 } }));
      return `${text} -> ${terms.make(to, scope.once.with([...parts, ...again]))}`;
    });
    const parameter = scope.fresh("d");
    const rest = scope.with([{ ...local(name, fun(on, to)), weight: 8 }]);
    return `(let rec ${name} ${parameter} = case ${parameter} of { ${branches.join(" | ")} } in ${terms.make(type, rest)})`;
  },
};

function signature(terms: Terms, type: Type, scope: Scope): { readonly from: readonly Type[]; readonly to: Type } {
  const { random } = terms;
  const from = random.times(random.between(0, 2), () => terms.anyType(scope, 1));
  return { from, to: random.chance(0.6) ? type : terms.anyType(scope, 1) };
}

/** The other parameters and the body of a function that counts down and goes on with `next`. */
export function countedBody(
  terms: Terms,
  next: string,
  count: string,
  from: readonly Type[],
  to: Type,
  scope: Scope,
): string {
  const { parameters, names } = parametersOf(terms, from, scope);
  const inner = scope.once.with([...names, local(count, SIZE)]);
  const again: Known = {
    text: from.length === 0 ? `(${next} (${count} - 1))` : `${next} (${count} - 1)`,
    type: fun(...from, to),
    weight: 8,
    uses: { left: 2 },
  };
  const isTail = terms.random.chance(0.4);
  const stop = `${count} <= 0`;
  const end = terms.make(to, inner);
  // a tail call goes on at once
  const step = isTail
    ? `(${[`${next} (${count} - 1)`, ...from.map((one) => terms.make(one, inner.with([again])))].join(" ")})`
    : terms.make(to, inner.with([again]));
  return `${parameters} = if ${stop} then ${end} else ${step}`;
}

/** Code after a function that counts down: it is called there now and then. */
function called(terms: Terms, name: string, from: readonly Type[], to: Type, type: Type, scope: Scope): string {
  const inner = scope.with([{ ...local(name, fun(SIZE, ...from, to)), weight: 8 }]);
  return terms.make(type, inner);
}

function dataAt(terms: Terms, type: Scope["world"]["data"][number], scope: Scope): Type {
  return { tag: "data", name: type.name, args: type.params.map(() => terms.anyType(scope, 0)) };
}
