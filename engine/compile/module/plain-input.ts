// Plain data that comes in: what checks it and takes it in, and what makes a gradient of its form.
import { type ConLayout, isRealCons, nullaryAddress, wordsOf } from "../ir/layout.ts";
import { textCode } from "../ir/literals.ts";
import {
  block,
  count,
  type DataTypes,
  type Form,
  type FormPart,
  type Forms,
  fail,
  fn,
  INDENT,
  kindsOf,
  loop,
  type Made,
  pathCode,
  plus,
  recordCode,
  widthOf,
} from "./plain-forms.ts";

/** The statement that sets a component; words that lie in H may have moved by the time that parts are made. */
type Put = (at: number, code: string, words: "H" | "runtime.words") => string;

/** The functions of what comes in. */
export class PlainInput {
  private readonly forms: Forms;
  private readonly classOf: DataTypes["classOf"];

  constructor(forms: Forms, classOf: DataTypes["classOf"]) {
    this.forms = forms;
    this.classOf = classOf;
  }

  /** Scalars first, then what is made; an Int is never −0. `cell` is the cell of the k-th Real, `number` that of the k-th Int where it has one. */
  takeParts(
    parts: readonly FormPart[],
    within: Made | undefined,
    put: Put,
    cell: (k: number) => string,
    number: ((k: number) => string) | undefined,
  ): string[] {
    const lines: string[] = [];
    let [reals, ints] = [0, 0];
    for (const part of parts) {
      const { form, x, at } = part;
      lines.push(...this.forms.check(part));
      if (form.tag === "real") {
        const place = cell(reals++);
        lines.push(`V[${place}] = ${x};`, put(at, place, "H"));
      } else if (form.tag === "int" && number !== undefined) {
        const place = number(ints++);
        lines.push(`V[${place}] = ${x} + 0;`, put(at, place, "H"));
      } else if (form.tag === "int") lines.push(put(at, `${x} + 0`, "H"));
      else if (form.tag === "bool") lines.push(put(at, number !== undefined ? `+${x}` : x, "H"));
    }
    const made = parts.flatMap(({ form, x, path, at }) => {
      if (form.tag !== "made") return [];
      const name = this.forms.name("t");
      const set = (index: number, code: string): string => put(at + index, code, "runtime.words");
      const puts =
        form.made.body.tag === "array"
          ? Array.from({ length: form.width }, (_, index) => set(index, `${name}[${index}]`))
          : [set(0, name)];
      const code = [`const ${name} = take${form.made.id}(${x}, ${pathCode(path)});`, ...puts];
      return [{ code, isBack: this.forms.isBack(form.made, within) }];
    });
    for (const { code, isBack } of made) if (!isBack) lines.push(...code);
    for (const { code, isBack } of made) if (isBack) lines.push("later.push(() => {", ...block(code), "});");
    return lines.filter((line) => line !== "");
  }

  /** The function that takes in what is made: `take1(x, p)`, x at the place p. */
  takeMade(made: Made): string {
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
    return fn(
      `Checks data of type ${made.shown} at the place p, and takes it in: its ${body.tag === "array" ? "components" : "component"}.`,
      `take${id}(x, p)`,
      lines,
    );
  }

  private takeConstructor(made: Made, con: ConLayout, fields: readonly Form[]): string[] {
    const lines: string[] = [];
    const parts = this.forms.openFields(fields, "x", lines);
    const { reals, ints } = count(parts);
    if (con.data.kind === "address") {
      if (con.kinds.length === 0) return [...lines, `return ${nullaryAddress(con)};`];
      const { isTagged, size } = wordsOf(con);
      const first = isTagged ? 1 : 0;
      lines.push(`const a = runtime.record(${size});`, ...begin(reals, ints));
      if (isTagged) lines.push(`H[a] = ${con.index};`);
      if (isRealCons(con)) lines.push(`H[a + ${size - 1}] = 0;`);
      const put: Put = (at, code, words) => `${words}[${plus("a", first + at)}] = ${code};`;
      const number = (k: number): string => plus("k", k);
      return [...lines, ...this.takeParts(parts, made, put, (k) => plus("c", k), number), "return a;"];
    }
    const maker = this.classOf(con);
    lines.push(`const o = runtime.makers[${maker}]();`, ...begin(reals, 0));
    const put: Put = (at, code) => `o.f${at} = ${code};`;
    return [...lines, ...this.takeParts(parts, made, put, (k) => plus("c", k), undefined), "return o;"];
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
    const parts = this.forms.open(item, "x[i]", ["p", `"["`, "i", `"]"`], 0, inner);
    // making parts may move the values
    if (reals.length > 0 && item.tag !== "real")
      (parts.some(({ form }) => form.tag === "made") ? inner : lines).push("const V = runtime.values;");
    const put: Put = (at, code) => (kinds[at] === "real" ? "" : `k${at}[i] = ${code};`);
    inner.push(...this.takeParts(parts, made, put, (k) => `${reals[k]} + i`, undefined));
    return [...lines, ...loop(inner), result];
  }

  private takeList(made: Made, { item, data }: Extract<Made["body"], { readonly tag: "list" }>): string[] {
    const [nil, cons] = data.cons as [ConLayout, ConLayout];
    const width = widthOf(item);
    const inner: string[] = [];
    const parts = this.forms.open(item, "x[i]", ["p", `"["`, "i", `"]"`], 0, inner);
    const { reals, ints } = count(parts);
    const hasMade = parts.some(({ form }) => form.tag === "made");
    const cell = (k: number): string => inRow("c", reals, k);
    if (data.kind === "address") {
      const { size } = wordsOf(cons);
      if (isRealCons(cons)) return this.takeRealList(size, nullaryAddress(nil));
      const lines = [`const first = runtime.record(${ofAll(size)});`, ...cells(reals, ints, ofAll)];
      (hasMade ? inner : lines).push(VALUES);
      inner.push(`const a = first + ${size} * i;`);
      inner.push(`H[a + ${width}] = i + 1 < n ? a + ${size} : ${nullaryAddress(nil)};`);
      const put: Put = (at, code, words) => `${words}[${plus("a", at)}] = ${code};`;
      const number = (k: number): string => inRow("k", ints, k);
      inner.push(...this.takeParts(parts, made, put, cell, number));
      return [...lines, ...loop(inner), `return n === 0 ? ${nullaryAddress(nil)} : first;`];
    }
    const [none, some] = [nil, cons].map((con) => `runtime.makers[${this.classOf(con)}]()`) as [string, string];
    const lines = [`const end = ${none};`, ...cells(reals, 0, ofAll), "let first = end, last;"];
    (hasMade ? inner : lines).push(VALUES);
    inner.push(`const o = ${some};`, "if (i === 0) first = o;", `else last.f${width} = o;`);
    inner.push("last = o;", `o.f${width} = end;`);
    const put: Put = (at, code) => `o.f${at} = ${code};`;
    inner.push(...this.takeParts(parts, made, put, cell, undefined));
    return [...lines, ...loop(inner), "return first;"];
  }

  /** A list of Reals is contiguous as it comes in. */
  private takeRealList(size: number, empty: number): string[] {
    const item = { form: { tag: "real" }, x: "x[i]", path: ["p", `"["`, "i", `"]"`], at: 0 } as const;
    return [
      `const first = runtime.record(${ofAll(size)});`,
      ...cells(1, 0, ofAll),
      `if (n === 0) return ${empty};`,
      "const V = runtime.values;",
      ...loop([...this.forms.check(item), "V[c + i] = x[i];"]),
      "lay(first, c, n);",
      "return first;",
    ];
  }

  /** Data of the form of x as an expression, Reals from their cells; what is put off is set by `after`. */
  gradientOf(
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
        return `${x} + 0`;
      case "bool":
        return x;
      case "tuple":
        if (form.items.length === 0) return "null";
        return `[${form.items.map((item, i) => this.gradientOf(item, `${x}[${i}]`, within, cell, `${target}[${i}]`, after)).join(", ")}]`;
      case "record": {
        const items = form.items.map((item, i) =>
          this.gradientOf(item, `${x}.fields[${i}]`, within, cell, `${target}.fields[${i}]`, after),
        );
        return recordCode(form.name, items);
      }
      case "made": {
        const call = `gradient${form.made.id}(${x}, A)`;
        if (!this.forms.isBack(form.made, within)) return call;
        after.push(`later.push(() => { ${target} = ${call}; });`);
        return "undefined";
      }
    }
  }

  /** The function that makes the gradient by it: `gradient1(x, A)`, A the cotangents of cells. */
  gradientMade(made: Made): string {
    const { id, body } = made;
    const about = `The gradient by data of type ${made.shown}.`;
    const after: string[] = [];
    let reals = 0;
    if (body.tag === "data") {
      const cases = body.cons.flatMap(({ con, fields }) => {
        after.length = reals = 0;
        const items = fields.map((field, i) =>
          this.gradientOf(field, `x.fields[${i}]`, made, () => plus("c", reals++), `out.fields[${i}]`, after),
        );
        const value = recordCode(con.name, items);
        const start = reals === 0 ? [] : ["const c = starts[next++];"];
        const end = after.length === 0 ? [`return ${value};`] : [`const out = ${value};`, ...after, "return out;"];
        return [`case ${textCode(con.name)}: {`, ...block([...start, ...end]), "}"];
      });
      return fn(about, `gradient${id}(x, A)`, ["switch (x.tag) {", ...block(cases), "}"]);
    }
    const { item } = body;
    const columns = kindsOf(item).flatMap((kind, index) => (kind === "real" ? [`k${index}`] : []));
    const total = columns.length;
    const cell = (): string => {
      const k = reals++;
      if (body.tag === "array") return `${columns[k]} + i`;
      return inRow("c", total, k);
    };
    const value = this.gradientOf(item, "x[i]", made, cell, "out[i]", after);
    const starts =
      body.tag === "array"
        ? columns.map((name) => `const ${name} = starts[next++];`)
        : total === 0
          ? []
          : ["const c = starts[next++];"];
    return fn(about, `gradient${id}(x, A)`, [
      "const n = x.length, out = x instanceof Float64Array ? new Float64Array(n) : new Array(n);",
      ...starts,
      ...loop([`out[i] = ${value};`, ...after]),
      "return out;",
    ]);
  }
}

const VALUES = "const V = runtime.values, H = runtime.words;";

/** The k-th of the cells of the i-th item. */
function inRow(base: string, each: number, k: number): string {
  return each === 1 ? `${base} + i` : plus(`${base} + ${each} * i`, k);
}

/** The number of components of n items that have `each` of them, as code. */
function ofAll(each: number): string {
  return each === 1 ? "n" : `${each} * n`;
}

/**
 * Conses of lists of Reals. Where a list comes to lie where one of its length lay in the run before, they are there: no run writes to what
 * it was given. With threads, others write to the same memory.
 */
export function layText(body: Made["body"], isKept: boolean): string {
  if (body.tag !== "list") return "";
  const [nil, cons] = body.data.cons as [ConLayout, ConLayout];
  if (!isRealCons(cons)) return "";
  const { size } = wordsOf(cons);
  const kept = [
    "const at = lists;",
    "lists += 3;",
    "if (laid[at] === first && laid[at + 1] === c && laid[at + 2] === n) return;",
    "laid.length = at;",
    "laid.push(first, c, n);",
  ];
  return fn(
    "Makes the conses of a list of n Reals, whose cells follow each other, unless they are there from the run before.",
    "lay(first, c, n)",
    [
      ...(isKept ? kept : []),
      "const H = runtime.words;",
      `for (let i = 0, a = first; i < n; i++, a += ${size}) {`,
      ...block(["H[a] = c + i;", `H[a + 1] = a + ${size};`, "H[a + 2] = n - i;"]),
      "}",
      `H[first + ${size} * n - 2] = ${nullaryAddress(nil)};`,
    ],
  );
}

/** Cells for Reals, noted in `starts`, and for Ints that need them. */
export function cells(reals: number, ints: number, all: (count: number) => string): string[] {
  return [
    ...(reals === 0 ? [] : [`const c = runtime.cells(${all(reals)});`, "starts.push(c);"]),
    ...(ints === 0 ? [] : [`const k = runtime.cells(${all(ints)});`]),
  ];
}

/** The same once; then where values and words lie. */
function begin(reals: number, ints: number): string[] {
  return [...cells(reals, ints, String), VALUES];
}
