// Names of definitions and types that are made for a program: a word with a subscript, which no program and no other of them has.
import { subscript } from "../../../core/terms/term.ts";

/** Names by their words. */
export class FreshNames {
  private readonly counts = new Map<string, number>();

  /** A new name of a word; a subscript that the word has already is left out. */
  name(word: string): string {
    const base = word.replace(/[₀-₉]+$/u, "");
    const count = (this.counts.get(base) ?? 0) + 1;
    this.counts.set(base, count);
    return subscript(base, count);
  }
}
