// A reverse pass as updaters (thesis §3.5, the Cayley transform): a backpropagator gives no gradient, but a function that adds to one. Here
// such functions are kept apart as a chain, "+25 at x ∘ +12 at z", which the reader applies, unfolds and adds up.
import { nth, present } from "../../../engine/base/nth.ts";
import type { Glimpse } from "../../../engine/lessons/glimpse.ts";
import { type Contribution, contributionsIn } from "./contributions.ts";

/** An updater: one that adds at a scalar, or f ∘ g, of which g is applied first. */
export type Updater = Bead | { readonly tag: "composed"; readonly left: Updater; readonly right: Updater };

/** "+25 at x". */
export interface Bead {
  readonly tag: "bead";
  readonly key: number;
  readonly at: number;
  readonly amount: number;
}

/** A move of the reader or of the run. */
export type Move =
  /** The updater on the right is applied: its addend waits at its scalar. */
  | { readonly tag: "apply" }
  /** The highest waiting scalar is resolved: its backpropagator is called with its sum, and returns a chain. */
  | { readonly tag: "resolve" }
  /** A bead of the chain is called at once, with its addend, and not noted: it becomes the chain that its backpropagator returns. */
  | { readonly tag: "unfold"; readonly key: number }
  /** The beads at one scalar become one, with their sum: f z₁ ∘ f z₂ is f (z₁ + z₂), linear factoring. */
  | { readonly tag: "add up"; readonly at: number };

/** The present chain of updaters, and the waiting sums. */
export interface Bench {
  /** Undefined: the identity, which changes nothing. */
  readonly chain: Updater | undefined;
  /** Waiting sums, by the number of the scalar. */
  readonly waiting: ReadonlyMap<number, number>;
  /** Cotangents of inputs. */
  readonly gradient: ReadonlyMap<number, number>;
  /** Calls of backpropagators so far. */
  readonly calls: number;
  /** The key of the next bead. */
  readonly next: number;
}

/** A bench after each move of a list, and the moves' effects. */
export interface Played {
  readonly move: Move | undefined;
  readonly bench: Bench;
  /** The bead or the scalar that was moved, its addend, and the sum after that. */
  readonly at: number | undefined;
  readonly amount: number;
  readonly sum: number;
}

/** How a chain of beads is bracketed: as the calls composed it, or to one side. */
export type Brackets = "calls" | "left" | "right";

/** A pass over the scalars of one run. */
export class Updaters {
  private readonly glimpse: Glimpse;
  private readonly made: readonly (readonly Contribution[])[];

  constructor(glimpse: Glimpse) {
    this.glimpse = glimpse;
    this.made = contributionsIn(glimpse);
  }

  /** The backpropagators of the result have been called with the seeds. */
  begin(): Played {
    const { outputs, seeds, nodes } = this.glimpse;
    let chain: Updater | undefined;
    let [calls, next] = [0, 0];
    for (const [index, number] of [...outputs.entries()].reverse()) {
      const cotangent = nth(seeds, index);
      const { kind } = nth(nodes, number);
      // an input or a constant of the result is noted, as all are
      const own =
        kind !== "operation" ? ({ tag: "bead", key: next, at: number, amount: cotangent } as const) : undefined;
      const [called, after] = own === undefined ? this.called(number, cotangent, next) : [own, next + 1];
      chain = composed(called, chain);
      next = after;
      calls++;
    }
    const bench: Bench = { chain, waiting: new Map(), gradient: new Map(), calls, next };
    return { move: undefined, bench, at: undefined, amount: 0, sum: 0 };
  }

  /** The chain of a scalar's backpropagator, and the key of the bead after it. */
  private called(number: number, cotangent: number, key: number): readonly [Updater | undefined, number] {
    const beads = nth(this.made, number).map(
      ({ to, partial }, index): Bead => ({ tag: "bead", key: key + index, at: to, amount: partial * cotangent }),
    );
    return [
      beads.reduceRight<Updater | undefined>((after, bead) => composed(bead, after), undefined),
      key + beads.length,
    ];
  }

  /** The run's next move: apply the chain, or else resolve the highest waiting scalar. Undefined at the end. */
  usual({ chain, waiting }: Bench): Move | undefined {
    if (chain !== undefined) return { tag: "apply" };
    return waiting.size > 0 ? { tag: "resolve" } : undefined;
  }

  /** The rest of a pass from a bench on, as the run does it. */
  rest(from: Bench): readonly Played[] {
    const played: Played[] = [];
    let bench = from;
    for (let move = this.usual(bench); move !== undefined; move = this.usual(bench)) {
      const one = this.after(bench, move);
      played.push(one);
      bench = one.bench;
    }
    return played;
  }

  after(bench: Bench, move: Move): Played {
    switch (move.tag) {
      case "apply": {
        const { left, last } = split(present(bench.chain));
        const sum = added(bench.waiting, last);
        const waiting = new Map(bench.waiting).set(last.at, sum);
        return { move, bench: { ...bench, chain: left, waiting }, at: last.at, amount: last.amount, sum };
      }
      case "resolve": {
        const at = Math.max(...bench.waiting.keys());
        const cotangent = present(bench.waiting.get(at));
        const waiting = new Map(bench.waiting);
        waiting.delete(at);
        const calls = bench.calls + 1;
        const result = { move, at, amount: cotangent, sum: cotangent };
        if (nth(this.glimpse.nodes, at).kind === "input")
          return {
            ...result,
            bench: { ...bench, waiting, calls, gradient: new Map(bench.gradient).set(at, cotangent) },
          };
        const [chain, next] = this.called(at, cotangent, bench.next);
        return { ...result, bench: { ...bench, chain, waiting, calls, next } };
      }
      case "unfold": {
        const bead = present(beadsOf(bench.chain).find(({ key }) => key === move.key));
        const [inner, next] = this.called(bead.at, bead.amount, bench.next);
        const chain = replaced(present(bench.chain), bead.key, inner);
        return {
          move,
          bench: { ...bench, chain, calls: bench.calls + 1, next },
          at: bead.at,
          amount: bead.amount,
          sum: bead.amount,
        };
      }
      case "add up": {
        const [first, ...others] = beadsOf(bench.chain).filter(({ at }) => at === move.at);
        const sum = others.reduce((all, { amount }) => all + amount, present(first).amount);
        const rest = others.reduce<Updater | undefined>(
          (chain, { key }) => replaced(present(chain), key, undefined),
          bench.chain,
        );
        const chain = replaced(present(rest), present(first).key, { ...present(first), amount: sum });
        return { move, bench: { ...bench, chain }, at: move.at, amount: sum, sum };
      }
    }
  }

  /** Whether a bead can be called at once: inputs and constants have nothing to call on. */
  canUnfold({ at }: Bead): boolean {
    return nth(this.glimpse.nodes, at).kind === "operation";
  }
}

function added(waiting: ReadonlyMap<number, number>, { at, amount }: Bead): number {
  const before = waiting.get(at);
  return before === undefined ? amount : before + amount;
}

function composed(left: Updater | undefined, right: Updater | undefined): Updater | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return { tag: "composed", left, right };
}

/** The beads of a chain, from left to right: the last one is applied first. */
export function beadsOf(chain: Updater | undefined): readonly Bead[] {
  if (chain === undefined) return [];
  return chain.tag === "bead" ? [chain] : [...beadsOf(chain.left), ...beadsOf(chain.right)];
}

/** The same beads in other brackets: composition is associative. */
export function bracketed(chain: Updater | undefined, brackets: Brackets): Updater | undefined {
  if (brackets === "calls") return chain;
  const beads = beadsOf(chain);
  const none = undefined as Updater | undefined;
  return brackets === "left"
    ? beads.reduce((left, bead) => composed(left, bead), none)
    : beads.reduceRight((right, bead) => composed(bead, right), none);
}

/** Scalars at which a chain adds more than once, in its order. */
export function repeated(chain: Updater | undefined): readonly number[] {
  const all = beadsOf(chain).map(({ at }) => at);
  return [...new Set(all)].filter((at) => all.filter((one) => one === at).length > 1);
}

/** A chain without its last bead, and that. */
function split(chain: Updater): { readonly left: Updater | undefined; readonly last: Bead } {
  if (chain.tag === "bead") return { left: undefined, last: chain };
  const { left, last } = split(chain.right);
  return { left: composed(chain.left, left), last };
}

function replaced(chain: Updater, key: number, by: Updater | undefined): Updater | undefined {
  if (chain.tag === "bead") return chain.key === key ? by : chain;
  return composed(replaced(chain.left, key, by), replaced(chain.right, key, by));
}
