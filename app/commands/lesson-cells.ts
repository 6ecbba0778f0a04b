// New cells for a lesson or a lecture: as a template says, with notes for the speaker, or with a link to the present view.
import { t } from "@lingui/core/macro";
import { nth } from "../../engine/base/nth.ts";
import { TEMPLATES } from "../course/model/templates.ts";
import { addressOf, presentAddress, programNamed, type Scene, type View } from "../document/address.ts";
import {
  type CellId,
  cellOf,
  type Document,
  LESSON_TAGS,
  type LessonTag,
  type ProgramCell,
  programsOf,
} from "../document/document.ts";
import { withSpeakerNotes } from "../document/speaker-notes.ts";
import { addCell, setText } from "../document/state/changing.ts";
import { offer, say, useDocument } from "../document/state/document.ts";
import { useRoute, VIEW_WORDS } from "../navigation/route.ts";
import type { Command } from "./command.ts";
import { focusCell } from "./focus-cell.ts";

/** Commands that add a cell, in words. */
export const NEW_LESSON_CELL: Readonly<Record<LessonTag, string>> = {
  predict: t`Add a prediction`,
  view: t`Add a view of a run`,
  break: t`Add a “Break it” cell`,
  exercise: t`Add an exercise`,
};

/** Adds a cell of a lesson, and focuses it. */
export function addLessonCell(tag: LessonTag, below: CellId | undefined): void {
  focusCell(addCell(tag, below, TEMPLATES[tag]));
}

/** A command for each kind, below the cell that commands are about. */
export function lessonCommands(currentCell: () => CellId | undefined): readonly Command[] {
  return LESSON_TAGS.map((tag) => ({
    name: `add-${tag}`,
    words: NEW_LESSON_CELL[tag],
    group: "cells",
    run: () => addLessonCell(tag, currentCell()),
  }));
}

/** Adds notes for the speaker to a cell of prose, or to a new one below another cell, and puts the caret there. */
export function addSpeakerNotes(below: CellId | undefined): void {
  const cell = below && cellOf(useDocument.getState().document, below);
  const isProse = cell?.tag === "prose";
  const { text, caret } = withSpeakerNotes(isProse ? cell.text : "");
  const id = isProse ? cell.id : addCell("prose", below, text);
  if (isProse && text !== cell.text) setText(id, text);
  // the cell is drawn, then its editor
  inNextPicture(() => {
    const box = document.getElementById(id);
    const opener = box?.querySelector<HTMLElement>('.prose-edit[aria-expanded="false"]');
    opener?.click();
    inNextPicture(() => void putCaret(box, caret));
  });
}

async function putCaret(box: HTMLElement | null, caret: number): Promise<void> {
  const { EditorView } = await import("@codemirror/view");
  const content = box?.querySelector<HTMLElement>(".cm-content");
  const view = content == null ? null : EditorView.findFromDOM(content);
  view?.dispatch({ selection: { anchor: Math.min(caret, view.state.doc.length) }, scrollIntoView: true });
  view?.focus();
}

function inNextPicture(then: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(then));
}

/** The program that the present view is about. */
export function programLookedAt(document: Document): ProgramCell | undefined {
  return programNamed(document, useRoute.getState().cell) ?? programsOf(document)[0];
}

/** The scene of the view of a program that is looked at, for a link to it. A film that moves stops there. */
export async function sceneOf(view: View, program: ProgramCell): Promise<Scene | undefined> {
  const { pauseFilm } = await import("../playback/state.ts");
  pauseFilm();
  if (view === "complexity") return (await import("../complexity/state/memory.ts")).sceneOfLab();
  const { sceneNow } = await import("../exploration/state/scene.ts");
  const scene = sceneNow(program);
  if (view !== "ladder") return scene;
  const { sceneOfLadder } = await import("../ladder/state.ts");
  return sceneOfLadder(scene);
}

/** A text that is a link to a scene and nothing else. */
const SCENE = /^\[[^\]\n]*\]\(#\/[^)\n]*\)$/;

/** The last of the scenes that stand below a program, for the next one to follow; the program where there is none. */
function lastScene({ cells }: Document, program: CellId): CellId {
  const at = cells.findIndex(({ id }) => id === program);
  const other = cells.findIndex(({ tag, text }, place) => place > at && !(tag === "prose" && SCENE.test(text.trim())));
  return nth(cells, (other < 0 ? cells.length : other) - 1).id;
}

/** Adds a link to the present view below its program, as it stands: slides show the view in its place. */
export async function addScene(): Promise<void> {
  const { view } = useRoute.getState();
  const program = programLookedAt(useDocument.getState().document);
  if (view === "document" || program === undefined)
    return say(t`Open a view of a program first, such as the Explorer: it is put on a slide as it stands.`);
  const scene = await sceneOf(view, program);
  // a link that names no program is about the one above it
  const below = lastScene(useDocument.getState().document, program.id);
  const cell = addCell("prose", below, `[${VIEW_WORDS[view]}](${addressOf(view, undefined, scene)})`);
  offer(
    t`A link to this scene stands below the program now. Slides show the view in its place.`,
    t`Show the slide`,
    () => {
      location.hash = presentAddress(cell);
    },
  );
}
