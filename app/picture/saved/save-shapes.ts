// Pictures that are made of shapes as files: as SVG, PNG or TikZ, and several as SVG that moves.
import type { Explored } from "../../../engine/explore/exploration.ts";
import { pngOf } from "../../base/pixels.ts";
import { download } from "../../ui/download.ts";
import type { Shape } from "../shape.ts";
import { coloursInNumbers } from "./file-colours.ts";
import { movingSvg, pictureSvg, pictureTikz, type Sheet } from "./files.ts";

/** How large a picture is, and where its rows are. */
export type Size = Pick<Sheet, "width" | "height" | "rows">;

/** The program of a picture, for the title of its file. */
type Titled = Pick<Explored, "entry" | "at">;

async function sheetOf({ entry, at }: Titled, size: Size): Promise<Sheet> {
  const paint = coloursInNumbers();
  const { FACES } = await import("../../fonts/faces.ts");
  return { ...size, ground: paint("paper"), fonts: FACES, title: `${entry} ${at?.text ?? ""}`.trim(), paint };
}

/** The kinds of files of a picture. */
export type Kind = "svg" | "png" | "tex";

/** Saves a picture of a run as a file of a kind, with a name that gets the ending of that. */
export async function saveShapes(
  shapes: readonly Shape[],
  explored: Titled,
  size: Size,
  kind: Kind,
  name: string,
): Promise<void> {
  const sheet = await sheetOf(explored, size);
  if (kind === "tex") return download(new Blob([pictureTikz(shapes, sheet)], { type: "text/x-tex" }), `${name}.tex`);
  const svg = new Blob([pictureSvg(shapes, sheet)], { type: "image/svg+xml" });
  if (kind === "svg") return download(svg, `${name}.svg`);
  const png = await pngOf(svg, sheet);
  if (png !== undefined) download(png, `${name}.png`);
}

/** Saves pictures that follow each other as one SVG file that plays itself, over and over, in so many seconds. */
export async function saveMovingShapes(
  pictures: readonly (readonly Shape[])[],
  explored: Explored,
  size: Size,
  seconds: number,
  name: string,
): Promise<void> {
  const text = movingSvg(pictures, seconds, await sheetOf(explored, size));
  download(new Blob([text], { type: "image/svg+xml" }), `${name}-moving.svg`);
}
