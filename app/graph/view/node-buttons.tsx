// The numbers of a drawn graph as buttons that lie over it, for the pointer and for the arrow keys.
import "../node-buttons.css";
import type { CSSProperties } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { Picture, PictureNode } from "../../../engine/explore/picture.ts";
import type { Drawing } from "../../drawing/model/drawing.ts";
import { frameOf } from "../../drawing/model/shapes.ts";
import { nodeWords } from "../model/graph-drawing.ts";

interface NodeButtonsProps {
  readonly explored: Explored;
  readonly picture: Picture;
  /** The picture as it is drawn, below the buttons and as large as the element that holds both. */
  readonly drawing: Drawing;
  /** Whether a number is chosen; then Tab leads to the first that is. */
  isChosen?(node: PictureNode): boolean;
  onPoint?(scalar: number | undefined): void;
  onChoose(scalar: number): void;
}

/** Shows a button over each number of a graph; one of them is in the order of Tab. A folded part stands for its last scalar. */
export function NodeButtons({ explored, picture, drawing, isChosen, onPoint, onChoose }: NodeButtonsProps) {
  const frame = frameOf(drawing);
  const place = ({ x, y, width, height }: PictureNode): CSSProperties => ({
    left: `${(100 * (x - width / 2 - frame.left)) / frame.width}%`,
    top: `${(100 * (y - height / 2 - frame.top)) / frame.height}%`,
    width: `${(100 * width) / frame.width}%`,
    height: `${(100 * height) / frame.height}%`,
  });
  const nodes = picture.nodes.filter(({ tag }) => tag !== "discrete");
  const first = (isChosen && nodes.find(isChosen)) ?? nodes[0];
  return nodes.map((node) => (
    <button
      key={node.id}
      type="button"
      className="graph-node"
      style={place(node)}
      tabIndex={node === first ? 0 : -1}
      aria-label={nodeWords(explored, node)}
      aria-pressed={isChosen?.(node)}
      translate="no"
      onPointerEnter={onPoint && (() => onPoint(node.to - 1))}
      onPointerLeave={onPoint && (() => onPoint(undefined))}
      onClick={() => onChoose(node.to - 1)}
    />
  ));
}
