// Pictures that are made of shapes as files: as SVG, PNG or TikZ, and several as SVG that moves.
import { present } from "../../../engine/base/nth.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
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

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** The pixels of an image from side to side at most: browsers make no larger ones. */
const MOST_PIXELS = 8000;

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
  const canvas = await drawn(svg, sheet, Math.min(2, MOST_PIXELS / Math.max(sheet.width, sheet.height)));
  const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (png !== null) download(png, `${name}.png`);
}

/** Milliseconds between two looks at whether the fonts within a picture are there, and looks that must be alike. */
const FONTS_LOOK = 100;
const [ALIKE, MOST_LOOKS] = [4, 30];

/** A picture in pixels. Browsers draw the letters of a picture once its fonts are read, and do not say when: it is drawn until it stays. */
async function drawn(svg: Blob, { width, height }: Sheet, scale: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = await dataUrl(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * scale, height * scale];
  const context = present(canvas.getContext("2d", { willReadFrequently: true }));
  let [before, alike] = ["", 0];
  for (let look = 0; look < MOST_LOOKS && alike < ALIKE; look++) {
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const now = canvas.toDataURL();
    alike = now === before ? alike + 1 : 0;
    before = now;
    await new Promise((done) => setTimeout(done, FONTS_LOOK));
  }
  return canvas;
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
