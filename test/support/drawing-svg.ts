// A drawing of a graph as the text of its file, with the names of colours.
import type { Drawing } from "../../app/drawing/model/drawing.ts";
import { frameOf, sheetShapes } from "../../app/drawing/model/shapes.ts";
import { pictureSvg } from "../../app/picture/saved/files.ts";
import { mixed } from "../../app/picture/svg.ts";

export function drawingSvg(drawing: Drawing, title: string): string {
  const paint = (colour: Parameters<typeof mixed>[0]): string => mixed(colour, (token) => token);
  return pictureSvg(sheetShapes(drawing), { ...frameOf(drawing), ground: "paper", fonts: "", title, paint });
}
