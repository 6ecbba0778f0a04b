// Leaving the page: typed text is written before it closes, and where that is not sure, the browser asks.

import { useDocument } from "./document.ts";
import { saveAtOnce } from "./saving.ts";

/** Writes outstanding changes when the page closes or is hidden, and asks before typed text is lost. */
export function startLeaving(): void {
  addEventListener("pagehide", saveAtOnce);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") saveAtOnce();
  });
  // only while it is needed: a page that might ask is not kept for going back to it
  const watch = ({ isUnkept }: { readonly isUnkept: boolean }): void => {
    if (isUnkept) addEventListener("beforeunload", ask);
    else removeEventListener("beforeunload", ask);
  };
  watch(useDocument.getState());
  useDocument.subscribe(watch);
}

function ask(event: BeforeUnloadEvent): void {
  if (!saveAtOnce()) event.preventDefault();
}
