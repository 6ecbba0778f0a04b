// The editor of a prose cell.
import { t } from "@lingui/core/macro";
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { redo, undo } from "../../document/state/changing.ts";
import { insertPicture, proseEditor } from "../../editor/prose-editor.ts";
import { register } from "../../editor/registry.ts";
import { useEditor } from "../../editor/use-editor.ts";
import { ProseStandIn, type ProseStandInProps } from "../cell/stand-in.tsx";
import type { Given } from "./add-pictures.tsx";

const AddPictures = lazy(() => import("./add-pictures.tsx"));

/** A prose cell, and the callbacks of its editor. */
export interface ProseEditorProps extends ProseStandInProps {
  /** Pictures that were dropped before it was open. */
  readonly dropped: Given | undefined;
}

/** Shows the editor of a prose cell; `dropped` are pictures that were dropped on the prose before it was open. */
export function ProseEditorView(props: ProseEditorProps) {
  const { cell, dropped, takesFocus, onText, onClose } = props;
  const [given, setGiven] = useState(dropped);
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
        onPictures: (files) => setGiven({ files }),
      }),
    [],
  );
  const { host, view } = useEditor({ text: cell.text, extensions });
  useLayoutEffect(() => (view === undefined ? undefined : register(cell.id, "<prose>", view)), [cell.id, view]);
  useEffect(() => {
    if (takesFocus) view?.contentDOM.focus();
  }, [view, takesFocus]);
  return (
    <div>
      <div className="editor prose-editor">
        <div ref={host} className="editor-host" />
        {view === undefined && <ProseStandIn {...props} takesFocus={false} />}
      </div>
      {view !== undefined && (
        <Suspense fallback={null}>
          <AddPictures given={given} onPicture={(name) => insertPicture(view, name)} />
        </Suspense>
      )}
    </div>
  );
}
