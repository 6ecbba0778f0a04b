// The store of the components with editors, which a first visit loads after its first screen.
import { create } from "zustand";
import { nextTask } from "../../base/next-task.ts";

interface EditorsState {
  /** Undefined until they are loaded. */
  readonly editors: typeof import("./editors.ts") | undefined;
}

/** The components with editors. */
export const useEditors = create<EditorsState>()(() => ({ editors: undefined }));

/** Loads the components with editors; a character that is being composed in a field comes to its end first. */
export async function loadEditors(): Promise<void> {
  const editors = await import("./editors.ts");
  for (let field = composing(); field !== null; field = composing()) {
    const composed = field;
    await new Promise((done) => composed.addEventListener("compositionend", done, { once: true }));
    await nextTask();
  }
  useEditors.setState({ editors });
}

function composing(): Element | null {
  return document.querySelector("[data-composing]");
}
