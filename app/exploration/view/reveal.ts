// Brings a place of a program into sight in its pane, without moving the page: on a phone the pane is below the picture.
import type { EditorView } from "@codemirror/view";
import type { Span } from "../../../engine/source/span.ts";

/** Scrolls the pane around an editor so that a place of the program is in its middle, unless the reader is in the text. */
export function reveal(view: EditorView, place: Span | undefined): void {
  if (place?.source !== "<program>" || view.hasFocus) return;
  view.requestMeasure({
    key: reveal,
    read: () => {
      const pane = paneOf(view);
      if (pane === undefined) return undefined;
      const { top, height } = view.lineBlockAt(Math.min(place.from, view.state.doc.length));
      const editor = view.dom.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;
      return { pane, top: editor + view.documentPadding.top + top - (pane.clientHeight - height) / 2 };
    },
    write: (found) => {
      if (found !== undefined) found.pane.scrollTop = found.top;
    },
  });
}

/** The editor's host, or the column around it, where that scrolls by itself. */
function paneOf({ dom }: EditorView): HTMLElement | undefined {
  const [host, column] = [dom.parentElement, dom.parentElement?.parentElement];
  return [host, column].find(
    (one): one is HTMLElement => one != null && /auto|scroll/.test(getComputedStyle(one).overflowY),
  );
}
