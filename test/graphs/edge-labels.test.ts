// The labels of edges in a layered layout: on their own edge, and clear of others wherever that can be.
import { describe, expect, test } from "vitest";
import { shortReal } from "../../engine/core/values/show-value.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import type { Picture, PictureEdge } from "../../engine/explore/picture.ts";
import { placeAlong } from "../../engine/graphs/edge-labels.ts";
import type { Point } from "../../engine/graphs/layout.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { EXAMPLES } from "../support/examples.ts";

const ROOM = { width: 900, height: 620 };
/** Graphs of as many scalars are shown with all of their calls open: labels are of edges between scalars. */
const MOST_OPEN = 60;

interface Shown {
  readonly picture: Picture;
  readonly partials: Float64Array;
}

function shownIn(text: string): Shown {
  const exploration = new Exploration(checkSource(text), {}, DEFAULT_BUDGET);
  const explored = finish(exploration.open());
  const all = explored!.graph.size <= MOST_OPEN;
  const steps = exploration.picture({ open: [], hideConstants: false, around: undefined, all, room: ROOM });
  let next = steps.next();
  while (!next.done) next = steps.next();
  return { picture: next.value, partials: explored!.graph.partials };
}

/** An edge from its user to its operand, as it is drawn. */
function endsOf({ nodes, isDownward }: Picture, { from, to, bends }: PictureEdge): readonly Point[] {
  const [operand, user] = [from, to].map((id) => nodes.find((node) => node.id === id)!);
  const side = ({ x, y, width, height }: Picture["nodes"][number], sign: number): Point =>
    isDownward ? [x, y + (sign * height) / 2] : [x + (sign * width) / 2, y];
  return [side(user!, -1), ...bends.toReversed(), side(operand!, 1)];
}

function pointsOf(ends: readonly Point[]): readonly Point[] {
  const found: Point[] = [];
  for (let pixels = 0; ; pixels += 6) {
    const next = placeAlong(ends, pixels);
    if (found.at(-1)?.[0] === next[0] && found.at(-1)?.[1] === next[1]) return found;
    found.push(next);
  }
}

/** How many labels have another edge behind them, where they stand and where they would stand in the middle. */
function touched({ picture, partials }: Shown): {
  readonly placed: number;
  readonly middle: number;
  readonly all: number;
} {
  const single = picture.edges.filter(({ edge, labelAt }) => edge !== undefined && labelAt !== undefined);
  const ways = new Map(picture.edges.map((edge) => [edge.id, pointsOf(endsOf(picture, edge))]));
  const isTouched = (edge: PictureEdge, at: number | undefined): boolean => {
    const [x, y] = placeAlong(endsOf(picture, edge), at);
    const half = 3 + 3.65 * shortReal(partials[edge.edge!]!).length;
    return picture.edges.some(
      ({ id }) =>
        id !== edge.id && ways.get(id)!.some(([left, top]) => Math.abs(left - x) < half && Math.abs(top - y) < 9),
    );
  };
  return {
    placed: single.filter((edge) => isTouched(edge, edge.labelAt)).length,
    middle: single.filter((edge) => isTouched(edge, undefined)).length,
    all: single.length,
  };
}

describe("labels of edges", () => {
  test("are clear of other edges, nearly all of them", () => {
    const counts = EXAMPLES.map(({ text }) => touched(shownIn(text)));
    const sum = (of: (count: (typeof counts)[number]) => number): number =>
      counts.reduce((all, one) => all + of(one), 0);
    expect(sum(({ middle }) => middle)).toBeGreaterThan(20);
    expect(sum(({ placed }) => placed)).toBeLessThan(0.04 * sum(({ all }) => all));
  });
});
