// Which dialog of the page is open: at most one.
import { create } from "zustand";
import type { CellId } from "../document/document.ts";

export type Dialog = "commands" | "keys" | "share" | "documents" | "versions" | "examples" | "references" | "course";

interface DialogState {
  readonly open: Dialog | undefined;
  /** The program that it is about, where it is about one. */
  readonly program: CellId | undefined;
}

export const useDialog = create<DialogState>()(() => ({ open: undefined, program: undefined }));

export function openDialog(open: Dialog, program?: CellId): void {
  useDialog.setState({ open, program });
}

export function closeDialog(): void {
  useDialog.setState({ open: undefined });
}
