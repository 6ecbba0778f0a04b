// Tools of any canvas: zoom, see all of it, save it.
import { t } from "@lingui/core/macro";
import type { RefObject } from "react";
import { picturesAs } from "../picture/saved/save-shapes.ts";
import { Icon } from "../ui/icon.tsx";
import { SaveButton, type SaveChoice } from "../ui/save-button.tsx";
import type { GraphCanvas } from "./graph-canvas.ts";
import type { Drawing } from "./model/drawing.ts";
import { frameOf, sheetShapes } from "./model/shapes.ts";

interface CanvasToolsProps {
  /** The picture as it is now. */
  readonly drawn: RefObject<Drawing | undefined>;
  readonly canvas: RefObject<GraphCanvas | undefined>;
  /** For those who cannot see a saved picture. */
  readonly title: string;
  /** The files' name, without its ending. */
  readonly name: string;
  /** Ways to save what is drawn as data. */
  readonly data?: readonly SaveChoice[];
}

/** Shows the buttons that zoom a canvas and save it. */
export function CanvasTools({ drawn, canvas, title, name, data = [] }: CanvasToolsProps) {
  const pictures = picturesAs(() => {
    const { current } = drawn;
    const of = { entry: title, at: undefined };
    return current && { shapes: sheetShapes(current), of, size: frameOf(current), name };
  });
  return (
    <span className="tools-group end">
      <ToolButton icon="minus" words={t`Zoom out`} onClick={() => canvas.current?.zoomBy(1 / 1.3)} />
      <ToolButton icon="plus" words={t`Zoom in`} onClick={() => canvas.current?.zoomBy(1.3)} />
      <ToolButton icon="fit" words={t`Fit to view`} onClick={() => canvas.current?.fit()} />
      <SaveButton label={t`Save the graph`} choices={[...pictures, ...data]} />
    </span>
  );
}

interface ToolButtonProps {
  readonly icon: "minus" | "plus" | "fit";
  readonly words: string;
  onClick(): void;
}

function ToolButton({ icon, words, onClick }: ToolButtonProps) {
  return (
    <button type="button" className="button icon-only" title={words} onClick={onClick}>
      <Icon name={icon} />
      <span className="visually-hidden">{words}</span>
    </button>
  );
}
