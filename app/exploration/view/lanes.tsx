// Lines with two lanes: the forward pass, and the reverse pass beside it, or below it where there is no room.
import "../styles/lanes.css";
import type { CSSProperties, ReactNode } from "react";
import type { PrintedLine } from "../../../engine/texts/transformed-text.ts";
import { widestOfTwo } from "../../program/model/lanes.ts";

/** The class and style of the element that has some lines; those of `className` alone where no line has two lanes. */
export function lanesOf(
  lines: readonly PrintedLine[],
  className: string,
): { readonly className: string; readonly style?: CSSProperties } {
  const widest = widestOfTwo(lines);
  if (widest === undefined) return { className };
  return { className: `${className} two-lanes`, style: { "--widest": widest } as CSSProperties };
}

/** Shows the lane of the reverse pass of a line. */
export function BackLane({ children }: { readonly children: ReactNode }) {
  return <span className="back-lane">{children}</span>;
}
