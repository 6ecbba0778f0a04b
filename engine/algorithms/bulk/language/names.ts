// Names for binders: each binder of a program has one of its own, so that rules need not rename.
import { subscript } from "../../../core/terms/term.ts";

/** Names that are not taken. */
export class Names {
  private readonly last: Map<string, number>;

  /** Names without those that the program around has for itself. */
  constructor(taken: readonly string[] = []) {
    this.last = new Map(taken.map((name) => [name, 1]));
  }

  /** A name of a word: the word itself, then with 1, 2, .. as a subscript. */
  fresh(word: string): string {
    const base = word.replace(/[₀-₉°]+$/u, "");
    const count = this.last.get(base) ?? 0;
    this.last.set(base, count + 1);
    return count === 0 ? base : subscript(base, count);
  }
}
