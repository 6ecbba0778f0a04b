// Expressions of a goal type: all rules that apply, and the choice among them.

import { callRules, functionValueRules, variableRule } from "./call.ts";
import { CONTROL_RULES } from "./control.ts";
import { derivativeRules } from "./derivatives.ts";
import { literal, scalarRules, truth } from "./scalar.ts";
import { candidates, mention } from "./scope.ts";
import type { Rule, Site } from "./site.ts";
import {
  arrayRules,
  construction,
  dataRules,
  elementRules,
  elements,
  fieldRules,
  lambdaTerm,
  listRules,
  tupleRules,
  tupleTerm,
} from "./structure.ts";
import { apply, array, list, type Term } from "./syntax.ts";
import { constructorsAt, isNumeric, sameType, type Type, uncurry } from "./type.ts";

/** The rules that keep the refinement of a refined Int. */
const REFINING: ReadonlySet<string> = new Set(["if", "let", "let pattern", "annotated expression", "block comment"]);

/** Generates an expression of the goal type. */
export function expression(site: Site, goal: Type): Term {
  const rules = rulesFor(site, goal);
  const label = site.choices.pick(
    "rule",
    rules.map((rule) => [rule.label, rule.weight]),
  );
  const rule = rules.find((known) => known.label === label);
  if (rule === undefined) throw new Error(`internal: no rule ${label}`);
  site.feature(label);
  return rule.build(site, goal);
}

/** All rules that make a term of the goal type here, the simplest first. */
export function rulesFor(site: Site, goal: Type): readonly Rule[] {
  const shallow = [{ label: "simple", weight: 3, build: simple }, ...variableRule(site, goal)];
  if (site.depth <= 0) return shallow;
  if (goal.tag === "Int" && goal.range !== undefined) {
    const control = CONTROL_RULES.filter(({ label }) => REFINING.has(label));
    return [...shallow, ...scalarRules(goal), ...control];
  }
  const fields = fieldRules(site, goal);
  const derivatives = site.world.hasDerivatives ? derivativeRules(goal) : [];
  return [
    ...shallow,
    ...rulesByShape(site, goal),
    ...derivatives,
    ...fields,
    ...CONTROL_RULES,
    ...callRules(site, goal),
  ];
}

function rulesByShape(site: Site, goal: Type): readonly Rule[] {
  switch (goal.tag) {
    case "Tuple":
      return [...tupleRules(goal.items), ...elementRules(goal)];
    case "List":
      return [...listRules(goal.of), ...elementRules(goal)];
    case "Array":
      return [...arrayRules(goal.of), ...elementRules(goal)];
    case "Data":
      return [...dataRules(goal, constructorsAt(site.dataNamed(goal.name), goal.args)), ...elementRules(goal)];
    case "Function":
      return [{ label: "lambda", weight: 12, build: lambdaTerm }, ...functionValueRules(site, goal)];
    default:
      return [...scalarRules(goal), ...elementRules(goal)];
  }
}

/** The simplest kind of term for a type: a literal, a constructor, a lambda. */
function simple(site: Site, goal: Type): Term {
  switch (goal.tag) {
    case "Real":
    case "Int":
      return literal(site, goal);
    case "Bool":
      return truth(site);
    case "Tuple":
      return tupleTerm(site, goal.items);
    case "List": {
      const items = elements(site, goal.of, 0, 3);
      if (items.length > 0) site.feature("list literal");
      return list(...items);
    }
    case "Array":
      site.feature("array literal");
      return array(...elements(site, goal.of, 1, 2));
    case "Data":
      return construction(site, goal, false);
    case "Function":
      return lambdaTerm(site, goal);
    case "Variable":
      return isNumeric(goal) ? literal(site, goal) : witness(site, goal, 4);
  }
}

/** Some term for a type variable: a variable, a component of a pair, or an application. */
function witness(site: Site, goal: Type, depth: number): Term {
  const found = search(site, goal, depth);
  if (found === undefined) throw new Error(`internal: no value of a type variable in scope`);
  return found;
}

function search(site: Site, goal: Type, depth: number): Term | undefined {
  const [plain] = site.variablesOf(goal);
  if (plain !== undefined) return mention(plain);
  for (const variable of site.scope) {
    if (variable.type.tag !== "Tuple" || variable.type.items.length !== 2 || variable.quantified.size > 0) continue;
    const index = variable.type.items.findIndex((item) => sameType(item, goal));
    if (index < 0) continue;
    site.feature(index === 0 ? "fst" : "snd");
    return apply(index === 0 ? "fst" : "snd", mention(variable));
  }
  if (depth === 0) return undefined;
  for (const variable of site.scope) {
    if (variable.type.tag !== "Function" || variable.origin !== "local") continue;
    const way = candidates(variable, goal).find(({ count }) => count > 0);
    if (way === undefined) continue;
    const args = uncurry(variable.type, way.count).parameters.map((type) => search(site, type, depth - 1));
    if (args.every((arg) => arg !== undefined)) return apply(mention(variable), ...args);
  }
  return undefined;
}
