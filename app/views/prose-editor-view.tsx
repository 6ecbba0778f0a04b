// The editor of a prose cell.
import { t } from "@lingui/core/macro";
import { useCallback, useRef } from "react";
import type { ProseCell } from "../document/document.ts";
import { proseEditor } from "../editor/prose-editor.ts";
import { useEditor } from "../editor/use-editor.ts";
import { redo, undo } from "../state/document.ts";

interface ProseEditorProps {
  readonly cell: ProseCell;
  onText(text: string): void;
  onClose(): void;
}

export function ProseEditorView({ cell, onText, onClose }: ProseEditorProps) {
  const latest = useRef({ onText, onClose });
  latest.current = { onText, onClose };
  const extensions = useCallback(
    () =>
      proseEditor({
        label: t`Prose, in Markdown; mathematics between dollar signs`,
        onText: (text) => latest.current.onText(text),
        onUndo: () => void undo(),
        onRedo: () => void redo(),
        onDone: () => latest.current.onClose(),
      }),
    [],
  );
  const { host } = useEditor({ text: cell.text, extensions });
  return (
    <div className="editor prose-editor">
      <div ref={host} className="editor-host" />
    </div>
  );
}
