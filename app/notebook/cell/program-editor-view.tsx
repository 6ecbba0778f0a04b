// The editor of a cell's program, with the engine's marks in it.
import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useLayoutEffect } from "react";
import { isUsersText, type Span } from "../../../engine/source/span.ts";
import { sayBuiltIn, showPlaces } from "../../commands/show-places.ts";
import { hiddenNow } from "../../course/state/hidden.ts";
import type { CellId } from "../../document/document.ts";
import { redo, setText, undo } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import { LEAVING } from "../../editor/code-editor.ts";
import { foldHeader } from "../../editor/dual/header-folding.ts";
import { hideResults } from "../../editor/dual/hidden-results.ts";
import { showCosts } from "../../editor/dual/line-costs.ts";
import { showReplaced } from "../../editor/dual/replaced-lines.ts";
import { showSigns } from "../../editor/dual/signs.ts";
import { showDiagnostics } from "../../editor/marks.ts";
import { programEditor } from "../../editor/program-editor.ts";
import { goTo, register } from "../../editor/registry.ts";
import { textOf } from "../../editor/text-of.ts";
import { useEditor } from "../../editor/use-editor.ts";
import { explainScalar } from "../../exploration/state/explain.ts";
import { programMarks } from "../../program/model/outcome.ts";
import type { CellCheck, CellRun } from "../../program/model/run.ts";
import { type ScalarAt, scalarsAt } from "../../program/model/scalars-at.ts";
import { completeIn, hoverIn, nameIn } from "../../program/state/checking.ts";
import { useSigns } from "../../program/state/signs.ts";
import { useLineCosts } from "./line-costs.ts";
import { recordedRunSoon } from "./run-values.ts";
import { ProgramStandIn, type ProgramStandInProps } from "./stand-in.tsx";

/** Goes to a place in a program; the prelude is not on the page. */
function goToDefinition(id: CellId, place: Span): void {
  if (isUsersText(place.source)) goTo(id, place);
}

/** The scalars that a cell's run computed at a place of its text. */
async function scalarsIn(id: CellId, text: string, place: Omit<Span, "source">): Promise<readonly ScalarAt[]> {
  // names do not show answers of open questions either
  if (hiddenNow(useDocument.getState().document).has(id)) return [];
  const [explored, name] = await Promise.all([recordedRunSoon(id, text), nameIn(id, text, place.from)]);
  return explored === undefined ? [] : scalarsAt(explored, place, name);
}

/** A program with its check and its run, for its editor. */
export interface ProgramEditorProps extends ProgramStandInProps {
  readonly check: CellCheck | undefined;
  readonly run: CellRun;
}

/** Shows the editor of a program cell, with its marks and the numbers of the last run. */
export function ProgramEditorView({ cell, check, run, isHidden }: ProgramEditorProps) {
  const { id, text } = cell;
  const extensions = useCallback(
    () =>
      programEditor({
        label: t`Program`,
        hover: (shown, offset) => hoverIn(id, shown, offset),
        run: {
          ask: (shown, place) => scalarsIn(id, shown, place),
          onWhy: (scalar) => explainScalar(id, scalar),
        },
        complete: (shown, offset) => completeIn(id, shown, offset),
        name: (shown, offset) => nameIn(id, shown, offset),
        elsewhere: {
          onDefinition: (place) => goToDefinition(id, place),
          onPlaces: (offset, always) => showPlaces(id, offset, always),
          onBuiltIn: sayBuiltIn,
        },
        onText: (changed) => setText(id, changed),
        onUndo: () => void undo(),
        onRedo: () => void redo(),
      }),
    [id],
  );
  const { host, view } = useEditor({ text, extensions, onOpen: foldHeader });
  // with the field in its place going, so that no key comes between
  useLayoutEffect(() => (view === undefined ? undefined : register(id, "<program>", view)), [id, view]);
  const isShown = useSigns((state) => state.areShown);
  useEffect(() => view?.dispatch({ effects: showSigns(isShown) }), [view, isShown]);
  useEffect(() => view?.dispatch({ effects: hideResults(isHidden) }), [view, isHidden]);
  const costs = useLineCosts(id);
  useEffect(() => view?.dispatch({ effects: showCosts(costs) }), [view, costs]);
  const { at } = cell.ask;
  useEffect(() => view?.dispatch({ effects: showReplaced(at) }), [view, at]);
  const result = run.notBegun ?? run.result;
  useEffect(() => {
    if (view === undefined) return;
    const marks = programMarks(textOf(view.state), check, result);
    if (marks !== undefined) view.dispatch(showDiagnostics(view.state, marks, "<program>"));
  }, [view, check, result]);
  return (
    <div className="editor">
      <div ref={host} className="editor-host" />
      {view === undefined && <ProgramStandIn cell={cell} isHidden={isHidden} />}
      <p className="leaving" aria-hidden="true">
        {LEAVING}
      </p>
    </div>
  );
}
