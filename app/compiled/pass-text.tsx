// The text of a pass: lines in it light up, and select.
import { EditorView } from "@codemirror/view";
import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { Pass } from "../../engine/texts/explain.ts";
import { passViewer, setLitLines } from "../editor/pass-viewer.ts";
import { useEditor } from "../editor/use-editor.ts";

interface PassTextProps {
  readonly pass: Pass;
  /** Lines from 0. */
  readonly lit: readonly number[];
  /** Whether the first of them is to be in view. */
  readonly isSought: boolean;
  onCaret(line: number): void;
  onPoint(line: number | undefined): void;
}

/** Shows the text of a pass with linked lines lit; scrolls to the first of them when `isSought`. */
export function PassText({ pass, lit, isSought, onCaret, onPoint }: PassTextProps) {
  const told = useRef({ onCaret, onPoint });
  told.current = { onCaret, onPoint };
  const { language, title, lines } = pass;
  const extensions = useCallback(
    () =>
      passViewer({
        label: t`${title}; the cursor lights up where a line comes from`,
        language,
        onCaret: (line) => told.current.onCaret(line),
        onPoint: (line) => told.current.onPoint(line),
      }),
    [language, title],
  );
  const text = useMemo(() => lines.map((line) => line.text).join("\n"), [lines]);
  const { host, view } = useEditor({ text, extensions });
  useEffect(() => {
    if (view === undefined) return;
    const { doc } = view.state;
    const [first] = lit;
    const at = isSought && first !== undefined && first < doc.lines ? doc.line(first + 1).from : undefined;
    view.dispatch({
      effects: [
        setLitLines.of(lit),
        ...(at === undefined ? [] : [EditorView.scrollIntoView(at, { y: "nearest", yMargin: 40 })]),
      ],
    });
  }, [view, lit, isSought]);
  return <div ref={host} className="source-host" />;
}
