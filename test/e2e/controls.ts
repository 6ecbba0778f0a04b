// The controls of a page: what the keyboard reaches in sight, menus closed.
import type { Page } from "playwright-core";

/** The names of the controls in sight, in their order; of what arrow keys go through, the one that Tab reaches. */
export function controlsInSight(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const reachable =
      'a[href], area[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]:not([contenteditable="false"])';
    const isSeen = (element: HTMLElement): boolean => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      if (right - left < 2 || bottom - top < 2) return false;
      const [x, y] = [
        (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
        (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
      ];
      if (left >= innerWidth || right <= 0 || top >= innerHeight || bottom <= 0) return false;
      const found = document.elementFromPoint(x, y);
      // a field is seen by its label; what scrolls away within a part of the page is covered there
      return (
        found !== null &&
        (element.contains(found) || found.contains(element) || found.closest("label")?.contains(element) === true)
      );
    };
    const isGroupOfRadios = new Set<string>();
    return [...document.querySelectorAll<HTMLElement>(reachable)].flatMap((element) => {
      if (element.tabIndex < 0 || (element as HTMLButtonElement).disabled || element.closest("[inert]") !== null)
        return [];
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || !isSeen(element)) return [];
      if (element instanceof HTMLInputElement && element.type === "radio") {
        if (isGroupOfRadios.has(element.name)) return [];
        isGroupOfRadios.add(element.name);
      }
      const name = element.getAttribute("aria-label") ?? element.title.trim();
      return [name !== "" ? name : (element.innerText || element.tagName).trim().slice(0, 40).replaceAll("\n", " ")];
    });
  });
}
