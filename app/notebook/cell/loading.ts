// The store of the components with editors, which a first visit loads after its first screen.
import { create } from "zustand";

interface EditorsState {
  /** Undefined until they are loaded. */
  readonly editors: typeof import("./editors.ts") | undefined;
}

/** The components with editors. */
export const useEditors = create<EditorsState>()(() => ({ editors: undefined }));

/** Loads the components with editors. */
export async function loadEditors(): Promise<void> {
  useEditors.setState({ editors: await import("./editors.ts") });
}
