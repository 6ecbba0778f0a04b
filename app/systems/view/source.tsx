// The program, in which a place can be pointed at: its parts light up in all columns.
import type { EditorView } from "@codemirror/view";
import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useRef } from "react";
import type { Span } from "../../../engine/source/span.ts";
import { foldWholeHeader } from "../../editor/dual/header-folding.ts";
import { setMarks, sourceViewer } from "../../editor/source-viewer.ts";
import { useEditor } from "../../editor/use-editor.ts";
import { choose, point } from "../state/systems.ts";

interface SourceProps {
  readonly text: string;
  /** The input beside the program; empty where the header's is used. */
  readonly input: string;
  readonly lit: readonly Span[];
  /** The part in view before a choice: the first operation. */
  readonly start: Span | undefined;
}

/** Shows the program; the caret chooses a place, and the pointer lights it up in all columns. */
export function Source({ text, input, lit, start }: SourceProps) {
  const pointedAt = useRef<number>(undefined);
  const extensions = useCallback(
    () =>
      sourceViewer({
        input,
        label: t`The program; the cursor chooses a place`,
        onCaret: (offset) => choose({ tag: "offset", offset }),
        onPoint: (offset) => {
          if (offset === pointedAt.current) return;
          pointedAt.current = offset;
          point(offset === undefined ? undefined : { tag: "offset", offset });
        },
      }),
    [input],
  );
  const { host, view } = useEditor({ text, extensions, onOpen: foldWholeHeader });
  useEffect(() => mark(view, lit), [view, lit]);
  useEffect(() => bringIntoView(view, lit[0] ?? start), [view, lit, start]);
  return <div ref={host} className="source-host systems-source" />;
}

function mark(view: EditorView | undefined, lit: readonly Span[]): void {
  view?.dispatch({ effects: setMarks.of({ lit, now: [], stops: [] }) });
}

/** Brings a place into view in its box, unless the reader is in the text; the page stays where it is. */
function bringIntoView(view: EditorView | undefined, place: Span | undefined): void {
  if (view === undefined || place?.source !== "<program>" || view.hasFocus) return;
  const offset = Math.min(place.from, view.state.doc.length);
  const { top, height } = view.lineBlockAt(offset);
  view.scrollDOM.scrollTop = top - (view.scrollDOM.clientHeight - height) / 2;
}
