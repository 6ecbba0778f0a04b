// Values of the program as components and cells, and back, by walks of any depth and length that keep a watch.
import { internal } from "../../base/unreachable.ts";
import type { Watch } from "../../base/watch.ts";
import { type Parts, walk } from "../../core/values/shape.ts";
import {
  ArrayValue,
  DataValue,
  FALSE_VALUE,
  NIL_VALUE,
  TRUE_VALUE,
  UNIT_VALUE,
  type Value,
} from "../../core/values/values.ts";
import type { Kind } from "../ir/kind.ts";
import {
  type ConLayout,
  columnsOf,
  componentsOf,
  isRealCons,
  type Layout,
  nullaryAddress,
  wordsOf,
} from "../ir/layout.ts";

/** The run time of compiled code for taking values in. */
export interface Store {
  /** Makes an object of a class, its fields to be set. */
  readonly makers: readonly (() => Record<string, unknown>)[];
  /** Takes new cells in a row: gives the first. */
  cells(count: number): number;
  readonly values: Float64Array;
  /** Takes new words of the heap in a row: gives the first. */
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

/** A part of a value, and where its components go. */
interface Written {
  readonly layout: Layout;
  readonly value: Value;
  readonly target: Target;
  readonly at: number;
}

/** Where the components of each of several layouts begin. */
function placesOf(layouts: readonly Layout[], first: number, width: (layout: Layout) => number): readonly number[] {
  const places: number[] = [];
  let at = first;
  for (const one of layouts) {
    places.push(at);
    at += width(one);
  }
  return places;
}

/** How many components values of a layout have, remembered. */
function widths(): (layout: Layout) => number {
  const known = new Map<Layout, number>();
  return (layout) => {
    let found = known.get(layout);
    if (found === undefined) {
      found = componentsOf(layout).length;
      known.set(layout, found);
    }
    return found;
  };
}

/** The components of a value, its Reals in new cells; `reals` gets these, from left to right. */
export function writeValue(
  layout: Layout,
  value: Value,
  store: Store,
  classOf: (con: ConLayout) => number,
  watch: Watch,
  reals: (cell: number) => void,
): Component[] {
  const components: Component[] = [];
  const top: Target = { set: (at, component) => (components[at] = component) };
  const width = widths();
  /** The parts of a product or constructor, with where they go. */
  const parts = (
    layouts: readonly Layout[],
    values: readonly Value[],
    target: Target,
    first: number,
  ): Parts<Written> => {
    const places = placesOf(layouts, first, width);
    const at = (index: number): Written => ({
      layout: layouts[index]!,
      value: values[index]!,
      target,
      at: places[index]!,
    });
    return { size: layouts.length, at };
  };
  walk<Written>({ layout, value, target: top, at: 0 }, watch, (task) => {
    const { layout: here, value: one, target, at } = task;
    switch (here.tag) {
      case "real": {
        const cell = target.cell?.(at) ?? store.cells(1);
        store.values[cell] = one as number;
        reals(cell);
        if (target.cell === undefined) target.set(at, cell);
        return undefined;
      }
      case "int":
        target.set(at, one);
        return undefined;
      case "bool":
        target.set(at, (one as DataValue).con === "True");
        return undefined;
      case "product":
        return parts(
          here.items,
          here.con === undefined ? (one as readonly Value[]) : (one as DataValue).fields,
          target,
          at,
        );
      case "data": {
        const { con: name, fields } = one as DataValue;
        const con =
          here.cons.find((some) => some.name === name) ?? internal("a value has an unknown constructor", name);
        if (here.kind === "address") {
          if (con.kinds.length === 0) {
            target.set(at, nullaryAddress(con));
            return undefined;
          }
          const { isTagged, size } = wordsOf(con);
          const address = store.record(size);
          target.set(at, address);
          if (isTagged) store.words[address] = con.index;
          const first = address + (isTagged ? 1 : 0);
          const { kinds } = con;
          if (isRealCons(con)) store.words[first + kinds.length] = 0;
          const set = (index: number, component: Component): void => {
            let word = component;
            if (kinds[index] === "int") {
              word = store.cells(1);
              store.values[word as number] = component as number;
            }
            store.words[first + index] = Number(word);
          };
          return parts(con.fields, fields, { set }, 0);
        }
        const object = store.makers[classOf(con)]!();
        target.set(at, object);
        return parts(con.fields, fields, { set: (index, component) => (object[`f${index}`] = component) }, 0);
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
            watch.step();
            values[first + i] = items[i] as number;
            reals(first + i);
          }
          return undefined;
        }
        const item = (index: number): Written => ({
          layout: here.item,
          value: items[index]!,
          target: {
            set: (column, component) => ((columns[column] as Component[])[index] = component),
            cell: (column) => (columns[column] as number) + index,
          },
          at: 0,
        });
        return { size: items.length, at: item };
      }
      case "function":
        return internal("a function in the input");
    }
  });
  return components;
}

/** A part of a value that is made of components. */
interface Source {
  readonly layout: Layout;
  readonly component: (at: number) => Component;
  readonly at: number;
}

type Components = Pick<Store, "values" | "words">;

/** The constructor of an address that is not one without fields, and the place of its first field. */
function recordAt(
  layout: Extract<Layout, { tag: "data" }>,
  address: number,
  { words }: Pick<Store, "words">,
): { readonly con: ConLayout; readonly first: number } {
  const con =
    layout.cons.find((one) => one.kinds.length > 0 && (!wordsOf(one).isTagged || words[address] === one.index)) ??
    internal("an address leads to no constructor", layout.name);
  return { con, first: address + (wordsOf(con).isTagged ? 1 : 0) };
}

/**
 * Looks at all parts of a value without making it: shared parts can make it exponential in what the run did. Throws ValueTooLarge.
 */
export function checkSize(layout: Layout, components: readonly Component[], store: Components, watch: Watch): void {
  const { words } = store;
  const width = widths();
  const parts = (layouts: readonly Layout[], component: (at: number) => Component, first: number): Parts<Source> => {
    const places = placesOf(layouts, first, width);
    return {
      size: layouts.length,
      at: (index) => ({ layout: layouts[index]!, component, at: places[index]! }),
    };
  };
  walk<Source>({ layout, component: (at) => components[at], at: 0 }, watch, ({ layout: here, component, at }) => {
    if (here.tag === "product") return parts(here.items, component, at);
    if (here.tag === "data" && here.kind === "address") {
      const address = component(at) as number;
      if (address < 0) return undefined;
      const { con, first } = recordAt(here, address, store);
      return parts(con.fields, (part) => words[first + part]!, 0);
    }
    if (here.tag === "data") {
      const object = component(at) as Record<string, Component> & { readonly t: number };
      return parts(here.cons[object.t]!.fields, (part) => object[`f${part}`], 0);
    }
    if (here.tag !== "array") return undefined;
    const kinds = componentsOf(here.item);
    if (kinds.every((kind) => kind === "real")) return undefined;
    return itemsOf(here, kinds, component, at);
  });
}

/** The items of an array. */
function itemsOf(
  layout: Extract<Layout, { tag: "array" }>,
  kinds: readonly Kind[],
  component: (at: number) => Component,
  at: number,
): Parts<Source> {
  const columns = kinds.map((_, column) => component(at + 1 + column));
  const item = (index: number) => (column: number) =>
    kinds[column] === "real" ? (columns[column] as number) + index : (columns[column] as Component[])[index];
  return {
    size: component(at) as number,
    at: (index) => ({ layout: layout.item, component: item(index), at: 0 }),
  };
}

/** A part that is read, and where it goes. */
interface Read extends Source {
  readonly out: Value[];
  readonly index: number;
}

/** A value from its components; `reals` gets the cells of its Reals, from left to right. */
export function readValue(
  layout: Layout,
  components: readonly Component[],
  store: Components,
  watch: Watch,
  reals: (cell: number) => void,
): Value {
  const { values, words } = store;
  const result: Value[] = [];
  const width = widths();
  const parts = (
    layouts: readonly Layout[],
    component: (at: number) => Component,
    first: number,
    out: Value[],
  ): Parts<Read> => {
    const places = placesOf(layouts, first, width);
    const at = (index: number): Read => ({ layout: layouts[index]!, component, at: places[index]!, out, index });
    return { size: layouts.length, at };
  };
  walk<Read>({ layout, component: (at) => components[at], at: 0, out: result, index: 0 }, watch, (one) => {
    const { layout: here, component, at, out, index } = one;
    switch (here.tag) {
      case "real": {
        const cell = component(at) as number;
        out[index] = values[cell]!;
        reals(cell);
        return undefined;
      }
      case "int":
        out[index] = component(at) as number;
        return undefined;
      case "bool":
        out[index] = component(at) === true ? TRUE_VALUE : FALSE_VALUE;
        return undefined;
      case "product": {
        const items: Value[] = new Array(here.items.length);
        if (here.con !== undefined) out[index] = new DataValue(here.con, items);
        else out[index] = items.length === 0 ? UNIT_VALUE : items;
        return parts(here.items, component, at, items);
      }
      case "data": {
        if (here.kind === "address") {
          const address = component(at) as number;
          const { con, first } =
            address < 0 ? { con: here.cons[-1 - address]!, first: 0 } : recordAt(here, address, store);
          if (con.name === "[]" && con.kinds.length === 0) {
            out[index] = NIL_VALUE;
            return undefined;
          }
          const { kinds } = con;
          const field = (part: number): Component => {
            const word = words[first + part]!;
            return kinds[part] === "int" ? values[word] : kinds[part] === "bool" ? word === 1 : word;
          };
          const fields: Value[] = new Array(con.fields.length);
          out[index] = new DataValue(con.name, fields);
          return parts(con.fields, field, 0, fields);
        }
        const object = component(at) as Record<string, Component> & { readonly t: number };
        const con = here.cons[object.t]!;
        if (con.name === "[]" && con.kinds.length === 0) {
          out[index] = NIL_VALUE;
          return undefined;
        }
        const fields: Value[] = new Array(con.fields.length);
        out[index] = new DataValue(con.name, fields);
        return parts(con.fields, (field) => object[`f${field}`], 0, fields);
      }
      case "array": {
        const size = component(at) as number;
        const items: Value[] = new Array(size);
        out[index] = new ArrayValue(items);
        if (here.item.tag === "real") {
          const first = component(at + 1) as number;
          for (let i = 0; i < size; i++) {
            watch.step();
            items[i] = values[first + i]!;
            reals(first + i);
          }
          return undefined;
        }
        const { at: item } = itemsOf(here, componentsOf(here.item), component, at);
        return { size, at: (place) => ({ ...item(place), out: items, index: place }) };
      }
      case "function":
        return internal("a function in the output");
    }
  });
  return result[0]!;
}
