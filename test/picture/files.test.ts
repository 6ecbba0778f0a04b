// The film as files: what moves by itself shows at each time the shapes of the picture of that time, in their order.

import { expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import { formOf, lowered, type Path, pathText } from "../../app/picture/path.ts";
import { CAPTION, captionOf } from "../../app/picture/saved/caption.ts";
import { movingSvg, pictureSvg, pictureTikz, type Sheet } from "../../app/picture/saved/files.ts";
import { LAYERS, type Shape } from "../../app/picture/shape.ts";
import { filmOf } from "../../app/playback/model/film.ts";
import { animated } from "../support/animated.ts";
import { example } from "../support/examples.ts";
import { oneIn } from "../support/runs.ts";

const SHEET: Sheet = {
  width: 1280,
  height: 720,
  ground: "#ffffff",
  fonts: "",
  title: "main",
  paint: (colour) => (typeof colour === "string" ? `#${colour}` : `#${colour.mix.join("")}${colour.part}`),
};
const COUNT = 60;

/** The pictures of a run at times that are as far from each other. */
function pictures(name: string): readonly (readonly Shape[])[] {
  const { explored, animation } = animated(example(name), ["naive", "staged", "tape"]);
  const film = filmOf(explored, animation);
  const { wanted, order } = columnsOf(film);
  const paper = paperOf({ width: 1280, height: 720, projected: 0 }, film.graph.size, wanted, order);
  return Array.from({ length: COUNT + 1 }, (_, at) => pictureAt(film, paper, (animation.end * at) / COUNT));
}

interface Element {
  readonly looks: string;
  readonly isShown: (picture: number) => boolean;
}

/** The elements of a file in their order: what does not move of each, and at which pictures it is shown. */
function elementsOf(svg: string): readonly Element[] {
  const body = svg.slice(svg.indexOf("/>", svg.indexOf("<rect")) + 2);
  return body
    .split("\n")
    .filter((line) => /^<(?:rect|path|text)/.test(line))
    .map((line) => {
      const shown = /attributeName="display"[^>]*keyTimes="([^"]*)" values="([^"]*)"/.exec(line);
      const times = (shown?.[1] ?? "0").split(";").map((time) => Math.round(Number(time) * COUNT));
      const values = (shown?.[2] ?? "inline").split(";");
      const words = line.replace(/<animate[^>]*>/g, "").replace(/<[^>]*>/g, "");
      return {
        looks: `${/^<(\w+)/.exec(line)![1]} ${/ fill="([^"]*)"/.exec(line)?.[1] ?? ""} ${words}`,
        isShown: (picture) => values[times.findLastIndex((time) => time <= picture)] === "inline",
      };
    });
}

test.each(["02-running", "05-linear"])(
  "%s: each picture is there at its time, and its texts lie over their boxes",
  (name) => {
    const all = pictures(name);
    const elements = elementsOf(movingSvg(all, 30, SHEET));
    for (const [at, shapes] of all.entries()) {
      const still = elementsOf(pictureSvg(shapes, SHEET)).map(({ looks }) => looks);
      const moving = elements.filter(({ isShown }) => isShown(at)).map(({ looks }) => looks);
      expect(moving.toSorted()).toEqual(still.toSorted());
      const boxes = still.filter((looks, index) => !looks.startsWith("text") && still[index + 1]?.startsWith("text"));
      for (const box of boxes.filter((one) => still.indexOf(one) === still.lastIndexOf(one)))
        expect(moving.indexOf(box)).toBeLessThan(moving.lastIndexOf(still[still.indexOf(box) + 1]!));
    }
  },
);

test("nothing moves that players cannot draw between: colours, dashes, or none of them", () => {
  const svg = movingSvg(pictures("02-running"), 30, SHEET);
  const moved = new Set([...svg.matchAll(/attributeName="([^"]*)"/g)].map(([, name]) => name!));
  expect([...moved].filter((name) => /^(?:fill|stroke|stroke-dasharray|pathLength)$/.test(name))).toEqual([]);
  expect(moved).toContain("stroke-dashoffset");
  const values = [...svg.matchAll(/attributeName="(?!display)[^"]*"[^>]* values="([^"]*)"/g)].map(([, all]) => all!);
  expect(values.filter((all) => all.split(";").includes("none"))).toEqual([]);
});

test("all layers are in the file", () => {
  const shapes = pictures("02-running").flat();
  expect(LAYERS.filter((layer) => shapes.some((shape) => shape.layer === layer)).length).toBeGreaterThan(3);
});

test("a flag goes with its number: between two pictures both move, or both wait", () => {
  const svg = movingSvg(pictures("05-linear"), 30, SHEET);
  const flags = svg.split("\n").filter((line) => line.startsWith("<path") && /attributeName="d"/.test(line));
  const moving = flags.filter((line) => /d="M[^"]*[lL][^"]*z"/i.test(line) && /#(?:cot|staged)/.test(line));
  expect(moving.length).toBeGreaterThan(5);
  for (const line of moving) expect(line).not.toMatch(/attributeName="d"[^>]*calcMode="discrete"/);
});

/** A path with every command. */
const EACH: Path = [
  ["M", 1, 2],
  ["C", 3, 4, 5, 6, 7, 8, 1, 1, 2, 2, 3, 3],
  ["H", 9],
  ["V", 10],
  ["h", -1],
  ["v", 2],
  ["l", 3, 4],
  ["m", 0, -2],
  ["L", 0, -0.499],
  ["q", 1, 0, 2, 3],
  ["z"],
];

test("TikZ has every command of a path, at its place from below", () => {
  const shape: Shape = { tag: "path", layer: "edge", key: "each", path: EACH, dy: 100, stroke: "ink" };
  const drawn = pictureTikz([shape], SHEET)
    .split("\n")
    .find((line) => line.includes("\\path["));
  expect(drawn).toContain(
    "(1, 618) .. controls (3, 616) and (5, 614) .. (7, 612) .. controls (1, 619) and (2, 618) .. (3, 617)" +
      " -- (9, 617) -- (9, 610) -- (8, 610) -- (8, 608) -- (11, 604) (11, 606) -- (0, 620.5)" +
      " .. controls (0.67, 620.5) and (1.33, 619.5) .. (2, 617.5) -- cycle;",
  );
});

test("TikZ has the ground of its picture where that is dark, and leaves a light one to the page that it is on", () => {
  const paint = (): string => "#16171a";
  const under = "\n  \\path[fill=dualpaper] (0, 0) rectangle (1280, 720);\n";
  const dark = pictureTikz([], { ...SHEET, ground: "#16171a", paint });
  expect(dark).toContain(`{tikzpicture}[x=0.75pt, y=0.75pt]${under}`);
  expect(dark).toContain("\\definecolor{dualpaper}{HTML}{16171A}");
  expect(pictureTikz([], { ...SHEET, ground: "#fbfaf6" })).not.toContain("dualpaper");
});

test("a path that is moved down has the same form there, and no height is left behind", () => {
  expect(pathText(EACH, 100)).toBe("M1 102C3 104 5 106 7 108 1 101 2 102 3 103H9V110h-1v2l3 4m0 -2L0 99.5q1 0 2 3z");
  expect(formOf(EACH)).toBe(formOf(lowered(EACH, -0.5)));
  expect(formOf(EACH)).not.toBe(formOf(EACH.slice(1)));
});

test("a caption says the sentence in two lines at most, and lies below its picture", () => {
  const sentence = "The map already holds `ds` with `1`. Add `8`: one call, with `9`.";
  const lines = captionOf(sentence, 1280, 600).map((shape) => (shape.tag === "text" ? shape.parts[0]!.text : ""));
  expect(lines).toEqual([sentence.replaceAll("`", "")]);
  const long = Array.from({ length: 80 }, (_, at) => `word${at}`).join(" ");
  const shapes = captionOf(long, 640, 300);
  expect(shapes.length).toBe(2);
  for (const shape of shapes) {
    if (shape.tag !== "text") throw new Error("a caption is text");
    expect(shape.y).toBeGreaterThan(300);
    expect(shape.y).toBeLessThan(300 + CAPTION);
    expect(long).toContain(shape.parts[0]!.text.replace(" …", ""));
  }
});

test.each(oneIn(2, ["05", "10", "15", "20"]))(
  "TikZ of %s is as wide as a line, closes what it opens, and has letters that LaTeX knows",
  (name) => {
    const sheet = { ...SHEET, paint: () => "#123456" };
    for (const shapes of pictures(name).filter((_, at) => at % 20 === 0)) {
      const tex = pictureTikz(shapes, sheet);
      expect(tex).toMatch(/\\resizebox\{\\linewidth\}\{!\}\{%\n\\begin\{tikzpicture\}[\s\S]*\\end\{tikzpicture\}\}\n$/);
      const bare = tex.replace(/\\[{}]/g, "");
      let [depth, least] = [0, 0];
      for (const letter of bare) {
        depth += letter === "{" ? 1 : letter === "}" ? -1 : 0;
        least = Math.min(least, depth);
      }
      expect([depth, least]).toEqual([0, 0]);
      expect([...new Set(tex.match(/[^\n\x20-\x7e]/g) ?? [])]).toEqual([]);
    }
  },
);

test("what lies within the rows is cut where they begin and end, in every kind of file", () => {
  const all = pictures("12-particles");
  const sheet: Sheet = { ...SHEET, paint: () => "#123456", rows: { from: 100, to: 700 } };
  const within = (lines: string, from: string, to: string): readonly string[] =>
    lines.slice(lines.indexOf(from), lines.lastIndexOf(to)).split("\n").slice(1);
  for (const shapes of all.filter((_, at) => at % 15 === 0)) {
    const inside = shapes.filter(({ layer }) => ["edge", "live", "label", "node"].includes(layer)).length;
    const svg = pictureSvg(shapes, sheet);
    expect(within(svg, '<g clip-path="url(#rows)">', "</g>").filter((line) => line !== "").length).toBe(inside);
    expect(svg).toContain('<clipPath id="rows"><rect x="0" y="100" width="1280" height="600"/></clipPath>');
    const tex = pictureTikz(shapes, sheet);
    expect(tex.match(/\\begin\{scope\}\n {2}\\clip \(0, 20\) rectangle \(1280, 620\);/g)?.length ?? 0).toBe(
      inside > 0 ? 1 : 0,
    );
    // letters that are nearly gone are not printed in full
    const faded = shapes.filter(({ tag, opacity }) => tag === "text" && (opacity ?? 1) < 1).length;
    expect(tex.match(/\\node\[[^\]]*, opacity=/g)?.length ?? 0).toBe(faded);
  }
  const moving = movingSvg(all, 30, sheet);
  expect(moving.match(/clip-path="url\(#rows\)"/g)?.length).toBe(1);
});
