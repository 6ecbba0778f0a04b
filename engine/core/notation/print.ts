// Core programs as text, in the papers' notation. With types, the text can be read back (core/notation/read.ts): what is printed
// is what runs. Without, the same text lacks the annotations of λ, letrec and instantiations.
//
// Tuples are (s, t), as in Dual and in the POPL edition; ⟨x, d⟩ is a dual number. 𝟎 is 0 : c and 𝟎(x) a zero with the
// shape of x. πᵢ projects, C.i takes the i-th field of a constructor, ⋆ joins parallel parts.
import {
  type Doc,
  group,
  hardline,
  join,
  line,
  type Marked,
  marked,
  nest,
  render,
  renderMarked,
  softline,
} from "../../base/doc.ts";
import { unreachable } from "../../base/unreachable.ts";
import type { Span } from "../../source/span.ts";
import { BUILT_IN_DATA } from "../../types/builtins.ts";
import { CONS, type DataType, LIST, type Type } from "../../types/type.ts";
import { formulaOf } from "../scalars/formula.ts";
import { OPS } from "../scalars/ops.ts";
import { PRIMS } from "../terms/prims.ts";
import {
  type CoreBinding,
  type CorePattern,
  type CoreProgram,
  type CustomOp,
  type Global,
  type OpRef,
  OWN_MARK,
  type Term,
} from "../terms/term.ts";
import { showReal } from "../values/show-value.ts";
import { printType, underlined, type VariableNames } from "./print-type.ts";

export interface PrintOptions {
  readonly types: boolean;
  /** Partials of built-in operations as formulas, for people: what is printed then cannot be read back. */
  readonly formulas?: boolean;
  /** Columns to keep to where that is possible. */
  readonly width?: number;
}

/** The words of the notation: a variable of such a name is printed with {@link ESCAPE} after it. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...Object.values(OPS)
    .filter((op) => !op.infix)
    .map((op) => op.symbol),
  ...Object.values(PRIMS)
    .map((prim) => prim.name)
    .filter((name) => /^[a-z]/i.test(name)),
  ...[
    "nan",
    "inf",
    "let",
    "letrec",
    "and",
    "in",
    "if",
    "then",
    "else",
    "case",
    "of",
    "data",
    "op",
    "by",
    "def",
    "once",
    "inline",
    "parList",
  ],
]);

/** The prime sign, no letter: no program can have written it. */
export const ESCAPE = "′";

/** Prints a whole program, its data types first. */
export function printProgram(program: CoreProgram, options: PrintOptions): string {
  return printMarked(program, options).text;
}

/** Prints a whole program, and says which part of the text has come from which place in the source. */
export function printMarked(
  program: CoreProgram,
  options: PrintOptions,
): { readonly text: string; readonly marks: readonly Marked<Span>[] } {
  const printer = new Printer(program, options);
  const parts: Doc[] = [];
  const definitions = [
    ...program.ops.map((op) => printer.op(op)),
    ...program.globals.map((global) => printer.global(global)),
  ];
  const width = options.width ?? 100;
  const { text, marks } = renderSeparately(definitions, width);
  if (program.dual !== undefined) parts.push(`D[ℝ] = ℝ × ${printer.dual(program.dual)}`);
  parts.push(...printer.dataTypes(text));
  const head = parts.map((doc) => render(doc, width)).join("\n");
  const before = head === "" ? "" : `${head}\n\n`;
  const moved = marks.map(({ from, to, mark }) => ({
    from: from + before.length,
    to: to + before.length,
    mark: mark as Span,
  }));
  return { text: `${before}${text}\n`, marks: moved };
}

/** Documents one after the other with an empty line between, each laid out by itself. */
function renderSeparately(docs: readonly Doc[], width: number): ReturnType<typeof renderMarked> {
  let text = "";
  const marks: Marked[] = [];
  for (const [index, doc] of docs.entries()) {
    if (index > 0) text += "\n\n";
    const rendered = renderMarked(doc, width);
    for (const { from, to, mark } of rendered.marks)
      marks.push({ from: from + text.length, to: to + text.length, mark });
    text += rendered.text;
  }
  return { text, marks };
}

/** Prints one term, for people. */
export function printTerm(program: CoreProgram, term: Term, options: PrintOptions): string {
  return render(new Printer(program, options).term(term, 0), options.width ?? 100);
}

/** The names of a data type and of its constructors. */
function namesOf({ name, constructors }: DataType): readonly string[] {
  return [name, ...constructors.map((one) => one.name)];
}

/** The names that carry the mark of a transformation, without it where no other data type or constructor has the name. */
function addedNames(data: readonly DataType[]): VariableNames {
  const all = new Set(data.flatMap(namesOf));
  const bare = (name: string): string => name.slice(0, -OWN_MARK.length);
  return new Map(
    [...all].flatMap((name) => (name.endsWith(OWN_MARK) && !all.has(bare(name)) ? [[name, bare(name)] as const] : [])),
  );
}

class Printer {
  private readonly types: boolean;
  private readonly formulas: boolean;
  private readonly program: CoreProgram;
  private readonly customs: ReadonlySet<string>;
  /** Names that would be read as constructors. */
  private readonly constructors: ReadonlySet<string>;
  /** How the data types and constructors that a transformation added are printed. */
  private readonly added: VariableNames;
  private names: VariableNames;
  /** Inside a λ̲, where + is the sum on c. */
  private isLinear = false;

  constructor(program: CoreProgram, options: PrintOptions) {
    this.program = program;
    this.types = options.types;
    this.formulas = options.formulas === true;
    this.customs = new Set(program.ops.map((op) => op.name));
    this.constructors = new Set(program.data.flatMap((data) => data.constructors.map(({ name }) => name)));
    this.added = addedNames(program.data);
    this.names = this.added;
  }

  /** The second part of D[ℝ]. */
  dual(type: Type): string {
    return printType(type, this.names, 1);
  }

  /** The declarations of the data types that a text mentions or that make another keep its mark; built-in ones left out. */
  dataTypes(text: string): readonly Doc[] {
    const builtIn = new Set(BUILT_IN_DATA.map((data) => data.name));
    const names = new Set(this.program.data.flatMap(namesOf));
    let all = text;
    const isNeeded = (name: string): boolean =>
      names.has(name + OWN_MARK) || mentions(all, this.added.get(name) ?? name);
    const printed = new Map<string, string>();
    for (let size = -1; size < printed.size; ) {
      size = printed.size;
      for (const data of this.program.data) {
        if (builtIn.has(data.name) || printed.has(data.name) || !namesOf(data).some(isNeeded)) continue;
        const declaration = this.data(data);
        printed.set(data.name, declaration);
        all += declaration;
      }
    }
    return this.program.data.flatMap((data) => printed.get(data.name) ?? []);
  }

  private data(data: CoreProgram["data"][number]): string {
    const constructors = data.constructors.map(({ name, fields }) =>
      [this.constructorName(name), ...fields.map((field) => printType(field, this.names, 2))].join(" "),
    );
    return `data ${[this.added.get(data.name) ?? data.name, ...data.params].join(" ")} = ${constructors.join(" | ")}`;
  }

  op(op: CustomOp): Doc {
    const partials = join(
      op.partials.map((partial) => this.term(partial, 0)),
      [",", line],
    );
    return group("op ", op.name, " =", nest(line, this.term(op.value, 0)), line, "by ", nest(partials));
  }

  global(global: Global): Doc {
    return this.quantified(global.variables, (variables) => {
      const head = `${this.name(global.name)}${variables}`;
      const type = this.types ? ` : ${printType(global.type, this.names)}` : "";
      return group(
        `${global.kind === "once" || global.kind === "inline" ? `${global.kind} ` : ""}def ${head}${type} =`,
        nest(line, this.term(global.term, 0)),
      );
    });
  }

  /** Gives short names to quantified variables for what `print` prints, and passes their list. */
  private quantified(variables: readonly string[], print: (list: string) => Doc): Doc {
    const before = this.names;
    const names = new Map(before);
    for (const variable of variables) names.set(variable, letter(names.size - this.added.size));
    this.names = names;
    const list =
      variables.length === 0 || !this.types ? "" : `⟦${variables.map((variable) => names.get(variable)).join(", ")}⟧`;
    const doc = print(list);
    this.names = before;
    return doc;
  }

  private type(type: Type): string {
    return printType(type, this.names);
  }

  private instantiation(types: readonly Type[]): string {
    return types.length === 0 || !this.types ? "" : `⟦${types.map((type) => this.type(type)).join(", ")}⟧`;
  }

  private constructorName(name: string): string {
    return this.added.get(name) ?? name;
  }

  private name(name: string): string {
    return RESERVED.has(name) || this.customs.has(name) || this.constructors.has(name) ? name + ESCAPE : name;
  }

  /** A pattern; `annotate` where its variables carry types (λ). */
  pattern(pattern: CorePattern, annotate: boolean, isCotangent = false): string {
    const of = (type: Type) =>
      annotate && this.types ? ` : ${isCotangent ? underlined(this.type(type)) : this.type(type)}` : "";
    const inner = (at: CorePattern) => this.pattern(at, annotate);
    switch (pattern.tag) {
      case "var":
        return `${this.name(pattern.name)}${of(pattern.type)}`;
      case "any":
        return `_${of(pattern.type)}`;
      case "number": {
        const text = pattern.type === "Real" ? showReal(pattern.value) : String(pattern.value);
        return text.startsWith("-") ? `(${text})` : text;
      }
      case "tuple":
        return `(${pattern.items.map(inner).join(", ")})`;
      case "dual":
        return `⟨${inner(pattern.primal)}, ${inner(pattern.dual)}⟩`;
      case "con": {
        const types = annotate ? this.instantiation(pattern.types) : "";
        if (pattern.con === CONS) return `(${inner(pattern.args[0]!)} ::${types} ${inner(pattern.args[1]!)})`;
        return `${this.constructorName(pattern.con)}${types}${pattern.args.length === 0 ? "" : `(${pattern.args.map(inner).join(", ")})`}`;
      }
    }
  }

  /** Level 0: anything; 1: an operand; 2: an argument of an application. */
  term(term: Term, level: 0 | 1 | 2): Doc {
    const doc = this.unmarked(term, level);
    return term.span === undefined ? doc : marked(term.span, doc);
  }

  private unmarked(term: Term, level: 0 | 1 | 2): Doc {
    const wrap = (doc: Doc, from: 1 | 2): Doc => (level >= from ? ["(", doc, ")"] : doc);
    switch (term.tag) {
      case "var":
        return this.name(term.name) + this.instantiation(term.types);
      case "global":
        return this.name(term.name) + this.instantiation(term.types);
      case "real": {
        const text = showReal(term.value);
        return text.startsWith("-") ? `(${text})` : text;
      }
      case "int":
        return term.value < 0 ? `(${term.value})` : String(term.value);
      case "tuple":
        return this.list("(", term.items, ")");
      case "dual":
        return this.list("⟨", [term.primal, term.dual], "⟩");
      case "fork":
        if (term.items.length !== 2) return wrap(["⋆", this.list("(", term.items, ")")], 1);
        return wrap(group(this.term(term.items[0]!, 1), " ⋆", line, this.term(term.items[1]!, 1)), 1);
      case "proj":
        return [`π${subscript(term.index + 1)}`, this.list("(", [term.term], ")")];
      case "field":
        return [
          term.data === LIST ? `(::).${term.index + 1}` : `${this.constructorName(term.con)}.${term.index + 1}`,
          this.list("(", [term.term], ")"),
        ];
      case "list": {
        if (term.items.length === 0) return `[]${this.instantiation([term.item])}`;
        if (term.tail === undefined) return this.list("[", term.items, "]");
        const parts = [...term.items, term.tail].map((item) => this.term(item, 1));
        return wrap(group(join(parts, [" ::", line])), 1);
      }
      case "array":
        return [this.list("#[", term.items, "]"), term.items.length === 0 ? this.instantiation([term.item]) : ""];
      case "con": {
        const head = this.constructorName(term.con) + this.instantiation(term.types);
        return term.args.length === 0 ? head : [head, this.list("(", term.args, ")")];
      }
      case "lam":
        return wrap(this.lambda(term), 1);
      case "app": {
        const args: Term[] = [];
        let fn: Term = term;
        for (; fn.tag === "app"; fn = fn.fn) args.unshift(fn.arg);
        return wrap(group(this.term(fn, 2), nest(args.map((arg) => [line, this.term(arg, 2)]))), 2);
      }
      case "let":
        return wrap(this.let(term), 1);
      case "letrec": {
        const functions = term.functions.map((fn, index) =>
          this.quantified(fn.variables, (variables) => {
            const head = this.types
              ? `${this.name(fn.name)}${variables} : ${this.type(fn.type)} =`
              : `${this.name(fn.name)} =`;
            return group(index === 0 ? "letrec " : "and ", head, nest(line, this.term(fn.term, 0)));
          }),
        );
        return wrap([join(functions, hardline), " in", hardline, this.term(term.body, 0)], 1);
      }
      case "case":
        return wrap(this.case(term), 1);
      case "op":
        return this.operation(term, level);
      case "partial": {
        const product = this.formulas ? this.product(term, level) : undefined;
        if (product !== undefined) return product;
        return [
          `∂${subscript(term.index + 1)}`,
          this.opName(term.op, true),
          this.list("(", term.args, ")"),
          this.list("(", [term.cotangent], ")"),
        ];
      }
      case "prim":
        return this.prim(term, level);
      case "forkList":
        return [`parList${this.instantiation([term.item])}`, this.list("(", [term.thunks], ")")];
      default:
        return unreachable(term);
    }
  }

  /** A partial derivative as a formula times the cotangent; undefined where it has none, or an argument is no name or number. */
  private product(term: Extract<Term, { tag: "partial" }>, level: 0 | 1 | 2): Doc | undefined {
    const atom = (arg: Term): string | undefined => {
      if (arg.tag === "var") return this.name(arg.name);
      return arg.tag === "real" && arg.value >= 0 ? showReal(arg.value) : undefined;
    };
    const z = atom(term.cotangent);
    const formula = formulaOf(this.opName(term.op, false), term.index, term.args.map(atom));
    // a formula in words is no factor
    if (z === undefined || formula === undefined || / if |,/.test(formula)) return undefined;
    const isOne = term.cotangent.tag === "real" && term.cotangent.value === 1;
    const sign = formula === "-1" && !isOne ? "-" : "";
    if (formula === "1" || sign !== "") return sign === "" || level < 2 ? sign + z : `(${sign}${z})`;
    const isSimple = /^[^\s+\-/]+$/.test(formula);
    if (isOne) return isSimple || level < 2 ? formula : `(${formula})`;
    const text = `${isSimple ? formula : `(${formula})`}·${z}`;
    return level < 2 ? text : `(${text})`;
  }

  private list(open: string, items: readonly Term[], close: string): Doc {
    if (items.length === 0) return open + close;
    return group(
      open,
      nest(
        softline,
        join(
          items.map((item) => this.term(item, 0)),
          [",", line],
        ),
      ),
      softline,
      close,
    );
  }

  /** A chain of λs on one line, and the body of the last. */
  private lambda(term: Extract<Term, { tag: "lam" }>): Doc {
    const params: string[] = [];
    let at: Term = term;
    for (; at.tag === "lam" && at.linear === term.linear; at = at.body) {
      const pattern = this.pattern(at.param, true, at.linear);
      const isBare = at.param.tag !== "var" && at.param.tag !== "any" && at.param.tag !== "number";
      params.push(`λ${at.linear ? "\u0332" : ""}${isBare || !this.types ? pattern : `(${pattern})`}.`);
    }
    const before = this.isLinear;
    this.isLinear = term.linear;
    const body = this.term(at, 0);
    this.isLinear = before;
    return group(params.join(" "), nest(line, body));
  }

  private let(term: Extract<Term, { tag: "let" }>): Doc {
    const bindings = term.bindings.map((binding: CoreBinding) =>
      this.quantified(binding.variables, (variables) =>
        group(
          "let ",
          this.pattern(binding.pattern, false),
          variables,
          " =",
          nest(line, this.term(binding.bound, 0)),
          line,
          "in",
        ),
      ),
    );
    return [join(bindings, hardline), hardline, this.term(term.body, 0)];
  }

  private case(term: Extract<Term, { tag: "case" }>): Doc {
    const [first, second] = term.branches;
    if (term.branches.length === 2 && isBool(first!.pattern, "True") && isBool(second!.pattern, "False")) {
      const parts = [
        ["if ", this.term(term.scrutinee, 0)],
        ["then ", nest(this.term(first!.body, 0))],
        ["else ", nest(this.term(second!.body, 0))],
      ];
      return group(join(parts, line));
    }
    const branches = term.branches.map(({ pattern, body }) =>
      group(this.pattern(pattern, false), " →", nest(line, this.term(body, 0))),
    );
    return group("case ", this.term(term.scrutinee, 0), " of {", nest(line, join(branches, [line, "| "])), line, "}");
  }

  private operation(term: Extract<Term, { tag: "op" }>, level: 0 | 1 | 2): Doc {
    const isInfix = term.op.tag === "builtin" && OPS[term.op.id].infix;
    if (!isInfix) return [this.opName(term.op, false), this.list("(", term.args, ")")];
    const doc = group(
      this.term(term.args[0]!, 1),
      ` ${this.opName(term.op, false)}`,
      line,
      this.term(term.args[1]!, 1),
    );
    return level >= 1 ? ["(", doc, ")"] : doc;
  }

  private opName(op: OpRef, alone: boolean): string {
    if (op.tag === "custom") return op.name;
    const { symbol, infix } = OPS[op.id];
    return infix && alone ? `(${symbol})` : symbol;
  }

  private prim(term: Extract<Term, { tag: "prim" }>, level: 0 | 1 | 2): Doc {
    const infix = (symbol: string): Doc => {
      const doc = group(this.term(term.args[0]!, 1), ` ${symbol}`, line, this.term(term.args[1]!, 1));
      return level >= 1 ? ["(", doc, ")"] : doc;
    };
    switch (term.prim) {
      case "zero":
        return "𝟎";
      case "coldOf":
        return ["𝟎", this.list("(", term.args, ")")];
      case "plus":
        // outside a λ̲, + is the operation on Reals
        return this.isLinear ? infix("+") : [PRIMS.plus.name, this.list("(", term.args, ")")];
      case "index":
        return infix("!");
      default: {
        const { name } = PRIMS[term.prim];
        return [
          name + (name.startsWith("fail") || name === "emptyMap" ? this.instantiation(term.types) : ""),
          this.list("(", term.args, ")"),
        ];
      }
    }
  }
}

function isBool(pattern: CorePattern, con: string): boolean {
  return pattern.tag === "con" && pattern.con === con && pattern.data === "Bool";
}

function subscript(index: number): string {
  return String(index).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]!);
}

/** a, b, .., z, a1, .. */
function letter(index: number): string {
  const name = String.fromCharCode(97 + (index % 26));
  return index < 26 ? name : `${name}${Math.floor(index / 26)}`;
}

function mentions(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}_'#@°.]/u.test(text[at - 1] ?? " ") && !/[\p{L}\p{N}_'#@°]/u.test(text[at + word.length] ?? " "))
      return true;
  }
  return false;
}
