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

/** The target of components: an array, or the fields of an object. */
interface Target {
  readonly set: (at: number, component: Component) => void;
  /** For the columns of an array at an index: the cell that a Real there has. */
  readonly cell?: (at: number) => number;
}

/** A part of a value, and the target of its components. */
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
  const writer = new ValueWriter(store, classOf, watch, reals);
  walk<Written>({ layout, value, target: top, at: 0 }, watch, (one) => writer.write(one));
  return components;
}

/** Writes the parts of a value one by one. */
class ValueWriter {
  private readonly store: Store;
  private readonly classOf: (con: ConLayout) => number;
  private readonly watch: Watch;
  private readonly reals: (cell: number) => void;
  private readonly width = widths();

  constructor(store: Store, classOf: (con: ConLayout) => number, watch: Watch, reals: (cell: number) => void) {
    this.store = store;
    this.classOf = classOf;
    this.watch = watch;
    this.reals = reals;
  }

  /** Writes a scalar, or makes room for the parts of a composite value, which it gives. */
  write({ layout, value, target, at }: Written): Parts<Written> | undefined {
    switch (layout.tag) {
      case "real": {
        const cell = target.cell?.(at) ?? this.store.cells(1);
        this.store.values[cell] = value as number;
        this.reals(cell);
        if (target.cell === undefined) target.set(at, cell);
        return undefined;
      }
      case "int":
        target.set(at, value);
        return undefined;
      case "bool":
        target.set(at, (value as DataValue).con === "True");
        return undefined;
      case "product": {
        const values = layout.con === undefined ? (value as readonly Value[]) : (value as DataValue).fields;
        return this.parts(layout.items, values, target, at);
      }
      case "data": {
        const { con: name, fields } = value as DataValue;
        const con =
          layout.cons.find((one) => one.name === name) ?? internal("a value has an unknown constructor", name);
        if (layout.kind === "address") return this.record(con, fields, target, at);
        const object = this.store.makers[this.classOf(con)]!();
        target.set(at, object);
        return this.parts(con.fields, fields, { set: (index, component) => (object[`f${index}`] = component) }, 0);
      }
      case "array":
        return this.array(layout, (value as ArrayValue).items, target, at);
      case "function":
        return internal("a function in the input");
    }
  }

  /** The parts of a product or constructor. */
  private parts(layouts: readonly Layout[], values: readonly Value[], target: Target, first: number): Parts<Written> {
    const places = placesOf(layouts, first, this.width);
    const at = (index: number): Written => ({
      layout: layouts[index]!,
      value: values[index]!,
      target,
      at: places[index]!,
    });
    return { size: layouts.length, at };
  }

  /** Data in words: the constructor's number where there are several, then the fields. */
  private record(con: ConLayout, fields: readonly Value[], target: Target, at: number): Parts<Written> | undefined {
    const { kinds } = con;
    if (kinds.length === 0) {
      target.set(at, nullaryAddress(con));
      return undefined;
    }
    const { store } = this;
    const { isTagged, size } = wordsOf(con);
    const address = store.record(size);
    target.set(at, address);
    if (isTagged) store.words[address] = con.index;
    const first = address + (isTagged ? 1 : 0);
    if (isRealCons(con)) store.words[first + kinds.length] = 0;
    const set = (index: number, component: Component): void => {
      let word = component;
      if (kinds[index] === "int") {
        word = store.cells(1);
        store.values[word as number] = component as number;
      }
      store.words[first + index] = Number(word);
    };
    return this.parts(con.fields, fields, { set }, 0);
  }

  /** An array in columns: its size, and a column for each component of an item. */
  private array(layout: ArrayLayout, items: readonly Value[], target: Target, at: number): Parts<Written> | undefined {
    const { store, watch, reals } = this;
    const kinds = componentsOf(layout.item);
    const columns = kinds.map((kind) => (kind === "real" ? store.cells(items.length) : new Array(items.length)));
    target.set(at, items.length);
    columnsOf(layout).forEach((_, index) => target.set(at + 1 + index, columns[index]));
    if (layout.item.tag === "real") {
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
      layout: layout.item,
      value: items[index]!,
      target: {
        set: (column, component) => ((columns[column] as Component[])[index] = component),
        cell: (column) => (columns[column] as number) + index,
      },
      at: 0,
    });
    return { size: items.length, at: item };
  }
}

type ArrayLayout = Extract<Layout, { tag: "array" }>;

/** A part of a value that is made of components. */
interface Source {
  readonly layout: Layout;
  readonly component: (at: number) => Component;
  readonly at: number;
}

/** The parts of a composite value, with its constructor if it is data. */
interface Composite extends Parts<Source> {
  readonly con: ConLayout | undefined;
}

type Components = Pick<Store, "values" | "words">;

/** The parts of values that are made of components; undefined for scalars. */
function compositesIn({ values, words }: Components): (source: Source) => Composite | undefined {
  const width = widths();
  const composite = (
    con: ConLayout | undefined,
    layouts: readonly Layout[],
    component: Source["component"],
    first: number,
  ): Composite => {
    const places = placesOf(layouts, first, width);
    return { con, size: layouts.length, at: (index) => ({ layout: layouts[index]!, component, at: places[index]! }) };
  };
  return ({ layout, component, at }) => {
    if (layout.tag === "product") return composite(undefined, layout.items, component, at);
    if (layout.tag === "array") return itemsOf(layout, component, at);
    if (layout.tag !== "data") return undefined;
    if (layout.kind !== "address") {
      const object = component(at) as Record<string, Component> & { readonly t: number };
      const con = layout.cons[object.t]!;
      return composite(con, con.fields, (field) => object[`f${field}`], 0);
    }
    const address = component(at) as number;
    if (address < 0) {
      // its fields, if any, have no components
      const con = layout.cons[-1 - address]!;
      return composite(con, con.fields, component, 0);
    }
    const con =
      layout.cons.find((one) => one.kinds.length > 0 && (!wordsOf(one).isTagged || words[address] === one.index)) ??
      internal("an address leads to no constructor", layout.name);
    const first = address + (wordsOf(con).isTagged ? 1 : 0);
    const field = (part: number): Component => {
      const word = words[first + part]!;
      return con.kinds[part] === "int" ? values[word] : con.kinds[part] === "bool" ? word === 1 : word;
    };
    return composite(con, con.fields, field, 0);
  };
}

/** The items of an array. */
function itemsOf(layout: ArrayLayout, component: Source["component"], at: number): Composite {
  const kinds = componentsOf(layout.item);
  const columns = kinds.map((_, column) => component(at + 1 + column));
  const item = (index: number) => (column: number) =>
    kinds[column] === "real" ? (columns[column] as number) + index : (columns[column] as Component[])[index];
  return {
    con: undefined,
    size: component(at) as number,
    at: (index) => ({ layout: layout.item, component: item(index), at: 0 }),
  };
}

/**
 * Looks at all parts of a value without making it: shared parts can make it exponential in what the run did. Throws ValueTooLarge.
 */
export function checkSize(layout: Layout, components: readonly Component[], store: Components, watch: Watch): void {
  const compositeOf = compositesIn(store);
  walk<Source>({ layout, component: (at) => components[at], at: 0 }, watch, (source) => {
    const { layout: here } = source;
    // columns of Reals are as large as the run made them
    if (here.tag === "array" && componentsOf(here.item).every((kind) => kind === "real")) return undefined;
    return compositeOf(source);
  });
}

/** A part that is read, and where it goes. */
interface Read {
  readonly source: Source;
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
  const { values } = store;
  const result: Value[] = [];
  const compositeOf = compositesIn(store);
  const whole: Source = { layout, component: (at) => components[at], at: 0 };
  walk<Read>({ source: whole, out: result, index: 0 }, watch, ({ source, out, index }) => {
    const { layout: here, component, at } = source;
    const composite = compositeOf(source);
    if (composite === undefined) {
      out[index] = scalarOf(here, component(at), values);
      if (here.tag === "real") reals(component(at) as number);
      return undefined;
    }
    const { con, size, at: part } = composite;
    const parts: Value[] = new Array(size);
    out[index] = compositeValue(here, con, parts);
    if (here.tag !== "array" || here.item.tag !== "real")
      return { size, at: (place) => ({ source: part(place), out: parts, index: place }) };
    const first = component(at + 1) as number;
    for (let i = 0; i < size; i++) {
      watch.step();
      parts[i] = values[first + i]!;
      reals(first + i);
    }
    return undefined;
  });
  return result[0]!;
}

/** A scalar from its component. */
function scalarOf({ tag }: Layout, component: Component, values: Float64Array): Value {
  if (tag === "real") return values[component as number]!;
  if (tag === "int") return component as number;
  return tag === "bool" ? (component === true ? TRUE_VALUE : FALSE_VALUE) : internal("a function in the output");
}

/** A composite value whose parts are still to be filled in. */
function compositeValue(layout: Layout, con: ConLayout | undefined, parts: Value[]): Value {
  if (layout.tag === "array") return new ArrayValue(parts);
  if (con !== undefined)
    return con.name === "[]" && con.kinds.length === 0 ? NIL_VALUE : new DataValue(con.name, parts);
  if (layout.tag === "product" && layout.con !== undefined) return new DataValue(layout.con, parts);
  return parts.length === 0 ? UNIT_VALUE : parts;
}
