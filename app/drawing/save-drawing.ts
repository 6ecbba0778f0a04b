// Drawings for the user to keep, as files.
import { t } from "@lingui/core/macro";
import { type Kind, saveShapes } from "../picture/saved/save-shapes.ts";
import type { SaveChoice } from "../ui/save-button.tsx";
import type { Drawing } from "./model/drawing.ts";
import { frameOf, sheetShapes } from "./model/shapes.ts";

/** Ways to save a drawing, by their words; `drawn` gives it as it is then, and files have a title, and a name without its ending. */
export function savedAs(drawn: () => Drawing | undefined, title: string, name: string): readonly SaveChoice[] {
  const save = (kind: Kind) => (): void => {
    const drawing = drawn();
    if (drawing === undefined) return;
    void saveShapes(sheetShapes(drawing), { entry: title, at: undefined }, frameOf(drawing), kind, name);
  };
  return [
    { words: t`This picture as SVG`, run: save("svg") },
    { words: t`This picture as PNG`, run: save("png") },
    { words: t`This picture as TikZ`, run: save("tex") },
  ];
}
