// The store of the language's reference, which the engine has: asked for once, when the help is opened for the first time.
import { create } from "zustand";
import type { Reference } from "../../engine/reference/entry.ts";
import { EngineClient } from "../client/client.ts";

/** Undefined until it is there. */
export const useReference = create<{ readonly reference: Reference | undefined }>()(() => ({ reference: undefined }));

let asked: Promise<Reference | undefined> | undefined;

/** The reference; asks for it where nobody has. Where that fails it is asked for again the next time. */
export function loadReference(): Promise<Reference | undefined> {
  asked ??= new EngineClient().reference().then((reference) => {
    if (reference === undefined) asked = undefined;
    else useReference.setState({ reference });
    return reference;
  });
  return asked;
}
