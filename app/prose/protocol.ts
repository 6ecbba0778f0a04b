// What the page and the worker that draws prose say to each other.
import type { Output } from "./html.ts";

/** A text to be drawn. */
export interface ProseRequest {
  readonly id: number;
  readonly text: string;
  readonly output: Output;
  /** What a block of notes for the speaker is called. */
  readonly notes: string;
}

/** Its HTML; undefined where it cannot be drawn. */
export interface ProseReply {
  readonly id: number;
  readonly html: string | undefined;
}
