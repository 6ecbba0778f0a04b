// The document that a part of the page shows: the one that is open, or what it was when a view was frozen.
import { createContext, useContext } from "react";
import type { Document } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";

/** What everything below shows; undefined for the document as it is. */
export const ShownDocument = createContext<Document | undefined>(undefined);

/** The document for a component to show: the frozen one around it, or else the open one. */
export function useShownDocument(): Document {
  const now = useDocument((state) => state.document);
  return useContext(ShownDocument) ?? now;
}
