// D on lines as it is printed: x = t, and beside it dx = Share id Δ (thesis, §4.5).
import { nth } from "../../base/nth.ts";
import type { NotationLine } from "../algorithm.ts";
import { idsOf, isConstant, type Line } from "./flat.ts";
import { DeltaNames, type Names } from "./language/names.ts";
import { differentiated } from "./language/partials.ts";
import { printBulk, printIndexFunction, printShape } from "./language/print.ts";
import { type Bulk, isReal, ordersOf } from "./language/syntax.ts";

/** Where Deltas stand beside values, at least. */
const BESIDE = 44;

/** Prints lines with their Deltas. */
export class DualLines {
  private readonly names: DeltaNames;

  constructor(names: Names) {
    this.names = new DeltaNames(names);
  }

  /** The name of an atom's Delta; that of a number is Zero. */
  delta(atom: Bulk): string {
    return atom.tag === "variable" ? this.names.of(atom.name) : "Zero";
  }

  /** Lines in order. `first` is the first ID in the first turn of the loops around; `turns` is what is added to it in later ones. */
  lines(lines: readonly Line[], indent: string, first = 1, turns = ""): readonly NotationLine[] {
    let id = first;
    return lines.flatMap((one) => {
      const found = this.line(one, indent, id, turns);
      id += idsOf([one]);
      return found;
    });
  }

  private line(one: Line, indent: string, id: number, turns: string): readonly NotationLine[] {
    const { name, term, isPlain, body } = one;
    if (body !== undefined) return this.loop(one, indent, id, turns);
    const left = `${indent}${name} = ${printBulk(term)}`;
    const isZero = isConstant(one) && isReal(term);
    if (isPlain && !isZero) return [{ text: left, span: term.span }];
    const from = Math.max(left.length + 2, BESIDE);
    const right = isZero ? `${this.names.of(name)} = Zero` : this.shared(name, id, turns, this.made(term));
    return [{ text: `${left.padEnd(from)}${right}`, span: term.span, reverseFrom: from }];
  }

  /** A `build1`: its Deltas are ds, one for each turn. */
  private loop(
    { name, term, isPlain, body }: Line,
    indent: string,
    id: number,
    turns: string,
  ): readonly NotationLine[] {
    if (term.tag !== "build" || body === undefined) return [];
    const [size, each] = [nth(term.shape, 0), idsOf(body.lines)];
    const factor = each === 1 ? term.variable : `${each} * ${term.variable}`;
    const inner = each === 0 ? turns : [turns, factor].filter((part) => part !== "").join(" + ");
    const result = isPlain ? printBulk(body.result) : `${printBulk(body.result)}, ${this.delta(body.result)}`;
    const head = {
      text: `${indent}${isPlain ? name : `${name}, ds`} = build1 ${size} (\\${term.variable}.`,
      span: term.span,
    };
    const lines = this.lines(body.lines, `${indent}  `, id, inner);
    const shared = this.shared(name, id + size * each, turns, "LitArray ds");
    return [
      head,
      ...lines,
      { text: `${indent}  ${result})`, span: undefined },
      ...(isPlain ? [] : [{ text: `${indent}${shared}`, span: term.span }]),
    ];
  }

  private shared(name: string, id: number, turns: string, delta: string): string {
    return `${this.names.of(name)} = Share ${turns === "" ? id : `(${turns} + ${id})`} ${grouped(delta)}`;
  }

  /** The Delta that a line makes of those of its operands. */
  private made(term: Bulk): string {
    switch (term.tag) {
      case "op":
      case "custom": {
        const parts = differentiated(term).map(({ of, factor }) =>
          factor === undefined ? this.delta(of) : `Scale ${grouped(printBulk(factor))} ${this.delta(of)}`,
        );
        return parts.length === 0 ? "Zero" : parts.reduceRight((rest, one) => `Add ${grouped(one)} ${grouped(rest)}`);
      }
      case "index":
        return `Index ${this.delta(term.of)} [${term.at.map((one) => printBulk(one)).join(", ")}]`;
      case "sum":
        return `SumOuter ${this.delta(term.of)}`;
      case "gather":
        return `Gather ${this.delta(term.of)} ${printIndexFunction(term)}`;
      case "scatter":
        return `Scatter ${this.delta(term.of)} ${printIndexFunction(term)}`;
      case "stack":
        return `LitArray [${term.items.map((one) => this.delta(one)).join(", ")}]`;
      case "replicate":
        return `Replicate ${this.delta(term.of)}`;
      case "transpose":
        return `Transpose_{${ordersOf(term).all.join(",")}} ${this.delta(term.of)}`;
      case "reshape":
        return `Reshape ${printShape(term.shape)} ${this.delta(term.of)}`;
      default:
        return "Zero";
    }
  }
}

/** In parentheses, unless it is one word or a list. */
function grouped(text: string): string {
  return /^\S*$|^\[[^[\]]*\]$/u.test(text) ? text : `(${text})`;
}
