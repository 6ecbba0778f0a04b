// A field for an expression beside the program: the input, or the cotangent.
import { Compartment } from "@codemirror/state";
import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useId, useLayoutEffect, useState } from "react";
import type { Diagnostic } from "../../../engine/source/diagnostic.ts";
import { type CellId, cellOf } from "../../document/document.ts";
import { setAsk } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import { showSigns } from "../../editor/dual/signs.ts";
import { expressionField, hint } from "../../editor/expression-field.ts";
import { showDiagnostics } from "../../editor/marks.ts";
import { applyFix, goTo, register } from "../../editor/registry.ts";
import { useEditor } from "../../editor/use-editor.ts";
import { mistakeViews } from "../../program/model/mistakes.ts";
import { completeIn } from "../../program/state/checking.ts";
import { startRun } from "../../program/state/running.ts";
import { useSigns } from "../../program/state/signs.ts";
import { MistakeItem } from "../../program/view/mistake-view.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { message } from "../../words/rich-text.ts";
import { ExpressionStandIn, type ExpressionStandInProps } from "./stand-in.tsx";

/** A field for an expression. */
export interface ExpressionInputProps extends ExpressionStandInProps {
  readonly label: string;
  /** The header's text, where the field has another one. */
  readonly own: string | undefined;
  /** The mistakes of the latest run in this field, as long as the field is as it was. */
  readonly diagnostics: readonly Diagnostic[];
}

const SOURCES = { at: "<at>", cotangent: "<cotangent>" } as const;

/** Empties a field, as a step of its own: the header's value is used, and the program runs. */
function takeHeader(cell: CellId, field: "at" | "cotangent"): void {
  setAsk(cell, { [field]: "" }, true);
  void startRun(cell);
}

/** Shows a field for the input or the cotangent, with its mistakes; an empty one takes the header's value. */
export function ExpressionInput(props: ExpressionInputProps) {
  const { cell, field, label, name, ask, placeholder, own, diagnostics } = props;
  const text = ask[field];
  const source = SOURCES[field];
  const caption = useId();
  const [placeholders] = useState(() => new Compartment());
  const extensions = useCallback(
    () => [
      expressionField({
        label: name,
        // the program's names, none of them local
        complete: () => completeIn(cell, cellOf(useDocument.getState().document, cell)?.text ?? "", 0),
        onText: (changed) => setAsk(cell, { [field]: changed }),
      }),
      placeholders.of([]),
    ],
    [cell, field, name, placeholders],
  );
  const { host, view } = useEditor({ text, extensions });
  // with the field in its place going, so that no key comes between
  useLayoutEffect(() => (view === undefined ? undefined : register(cell, source, view)), [cell, source, view]);
  useEffect(() => {
    view?.dispatch({ effects: placeholders.reconfigure(hint(placeholder)) });
  }, [view, placeholders, placeholder]);
  const areShown = useSigns((state) => state.areShown);
  useEffect(() => view?.dispatch({ effects: showSigns(areShown) }), [view, areShown]);
  useEffect(() => {
    view?.dispatch(showDiagnostics(view.state, diagnostics, source));
  }, [view, diagnostics, source]);
  return (
    <div className={`field expression-field ${field}`}>
      <span className="label" id={caption} aria-hidden="true">
        {label}
      </span>
      <div className={diagnostics.length > 0 ? "expression wrong" : "expression"}>
        <div ref={host} />
        {view === undefined && <ExpressionStandIn {...props} />}
      </div>
      {own !== undefined && (
        <button
          type="button"
          className="button line small"
          title={t`Replaces this field with ${own}`}
          onClick={() => takeHeader(cell, field)}
        >
          <RichText
            runs={message(field === "at" ? t`Use \`-- at:\` of the program` : t`Use \`-- cotangent:\` of the program`)}
          />
        </button>
      )}
      {diagnostics.length > 0 && (
        <div className="field-mistakes">
          {mistakeViews(diagnostics, text).map((mistake) => (
            <MistakeItem
              key={mistake.key}
              mistake={{ ...mistake, place: "" }}
              current
              onGo={(span) => goTo(cell, span)}
              onFix={(fix) => applyFix(cell, fix)}
            />
          ))}
        </div>
      )}
    </div>
  );
}
