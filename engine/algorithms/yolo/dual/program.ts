// A program of Linear A without linear variables as a program of Dual, to be read, changed and run. Copies and numbers stand where they are
// used, and what nothing needs is left out, drops among it.
import { nth, present } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import { step } from "../../../base/watch.ts";
import type { OpRef } from "../../../core/terms/term.ts";
import { OPS } from "../../../scalars/ops.ts";
import { LONGEST_ROW } from "../../../syntax/tree.ts";
import { shownName } from "../../../types/type.ts";
import { type Declarations, NoStudy } from "../../study.ts";
import type { Binding, Definition, Expression, LinearProgram, Operand } from "../linear-a/syntax.ts";
import { boundBy, readBy } from "../linear-a/syntax.ts";
import { withKnownInts } from "../partials.ts";
import { applied, atom, intText, Level, operation, realText, type Text, termText, tupleText } from "./expressions.ts";
import { DualNames, definitionName } from "./names.ts";

/** Reals in tuples: a number for each Real, by its place. */
export type Form = number | readonly Form[];

/** The input and the result of `main`, each as tuples of the Reals of the last definition. */
export interface Border {
  readonly param: Form;
  readonly result: Form;
}

/** The definitions of a program; the last one is `main`. Throws {@link NoStudy} where a tuple would be too wide for Dual, or a name is taken. */
export function dualDefinitions(program: LinearProgram, border: Border, { names }: Declarations): string {
  if (names.includes("main"))
    throw new NoStudy("an operation of the program uses `main`, and there would be two of it");
  const own = new DualNames(names);
  const called = new Map<string, string>();
  const texts = program.map((one, index) => {
    const isEntry = index === program.length - 1;
    called.set(one.name, isEntry ? "main" : own.name(definitionName(one.name)));
    return [one, isEntry] as const;
  });
  return texts
    .map(([one, isEntry]) => new Printing(one, called, own.within()).text(isEntry ? border : undefined))
    .join("\n");
}

/** A form with a text for each Real. */
export function formText(form: Form, text: (index: number) => string): string {
  if (typeof form === "number") return text(form);
  if (form.length > LONGEST_ROW)
    throw new NoStudy(`a tuple of Dual has at most ${LONGEST_ROW} items, and ${form.length} are needed here`);
  return `(${form.map((one) => formText(one, text)).join(", ")})`;
}

class Printing {
  private readonly definition: Definition;
  private readonly called: ReadonlyMap<string, string>;
  private readonly names: DualNames;
  private readonly lines: string[] = [];
  /** The text of each variable: its name, or what it is a copy of. */
  private readonly texts = new Map<string, Text>();
  private readonly needed = new Set<string>();

  constructor(definition: Definition, called: ReadonlyMap<string, string>, names: DualNames) {
    this.definition = definition;
    this.called = called;
    this.names = names;
  }

  text(border: Border | undefined): string {
    const { name, nonlinear, body } = this.definition;
    this.need(body.bindings);
    const params = nonlinear.map((one) => this.bound(one.name));
    for (const binding of body.bindings) this.binding(binding);
    const results = body.result.nonlinear.map((one) => this.read(one).text);
    const shown = (form: Form | undefined, all: readonly string[]): string =>
      form === undefined ? this.row(all) : formText(form, (index) => nth(all, index));
    const head =
      border === undefined
        ? [present(this.called.get(name)), ...params].join(" ")
        : `main ${bracketed(formText(border.param, (index) => `${params[index]} : Real`))}`;
    return `def ${head} =\n${this.lines.map((line) => `  let ${line} in\n`).join("")}  ${shown(border?.result, results)}\n`;
  }

  /** Notes what is needed: the result, and what that is computed from. */
  private need(bindings: readonly Binding[]): void {
    for (const one of this.definition.body.result.nonlinear) this.needed.add(one);
    for (const binding of bindings.toReversed()) {
      step();
      if (this.isNeeded(binding)) for (const one of readBy(binding).nonlinear) this.needed.add(one);
    }
  }

  private isNeeded(binding: Binding): boolean {
    return boundBy(binding).nonlinear.some(({ name }) => this.needed.has(name));
  }

  private row(items: readonly string[]): string {
    return items.length === 1
      ? nth(items, 0)
      : formText(
          items.map((_, index) => index),
          (index) => nth(items, index),
        );
  }

  /** A name for a variable that is bound here. */
  private bound(name: string): string {
    const found = this.names.name(name);
    this.texts.set(name, atom(found));
    return found;
  }

  private read(name: string): Text {
    return this.texts.get(name) ?? internal("a variable has no text", name);
  }

  private binding(binding: Binding): void {
    step();
    if (!this.isNeeded(binding)) return;
    const to = (): string =>
      this.row(boundBy(binding).nonlinear.map(({ name }) => (this.needed.has(name) ? this.bound(name) : "_")));
    const text = binding.tag === "let" ? this.expression(binding.bound) : this.read(binding.of);
    const [first, ...others] = boundBy(binding).nonlinear;
    // names and numbers stand where they are used
    if (others.length === 0 && isShort(text)) this.texts.set(present(first).name, text);
    else this.lines.push(`${to()} = ${text.text}`);
  }

  private expression(bound: Expression): Text {
    switch (bound.tag) {
      case "call":
        return applied(
          this.called.get(bound.name) ?? internal("a definition has no name", bound.name),
          bound.nonlinear.map((one) => this.read(one)),
        );
      case "variable":
        return this.read(bound.name);
      case "literal":
        return realText(bound.value);
      case "tuple":
        return atom(this.row(bound.items.map((one) => this.read(one).text)));
      case "op": {
        const args = bound.operands.map((one) => this.operand(one));
        return bound.op.tag === "builtin" ? operation(bound.op.id, args) : ownApplied(bound.op.name, args);
      }
      case "partial":
        return this.partial(bound.op, bound.index, bound.operands);
      default:
        return internal("a linear expression in a program of Dual", bound.tag);
    }
  }

  private operand(operand: Operand): Text {
    return operand.tag === "int" ? intText(operand.value) : this.read(operand.name);
  }

  private partial(op: OpRef, index: number, operands: readonly Operand[]): Text {
    const args = operands.map((one) => this.operand(one));
    if (op.tag === "builtin") {
      const { term } = OPS[op.id].derivatives[index] ?? internal("an operation has no such partial", op.id, index);
      return termText(withKnownInts(term, operands), args, (name, bound) => {
        const found = this.names.name(name);
        this.lines.push(`${found} = ${bound.text}`);
        return atom(found);
      });
    }
    const gradient = `grad ${ownApplied(op.name, args).text}`;
    if (args.length === 1) return { text: gradient, level: Level.Application };
    const found = this.names.name("p");
    this.lines.push(`${tupleText(args.map((_, at) => (at === index ? found : "_")))} = ${gradient}`);
    return atom(found);
  }
}

/** An operation of the program's own, which takes a tuple where it has several operands. */
function ownApplied(key: string, args: readonly Text[]): Text {
  const name = shownName(key);
  const [first] = args;
  if (args.length === 1) return applied(name, [present(first)]);
  return applied(name, [atom(tupleText(args.map(({ text }) => text)))]);
}

/** Whether an expression is a name or a number. */
function isShort({ text }: Text): boolean {
  return /^-?[\p{L}\p{M}\d_'.+]+$/u.test(text);
}

function bracketed(text: string): string {
  return text.startsWith("(") ? text : `(${text})`;
}
