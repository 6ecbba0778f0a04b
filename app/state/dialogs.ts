// Which dialog of the page is open: at most one.
import { create } from "zustand";

export type Dialog = "commands" | "keys" | "share" | "documents" | "references";

export const useDialog = create<{ readonly open: Dialog | undefined }>()(() => ({ open: undefined }));

export function openDialog(open: Dialog): void {
  useDialog.setState({ open });
}

export function closeDialog(): void {
  useDialog.setState({ open: undefined });
}
