// Stores of the page, in tests: files that run one after the other share them.
import { afterAll } from "vitest";
import type { StoreApi } from "zustand";

/** Gives stores their present state again when the tests of this file have ended. */
export function restoreAfterwards(...stores: readonly Pick<StoreApi<object>, "getState" | "setState">[]): void {
  const states = stores.map((store) => store.getState());
  afterAll(() => {
    for (const [place, store] of stores.entries()) store.setState(states[place] ?? {}, true);
  });
}
