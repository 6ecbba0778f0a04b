// The open panels below programs.
import { t } from "@lingui/core/macro";
import { type CellId, programOf } from "../document/document.ts";
import { setViews } from "../document/state/changing.ts";
import { useDocument } from "../document/state/document.ts";
import type { EmbeddedPanel } from "../document/views.ts";

/** The names of the panels below a program. */
export const EMBEDDED_PANEL_WORDS: Readonly<Record<EmbeddedPanel, string>> = {
  plot: t`Plot`,
  play: t`Play with the numbers`,
  graph: t`The graph of the run`,
  columns: t`The stages, step by step`,
  curves: t`Cost over n`,
};

/** Opens or closes a part below a program. */
export function setEmbeddedPanel(id: CellId, part: EmbeddedPanel, isOpen: boolean): void {
  const inside = programOf(useDocument.getState().document, id)?.views.inside;
  if (inside === undefined || inside.includes(part) === isOpen) return;
  setViews(id, { inside: isOpen ? [...inside, part] : inside.filter((one) => one !== part) });
}
