// Brings a place of a program into sight in its pane, without moving the page: on a phone the pane is below the picture.
import type { EditorView } from "@codemirror/view";
import type { Span } from "../../../engine/source/span.ts";

/** Scrolls the pane around an editor so that a place of the program is in its middle, unless the reader is in the text. */
export function reveal(view: EditorView, place: Span | undefined): void {
  if (place?.source !== "<program>" || view.hasFocus) return;
  const pane = view.dom.parentElement;
  view.requestMeasure({
    key: reveal,
    read: () => view.lineBlockAt(Math.min(place.from, view.state.doc.length)),
    write: ({ top, height }) => {
      if (pane !== null) pane.scrollTop = view.documentPadding.top + top - (pane.clientHeight - height) / 2;
    },
  });
}
