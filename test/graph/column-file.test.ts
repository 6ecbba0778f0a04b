// A graph in a column as a file: all of its edges are in it, and begin beyond the flags.
import { expect, test } from "vitest";
import { frameOf, sheetShapes } from "../../app/drawing/model/shapes.ts";
import { drawingOf } from "../../app/graph/model/graph-drawing.ts";
import { lowered } from "../../app/picture/path.ts";
import { animated } from "../support/animated.ts";
import { example } from "../support/examples.ts";

test.each(["25", "26"])(
  "the file of a graph in a column holds all edges, whose heads point to their operands: example %s",
  (name) => {
    const { explored, exploration } = animated(example(name), ["staged"]);
    const room = { width: 830, height: 660 };
    const pictured = exploration.picture({ open: [], hideConstants: false, around: undefined, all: true, room });
    let next = pictured.next();
    while (!next.done) next = pictured.next();
    const picture = next.value;
    const look = {
      now: undefined,
      labels: "numbers",
      lit: undefined,
    } as const;
    const drawing = drawingOf(explored, picture, { ...look, isOver: true, wrong: [] });
    const { width, height } = frameOf(drawing);
    const edges = sheetShapes(drawing).filter(({ data }) => data?.edge !== undefined);
    expect(edges.length).toBe(picture.edges.length);
    for (const [index, edge] of edges.entries()) {
      const numbers = edge.tag === "path" ? lowered(edge.path).flatMap(([, ...own]) => own) : [];
      for (let at = 0; at < numbers.length; at += 2) {
        expect(numbers[at]).toBeGreaterThan(0);
        expect(numbers[at]).toBeLessThan(width);
        expect(numbers[at + 1]).toBeGreaterThan(0);
        expect(numbers[at + 1]).toBeLessThan(height);
      }
      // it leaves its operand outwards
      const outwards = numbers[2]! - numbers[0]!;
      if (picture.edges[index]!.beside!.isRight) expect(outwards).toBeGreaterThan(1);
      else expect(outwards).toBeLessThan(-1);
    }
  },
);
