// The refined type of a cotangent of a sum: D₂ of the side that its value is of (thesis, Fig. 5.2), where the cotangent says it.
import { sideOf } from "../../../../../engine/algorithms/chad/cotangents/sides.ts";
import type { Content } from "../../../../../engine/core/events/events.ts";
import { keptByKey } from "../../../../base/kept.ts";
import { LETTER, type Picture } from "../../../../picture/shape.ts";

const declared = keptByKey<string, ReadonlyMap<string, string>>(4);

/** By constructor, the data type that declares it. */
function typesOf(program: string): ReadonlyMap<string, string> {
  return declared(program, () => {
    const found = new Map<string, string>();
    for (const [, name = "", body = ""] of program.matchAll(/^data\s+([A-Z]\w*)[^=\n]*=((?:.|\n(?=\s))*)/gm))
      for (const side of body.split("|")) found.set(/^\s*([A-Z]\w*)/.exec(side)?.[1] ?? "", name);
    return found;
  });
}

/** D₂[T](C ..), for a cotangent of a constructor of a data type of the program; undefined for other ones, and for zero. */
export function refinedType(content: Content | undefined, program: string): string | undefined {
  if (typeof content !== "object" || !("con" in content)) return undefined;
  const side = sideOf(content.con);
  const type = side === undefined ? undefined : typesOf(program).get(side);
  return type === undefined ? undefined : `D₂[${type}](${side}${" ·".repeat(content.fields.length)})`;
}

/** Letters of a refined type, in pixels: at most, and at least. */
const [MOST, LEAST] = [13, 8];

/** Draws the refined type of a cotangent from a place on, where there is room for it. */
export function drawRefined(
  picture: Picture,
  key: string,
  content: Content | undefined,
  program: string,
  at: {
    readonly x: number;
    readonly y: number;
    readonly room: number;
    readonly scale: number;
    readonly opacity: number;
  },
): void {
  const text = refinedType(content, program);
  if (text === undefined) return;
  const size = Math.min(MOST * at.scale, at.room / (text.length * LETTER));
  if (size < LEAST) return;
  const parts = [{ text, colour: "ink-2" }];
  picture.write("label", key, [at.x, at.y], parts, size, {
    anchor: "start",
    opacity: at.opacity,
    data: { refined: text },
  });
}
