// Plain JavaScript data of exported modules: functions that take it in and give it out, one for each list, array and data type of the
// input and the output. Tuples and records without alternatives are taken apart where they stand.
//
// `take` checks data and writes it into cells, words and objects, noting in `starts` where its Reals went; `gradientOf` walks the same
// data in the same order, and reads their cotangents there. `give` makes data of what the program computed, noting in `outputs` the
// cells of its Reals; `weigh` walks a cotangent in that order. What may contain itself is put off to `later`, so that it may be of any
// depth: all four put off the same parts in the same order, each after the parts beside it that are not put off.
import { internal } from "../base/unreachable.ts";
import { LIST, type Type } from "../types/type.ts";
import {
  type ConLayout,
  componentsOf,
  type DataLayout,
  hasRun,
  type Layouts,
  nullaryAddress,
  wordsOf,
} from "./layout.ts";
import { textCode } from "./literals.ts";

/** What is known of types. */
export interface DataTypes {
  readonly layouts: Layouts;
  /** The constructors of a data type at its arguments. */
  readonly fieldsOf: (type: Type) => readonly { readonly name: string; readonly fields: readonly Type[] }[] | undefined;
  readonly classOf: (con: ConLayout) => number;
}

/** Data as its code sees it. `made` has functions of its own. */
type Form =
  | { readonly tag: "real" }
  | { readonly tag: "int" }
  | { readonly tag: "bool" }
  | { readonly tag: "tuple"; readonly items: readonly Form[] }
  | { readonly tag: "record"; readonly name: string; readonly items: readonly Form[] }
  | { readonly tag: "made"; readonly made: Made; readonly width: number };

interface Made {
  readonly id: number;
  body:
    | { readonly tag: "array"; readonly item: Form }
    | { readonly tag: "list"; readonly item: Form; readonly data: DataLayout }
    | { readonly tag: "data"; readonly cons: readonly { readonly con: ConLayout; readonly fields: readonly Form[] }[] };
}

function widthOf(form: Form): number {
  if (form.tag === "made") return form.width;
  return form.tag === "tuple" || form.tag === "record" ? sum(form.items.map(widthOf)) : 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** A scalar or made part of a form: the data that it is, the way to it, the first of its components. */
interface Part {
  readonly form: Extract<Form, { readonly tag: "real" | "int" | "bool" | "made" }>;
  readonly x: string;
  readonly path: readonly string[];
  readonly at: number;
}

/** Where a part's components go, or come from. */
interface Site {
  /** The statement that sets a component; words that lie in H may have moved by the time that parts are made. */
  readonly put: (at: number, code: string, words: "H" | "runtime.words") => string;
  /** The component, as it comes out. */
  readonly get: (at: number) => string;
  /** How an Int or Bool comes out; it may lie otherwise than it is. */
  readonly scalar: (at: number, kind: "int" | "bool") => string;
}

const INDENT = "  ";

function block(lines: readonly string[]): string[] {
  return lines.map((line) => INDENT + line);
}

/** The way to a piece of data as code, its pieces being literals and expressions. */
function pathCode(pieces: readonly string[]): string {
  const joined: string[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last?.startsWith('"') && piece.startsWith('"')) joined[joined.length - 1] = last.slice(0, -1) + piece.slice(1);
    else joined.push(piece);
  }
  return joined.join(" + ");
}

function fail(path: readonly string[], what: string): string {
  return `fail(${pathCode(path)}, ${what});`;
}

/** The functions of the types that are asked for. */
export class PlainData {
  private readonly made = new Map<string, { readonly made: Made; readonly width: number }>();
  private readonly types: DataTypes;
  private names = 0;

  constructor(types: DataTypes) {
    this.types = types;
  }

  /** The text for an input and a result: `run`, `weigh` and `gradientOf`, with what they use. */
  text(param: Type, result: Type): string {
    const [input, output] = [this.form(param), this.form(result)];
    const taken = this.reachable(input);
    const given = this.reachable(output);
    const parts = [
      HEAD,
      ...[...taken].flatMap((made) => [this.takeMade(made), this.gradientMade(made)]),
      ...[...given].flatMap((made) => [this.giveMade(made), this.weighMade(made)]),
      this.top(input, output),
    ];
    return parts.join("\n");
  }

  // ---- forms

  private form(type: Type): Form {
    if (type.tag === "tuple") return { tag: "tuple", items: type.items.map((item) => this.form(item)) };
    if (type.tag !== "con") return internal("an entry has a type that is no data");
    if (type.name === "Real") return { tag: "real" };
    if (type.name === "Int") return { tag: "int" };
    if (type.name === "Bool") return { tag: "bool" };
    const layout = this.types.layouts.of(type);
    if (layout.tag === "product") {
      const [con] = this.types.fieldsOf(type) ?? internal("a type has no constructors", type.name);
      return { tag: "record", name: con!.name, items: con!.fields.map((field) => this.form(field)) };
    }
    if (layout.tag !== "data" && layout.tag !== "array") return internal("an entry has a type that is no data");
    const known = this.made.get(layout.key);
    if (known !== undefined) return { tag: "made", ...known };
    // its parts may contain it
    const made = { id: this.made.size + 1 } as Made;
    const width = componentsOf(layout).length;
    this.made.set(layout.key, { made, width });
    if (layout.tag === "array") made.body = { tag: "array", item: this.form(type.args[0]!) };
    else if (type.name === LIST) made.body = { tag: "list", item: this.form(type.args[0]!), data: layout };
    else {
      const fields = this.types.fieldsOf(type) ?? internal("a type has no constructors", type.name);
      made.body = {
        tag: "data",
        cons: layout.cons.map((con, index) => ({
          con,
          fields: fields[index]!.fields.map((field) => this.form(field)),
        })),
      };
    }
    return { tag: "made", made, width };
  }

  /** What a form is made of, each thing after those that it is first found in. */
  private reachable(form: Form, found = new Set<Made>()): Set<Made> {
    if (form.tag === "tuple" || form.tag === "record") for (const item of form.items) this.reachable(item, found);
    if (form.tag === "made" && !found.has(form.made)) {
      found.add(form.made);
      for (const inner of innerForms(form.made)) this.reachable(inner, found);
    }
    return found;
  }

  /** Whether a part of something may contain that thing. */
  private isBack(part: Made, of: Made | undefined): boolean {
    return of !== undefined && this.reachable({ tag: "made", made: part, width: 0 }).has(of);
  }

  private name(prefix: string): string {
    return `${prefix}${++this.names}`;
  }

  // ---- parts

  /** Checks tuples and records where they stand; gives their parts. */
  private open(form: Form, x: string, path: readonly string[], at: number, lines: string[]): Part[] {
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
    } else if (!/^\w+$/.test(x)) {
      items = this.name("x");
      lines.push(`const ${items} = ${x};`);
    }
    lines.push(
      `if (!Array.isArray(${items}) || ${items}.length !== ${form.items.length}) ${fail(way, `"an array of ${form.items.length}"`)}`,
    );
    let next = at;
    return form.items.flatMap((item, index) => {
      const parts = this.open(item, `${items}[${index}]`, [...way, `"[${index}]"`], next, lines);
      next += widthOf(item);
      return parts;
    });
  }

  private check({ form, x, path }: Part): string[] {
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

  // ---- taking in

  /** Scalars first, then what is made. `cell` is the cell of the k-th Real, `number` that of the k-th Int where it has one. */
  private takeParts(
    parts: readonly Part[],
    within: Made | undefined,
    site: Pick<Site, "put">,
    cell: (k: number) => string,
    number: ((k: number) => string) | undefined,
  ): string[] {
    const lines: string[] = [];
    let [reals, ints] = [0, 0];
    for (const part of parts) {
      const { form, x, at } = part;
      lines.push(...this.check(part));
      if (form.tag === "real") {
        const place = cell(reals++);
        lines.push(`V[${place}] = ${x};`, site.put(at, place, "H"));
      } else if (form.tag === "int" && number !== undefined) {
        const place = number(ints++);
        lines.push(`V[${place}] = ${x};`, site.put(at, place, "H"));
      } else if (form.tag !== "made") lines.push(site.put(at, number !== undefined ? `+${x}` : x, "H"));
    }
    const made = parts.flatMap(({ form, x, path, at }) => {
      if (form.tag !== "made") return [];
      const name = this.name("t");
      const put = (index: number, code: string): string => site.put(at + index, code, "runtime.words");
      const puts =
        form.made.body.tag === "array"
          ? Array.from({ length: form.width }, (_, index) => put(index, `${name}[${index}]`))
          : [put(0, name)];
      const code = [`const ${name} = take${form.made.id}(${x}, ${pathCode(path)});`, ...puts];
      return [{ code, isBack: this.isBack(form.made, within) }];
    });
    for (const { code, isBack } of made) if (!isBack) lines.push(...code);
    for (const { code, isBack } of made) if (isBack) lines.push("later.push(() => {", ...block(code), "});");
    return lines.filter((line) => line !== "");
  }

  private takeMade(made: Made): string {
    const { id, body } = made;
    const lines: string[] = [];
    if (body.tag === "data") {
      const names = body.cons.map(({ con }) => con.name).join(", ");
      lines.push(`checkObject(x, p, ${textCode(names)});`, "switch (x.tag) {");
      for (const { con, fields } of body.cons) {
        lines.push(`${INDENT}case ${textCode(con.name)}: {`);
        lines.push(...block(block(this.takeConstructor(made, con, fields))), `${INDENT}}`);
      }
      lines.push(`${INDENT}default:`, `${INDENT}${INDENT}${fail(["p", `".tag"`], textCode(`one of ${names}`))}`, "}");
    } else {
      lines.push(`if (!isArray(x)) ${fail(["p"], `"an array"`)}`, "const n = x.length;");
      lines.push(...(body.tag === "array" ? this.takeArray(made, body.item) : this.takeList(made, body)));
    }
    return fn(`take${id}(x, p)`, lines);
  }

  private takeConstructor(made: Made, con: ConLayout, fields: readonly Form[]): string[] {
    const lines = [
      "const fields = x.fields;",
      `if (!Array.isArray(fields) || fields.length !== ${fields.length}) ${fail(["p", `".fields"`], `"an array of ${fields.length}"`)}`,
    ];
    const parts = this.fieldParts(fields, "fields", ["p", `".fields"`], lines);
    const { reals, ints } = count(parts);
    if (con.data.kind === "address") {
      if (con.kinds.length === 0) return [...lines, `return ${nullaryAddress(con)};`];
      const { isTagged, size } = wordsOf(con);
      const first = isTagged ? 1 : 0;
      lines.push(`const a = runtime.record(${size});`, ...begin(reals, ints, ""));
      if (isTagged) lines.push(`H[a] = ${con.index};`);
      if (hasRun(con)) lines.push(`H[a + ${size - 1}] = 0;`);
      const put: Site["put"] = (at, code, words) => `${words}[a + ${first + at}] = ${code};`;
      const number = (k: number): string => `k + ${k}`;
      return [...lines, ...this.takeParts(parts, made, { put }, (k) => `c + ${k}`, number), "return a;"];
    }
    const maker = this.types.classOf(con);
    lines.push(`const o = runtime.makers[${maker}]();`, ...begin(reals, 0, ""));
    const put = (at: number, code: string): string => `o.f${at} = ${code};`;
    return [...lines, ...this.takeParts(parts, made, { put }, (k) => `c + ${k}`, undefined), "return o;"];
  }

  private fieldParts(fields: readonly Form[], x: string, path: readonly string[], lines: string[]): Part[] {
    let at = 0;
    return fields.flatMap((field, index) => {
      const parts = this.open(field, `${x}[${index}]`, [...path, `"[${index}]"`], at, lines);
      at += widthOf(field);
      return parts;
    });
  }

  private takeArray(made: Made, item: Form): string[] {
    const kinds = kindsOf(item);
    const columns = kinds.map((kind, index) => `k${index} = ${kind === "real" ? "runtime.cells(n)" : "new Array(n)"}`);
    const reals = kinds.flatMap((kind, index) => (kind === "real" ? [`k${index}`] : []));
    const lines = columns.length === 0 ? [] : [`const ${columns.join(", ")};`];
    for (const base of reals) lines.push(`starts.push(${base});`);
    const result = `return [${["n", ...kinds.map((_, index) => `k${index}`)].join(", ")}];`;
    if (item.tag === "real")
      lines.push(
        "if (x instanceof Float64Array) {",
        `${INDENT}runtime.values.set(x, k0);`,
        `${INDENT}${result}`,
        "}",
        "const V = runtime.values;",
      );
    const inner: string[] = [];
    const parts = this.open(item, "x[i]", ["p", `"["`, "i", `"]"`], 0, inner);
    if (reals.length > 0 && item.tag !== "real") inner.push("const V = runtime.values;");
    const put = (at: number, code: string): string => (kinds[at] === "real" ? "" : `k${at}[i] = ${code};`);
    inner.push(...this.takeParts(parts, made, { put }, (k) => `${reals[k]} + i`, undefined));
    return [...lines, ...loop(inner), result];
  }

  private takeList(made: Made, { item, data }: Extract<Made["body"], { readonly tag: "list" }>): string[] {
    const [nil, cons] = data.cons as [ConLayout, ConLayout];
    const width = widthOf(item);
    const inner: string[] = [];
    const parts = this.open(item, "x[i]", ["p", `"["`, "i", `"]"`], 0, inner);
    const { reals, ints } = count(parts);
    const hasMade = parts.some(({ form }) => form.tag === "made");
    const cell = (k: number): string => `c + ${reals === 1 ? "i" : `${reals} * i + ${k}`}`;
    if (data.kind === "address") {
      const { size } = wordsOf(cons);
      const lines = [`const first = runtime.record(${size} * n);`, ...begin(reals, ints, " * n").slice(0, -1)];
      (hasMade ? inner : lines).push(VALUES);
      inner.push(`const a = first + ${size} * i;`);
      inner.push(`H[a + ${width}] = i + 1 < n ? a + ${size} : ${nullaryAddress(nil)};`);
      if (hasRun(cons)) inner.push(`H[a + ${width + 1}] = 0;`);
      const put: Site["put"] = (at, code, words) => `${words}[a + ${at}] = ${code};`;
      const number = (k: number): string => `k + ${ints === 1 ? "i" : `${ints} * i + ${k}`}`;
      inner.push(...this.takeParts(parts, made, { put }, cell, number));
      return [...lines, ...loop(inner), `return n === 0 ? ${nullaryAddress(nil)} : first;`];
    }
    const [none, some] = [nil, cons].map((con) => `runtime.makers[${this.types.classOf(con)}]()`) as [string, string];
    const lines = [`const end = ${none};`, ...begin(reals, 0, " * n").slice(0, -1), "let first = end, last;"];
    (hasMade ? inner : lines).push(VALUES);
    inner.push(`const o = ${some};`, "if (i === 0) first = o;", `else last.f${width} = o;`);
    inner.push("last = o;", `o.f${width} = end;`);
    const put = (at: number, code: string): string => `o.f${at} = ${code};`;
    inner.push(...this.takeParts(parts, made, { put }, cell, undefined));
    return [...lines, ...loop(inner), "return first;"];
  }

  // ---- the gradient

  /** Data of the form of x as an expression, Reals from their cells; what is put off is set by `after`. */
  private gradientOf(
    form: Form,
    x: string,
    within: Made | undefined,
    cell: () => string,
    target: string,
    after: string[],
  ): string {
    switch (form.tag) {
      case "real":
        return `A[${cell()}] + 0`;
      case "int":
      case "bool":
        return x;
      case "tuple":
        if (form.items.length === 0) return "null";
        return `[${form.items.map((item, i) => this.gradientOf(item, `${x}[${i}]`, within, cell, `${target}[${i}]`, after)).join(", ")}]`;
      case "record": {
        const items = form.items.map((item, i) =>
          this.gradientOf(item, `${x}.fields[${i}]`, within, cell, `${target}.fields[${i}]`, after),
        );
        return `{ tag: ${textCode(form.name)}, fields: [${items.join(", ")}] }`;
      }
      case "made": {
        const call = `gradient${form.made.id}(${x}, A)`;
        if (!this.isBack(form.made, within)) return call;
        after.push(`later.push(() => { ${target} = ${call}; });`);
        return "undefined";
      }
    }
  }

  private gradientMade(made: Made): string {
    const { id, body } = made;
    const after: string[] = [];
    let reals = 0;
    if (body.tag === "data") {
      const cases = body.cons.flatMap(({ con, fields }) => {
        after.length = reals = 0;
        const items = fields.map((field, i) =>
          this.gradientOf(field, `x.fields[${i}]`, made, () => `c + ${reals++}`, `out.fields[${i}]`, after),
        );
        const value = `{ tag: ${textCode(con.name)}, fields: [${items.join(", ")}] }`;
        const start = reals === 0 ? [] : ["const c = starts[next++];"];
        const end = after.length === 0 ? [`return ${value};`] : [`const out = ${value};`, ...after, "return out;"];
        return [`case ${textCode(con.name)}: {`, ...block([...start, ...end]), "}"];
      });
      return fn(`gradient${id}(x, A)`, ["switch (x.tag) {", ...block(cases), "}"]);
    }
    const { item } = body;
    const columns = kindsOf(item).flatMap((kind, index) => (kind === "real" ? [`k${index}`] : []));
    const total = columns.length;
    const cell = (): string => {
      const k = reals++;
      if (body.tag === "array") return `${columns[k]} + i`;
      return `c + ${total === 1 ? "i" : `${total} * i + ${k}`}`;
    };
    const value = this.gradientOf(item, "x[i]", made, cell, "out[i]", after);
    const starts =
      body.tag === "array"
        ? columns.map((name) => `const ${name} = starts[next++];`)
        : total === 0
          ? []
          : ["const c = starts[next++];"];
    return fn(`gradient${id}(x, A)`, [
      "const n = x.length, out = x instanceof Float64Array ? new Float64Array(n) : new Array(n);",
      ...starts,
      ...loop([`out[i] = ${value};`, ...after]),
      "return out;",
    ]);
  }

  // ---- giving out

  private giveForm(
    form: Form,
    at: number,
    site: Pick<Site, "get" | "scalar">,
    within: Made | undefined,
    target: string,
    after: string[],
  ): string {
    switch (form.tag) {
      case "real":
        return `real(${site.get(at)})`;
      case "int":
      case "bool":
        return site.scalar(at, form.tag);
      case "tuple":
      case "record": {
        let next = at;
        const way = form.tag === "record" ? `${target}.fields` : target;
        const items = form.items.map((item, index) => {
          const code = this.giveForm(item, next, site, within, `${way}[${index}]`, after);
          next += widthOf(item);
          return code;
        });
        if (form.tag === "record") return `{ tag: ${textCode(form.name)}, fields: [${items.join(", ")}] }`;
        return items.length === 0 ? "null" : `[${items.join(", ")}]`;
      }
      case "made": {
        const parts = Array.from({ length: form.width }, (_, index) => site.get(at + index));
        const call = `give${form.made.id}(${parts.join(", ")})`;
        if (!this.isBack(form.made, within)) return call;
        const names = parts.map(() => this.name("t"));
        // a walk goes on before this is done
        after.push(`const ${names.map((name, index) => `${name} = ${parts[index]}`).join(", ")};`);
        after.push(`later.push(() => { ${target} = give${form.made.id}(${names.join(", ")}); });`);
        return "undefined";
      }
    }
  }

  private giveFields(
    fields: readonly Form[],
    site: Pick<Site, "get" | "scalar">,
    made: Made,
    after: string[],
  ): readonly string[] {
    let at = 0;
    return fields.map((field, index) => {
      const code = this.giveForm(field, at, site, made, `out.fields[${index}]`, after);
      at += widthOf(field);
      return code;
    });
  }

  private giveMade(made: Made): string {
    const { id, body } = made;
    const after: string[] = [];
    if (body.tag === "array") {
      const kinds = kindsOf(body.item);
      const get = (at: number): string => (kinds[at] === "real" ? `k${at} + i` : `k${at}[i]`);
      const value = this.giveForm(body.item, 0, { get, scalar: get }, made, "out[i]", after);
      const lines = ["const out = new Array(n);", ...loop([`out[i] = ${value};`, ...after]), "return out;"];
      return fn(`give${id}(${["n", ...kinds.map((_, index) => `k${index}`)].join(", ")})`, lines);
    }
    if (body.tag === "list") {
      const [nil, cons] = body.data.cons as [ConLayout, ConLayout];
      const site = siteOf(cons);
      const value = this.giveForm(body.item, 0, site, made, "out[i]", after);
      const test = body.data.kind === "address" ? "a > -1" : `a.t !== ${nil.index}`;
      return fn(`give${id}(a)`, [
        "const out = [];",
        `for (let i = 0; ${test}; i++) {`,
        ...block([`out.push(${value});`, ...after, `a = ${site.get(widthOf(body.item))};`]),
        "}",
        "return out;",
      ]);
    }
    const isAddress = body.cons[0]?.con.data.kind === "address";
    const cases = body.cons.map(({ con, fields }) => {
      after.length = 0;
      const items = this.giveFields(fields, siteOf(con), made, after);
      const value = `{ tag: ${textCode(con.name)}, fields: [${items.join(", ")}] }`;
      const lines = after.length === 0 ? [`return ${value};`] : [`const out = ${value};`, ...after, "return out;"];
      let test = `a.t === ${con.index}`;
      if (isAddress && con.kinds.length === 0) test = `a === ${nullaryAddress(con)}`;
      else if (isAddress) test = wordsOf(con).isTagged ? `a > -1 && runtime.words[a] === ${con.index}` : "a > -1";
      return [`if (${test}) {`, ...block(lines), "}"];
    });
    return fn(`give${id}(a)`, cases.flat());
  }

  // ---- the cotangent

  private weighParts(parts: readonly Part[], values: readonly string[], within: Made | undefined): string[] {
    const lines: string[] = [];
    const late: string[] = [];
    parts.forEach((part, index) => {
      const { form, x, path } = part;
      lines.push(...this.check(part));
      if (form.tag === "real") lines.push(`cotangents.push(${x});`);
      if (form.tag !== "made") return;
      const call = `weigh${form.made.id}(${x}, ${values[index]}, ${pathCode(path)});`;
      if (this.isBack(form.made, within)) late.push(`later.push(() => { ${call} });`);
      else lines.push(call);
    });
    return [...lines, ...late];
  }

  private weighMade(made: Made): string {
    const { id, body } = made;
    const lines: string[] = [];
    if (body.tag === "data") {
      const names = body.cons.map(({ con }) => con.name).join(", ");
      lines.push(`checkObject(y, p, ${textCode(names)});`, "if (y.tag !== v.tag) unlike();", "switch (y.tag) {");
      for (const { con, fields } of body.cons) {
        const inner = [
          "const fields = y.fields;",
          `if (!Array.isArray(fields) || fields.length !== ${fields.length}) ${fail(["p", `".fields"`], `"an array of ${fields.length}"`)}`,
        ];
        const parts = this.fieldParts(fields, "fields", ["p", `".fields"`], inner);
        const values = fields.flatMap((field, index) => partsOf(field, `v.fields[${index}]`));
        inner.push(...this.weighParts(parts, values, made), "break;");
        lines.push(`${INDENT}case ${textCode(con.name)}: {`, ...block(block(inner)), `${INDENT}}`);
      }
      lines.push("}");
    } else {
      lines.push(
        `if (!isArray(y)) ${fail(["p"], `"an array"`)}`,
        "const n = y.length;",
        "if (n !== v.length) unlike();",
      );
      const inner: string[] = [];
      const parts = this.open(body.item, "y[i]", ["p", `"["`, "i", `"]"`], 0, inner);
      inner.push(...this.weighParts(parts, partsOf(body.item, "v[i]"), made));
      lines.push(...loop(inner));
    }
    return fn(`weigh${id}(y, v, p)`, lines);
  }

  // ---- the whole

  private top(input: Form, output: Form): string {
    const take: string[] = [];
    const parts = this.open(input, "x", [`"x"`], 0, take);
    take.push(...begin(count(parts).reals, 0, ""));
    const put = (at: number, code: string): string => `components[${at}] = ${code};`;
    const taken = this.takeParts(parts, undefined, { put }, (k) => `c + ${k}`, undefined);
    let reals = 0;
    const gradient = this.gradientOf(input, "x", undefined, () => `c + ${reals++}`, "", []);
    const get = (at: number): string => `r[${at}]`;
    const given = this.giveForm(output, 0, { get, scalar: get }, undefined, "", []);
    const weigh: string[] = [];
    const cotangent = this.open(output, "y", [`"cotangent"`], 0, weigh);
    weigh.push(...this.weighParts(cotangent, partsOf(output, "v"), undefined));
    return [
      fn("run(x)", [
        "later = []; starts = []; outputs = [];",
        "runtime.begin();",
        ...take,
        `const components = [];`,
        ...taken,
        "settle();",
        "runtime.loaded();",
        "runtime.run(components);",
        "const r = runtime.results();",
        `const value = ${given};`,
        "settle();",
        "return value;",
      ]),
      fn("weigh(y, v)", ["cotangents = [];", ...weigh, "settle();"]),
      fn("gradientOf(x, A)", [
        "next = 0;",
        ...(reals === 0 ? [] : ["const c = starts[next++];"]),
        `const out = ${gradient};`,
        "settle();",
        "return out;",
      ]),
    ].join("\n");
  }
}

const VALUES = "const V = runtime.values, H = runtime.words;";

/** Cells for Reals, and for Ints that need them; then where values and words lie. */
function begin(reals: number, ints: number, times: string): string[] {
  return [
    ...(reals === 0 ? [] : [`const c = runtime.cells(${reals}${times});`, "starts.push(c);"]),
    ...(ints === 0 ? [] : [`const k = runtime.cells(${ints}${times});`]),
    VALUES,
  ];
}

function count(parts: readonly Part[]): { readonly reals: number; readonly ints: number } {
  const of = (tag: string): number => parts.filter(({ form }) => form.tag === tag).length;
  return { reals: of("real"), ints: of("int") };
}

function innerForms({ body }: Made): readonly Form[] {
  return body.tag === "data" ? body.cons.flatMap(({ fields }) => fields) : [body.item];
}

/** The kinds of an item's components as columns of an array. */
function kindsOf(form: Form): readonly ("real" | "other")[] {
  if (form.tag === "real") return ["real"];
  if (form.tag === "tuple" || form.tag === "record") return form.items.flatMap(kindsOf);
  return Array.from({ length: widthOf(form) }, () => "other");
}

/** The scalar and made parts of data that has been checked. */
function partsOf(form: Form, x: string): readonly string[] {
  if (form.tag === "tuple") return form.items.flatMap((item, index) => partsOf(item, `${x}[${index}]`));
  if (form.tag === "record") return form.items.flatMap((item, index) => partsOf(item, `${x}.fields[${index}]`));
  return [x];
}

/** The components of a constructor's record or object a. */
function siteOf(con: ConLayout): Pick<Site, "get" | "scalar"> {
  if (con.data.kind === "pointer") {
    const get = (at: number): string => `a.f${at}`;
    return { get, scalar: get };
  }
  const first = wordsOf(con).isTagged ? 1 : 0;
  const get = (at: number): string => `runtime.words[a + ${first + at}]`;
  return {
    get,
    scalar: (at, kind) => (kind === "int" ? `runtime.values[${get(at)}]` : `${get(at)} === 1`),
  };
}

function loop(lines: readonly string[]): string[] {
  return ["for (let i = 0; i < n; i++) {", ...block(lines), "}"];
}

function fn(head: string, lines: readonly string[]): string {
  return `function ${head} {\n${block(lines).join("\n")}\n}\n`;
}

const HEAD = `
let later = [], starts = [], outputs = [], cotangents = [], next = 0;

/** Does what was put off. */
function settle() {
  while (later.length > 0) later.pop()();
}

function fail(path, what) {
  throw new TypeError(path + ": " + what + " is expected");
}

function unlike() {
  throw new TypeError("the cotangent does not have the form of the result");
}

function isInt(x) {
  return Number.isSafeInteger(x) || x === 2 ** 53 || x === -(2 ** 53);
}

function isArray(x) {
  return Array.isArray(x) || x instanceof Float64Array;
}

function checkObject(x, path, tags) {
  if (typeof x !== "object" || x === null) fail(path, "an object { tag, fields } with a tag of " + tags);
}

/** A Real of the result. */
function real(cell) {
  outputs.push(cell);
  return runtime.values[cell];
}
`;
