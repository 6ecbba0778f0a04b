// A choice of the reader's that the browser keeps for all documents. A browser that keeps nothing has it until the page is closed, and a page
// within another one keeps none.
import { IS_EMBEDDED } from "./mode.ts";

/** The name of the choice whether the first screen of the first visit is still open. */
export const WELCOME = "dualscope.welcome";

/** The choice that was kept under a name; undefined where none was, or the browser keeps nothing. */
export function keptChoice(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // storage is forbidden: the choice is as at first
    return undefined;
  }
}

/** Keeps a choice under a name, where the browser keeps anything. */
export function keepChoice(key: string, choice: string): void {
  if (IS_EMBEDDED) return;
  try {
    localStorage.setItem(key, choice);
  } catch {
    // it stays as it is until the page is closed
  }
}
