// The symbolic reverse pass (thesis, §4.6, Fig. 4.20-4.21): eval and backprop at the time of the transformation, on terms. A cotangent that
// is used twice is shared at `Add` and `LitArray`; what is shared becomes a variable, in the order of its IDs.
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import type { Line } from "./flat.ts";
import type { Names } from "./language/names.ts";
import { differentiated } from "./language/partials.ts";
import {
  type Bulk,
  type BulkOf,
  freeIn,
  gatherOf,
  indexOf,
  intOf,
  isAtom,
  opOf,
  ordersOf,
  replicateOf,
  reshapeOf,
  scalarOf,
  scatterOf,
  sumOf,
  transposeOf,
  variableOf,
} from "./language/syntax.ts";

/** A shared cotangent. */
export interface SharedTerm {
  readonly name: string;
  readonly bound: Bulk;
}

/** The gradient as terms: what is shared, each after what it needs, and the cotangent of each input by its name. */
export interface SymbolicGradient {
  readonly shared: readonly SharedTerm[];
  readonly gradients: ReadonlyMap<string, Bulk>;
}

/** The reverse pass over lines, from cotangents of results. */
export function reversed(
  lines: readonly Line[],
  results: readonly { readonly of: Bulk; readonly cotangent: Bulk }[],
  names: Names,
): SymbolicGradient {
  const pass = new SymbolicPass(names);
  for (const { of, cotangent } of results) if (of.element === "Real") pass.add(of, cotangent);
  for (const line of [...lines].reverse()) pass.line(line);
  return pass.gradient();
}

class SymbolicPass {
  private readonly names: Names;
  private readonly shared: SharedTerm[] = [];
  private readonly waiting = new Map<string, Bulk>();

  constructor(names: Names) {
    this.names = names;
  }

  /** eval at the Delta of an atom: what waits for it is added up. A number waits for nothing. */
  add(atom: Bulk, cotangent: Bulk): void {
    if (atom.tag !== "variable") return;
    const before = this.waiting.get(atom.name);
    this.waiting.set(atom.name, before === undefined ? cotangent : opOf("add", [cotangent, before]));
  }

  /** The gradient, with what it needs of the shared terms. */
  gradient(): SymbolicGradient {
    const needed = new Set([...this.waiting.values()].flatMap((one) => [...freeIn(one)]));
    const kept: SharedTerm[] = [];
    for (const one of [...this.shared].reverse()) {
      if (!needed.has(one.name)) continue;
      kept.unshift(one);
      for (const name of freeIn(one.bound)) needed.add(name);
    }
    return { shared: kept, gradients: this.waiting };
  }

  /** Takes what waits for a line, and passes it on. */
  line({ name, term, isPlain }: Line): void {
    const cotangent = this.waiting.get(name);
    this.waiting.delete(name);
    if (cotangent === undefined || isPlain) return;
    switch (term.tag) {
      case "op":
      case "custom":
        return this.operation(term, cotangent);
      case "index":
        return this.add(term.of, scatterOf(dimsOf(term), cotangent, { variables: [], at: term.at }));
      case "gather":
        return this.add(term.of, scatterOf(dimsOf(term), cotangent, term));
      case "scatter":
        return this.add(term.of, gatherOf(term.of.shape.slice(0, term.variables.length), cotangent, term));
      case "sum":
        return this.add(term.of, replicateOf(nth(term.of.shape, 0), cotangent));
      case "replicate":
        return this.add(term.of, sumOf(cotangent));
      case "stack": {
        const c = this.share(cotangent);
        return term.items.forEach((item, at) => this.add(item, indexOf(c, [intOf(at)])));
      }
      case "transpose":
        return this.add(term.of, transposeOf(ordersOf(term).inverse, cotangent));
      case "reshape":
        return this.add(term.of, reshapeOf(term.of.shape, cotangent));
      case "constant":
        return;
      default:
        return internal("no line of a program in bulk form", term.tag);
    }
  }

  private operation(term: BulkOf<"op" | "custom">, cotangent: Bulk): void {
    const operands = differentiated(term);
    const c = operands.length > 1 ? this.share(cotangent) : cotangent;
    for (const { of, factor } of operands) this.add(of, factor === undefined ? c : opOf("mul", [factor, c], term.span));
  }

  /** A cotangent that may be used more than once. */
  private share(cotangent: Bulk): Bulk {
    if (isAtom(cotangent)) return cotangent;
    const name = this.names.fresh("s");
    this.shared.push({ name, bound: cotangent });
    return variableOf(name, cotangent);
  }
}

/** The sizes of the dimensions that indices choose from. */
function dimsOf({ of, at }: BulkOf<"index" | "gather">): readonly number[] {
  return of.shape.slice(0, at.length);
}

/** An array of zeros. */
export function zerosOf({ shape, span }: Bulk): Bulk {
  return shape.reduceRight((inner, size) => replicateOf(size, inner), scalarOf(0, "Real", span));
}
