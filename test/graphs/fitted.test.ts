// Graphs laid out for a room: what is too wide goes on in the next row, and letters are no smaller than they need be.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasManyConstants } from "../../app/graph/model/constants.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import type { Picture } from "../../engine/explore/picture.ts";
import type { Room } from "../../engine/graphs/fitted-layout.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { EXAMPLES, example } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { oneIn, runs } from "../support/runs.ts";

const ROOM: Room = { width: 672, height: 540 };

function pictureOf(text: string, room?: Room, hideConstants = false): Picture {
  const exploration = new Exploration(checkSource(text), {}, DEFAULT_BUDGET);
  finish(exploration.open());
  const steps = exploration.picture({ open: [], hideConstants, around: undefined, all: false, room });
  let next = steps.next();
  while (!next.done) next = steps.next();
  return next.value;
}

/** The picture at the first look: constants are left out where they are many. */
function openingOf(text: string, room: Room): Picture {
  const exploration = new Exploration(checkSource(text), {}, DEFAULT_BUDGET);
  return pictureOf(text, room, hasManyConstants(finish(exploration.open())!.graph));
}

/** How large a picture can be in a room, flags and margins counted. */
function scaleIn({ nodes, edges }: Picture, room: Room): number {
  // in a column flags hang beside their nodes
  const flag = edges.some(({ beside }) => beside !== undefined) ? 0 : 28;
  const ends = (of: (node: Picture["nodes"][number]) => readonly [number, number]) => {
    const all = nodes.map(of);
    return Math.max(...all.map(([, end]) => end)) - Math.min(...all.map(([start]) => start));
  };
  const width = ends((node) => [node.x - node.width / 2, node.x + node.width / 2]);
  const height = ends((node) => [node.y - node.height / 2, node.y + node.height / 2 + flag]);
  return Math.min((room.width - 72) / width, (room.height - 72) / height);
}

describe("a graph in a room", () => {
  test("of a long chain goes on in rows and can be read, where one row cannot", () => {
    const chain = example("04").replace("(n, 1.0)", "(16, 1.0)");
    expect(scaleIn(pictureOf(chain), ROOM)).toBeLessThan(0.35);
    const fitted = pictureOf(chain, ROOM);
    expect(scaleIn(fitted, ROOM)).toBeGreaterThan(0.72);
    expect(new Set(fitted.nodes.map(({ y }) => y)).size).toBeGreaterThan(2);
    // both edges of `x + x` have a line of their own to the next row
    const around = fitted.edges.filter(({ bends }) => bends.length > 0);
    expect(around.length % 2).toBe(0);
    expect(new Set(around.map(({ bends }) => JSON.stringify(bends))).size).toBe(around.length);
  });

  test.each(["09", "10"])("takes the room that there is, in both directions: example %s", (name) => {
    const room = { width: 820, height: 640 };
    const picture = pictureOf(example(name), room);
    const scale = Math.min(1, scaleIn(picture, room));
    const extent = (of: (node: Picture["nodes"][number]) => readonly [number, number]): number => {
      const ends = picture.nodes.map(of);
      return scale * (Math.max(...ends.map(([, end]) => end)) - Math.min(...ends.map(([start]) => start)));
    };
    const across = extent(({ x, width }) => [x - width / 2, x + width / 2]) / (room.width - 72);
    const down = extent(({ y, height }) => [y - height / 2, y + height / 2]) / (room.height - 72);
    expect(across).toBeGreaterThan(0.8);
    expect(down).toBeGreaterThan(0.75);
  });

  test("can be read at the first look in a window of 1440 × 900, whatever the example", () => {
    const room = { width: 832, height: 681 };
    const small = EXAMPLES.flatMap(({ name, text }) => {
      const letters = 14 * scaleIn(openingOf(text, room), room);
      return letters < 11 ? [`${name}: ${letters.toFixed(1)} px`] : [];
    });
    expect(small).toEqual([]);
  });

  test("of many sums has fewer nodes in a layer, and can be read", () => {
    const wide = `-- at: (${Array.from({ length: 12 }, (_, at) => `${at}.5`).join(", ")})\ndef main (a, b, c, d, e, f, g, h, i, j, k, l) = a + b + c + d + e + f + g + h + i + j + k + l\n`;
    expect(scaleIn(pictureOf(wide, ROOM), ROOM)).toBeGreaterThan(scaleIn(pictureOf(wide), ROOM));
  });

  test.each(["25", "26"])(
    "that rows would tangle stands in one column, each edge on a track of its own, the label beside its user: example %s",
    (name) => {
      const room = { width: 830, height: 660 };
      const { nodes, edges, isDownward } = pictureOf(example(name), room);
      expect(isDownward).toBe(true);
      const left = nodes.map(({ x, width }) => x - width / 2);
      expect(new Set(left.map(Math.round)).size).toBe(1);
      const pitch = nodes[1]!.y - nodes[0]!.y;
      // letters of ten pixels and more
      expect((14 * (room.height - 72)) / (nodes.length * pitch)).toBeGreaterThan(10);
      const rows = new Map(nodes.map(({ id }, row) => [id, row]));
      const tracks = edges.map(({ from, to, bends, beside }) => {
        const xs = bends.map(([x]) => x);
        const track = beside!.isRight ? Math.max(...xs) : Math.min(...xs);
        expect(Math.abs(track - (beside!.isRight ? nodes[rows.get(to)!]!.width : 0))).toBeGreaterThan(beside!.label);
        return { from: rows.get(from)!, to: rows.get(to)!, isRight: beside!.isRight, track };
      });
      for (const [at, one] of tracks.entries())
        for (const other of tracks.slice(at + 1))
          if (one.isRight === other.isRight && Math.max(one.from, other.from) < Math.min(one.to, other.to))
            expect(Math.abs(one.track - other.track)).toBeGreaterThan(8);
      // rows can hold parts that are folded, a column cannot
      expect(pictureOf(example("11"), room).edges.every(({ beside }) => beside === undefined)).toBe(true);
    },
  );

  test("is not smaller than in one row, lets nothing overlap, and is the same every time", () => {
    const holds = (text: string): void => {
      const [plain, fitted] = [pictureOf(text), pictureOf(text, ROOM)];
      expect(pictureOf(text, ROOM)).toEqual(fitted);
      if (scaleIn(fitted, ROOM) < 1) expect(scaleIn(fitted, ROOM)).toBeGreaterThan(0.5 * scaleIn(plain, ROOM));
      if (scaleIn(plain, ROOM) >= 0.72) expect(scaleIn(fitted, ROOM)).toBeGreaterThanOrEqual(0.72);
      const { nodes } = fitted;
      for (const [at, one] of nodes.entries())
        for (const other of nodes.slice(at + 1)) {
          const apart =
            Math.abs(one.x - other.x) >= (one.width + other.width) / 2 ||
            Math.abs(one.y - other.y) >= (one.height + other.height) / 2 - 1e-6;
          expect(apart, `${one.id} and ${other.id} of ${text}`).toBe(true);
        }
    };
    for (const { text } of oneIn(3, EXAMPLES)) holds(text);
    fc.assert(
      fc.property(programs(), ({ source }) => holds(source)),
      { numRuns: runs(20), seed: 59 },
    );
  });
});

describe("in a room that is higher than wide", () => {
  const PHONE: Room = { width: 390, height: 520 };

  /** The room of a flag of six letters beside a node. */
  const FLAG = 66;

  test.each(["07", "20", "22", "25"])("stands from top to bottom rather than in rows: example %s", (name) => {
    const picture = pictureOf(example(name), PHONE);
    expect(picture.isDownward).toBe(true);
    const turned = pictureOf(example(name), { width: PHONE.height, height: PHONE.width });
    expect(turned.isDownward && turned.edges[0]!.beside === undefined).toBe(false);
    const nodes = new Map(picture.nodes.map((node) => [node.id, node]));
    for (const { from, to, bends } of picture.edges) {
      const way = [nodes.get(from)!.y, ...bends.map(([, y]) => y), nodes.get(to)!.y];
      expect(way).toEqual([...way].sort((one, other) => one - other));
    }
    // a flag hangs at the right of its node, and covers none beside it
    for (const [at, one] of picture.nodes.entries())
      for (const other of picture.nodes.slice(at + 1)) {
        const apart = Math.abs(one.x - other.x) - (one.width + other.width) / 2;
        const below = Math.abs(one.y - other.y) - (one.height + other.height) / 2;
        expect(apart >= FLAG || below >= 0, `${one.title} and ${other.title}`).toBe(true);
      }
  });

  test("stays from left to right where it can be read so", () => {
    for (const name of ["02", "05", "06"]) expect(pictureOf(example(name), PHONE).isDownward, name).toBe(false);
  });
});
