// Messages of the page and the worker that draws prose.
import type { ProseText } from "./html.ts";

/** A text to be drawn. */
export interface ProseRequest extends ProseText {
  readonly id: number;
}

/** That the worker has loaded; then of each text its HTML, undefined where it cannot be drawn. */
export type ProseReply =
  | { readonly tag: "loaded" }
  | { readonly tag: "drawn"; readonly id: number; readonly html: string | undefined };
