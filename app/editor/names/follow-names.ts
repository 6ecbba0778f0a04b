// Going to where a name is defined, and taking all its places at once: to see them, or to rename it by typing.
import { EditorSelection, type Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { NameUses } from "../../../engine/session/program/names.ts";
import type { Span } from "../../../engine/source/span.ts";
import { aroundName } from "../../program/model/puns.ts";
import { textOf } from "../text-of.ts";

/** Asks for the name at an offset of a text. */
export type AskName = (text: string, offset: number) => Promise<NameUses | undefined>;

/** Actions on a name beyond its own text. */
export interface Elsewhere {
  /** Opens a definition in another text. */
  onDefinition(place: Span): void;
  /** Says that a name is the language's own, and is not renamed. */
  onBuiltIn(name: string): void;
  /** Shows all places of the name at an offset, where `always`, or where some lie in other texts; whether it does. */
  onPlaces(offset: number, always: boolean): Promise<boolean>;
}

/**
 * F12, or a click with Ctrl or Cmd, opens the definition; F2 selects every use of the name, and typed text replaces it everywhere; a name
 * used in other programs, too, is renamed in a dialog, which Shift-F12 opens for any name. Shadowed names are others, and stay.
 */
export function followNames(ask: AskName, elsewhere: Elsewhere): Extension {
  const withName = (view: EditorView, offset: number, then: (uses: NameUses) => void): boolean => {
    const text = textOf(view.state);
    void ask(text, offset).then((uses) => {
      // an answer about a text that is gone says nothing of this one
      if (uses !== undefined && textOf(view.state) === text) then(uses);
    });
    return true;
  };
  const goToDefinition = (view: EditorView, offset: number): boolean =>
    withName(view, offset, ({ definition }) => {
      if (definition === undefined) return;
      if (definition.source !== "<program>") return elsewhere.onDefinition(definition);
      view.dispatch({ selection: { anchor: definition.from, head: definition.to }, scrollIntoView: true });
    });
  const takeAll = (view: EditorView): boolean => {
    const offset = view.state.selection.main.head;
    void elsewhere.onPlaces(offset, false).then((isShown) => !isShown && takeHere(view));
    return true;
  };
  const takeHere = (view: EditorView): boolean =>
    withName(view, view.state.selection.main.head, ({ name, occurrences, definition }) => {
      const isOwn = definition?.source === "<program>";
      if (!isOwn || occurrences.length === 0) return elsewhere.onBuiltIn(name);
      const { head } = view.state.selection.main;
      const main = Math.max(
        0,
        occurrences.findIndex(({ from, to }) => head >= from && head <= to),
      );
      const changes = occurrences.flatMap((span) => {
        const { before, behind } = aroundName(name, span);
        return [
          { from: span.from, insert: before },
          { from: span.to, insert: behind },
        ].filter(({ insert }) => insert !== "");
      });
      const now = view.state.changes(changes);
      view.dispatch({
        changes: now,
        selection: EditorSelection.create(
          occurrences.map(({ from, to }) => EditorSelection.range(now.mapPos(from, 1), now.mapPos(to, -1))),
          main,
        ),
      });
    });
  return [
    keymap.of([
      { key: "F12", run: (view) => goToDefinition(view, view.state.selection.main.head) },
      {
        key: "Shift-F12",
        run: (view) => {
          void elsewhere.onPlaces(view.state.selection.main.head, true);
          return true;
        },
      },
      { key: "F2", run: takeAll },
    ]),
    EditorView.domEventHandlers({
      click: (event, view) => {
        if (!(event.ctrlKey || event.metaKey)) return false;
        const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
        return offset === null ? false : goToDefinition(view, offset);
      },
    }),
  ];
}
