// Drawings for the user to keep, as files.

import { download } from "../ui/download.ts";
import type { GraphCanvas } from "./graph-canvas.ts";
import type { Drawing } from "./model/drawing.ts";
import { DARK, LIGHT } from "./model/palettes.ts";
import { drawingSvg } from "./model/svg.ts";

/** Saves a drawing with its fonts as `name-light.svg` or `name-dark.svg`; the title is for screen readers. */
export async function saveSvg(drawing: Drawing, theme: "light" | "dark", title: string, name: string): Promise<void> {
  const { FACES } = await import("../fonts/faces.ts");
  const text = drawingSvg(drawing, theme === "light" ? LIGHT : DARK, title, "", FACES);
  download(new Blob([text], { type: "image/svg+xml" }), `${name}-${theme}.svg`);
}

/** Saves all that a canvas shows as `name.png`, in the page's colours and on its ground. */
export async function savePng(canvas: GraphCanvas | undefined, name: string): Promise<void> {
  const ground = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();
  const image = await canvas?.png(ground);
  if (image !== undefined) download(image, `${name}.png`);
}
