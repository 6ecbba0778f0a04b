// Linear A as text, in the paper's notation: what is linear stands behind the semicolon and carries a dot.

import { step } from "../../../base/watch.ts";
import { type OpRef, subscript } from "../../../core/terms/term.ts";
import { showReal } from "../../../core/values/show-value.ts";
import { formulaOf } from "../../../scalars/formula.ts";
import { OPS } from "../../../scalars/ops.ts";
import type { Span } from "../../../source/span.ts";
import { shownName as writtenName } from "../../../types/type.ts";
import type { NotationLine } from "../../algorithm.ts";
import { shownType } from "./check.ts";
import {
  type Binding,
  boundBy,
  type Definition,
  type Expression,
  type LinearType,
  type Operand,
  type Return,
  readBy,
  type Variable,
} from "./syntax.ts";

/** A line of a printed definition, and what it binds and reads. */
export interface LinearLine {
  readonly text: string;
  readonly span: Span | undefined;
  readonly binds: readonly string[];
  readonly reads: readonly string[];
  /** Whether it computes what is linear; undefined for the head and the return. */
  readonly isLinear: boolean | undefined;
}

/** A definition's name for people: fᴶ.linᵀ. */
export function shownName(name: string): string {
  return name
    .replaceAll("°J", "ᴶ")
    .replaceAll("°T", "ᵀ")
    .replaceAll("°L", "ᴸ")
    .replaceAll("°again", "")
    .replaceAll("°", ".")
    .replaceAll("#", "");
}

/** A definition, a line for each binding; without types, most of which are ℝ, if they are not asked for. */
export function linesOf(definition: Definition, types = true): readonly LinearLine[] {
  const { name, nonlinear, linear, results, body, span } = definition;
  const variable = types ? typed : named;
  const words: Words = { variable, own: ownNames(definition) };
  const params = both(nonlinear.map(variable), linear.map(variable));
  const gives = types ? ` → ${both(results.nonlinear.map(shownType), results.linear.map(shownType))}` : "";
  const head: LinearLine = {
    text: `def ${shownName(name)}${params}${gives} =`.normalize(),
    span,
    binds: [...nonlinear, ...linear].map((one) => one.name),
    reads: [],
    isLinear: undefined,
  };
  const end: LinearLine = {
    text: `  ${shownReturn(body.result)}`.normalize(),
    span,
    binds: [],
    reads: [...body.result.nonlinear, ...body.result.linear],
    isLinear: undefined,
  };
  return [head, ...body.bindings.map((one) => lineOf(one, words)), end];
}

/** Parts of work that a line takes ({@link step}). */
const LINE = 5;

const GAP = { text: "", span: undefined };

/** A program line by line, definitions apart. */
export function linearLines(program: readonly Definition[]): readonly NotationLine[] {
  return program.flatMap((one, index): readonly NotationLine[] =>
    index === 0 ? linesOf(one) : [GAP, ...linesOf(one)],
  );
}

/** The names in a definition. */
interface Words {
  variable(one: Variable): string;
  /** That of an operation of the program's own, by its key. */
  own(key: string): string;
}

/** The names of operations as their user wrote them, where the language's own of that name is not there, too. */
function ownNames({ body }: Definition): (key: string) => string {
  const builtIn = new Set(
    body.bindings.flatMap((binding) => {
      const bound = binding.tag === "let" ? binding.bound : undefined;
      const op = bound?.tag === "op" || bound?.tag === "partial" ? bound.op : undefined;
      return op?.tag === "builtin" ? [OPS[op.id].symbol] : [];
    }),
  );
  return (key) => (builtIn.has(writtenName(key)) ? key : writtenName(key));
}

function lineOf(binding: Binding, words: Words): LinearLine {
  // to write a line takes as long as some looks at a binding
  step(LINE);
  const bound = boundBy(binding);
  const read = readBy(binding);
  return {
    text: `  ${shownBinding(binding, words)} in`.normalize(),
    span: binding.span,
    binds: [...bound.nonlinear, ...bound.linear].map(({ name }) => name),
    reads: [...new Set([...read.nonlinear, ...read.linear])],
    isLinear: bound.linear.length > 0 || (bound.nonlinear.length === 0 && read.linear.length > 0),
  };
}

function shownBinding(binding: Binding, words: Words): string {
  const { variable } = words;
  if (binding.tag === "unpack") return `let (⊗(${binding.items.map(named).join(", ")});) = ${binding.of}`;
  if (binding.tag === "linear-unpack") return `let (; ⊗(${binding.items.map(named).join(", ")})) = ${binding.of}`;
  return `let ${both(binding.nonlinear.map(variable), binding.linear.map(variable))} = ${shownExpression(binding.bound, words)}`;
}

function typed({ name, type }: Variable): string {
  return `${name} : ${shownType(type)}`;
}

function named({ name }: Variable): string {
  return name;
}

function both(nonlinear: readonly string[], linear: readonly string[]): string {
  return `(${nonlinear.join(", ")};${linear.length === 0 ? "" : ` ${linear.join(", ")}`})`;
}

function shownReturn({ nonlinear, linear }: Return): string {
  return both(nonlinear, linear);
}

function shownExpression(bound: Expression, words: Words): string {
  switch (bound.tag) {
    case "call":
      return `${shownName(bound.name)}${both(bound.nonlinear, bound.linear)}`;
    case "drop": {
      const inner = bound.block.bindings
        .map((one) => `${shownBinding(one, { ...words, variable: typed })} in `)
        .join("");
      return `drop(${inner}${shownReturn(bound.block.result)})`;
    }
    case "variable":
    case "linear-variable":
      return bound.name;
    case "literal":
      return showReal(bound.value);
    case "op":
      return shownOp(bound.op, bound.operands.map(shownOperand), words);
    case "partial":
      return shownPartial(bound.op, bound.index, bound.operands, words);
    case "tuple":
    case "linear-tuple":
      return `⊗(${bound.items.join(", ")})`;
    case "zero":
      return shownZero(bound.type);
    case "plus":
      return `${bound.left} + ${bound.right}`;
    case "scale":
      return `${bound.factor} * ${bound.linear}`;
    case "negate":
      return `-${bound.linear}`;
    case "dup":
      return `dup(${bound.linear})`;
  }
}

function shownZero(type: LinearType): string {
  return type.tag === "real" ? "0" : `⊗(${type.items.map(shownZero).join(", ")})`;
}

function shownOperand(operand: Operand): string {
  return operand.tag === "variable" ? operand.name : String(operand.value);
}

function shownOp(op: OpRef, operands: readonly string[], { own }: Words): string {
  if (op.tag === "custom") return `${own(op.name)}(${operands.join(", ")})`;
  const { symbol, infix } = OPS[op.id];
  if (op.id === "neg") return `-${operands[0]}`;
  return infix ? operands.join(` ${symbol} `) : `${symbol}(${operands.join(", ")})`;
}

/** A formula of the operands; where one is an Int, which formulas write as a letter, ∂ᵢop. */
function shownPartial(op: OpRef, index: number, operands: readonly Operand[], { own }: Words): string {
  const names = operands.map(shownOperand);
  const symbol = op.tag === "custom" ? own(op.name) : OPS[op.id].symbol;
  const hasInt = operands.some(({ tag }) => tag === "int");
  const formula = op.tag === "custom" || hasInt ? undefined : formulaOf(symbol, index, names);
  const name = op.tag === "builtin" && OPS[op.id].infix ? `(${symbol})` : symbol;
  return formula ?? `${subscript("∂", index + 1)}${name}(${names.join(", ")})`;
}
