// Long literals of lists and arrays: their numbers lie in columns, so that the code does not grow with them.
import { nth } from "../../base/nth.ts";
import { step } from "../../base/watch.ts";
import type { Term } from "../../core/terms/term.ts";
import { LIST } from "../../types/type.ts";
import { type Atom, type ColumnValue, literal, type Var } from "../ir/ir.ts";
import { columnsOf, type Layout } from "../ir/layout.ts";
import { type AbstractArray, type AbstractValue, type BlockBuilder, scalar } from "./abstract-value.ts";
import { countOp } from "./loop-steps.ts";
import { get } from "./materialise.ts";

/** A literal is long from as many items on. */
const LONG = 32;

type ArrayLayout = AbstractArray["layout"];
type ListLayout = Extract<Layout, { readonly tag: "data" }>;

/** Values of a layout that are known, one after the other: their numbers in columns, the items of lists and arrays among them in a row. */
type Constants =
  | { readonly tag: "scalars"; readonly kind: "real" | "int" | "bool"; readonly values: ColumnValue[] }
  | { readonly tag: "products"; readonly items: readonly Constants[] }
  | {
      readonly tag: "sequences";
      readonly layout: ArrayLayout | ListLayout;
      readonly items: Constants;
      readonly ends: number[];
    };

/** A value at an index, which is known to be one. */
type ValueAt = (index: Atom, out: BlockBuilder) => AbstractValue;

/** A long list or array whose items are known; undefined for others. `layout` is that of its type. */
export function constantRow(
  term: Extract<Term, { readonly tag: "list" | "array" }>,
  layout: Layout,
  out: BlockBuilder,
): AbstractValue | undefined {
  if (term.items.length < LONG) return undefined;
  const row = noConstants(layout);
  if (row?.tag !== "sequences" || !add(row, term)) return undefined;
  return rowIn(row, out)(literal("index", 0), literal("index", term.items.length), out);
}

/** Columns for values of a layout, without values; undefined where they may be other data than lists, or functions. */
function noConstants(layout: Layout): Constants | undefined {
  switch (layout.tag) {
    case "real":
    case "int":
    case "bool":
      return { tag: "scalars", kind: layout.tag, values: [] };
    case "product": {
      const items = layout.items.map(noConstants);
      return items.every((item) => item !== undefined) ? { tag: "products", items } : undefined;
    }
    case "array":
    case "data": {
      if (layout.tag === "data" && layout.name !== LIST) return undefined;
      const item = noConstants(layout.tag === "array" ? layout.item : nth(nth(layout.cons, 1).fields, 0));
      return item && { tag: "sequences", layout, items: item, ends: [0] };
    }
    case "function":
      return undefined;
  }
}

/** Adds the value of a term; false where it is no literal. */
function add(to: Constants, term: Term): boolean {
  step();
  switch (to.tag) {
    case "scalars": {
      const value = literalValue(term);
      if (value !== undefined) to.values.push(value);
      return value !== undefined;
    }
    case "products": {
      const items = term.tag === "tuple" ? term.items : term.tag === "con" ? term.args : undefined;
      return items?.every((item, index) => add(nth(to.items, index), item)) ?? false;
    }
    case "sequences": {
      if ((term.tag !== "list" || term.tail !== undefined) && term.tag !== "array") return false;
      to.ends.push(nth(to.ends, to.ends.length - 1) + term.items.length);
      return term.items.every((item) => add(to.items, item));
    }
  }
}

function literalValue(term: Term): ColumnValue | undefined {
  switch (term.tag) {
    case "real":
    case "int":
      return term.value;
    case "con":
      return term.con === "True";
    case "op": {
      const [operand] = term.args;
      if (term.op.tag !== "builtin" || (term.op.id !== "neg" && term.op.id !== "negInt")) return undefined;
      // 0 has no sign as an Int
      return operand?.tag === "real" ? -operand.value : operand?.tag === "int" ? 0 - operand.value : undefined;
    }
    default:
      return undefined;
  }
}

/** The values by their indices; their columns are defined here. */
function valueIn(constants: Constants, out: BlockBuilder): ValueAt {
  switch (constants.tag) {
    case "scalars": {
      const { kind, values } = constants;
      const column = columnOf(kind, values, out);
      return (index, inner) => {
        const value = inner.newVar(kind);
        inner.emit({ tag: "get", outs: [value], columns: [column], index });
        return scalar(kind, value);
      };
    }
    case "products": {
      const items = constants.items.map((item) => valueIn(item, out));
      return (index, inner) => ({ tag: "product", items: items.map((item) => item(index, inner)) });
    }
    case "sequences": {
      const row = rowIn(constants, out);
      const { ends } = constants;
      const length = ends[1] ?? 0;
      if (ends.every((end, index) => end === index * length))
        return (index, inner) =>
          row(countOp("mulInt", index, literal("index", length), inner), literal("index", length), inner);
      const column = columnOf("int", ends, out);
      const endAt = (index: Atom, inner: BlockBuilder): Var => {
        const end = inner.newVar("index");
        inner.emit({ tag: "get", outs: [end], columns: [column], index });
        return end;
      };
      return (index, inner) => {
        const from = endAt(index, inner);
        const to = endAt(countOp("addInt", index, literal("index", 1), inner), inner);
        return row(from, countOp("subInt", to, from, inner), inner);
      };
    }
  }
}

/** The list or array of as many items from one on. */
function rowIn(
  { layout, items }: Extract<Constants, { readonly tag: "sequences" }>,
  out: BlockBuilder,
): (from: Atom, size: Atom, inner: BlockBuilder) => AbstractValue {
  const isFirst = (from: Atom): boolean => from.tag === "literal" && from.value === 0;
  if (layout.tag === "array") {
    const columns = itemColumns(items, out);
    if (columns !== undefined)
      return (from, size, inner) => {
        // a row of Reals is a part of the column of all
        if (isFirst(from)) return { tag: "array", layout, size, columns };
        if (columnsOf(layout).every((kind) => kind === "index"))
          return {
            tag: "array",
            layout,
            size,
            columns: columns.map((column) => countOp("addInt", column, from, inner)),
          };
        const whole: AbstractArray = { tag: "array", layout, size, columns };
        return { tag: "delayed", layout, size, at: (index, at) => get(whole, countOp("addInt", from, index, at), at) };
      };
  }
  const item = valueIn(items, out);
  return (from, size) => {
    const at = (index: Atom, place: BlockBuilder): AbstractValue =>
      item(isFirst(from) ? index : countOp("addInt", from, index, place), place);
    if (layout.tag === "array") return { tag: "delayed", layout, size, at };
    const source = { tag: "range", from: literal("int", 0), to: size } as const;
    return {
      tag: "stream",
      layout,
      sources: [source],
      element: ([index], place) => at(index?.tag === "scalar" ? index.atom : literal("index", 0), place),
    };
  };
}

/** The columns of an array of scalars and products of them; undefined for one of rows. */
function itemColumns(items: Constants, out: BlockBuilder): Atom[] | undefined {
  if (items.tag === "sequences") return undefined;
  if (items.tag === "scalars") return [columnOf(items.kind, items.values, out)];
  const columns = items.items.map((item) => itemColumns(item, out));
  return columns.every((column) => column !== undefined) ? columns.flat() : undefined;
}

function columnOf(kind: "real" | "int" | "bool", values: readonly ColumnValue[], out: BlockBuilder): Var {
  const column = out.newVar(kind === "real" ? "index" : "pointer");
  out.emit({ tag: "column", out: column, values });
  return column;
}
