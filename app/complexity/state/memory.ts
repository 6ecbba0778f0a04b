// How the curves of a program stood: kept in the document while one looks, and set up again when the program is opened another time.
import { CATALOGUE } from "../../../engine/algorithms/catalogue.ts";
import { quantityOf } from "../../../engine/analysis/quantities.ts";
import { NO_SCENE, type Scene } from "../../document/address.ts";
import { type CellId, programOf } from "../../document/document.ts";
import { setViews } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import { LastProgram, noting } from "../../document/state/noting.ts";
import type { CurveSettings } from "../../document/views.ts";
import { BUDGETS, change, useLab } from "./lab.ts";

/** Which program the curves stood for last. */
const last = new LastProgram();

/**
 * Sets the curves up as kept for a program of the document that was opened as number `turn`, or as a scene names them, and notes changes;
 * returns the function that ends this.
 */
export function followLab(id: CellId, turn: number, scene: Scene): () => void {
  const { document } = useDocument.getState();
  const isAnother = last.isAnother(id, turn);
  const kept = programOf(document, id)?.views.curves;
  if (isAnother && kept !== undefined) {
    const stages = kept.stages.filter((one) => CATALOGUE.some((stage) => stage.id === one));
    const quantities = kept.quantities.filter((one) => quantityOf(one) !== undefined);
    if (stages.length > 0 && quantities.length > 0 && BUDGETS.includes(kept.steps))
      change({ ...kept, stages, quantities });
  }
  showScene(scene);
  return noting(curveSettings, (curves) => setViews(id, { curves }), useLab.subscribe);
}

/** Has the curves be those that a scene names, as far as there are such stages and such a counter. */
function showScene({ stages, counter }: Scene): void {
  const known = stages.filter((one) => CATALOGUE.some((stage) => stage.id === one));
  const quantity = counter === undefined ? undefined : quantityOf(counter);
  if (known.length === 0 && quantity === undefined) return;
  change({ ...(known.length > 0 && { stages: known }), ...(quantity !== undefined && { quantities: [quantity.id] }) });
}

/** The scene of the curves that are drawn: their stages, and their counter where it is one. */
export function sceneOfLab(): Scene {
  const { stages, quantities } = useLab.getState();
  return { ...NO_SCENE, stages, counter: quantities.length === 1 ? quantities[0] : undefined };
}

function curveSettings(): CurveSettings {
  const { stages, quantities, x, y, steps } = useLab.getState();
  return { stages, quantities, x, y, steps };
}
