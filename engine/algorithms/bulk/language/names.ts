// Names for binders: each binder of a program has one of its own, so that rules need not rename.
import { subscript } from "../../../core/terms/term.ts";

/** Names that are not taken. */
export class Names {
  private readonly taken: Set<string>;
  /** The last subscript that each word has got. */
  private readonly last = new Map<string, number>();

  constructor(taken: readonly string[]) {
    this.taken = new Set(taken);
  }

  /** The name itself, if it is free; else its word with the next subscript. */
  fresh(wanted: string): string {
    const word = wanted.replace(/[₀-₉]+$/u, "");
    let found = wanted;
    let index = this.last.get(word) ?? 0;
    while (this.taken.has(found)) found = subscript(word, ++index);
    this.last.set(word, index);
    this.taken.add(found);
    return found;
  }
}

/** The names of the Deltas of variables: dx for x, if no variable has that name. */
export class DeltaNames {
  private readonly names: Names;
  private readonly known = new Map<string, string>();

  constructor(names: Names) {
    this.names = names;
  }

  /** The name of a variable's Delta, the same each time. */
  of(name: string): string {
    const found = this.known.get(name) ?? this.names.fresh(`d${name}`);
    this.known.set(name, found);
    return found;
  }
}
