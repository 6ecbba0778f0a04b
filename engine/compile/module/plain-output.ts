// Builds plain outputs from components, and their dot product with a cotangent.
import { type ConLayout, isRealCons, nullaryAddress, wordsOf } from "../ir/layout.ts";
import { textCode } from "../ir/literals.ts";
import {
  block,
  type Form,
  type FormPart,
  type Forms,
  fail,
  fn,
  INDENT,
  kindsOf,
  loop,
  type Made,
  partsOf,
  pathCode,
  plus,
  recordCode,
  widthOf,
} from "./plain-forms.ts";

/** Components that come out: as they are, and as an Int or Bool, which may lie otherwise. */
interface Site {
  readonly get: (at: number) => string;
  readonly scalar: (at: number, kind: "int" | "bool") => string;
}

/** The functions of what goes out. */
export class PlainOutput {
  private readonly forms: Forms;

  constructor(forms: Forms) {
    this.forms = forms;
  }

  /** Data of a form as an expression, its components from the place `at` of a site on; what is put off is set by `after`. */
  giveForm(form: Form, at: number, site: Site, within: Made | undefined, target: string, after: string[]): string {
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
        if (form.tag === "record") return recordCode(form.name, items);
        return items.length === 0 ? "null" : `[${items.join(", ")}]`;
      }
      case "made": {
        const parts = Array.from({ length: form.width }, (_, index) => site.get(at + index));
        const call = `give${form.made.id}(${parts.join(", ")})`;
        if (!this.forms.isBack(form.made, within)) return call;
        const names = parts.map(() => this.forms.name("t"));
        // a walk goes on before this is done
        after.push(`const ${names.map((name, index) => `${name} = ${parts[index]}`).join(", ")};`);
        after.push(`later.push(() => { ${target} = give${form.made.id}(${names.join(", ")}); });`);
        return "undefined";
      }
    }
  }

  private giveFields(fields: readonly Form[], site: Site, made: Made, after: string[]): readonly string[] {
    let at = 0;
    return fields.map((field, index) => {
      const code = this.giveForm(field, at, site, made, `out.fields[${index}]`, after);
      at += widthOf(field);
      return code;
    });
  }

  /** The function that makes data of its components: `give1(a)`, of an array `give1(n, k0, ..)`. */
  giveMade(made: Made): string {
    const { id, body } = made;
    const about = `Data of type ${made.shown} from its ${body.tag === "array" ? "components" : "component"}.`;
    const after: string[] = [];
    if (body.tag === "array") {
      if (body.item.tag === "real") return fn(about, `give${id}(n, k0)`, ["return row(k0, n);"]);
      const kinds = kindsOf(body.item);
      const get = (at: number): string => (kinds[at] === "real" ? `k${at} + i` : `k${at}[i]`);
      const value = this.giveForm(body.item, 0, { get, scalar: get }, made, "out[i]", after);
      const lines = ["const out = new Array(n);", ...loop([`out[i] = ${value};`, ...after]), "return out;"];
      return fn(about, `give${id}(${["n", ...kinds.map((_, index) => `k${index}`)].join(", ")})`, lines);
    }
    if (body.tag === "list") {
      const [nil, cons] = body.data.cons as [ConLayout, ConLayout];
      if (isRealCons(cons)) return fn(about, `give${id}(a)`, REAL_LIST);
      const site = siteOf(cons);
      const value = this.giveForm(body.item, 0, site, made, "out[i]", after);
      const test = body.data.kind === "address" ? "a > -1" : `a.t !== ${nil.index}`;
      return fn(about, `give${id}(a)`, [
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
      const value = recordCode(con.name, items);
      const lines = after.length === 0 ? [`return ${value};`] : [`const out = ${value};`, ...after, "return out;"];
      let test = `a.t === ${con.index}`;
      if (isAddress && con.kinds.length === 0) test = `a === ${nullaryAddress(con)}`;
      else if (isAddress) test = wordsOf(con).isTagged ? `a > -1 && runtime.words[a] === ${con.index}` : "a > -1";
      return [`if (${test}) {`, ...block(lines), "}"];
    });
    return fn(about, `give${id}(a)`, cases.flat());
  }

  /** Checks parts of a cotangent, and notes their Reals; `values` are the same parts of the value. */
  weighParts(parts: readonly FormPart[], values: readonly string[], within: Made | undefined): string[] {
    const lines: string[] = [];
    const late: string[] = [];
    parts.forEach((part, index) => {
      const { form, x, path } = part;
      lines.push(...this.forms.check(part));
      if (form.tag === "real") lines.push(`cotangents[weighed++] = ${x} + 0;`);
      if (form.tag === "bool") lines.push(`if (${x} !== ${values[index]}) ${fail(path, `alike(${values[index]})`)}`);
      if (form.tag !== "made") return;
      const call = `weigh${form.made.id}(${x}, ${values[index]}, ${pathCode(path)});`;
      if (this.forms.isBack(form.made, within)) late.push(`later.push(() => { ${call} });`);
      else lines.push(call);
    });
    return [...lines, ...late];
  }

  /** The function that notes the Reals of a cotangent: `weigh1(y, v, p)`, y at the place p, v the value. */
  weighMade(made: Made): string {
    const { id, body } = made;
    const lines: string[] = [];
    if (body.tag === "data") {
      const names = body.cons.map(({ con }) => con.name).join(", ");
      lines.push(`checkObject(y, p, ${textCode(names)});`);
      lines.push(`if (y.tag !== v.tag) ${fail(["p", `".tag"`], "alike(v.tag)")}`, "switch (y.tag) {");
      for (const { con, fields } of body.cons) {
        const inner: string[] = [];
        const parts = this.forms.openFields(fields, "y", inner);
        const values = fields.flatMap((field, index) => partsOf(field, `v.fields[${index}]`));
        inner.push(...this.weighParts(parts, values, made), "break;");
        lines.push(`${INDENT}case ${textCode(con.name)}: {`, ...block(block(inner)), `${INDENT}}`);
      }
      lines.push("}");
    } else {
      lines.push(
        `if (!isArray(y)) ${fail(["p"], `"an array"`)}`,
        "const n = y.length;",
        `if (n !== v.length) ${fail(["p"], `alike("an array of " + v.length)`)}`,
      );
      const inner: string[] = [];
      const parts = this.forms.open(body.item, "y[i]", ["p", `"["`, "i", `"]"`], 0, inner);
      inner.push(...this.weighParts(parts, partsOf(body.item, "v[i]"), made));
      lines.push(...loop(inner));
    }
    return fn(
      `Checks a cotangent of type ${made.shown} at the place p, and that it has the form of v; notes its Reals.`,
      `weigh${id}(y, v, p)`,
      lines,
    );
  }
}

/** The statements that make a list of Reals a: row by row of cells that follow each other. */
const REAL_LIST = [
  "const V = runtime.values, H = runtime.words;",
  "if (a > -1 && H[a + 2] > 0) return row(H[a], H[a + 2]);",
  "let n = 0;",
  "for (let b = a; b > -1; b = H[b + 1]) n++;",
  "const out = new Array(n);",
  "for (let i = 0; i < n; ) {",
  ...block([
    "const first = H[a];",
    "let cell = first;",
    "do {",
    ...block(["out[i++] = V[cell++];", "a = H[a + 1];"]),
    "} while (i < n && H[a] === cell);",
    "note(first, cell - first);",
  ]),
  "}",
  "return out;",
];

/** The components of a constructor's record or object a. */
function siteOf(con: ConLayout): Site {
  if (con.data.kind === "pointer") {
    const get = (at: number): string => `a.f${at}`;
    return { get, scalar: get };
  }
  const first = wordsOf(con).isTagged ? 1 : 0;
  const get = (at: number): string => `runtime.words[${plus("a", first + at)}]`;
  return {
    get,
    scalar: (at, kind) => (kind === "int" ? `runtime.values[${get(at)}]` : `${get(at)} === 1`),
  };
}
