// Files that are dropped on a program's cell: they become its data. The editor would write them into its text.
import type { DragEvent } from "react";
import type { CellId } from "../../document/document.ts";

/** The callbacks of an element on which files can be dropped. */
export function takesDrops(id: CellId) {
  return {
    onDragOverCapture: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onDropCapture: (event: DragEvent) => {
      const files = [...event.dataTransfer.files];
      if (files.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      void import("./take-files.ts").then(({ takeFiles }) => takeFiles(id, files));
    },
  };
}
