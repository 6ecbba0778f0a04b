// Rules that apply functions in scope: built-in ones, definitions and local functions, fully or partly.

import { FUNCTIONS, OPERATORS, PRIMITIVES } from "./library.ts";
import { type Candidate, candidates, holdsReals, unrefined, type Variable } from "./scope.ts";
import type { Rule, Site } from "./site.ts";
import { apply, infix, type Term } from "./syntax.ts";
import { substitute, type Type, uncurry } from "./type.ts";

/** The candidate's variable applied to expressions of its parameter types. */
export function application(site: Site, candidate: Candidate): Term {
  const { variable } = candidate;
  const callee = mention(site, variable);
  const args = argumentTypes(site, candidate).map((type, index) => {
    if (type.tag === "Function" && variable.origin !== "built-in") site.feature("higher-order argument");
    return site.grow(`argument ${index}`, type);
  });
  if (isPartial(candidate)) site.feature("partial application");
  return apply(callee, ...args);
}

/** The types of the arguments, with a guess for each type variable that the goal leaves open. */
function argumentTypes(site: Site, { variable, count, found }: Candidate): Type[] {
  const { parameters } = uncurry(variable.type, count);
  for (const name of variable.quantified) {
    if (found.has(name)) continue;
    const open = parameters.find((parameter) => occurs(parameter, name) !== undefined);
    if (open === undefined) continue;
    const numeric = occurs(open, name) ?? false;
    found.set(name, numeric ? site.guessNumeric(`type ${name}`) : site.guess(`type ${name}`));
  }
  return parameters.map((parameter) => substitute(parameter, found));
}

/** Whether the variable of this name in the type, if there is one, stands for numbers only. */
function occurs(type: Type, name: string): boolean | undefined {
  switch (type.tag) {
    case "Variable":
      return type.name === name ? type.numeric : undefined;
    case "Tuple":
      return firstDefined(type.items.map((item) => occurs(item, name)));
    case "Data":
      return firstDefined(type.args.map((arg) => occurs(arg, name)));
    case "Function":
      return occurs(type.from, name) ?? occurs(type.to, name);
    case "List":
    case "Array":
      return occurs(type.of, name);
    default:
      return undefined;
  }
}

function firstDefined<T>(items: readonly (T | undefined)[]): T | undefined {
  return items.find((item) => item !== undefined);
}

function isPartial({ variable, count }: Candidate): boolean {
  return count > 0 && count < uncurry(variable.type).parameters.length;
}

/** The term for a variable; records what kind of use it is. */
function mention(site: Site, variable: Variable): Term {
  variable.uses.count += 1;
  if (variable.origin === "built-in") site.feature(variable.name);
  return variable.term ?? apply(variable.name);
}

/** How much a variable should be preferred: what holds Reals and was not used yet, most. */
function appeal({ type, uses, origin }: Variable): number {
  if (uses.count === 0 && origin === "local") return holdsReals(type) ? 12 : 8;
  return uses.count < 3 ? 6 : 2;
}

/** A variable of the goal type as it stands, if there is one. */
export function variableRule(site: Site, goal: Type): Rule[] {
  const found = site.scope.flatMap((variable) => candidates(variable, goal).filter(({ count }) => count === 0));
  if (found.length === 0) return [];
  const build = (at: Site): Term => {
    const label = at.choices.pick(
      "variable",
      found.map(({ variable }) => [variable.name, appeal(variable)]),
    );
    const picked = found.find(({ variable }) => variable.name === label);
    if (picked === undefined) throw new Error("internal: no such variable");
    return application(at, picked);
  };
  return [{ label: "variable", weight: site.depth > 0 ? 12 : 30, build }];
}

/** Applications of functions in scope and of the library whose result is the goal, one rule for each function. */
export function callRules(site: Site, goal: Type): Rule[] {
  const library = FUNCTIONS.filter((entry) => site.isBuiltIn(entry.name));
  const functions = [...site.scope.filter((variable) => uncurry(variable.type).parameters.length > 0), ...library];
  return functions.flatMap((variable) => {
    const ways = candidates(variable, goal).filter(({ count }) => count > 0);
    return ways.length === 0 ? [] : [callRule(variable, ways)];
  });
}

function callRule(variable: Variable, ways: readonly Candidate[]): Rule {
  const weight = variable.origin === "built-in" ? 1 : variable.uses.count === 0 ? 10 : 2;
  const build = (site: Site): Term => application(site, way(site, ways));
  return { label: variable.name, weight, build };
}

function way(site: Site, ways: readonly Candidate[]): Candidate {
  const count = site.choices.oneOf(
    "arguments",
    ways.map((candidate) => String(candidate.count)),
  );
  const picked = ways.find((candidate) => String(candidate.count) === count);
  if (picked === undefined) throw new Error("internal: no such application");
  return picked;
}

/** Rules for goals that are functions: operators, primitives and definitions by name, and partial applications. */
export function functionValueRules(site: Site, goal: Type): Rule[] {
  const partial = [...site.scope, ...FUNCTIONS.filter((entry) => site.isBuiltIn(entry.name)), ...OPERATORS].flatMap(
    (variable) => candidates(variable, goal).filter(isPartial),
  );
  const named = (label: string, entries: readonly Variable[], weight: number): Rule[] => {
    const ways = entries.flatMap((variable) => candidates(variable, goal).filter(({ count }) => count === 0));
    return ways.length === 0 ? [] : [{ label, weight, build: (at) => pickCandidate(at, ways) }];
  };
  return [
    ...named("operator function", OPERATORS, 4),
    ...named("primitive function", PRIMITIVES, 4),
    ...named(
      "library function",
      FUNCTIONS.filter((entry) => site.isBuiltIn(entry.name)),
      1,
    ),
    ...(partial.length === 0
      ? []
      : [{ label: "partial application", weight: 3, build: (at: Site) => pickCandidate(at, partial) }]),
  ];
}

function pickCandidate(site: Site, ways: readonly Candidate[]): Term {
  const nameOf = ({ variable, count }: Candidate): string => `${variable.name} ${count}`;
  const label = site.choices.oneOf("function", ways.map(nameOf));
  const picked = ways.find((candidate) => nameOf(candidate) === label);
  if (picked === undefined) throw new Error("internal: no such function");
  return application(site, picked);
}

/** `argument |> function`. */
export function pipe(site: Site, goal: Type): Term {
  const from = unrefined(site.guess("type"));
  const argument = site.grow("argument", from);
  return infix(argument, "|>", site.grow("function", { tag: "Function", from, to: goal }));
}
