// The cells' editors, and fields in their place until they are loaded.
import { useEffect } from "react";
import { useDelayed } from "../../ui/hooks/use-delayed.ts";
import { useNear } from "../../ui/hooks/use-near.ts";
import type { ProseEditorProps } from "../prose/prose-editor-view.tsx";
import type { ExpressionInputProps } from "./expression-input.tsx";
import { loadEditors, useEditors } from "./loading.ts";
import type { ProgramEditorProps } from "./program-editor-view.tsx";
import { ExpressionStandIn, ProgramStandIn, ProseStandIn } from "./stand-in.tsx";

/** Shows the editor of a program cell. */
export function ProgramEditor(props: ProgramEditorProps) {
  const { editors } = useEditors();
  if (editors !== undefined) return <editors.ProgramEditorView {...props} />;
  return <ProgramBefore {...props} />;
}

/** Milliseconds after the first answer, in which its graph is drawn. */
const AFTER_ANSWER = 300;

/** Some lines of a program are in sight, not only its edge. */
const IN_SIGHT = "-64px";

/** Shows a program in a field; its editor is loaded when it is in sight, or soon after its first answer. */
function ProgramBefore({ cell, run, isHidden }: ProgramEditorProps) {
  const { box, isNear } = useNear<HTMLDivElement>(IN_SIGHT);
  const isNext = useDelayed(run.result !== undefined, AFTER_ANSWER);
  useEffect(() => {
    if (isNear || isNext) void loadEditors();
  }, [isNear, isNext]);
  return (
    <div ref={box} className="editor">
      <ProgramStandIn cell={cell} isHidden={isHidden} onFocus={() => void loadEditors()} />
    </div>
  );
}

/** Shows the field for an expression of a program cell. */
export function ExpressionField(props: ExpressionInputProps) {
  const { editors } = useEditors();
  if (editors !== undefined) return <editors.ExpressionInput {...props} />;
  const { field, label } = props;
  return (
    <div className={`field expression-field ${field}`}>
      <span className="label" aria-hidden="true">
        {label}
      </span>
      <div className="expression">
        <ExpressionStandIn {...props} onFocus={() => void loadEditors()} />
      </div>
    </div>
  );
}

/** Shows the editor of a prose cell. */
export function ProseEditor(props: ProseEditorProps) {
  const { editors } = useEditors();
  useEffect(() => {
    if (editors === undefined) void loadEditors();
  }, [editors]);
  if (editors !== undefined) return <editors.ProseEditorView {...props} />;
  return (
    <div className="editor prose-editor">
      <ProseStandIn {...props} />
    </div>
  );
}
