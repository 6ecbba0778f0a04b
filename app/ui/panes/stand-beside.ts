// The place of a panel: beside its button, and within the window.

/** Pixels between a panel and its button, and between a panel and the edge of the window. */
const GAP = 4;

/** Puts a panel below its button, or above it where there is more room, within the window. */
export function standBeside(button: HTMLElement, panel: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  panel.style.maxHeight = "";
  const [above, below] = [top - 2 * GAP, clientHeight - bottom - 2 * GAP];
  const isBelow = panel.offsetHeight <= below || below >= above;
  panel.style.maxHeight = `${isBelow ? below : above}px`;
  const { offsetWidth, offsetHeight } = panel;
  panel.style.top = `${isBelow ? bottom + GAP : top - GAP - offsetHeight}px`;
  panel.style.left = `${Math.max(GAP, Math.min(right, clientWidth - GAP) - offsetWidth)}px`;
}
