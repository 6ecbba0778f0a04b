// Faults: one wrong rule each, seeded into the engine at run time. The suite must catch every one of them.
import type { SourceProgram, Stage } from "../../engine/algorithms/algorithm.ts";
import { mapTerm } from "../../engine/core/terms/map-term.ts";
import type { CoreProgram, Term } from "../../engine/core/terms/term.ts";
import { OPS, type OpId } from "../../engine/scalars/ops.ts";

/** A wrong rule: `seed` puts it in and gives what takes it out; `stage` is a stage with it. */
export type Fault =
  | { readonly name: string; readonly tag: "table"; seed(): () => void }
  | { readonly name: string; readonly tag: "stage"; stage(stage: Stage): Stage };

type Partials = ((...args: readonly number[]) => number)[];

function partial(id: OpId, index: number, wrong: (...args: readonly number[]) => number, what: string): Fault {
  return {
    name: `∂${index + 1}${id} is ${what}`,
    tag: "table",
    seed: () => {
      const partials = OPS[id].partials as Partials;
      const right = partials[index]!;
      partials[index] = wrong;
      return () => {
        partials[index] = right;
      };
    },
  };
}

/** A fault in what a stage's transformation gives: `rewrite` replaces subterms. `only` names the definitions it is in. */
function rewritten(
  name: string,
  rewrite: (term: Term) => Term | undefined,
  only: (definition: string) => boolean = () => true,
): Fault {
  const wrong = (program: CoreProgram): CoreProgram => ({
    ...program,
    globals: program.globals.map((global) =>
      only(global.name) ? { ...global, term: deeply(global.term, rewrite) } : global,
    ),
  });
  return {
    name,
    tag: "stage",
    stage: (stage) => ({ ...stage, transform: (source: SourceProgram) => wrong(stage.transform(source)) }),
  };
}

/** Rewrites from the leaves up, so that a rewrite sees rewritten subterms and is applied at every place. */
function deeply(term: Term, rewrite: (term: Term) => Term | undefined): Term {
  const inner = mapTerm(term, (at) => (at === term ? undefined : deeply(at, rewrite)));
  return rewrite(inner) ?? inner;
}

const isInterleave = (name: string) => name.startsWith("Interleave");
const isDeinterleave = (name: string) => name.startsWith("Deinterleave");
const isWrap = (name: string) => name === "Wrap";
const isUsers = (name: string) => !isInterleave(name) && !isDeinterleave(name) && !isWrap(name);

/** Replaces the variables of a name by another name. */
function renamed(term: Term, from: string, to: string): Term {
  return mapTerm(term, (at) => (at.tag === "var" && at.name === from ? { ...at, name: to } : undefined));
}

function plusOf(term: Term): Extract<Term, { tag: "prim" }> | undefined {
  return term.tag === "prim" && term.prim === "plus" ? term : undefined;
}

export const FAULTS: readonly Fault[] = [
  // wrong partials: only finite differences can tell
  partial("sub", 1, () => 1, "1"),
  partial("mul", 0, (x) => x, "x"),
  partial("div", 0, (_, y) => y, "y"),
  partial("div", 1, (x, y) => x / (y * y), "x/y²"),
  partial("neg", 0, () => 1, "1"),
  partial("powInt", 0, (x, n) => n * x ** n, "n·xⁿ"),
  partial("pow", 1, (x, y) => x ** y, "pow x y"),
  partial("sqrt", 0, (x) => 1 / Math.sqrt(x), "1/sqrt x"),
  partial("exp", 0, () => 1, "1"),
  partial("log", 0, (x) => -1 / x, "-1/x"),
  partial("sin", 0, (x) => -Math.cos(x), "-cos x"),
  partial("cos", 0, (x) => Math.sin(x), "sin x"),
  partial("tan", 0, (x) => Math.tan(x) ** 2, "tan² x"),
  partial("atan", 0, (x) => 1 / (1 - x * x), "1/(1-x²)"),
  partial("atan2", 0, (y, x) => y / (x * x + y * y), "y/(x²+y²)"),
  partial("tanh", 0, (x) => 1 + Math.tanh(x) ** 2, "1+tanh² x"),
  partial("sigmoid", 0, (x) => 1 / (1 + Math.exp(-x)), "σ"),
  partial("abs", 0, () => 1, "1"),
  partial("max", 0, () => 1, "1"),
  partial("min", 1, () => 0, "0"),
  partial("relu", 0, () => 1, "1"),
  // wrong rules of the transformation
  rewritten("D[op] drops its last contribution", (term) => plusOf(term)?.args[0], isUsers),
  rewritten("D[op] drops its first contribution", (term) => plusOf(term)?.args[1], isUsers),
  rewritten(
    "D[op] counts a contribution twice",
    (term) => {
      const plus = plusOf(term);
      return plus === undefined ? undefined : { ...plus, args: [plus.args[0]!, plus.args[0]!] };
    },
    isUsers,
  ),
  rewritten("D[op] uses the first partial for every operand", (term) =>
    term.tag === "partial" && term.index > 0 ? { ...term, index: 0 } : undefined,
  ),
  rewritten("D[op] takes the partials at swapped operands", (term) =>
    term.tag === "partial" && term.args.length === 2 ? { ...term, args: term.args.toReversed() } : undefined,
  ),
  rewritten("D[op] does not apply the partials", (term) => (term.tag === "partial" ? term.cotangent : undefined)),
  rewritten(
    "D[op] calls the first operand's backpropagator for all",
    (term) =>
      term.tag === "app" && term.fn.tag === "var" && term.fn.name === "d₂"
        ? { ...term, fn: { ...term.fn, name: "d₁" } }
        : undefined,
    isUsers,
  ),
  rewritten(
    "D[op] computes the value from the first operand alone",
    (term) =>
      term.tag === "op" && term.args.length === 2 ? { ...term, args: [term.args[0]!, term.args[0]!] } : undefined,
    isUsers,
  ),
  rewritten(
    "D[let] has the wrong scope: the second operand sees the first's parts",
    (term) => {
      if (term.tag !== "let" || term.bindings.length !== 2) return undefined;
      const [first, second] = term.bindings;
      if (first!.pattern.tag !== "dual" || second!.pattern.tag !== "dual") return undefined;
      return { ...term, bindings: [first!, { ...second!, bound: first!.bound }] };
    },
    isUsers,
  ),
  rewritten(
    "D[r] has a backpropagator that is not zero",
    (term) => {
      if (term.tag !== "dual" || term.primal.tag !== "real" || term.dual.tag !== "lam") return undefined;
      return { ...term, primal: { ...term.primal, value: term.primal.value * 2 } };
    },
    isUsers,
  ),
  rewritten(
    "D[if] takes the other branch",
    (term) =>
      term.tag === "case" && term.branches.length === 2
        ? { ...term, branches: [{ ...term.branches[0]!, body: term.branches[1]!.body }, term.branches[0]!] }
        : undefined,
    isUsers,
  ),
  rewritten(
    "D[(s, t)] swaps",
    (term) =>
      term.tag === "tuple" && term.items.length === 2 ? { ...term, items: term.items.toReversed() } : undefined,
    isUsers,
  ),
  rewritten(
    "Interleave puts the hot entry at the wrong place",
    (term) => {
      if (term.tag !== "lam" || !term.linear || term.body.tag !== "app" || term.body.arg.tag !== "tuple")
        return undefined;
      return { ...term, body: { ...term.body, arg: { ...term.body.arg, items: term.body.arg.items.toReversed() } } };
    },
    isInterleave,
  ),
  rewritten(
    "Interleave swaps the parts of a pair",
    (term) => {
      if (term.tag !== "tuple" || term.items.length !== 2 || term.items[0]!.tag !== "app") return undefined;
      return { ...term, items: term.items.toReversed() };
    },
    isInterleave,
  ),
  rewritten(
    "Interleave's one-hots are not zero elsewhere",
    (term) => (term.tag === "prim" && term.prim === "coldOf" ? term.args[0] : undefined),
    isInterleave,
  ),
  rewritten("Deinterleave forgets a part of the cotangent", (term) => plusOf(term)?.args[0], isDeinterleave),
  rewritten(
    "Deinterleave gives every part the first cotangent",
    (term) => (term.tag === "proj" ? { ...term, index: 0 } : undefined),
    isDeinterleave,
  ),
  rewritten(
    "Deinterleave calls the wrong backpropagator",
    (term) =>
      term.tag === "app" && term.fn.tag === "var" && term.fn.name === "d₂" ? renamed(term, "d₂", "d₁") : undefined,
    isDeinterleave,
  ),
  rewritten(
    "Deinterleave takes the wrong field of a constructor",
    (term) => (term.tag === "field" && term.index > 0 ? { ...term, index: term.index - 1 } : undefined),
    isDeinterleave,
  ),
  rewritten(
    "Wrap's zero is the input",
    (term) => (term.tag === "prim" && term.prim === "zeroOf" ? term.args[0] : undefined),
    isWrap,
  ),
  rewritten("Wrap's zero is one", (term) =>
    term.tag === "prim" && term.prim === "zero" ? { tag: "var", name: "z", types: [] } : undefined,
  ),
  rewritten("a linear function reads its argument twice", (term) =>
    term.tag === "partial" && term.index === 0
      ? {
          ...term,
          cotangent: {
            tag: "prim",
            prim: "plus",
            types: [{ tag: "con", name: "Real", args: [] }],
            args: [term.cotangent, term.cotangent],
          },
        }
      : undefined,
  ),
];
