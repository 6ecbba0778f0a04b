// Names of definitions that are made for a program: a word with a subscript, which neither the program nor another of them has.
import { variablesIn } from "../../core/terms/free-variables.ts";
import { type CoreProgram, subscript } from "../../core/terms/term.ts";

/** Names by their words. */
export class FreshNames {
  private readonly counts = new Map<string, number>();
  private readonly taken: Set<string>;

  /** The names of a program's definitions and variables are taken: an instance of one may have a subscript, too. */
  constructor({ globals }: Pick<CoreProgram, "globals">) {
    this.taken = new Set(globals.flatMap(({ name, term }) => [name, ...variablesIn(term)]));
  }

  /** A new name of a word; a subscript that the word has already is left out. */
  name(word: string): string {
    const base = word.replace(/[₀-₉]+$/u, "");
    let name: string;
    do {
      const count = (this.counts.get(base) ?? 0) + 1;
      this.counts.set(base, count);
      name = subscript(base, count);
    } while (this.taken.has(name));
    return name;
  }
}
