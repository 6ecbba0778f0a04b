// The painter: elements stand in the order in which their shapes are drawn, whatever was painted before; shapes are compared field by field.

import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import { pathText } from "../../app/picture/path.ts";
import { isAlike, joined, type Shape } from "../../app/picture/shape.ts";
import { Painter } from "../../app/picture/view/painter.ts";
import { filmOf } from "../../app/playback/model/film.ts";
import { animated } from "../support/animated.ts";

/** As much of an element as the painter asks for. */
class Element {
  parent: Element | undefined;
  readonly children: Element[] = [];
  readonly attributes = new Map<string, string>();
  readonly classList = new Set<string>();
  id = "";
  readonly tagName: string;
  constructor(tagName: string) {
    this.tagName = tagName;
  }
  get firstChild(): Element | null {
    return this.children[0] ?? null;
  }
  get nextSibling(): Element | null {
    const all = this.parent?.children ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  remove(): void {
    const all = this.parent?.children ?? [];
    if (all.includes(this)) all.splice(all.indexOf(this), 1);
    this.parent = undefined;
  }
  insertBefore(one: Element, before: Element | null): void {
    one.remove();
    this.children.splice(before === null ? this.children.length : this.children.indexOf(before), 0, one);
    one.parent = this;
  }
  append(...all: readonly Element[]): void {
    for (const one of all) this.insertBefore(one, null);
  }
  replaceChildren(): void {
    for (const one of [...this.children]) one.remove();
  }
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
}

afterEach(() => vi.unstubAllGlobals());

function painterOn(): { readonly painter: Painter; readonly drawn: () => readonly string[] } {
  vi.stubGlobal("document", { createElementNS: (_: string, tag: string) => new Element(tag) });
  const svg = new Element("svg");
  const painter = new Painter(svg as unknown as SVGSVGElement, "rows");
  const keysIn = (one: Element): readonly string[] => {
    const key = one.attributes.get("data-key");
    return [...(key === undefined ? [] : [key]), ...one.children.flatMap(keysIn)];
  };
  return { painter, drawn: () => keysIn(svg) };
}

const rect = (key: string): Shape => ({
  tag: "rect",
  layer: "node",
  key,
  x: 0,
  y: 0,
  w: 1,
  h: 1,
  data: { key },
});

/** Pictures of a film from its beginning to its end. */
function picturesOf(text: string): readonly (readonly Shape[])[] {
  const { explored, animation } = animated(text, ["naive", "staged", "tape"]);
  const film = filmOf(explored, animation);
  const { wanted, order } = columnsOf(film);
  const paper = paperOf({ width: 1440, height: 640, projected: 0 }, film.graph.size, wanted, order);
  return Array.from({ length: 51 }, (_, at) => pictureAt(film, paper, (at / 50) * animation.end));
}

describe("the painter", () => {
  test("keeps elements in the order of their shapes", () => {
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(fc.constantFrom(..."abcdefg"))), (pictures) => {
        const { painter, drawn } = painterOn();
        for (const keys of pictures) {
          painter.paint(keys.map(rect), 0, 10, 10);
          expect(drawn()).toEqual(keys);
        }
      }),
    );
  });

  test("tells shapes apart that differ in one field, but for the height, which scrolls", () => {
    const fields = new Set<string>();
    const wrong: unknown[] = [];
    for (const shapes of picturesOf("-- at: 0.5\ndef main x = sin x * x + x\n"))
      for (const shape of shapes) {
        if (!isAlike(shape, structuredClone(shape))) wrong.push(shape);
        for (const [field, value] of Object.entries(shape)) {
          if (field === "layer" || field === "key" || value === undefined) continue;
          const other = { ...shape, [field]: otherThan(value) } as Shape;
          if (isAlike(shape, other) !== (field === "y" || field === "dy")) wrong.push([field, shape]);
          fields.add(field);
        }
      }
    expect(wrong).toEqual([]);
    expect([...fields].sort()).toEqual(
      expect.arrayContaining(["data", "fill", "opacity", "parts", "size", "stroke", "width", "x"]),
    );
  });

  test("is given straight lines as rectangles, which are painted faster than paths", () => {
    const text =
      "-- at: 0.5\ndef main x = step 99 x\n\ndef step (n : Int) x = if n == 0 then x else step (n - 1) (sin x)\n";
    const lines = new Set<string>();
    for (const shapes of picturesOf(text))
      for (const shape of shapes) {
        if (shape.tag === "rect" && Math.min(shape.w, shape.h) === 1) lines.add(shape.key);
        const isStraight = shape.tag === "path" && /^M[-\d.]+ [-\d.]+[HV][-\d.]+$/.test(pathText(shape.path));
        if (isStraight) expect([shape.key, shape.dash]).toEqual([shape.key, expect.any(String)]);
      }
    // below each row but the last, between columns, and below the heads
    expect(lines.size).toBeGreaterThan(99 + 4);
  });

  test("joins parts of a text that look alike, and no others", () => {
    const parts = [{ text: "a" }, { text: " = " }, { text: "2", colour: "primal" }, { text: "b", bold: true }];
    expect(joined(parts)).toEqual([{ text: "a = " }, { text: "2", colour: "primal" }, { text: "b", bold: true }]);
  });
});

/** Another value of the same kind. */
function otherThan(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value === "string") return `${value}!`;
  if (Array.isArray(value)) return [...value, { text: "!" }];
  const mixture = value as { readonly part?: number };
  return mixture.part === undefined ? { ...mixture, other: 1 } : { ...mixture, part: mixture.part + 1 };
}
