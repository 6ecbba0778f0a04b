// Plots for the user to keep: the visible ones, with their colours written out and their fonts within.
import { nth } from "../../engine/base/nth.ts";
import { download } from "../ui/download.ts";

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

/** The picture as the text of an SVG file, on its ground. */
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
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", getComputedStyle(document.documentElement).getPropertyValue("--paper").trim());
  const name = document.createElementNS("http://www.w3.org/2000/svg", "title");
  name.textContent = title;
  const fonts = document.createElementNS("http://www.w3.org/2000/svg", "style");
  fonts.textContent = FACES;
  copy.prepend(name, fonts, ground);
  return new XMLSerializer().serializeToString(copy);
}

/** Downloads a plot as an SVG file; `name` is without its ending. */
export async function savePlotSvg(svg: SVGSVGElement, title: string, name: string): Promise<void> {
  download(new Blob([await plotSvg(svg, title)], { type: "image/svg+xml" }), `${name}.svg`);
}

/** Pixels of the image for each of the picture. */
const DENSITY = 2;

/** Downloads a plot as a PNG file with two pixels for each pixel of the page; `name` is without its ending. */
export async function savePlotPng(svg: SVGSVGElement, title: string, name: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await plotSvg(svg, title))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = svg.clientWidth * DENSITY;
  canvas.height = svg.clientHeight * DENSITY;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  if (blob !== null) download(blob, `${name}.png`);
}
