// Rules that make a term of any type: let, if, case, annotations, comments, local functions.

import { pipe } from "./call.ts";
import { combine, digestVariable } from "./digest.ts";
import { covers, dataCases, irrefutable, isIrrefutable, listCases, refutable } from "./pattern.ts";
import { atTwoTypes, polymorphicFunction } from "./polymorphic.ts";
import { localRecursion } from "./recursion.ts";
import type { Variable } from "./scope.ts";
import type { Rule, Site } from "./site.ts";
import { parameterPatterns } from "./structure.ts";
import {
  type Arm,
  apply,
  bind,
  cases,
  choose,
  construct,
  lambda,
  letIn,
  type Term,
  tuplePattern,
  wildcard,
} from "./syntax.ts";
import { arrow, Bool, dataOf, Int, listOf, Real, type Type, tupleOf, Unit } from "./type.ts";

/** The rules for any goal. */
export const CONTROL_RULES: readonly Rule[] = [
  { label: "if", weight: 2, build: conditional },
  { label: "let", weight: 3, build: letValue },
  { label: "let pattern", weight: 2, build: letPattern },
  { label: "let function", weight: 2, build: letFunction },
  { label: "let polymorphic", weight: 1, build: letPolymorphic },
  { label: "let rec", weight: 1, build: (at, type) => localRecursion(at, type, "let rec") },
  { label: "let rec and", weight: 1, build: (at, type) => localRecursion(at, type, "let rec and") },
  { label: "applied lambda", weight: 1, build: appliedLambda },
  { label: "unit argument", weight: 1, build: delayed },
  { label: "case on data", weight: 3, build: caseOnData },
  { label: "case on list", weight: 2, build: caseOnList },
  { label: "case on numbers", weight: 1, build: caseOnNumber },
  { label: "case on Bool", weight: 1, build: caseOnBool },
  { label: "nested pattern", weight: 1, build: nestedPattern },
  { label: "|>", weight: 2, build: pipe },
  { label: "annotated expression", weight: 2, build: annotated },
  { label: "block comment", weight: 1, build: (at, type) => remark(at, type, REMARKS) },
  { label: "nested comment", weight: 1, build: (at, type) => remark(at, type, NESTED) },
];

function conditional(site: Site, goal: Type): Term {
  return choose(site.test("condition"), site.grow("yes", goal), site.grow("no", goal));
}

function letValue(site: Site, goal: Type): Term {
  const type = site.guess("type");
  const variable = site.fresh("name", type);
  const annotation =
    site.choices.chance("annotated let", 12) && site.annotates("annotated let", type) ? type : undefined;
  const bound = site.grow("bound", type);
  return letIn(bind(variable.name), bound, site.grow("body", goal, [variable]), annotation);
}

function letPattern(site: Site, goal: Type): Term {
  const type = site.guess("type", ({ tag }) => tag === "Tuple");
  const { pattern, variables } = irrefutable(site, "pattern", type, [], 100);
  const bound = site.grow("bound", type);
  return letIn(pattern, bound, site.grow("body", goal, variables));
}

function letFunction(site: Site, goal: Type): Term {
  const types = site.choices.many("parameters", "parameter", 1, 2).map((choices) => {
    const part = site.part("", "parameter", choices);
    return part.choices.chance("higher-order argument", 15) ? arrow(Real, Real) : part.guess("type");
  });
  const result = site.guess("result");
  const self = site.fresh("name", arrow(...types, result));
  const { patterns, variables } = parameterPatterns(site, types);
  const annotation = site.choices.chance("annotated result", 12) && site.annotates("annotated result", result);
  const body = site.closure(() => site.grow("function body", result, variables));
  const binding = { pattern: bind(self.name), parameters: patterns, body, type: annotation ? result : undefined };
  return { tag: "Let", recursive: false, bindings: [binding], body: site.grow("body", goal, [self]) };
}

/** The rest of a body: where the goal is a Real, it depends on all of the given variables. */
function conclude(site: Site, goal: Type, variables: readonly Variable[]): Term {
  if (goal.tag !== "Real") return site.grow("body", goal);
  return combine(
    site,
    variables.map((variable) => digestVariable(site.part(`digest ${variable.name}`, "digest"), variable)),
  );
}

function letPolymorphic(site: Site, goal: Type): Term {
  const { binding, variable } = polymorphicFunction(site, "local");
  const inner = site.with([variable]);
  const { wrap, variables } = atTwoTypes(inner, variable);
  return {
    tag: "Let",
    recursive: false,
    bindings: [binding],
    body: wrap(conclude(inner.with(variables), goal, variables)),
  };
}

function appliedLambda(site: Site, goal: Type): Term {
  const type = site.guess("type");
  const { pattern, variables } = irrefutable(site, "parameter", type);
  if (pattern.tag === "SequencePattern") site.feature("lambda pattern");
  const body = site.closure(() => site.grow("body", goal, variables));
  return apply(lambda([pattern], body), site.grow("argument", type));
}

/** `let later () = e in later ()`. */
function delayed(site: Site, goal: Type): Term {
  const self = site.fresh("name", arrow(Unit, goal), [], ["later", "delayed", "thunk"]);
  const body = site.closure(() => site.grow("inner", goal));
  const binding = { pattern: bind(self.name), parameters: [tuplePattern()], body };
  const forced = apply(self.name, { tag: "Sequence", kind: "tuple", items: [] });
  return { tag: "Let", recursive: false, bindings: [binding], body: forced };
}

function caseOnData(site: Site, goal: Type): Term {
  const built = [dataOf("Maybe", Real), dataOf("Maybe", tupleOf(Real, Int)), dataOf("Either", Real, Int)];
  const type = site.guess("type", ({ tag }) => tag === "Data", built);
  if (type.tag !== "Data") throw new Error("internal: a data type was expected");
  return dataCases(site, site.grow("subject", type), type, (at, key, variables) =>
    at.grow(`arm ${key}`, goal, variables),
  );
}

function caseOnList(site: Site, goal: Type): Term {
  const type = site.guess("type", ({ tag }) => tag !== "List");
  return listCases(site, site.grow("subject", listOf(type)), type, (key, variables) =>
    site.grow(`arm ${key}`, goal, variables),
  );
}

function caseOnNumber(site: Site, goal: Type): Term {
  const real = site.choices.chance("real", 12);
  const literals = real ? ["1.5", "-0.5", "0.0"] : ["0", "1", "-1", "2"];
  const arms = site.choices.many("arms", "arm", 1, 3).map((choices, index): Arm => {
    const pattern = { tag: "NumberPattern", text: literals[index] ?? "7" } as const;
    return { pattern, body: site.part("", "arm", choices).grow("body", goal) };
  });
  const type = real ? Real : Int;
  const other = site.fresh("other", type);
  const last = { pattern: bind(other.name), body: site.grow("otherwise", goal, [other]) };
  return cases(site.grow("subject", type), ...arms, last);
}

function caseOnBool(site: Site, goal: Type): Term {
  const arm = (name: "True" | "False"): Arm => ({ pattern: construct(name), body: site.grow(name, goal) });
  return cases(site.test("subject"), arm("True"), arm("False"));
}

function nestedPattern(site: Site, goal: Type): Term {
  const types = [
    listOf(tupleOf(Real, Real)),
    dataOf("Maybe", tupleOf(Real, Real)),
    tupleOf(dataOf("Maybe", Real), Bool),
    listOf(dataOf("Maybe", Real)),
    tupleOf(listOf(Real), Int),
    dataOf("Either", tupleOf(Real, Int), listOf(Real)),
    ...site.world.data.filter(({ parameters }) => parameters.length === 0).map((data) => dataOf(data.name)),
  ];
  const type = types[site.choices.integer("type", types.length - 1)] ?? listOf(Real);
  const arms: Arm[] = [];
  for (const choices of site.choices.many("arms", "arm", 1, 2)) {
    const part = site.part("", "arm", choices);
    const { pattern, variables } = refutable(part, "pattern", type, 2);
    if (arms.some((arm) => covers(arm.pattern, pattern))) continue;
    arms.push({ pattern, body: part.grow("body", goal, variables) });
  }
  if (!arms.some((arm) => isIrrefutable(site, arm.pattern)))
    arms.push({ pattern: wildcard, body: site.grow("otherwise", goal) });
  return cases(site.grow("subject", type), ...arms);
}

function annotated(site: Site, goal: Type): Term {
  const term = site.grow("inner", goal);
  return site.annotates("annotated expression", goal) ? { tag: "Annotated", term, type: goal } : term;
}

const REMARKS = ["{- note -}", "{- λ and |*| mean nothing here -}", "{- let it be -}"];
const NESTED = ["{- outer {- inner -} -}", "{- if {- x -- y -} then -}"];

function remark(site: Site, goal: Type, texts: readonly string[]): Term {
  const text = texts[site.choices.integer("text", texts.length - 1)] ?? "{- -}";
  return { tag: "Remark", text, term: site.grow("inner", goal) };
}
