import { nth } from "../../engine/base/nth.ts";

// Drawn parts of the page as pictures of themselves, in HTML that needs no script: for a file, and for mere readers.

/** Parts that can only be used on the page, or are for screen readers there. */
const LEFT_OUT =
  "button, fieldset, summary, a, label, .page-only, .visually-hidden, .steps > :not(.plot), .plot-numbers, .busy";

/** Attributes that are kept in a file. */
const KEPT = new Set(["class", "scope", "colspan", "translate", "lang", "role", "aria-label", "aria-hidden"]);

/** The element's HTML: fields as their texts, sliders as drawings of themselves, and nothing that can only be used. */
export function stillOf(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  const fields = [...element.querySelectorAll<HTMLInputElement>("input")];
  for (const [index, field] of [...copy.querySelectorAll<HTMLInputElement>("input")].entries())
    field.replaceWith(field.type === "range" ? sliderOf(nth(fields, index)) : textOf(nth(fields, index)));
  // a word that leads to its card is a word
  for (const one of copy.querySelectorAll(".term")) one.replaceWith(...one.childNodes);
  for (const one of copy.querySelectorAll(LEFT_OUT)) one.remove();
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    const isSvg = one.namespaceURI === SVG;
    for (const { name } of [...one.attributes])
      if (!KEPT.has(name) && (!isSvg || name.startsWith("on"))) one.removeAttribute(name);
    if (one.getAttribute("role") === "slider") one.setAttribute("role", "img");
  }
  return copy.outerHTML;
}

const SVG = "http://www.w3.org/2000/svg";
const [LENGTH, HEIGHT] = [160, 20];

function sliderOf({ min, max, value }: HTMLInputElement): SVGElement {
  const [from, to] = [Number(min), Number(max)];
  const at = to > from ? ((Number(value) - from) / (to - from)) * (LENGTH - HEIGHT) + HEIGHT / 2 : LENGTH / 2;
  const svg = made("svg", { class: "slider", viewBox: `0 0 ${LENGTH} ${HEIGHT}`, width: LENGTH, height: HEIGHT });
  svg.append(
    made("path", { d: `M${HEIGHT / 2} ${HEIGHT / 2}H${LENGTH - HEIGHT / 2}`, class: "slider-track" }),
    made("circle", { cx: Math.round(at * 10) / 10, cy: HEIGHT / 2, r: HEIGHT / 2 - 3, class: "slider-thumb" }),
  );
  return svg;
}

function made(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

function textOf({ value }: HTMLInputElement): HTMLElement {
  const element = document.createElement("output");
  element.textContent = value;
  return element;
}
