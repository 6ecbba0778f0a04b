// Plots for the user to keep: the visible ones, with their colours written out and their fonts within.
import { t } from "@lingui/core/macro";
import type { RefObject } from "react";
import { nth } from "../../engine/base/nth.ts";
import { pngOf } from "../base/pixels.ts";
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
    if (svg.current !== null) void save(svg.current, sheet, name);
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

/** Pixels above a picture, for its title, and before it, for the label of its vertical axis. */
const TITLE = 28;
const LABEL = 24;

/** The place of a picture with title and label. */
function boxOf(svg: SVGSVGElement) {
  const { width, height } = svg.viewBox.baseVal;
  return { x: -LABEL, y: -TITLE, width: width + LABEL, height: height + TITLE };
}

/** The picture with title and label, as an SVG file, on its ground. */
async function plotSvg(svg: SVGSVGElement, { title, yWords }: CurveSheet): Promise<Blob> {
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
  const box = boxOf(svg);
  copy.setAttribute("viewBox", Object.values(box).join(" "));
  copy.setAttribute("width", String(box.width));
  copy.setAttribute("height", String(box.height));
  const root = getComputedStyle(document.documentElement);
  const colour = (token: string): string => root.getPropertyValue(token).trim();
  const family = { "font-family": getComputedStyle(svg).fontFamily };
  const aside = `translate(-8 ${svg.viewBox.baseVal.height / 2}) rotate(-90)`;
  const label = { transform: aside, "text-anchor": "middle", fill: colour("--ink-2"), "font-size": 13, ...family };
  copy.prepend(
    part("title", {}, title),
    part("style", {}, FACES),
    part("rect", { ...box, fill: colour("--paper") }),
    part("text", { x: 12 - LABEL, y: -8, fill: colour("--ink"), "font-size": 15, ...family }, title),
    part("text", label, yWords),
  );
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
}

/** An element of an SVG. */
function part(name: string, attributes: Readonly<Record<string, string | number>>, text = ""): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** Downloads a plot as an SVG file; `name` is without its ending. */
async function savePlotSvg(svg: SVGSVGElement, sheet: CurveSheet, name: string): Promise<void> {
  download(await plotSvg(svg, sheet), `${name}.svg`);
}

/** Downloads a plot as a PNG file; `name` is without its ending. */
async function savePlotPng(svg: SVGSVGElement, sheet: CurveSheet, name: string): Promise<void> {
  const png = await pngOf(await plotSvg(svg, sheet), boxOf(svg));
  if (png !== undefined) download(png, `${name}.png`);
}
