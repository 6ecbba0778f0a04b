// The document that a part of the page shows: the open one, or its state when a view was frozen.
import { createContext, useContext } from "react";
import type { Document } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";

/** The document of everything below; undefined for the open one. */
export const ShownDocument = createContext<Document | undefined>(undefined);

/** The document for a component to show: the frozen one around it, or else the open one. */
export function useShownDocument(): Document {
  const now = useDocument((state) => state.document);
  return useContext(ShownDocument) ?? now;
}
