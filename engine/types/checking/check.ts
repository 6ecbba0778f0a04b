// Checking a whole text: types, then definitions group by group, then patterns.
import { present } from "../../base/nth.ts";
import { type Diagnostics, mistake } from "../../source/diagnostic.ts";
import { Comparisons } from "../../source/nearest.ts";
import type { Declaration, Expr, Name, Pattern } from "../../syntax/ast.ts";
import { FreeNames, recursiveGroups } from "../dependencies.ts";
import { Inference } from "../inference/infer.ts";
import { inferBinding } from "../inference/infer-bindings.ts";
import { inferPattern } from "../inference/infer-patterns.ts";
import { close, DEEPEST_TYPE, LARGEST_TYPE, type OpenType, prune, TypeTooLarge } from "../open.ts";
import { type GlobalEntity, lookUp, type Module, newModule, type OpDefinition, uniqueKey } from "../scope.ts";
import { count } from "../syntax-types.ts";
import { freeVariables, REAL, type Scheme, shownName, substitute, type Type, typeVariable, UNIT } from "../type.ts";
import { clausesFix, type Definition, MOST_CLAUSES } from "./clauses.ts";
import { declareTypes, isRepeated } from "./declarations.ts";
import { checkMatches } from "./exhaustive.ts";

/** The checker's input: declarations (as `syntax/parsing/parse.ts` gives them), and names that faulty ones would define. */
export interface Unchecked {
  readonly declarations: readonly Declaration[];
  readonly faulty: ReadonlySet<string>;
}

/** Checks a text on top of a parent module. The module holds what could be understood, mistakes or not. */
export function checkModule(
  program: Unchecked,
  parent: Module | undefined,
  texts: ReadonlyMap<string, string>,
  diagnostics: Diagnostics,
): Module {
  const module = newModule(parent);
  const comparisons = new Comparisons(diagnostics.work);
  for (const name of program.faulty) if (/^\p{Lu}/u.test(name)) module.types.set(name, { tag: "faulty" });
  const faulty = new Set([...program.faulty, ...declareTypes(module, program.declarations, diagnostics, comparisons)]);
  const inference = new Inference(module, diagnostics, faulty, texts, comparisons);
  declareValues(module, program, inference, diagnostics);
  inferDefinitions(inference, new Map(module.globals.map((entity) => [entity, usesOf(inference, entity)])));
  checkLiterals(module, diagnostics);
  // patterns of a wrong type have no missing values
  if (!diagnostics.hasErrors) checkMatches(module, inference.matches, diagnostics);
  return module;
}

/** The definitions of its own module that a definition uses. */
export function usesOf({ module, diagnostics }: Inference, { binding, op }: GlobalEntity): readonly GlobalEntity[] {
  const found = new Set<GlobalEntity>();
  const see = (name: string): void => {
    const used = lookUp(module, "values", name);
    if (used?.tag === "global" && used.module === module) found.add(used);
  };
  const names = new FreeNames(see, diagnostics.work);
  if (binding !== undefined) names.binding(binding);
  if (op !== undefined)
    names.within([op.param], () => {
      names.expr(op.value);
      names.expr(op.partials);
    });
  return [...found];
}

/** Infers the types of definitions, group by group; `uses` has all of them, each with those of them that it uses. */
export function inferDefinitions(inference: Inference, uses: ReadonlyMap<GlobalEntity, readonly GlobalEntity[]>): void {
  for (const group of recursiveGroups([...uses.keys()], (entity) => present(uses.get(entity)))) {
    for (const entity of group) entity.group = group;
    for (const entity of group)
      for (const used of present(uses.get(entity))) if (used.group !== group) used.usedOutside = true;
    try {
      inferGroup(inference, group);
    } catch (error) {
      if (!(error instanceof TypeTooLarge)) throw error;
      reportTooLarge(group, inference.diagnostics);
    }
  }
}

/** A literal that is an Int must be exact. */
export function checkLiterals(module: Module, diagnostics: Diagnostics): void {
  for (const table of [module.table.exprs, module.table.patterns])
    for (const [node, type] of table) checkLiteral(node, type);

  function checkLiteral(node: Expr | Pattern, type: OpenType): void {
    if (node.tag !== "integer" || (Math.abs(node.value) <= 2 ** 53 && node.isRounded !== true)) return;
    const at = prune(type);
    if (at.tag === "con" && at.name === "Real") return;
    const message = "this Int is beyond 2^53, where Int is no longer exact; add `.0` to make it a Real";
    diagnostics.report(mistake("integer-size", node.span, message));
  }
}

function declareValues(module: Module, program: Unchecked, inference: Inference, diagnostics: Diagnostics): void {
  const seen = new Map<string, Name>();
  const clauses = new Map<string, Definition[]>();
  for (const declaration of program.declarations) {
    if (declaration.tag !== "def") continue;
    const { text } = declaration.binding.name;
    clauses.set(text, [...(clauses.get(text) ?? []), declaration].slice(0, MOST_CLAUSES + 1));
  }
  for (const declaration of program.declarations) {
    if (declaration.tag !== "def" && declaration.tag !== "op") continue;
    const name = declaration.tag === "def" ? declaration.binding.name : declaration.name;
    const all = clauses.get(name.text) ?? [];
    const fix = all[1] === declaration ? clausesFix(inference.wholeText(name.span.source) ?? "", all) : undefined;
    if (isRepeated(seen, name, "definition", diagnostics, { fix })) continue;
    const op = declaration.tag === "op" ? opDefinition(declaration, diagnostics) : undefined;
    const entity: GlobalEntity = {
      tag: "global",
      kind: declaration.tag,
      name: name.text,
      key: uniqueKey(module, "values", name.text),
      span: name.span,
      module,
      type: op === undefined ? inference.metas.fresh() : opType(op.arity),
      scheme: undefined,
      binding: declaration.tag === "def" ? declaration.binding : undefined,
      op,
      group: [],
      usedOutside: false,
      faulty: false,
    };
    module.globals.push(entity);
    module.values.set(name.text, entity);
  }
}

/** The parts of an op's declaration; its parameters are Real variables. */
export function opDefinition(declaration: Extract<Declaration, { tag: "op" }>, diagnostics: Diagnostics): OpDefinition {
  const { param, value, partials } = declaration;
  const items = param.tag === "tuple" ? param.items : [param];
  for (const item of items) {
    const bare = item.tag === "annotated" ? item.pattern : item;
    if (bare.tag === "variable" || bare.tag === "wildcard") continue;
    const message = `the parameter of the op \`${declaration.name.text}\` is a variable or a tuple of variables`;
    diagnostics.report(mistake("op-parameter", item.span, message));
  }
  const arity = items.length;
  if (arity === 0) {
    diagnostics.report(
      mistake("op-parameter", param.span, `the op \`${declaration.name.text}\` needs at least one Real parameter`),
    );
  }
  if (partials.tag === "tuple" && partials.items.length !== arity) {
    const message = `the op \`${declaration.name.text}\` has ${count(arity, "parameter")} and needs as many partials after \`by\`, not ${partials.items.length}`;
    diagnostics.report(mistake("op-partials", partials.span, message));
  } else if (partials.tag !== "tuple" && arity > 1 && (partials.tag === "real" || partials.tag === "integer")) {
    const message = `the op \`${declaration.name.text}\` has ${count(arity, "parameter")} and needs as many partials after \`by\`, not 1`;
    diagnostics.report(mistake("op-partials", partials.span, message));
  }
  return { param, arity, value, partials };
}

/** `Real -> Real`, or `(Real, .., Real) -> Real`. */
export function opType(arity: number): Type {
  return { tag: "fun", from: realTuple(arity), to: REAL };
}

/** `Real`, or `(Real, .., Real)`. */
function realTuple(arity: number): Type {
  return arity === 1 ? REAL : { tag: "tuple", items: Array.from({ length: arity }, () => REAL) };
}

function inferGroup(inference: Inference, group: readonly GlobalEntity[]): void {
  inference.metas.level = 1;
  for (const entity of group) if (entity.op === undefined) entity.type = inference.metas.fresh();
  const finished = group.map((entity) =>
    inference.inDefinition(() => {
      if (entity.binding !== undefined) inferBinding(inference, entity.binding, entity.type, undefined);
      if (entity.op !== undefined) entity.faulty ||= !inferOp(inference, entity.op);
    }),
  );
  inference.metas.level = 0;
  for (const definition of finished) definition.finish();
  const variables = inference.generalise(
    group.map((entity) => entity.type),
    true,
  );
  for (const entity of group)
    entity.scheme = { variables: entity.op === undefined ? variables : [], type: close(entity.type) };
}

/** The type of a definition can be exponential in its size; its uses are then not reported as well. */
function reportTooLarge(group: readonly GlobalEntity[], diagnostics: Diagnostics): void {
  for (const entity of group) {
    entity.faulty = true;
    entity.scheme = undefined;
    const message = `the types in \`${entity.name}\` grow beyond ${LARGEST_TYPE} parts or nest more than ${DEEPEST_TYPE} deep; use fewer nested pairs, or a \`data\` type`;
    diagnostics.report(mistake("type-size", entity.span, message));
  }
}

/** Infers an op; says whether its parameters are Reals; otherwise that is its only mistake reported. */
function inferOp(inference: Inference, op: OpDefinition): boolean {
  if (op.arity === 0) return true;
  const items = op.param.tag === "tuple" ? op.param.items : [op.param];
  const other = items.find(
    (item) =>
      item.tag === "annotated" &&
      inference.metas.unify(inference.written(item.type), REAL, item.type.span) !== undefined,
  );
  if (other?.tag === "annotated") {
    const message = "the parameters of an op are Reals, and so is its result: a function of something else is a `def`";
    inference.diagnostics.report(mistake("op-parameter", other.span, message));
    return false;
  }
  const param = realTuple(op.arity);
  const scope = inferPattern(inference, op.param, param, undefined);
  inference.check(op.value, REAL, scope, { kind: "op-value", says: () => "the value of an op is a Real" });
  // a literal of the wrong size has been reported already
  if (op.partials.tag === "tuple" && op.partials.items.length !== op.arity) return true;
  if (op.partials.tag !== "tuple" && op.arity > 1 && (op.partials.tag === "real" || op.partials.tag === "integer"))
    return true;
  const says =
    op.arity === 1
      ? "the partial of an op is a Real"
      : `the partials of this op are a tuple of ${op.arity} Reals, one for each parameter`;
  inference.check(op.partials, param, scope, { kind: "op-partials", says: () => says });
  return true;
}

/**
 * The type of a definition as the user sees it: variables for numbers and for data of a definition that none outside its group uses are
 * Real; variables have short names, those of annotations their own.
 */
export function shownScheme(entity: Shown): Type {
  return entity.scheme === undefined ? UNIT : substitute(close(entity.scheme.type), shownVariables(entity));
}

/** A definition's scheme, and whether a definition outside its group uses it; without that, it counts as used. */
interface Shown {
  readonly scheme: Scheme | undefined;
  readonly usedOutside?: boolean;
}

/** The types that {@link shownScheme} puts for a definition's type variables, by name: its body has them, too. */
export function shownVariables(entity: Shown): ReadonlyMap<string, Type> {
  const { scheme } = entity;
  const by = new Map<string, Type>();
  if (scheme === undefined) return by;
  const taken = new Set(scheme.variables.map((variable) => shownName(variable.name)));
  let letter = 0;
  const next = (): string => {
    let name: string;
    do name = letter < 26 ? String.fromCharCode(97 + letter++) : `a${letter++ - 25}`;
    while (taken.has(name));
    return name;
  };
  const used = new Set<string>();
  for (const variable of orderOfOccurrence(scheme)) {
    if (variable.kind !== "any" && entity.usedOutside === false) by.set(variable.name, REAL);
    else {
      const own = shownName(variable.name);
      const isOwn = own !== "t" && own !== variable.name && !used.has(own);
      const name = isOwn ? own : next();
      used.add(name);
      by.set(variable.name, typeVariable(name, variable.kind));
    }
  }
  return by;
}

function orderOfOccurrence(scheme: Scheme): Scheme["variables"] {
  const byName = new Map(scheme.variables.map((variable) => [variable.name, variable]));
  return [...freeVariables(close(scheme.type)).keys()].flatMap((name) => byName.get(name) ?? []);
}
