// U: unzipping (Radul et al. 2023, Fig. 8). A definition of Linear A becomes two of Linear B: one computes all that is not linear,
// and the other what is linear, from what the first one leaves it: the tape.
//
//   U(let (v; v̇) = e₁ in e₂) = E₁, let (v;) = e₁' in E₂ ; e₂' ; let (; v̇) = ė₁ in ė₂
//   U(f(v; v̇)) = let (u, w) = f.nonlin(v;) ; (u;) ; f.lin(w; v̇)          w being the tape of f
//   U(drop e) = E ; drop e' ; drop ė
//   f.nonlin(v;) = E[(e', ⊗(w))]          f.lin(t; v̇) = let (⊗w;) = t in ė          w: what ė reads of v and E
//
// Checkpointing is a choice of ours here (§6.1): a binding of E that is recomputed is copied to f.lin, with what it needs, and not
// taped. What is then used nowhere in f.nonlin is not computed there, but the scalars of the program are.
import { present } from "../../base/nth.ts";
import { step } from "../../base/watch.ts";
import { derived, Fresh, namesIn } from "./linear-a/names.ts";
import {
  type Binding,
  boundBy,
  type Definition,
  dropping,
  type LinearProgram,
  type LinearType,
  type Return,
  readBy,
  tensor,
  type Variable,
} from "./linear-a/syntax.ts";

/** The halves of a definition. */
export interface Unzipped {
  readonly nonlin: Definition;
  readonly lin: Definition;
  /** The variables that the tape holds, in its order. */
  readonly tape: readonly Variable[];
  /** E: all that is not linear, whether it is kept or not. */
  readonly context: readonly Binding[];
}

/** The names, as they are printed, of variables that are computed again, by the definition. */
export type Recomputed = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The definitions of both halves, each after those that it calls; where a call is made again, with what it calls: the same as the half
 * that is not linear, without scalars of the program.
 */
export function halvesOf(unzipped: ReadonlyMap<string, Unzipped>): readonly HalfDefinition[] {
  const all = [...unzipped.values()];
  const copies = new Set(all.map(({ nonlin }) => derived.again(nonlin.name)));
  const isMadeAgain = all.some(({ lin }) =>
    lin.body.bindings.some((one) => one.tag === "let" && one.bound.tag === "call" && copies.has(one.bound.name)),
  );
  return all.flatMap(({ nonlin, lin }): readonly HalfDefinition[] => [
    ...(isMadeAgain ? [{ role: "again", definition: withoutScalars(nonlin) } as const] : []),
    { role: "values", definition: nonlin },
    { role: "linear", definition: lin },
  ]);
}

/** A definition that unzipping makes. */
export interface HalfDefinition {
  readonly role: "values" | "again" | "linear";
  readonly definition: Definition;
}

function withoutScalars(definition: Definition): Definition {
  const { bindings, result } = definition.body;
  return {
    ...definition,
    name: derived.again(definition.name),
    body: { bindings: bindings.map(computedAgain), result },
  };
}

/** A binding that is copied: what it computes is no scalar of the program. */
function computedAgain(binding: Binding): Binding {
  const plain = { ...binding, scalar: undefined };
  if (plain.tag !== "let" || plain.bound.tag !== "call") return plain;
  return { ...plain, bound: { ...plain.bound, name: derived.again(plain.bound.name) } };
}

/** U of every definition of a program, by their names. */
export function unzip(program: LinearProgram, recomputed: Recomputed = new Map()): ReadonlyMap<string, Unzipped> {
  const unzipped = new Map<string, Unzipped>();
  for (const definition of program)
    unzipped.set(
      definition.name,
      unzippedDefinition(definition, unzipped, recomputed.get(definition.name) ?? new Set()),
    );
  return unzipped;
}

function unzippedDefinition(
  definition: Definition,
  before: ReadonlyMap<string, Unzipped>,
  again: ReadonlySet<string>,
): Unzipped {
  const { name, span, nonlinear, linear, results, body, scalars } = definition;
  const fresh = new Fresh(namesIn(definition));
  const { context, residual } = parted(body.bindings, before, fresh);
  const copied = recomputable(context, residual, again);
  const inResidual = [...copied, ...residual];
  const boundThere = new Set(copied.flatMap((one) => boundBy(one).nonlinear.map((variable) => variable.name)));
  const read = new Set(inResidual.flatMap((one) => readBy(one).nonlinear).filter((one) => !boundThere.has(one)));
  const known: readonly Variable[] = [...nonlinear, ...context.flatMap((one) => boundBy(one).nonlinear)];
  const tape = known.filter((variable) => read.has(variable.name));
  const type: LinearType = tensor(tape.map((variable) => variable.type));
  const packed = fresh.name("t");
  const kept = withoutDead(context, [...body.result.nonlinear, ...tape.map((one) => one.name)]);
  const nonlin: Definition = {
    name: derived.nonlin(name),
    span,
    nonlinear,
    linear: [],
    results: { nonlinear: [...results.nonlinear, type], linear: [] },
    body: {
      bindings: [
        ...kept,
        {
          tag: "let",
          nonlinear: [{ name: packed, type }],
          linear: [],
          bound: { tag: "tuple", items: tape.map((one) => one.name) },
        },
      ],
      result: { nonlinear: [...body.result.nonlinear, packed], linear: [] },
    },
    scalars,
  };
  const lin: Definition = {
    name: derived.lin(name),
    span,
    nonlinear: [{ name: packed, type }],
    linear,
    results: { nonlinear: [], linear: results.linear },
    body: {
      bindings: [{ tag: "unpack", items: tape, of: packed }, ...inResidual],
      result: { nonlinear: [], linear: body.result.linear },
    },
    scalars,
  };
  return { nonlin, lin, tape, context };
}

/** E, and the bindings of ė. */
function parted(
  bindings: readonly Binding[],
  before: ReadonlyMap<string, Unzipped>,
  fresh: Fresh,
): { readonly context: readonly Binding[]; readonly residual: readonly Binding[] } {
  const context: Binding[] = [];
  const residual: Binding[] = [];
  for (const binding of bindings) {
    step();
    if (binding.tag === "unpack") context.push(binding);
    else if (binding.tag === "linear-unpack") residual.push(binding);
    else if (binding.bound.tag === "call") {
      const { bound, nonlinear, linear } = binding;
      const callee = present(before.get(bound.name));
      const type = tensor(callee.tape.map((one) => one.type));
      const tape: Variable = { name: fresh.name("w"), type };
      const first = { ...bound, name: callee.nonlin.name, linear: [] };
      const second = { ...bound, name: callee.lin.name, nonlinear: [tape.name] };
      context.push({ ...binding, nonlinear: [...nonlinear, tape], linear: [], bound: first });
      residual.push({ ...binding, nonlinear: [], linear, bound: second });
    } else if (binding.bound.tag === "drop") {
      const { block } = binding.bound;
      const inner = parted(block.bindings, before, fresh);
      context.push(...inner.context);
      residual.push(...inner.residual);
      const drops = (result: Return): readonly Binding[] =>
        result.nonlinear.length + result.linear.length === 0
          ? []
          : [{ ...binding, bound: { tag: "drop", block: { bindings: [], result } } }];
      context.push(...drops({ nonlinear: block.result.nonlinear, linear: [] }));
      residual.push(...drops({ nonlinear: [], linear: block.result.linear }));
    } else (binding.linear.length === 0 ? context : residual).push(binding);
  }
  return { context, residual };
}

/** The bindings of E to be copied, in order: those that are asked for, where ė needs them. */
function recomputable(
  context: readonly Binding[],
  residual: readonly Binding[],
  again: ReadonlySet<string>,
): readonly Binding[] {
  const needed = new Set(residual.flatMap((one) => readBy(one).nonlinear));
  const copied: Binding[] = [];
  for (const binding of context.toReversed()) {
    const bound = boundBy(binding).nonlinear.map(({ name }) => name);
    if (
      !isRecomputable(binding) ||
      !bound.some((name) => again.has(name.normalize())) ||
      !bound.some((name) => needed.has(name))
    )
      continue;
    // of a call that is made again, what is not needed is dropped: every variable is used
    const unused = bound.filter((name) => !needed.has(name));
    if (unused.length > 0) copied.push(dropping({ nonlinear: unused, linear: [] }));
    for (const name of readBy(binding).nonlinear) needed.add(name);
    copied.push(computedAgain(binding));
  }
  return copied.reverse();
}

/** Whether a binding of E can be copied to ė: an operation, or a call, whose tape is made again with it. */
export function isRecomputable(binding: Binding): boolean {
  return binding.tag === "let" && binding.bound.tag !== "drop";
}

/** Bindings without those that nothing needs, the results among it, and that make no scalar of the program: E without what was only there for the tape. */
export function withoutDead(context: readonly Binding[], results: readonly string[]): readonly Binding[] {
  const used = new Set(results);
  const kept: Binding[] = [];
  for (const binding of context.toReversed()) {
    const bound = boundBy(binding).nonlinear;
    const isNeeded = bound.length === 0 || binding.scalar !== undefined || bound.some(({ name }) => used.has(name));
    if (!isNeeded) continue;
    // the tape of a call that is made again later, and whose values are needed now
    const unused = bound.flatMap(({ name }) => (used.has(name) ? [] : [name]));
    for (const name of readBy(binding).nonlinear) used.add(name);
    if (unused.length > 0) kept.push(dropping({ nonlinear: unused, linear: [] }));
    kept.push(binding);
  }
  return kept.reverse();
}
