// Leaving the page: what is typed is written before it goes, and where that is not sure, the browser asks.

import { useDocument } from "./document.ts";
import { saveAtOnce } from "./saving.ts";

/** Writes what is outstanding when the page goes or is hidden, and asks before something typed is lost. */
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
