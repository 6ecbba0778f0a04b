// The state of a view is kept in the document: changes are noted once they have lasted for a while.
import { create } from "zustand";
import type { CellId } from "../document.ts";

/** Milliseconds without a change before it is noted. */
const QUIET = 500;

/** Whether the view is shown to others: then the document stays as it is. */
const useShown = create<{ readonly isShown: boolean }>()(() => ({ isShown: false }));

/** Sets whether changes in views are noted in the document from now on. */
export function noteViews(isNoted: boolean): void {
  useShown.setState({ isShown: !isNoted });
}

/** Knows which program of which document a view was set up for last. */
export class LastProgram {
  private known = "";

  /** Whether a program of the document that was opened as number `turn` is another one than before; from now on it is this one. */
  isAnother(id: CellId, turn: number): boolean {
    const key = `${turn} ${id}`;
    const isAnother = this.known !== key;
    this.known = key;
    return isAnother;
  }
}

/** Notes state whenever it has changed and stays so for a while; returns the function that ends this. */
export function noting<T>(
  now: () => T | undefined,
  note: (found: T) => void,
  subscribe: (listener: () => void) => () => void,
): () => void {
  let known: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    timer = undefined;
    const found = now();
    if (found === undefined) return;
    const text = JSON.stringify(found);
    // the first state is no change
    if (known !== undefined && known !== text && !useShown.getState().isShown) note(found);
    known = text;
  };
  const soon = (): void => {
    // the first look is at once, before anything is changed
    if (known === undefined) return look();
    clearTimeout(timer);
    timer = setTimeout(look, QUIET);
  };
  look();
  const end = subscribe(soon);
  return () => {
    end();
    if (timer === undefined) return;
    clearTimeout(timer);
    look();
  };
}
