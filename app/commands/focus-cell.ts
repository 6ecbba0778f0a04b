// Where the focus goes when cells come and go.
import type { CellId } from "../document/document.ts";

/** Puts the focus into a cell's text once it is drawn, or on what opens it. */
export function focusCell(id: CellId): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const cell = document.getElementById(id);
      cell?.scrollIntoView({ block: "nearest" });
      const target = cell?.querySelector<HTMLElement>(".cm-content") ?? cell?.querySelector<HTMLElement>(".prose-edit");
      target?.focus();
    }),
  );
}
