// Whether a lesson of the course is read: then editing tools are hidden.
import { create } from "zustand";
import { useDocument } from "../../document/state/document.ts";

/** The document, by its turn, whose reader has asked to edit it. */
const useEditing = create<{ readonly turn: number | undefined }>()(() => ({ turn: undefined }));

/** A lesson of the course is read until its reader wants to edit it. */
export function useIsRead(): boolean {
  const turn = useDocument((state) => state.turn);
  const isLesson = useDocument(({ document }) => document.course !== undefined);
  const editing = useEditing((state) => state.turn);
  return isLesson && editing !== turn;
}

/** Edits the lesson that is open, or reads it again. */
export function toggleEditing(): void {
  const { turn } = useDocument.getState();
  useEditing.setState(({ turn: before }) => ({ turn: before === turn ? undefined : turn }));
}
