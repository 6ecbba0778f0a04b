// The page's colours as numbers, for files: players of moving SVG do not know colours that are mixed by CSS.
import { present } from "../../../engine/base/nth.ts";
import { keptByKey } from "../../base/kept.ts";
import { type Colouring, mixed } from "../svg.ts";

/** Gives each colour as `#rrggbb`, as it is on the page now. */
export function coloursInNumbers(): Colouring {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const known = keptByKey<string, string>();
  return (colour) => {
    const said = mixed(colour, token);
    return known(said, () => inNumbers(said));
  };
}

/** A colour of CSS as `#rrggbb`. */
function inNumbers(colour: string): string {
  const canvas = new OffscreenCanvas(1, 1);
  const context = present(canvas.getContext("2d"));
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => present(part).toString(16).padStart(2, "0")).join("")}`;
}
