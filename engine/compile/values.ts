// Values of the program as components and cells, and back. All walks are loops with their own stack: any depth and length.
import { internal } from "../base/unreachable.ts";
import { PartCount } from "../core/shape.ts";
import { ArrayValue, DataValue, FALSE_VALUE, NIL_VALUE, TRUE_VALUE, UNIT_VALUE, type Value } from "../core/values.ts";
import { type ConLayout, columnsOf, componentsOf, hasRun, type Layout, nullaryAddress, wordsOf } from "./layout.ts";

/** What compiled code needs of its run time to take values in. */
export interface Store {
  /** Makes an object of a class, its fields to be set. */
  readonly makers: readonly (() => Record<string, unknown>)[];
  /** So many new cells in a row: the first. */
  cells(count: number): number;
  readonly values: Float64Array;
  /** So many new words of the heap in a row: the first. */
  record(size: number): number;
  readonly words: Int32Array;
}

type Component = unknown;

/** Where components go: an array, or the fields of an object. */
interface Target {
  readonly set: (at: number, component: Component) => void;
  /** For the columns of an array at an index: the cell that a Real there has. */
  readonly cell?: (at: number) => number;
}

/** The components of a value, its Reals in new cells; `reals` are told these, from left to right. */
export function writeValue(
  layout: Layout,
  value: Value,
  store: Store,
  classOf: (con: ConLayout) => number,
  reals: (cell: number) => void,
): Component[] {
  const components: Component[] = [];
  const top: Target = { set: (at, component) => (components[at] = component) };
  const tasks: { layout: Layout; value: Value; target: Target; at: number }[] = [{ layout, value, target: top, at: 0 }];
  const widths = new Map<Layout, number>();
  const width = (one: Layout): number => {
    let found = widths.get(one);
    if (found === undefined) {
      found = componentsOf(one).length;
      widths.set(one, found);
    }
    return found;
  };
  /** Puts the parts of a product or constructor where they go, in order. */
  const parts = (layouts: readonly Layout[], values: readonly Value[], target: Target, at: number): void => {
    let end = at;
    for (const one of layouts) end += width(one);
    for (let i = layouts.length - 1; i >= 0; i--) {
      end -= width(layouts[i]!);
      tasks.push({ layout: layouts[i]!, value: values[i]!, target, at: end });
    }
  };
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { layout: here, value: one, target, at } = task;
    switch (here.tag) {
      case "real": {
        const cell = target.cell?.(at) ?? store.cells(1);
        store.values[cell] = one as number;
        reals(cell);
        if (target.cell === undefined) target.set(at, cell);
        break;
      }
      case "int":
        target.set(at, one);
        break;
      case "bool":
        target.set(at, (one as DataValue).con === "True");
        break;
      case "product":
        parts(here.items, here.con === undefined ? (one as readonly Value[]) : (one as DataValue).fields, target, at);
        break;
      case "data": {
        const { con: name, fields } = one as DataValue;
        const con =
          here.cons.find((some) => some.name === name) ?? internal("a value has an unknown constructor", name);
        if (here.kind === "address") {
          if (con.kinds.length === 0) {
            target.set(at, nullaryAddress(con));
            break;
          }
          const { isTagged, size } = wordsOf(con);
          const address = store.record(size);
          target.set(at, address);
          if (isTagged) store.words[address] = con.index;
          const first = address + (isTagged ? 1 : 0);
          const { kinds } = con;
          if (hasRun(con)) store.words[first + kinds.length] = 0;
          const set = (index: number, component: Component): void => {
            let word = component;
            if (kinds[index] === "int") {
              word = store.cells(1);
              store.values[word as number] = component as number;
            }
            store.words[first + index] = Number(word);
          };
          parts(con.fields, fields, { set }, 0);
          break;
        }
        const object = store.makers[classOf(con)]!();
        target.set(at, object);
        if (fields.length > 0)
          parts(con.fields, fields, { set: (index, component) => (object[`f${index}`] = component) }, 0);
        break;
      }
      case "array": {
        const { items } = one as ArrayValue;
        const kinds = componentsOf(here.item);
        const columns = kinds.map((kind) => (kind === "real" ? store.cells(items.length) : new Array(items.length)));
        target.set(at, items.length);
        columnsOf(here).forEach((_, index) => target.set(at + 1 + index, columns[index]));
        if (here.item.tag === "real") {
          const first = columns[0] as number;
          const { values } = store;
          for (let i = 0; i < items.length; i++) {
            values[first + i] = items[i] as number;
            reals(first + i);
          }
          break;
        }
        for (let i = items.length - 1; i >= 0; i--) {
          const inside: Target = {
            set: (index, component) => ((columns[index] as Component[])[i] = component),
            cell: (index) => (columns[index] as number) + i,
          };
          tasks.push({ layout: here.item, value: items[i]!, target: inside, at: 0 });
        }
        break;
      }
      case "function":
        internal("a function in the input");
    }
  }
  return components;
}

/**
 * Looks at all parts of a value without making it: shared parts can make it exponential in what the run did. Throws ValueTooLarge.
 */
export function checkSize(
  layout: Layout,
  components: readonly Component[],
  store: Pick<Store, "values" | "words">,
): void {
  const { words } = store;
  const count = new PartCount();
  const layouts: Layout[] = [layout];
  const sources: ((at: number) => Component)[] = [(at) => components[at]];
  const places: number[] = [0];
  const parts = (all: readonly Layout[], source: (at: number) => Component, from: number): void => {
    let at = from;
    for (const one of all) {
      layouts.push(one);
      sources.push(source);
      places.push(at);
      at += componentsOf(one).length;
    }
  };
  for (let here = layouts.pop(); here !== undefined; here = layouts.pop()) {
    count.step();
    const source = sources.pop()!;
    const at = places.pop()!;
    if (here.tag === "product") parts(here.items, source, at);
    else if (here.tag === "data" && here.kind === "address") {
      const address = source(at) as number;
      if (address < 0) continue;
      const con = here.cons.find(
        (one) => one.kinds.length > 0 && (!wordsOf(one).isTagged || words[address] === one.index),
      )!;
      const first = address + (wordsOf(con).isTagged ? 1 : 0);
      parts(con.fields, (part) => words[first + part]!, 0);
    } else if (here.tag === "data") {
      const object = source(at) as Record<string, Component> & { readonly t: number };
      parts(here.cons[object.t]!.fields, (part) => object[`f${part}`], 0);
    } else if (here.tag === "array") {
      const size = source(at) as number;
      const kinds = componentsOf(here.item);
      if (kinds.every((kind) => kind === "real")) continue;
      const columns = kinds.map((_, column) => source(at + 1 + column));
      for (let i = 0; i < size; i++)
        parts([here.item], (column) => (kinds[column] === "real" ? 0 : (columns[column] as Component[])[i]), 0);
    }
  }
}

/** A value from its components; `reals` are told the cells of its Reals, from left to right. */
export function readValue(
  layout: Layout,
  components: readonly Component[],
  store: Pick<Store, "values" | "words">,
  reals: (cell: number) => void,
): Value {
  const { values, words } = store;
  const result: Value[] = [];
  type Source = (at: number) => Component;
  const tasks: { layout: Layout; source: Source; at: number; out: Value[]; index: number }[] = [
    { layout, source: (at) => components[at], at: 0, out: result, index: 0 },
  ];
  const parts = (layouts: readonly Layout[], source: Source, at: number): Value[] => {
    const out: Value[] = new Array(layouts.length);
    let end = at + layouts.reduce((sum, one) => sum + componentsOf(one).length, 0);
    for (let i = layouts.length - 1; i >= 0; i--) {
      end -= componentsOf(layouts[i]!).length;
      tasks.push({ layout: layouts[i]!, source, at: end, out, index: i });
    }
    return out;
  };
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { layout: here, source, at, out, index } = task;
    switch (here.tag) {
      case "real": {
        const cell = source(at) as number;
        out[index] = values[cell]!;
        reals(cell);
        break;
      }
      case "int":
        out[index] = source(at) as number;
        break;
      case "bool":
        out[index] = source(at) === true ? TRUE_VALUE : FALSE_VALUE;
        break;
      case "product": {
        const items = parts(here.items, source, at);
        if (here.con !== undefined) out[index] = new DataValue(here.con, items);
        else out[index] = items.length === 0 ? UNIT_VALUE : items;
        break;
      }
      case "data": {
        if (here.kind === "address") {
          const address = source(at) as number;
          const con =
            address < 0
              ? here.cons[-1 - address]!
              : (here.cons.find(
                  (one) => one.kinds.length > 0 && (!wordsOf(one).isTagged || words[address] === one.index),
                ) ?? internal("an address leads to no constructor", here.name));
          if (con.name === "[]" && con.kinds.length === 0) {
            out[index] = NIL_VALUE;
            break;
          }
          const { kinds } = con;
          const first = address + (wordsOf(con).isTagged ? 1 : 0);
          const field: Source = (part) => {
            const word = words[first + part]!;
            return kinds[part] === "int" ? values[word] : kinds[part] === "bool" ? word === 1 : word;
          };
          const fields = parts(con.fields, field, 0);
          out[index] = new DataValue(con.name, fields);
          break;
        }
        const object = source(at) as Record<string, Component> & { readonly t: number };
        const con = here.cons[object.t]!;
        if (con.name === "[]" && con.kinds.length === 0) out[index] = NIL_VALUE;
        else {
          const fields = parts(con.fields, (field) => object[`f${field}`], 0);
          out[index] = new DataValue(con.name, fields);
        }
        break;
      }
      case "array": {
        const size = source(at) as number;
        const kinds = componentsOf(here.item);
        const columns = kinds.map((_, column) => source(at + 1 + column));
        const items: Value[] = new Array(size);
        out[index] = new ArrayValue(items);
        for (let i = size - 1; i >= 0; i--) {
          const item: Source = (column) =>
            kinds[column] === "real" ? (columns[column] as number) + i : (columns[column] as Component[])[i];
          tasks.push({ layout: here.item, source: item, at: 0, out: items, index: i });
        }
        break;
      }
      case "function":
        internal("a function in the output");
    }
  }
  return result[0]!;
}
