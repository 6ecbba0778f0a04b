// Types of the input and the output of exported modules, as the code for their data sees them.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { LIST, TABLE, type Type } from "../../types/type.ts";
import { type ConLayout, componentsOf, type DataLayout, type Layouts } from "../ir/layout.ts";
import { commentCode, textCode } from "../ir/literals.ts";

/** Facts about types. */
export interface DataTypes {
  readonly layouts: Layouts;
  /** The constructors of a data type at its arguments. */
  readonly fieldsOf: (type: Type) => readonly { readonly name: string; readonly fields: readonly Type[] }[] | undefined;
  readonly classOf: (con: ConLayout) => number;
  /** A type as JSDoc writes it. */
  readonly shown: (type: Type) => string;
}

/** Data as its code sees it. `made` has functions of its own. */
export type Form =
  | { readonly tag: "real" }
  | { readonly tag: "int" }
  | { readonly tag: "bool" }
  | { readonly tag: "tuple"; readonly items: readonly Form[] }
  | { readonly tag: "record"; readonly name: string; readonly items: readonly Form[] }
  | { readonly tag: "made"; readonly made: Made; readonly width: number };

/** A list, an array, or data of several constructors. */
export interface Made {
  readonly id: number;
  /** Its name in comments. */
  readonly shown: string;
  body:
    | { readonly tag: "array"; readonly item: Form }
    | { readonly tag: "list"; readonly item: Form; readonly data: DataLayout }
    | { readonly tag: "data"; readonly cons: readonly { readonly con: ConLayout; readonly fields: readonly Form[] }[] };
}

/** How many components data of a form has. */
export function widthOf(form: Form): number {
  if (form.tag === "made") return form.width;
  return form.tag === "tuple" || form.tag === "record" ? sum(form.items.map(widthOf)) : 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** A scalar or made part of a form: the data that it is, the way to it, the first of its components. */
export interface FormPart {
  readonly form: Extract<Form, { readonly tag: "real" | "int" | "bool" | "made" }>;
  readonly x: string;
  readonly path: readonly string[];
  readonly at: number;
}

/** One level of indentation. */
export const INDENT = "  ";

/** Statements within braces. */
export function block(lines: readonly string[]): string[] {
  return lines.map((line) => INDENT + line);
}

/** The way to a piece of data as code, its pieces being literals and expressions. */
export function pathCode(pieces: readonly string[]): string {
  const joined: string[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last?.startsWith('"') && piece.startsWith('"')) joined[joined.length - 1] = last.slice(0, -1) + piece.slice(1);
    else joined.push(piece);
  }
  return joined.join(" + ");
}

/** Data of a constructor. */
export function recordCode(name: string, fields: readonly string[]): string {
  return `{ tag: ${textCode(name)}, fields: [${fields.join(", ")}] }`;
}

/** A place so far from another. */
export function plus(base: string, by: number): string {
  return by === 0 ? base : `${base} + ${by}`;
}

/** The statement that refuses data; `what` is code for what is expected. */
export function fail(path: readonly string[], what: string): string {
  return `fail(${pathCode(path)}, ${what});`;
}

/** The forms of types, and what their code shares. */
export class Forms {
  private readonly made = new Map<string, { readonly made: Made; readonly width: number }>();
  private readonly types: DataTypes;
  private names = 0;

  constructor(types: DataTypes) {
    this.types = types;
  }

  /** How a type of data is seen. Its lists, arrays and data types are numbered. */
  form(type: Type): Form {
    if (type.tag === "tuple") return { tag: "tuple", items: type.items.map((item) => this.form(item)) };
    if (type.tag !== "con") return internal("an entry has a type that is no data");
    if (type.name === "Real") return { tag: "real" };
    if (type.name === "Int") return { tag: "int" };
    if (type.name === "Bool") return { tag: "bool" };
    const layout = this.types.layouts.of(type);
    if (layout.tag === "product") {
      const [con] = this.types.fieldsOf(type) ?? internal("a type has no constructors", type.name);
      return { tag: "record", name: present(con).name, items: present(con).fields.map((field) => this.form(field)) };
    }
    if (layout.tag !== "data" && layout.tag !== "array") return internal("an entry has a type that is no data");
    const known = this.made.get(layout.key);
    if (known !== undefined) return { tag: "made", ...known };
    // its parts may contain it
    const made = { id: this.made.size + 1, shown: commentCode(this.types.shown(type)) } as Made;
    const width = componentsOf(layout).length;
    this.made.set(layout.key, { made, width });
    if (layout.tag === "array") made.body = { tag: "array", item: this.form(nth(type.args, 0)) };
    else if (type.name === LIST) made.body = { tag: "list", item: this.form(nth(type.args, 0)), data: layout };
    else {
      const fields = this.types.fieldsOf(type) ?? internal("a type has no constructors", type.name);
      made.body = {
        tag: "data",
        cons: layout.cons.map((con, index) => ({
          con,
          fields: nth(fields, index).fields.map((field) => this.form(field)),
        })),
      };
    }
    return { tag: "made", made, width };
  }

  /** The parts of a form, each thing after those that it is first found in. */
  reachable(form: Form, found = new Set<Made>()): Set<Made> {
    if (form.tag === "tuple" || form.tag === "record") for (const item of form.items) this.reachable(item, found);
    if (form.tag === "made" && !found.has(form.made)) {
      found.add(form.made);
      for (const inner of innerForms(form.made)) this.reachable(inner, found);
    }
    return found;
  }

  /** Whether a part of something may contain that thing. */
  isBack(part: Made, of: Made | undefined): boolean {
    return of !== undefined && this.reachable({ tag: "made", made: part, width: 0 }).has(of);
  }

  /** A name that nothing else has. */
  name(prefix: string): string {
    return `${prefix}${++this.names}`;
  }

  /** Checks tuples and records where they stand; gives their parts, the first component of which is `at`. `isName`: x is a variable. */
  open(form: Form, x: string, path: readonly string[], at: number, lines: string[], isName = false): FormPart[] {
    if (form.tag !== "tuple" && form.tag !== "record") return [{ form, x, path, at }];
    let [items, way] = [x, path];
    if (form.tag === "record") {
      items = this.name("x");
      way = [...path, `".fields"`];
      lines.push(`checkObject(${x}, ${pathCode(path)}, ${textCode(form.name)});`);
      lines.push(`if (${x}.tag !== ${textCode(form.name)}) ${fail([...path, `".tag"`], textCode(form.name))}`);
      lines.push(`const ${items} = ${x}.fields;`);
    } else if (form.items.length === 0) {
      lines.push(`if (${x} !== null) ${fail(path, `"null"`)}`);
      return [];
    } else if (!isName) {
      items = this.name("x");
      lines.push(`const ${items} = ${x};`);
    }
    lines.push(
      `if (!Array.isArray(${items}) || ${items}.length !== ${form.items.length}) ${fail(way, `"an array of ${form.items.length}"`)}`,
    );
    if (form.tag === "record" && form.name === TABLE) {
      const [rows, columns, elements] = [0, 1, 2].map((index) => `${items}[${index}]`);
      lines.push(
        `if (isInt(${rows}) && isInt(${columns}) && isArray(${elements}) && (${rows} < 0 || ${columns} < 0 || ${rows} * ${columns} !== ${elements}.length)) ${fail([...way, `"[2]"`], `"an array of as many elements as rows times columns"`)}`,
      );
    }
    return this.openAll(form.items, items, way, at, lines);
  }

  /** The same of several, which lie in an array. */
  openAll(forms: readonly Form[], x: string, path: readonly string[], first: number, lines: string[]): FormPart[] {
    let at = first;
    return forms.flatMap((form, index) => {
      const parts = this.open(form, `${x}[${index}]`, [...path, `"[${index}]"`], at, lines);
      at += widthOf(form);
      return parts;
    });
  }

  /** The fields of a constructor of `x`, whose place is p, checked to be as many as these. */
  openFields(fields: readonly Form[], x: string, lines: string[]): FormPart[] {
    const way = ["p", `".fields"`];
    lines.push(`const fields = ${x}.fields;`);
    lines.push(
      `if (!Array.isArray(fields) || fields.length !== ${fields.length}) ${fail(way, `"an array of ${fields.length}"`)}`,
    );
    return this.openAll(fields, "fields", way, 0, lines);
  }

  /** Checks a scalar; what is made checks itself. */
  check({ form, x, path }: FormPart): string[] {
    switch (form.tag) {
      case "real":
        return [`if (typeof ${x} !== "number") ${fail(path, `"a number"`)}`];
      case "int":
        return [`if (!isInt(${x})) ${fail(path, `"a whole number up to 2^53"`)}`];
      case "bool":
        return [`if (typeof ${x} !== "boolean") ${fail(path, `"true or false"`)}`];
      case "made":
        return [];
    }
  }
}

/** How many parts are Reals, and how many Ints. */
export function count(parts: readonly FormPart[]): { readonly reals: number; readonly ints: number } {
  const of = (tag: string): number => parts.filter(({ form }) => form.tag === tag).length;
  return { reals: of("real"), ints: of("int") };
}

/** The forms of what something made is made of. */
function innerForms({ body }: Made): readonly Form[] {
  return body.tag === "data" ? body.cons.flatMap(({ fields }) => fields) : [body.item];
}

/** The kinds of an item's components as columns of an array. */
export function kindsOf(form: Form): readonly ("real" | "other")[] {
  if (form.tag === "real") return ["real"];
  if (form.tag === "tuple" || form.tag === "record") return form.items.flatMap(kindsOf);
  return Array.from({ length: widthOf(form) }, () => "other");
}

/** The scalar and made parts of data that has been checked. */
export function partsOf(form: Form, x: string): readonly string[] {
  if (form.tag === "tuple") return form.items.flatMap((item, index) => partsOf(item, `${x}[${index}]`));
  if (form.tag === "record") return form.items.flatMap((item, index) => partsOf(item, `${x}.fields[${index}]`));
  return [x];
}

/** Statements for each i below n. */
export function loop(lines: readonly string[]): string[] {
  return ["for (let i = 0; i < n; i++) {", ...block(lines), "}"];
}

/** A function with a comment. */
export function fn(about: string, head: string, lines: readonly string[]): string {
  return `/** ${about} */\nfunction ${head} {\n${block(lines).join("\n")}\n}\n`;
}
