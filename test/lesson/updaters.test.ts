// A reverse pass as a chain of updaters: what the reader does by hand is what the stage `cayley` does, and other ways give the same gradient.
import { describe, expect, test } from "vitest";
import {
  type Bench,
  beadsOf,
  bracketed,
  type Move,
  type Played,
  repeated,
  type Updater,
  Updaters,
} from "../../app/lesson/model/updaters.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import type { Glimpse } from "../../engine/lessons/glimpse.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { glimpseOf } from "../support/glimpses.ts";
import { tracedGradient } from "../support/run.ts";

function text(chain: Updater | undefined, glimpse: Glimpse): string {
  if (chain === undefined) return "id";
  if (chain.tag === "bead") return `+${chain.amount} at ${glimpse.nodes[chain.at]!.name}`;
  return `(${text(chain.left, glimpse)} ∘ ${text(chain.right, glimpse)})`;
}

/** Moves one after the other, and then what the run would do. */
function played(updaters: Updaters, ...moves: readonly ((bench: Bench) => Move)[]): readonly Played[] {
  const all = [updaters.begin()];
  for (const move of moves) all.push(updaters.after(all.at(-1)!.bench, move(all.at(-1)!.bench)));
  return [...all, ...updaters.rest(all.at(-1)!.bench)];
}

describe("the running example", () => {
  const glimpse = glimpseOf(example("02"));
  const updaters = new Updaters(glimpse);
  const z = glimpse.nodes.find(({ name }) => name === "z")!.number;

  test("is +25 at x ∘ +12 at z, and z is applied first; four calls give (37, 12)", () => {
    const all = played(updaters);
    expect(text(all[0]!.bench.chain, glimpse)).toBe("(+25 at x ∘ +12 at z)");
    expect(all[1]).toMatchObject({ move: { tag: "apply" }, at: z, amount: 12, sum: 12 });
    expect(all.map(({ bench }) => text(bench.chain, glimpse))).toEqual([
      "(+25 at x ∘ +12 at z)",
      "+25 at x",
      "id",
      "(+12 at x ∘ +12 at y)",
      "+12 at x",
      "id",
      "id",
      "id",
    ]);
    expect(all.find(({ amount, sum }) => amount !== sum)).toMatchObject({ at: 0, amount: 12, sum: 37 });
    expect([...all.at(-1)!.bench.gradient].sort(([a], [b]) => a - b).map(([, sum]) => sum)).toEqual([37, 12]);
    expect(all.at(-1)!.bench.calls).toBe(4);
  });

  const unfold = ({ chain }: Bench): Move => ({
    tag: "unfold",
    key: beadsOf(chain).find((bead) => updaters.canUnfold(bead))!.key,
  });

  test("unfolded, it adds at x twice; brackets change nothing, and added up that is one updater", () => {
    const [, unfolded] = played(updaters, unfold);
    const { chain } = unfolded!.bench;
    expect(text(chain, glimpse)).toBe("(+25 at x ∘ (+12 at x ∘ +12 at y))");
    expect(text(bracketed(chain, "left"), glimpse)).toBe("((+25 at x ∘ +12 at x) ∘ +12 at y)");
    expect(bracketed(bracketed(chain, "left"), "right")).toEqual(chain);
    expect(repeated(chain)).toEqual([0]);
    const [, , one] = played(updaters, unfold, () => ({ tag: "add up", at: 0 }));
    expect(text(one!.bench.chain, glimpse)).toBe("(+37 at x ∘ +12 at y)");
    expect(played(updaters, unfold).at(-1)!.bench.gradient).toEqual(played(updaters).at(-1)!.bench.gradient);
  });
});

const small = TRANSFORMED.flatMap(({ name, text }) => {
  try {
    return [{ name, text, glimpse: glimpseOf(text) }];
  } catch {
    // a lesson shows up to 60 scalars
    return [];
  }
});

test("there are examples that a lesson can show", () => {
  expect(small.length).toBeGreaterThan(10);
});

test.each(small)(
  "$name: the calls, in their order, with their cotangents, are those of the stage cayley",
  ({ text, glimpse }) => {
    const updaters = new Updaters(glimpse);
    const mine = played(updaters).flatMap(({ move, at, sum }) => (move?.tag === "resolve" ? [[at, sum]] : []));
    const calls = tracedGradient(text, stageOf("cayley")!).events.flatMap((event) =>
      event.tag === "call" ? [[event.number, event.cotangent]] : [],
    );
    // the result's own backpropagators are called first, and have nothing that waits
    expect(mine).toEqual(calls.slice(calls.length - mine.length));
    expect(played(updaters).at(-1)!.bench.calls).toBe(calls.length);
  },
);

test.each(small)(
  "$name: with everything unfolded, the gradient is the same, in as many calls or more",
  ({ glimpse }) => {
    const updaters = new Updaters(glimpse);
    let { bench } = updaters.begin();
    for (let unfolded = 0; unfolded < 200; unfolded++) {
      const bead = beadsOf(bench.chain).find((one) => updaters.canUnfold(one));
      if (bead === undefined) break;
      ({ bench } = updaters.after(bench, { tag: "unfold", key: bead.key }));
    }
    const [usual, other] = [played(updaters).at(-1)!.bench, updaters.rest(bench).at(-1)?.bench ?? bench];
    expect(other.calls).toBeGreaterThanOrEqual(usual.calls);
    for (const [input, sum] of usual.gradient) {
      if (Number.isFinite(sum))
        expect(Math.abs(other.gradient.get(input)! - sum)).toBeLessThan(1e-9 * (1 + Math.abs(sum)));
    }
  },
);
