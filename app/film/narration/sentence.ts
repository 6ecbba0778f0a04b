// A sentence of the narration of a film.

/** What is said from the time `at` on, in milliseconds, until the next sentence begins. */
export interface Sentence {
  readonly at: number;
  /** With backquotes around code. */
  readonly text: string;
}
