// Layouts: how values of a type lie in components. Tuples and records without alternatives are never made: only their parts are.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { typeKey } from "../../core/values/shape.ts";
import { type DataType, fieldsAt, LIST, type Type } from "../../types/type.ts";
import type { Kind } from "./kind.ts";

/** How values of a type lie in components. */
export type Layout =
  | { readonly tag: "real" }
  | { readonly tag: "int" }
  | { readonly tag: "bool" }
  /** A tuple, or a data type of one constructor that does not contain itself. */
  | { readonly tag: "product"; readonly con: string | undefined; readonly items: readonly Layout[] }
  | DataLayout
  /** Its size, then a column for each component of its items. */
  | { readonly tag: "array"; readonly key: string; readonly item: Layout }
  | { readonly tag: "function"; readonly key: string; readonly from: Type; readonly to: Type };

/** A value of several constructors, or one that may contain itself: an object. */
export interface DataLayout {
  readonly tag: "data";
  readonly key: string;
  readonly name: string;
  readonly cons: readonly ConLayout[];
  /** Data without functions lies in the heap of the run time, other data in JavaScript objects. */
  readonly kind: "address" | "pointer";
}

/**
 * How a constructor with fields lies in the heap: perhaps its index among the constructors, then its components; a cons of Reals
 * has one more word, see {@link isRealCons}.
 */
export interface Words {
  readonly isTagged: boolean;
  readonly size: number;
}

/** The words of a constructor that has fields. */
export function wordsOf(con: ConLayout): Words {
  const isTagged = con.data.cons.filter(({ kinds }) => kinds.length > 0).length > 1;
  return { isTagged, size: con.kinds.length + (isTagged ? 1 : 0) + (isRealCons(con) ? 1 : 0) };
}

/**
 * Whether a constructor is the cons of a list of Reals. A list is contiguous if the cells of its Reals follow each other: it can be
 * walked like an array. The last word of a cons is the length of the list from there on if that is contiguous; −1 if it is not; 0 as long
 * as nobody has looked.
 */
export function isRealCons({ data, fields }: ConLayout): boolean {
  return data.name === LIST && fields.length === 2 && nth(fields, 0).tag === "real" && fields[1] === data;
}

/** The address of a constructor without fields, where one is expected. */
export function nullaryAddress(con: ConLayout): number {
  return -1 - con.index;
}

/** Whether a layout has no part that is a JavaScript object. */
function isFlat(layout: Layout, seen: Set<Layout>): boolean {
  if (seen.has(layout)) return true;
  seen.add(layout);
  switch (layout.tag) {
    case "product":
      return layout.items.every((item) => isFlat(item, seen));
    case "data":
      return layout.cons.every(({ fields }) => fields.every((field) => isFlat(field, seen)));
    case "array":
      return isOfReals(layout.item);
    case "function":
      return false;
    default:
      return true;
  }
}

/** Whether a layout's components are Reals alone. A type may contain itself: the kinds of data are not asked for. */
function isOfReals(layout: Layout): boolean {
  return layout.tag === "real" || (layout.tag === "product" && layout.items.every(isOfReals));
}

/** A constructor of a data type at its arguments. */
export interface ConLayout {
  readonly data: DataLayout;
  /** Its place among the constructors of its type. */
  readonly index: number;
  readonly name: string;
  readonly fields: readonly Layout[];
  /** The components of all fields. */
  readonly kinds: readonly Kind[];
}

/** A program that is not compiled. */
export class LeftToMachine extends Error {
  /** The reason, as a sentence goes on after the program's name; undefined where it grows beyond measure when it is specialised. */
  readonly reason: string | undefined;

  constructor(reason?: string) {
    super(reason);
    this.reason = reason;
  }
}

/** Components that a product may have. */
const WIDEST = 4096;

/** The layouts of a program's types, each made once. */
export class Layouts {
  private readonly known = new Map<string, Layout>();
  private readonly types = new Map<Layout, Type>();
  private readonly data: ReadonlyMap<string, DataType>;
  private readonly recursive = new Map<string, boolean>();

  constructor(data: readonly DataType[]) {
    this.data = new Map(data.map((one) => [one.name, one]));
  }

  /** The layout of a closed type; what is left open has no values and no components. */
  of(type: Type): Layout {
    const key = typeKey(type);
    let layout = this.known.get(key);
    if (layout === undefined) {
      layout = this.make(type, key);
      this.known.set(key, layout);
      this.types.set(layout, type);
    }
    return layout;
  }

  /** The layout of arrays of a type. */
  arrayOf(item: Type): Extract<Layout, { readonly tag: "array" }> {
    const layout = this.of({ tag: "con", name: "Array", args: [item] });
    return layout.tag === "array" ? layout : internal("arrays have another layout", item);
  }

  /** A type of a layout that {@link of} gave. */
  typeOf(layout: Layout): Type {
    return this.types.get(layout) ?? internal("a layout has no type", layout.tag);
  }

  private make(type: Type, key: string): Layout {
    switch (type.tag) {
      case "var":
        return { tag: "product", con: undefined, items: [] };
      case "fun":
      case "lin":
        return { tag: "function", key, from: type.from, to: type.to };
      case "tuple": {
        const items = type.items.map((item) => this.of(item));
        return product(undefined, items);
      }
      case "con":
        break;
    }
    if (type.name === "Real") return { tag: "real" };
    if (type.name === "Int") return { tag: "int" };
    if (type.name === "Bool") return { tag: "bool" };
    if (type.name === "Array") return { tag: "array", key, item: this.of(nth(type.args, 0)) };
    const data = this.data.get(type.name) ?? internal("a type has no definition", type.name);
    const fields = data.constructors.map((one) => () => fieldsAt(data, one, type.args).map((field) => this.of(field)));
    if (fields.length === 1 && !this.isRecursive(data.name))
      return product(nth(data.constructors, 0).name, nth(fields, 0)());
    const cons = data.constructors.map(({ name }, index) => ({ name, fields: nth(fields, index) }));
    return this.object(key, data.name, cons);
  }

  /** Fields are laid out when they are first looked at, for a type may contain itself. */
  private object(
    key: string,
    name: string,
    constructors: readonly { readonly name: string; readonly fields: () => readonly Layout[] }[],
  ): DataLayout {
    let kind: DataLayout["kind"] | undefined;
    const layout: DataLayout & { cons: ConLayout[] } = {
      tag: "data",
      key,
      name,
      cons: [],
      get kind() {
        kind ??= isFlat(this, new Set()) ? "address" : "pointer";
        return kind;
      },
    };
    layout.cons = constructors.map((one, index) => {
      let fields: readonly Layout[] | undefined;
      let kinds: readonly Kind[] | undefined;
      return {
        data: layout,
        index,
        name: one.name,
        get fields() {
          fields ??= one.fields();
          return fields;
        },
        get kinds() {
          kinds ??= this.fields.flatMap(componentsOf);
          return kinds;
        },
      };
    });
    return layout;
  }

  private isRecursive(name: string): boolean {
    const known = this.recursive.get(name);
    if (known !== undefined) return known;
    const seen = new Set<string>();
    const reaches = (type: Type): boolean => {
      switch (type.tag) {
        case "var":
          return false;
        case "con": {
          if (type.name === name) return true;
          if (type.args.some(reaches)) return true;
          if (seen.has(type.name)) return false;
          seen.add(type.name);
          return this.data.get(type.name)?.constructors.some(({ fields }) => fields.some(reaches)) ?? false;
        }
        case "tuple":
          return type.items.some(reaches);
        default:
          return reaches(type.from) || reaches(type.to);
      }
    };
    const found = present(this.data.get(name)).constructors.some(({ fields }) => fields.some(reaches));
    this.recursive.set(name, found);
    return found;
  }
}

function product(con: string | undefined, items: readonly Layout[]): Layout {
  if (items.reduce((sum, item) => sum + widthOf(item), 0) > WIDEST) throw new LeftToMachine();
  return { tag: "product", con, items };
}

/** How many components a layout has. A type may contain itself: the kinds of its components are not asked for. */
function widthOf(layout: Layout): number {
  switch (layout.tag) {
    case "product":
      return layout.items.reduce((sum, item) => sum + widthOf(item), 0);
    case "array":
      return 1 + widthOf(layout.item);
    default:
      return 1;
  }
}

/** The kinds of a layout's components, in order. */
export function componentsOf(layout: Layout): readonly Kind[] {
  switch (layout.tag) {
    case "real":
    case "int":
    case "bool":
      return [layout.tag];
    case "product":
      return layout.items.flatMap(componentsOf);
    case "array":
      return ["index", ...columnsOf(layout)];
    case "data":
      return [layout.kind];
    case "function":
      return ["pointer"];
  }
}

/** The kinds of an array's columns: contiguous cells are known by their first. */
export function columnsOf(layout: Extract<Layout, { tag: "array" }>): readonly Kind[] {
  return componentsOf(layout.item).map((kind) => (kind === "real" ? "index" : "pointer"));
}
