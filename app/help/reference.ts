// The store of the language's reference, which the engine has: asked for once, when the help is opened for the first time.
import { create } from "zustand";
import type { Reference } from "../../engine/reference/entry.ts";
import { EngineClient } from "../client/client.ts";

interface ReferenceState {
  /** Undefined until it is there. */
  readonly reference: Reference | undefined;
  /** The question, pending or answered. */
  readonly asked: Promise<Reference | undefined> | undefined;
}

/** The reference of the language; undefined until the engine has given it. */
export const useReference = create<ReferenceState>()(() => ({ reference: undefined, asked: undefined }));

const { getState: get, setState: set } = useReference;

/** The reference; requested on the first call. A failed request is repeated the next time. */
export function loadReference(): Promise<Reference | undefined> {
  const asked =
    get().asked ??
    new EngineClient().ask("reference", {}).then((reference) => {
      set(reference === undefined ? { asked: undefined } : { reference });
      return reference;
    });
  set({ asked });
  return asked;
}
