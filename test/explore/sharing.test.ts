// Memory of backpropagators: Fig. 3.13 of the thesis from real runs, and laws on other programs.
import { describe, expect, test } from "vitest";
import { stageOf } from "../../engine/algorithms/index.ts";
import { newCounters } from "../../engine/core/events/counters.ts";
import type { Event } from "../../engine/core/events/events.ts";
import { runGradient } from "../../engine/derive/gradient.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { MOST_BOXES, MOST_FIELDS } from "../../engine/explore/sharing.ts";
import type { Sharing, SharingSeen } from "../../engine/explore/sharing-boxes.ts";
import { kindIn, operandsIn, type RunGraph } from "../../engine/graphs/run-graph.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { EventColumns } from "../../engine/timeline/columns.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { oneIn } from "../support/runs.ts";

function explored(text: string) {
  const exploration = new Exploration(checkSource(text), {}, DEFAULT_BUDGET);
  const { graph } = finish(exploration.open());
  return { graph, seen: exploration.sharing() };
}

function formsOf(seen: SharingSeen): Readonly<Record<"functions" | "data" | "terms" | "unfolded", Sharing>> {
  if (seen.tag !== "sharing") throw new Error(`nothing to see: ${seen.because}`);
  expect(seen.stages.map(({ form }) => form.id)).toEqual(["functions", "data", "terms", "unfolded"]);
  const [functions, data, terms, unfolded] = seen.stages;
  return { functions: functions!, data: data!, terms: terms!, unfolded: unfolded! };
}

function stagesOf(seen: SharingSeen): readonly [closures: Sharing, data: Sharing] {
  const { functions, data } = formsOf(seen);
  return [functions, data];
}

/** The scalars that the result reaches, and how often each is used. */
function usesIn(graph: RunGraph): ReadonlyMap<number, number> {
  const reached = [...Array(graph.size).keys()].filter((scalar) => graph.reached[scalar] === 1);
  const uses = new Map(reached.map((scalar) => [scalar, 0]));
  for (const output of graph.outputs) uses.set(output, uses.get(output)! + 1);
  for (const scalar of reached) for (const { node } of operandsIn(graph, scalar)) uses.set(node, uses.get(node)! + 1);
  return uses;
}

/** Boxes as text: what they are called, what they hold, and how often they are held. */
function boxesOf({ boxes }: Sharing) {
  return boxes.map(({ scalar, title, fields, heldBy }) => ({
    box: scalar === undefined ? "result" : title,
    fields: fields.map(({ name, text }) => (name === undefined ? text : `${name} = ${text}`)),
    heldBy,
  }));
}

/** Arrows by the names of boxes. */
function arrowsOf({ boxes, arrows }: Sharing): readonly string[] {
  const name = (place: number): string => boxes[place]!.title || "result";
  return arrows.map(({ from, to, label }) => `${name(from)} -${label}→ ${name(to)}`);
}

function events(stage: string, text: string, tellClosures: boolean): readonly Event[] {
  const told: Event[] = [];
  const observer = (event: Event): void => void told.push(event);
  finish(
    runGradient(checkSource(text), {}, stageOf(stage)!, DEFAULT_BUDGET, { checks: false, observer, tellClosures }),
  );
  return told;
}

describe("Fig. 3.13, the running example", () => {
  const [closures, data] = stagesOf(explored(example("02")).seen);

  test("(a): the closures of backpropagators refer to each other", () => {
    expect(boxesOf(closures)).toEqual([
      { box: "result", fields: ["⟨300, (3, □)⟩"], heldBy: 0 },
      { box: "*", fields: ["d₁ = (0, □)", "x₁ = 12", "x₂ = 25", "d₂ = (2, □)"], heldBy: 1 },
      { box: "z", fields: ["d₁ = (0, □)", "x₁ = 12", "x₂ = 13", "d₂ = (1, □)"], heldBy: 1 },
      { box: "y", fields: ["i = 1"], heldBy: 1 },
      { box: "x", fields: ["i = 0"], heldBy: 2 },
    ]);
    expect(arrowsOf(closures)).toEqual(["result -→ *", "* -d₁→ x", "* -d₂→ z", "z -d₁→ x", "z -d₂→ y"]);
    expect(closures.total).toEqual({ boxes: 4, arrows: 5, shared: 1 });
  });

  test("(b): the same as data, lists of contributions", () => {
    expect(boxesOf(data)).toEqual([
      { box: "result", fields: ["⟨300, (3, □)⟩"], heldBy: 0 },
      { box: "*", fields: ["(25, (0, □))", "(12, (2, □))"], heldBy: 1 },
      { box: "z", fields: ["(1, (0, □))", "(1, (1, □))"], heldBy: 1 },
      { box: "y", fields: [], heldBy: 1 },
      { box: "x", fields: [], heldBy: 2 },
    ]);
    expect(arrowsOf(data)).toEqual(["result -→ *", "* -25→ x", "* -12→ z", "z -1→ x", "z -1→ y"]);
    expect(data.total).toEqual(closures.total);
  });

  test("boxes do not overlap, and what holds stands above what it holds", () => {
    for (const { boxes, arrows } of [closures, data]) {
      for (const { from, to } of arrows) expect(boxes[from]!.y).toBeLessThan(boxes[to]!.y);
      for (const [place, a] of boxes.entries())
        for (const b of boxes.slice(place + 1)) {
          const isApart =
            Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= (a.height + b.height) / 2;
          expect(isApart, `${a.title} and ${b.title}`).toBe(true);
        }
    }
  });
});

describe("Delta terms", () => {
  const { terms, unfolded } = formsOf(explored(example("02")).seen);

  test("refer to each other, and x is shared", () => {
    expect(boxesOf(terms)).toEqual([
      { box: "result", fields: ["⟨300, □⟩"], heldBy: 0 },
      { box: "*", fields: ["Add (Scale 25 □) (Scale 12 □)"], heldBy: 1 },
      { box: "z", fields: ["Add □ □"], heldBy: 1 },
      { box: "y", fields: ["OneHot 1"], heldBy: 1 },
      { box: "x", fields: ["OneHot 0"], heldBy: 2 },
    ]);
    expect(arrowsOf(terms)).toEqual(["result -→ *", "* -→ x", "* -→ z", "z -→ x", "z -→ y"]);
    expect(terms.total).toEqual({ boxes: 4, arrows: 5, shared: 1 });
  });

  test("unfolded are a tree, in which x stands twice: as often as eval visits it", () => {
    expect(boxesOf(unfolded).map(({ box }) => box)).toEqual(["result", "*", "x", "z", "x", "y"]);
    expect(unfolded.boxes.map(({ copy }) => copy)).toEqual([0, 0, 0, 0, 1, 0]);
    expect(arrowsOf(unfolded)).toEqual(["result -→ *", "* -→ x", "* -→ z", "z -→ x", "z -→ y"]);
    expect(unfolded.total).toEqual({ boxes: 5, arrows: 5, shared: 0 });
  });

  test.each(oneIn(3, TRANSFORMED).map(({ name, text }) => [name, text] as const))(
    "%s: are shared as the scalars are, and visited as often as the run visits them",
    (_, text) => {
      const { graph, seen } = explored(text);
      const { terms: shared, unfolded: tree, data } = formsOf(seen);
      // a constant has no term of its own: Zero stands where it is used
      const constants = [...usesIn(graph)].filter(([scalar]) => kindIn(graph, scalar) === "constant");
      expect(shared.total).toEqual({
        boxes: data.total.boxes - constants.length,
        arrows: data.total.arrows - constants.reduce((sum, [, uses]) => sum + uses, 0),
        shared: data.total.shared - constants.filter(([, uses]) => uses > 1).length,
      });
      expect(tree.total.boxes).toBe(events("deltas", text, false).filter(({ tag }) => tag === "call").length);
      expect(tree.boxes.length - 1).toBe(Math.min(MOST_BOXES, tree.total.boxes));
      const ids = tree.boxes.map(({ scalar, copy }) => `${scalar} ${copy}`);
      expect(new Set(ids).size).toBe(ids.length);
      // each but the result has one arrow in, from further up
      expect(tree.arrows.map(({ to }) => to)).toEqual(tree.boxes.slice(1).map((_, index) => index + 1));
      for (const { from, to } of tree.arrows) expect(from).toBeLessThan(to);
    },
  );

  test("of a chain whose visits double with each step are counted, however many there are", () => {
    const text = (n: number): string =>
      `-- at: (${n}, 1.0)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, x + x)\n`;
    // 1 + 2 + 4 + ..
    expect(formsOf(explored(text(10)).seen).unfolded.total.boxes).toBe(2 ** 11 - 1);
    expect(formsOf(explored(text(100)).seen).unfolded.total.boxes).toBe(2 ** 101);
  });
});

describe("other programs", () => {
  test.each(oneIn(3, TRANSFORMED, 1).map(({ name, text }) => [name, text] as const))(
    "%s: a box for each scalar that the result reaches, an arrow for each operand",
    (_, text) => {
      const { graph, seen } = explored(text);
      const [closures, data] = stagesOf(seen);
      const uses = usesIn(graph);
      const reached = [...uses.keys()];
      for (const { boxes, arrows, total } of [closures, data]) {
        expect(total.boxes).toBe(reached.length);
        expect(total.arrows).toBe([...uses.values()].reduce((sum, count) => sum + count, 0));
        expect(total.shared).toBe([...uses.values()].filter((count) => count > 1).length);
        const own = boxes.slice(1);
        expect(own.length).toBeLessThanOrEqual(MOST_BOXES);
        expect(new Set(own.map(({ scalar }) => scalar)).size).toBe(own.length);
        if (total.boxes <= MOST_BOXES && graph.outputs.length <= MOST_FIELDS) {
          expect(own.map(({ scalar }) => scalar)).toEqual([...reached].reverse());
          expect(arrows.length).toBe(total.arrows);
        }
        for (const { scalar, heldBy } of own) expect(heldBy).toBe(uses.get(scalar!));
      }
    },
  );

  test("a scalar that is used twice by one operation is held twice by its backpropagator", () => {
    const [closures, data] = stagesOf(explored("-- at: 3.0\ndef main (x : Real) = x * x\n").seen);
    expect(arrowsOf(closures)).toEqual(["result -→ *", "* -d₁→ x", "* -d₂→ x"]);
    expect(arrowsOf(data)).toEqual(["result -→ *", "* -3→ x", "* -3→ x"]);
    expect(closures.total.shared).toBe(1);
  });

  test("of a large run the boxes near the result are drawn, and all are counted", () => {
    const text = "-- at: (400, 1.001)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, sin x + x)\n";
    for (const { boxes, total } of stagesOf(explored(text).seen)) {
      expect(boxes.length).toBe(MOST_BOXES + 1);
      expect(boxes[1]!.scalar).toBe(800);
      expect(total.boxes).toBe(801);
      // x and each sum but the last
      expect(total.shared).toBe(400);
    }
  });

  test("a result without Reals, and a run that is too long, have nothing to show", () => {
    expect(explored("-- at: 3.0\ndef main (x : Real) = x > 2.0\n").seen).toEqual({
      tag: "nothing",
      because: "no-reals",
    });
    const long = "-- at: (31000, 1.001)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, sin x + x)\n";
    expect(explored(long).seen).toEqual({ tag: "nothing", because: "too-large" });
  });
});

describe("the events of scalars", () => {
  test("have what closures hold only where that is asked for", () => {
    const plain = events("mutable", example("02"), false);
    const asked = events("mutable", example("02"), true);
    expect(plain.some((event) => event.tag === "scalar" && event.closure !== undefined)).toBe(false);
    expect(asked.map((event) => (event.tag === "scalar" ? { ...event, closure: undefined } : event))).toEqual(plain);
    const closures = asked.flatMap((event) => (event.tag === "scalar" ? [event.closure] : []));
    expect(closures.map((held) => held?.map(({ name }) => name))).toEqual([
      ["i"],
      ["i"],
      ["d₁", "x₁", "x₂", "d₂"],
      ["d₁", "x₁", "x₂", "d₂"],
    ]);
  });

  test("come back from columns as they were", () => {
    const asked = events("mutable", example("02"), true);
    const columns = new EventColumns();
    for (const event of asked) columns.push(event, newCounters(), newCounters());
    expect([...columns]).toEqual(asked);
  });
});
