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
import { nth } from "../../base/nth.ts";
import { unreachable } from "../../base/unreachable.ts";
import { step } from "../../base/watch.ts";
import { formulaOf } from "../../scalars/formula.ts";
import { OPS } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";
import { BUILT_IN_DATA } from "../../types/builtins.ts";
import { LIST, type Type } from "../../types/type.ts";
import { PRIMS, primOf } from "../terms/prims.ts";
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
import { Names, namesOf } from "./print-names.ts";

/** How a core program is printed: with types it can be read back, with formulas it is for people alone. */
export interface PrintOptions {
  readonly types: boolean;
  /** Partials of built-in operations as formulas, for people: what is printed then cannot be read back. */
  readonly formulas?: boolean;
  /** Columns to keep to where that is possible. */
  readonly width?: number;
}

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

class Printer {
  private readonly names: Names;
  private readonly formulas: boolean;
  private readonly program: CoreProgram;
  /** Inside a λ̲, where + is the sum on c. */
  private isLinear = false;

  constructor(program: CoreProgram, options: PrintOptions) {
    this.program = program;
    this.names = new Names(program, options.types);
    this.formulas = options.formulas === true;
  }

  /** The second part of D[ℝ]. */
  dual(type: Type): string {
    return this.names.type(type, 1);
  }

  /** The declarations of the data types that a text mentions or that make another keep its mark; built-in ones left out. */
  dataTypes(text: string): readonly Doc[] {
    const builtIn = new Set(BUILT_IN_DATA.map((data) => data.name));
    const names = new Set(this.program.data.flatMap(namesOf));
    let all = text;
    const isNeeded = (name: string): boolean =>
      names.has(name + OWN_MARK) || mentions(all, this.names.ofConstructor(name));
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
      [this.names.ofConstructor(name), ...fields.map((field) => this.names.type(field, 2))].join(" "),
    );
    return `data ${[this.names.ofConstructor(data.name), ...data.params].join(" ")} = ${constructors.join(" | ")}`;
  }

  op(op: CustomOp): Doc {
    const partials = join(
      op.partials.map((partial) => this.term(partial, 0)),
      [",", line],
    );
    return group(
      "op ",
      this.names.ofOp(op.name),
      " =",
      nest(line, this.term(op.value, 0)),
      line,
      "by ",
      nest(partials),
    );
  }

  global(global: Global): Doc {
    return this.names.quantified(global.variables, (variables) => {
      const head = `${this.names.of(global.name)}${variables}`;
      const type = this.names.areTyped ? ` : ${this.names.type(global.type)}` : "";
      return group(
        `${global.kind === "once" || global.kind === "inline" ? `${global.kind} ` : ""}def ${head}${type} =`,
        nest(line, this.term(global.term, 0)),
      );
    });
  }

  /** Level 0: anything; 1: an operand; 2: an argument of an application. */
  term(term: Term, level: 0 | 1 | 2): Doc {
    step();
    const doc = this.unmarked(term, level);
    return term.span === undefined ? doc : marked(term.span, doc);
  }

  private unmarked(term: Term, level: 0 | 1 | 2): Doc {
    const wrap = (doc: Doc, from: 1 | 2): Doc => (level >= from ? ["(", doc, ")"] : doc);
    switch (term.tag) {
      case "var":
      case "global":
        return this.names.of(term.name) + this.names.instantiation(term.types);
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
        return wrap(group(this.term(nth(term.items, 0), 1), " ⋆", line, this.term(nth(term.items, 1), 1)), 1);
      case "proj":
        return [`π${subscript(term.index + 1)}`, this.list("(", [term.term], ")")];
      case "field":
        return [
          term.data === LIST ? `(::).${term.index + 1}` : `${this.names.ofConstructor(term.con)}.${term.index + 1}`,
          this.list("(", [term.term], ")"),
        ];
      case "list": {
        if (term.items.length === 0) return `[]${this.names.instantiation([term.item])}`;
        if (term.tail === undefined) return this.list("[", term.items, "]");
        const parts = [...term.items, term.tail].map((item) => this.term(item, 1));
        return wrap(group(join(parts, [" ::", line])), 1);
      }
      case "array":
        return [this.list("#[", term.items, "]"), term.items.length === 0 ? this.names.instantiation([term.item]) : ""];
      case "con": {
        const head = this.names.ofConstructor(term.con) + this.names.instantiation(term.types);
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
      case "letrec":
        return wrap(this.letrec(term), 1);
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
        return [`parList${this.names.instantiation([term.item])}`, this.list("(", [term.thunks], ")")];
      default:
        return unreachable(term);
    }
  }

  /** A partial derivative as a formula times the cotangent; undefined where it has none, or an argument is no name or number. */
  private product(term: Extract<Term, { tag: "partial" }>, level: 0 | 1 | 2): Doc | undefined {
    const atom = (arg: Term): string | undefined => {
      if (arg.tag === "var") return this.names.of(arg.name);
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
    const docs = items.map((item) => this.term(item, 0));
    return group(open, nest(softline, join(docs, [",", line])), softline, close);
  }

  /** A chain of λs on one line, and the body of the last. */
  private lambda(term: Extract<Term, { tag: "lam" }>): Doc {
    const params: string[] = [];
    let at: Term = term;
    for (; at.tag === "lam" && at.linear === term.linear; at = at.body) {
      const pattern = this.names.pattern(at.param, true, at.linear);
      const isBare = at.param.tag !== "var" && at.param.tag !== "any" && at.param.tag !== "number";
      const called = at.named !== undefined && this.names.areTyped ? `:${at.named} ` : "";
      params.push(
        `λ${at.linear ? "\u0332" : ""}${called}${isBare || !this.names.areTyped ? pattern : `(${pattern})`}.`,
      );
    }
    const before = this.isLinear;
    this.isLinear = term.linear;
    const body = this.term(at, 0);
    this.isLinear = before;
    return group(params.join(" "), nest(line, body));
  }

  private let(term: Extract<Term, { tag: "let" }>): Doc {
    const bindings = term.bindings.map((binding: CoreBinding) =>
      this.names.quantified(binding.variables, (variables) =>
        group(
          "let ",
          this.names.pattern(binding.pattern, false),
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

  private letrec(term: Extract<Term, { tag: "letrec" }>): Doc {
    const functions = term.functions.map((fn, index) =>
      this.names.quantified(fn.variables, (variables) => {
        const type = this.names.areTyped ? `${variables} : ${this.names.type(fn.type)}` : "";
        const head = `${index === 0 ? "letrec" : "and"} ${this.names.of(fn.name)}${type} =`;
        return group(head, nest(line, this.term(fn.term, 0)));
      }),
    );
    return [join(functions, hardline), " in", hardline, this.term(term.body, 0)];
  }

  private case(term: Extract<Term, { tag: "case" }>): Doc {
    const [first, second, third] = term.branches;
    const isChoice = first && second && !third && isBool(first.pattern, "True") && isBool(second.pattern, "False");
    if (isChoice) {
      const parts = [
        ["if ", this.term(term.scrutinee, 0)],
        ["then ", nest(this.term(first.body, 0))],
        ["else ", nest(this.term(second.body, 0))],
      ];
      return group(join(parts, line));
    }
    const branches = term.branches.map(({ pattern, body }) =>
      group(this.names.pattern(pattern, false), " →", nest(line, this.term(body, 0))),
    );
    return group("case ", this.term(term.scrutinee, 0), " of {", nest(line, join(branches, [line, "| "])), line, "}");
  }

  private operation(term: Extract<Term, { tag: "op" }>, level: 0 | 1 | 2): Doc {
    const name = this.opName(term.op, false);
    const isInfix = term.op.tag === "builtin" && OPS[term.op.id].infix;
    return isInfix ? this.infix(term.args, name, level) : [name, this.list("(", term.args, ")")];
  }

  private infix(args: readonly Term[], symbol: string, level: 0 | 1 | 2): Doc {
    const doc = group(this.term(nth(args, 0), 1), ` ${symbol}`, line, this.term(nth(args, 1), 1));
    return level >= 1 ? ["(", doc, ")"] : doc;
  }

  private opName(op: OpRef, alone: boolean): string {
    if (op.tag === "custom") return this.names.ofOp(op.name);
    const { symbol, infix } = OPS[op.id];
    return infix && alone ? `(${symbol})` : symbol;
  }

  private prim(term: Extract<Term, { tag: "prim" }>, level: 0 | 1 | 2): Doc {
    switch (term.prim) {
      case "zero":
        return "𝟎";
      case "coldOf":
        return ["𝟎", this.list("(", term.args, ")")];
      case "plus":
        // outside a λ̲, + is the operation on Reals
        return this.isLinear ? this.infix(term.args, "+", level) : [PRIMS.plus.name, this.list("(", term.args, ")")];
      case "index":
        return this.infix(term.args, "!", level);
      default: {
        const { name, text } = primOf(term.prim);
        if (text !== undefined) return `${name}${this.names.instantiation(term.types)}(${JSON.stringify(text)})`;
        return [
          name + (name.startsWith("fail") || name === "emptyMap" ? this.names.instantiation(term.types) : ""),
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
  return String(index).replace(/\d/g, (digit) => nth("₀₁₂₃₄₅₆₇₈₉", Number(digit)));
}

function mentions(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}_'#@°.]/u.test(text[at - 1] ?? " ") && !/[\p{L}\p{N}_'#@°]/u.test(text[at + word.length] ?? " "))
      return true;
  }
  return false;
}
