// Finding and replacing in an editor. It is loaded when the editor gets the focus, so that it is there before anyone can ask for it.
import { Compartment, type Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

const part = new Compartment();
const loaded = new WeakSet<EditorView>();

/** Finding in an editor, with its keys; `marksSelection`: other texts like the selection are marked. */
export function searching(marksSelection: boolean): Extension {
  const focus = (_: FocusEvent, view: EditorView): void => {
    if (!loaded.has(view)) void load(view, marksSelection);
  };
  return [part.of([]), EditorView.domEventHandlers({ focus })];
}

async function load(view: EditorView, marksSelection: boolean): Promise<void> {
  loaded.add(view);
  try {
    const { highlightSelectionMatches, search, searchKeymap } = await import("@codemirror/search");
    const marking = marksSelection ? highlightSelectionMatches() : [];
    view.dispatch({ effects: part.reconfigure([search({ top: true }), marking, keymap.of(searchKeymap)]) });
  } catch {
    // without a network, the next focus may have more luck
    loaded.delete(view);
  }
}
