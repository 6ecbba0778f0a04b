// The Delta terms that a run of Krawiec et al. binds: those that overloaded scalars make, and what they mean is the gradient.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stageOf } from "../../engine/algorithms/index.ts";
import type { Content } from "../../engine/core/events/events.ts";
import { boundIn } from "../support/delta-listing.ts";
import { TRANSFORMED } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { largestDifference, tracedGradient, tracedGraph } from "../support/run.ts";
import { oneIn, runs } from "../support/runs.ts";

const stage = (id: string) => stageOf(id)!;
const LETS = ["delta-lets", "delta-array"] as const;

/**
 * The other route of §9.3: no program is transformed, but scalars are overloaded. The scalars of a run of the program itself know what they
 * were computed from; each operation binds its Delta term, whose leaves are variables, or Zero where an operand is a constant.
 */
function overloaded(text: string): readonly (readonly [number, Content])[] {
  const { nodes } = tracedGraph(text);
  const inputs = nodes.filter(({ kind }) => kind === "input").length;
  const own = new Map<number, number>();
  const con = (name: string, ...fields: readonly Content[]): Content => ({ con: name, fields });
  const listing: (readonly [number, Content])[] = [];
  let given = 0;
  for (const { number, kind, op, operands } of nodes) {
    if (kind === "input") own.set(number, given++);
    if (kind !== "operation") continue;
    const leaf = (at: number): Content => {
      const id = own.get(operands[at]!.number);
      return id === undefined ? con("Zero") : con("Var", id);
    };
    const scaled = (at: number): Content => con("Scale", operands[at]!.partial, leaf(at));
    const id = inputs + listing.length;
    own.set(number, id);
    listing.push([id, termOf(op!, operands.length, { con, leaf, scaled })]);
  }
  return listing;
}

interface Building {
  con(name: string, ...fields: readonly Content[]): Content;
  leaf(at: number): Content;
  scaled(at: number): Content;
}

function termOf(op: string, operands: number, { con, leaf, scaled }: Building): Content {
  if (op === "+") return con("Add", leaf(0), leaf(1));
  if (op === "-") return con("Add", leaf(0), scaled(1));
  const all = Array.from({ length: operands }, (_, at) => scaled(at));
  return all.reduce((sum, one) => con("Add", sum, one));
}

describe("the Delta listing (R-K16)", () => {
  const agree = (text: string): void => {
    const { events } = tracedGradient(text, stage("delta-lets"));
    expect(boundIn(events), text).toEqual(overloaded(text));
  };

  test("is the one that overloaded scalars make, on all examples", () => {
    for (const { text } of oneIn(3, TRANSFORMED)) agree(text);
  });

  test("and on random programs", () => {
    fc.assert(
      fc.property(programs(), ({ source }) => agree(source)),
      { numRuns: runs(30), seed: 84 },
    );
  });
});

describe("the meaning of a listing (§9, R-K19)", () => {
  /** Lists of numbers, elementwise. */
  const plus = (a: readonly number[], b: readonly number[], factor = 1): readonly number[] =>
    a.map((x, at) => x + factor * b[at]!);

  /** ⟦term⟧γ. */
  function meaning(term: Content, gamma: readonly (readonly number[])[], inputs: number): readonly number[] {
    const { con, fields } = term as Extract<Content, { con: string }>;
    const part = (at: number): readonly number[] => meaning(fields[at]!, gamma, inputs);
    if (con === "Zero") return Array.from({ length: inputs }, () => 0);
    if (con === "Var") return gamma[fields[0] as number]!;
    if (con === "Scale") return part(1).map((x) => (fields[0] as number) * x);
    return plus(part(0), part(1));
  }

  /**
   * Theorem 5: what the bindings mean, at the one-hots of the inputs, is the gradient of each. Lemma 6, at each moment of the evaluation:
   * what waits for the variables that are left, times what they mean, is what the whole term means.
   */
  const agree = (text: string): void => {
    for (const id of LETS) {
      const { run, events } = tracedGradient(text, stage(id));
      const wanted = run.gradient!.scalars;
      const inputs = wanted.length;
      const gamma: (readonly number[])[] = wanted.map((_, at) => wanted.map((_, other) => (at === other ? 1 : 0)));
      const terms = boundIn(events);
      for (const [own, term] of terms) gamma[own] = meaning(term, gamma, inputs);
      const { outputs, nodes } = tracedGraph(text);
      const ids = new Map(nodes.filter(({ kind }) => kind !== "constant").map(({ number }, at) => [number, at]));
      const isInOrder = nodes.findLastIndex(({ kind }) => kind === "input") < inputs;
      if (!isInOrder || ![...gamma.flat(), ...wanted].every(Number.isFinite)) continue;
      // s = 1 at each output
      const waits = gamma.map(() => 0);
      for (const number of outputs) if (ids.has(number)) waits[ids.get(number)!]! += 1;
      const whole = (): readonly number[] =>
        waits.reduce<readonly number[]>(
          (sum, amount, at) => plus(sum, gamma[at]!, amount),
          wanted.map(() => 0),
        );
      expect(largestDifference(whole(), wanted), text).toBeLessThan(1e-9);
      for (const [own, term] of terms.toReversed()) {
        const amount = waits[own]!;
        waits[own] = 0;
        send(term, amount, waits);
        expect(largestDifference(whole(), wanted), text).toBeLessThan(1e-9);
      }
    }
  };

  /** eval: what a term sends to its variables. */
  function send(term: Content, amount: number, waits: number[]): void {
    const { con, fields } = term as Extract<Content, { con: string }>;
    if (con === "Var") waits[fields[0] as number]! += amount;
    else if (con === "Scale") send(fields[1]!, amount * (fields[0] as number), waits);
    else if (con === "Add") for (const field of fields) send(field, amount, waits);
  }

  test("is the gradient, on all examples", () => {
    // 1 at each number of the result
    for (const { text } of oneIn(3, TRANSFORMED, 1)) if (!text.includes("-- cotangent:")) agree(text);
  });

  test("and on random programs", () => {
    fc.assert(
      fc.property(programs(), ({ source }) => agree(source)),
      { numRuns: runs(30), seed: 85 },
    );
  });
});
