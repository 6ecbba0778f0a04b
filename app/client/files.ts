// The files of the open document, which programs name in their headers: a worker has them before the next question.
import type { Port } from "./port.ts";

type Files = ReadonlyMap<string, string>;

/** No worker has to be sent these: it begins with none. */
const NONE: Files = new Map();

/** The files, and which of the workers have them. */
class SharedFiles {
  private files = NONE;
  private readonly sent = new WeakMap<Port, Files>();

  /** Replaces all of them. */
  share(files: readonly { readonly name: string; readonly text: string }[]): void {
    this.files = files.length === 0 ? NONE : new Map(files.map(({ name, text }) => [name, text]));
  }

  /** Sends them to a worker that has others. */
  bring(port: Port): void {
    if ((this.sent.get(port) ?? NONE) === this.files) return;
    this.sent.set(port, this.files);
    port.postMessage({ tag: "files", files: this.files });
  }
}

/** The files of this page. */
export const sharedFiles = new SharedFiles();
