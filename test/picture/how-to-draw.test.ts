// The code of the page of pictures: it is run as it stands there.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Curve } from "../../app/picture/motion.ts";
import { pictureSvg } from "../../app/picture/saved/files.ts";
import type { Shape } from "../../app/picture/shape.ts";

const room = fileURLToPath(new URL("../../app/picture/", import.meta.url));
const page = readFileSync(join(room, "README.md"), "utf8");
const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
const folder = mkdtempSync(join(tmpdir(), "dualscope-page-"));

/** The exports of a block of the page. */
async function run(at: number): Promise<Record<string, unknown>> {
  const path = join(folder, `block-${at}.ts`);
  writeFileSync(path, blocks[at]!.replaceAll('from "./', `from "${room}`));
  return import(/* @vite-ignore */ path);
}

test("the page has a picture in ten lines, and a moving one in twenty", () => {
  const [still, moving] = blocks.map((code) => code.trimEnd().split("\n").length);
  expect(still).toBeLessThanOrEqual(10);
  expect(moving).toBeLessThanOrEqual(20);
  expect(page.split(/\s+/).length).toBeLessThan(900);
});

describe("its picture", async () => {
  const { bars } = (await run(0)) as {
    bars(numbers: readonly number[], unit: number, wide: number): readonly Shape[];
  };

  test("has a bar for each number, and is a file", () => {
    const shapes = bars([1, 3, 2], 10, 20);
    expect(shapes.map((shape) => shape.tag === "rect" && [shape.key, shape.x, shape.h])).toEqual([
      ["bar0", 0, 10],
      ["bar1", 20, 30],
      ["bar2", 40, 20],
    ]);
    const sheet = { width: 60, height: 30, ground: "white", fonts: "", title: "bars", paint: String };
    expect(pictureSvg(shapes, sheet).match(/<rect /g)).toHaveLength(4);
  });
});

describe("its moving picture", async () => {
  const { contribution } = (await run(1)) as {
    contribution(way: Curve, amount: string, t: number): readonly Shape[];
  };
  const way: Curve = [
    [0, 100],
    [0, 50],
    [80, 50],
    [80, 0],
  ];
  const flag = (t: number) => {
    const shape = contribution(way, "+27", t).find(({ key }) => key === "amount");
    return shape?.tag === "path" ? [shape.path[0]![1], shape.dy] : undefined;
  };

  test("is a function of the time", () => {
    const edge = (t: number) => contribution(way, "+27", t)[0]!;
    expect(edge(0)).toMatchObject({ key: "edge", drawn: 0 });
    expect(edge(2000)).toMatchObject({ drawn: 1, dy: 100 });
    expect(flag(399)).toBeUndefined();
    expect(flag(400)).toEqual([0, 100]);
    expect(flag(1200)).toEqual([80, 0]);
    expect(flag(800)).toEqual([40, 50]);
    expect(contribution(way, "+27", 700)).toEqual(contribution(way, "+27", 700));
  });
});
