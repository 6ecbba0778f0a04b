// Links in prose to a scene of a program that they do not name: they lead to the program beside which they stand.

import { addressOf } from "../document/address.ts";
import { type CellId, cellOf } from "../document/document.ts";
import { useDocument } from "../document/state/document.ts";
import { sceneOfLink } from "./model.ts";

/** Leads such links from now on. */
export function startSceneLinks(): void {
  addEventListener("click", (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest(".rendered a[href^='#/']") : null;
    const id = link?.closest<HTMLElement>("[data-cell]")?.dataset.cell as CellId | undefined;
    if (link == null || id === undefined) return;
    const { document } = useDocument.getState();
    const found = cellOf(document, id) && sceneOfLink(document, id, link.getAttribute("href") ?? "");
    if (found === undefined) return;
    event.preventDefault();
    location.hash = addressOf(found.view, found.cell, found.scene);
  });
}
