// A graph in a column as an SVG file: all of its edges are in it, and begin beyond the flags.
import { expect, test } from "vitest";
import { LIGHT } from "../../app/drawing/model/palettes.ts";
import { drawingSvg } from "../../app/drawing/model/svg.ts";
import { drawingOf } from "../../app/graph/model/graph-drawing.ts";
import { animated } from "../support/animated.ts";
import { example } from "../support/examples.ts";

test.each(["25", "26"])(
  "the SVG of a graph in a column holds all edges, whose heads point to their operands: example %s",
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
      differing: undefined,
      parting: undefined,
    } as const;
    const drawing = drawingOf(explored, picture, { ...look, isOver: true, wrong: [] });
    const svg = drawingSvg(drawing, LIGHT, name);
    const [left, top, width, height] = /viewBox="([^"]+)"/.exec(svg)![1]!.split(" ").map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const paths = [...svg.matchAll(/<path d="(M[^"]+)" fill="none"/g)].map(([, d]) =>
      d!.match(/-?[\d.]+/g)!.map(Number),
    );
    expect(paths.length).toBe(picture.edges.length);
    for (const [index, numbers] of paths.entries()) {
      for (let at = 0; at < numbers.length; at += 2) {
        expect(numbers[at]).toBeGreaterThan(left);
        expect(numbers[at]).toBeLessThan(left + width);
        expect(numbers[at + 1]).toBeGreaterThan(top);
        expect(numbers[at + 1]).toBeLessThan(top + height);
      }
      // it leaves its operand outwards
      const outwards = numbers[2]! - numbers[0]!;
      if (picture.edges[index]!.beside!.isRight) expect(outwards).toBeGreaterThan(1);
      else expect(outwards).toBeLessThan(-1);
    }
  },
);
