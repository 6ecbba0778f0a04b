// How the views of a program stood: kept in the document while one looks, and set up again when the program is opened another time.
import { CATALOGUE } from "../../engine/algorithms/catalogue.ts";
import { quantityOf } from "../../engine/analysis/quantities.ts";
import type { Scene } from "../document/address.ts";
import { type CellId, type ProgramCell, programOf } from "../document/document.ts";
import type { CurveSettings, ExplorerLook, GraphSettings } from "../document/views.ts";
import { setViews, useDocument } from "./document.ts";
import { arrange, explore, isExploring, knownLook, MOST_COLUMNS, useExplorer } from "./explorer.ts";
import { setUp, useGraph } from "./graph.ts";
import { BUDGETS, change, useLab } from "./lab.ts";

/** Milliseconds without a change before it is noted. */
const QUIET = 500;

/** Which program of which document the explorer was set up for, and which the lab. */
let explored = "";
let measured = "";

/** How the explorer is to stand for a program, whatever the document says. */
let wanted: { readonly id: CellId; readonly look: ExplorerLook } | undefined;
/** Whether what is looked at is shown to others: then the document stays as it is. */
let isShown = false;

/** From now on, what is changed in views is noted in the document, or not. */
export function noteViews(isNoted: boolean): void {
  isShown = !isNoted;
}

/** Has the views of a program's run stand as a scene says, now or as soon as the run is explored; without one, as the document says. */
export function showScene(cell: ProgramCell, scene: Scene | undefined): void {
  if (scene === undefined) {
    wanted = undefined;
    return;
  }
  const look = lookOf(cell, scene);
  wanted = { id: cell.id, look };
  arrange(look);
  if (isExploring(cell)) void explore(cell);
}

function lookOf(cell: ProgramCell, { step, pick, lead, stages }: Scene): ExplorerLook {
  const kept = knownLook(cell.views.explorer);
  const shown = stages.length === 0 ? kept.stages : stages.slice(0, MOST_COLUMNS);
  const leader = lead ?? kept.leader;
  return knownLook({
    // the stage whose steps are counted is among those that are shown
    stages: shown.includes(leader) || lead === undefined ? shown : [...shown.slice(0, MOST_COLUMNS - 1), leader],
    leader,
    step: step === "end" ? undefined : (step ?? kept.step),
    pinned: pick ?? (step === undefined ? kept.pinned : undefined),
    together: kept.together,
  });
}

/** The scene that the views of a program's run show now; undefined where that run is not explored. */
export function sceneNow(cell: ProgramCell): Scene | undefined {
  if (!isExploring(cell)) return undefined;
  const { stages, leader, step, pinned } = explorerLook();
  return { stages, lead: leader, step, pick: pinned };
}

/** Sets the explorer and the graph up as they stood for a program of the document that was opened as number `turn`, and notes what changes until the function that comes back is called. */
export function followExplorer(id: CellId, turn: number): () => void {
  const { document } = useDocument.getState();
  const key = `${turn} ${id}`;
  const views = programOf(document, id)?.views;
  // the columns in the cell may have been moved meanwhile
  const isMoved = JSON.stringify(views?.explorer) !== JSON.stringify(explorerLook());
  if (wanted?.id === id) arrange(wanted.look);
  else if (views?.explorer !== undefined && (explored !== key || isMoved)) arrange(views.explorer);
  if (views?.graph !== undefined && explored !== key) setUp(views.graph);
  explored = key;
  return noting(
    () => {
      const cell = programOf(useDocument.getState().document, id);
      return cell !== undefined && isExploring(cell) ? ([explorerLook(), graphSettings()] as const) : undefined;
    },
    ([explorer, graph]) => setViews(id, { explorer, graph }),
    [useExplorer.subscribe, useGraph.subscribe],
  );
}

/** The same for the curves of the lab. */
export function followLab(id: CellId, turn: number): () => void {
  const { document } = useDocument.getState();
  const key = `${turn} ${id}`;
  const kept = programOf(document, id)?.views.curves;
  if (measured !== key && kept !== undefined) {
    const stages = kept.stages.filter((one) => CATALOGUE.some((stage) => stage.id === one));
    const quantities = kept.quantities.filter((one) => quantityOf(one) !== undefined);
    if (stages.length > 0 && quantities.length > 0 && BUDGETS.includes(kept.steps))
      change({ ...kept, stages, quantities });
  }
  measured = key;
  return noting(curveSettings, (curves) => setViews(id, { curves }), [useLab.subscribe]);
}

/** Notes what there is to note whenever it has changed and stays so for a while. */
function noting<T>(
  now: () => T | undefined,
  note: (found: T) => void,
  subscriptions: readonly ((listener: () => void) => () => void)[],
): () => void {
  let known: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    timer = undefined;
    const found = now();
    if (found === undefined) return;
    const text = JSON.stringify(found);
    // what stood there at first is no change
    if (known !== undefined && known !== text && !isShown) note(found);
    known = text;
  };
  const soon = (): void => {
    // the first look is at once, before anything is changed
    if (known === undefined) return look();
    clearTimeout(timer);
    timer = setTimeout(look, QUIET);
  };
  look();
  const ends = subscriptions.map((subscribe) => subscribe(soon));
  return () => {
    for (const end of ends) end();
    if (timer === undefined) return;
    clearTimeout(timer);
    look();
  };
}

function explorerLook(): ExplorerLook {
  const { stages, leader, cursors, pinned, isTogether } = useExplorer.getState();
  return { stages, leader, step: cursors[leader] ?? 0, pinned, together: isTogether };
}

function graphSettings(): GraphSettings {
  const { isAll, hideConstants, labels } = useGraph.getState();
  return { all: isAll, hideConstants, labels };
}

function curveSettings(): CurveSettings {
  const { stages, quantities, x, y, steps } = useLab.getState();
  return { stages, quantities, x, y, steps };
}
