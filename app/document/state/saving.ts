// Saving the open document: soon after a change, and at once when the page closes.
import { t } from "@lingui/core/macro";
import type { Kept } from "../shelf/shelf.ts";
import { type Autosave, autosave } from "./autosave.ts";
import { dismissNotice, type Saved, useDocument } from "./document.ts";
import { shelf } from "./shelf.ts";

class Saving {
  private readonly auto: Autosave = autosave(() => void this.now());
  /** The present save. */
  private underWay: Promise<boolean> | undefined;
  /** Whether a notice said that the open document is not kept: the bar repeats it. */
  private isTold = false;

  /** Saves within a moment. */
  soon(): void {
    this.auto.soon();
  }

  /** Begins a save that was put off. */
  flush(): void {
    this.auto.flush();
  }

  /** Whether something is not saved that could be. */
  get isOutstanding(): boolean {
    return useDocument.getState().saved === "saving" || this.underWay !== undefined;
  }

  /** Saves the document now; whether it is kept as it is then. */
  now(): Promise<boolean> {
    this.underWay ??= this.once().finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  }

  private async once(): Promise<boolean> {
    const { document, turn } = useDocument.getState();
    const kept = await shelf.save(document);
    const now = useDocument.getState();
    if (now.turn !== turn) return kept !== "failed";
    const isCurrent = now.document === document;
    useDocument.setState({ key: shelf.openKey, saved: isCurrent ? savedAs(kept) : "saving" });
    if (!isCurrent) this.soon();
    if (kept === "failed") {
      if (now.isUnkept && !this.isTold) useDocument.setState({ notice: { tag: "unkept" } });
      this.isTold ||= now.isUnkept;
      return false;
    }
    this.isTold = false;
    if (isCurrent) useDocument.setState({ isUnkept: false });
    if (kept === "forked") useDocument.setState({ notice: { tag: "forked" } });
    else if (now.notice?.tag === "unkept") dismissNotice();
    return isCurrent;
  }
}

function savedAs(kept: Kept): Saved {
  if (kept !== "failed") return "saved";
  return shelf.isOpen ? "full" : "closed";
}

/** The saver of this page's document. */
export const saving = new Saving();

/** Notes that the user has the open document as a file. */
export function noteFile(): void {
  useDocument.setState({ isUnkept: false });
  if (useDocument.getState().notice?.tag === "unkept") dismissNotice();
}

/** Whether all text is kept, so that another document may take its place; says so where it is not. */
export async function isSafe(): Promise<boolean> {
  await saveNow();
  if (!useDocument.getState().isUnkept || (await saving.now())) return true;
  const reason = t`the open document is not stored in the browser and would be lost: save it as a file first`;
  useDocument.setState({ notice: { tag: "refused", reason } });
  return false;
}

/** Writes outstanding changes; resolves when there are none. */
export async function saveNow(): Promise<void> {
  while (saving.isOutstanding) {
    saving.flush();
    await saving.now();
  }
}

/**
 * Writes outstanding changes, for a page that closes: the database may not finish, so they are noted at once. Returns whether the next page
 * will find them.
 */
export function saveAtOnce(): boolean {
  const { document, saved, isUnkept } = useDocument.getState();
  if (saved !== "saving" && !isUnkept) return true;
  const isNoted = shelf.note(document);
  saving.flush();
  return isNoted && saved === "saving" && shelf.isOpen;
}
