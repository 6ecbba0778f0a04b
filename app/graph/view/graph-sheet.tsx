// A drawn graph with its numbers as buttons over it, for the pointer and for the arrow keys.
import "../graph-sheet.css";
import { t } from "@lingui/core/macro";
import type { CSSProperties } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { Picture, PictureNode } from "../../../engine/explore/picture.ts";
import { DrawingImage } from "../../drawing/drawing-image.tsx";
import type { Drawing } from "../../drawing/model/drawing.ts";
import { frameOf } from "../../drawing/model/shapes.ts";
import { moveFocus } from "../../ui/menus/move-focus.ts";
import { nodeWords } from "../model/graph-drawing.ts";

interface GraphSheetProps {
  readonly explored: Explored;
  readonly picture: Picture;
  /** The picture as it is drawn. */
  readonly drawing: Drawing;
  /** The drawing in words. */
  readonly label: string;
  /** Its size in pixels; without it, as large as there is room for. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Whether arrow keys choose the number that they lead to. */
  readonly choosesByArrows?: boolean;
  /** Whether a number is chosen; then Tab leads to the first that is. */
  isChosen?(node: PictureNode): boolean;
  onPoint?(scalar: number | undefined): void;
  onChoose(scalar: number): void;
}

/** Shows a graph with a button over each number, one of them in the order of Tab. A folded part stands for its last scalar. */
export function GraphSheet({ explored, picture, drawing, label, size, ...props }: GraphSheetProps) {
  const { choosesByArrows = false, isChosen, onPoint, onChoose } = props;
  const frame = frameOf(drawing);
  const place = ({ x, y, width, height }: PictureNode): CSSProperties => ({
    left: `${(100 * (x - width / 2 - frame.left)) / frame.width}%`,
    top: `${(100 * (y - height / 2 - frame.top)) / frame.height}%`,
    width: `${(100 * width) / frame.width}%`,
    height: `${(100 * height) / frame.height}%`,
  });
  const nodes = picture.nodes.filter(({ tag }) => tag !== "discrete");
  const first = (isChosen && nodes.find(isChosen)) ?? nodes[0];
  return (
    <div className="graph-sheet" style={size}>
      <DrawingImage drawing={drawing} label={label} />
      <fieldset
        className="graph-nodes"
        aria-label={t`Numbers of the graph`}
        onKeyDown={(event) => {
          const moved = moveFocus(event, "button") ?? moveFocus(event, "button", { way: "along" });
          if (choosesByArrows) moved?.click();
        }}
      >
        {nodes.map((node) => (
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
        ))}
      </fieldset>
    </div>
  );
}
