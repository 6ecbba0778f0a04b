// The program as it was compiled: places in it light up, and select.
import { EditorView } from "@codemirror/view";
import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useRef } from "react";
import type { Span } from "../../engine/source/span.ts";
import { foldHeader } from "../editor/dual/header-folding.ts";
import { setMarks, sourceViewer } from "../editor/source-viewer.ts";
import { useEditor } from "../editor/use-editor.ts";

interface ProgramTextProps {
  readonly text: string;
  readonly lit: readonly Span[];
  onCaret(offset: number): void;
  onPoint(offset: number | undefined): void;
}

/** Shows the compiled program with linked places lit; scrolls to the first of them unless it has the focus. */
export function ProgramText({ text, lit, onCaret, onPoint }: ProgramTextProps) {
  const told = useRef({ onCaret, onPoint });
  told.current = { onCaret, onPoint };
  const extensions = useCallback(
    () =>
      sourceViewer({
        label: t`The program as it was compiled; the cursor lights up the lines that come from it`,
        onCaret: (_, to) => told.current.onCaret(to),
        onPoint: (offset) => told.current.onPoint(offset),
      }),
    [],
  );
  const { host, view } = useEditor({ text, extensions, onOpen: foldHeader });
  useEffect(() => {
    if (view === undefined) return;
    const place = lit.find(({ source }) => source === "<program>");
    const isSought = place !== undefined && !view.hasFocus && place.from <= view.state.doc.length;
    view.dispatch({
      effects: [
        setMarks.of({ lit, now: [], stops: [] }),
        ...(isSought ? [EditorView.scrollIntoView(place.from, { y: "nearest" })] : []),
      ],
    });
  }, [view, lit]);
  return <div ref={host} className="source-host" />;
}
