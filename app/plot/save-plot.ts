// Plots for the user to keep: the visible ones, with their colours written out and their fonts within.
import { t } from "@lingui/core/macro";
import type { RefObject } from "react";
import { nth } from "../../engine/base/nth.ts";
import { download } from "../ui/download.ts";
import type { SaveChoice } from "../ui/save-button.tsx";
import { type CurveSheet, gnuplotData, pgfplots } from "./curve-files.ts";

/** Ways to save a plot: its picture, and its curves for papers; `name` is without its ending. */
export function plotSavedAs(
  svg: RefObject<SVGSVGElement | null>,
  sheet: CurveSheet,
  name: string,
): readonly SaveChoice[] {
  const picture = (save: typeof savePlotSvg) => (): void => {
    if (svg.current !== null) void save(svg.current, sheet.title, name);
  };
  return [
    { words: t`This picture as SVG`, run: picture(savePlotSvg) },
    { words: t`This picture as PNG`, run: picture(savePlotPng) },
    { words: t`The curves for PGFPlots`, run: () => download(new Blob([pgfplots(sheet)]), `${name}.tex`) },
    { words: t`The curves for gnuplot`, run: () => download(new Blob([gnuplotData(sheet)]), `${name}.dat`) },
  ];
}

const WRITTEN_OUT = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linejoin",
  "paint-order",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
] as const;

/** The height of the title above a picture, in pixels. */
const TITLE = 28;

/** The picture below its title as the text of an SVG file, on its ground. */
async function plotSvg(svg: SVGSVGElement, title: string): Promise<string> {
  const { FACES } = await import("../fonts/faces.ts");
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll<SVGElement>("*")];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  for (const [index, original] of originals.entries()) {
    const style = getComputedStyle(original);
    const target = nth(copies, index);
    for (const name of WRITTEN_OUT) target.setAttribute(name, style.getPropertyValue(name));
    target.removeAttribute("class");
  }
  copy.removeAttribute("aria-hidden");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute("viewBox", `0 ${-TITLE} ${width} ${height + TITLE}`);
  copy.setAttribute("height", String(height + TITLE));
  const root = getComputedStyle(document.documentElement);
  const place = { y: -TITLE, width, height: height + TITLE, fill: root.getPropertyValue("--paper").trim() };
  for (const [key, value] of Object.entries(place)) ground.setAttribute(key, String(value));
  const head = document.createElementNS("http://www.w3.org/2000/svg", "text");
  const ink = root.getPropertyValue("--ink").trim();
  const look = { x: 12, y: -8, fill: ink, "font-family": getComputedStyle(svg).fontFamily, "font-size": 15 };
  for (const [key, value] of Object.entries(look)) head.setAttribute(key, String(value));
  head.textContent = title;
  const name = document.createElementNS("http://www.w3.org/2000/svg", "title");
  name.textContent = title;
  const fonts = document.createElementNS("http://www.w3.org/2000/svg", "style");
  fonts.textContent = FACES;
  copy.prepend(name, fonts, ground, head);
  return new XMLSerializer().serializeToString(copy);
}

/** Downloads a plot as an SVG file; `name` is without its ending. */
async function savePlotSvg(svg: SVGSVGElement, title: string, name: string): Promise<void> {
  download(new Blob([await plotSvg(svg, title)], { type: "image/svg+xml" }), `${name}.svg`);
}

/** Pixels of the image for each of the picture. */
const DENSITY = 2;

/** Downloads a plot as a PNG file with two pixels for each pixel of the page; `name` is without its ending. */
async function savePlotPng(svg: SVGSVGElement, title: string, name: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await plotSvg(svg, title))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = svg.clientWidth * DENSITY;
  canvas.height = (svg.clientHeight + TITLE) * DENSITY;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  if (blob !== null) download(blob, `${name}.png`);
}
