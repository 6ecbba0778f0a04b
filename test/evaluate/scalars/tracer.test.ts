// The traced run of a program against the runs of all stages: the same scalars under the same numbers, and the tape's contributions.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Stage } from "../../../engine/algorithms/algorithm.ts";
import { STAGES, stageOf } from "../../../engine/algorithms/index.ts";
import type { ScalarNumber } from "../../../engine/core/events/events.ts";
import type { Request } from "../../../engine/session/input/prepare.ts";
import { contributionsOf, replay } from "../../../engine/timeline/replay.ts";
import { TRANSFORMED } from "../../support/examples.ts";
import { programs } from "../../support/generate/index.ts";
import { tracedGradient, tracedGraph } from "../../support/run.ts";
import { oneIn, runs } from "../../support/runs.ts";
import { takes } from "../../support/takes.ts";

const tape = stageOf("tape")!;

/** The stages whose scalars have numbers. */
const NUMBERING = STAGES.filter(({ ofArrays }) => ofArrays !== true);

function agree(text: string, stage: Stage, request: Request): void {
  const { nodes, outputs } = tracedGraph(text, request);
  const { run, events } = tracedGradient(text, stage, request);
  const scalars = events.flatMap((event) =>
    event.tag === "scalar"
      ? [{ number: event.number, kind: event.kind, op: event.op, value: event.value, span: event.span }]
      : [],
  );
  // a stage that goes through the program more than once makes the same scalars again, but for those of definitions
  const byNumber = new Map(scalars.reverse().map((scalar) => [scalar.number, scalar]));
  expect(byNumber.size, text).toBe(nodes.length);
  for (const { number, kind, op, value, span } of nodes)
    expect({ ...byNumber.get(number), text }).toEqual({ number, kind, op, value, span, text });
  expect(outputs.map((number) => nodes[number]!.value)).toEqual(run.value!.scalars);
}

function contribute(text: string): void {
  const { nodes } = tracedGraph(text);
  const { events } = tracedGradient(text, tape);
  const state = replay(events);
  for (const { number, operands } of nodes)
    expect(
      contributionsOf(state, tape, number as ScalarNumber)!.map(({ partial, to }) => ({ number: to, partial })),
      text,
    ).toEqual(operands);
}

describe("a traced run", () => {
  // each example with a third of the stages; with all of them in the long tests
  test.each(NUMBERING)("makes the scalars of $id, on the examples", (stage) => {
    for (const { text } of oneIn(9, TRANSFORMED, NUMBERING.indexOf(stage)))
      if (takes(stage, text)) agree(text, stage, {});
  });

  test("makes the scalars of all stages, on random programs, also where discrete operands stay plain", () => {
    const property = fc.property(
      programs(),
      fc.constantFrom(...NUMBERING),
      fc.boolean(),
      ({ source }, stage, plainDiscrete) => {
        fc.pre(takes(stage, source));
        // a stage that does not offer it ignores it
        const isPlain = plainDiscrete && stage.varied.includes("plainDiscrete");
        agree(source, stage, { variations: { options: { plainDiscrete: isPlain } } });
      },
    );
    fc.assert(property, { numRuns: runs(60), seed: 71 });
  });

  test("has the contributions that the tape has", () => {
    for (const { text } of oneIn(3, TRANSFORMED, 1)) contribute(text);
    const property = fc.property(programs(), ({ source }) => contribute(source));
    fc.assert(property, { numRuns: runs(30), seed: 72 });
  });

  test("keeps the Ints of operations", () => {
    const { nodes } = tracedGraph("-- at: 2.0\ndef main x = x ^ 3 * x");
    expect(nodes.map(({ ints }) => ints)).toEqual([[], [{ place: 1, value: 3 }], []]);
    expect(nodes[1]!.operands).toEqual([{ number: 0, partial: 12 }]);
  });

  test("tells custom ops from what they are made of, and evaluates a definition apart for them", () => {
    const text = `-- at: 2.0
def two = 1.0 + 1.0
op twice x = two * x by two
def main x = twice x * two`;
    const { nodes } = tracedGraph(text);
    expect(nodes.map(({ kind, op }) => op ?? kind)).toEqual(["input", "twice", "constant", "constant", "+", "*"]);
    agree(text, tape, {});
  });
});
