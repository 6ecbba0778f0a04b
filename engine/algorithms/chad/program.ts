// The transformed program of a stage: D on all definitions, and what is around them.
//
//   Wrap[f] = λ(x : σ). let x' = x with its scalars numbered in let (y, ȳ) = f x' in (y, λ̲(z : τ̲). the gradient of ȳ (z as a cotangent))

import { termTypes } from "../../core/terms/check.ts";
import { variablesIn } from "../../core/terms/free-variables.ts";
import { apply, type CoreProgram, type Global, type Term, variable } from "../../core/terms/term.ts";
import { fun, INT, lin, list, type Type, tuple } from "../../types/type.ts";
import type { SourceProgram } from "../algorithm.ts";
import { firstOrderWrap, inputs } from "../common/first-order.ts";
import { FreshNames } from "../common/fresh-names.ts";
import { renamedApart } from "../common/hygiene.ts";
import { PlainForms } from "../common/plain.ts";
import { first, pairOf } from "../common/rule-terms.ts";
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
import { NOTHING } from "./cotangents/pieces.ts";
import { COUNTED, EVENTS } from "./descriptions.ts";
import { Dense, JOINED } from "./environments/dense.ts";
import type { Environment } from "./environments/environment.ts";
import { type Storage, Stored } from "./environments/stored.ts";
import { definitionRule, termRule } from "./rules/terms.ts";
import { BACKPROPAGATOR, Writer } from "./rules/writer.ts";

/** How a stage stores environments; the dense ones have functions as values. */
export type Kind = "dense" | Storage;

/** The program that D is applied to: its definitions are called with all arguments; functions that are values stay so in `chad` alone. */
export function prepared({ program }: SourceProgram, kind: Kind): CoreProgram {
  const called = reachable(saturated(withDataInstances(front(renamedApart(arraysFromLists(program), [])))));
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
  const names = new FreshNames(program);
  const cotangents = new Cotangents(
    new CotangentTypes(program, kind !== "dense", kind === "dense" ? logs : undefined),
    names,
  );
  const environment: Environment =
    kind === "dense" ? new Dense(cotangents, names) : new Stored(cotangents, kind, names);
  const bags = kind === "cells" ? new Bags(cotangents, names) : undefined;
  const at = {
    program,
    known: termTypes(program),
    types,
    cotangents,
    environment,
    bags,
    isChecked: options.checkedCotangents === true,
  };
  const definitions = program.globals.map((one) =>
    definitionRule(new Writer(at, variablesIn(one.term), termRule), one),
  );
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
        { of: BACKPROPAGATOR, means: { counts: COUNTED.calls, tells: EVENTS.call, returns: EVENTS.back } },
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

interface Families {
  readonly inputs: ReturnType<typeof inputs>;
  readonly seeds: ReturnType<typeof seeds>;
  readonly gradients: ReturnType<typeof gradients>;
}

function wrapOf(entry: string, param: Type, result: Type, families: Families, cotangents: Cotangents): Global {
  const seed = cotangents.carries(result) ? apply(families.seeds.at(result), variable("z")) : NOTHING;
  const zero: Term = { tag: "int", value: 0 };
  const gradient: Term = cotangents.carries(param)
    ? first(apply(families.gradients.at(param), pairOf(variable("x"), apply(variable("b"), seed)), zero))
    : variable("x");
  return firstOrderWrap(entry, param, result, families.inputs, gradient);
}
