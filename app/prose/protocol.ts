// What the page and the worker that draws prose say to each other.
import type { ProseText } from "./html.ts";

/** A text to be drawn. */
export interface ProseRequest extends ProseText {
  readonly id: number;
}

/** Its HTML; undefined where it cannot be drawn. */
export interface ProseReply {
  readonly id: number;
  readonly html: string | undefined;
}
