// The cell that has the focus, which commands are about, and where the focus goes when cells come and go.
import { create } from "zustand";
import { type CellId, type ProgramCell, programsOf } from "../document/document.ts";
import { useDocument } from "../document/state/document.ts";
import { selectProgram } from "../editor/registry.ts";

/** Pictures of the window for which a cell is waited for: the code of its kind may have to be loaded. */
const PATIENCE = 300;

/** Places in a cell for the focus, the best first: its text, or the opener of its text. */
const TARGETS = [".cm-content", ".stand-in textarea", ".prose-edit", ".lesson-edit"];

/** Puts the focus into a cell's text once it is drawn, or on its opener. */
export function focusCell(id: CellId): void {
  requestAnimationFrame(() => focusDrawn(id, PATIENCE));
}

function focusDrawn(id: CellId, patience: number): void {
  requestAnimationFrame(() => {
    const cell = document.getElementById(id);
    const target = TARGETS.map((one) => cell?.querySelector<HTMLElement>(one)).find((one) => one != null);
    if (cell === null || target === undefined) {
      if (patience > 0) focusDrawn(id, patience - 1);
      return;
    }
    // a cell of a lesson grows when its run is there
    const isLesson = cell.matches(".lesson-cell");
    cell.scrollIntoView({ block: isLesson ? "center" : "nearest" });
    target.focus({ preventScroll: isLesson });
  });
}

/** Puts the focus into a new program once it is drawn; its sample is selected, so that typing replaces it. */
export function focusNewProgram(id: CellId): void {
  requestAnimationFrame(() => requestAnimationFrame(() => selectProgram(id)));
}

/** The cell that commands are about: the one with the focus, else the first. */
export function currentCell(): CellId | undefined {
  const focused = document.activeElement?.closest<HTMLElement>("[data-cell]")?.dataset.cell ?? useFocus.getState().cell;
  const { cells } = useDocument.getState().document;
  return (cells.find(({ id }) => id === focused) ?? cells[0])?.id;
}

/** The cell that is read: the one with the focus if it can be seen, else the first that can. */
export function cellInView(): CellId | undefined {
  const isSeen = (id: string): boolean => {
    const box = document.getElementById(id)?.getBoundingClientRect();
    return box !== undefined && box.height > 0 && box.bottom > window.innerHeight / 4 && box.top < window.innerHeight;
  };
  const { cells } = useDocument.getState().document;
  const focused = cells.find(({ id }) => id === useFocus.getState().cell && isSeen(id));
  return (focused ?? cells.find(({ id }) => isSeen(id)))?.id ?? currentCell();
}

/** The program that commands are about: that of the current cell, else the first. */
export function currentProgram(): ProgramCell | undefined {
  const programs = programsOf(useDocument.getState().document);
  return programs.find(({ id }) => id === currentCell()) ?? programs[0];
}

/** The program that was touched last; undefined where that is the first, or none was. */
export function useCurrentProgram(): CellId | undefined {
  const cell = useFocus((state) => state.cell);
  return useDocument(({ document }) => programsOf(document).find(({ id }) => id === cell)?.id);
}

/** The cell that had the focus last. */
const useFocus = create<{ readonly cell: string | undefined }>()(() => ({ cell: undefined }));

/** Notes which cell has the focus, for commands that are chosen in a dialog. */
export function watchFocus(): () => void {
  const note = (event: FocusEvent): void => {
    const cell = (event.target as HTMLElement | null)?.closest<HTMLElement>("[data-cell]");
    if (cell != null) useFocus.setState({ cell: cell.dataset.cell });
  };
  addEventListener("focusin", note);
  return () => removeEventListener("focusin", note);
}
