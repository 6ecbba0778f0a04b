// A program of the array language line by line: each line is one operation on variables and numbers. Index functions, and what a choice of
// Ints is made by, stay terms: no derivative flows through them.
import { nth } from "../../base/nth.ts";
import { step } from "../../base/watch.ts";
import { subscript } from "../../core/terms/term.ts";
import type { Names } from "./language/names.ts";
import {
  type Bulk,
  type BulkOf,
  condOf,
  indexOf,
  intOf,
  partsOf,
  stackOf,
  substituted,
  variableOf,
  withParts,
} from "./language/syntax.ts";

/** A line x = t. `isPlain`: it has no Delta, for it is no Real, or no derivative flows through it. Of a `build1`, the lines of its body. */
export interface Line {
  readonly name: string;
  readonly term: Bulk;
  readonly isPlain: boolean;
  readonly body?: Lines;
}

/** Lines, and the atom that they are for. */
export interface Lines {
  readonly lines: readonly Line[];
  readonly result: Bulk;
}

/** Whether a line has the Delta Zero: its Reals are numbers of the program, or Ints. */
export function isConstant({ term }: Line): boolean {
  return term.tag === "constant" || (term.tag === "op" && term.op === "real");
}

/** How many IDs lines have: one for each Delta that is no Zero, those of a loop for each of its turns. */
export function idsOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => {
    const inner = line.body === undefined ? 0 : nth(line.term.shape, 0) * idsOf(line.body.lines);
    return sum + inner + (line.isPlain || isConstant(line) ? 0 : 1);
  }, 0);
}

/** Makes lines of terms, one after the other. */
export class Flattening {
  readonly lines: Line[] = [];
  private readonly names: Names;
  private readonly known = new Map<string, Bulk>();

  constructor(names: Names) {
    this.names = names;
  }

  /** Binds a variable to a term. */
  bind(name: string, bound: Bulk, isPlain: boolean): void {
    const found = this.atom(bound, isPlain, name);
    if (found.tag !== "variable" || found.name !== name) this.known.set(name, found);
  }

  /** The variable or number that a term is, after its lines. */
  atom(term: Bulk, isPlain: boolean, wanted?: string): Bulk {
    step();
    const inner = (one: Bulk): Bulk => this.atom(one, isPlain);
    switch (term.tag) {
      case "variable":
        return this.known.get(term.name) ?? term;
      case "constant":
        return term.shape.length === 0 ? term : this.line(term, true, wanted);
      case "iota":
        return this.line(term, true, wanted);
      case "let":
        this.bind(term.name, term.bound, isPlain || term.isPlain === true);
        return this.atom(term.body, isPlain, wanted);
      case "cond": {
        if (term.element !== "Real") return this.line(this.read(term), true, wanted);
        const chosen = condOf(term.test, intOf(0), intOf(1));
        return this.atom(indexOf(stackOf([term.yes, term.no], term.span), [chosen], term.span), isPlain, wanted);
      }
      case "custom": {
        const operands = term.operands.map(({ of }) => inner(of));
        const plain = [term.value, ...term.operands.map(({ partial }) => partial)].map((one) => this.atom(one, true));
        return this.line(withParts(term, [...operands, ...plain]), isPlain, wanted);
      }
      case "index":
      case "gather":
      case "scatter":
        return this.line(this.read(withParts(term, [inner(term.of), ...term.at]), 1), isPlain, wanted);
      case "build":
        return this.loop(term, isPlain, wanted);
      default:
        return this.line(withParts(term, partsOf(term).map(inner)), isPlain, wanted);
    }
  }

  private line(term: Bulk, isPlain: boolean, wanted: string | undefined, body?: Lines): Bulk {
    const name = wanted ?? this.names.fresh(subscript("x", 1));
    this.lines.push({ name, term, isPlain: isPlain || term.element !== "Real", ...(body && { body }) });
    return variableOf(name, term, term.span);
  }

  private loop(term: BulkOf<"build">, isPlain: boolean, wanted: string | undefined): Bulk {
    const inner = new Flattening(this.names);
    for (const [name, bound] of this.known) inner.known.set(name, bound);
    const result = inner.atom(term.body, isPlain);
    return this.line({ ...term, body: result }, isPlain, wanted, { lines: inner.lines, result });
  }

  /** A term that is no line of its own, with the variables that its own were bound to; its first parts are read already. */
  private read(term: Bulk, from = 0): Bulk {
    const parts = partsOf(term).map((part, index) => (index < from ? part : substituted(part, this.known)));
    return withParts(term, parts);
  }
}
