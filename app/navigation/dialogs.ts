// Which dialog of the page is open: at most one.
import { create } from "zustand";
import type { CellId } from "../document/document.ts";

/** The dialogs that can be opened from anywhere on the page. */
export type Dialog = "commands" | "keys" | "share" | "documents" | "versions" | "examples" | "references" | "course";

interface DialogState {
  readonly open: Dialog | undefined;
  /** The program that it is about, where it is about one. */
  readonly program: CellId | undefined;
}

/** The open dialog and its program; `open` is undefined where no dialog is open. */
export const useDialog = create<DialogState>()(() => ({ open: undefined, program: undefined }));

/** Opens a dialog in the place of any other. A program is given where the dialog is about one. */
export function openDialog(open: Dialog, program?: CellId): void {
  useDialog.setState({ open, program });
}

/** Closes the dialog that is open; does nothing where there is none. */
export function closeDialog(): void {
  useDialog.setState({ open: undefined });
}
