// Saving soon after a change, and at once when the page goes away.

/** A change is written at most this many milliseconds later. */
const SAVE_WITHIN = 250;

/** Saves after changes, not more often than is needed. */
export interface Autosave {
  /** Something changed: `save` runs within {@link SAVE_WITHIN}. */
  soon(): void;
  /** Runs an outstanding `save` now. */
  flush(): void;
}

/** Calls `save` once for changes that come together. The first change starts the clock, so steady typing is saved too. */
export function autosave(save: () => void): Autosave {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    save();
  };
  return {
    soon: () => {
      timer ??= setTimeout(flush, SAVE_WITHIN);
    },
    flush,
  };
}
