// The bulk-operation transformation (thesis, §4.4, Fig. 4.10-4.12): `build1` is pushed down until none is left. B[t] is build1 k (\i. t),
// pushed down; I[t] ix is index t ix, pushed down.
//
// Three rules are ours beside those of the figures, as without them a loop may copy what does not change in it (README.md):
//   G1  gather [] t (\[]. ix)                        ⇝ index t ix
//   G2  B[gather sh t (\is. ix)], i ∉ FV(t)          ⇝ gather (k:sh) t (\(i:is). i:ix), with ix as it is
//   L2  B[let x = v in u], i ∉ FV(v)                 ⇝ let x = v in B[u]
// and where a rule binds an index by `let`, a variable or a number stands in its place at once.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { step } from "../../base/watch.ts";
import type { Names } from "./language/names.ts";
import {
  type ArrayShape,
  type Bulk,
  type BulkOf,
  buildOf,
  condOf,
  freeIn,
  gatherOf,
  type IndexFunction,
  indexOf,
  indexVariable,
  intOf,
  isAtom,
  letOf,
  opOf,
  partsOf,
  replicateOf,
  reshapeOf,
  scatterOf,
  sizeOf,
  stackOf,
  substituted,
  sumOf,
  transposeOf,
  variableOf,
  withParts,
} from "./language/syntax.ts";

/** A step: the rule that was used, at a part of the program. */
export interface BulkStep {
  /** The name of the rule: the form that was within `build1` (B) or indexed (I), or a name of its own. */
  readonly rule: string;
  readonly before: Bulk;
  readonly after: Bulk;
}

/** The name of a rule, and what it makes of a term. */
type Rewritten = readonly [rule: string, after: Bulk];

/** Whether the rules are those of the figures alone, without G1, G2 and L2. */
export interface RuleChoice {
  readonly asPrinted?: boolean | undefined;
}

/** A term without `build1`, with the steps that led there. */
export function bulkOf(
  term: Bulk,
  names: Names,
  choice: RuleChoice = {},
): { readonly term: Bulk; readonly steps: readonly BulkStep[] } {
  const rules = new Rules(names, choice.asPrinted === true);
  return { term: rules.normal(term), steps: rules.steps };
}

class Rules {
  readonly steps: BulkStep[] = [];
  private readonly names: Names;
  private readonly asPrinted: boolean;
  /** Terms that are normal: parts of a contractum are looked at once. */
  private readonly done = new WeakSet<Bulk>();

  constructor(names: Names, asPrinted: boolean) {
    this.names = names;
    this.asPrinted = asPrinted;
  }

  /** The normal form of a term: its parts first, the innermost loop before those around it. */
  normal(term: Bulk): Bulk {
    step();
    if (this.done.has(term)) return term;
    const parts = partsOf(term);
    const inner =
      parts.length === 0
        ? term
        : withParts(
            term,
            parts.map((part) => this.normal(part)),
          );
    const found = this.ruleFor(inner);
    if (found === undefined) {
      this.done.add(inner);
      return inner;
    }
    const [rule, after] = found;
    this.steps.push({ rule, before: inner, after });
    return this.normal(after);
  }

  /** The rule for a term whose parts are normal, and what it makes of it; undefined for a normal form. */
  private ruleFor(term: Bulk): Rewritten | undefined {
    if (term.tag === "build") return this.build(nth(term.shape, 0), term.variable, term.body);
    if (term.tag === "index") return this.index(term, term.of, term.at);
    const isIndex = term.tag === "gather" && term.variables.length === 0 && !this.asPrinted;
    return isIndex ? ["G1", indexed(term.of, term.at)] : undefined;
  }

  /** The rule for B[t]. */
  private build(k: number, i: string, term: Bulk): Rewritten {
    const on = (one: Bulk): Bulk => buildOf(k, i, one);
    if (term.tag === "variable" && term.name === i)
      return ["B[i]", { tag: "iota", shape: [k], element: "Int", span: term.span }];
    if (!freeIn(term).has(i)) return ["B[t]", replicateOf(k, term)];
    switch (term.tag) {
      case "let":
        return this.buildLet(k, i, term);
      case "cond": {
        const chosen = condOf(term.test, intOf(0), intOf(1));
        return ["B[cond]", on(indexOf(stackOf([term.yes, term.no], term.span), [chosen]))];
      }
      case "op":
        return ["B[op]", opOf(term.op, term.args.map(on), term.span)];
      case "custom":
        return ["B[op]", withParts(term, partsOf(term).map(on), { shape: [k, ...term.shape] })];
      case "sum":
        return ["B[sumOuter]", sumOf(transposeOf([1, 0], on(term.of)), term.span)];
      case "gather": {
        const dims = [k, ...term.shape.slice(0, term.variables.length)];
        if (!freeIn(term.of).has(i) && !this.asPrinted)
          return ["G2", gatherOf(dims, term.of, this.under(i, term, false), term.span)];
        return ["B[gather]", gatherOf(dims, on(term.of), this.under(i, term, true), term.span)];
      }
      case "scatter": {
        const dims = [k, ...term.shape.slice(0, term.at.length)];
        return ["B[scatter]", scatterOf(dims, on(term.of), this.under(i, term, true), term.span)];
      }
      case "stack":
        return ["B[[..]]", transposeOf([1, 0], stackOf(term.items.map(on), term.span))];
      case "replicate":
        return ["B[replicate]", transposeOf([1, 0], replicateOf(nth(term.shape, 0), on(term.of)), term.span)];
      case "transpose":
        return ["B[tr]", transposeOf([0, ...term.order.map((one) => one + 1)], on(term.of), term.span)];
      case "reshape":
        return ["B[reshape]", reshapeOf([k, ...term.shape], on(term.of), term.span)];
      case "index":
        return ["B[index]", this.buildIndex(k, i, term)];
      default:
        return internal("no part of a normal form of a source", term.tag);
    }
  }

  private buildLet(k: number, i: string, { name, bound, body, isPlain }: BulkOf<"let">): Rewritten {
    const on = (one: Bulk): Bulk => buildOf(k, i, one);
    if (isAtom(bound)) return ["L3", on(substituted(body, new Map([[name, bound]])))];
    if (!freeIn(bound).has(i) && !this.asPrinted) return ["L2", letOf(name, bound, on(body), isPlain)];
    const all = this.names.fresh(name);
    const rows = on(bound);
    const row = indexOf(variableOf(all, rows, bound.span), [indexVariable(i)]);
    return ["B[let]", letOf(all, rows, on(substituted(body, new Map([[name, row]]))), isPlain)];
  }

  /** \(i:is). i:ix, with a name of its own for i; `leads`: whether i is an index, too. */
  private under(i: string, { variables, at }: IndexFunction, leads: boolean): IndexFunction {
    const j = this.names.fresh(i);
    const renamed = new Map([[i, indexVariable(j)]]);
    const inner = at.map((one) => substituted(one, renamed));
    return { variables: [j, ...variables], at: leads ? [indexVariable(j), ...inner] : inner };
  }

  /** B[index t ix], of the normal forms that begin with an index (Fig. 4.12). */
  private buildIndex(k: number, i: string, { of, at, span }: BulkOf<"index">): Bulk {
    const none: IndexFunction = { variables: [], at };
    if (!freeIn(of).has(i)) return gatherOf([k], of, this.under(i, none, false), span);
    return gatherOf([k], buildOf(k, i, of), this.under(i, none, true), span);
  }

  /** The rule for index t ix; undefined for a normal form. */
  private index(whole: Bulk, term: Bulk, at: readonly Bulk[]): Rewritten | undefined {
    if (at.length === 0) return ["I[t] []", term];
    switch (term.tag) {
      case "variable":
      case "constant":
      case "scatter":
        return undefined;
      case "iota":
        return ["I[0, ..]", nth(at, 0)];
      case "index":
        return ["I[index]", indexed(term.of, [...term.at, ...at])];
      case "let":
        return ["I[let]", letOf(term.name, term.bound, indexed(term.body, at), term.isPlain)];
      case "cond":
        return [
          "I[cond]",
          this.bound(at, (ix) => condOf(term.test, indexed(term.yes, ix), indexed(term.no, ix), term.span)),
        ];
      case "op":
        return [
          "I[op]",
          this.bound(at, (ix) =>
            opOf(
              term.op,
              term.args.map((arg) => indexed(arg, ix)),
              term.span,
            ),
          ),
        ];
      case "custom":
        return [
          "I[op]",
          this.bound(at, (ix) =>
            withParts(
              term,
              partsOf(term).map((part) => indexed(part, ix)),
              whole,
            ),
          ),
        ];
      case "sum": {
        const inner = [...at.map((_, place) => place + 1), 0];
        return ["I[sumOuter]", sumOf(indexed(transposeOf(inner, term.of), at), term.span)];
      }
      case "stack":
        return this.indexStack(term, at);
      case "replicate":
        return ["I[replicate]", indexed(term.of, at.slice(1))];
      case "transpose":
        return ["I[tr]", indexed(this.transposed(term), at)];
      case "reshape":
        return ["I[reshape]", indexed(this.reshaped(term), at)];
      case "gather":
        return ["I[gather]", this.indexGather(term, at)];
      default:
        return internal("no part of a normal form of a source", term.tag);
    }
  }

  private indexStack(term: BulkOf<"stack">, at: readonly Bulk[]): Rewritten | undefined {
    const [first, ...rest] = at as [Bulk, ...Bulk[]];
    const known = first.tag === "constant" ? term.items[nth(first.values, 0)] : undefined;
    if (known !== undefined) return ["I[[..]] k", indexed(known, rest)];
    if (rest.length === 0) return undefined;
    const rows = (ix: readonly Bulk[]): Bulk =>
      indexOf(
        stackOf(
          term.items.map((item) => indexed(item, ix)),
          term.span,
        ),
        [first],
      );
    return ["I[[..]]", this.bound(rest, rows)];
  }

  /** index (gather (k:sh) t (\(i:is). ix)) (u:ix'). */
  private indexGather(term: BulkOf<"gather">, at: readonly Bulk[]): Bulk {
    const [i, ...variables] = term.variables;
    if (i === undefined) return indexed(indexed(term.of, term.at), at);
    const [u, ...rest] = at as [Bulk, ...Bulk[]];
    const dims = term.shape.slice(1, term.variables.length);
    return this.bound([u], ([known]) => {
      const by = new Map([[i, present(known)]]);
      const inner = term.at.map((one) => substituted(one, by));
      return indexed(gatherOf(dims, term.of, { variables, at: inner }, term.span), rest);
    });
  }

  /** A term of indices, each bound to a variable if it is not one already. */
  private bound(at: readonly Bulk[], make: (at: readonly Bulk[]) => Bulk): Bulk {
    const named = at.map((one) => (isAtom(one) ? undefined : this.names.fresh("i")));
    const body = make(
      at.map((one, place) => (named[place] === undefined ? one : indexVariable(present(named[place])))),
    );
    return at.reduceRight((inner, one, place) => {
      const name = named[place];
      return name === undefined ? inner : letOf(name, one, inner);
    }, body);
  }

  /** tr t as a gather: the index at dimension `order[p]` of t is the p-th index of the result. */
  private transposed({ of, order, shape, span }: BulkOf<"transpose">): Bulk {
    const variables = order.map(() => this.names.fresh("i"));
    const at = order.map((_, dimension) => indexVariable(nth(variables, order.indexOf(dimension))));
    return gatherOf(shape.slice(0, order.length), of, { variables, at }, span);
  }

  /** reshape t as a gather: the index in row-major order, taken apart by the sizes of t. */
  private reshaped({ of, shape, span }: BulkOf<"reshape">): Bulk {
    const variables = shape.map(() => this.names.fresh("i"));
    const place = linearIndex(shape, variables.map(indexVariable));
    return gatherOf(shape, of, { variables, at: fromLinearIndex(of.shape, place) }, span);
  }
}

/** index t ix; without an index, the term. */
function indexed(term: Bulk, at: readonly Bulk[]): Bulk {
  return at.length === 0 ? term : indexOf(term, at);
}

/** The place of an element in row-major order. */
function linearIndex(shape: ArrayShape, at: readonly Bulk[]): Bulk {
  return at.reduce<Bulk>((sum, one, dimension) => {
    const stride = sizeOf(shape.slice(dimension + 1));
    const part = stride === 1 ? one : opOf("mulInt", [one, intOf(stride)]);
    return sum.tag === "constant" ? part : opOf("addInt", [sum, part]);
  }, intOf(0));
}

/** The indices of a place in row-major order. */
function fromLinearIndex(shape: ArrayShape, place: Bulk): readonly Bulk[] {
  return shape.map((size, dimension) => {
    const stride = sizeOf(shape.slice(dimension + 1));
    const outer = stride === 1 ? place : opOf("divInt", [place, intOf(stride)]);
    return dimension === 0 ? outer : opOf("modInt", [outer, intOf(size)]);
  });
}

/** Whether a term has no `build1`, and `index` only at variables, numbers, stacks with one index, and scatters (Theorem 2). */
export function isBulkNormal(term: Bulk): boolean {
  if (term.tag === "build") return false;
  if (term.tag === "index") {
    const { of, at } = term;
    const isHead = of.tag === "variable" || of.tag === "constant" || of.tag === "scatter";
    if (at.length === 0 || !(isHead || (of.tag === "stack" && at.length === 1))) return false;
  }
  return partsOf(term).every(isBulkNormal);
}
