// The transformed program of a stage: D on all definitions, and what is around them.
//
//   Wrap[f] = λ(x : σ). let x' = x with its scalars numbered in let (y, ȳ) = f x' in (y, λ̲(z : τ̲). the gradient of ȳ (z as a cotangent))

import { termTypes } from "../../core/terms/check.ts";
import {
  apply,
  type CoreProgram,
  type Global,
  lambda,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { fun, INT, lin, list, type Type, tuple } from "../../types/type.ts";
import type { SourceProgram } from "../algorithm.ts";
import { renamedApart } from "../common/hygiene.ts";
import { inputs } from "../common/numbered-input.ts";
import { PlainForms } from "../common/plain.ts";
import { definition, global, letIn, open, pairOf, pairPattern } from "../common/rule-terms.ts";
import { TypeTransform } from "../common/types.ts";
import { WRAP } from "../common/wrapper.ts";
import { arraysFromLists } from "../front/arrays.ts";
import { closed } from "../front/closed.ts";
import { withDataInstances } from "../front/data-instances.ts";
import { front } from "../front/front.ts";
import { reachable } from "../front/reachable.ts";
import { saturated } from "../front/saturated.ts";
import { Bags, bagsInterface } from "./cotangents/bags.ts";
import { gradients, seeds } from "./cotangents/border.ts";
import { CotangentTypes, type Logs } from "./cotangents/cotangent-types.ts";
import { Cotangents } from "./cotangents/cotangents.ts";
import { COUNTED } from "./descriptions.ts";
import { Dense, JOINED, logsInterface } from "./environments/dense.ts";
import type { Environment } from "./environments/environment.ts";
import { interfaceOf, type Storage, Stored } from "./environments/stored.ts";
import { definitionRule, termRule } from "./rules/terms.ts";
import { BACKPROPAGATOR, Writer } from "./rules/writer.ts";

/** How a stage stores environments; the dense ones have functions as values. */
export type Kind = "dense" | Storage;

/** The program that D is applied to: its definitions are called with all arguments; functions that are values stay so in `chad` alone. */
export function prepared({ program }: SourceProgram, kind: Kind): CoreProgram {
  const added = [...(kind === "dense" ? logsInterface() : interfaceOf(kind)).globals, ...bagsInterface().globals];
  const called = reachable(saturated(withDataInstances(front(renamedApart(arraysFromLists(program), added)))));
  return kind === "dense" ? called : closed(called);
}

/** The options of CHAD's stages. */
export interface ChadOptions {
  /** Each backpropagator of data checks that its cotangent fits the value. */
  readonly checkedCotangents?: boolean;
}

/** D of a program. */
export function transformed(source: SourceProgram, kind: Kind, options: ChadOptions = {}): CoreProgram {
  const { param, result } = source;
  const program = prepared(source, kind);
  const types = new TypeTransform(program.data, {
    isPlain: true,
    fn: (from, to, type) => fun(from, tuple(to, lin(cotangents.type(type.to), cotangents.type(type.from)))),
  });
  const logs: Logs = {
    type: (from, to) => list(tuple(types.type(from), cotangents.type(to), INT)),
    joined: (log) => ({ tag: "global", name: JOINED, types: log.tag === "con" ? log.args : [] }),
  };
  const cotangents = new Cotangents(new CotangentTypes(program, kind !== "dense", kind === "dense" ? logs : undefined));
  const environment: Environment = kind === "dense" ? new Dense(cotangents) : new Stored(cotangents, kind);
  const bags = kind === "cells" ? new Bags(cotangents) : undefined;
  const at = {
    program,
    known: termTypes(program),
    types,
    cotangents,
    environment,
    bags,
    isChecked: options.checkedCotangents === true,
  };
  const definitions = program.globals.map((one) => definitionRule(new Writer(at, namesIn(one.term), termRule), one));
  const families = {
    inputs: inputs(program),
    seeds: seeds(program, cotangents, bags),
    gradients: gradients(program, cotangents, bags),
  };
  const wrap = wrapOf(program.entry, param, result, families, cotangents);
  const forms = new PlainForms(program);
  const ops = forms.ops(program.ops);
  const shared = bags === undefined ? undefined : bagsInterface();
  // the boxes know their sums once all rules are applied
  const { globals, data } = environment;
  const added = [...globals, ...cotangents.globals, ...(shared?.globals ?? []), ...(bags?.globals ?? [])];
  return reachable({
    dual: undefined,
    meaning: {
      dual: "value",
      inputs: families.inputs.globals.map(({ name }) => name),
      calls: [
        { of: BACKPROPAGATOR, means: { counts: COUNTED.calls } },
        ...environment.calls,
        ...cotangents.sums.map((of) => ({ of, means: { counts: COUNTED.nodes } })),
      ],
      stores: [],
    },
    added: added.map(({ name }) => name),
    data: [...types.dataTypes(), ...data, ...cotangents.data, ...(shared?.data ?? [])],
    ops,
    globals: [
      ...forms.globals,
      ...definitions,
      ...added,
      ...families.inputs.globals,
      ...families.seeds.globals,
      ...families.gradients.globals,
      wrap,
    ],
    entry: WRAP,
    sums: environment.sums,
  });
}

/** The names that a term binds or uses. */
function namesIn(term: Term): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (at: unknown): void => {
    if (typeof at !== "object" || at === null) return;
    if (Array.isArray(at)) return at.forEach(visit);
    const one = at as { readonly tag?: string; readonly name?: string };
    if (one.tag === "var" && typeof one.name === "string") names.add(one.name);
    for (const [key, inner] of Object.entries(at))
      if (key !== "span" && key !== "type" && key !== "types") visit(inner);
  };
  visit(term);
  return names;
}

interface Families {
  readonly inputs: ReturnType<typeof inputs>;
  readonly seeds: ReturnType<typeof seeds>;
  readonly gradients: ReturnType<typeof gradients>;
}

function wrapOf(entry: string, param: Type, result: Type, families: Families, cotangents: Cotangents): Global {
  const seed = cotangents.carries(result)
    ? apply(families.seeds.at(result), variable("z"))
    : ({ tag: "tuple", items: [] } as const);
  const zero: Term = { tag: "int", value: 0 };
  const gradient: Term = cotangents.carries(param)
    ? {
        tag: "proj",
        index: 0,
        size: 2,
        term: apply(families.gradients.at(param), pairOf(variable("x"), apply(variable("b"), seed)), zero),
      }
    : variable("x");
  const back = lambda(varPattern("z", result), gradient);
  const body = letIn(
    [
      [open("x'"), apply(families.inputs.at(param), variable("x"))],
      [pairPattern(open("y"), open("b")), apply(global(entry), variable("x'"))],
    ],
    pairOf(variable("y"), prim("asLinear", [result, param], [back])),
  );
  return definition(WRAP, fun(param, tuple(result, lin(result, param))), lambda(varPattern("x", param), body));
}
