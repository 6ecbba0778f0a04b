// All that is made of a program and of what a reader wrote beside it, before it is unzipped: J of each definition, made or given.
import { nth } from "../../base/nth.ts";
import { ANY_DEFINITION, type RecomputedNames } from "../study.ts";
import { jvp } from "./jvp.ts";
import { derived } from "./linear-a/names.ts";
import { shownName } from "./linear-a/print.ts";
import type { Definition, LinearProgram } from "./linear-a/syntax.ts";
import type { Recomputed } from "./unzip.ts";
import { isPure } from "./written/signatures.ts";

/** The definitions of Linear A before U is applied, by where each comes from: from the program, from the reader, or from J. */
export interface System {
  /** Purely non-linear code: the program, and the reader's. */
  readonly sources: LinearProgram;
  /** The reader's code with linear variables, if no derivative of the sources. */
  readonly mixed: LinearProgram;
  /** J of each source, by the source's name; and of which sources it was given. */
  readonly tangents: ReadonlyMap<string, Definition>;
  readonly given: ReadonlySet<string>;
  /** Recomputed variables, by the unzipped definition. */
  readonly chosen: Recomputed;
  /** Everything, each definition after those that it calls. */
  readonly all: LinearProgram;
}

/** The system of a program and of definitions in Linear A. */
export function systemOf(program: LinearProgram, written: LinearProgram, recomputed: RecomputedNames = {}): System {
  const sources = [...written.filter(isPure), ...program];
  const derivatives = new Map(sources.map((one) => [derived.jvp(one.name), one]));
  const given = new Map(
    written.flatMap((one) => {
      const of = derivatives.get(one.name);
      // whoever counts on from here counts the scalars of the definition, whatever its derivative computes
      return of === undefined ? [] : [[of.name, { ...one, scalars: of.scalars }] as const];
    }),
  );
  const mixed = written.filter((one) => !isPure(one) && !derivatives.has(one.name)).map(withOrigins);
  const tangents = new Map(jvp(sources, given).map((one, index) => [nth(sources, index).name, one]));
  const names = new Map(Object.entries(recomputed));
  const unzipped = [...tangents, ...mixed.map((one) => [one.name, one] as const)];
  const chosen: Recomputed = new Map(
    unzipped.map(([name, one]) => [
      one.name,
      new Set([...(names.get(shownName(name)) ?? []), ...(names.get(ANY_DEFINITION) ?? [])]),
    ]),
  );
  const all = inOrder([...sources, ...mixed, ...tangents.values()]);
  return { sources, mixed, tangents, given: new Set(given.keys()), chosen, all };
}

/** A definition that no other one is made of: its lines come from themselves. */
function withOrigins(definition: Definition): Definition {
  const { bindings, result } = definition.body;
  return { ...definition, body: { bindings: bindings.map((one, origin) => ({ ...one, origin })), result } };
}

/** Definitions and what they call, each after what it calls; `known` are all that can be called. */
export function inOrder(definitions: LinearProgram, known: LinearProgram = definitions): LinearProgram {
  const byName = new Map(known.map((one) => [one.name, one]));
  const ordered = new Set<Definition>();
  const add = (one: Definition): void => {
    if (ordered.has(one)) return;
    for (const binding of one.body.bindings)
      if (binding.tag === "let" && binding.bound.tag === "call") {
        const callee = byName.get(binding.bound.name);
        if (callee !== undefined && callee !== one) add(callee);
      }
    ordered.add(one);
  };
  for (const one of definitions) add(one);
  return [...ordered];
}
