// The transformed program in two lanes, as a reader of the paper expects it: φ on the left, downwards; ρ on the right, upwards, each line beside
// the binding that it belongs to.
import { nth } from "../../base/nth.ts";
import { type CorePattern, OWN_MARK } from "../../core/terms/term.ts";
import { shortReal } from "../../core/values/show-value.ts";
import { OPS } from "../../scalars/ops.ts";
import { CONS, NIL, shownName } from "../../types/type.ts";
import type { NotationLine, SourceProgram } from "../algorithm.ts";
import { backName, sensitivityName } from "../common/marked-names.ts";
import type { Binding, Body, Fn } from "../front/anf.ts";
import { functionOf } from "./definitions.ts";
import { endOf } from "./nested/unfolded.ts";
import { type Form, type LambdaOptions, prepared } from "./program.ts";

/** A line of both lanes, before they are set beside each other. */
interface Line {
  readonly forward: string;
  readonly reverse: string;
  readonly span: NotationLine["span"];
}

/** Columns that the left lane takes at most; longer lines push their right one away. */
const WIDEST = 46;

/** The definitions of a program in two lanes. */
export function lanes(source: SourceProgram, form: Form, options: LambdaOptions = {}): readonly NotationLine[] {
  const { bodies } = prepared(source, form, options);
  const text = new Lanes(options.forgetCaptured === true);
  // the definitions on sensitivities, which have no place, are those of every program
  const shown =
    form === "nested"
      ? bodies.globals.filter(({ global: { name, span } }) => span !== undefined && endOf(name) === undefined)
      : bodies.globals;
  return shown.flatMap((one): readonly NotationLine[] => {
    const { name, span } = one.global;
    const fn = functionOf(one);
    const lines = fn === undefined ? text.value(shownName(name), one.body) : text.fn(`${shownName(name)} = `, fn, "");
    return [...beside([{ forward: lines.head, reverse: "", span }, ...lines.rest]), { text: "", span: undefined }];
  });
}

interface Lines {
  readonly head: string;
  readonly rest: readonly Line[];
}

/** The two lanes of definitions; where captured variables are forgotten, functions pass nothing on to them. */
class Lanes {
  private readonly isForgotten: boolean;

  constructor(isForgotten: boolean) {
    this.isForgotten = isForgotten;
  }

  /** A definition that is a value: nothing goes back from it. */
  value(name: string, body: Body): Lines {
    return {
      head: `${name} =`,
      rest: [...this.body(body, "  "), { forward: `  in ${body.result}`, reverse: "", span: undefined }],
    };
  }

  /** λ↼x₀., its lines, and what comes out of both lanes. */
  fn(begin: string, { param, body, free }: Fn, indent: string): Lines {
    const inner = `${indent}  `;
    return {
      head: `${indent}${begin}λ${param}.`,
      rest: [...this.body(body, inner), out(body, free, sensitivityName(param), inner)],
    };
  }

  private body({ bindings }: Body, indent: string): readonly Line[] {
    return bindings.flatMap((binding) => this.binding(binding, indent));
  }

  private binding({ name, step, span }: Binding, indent: string): readonly Line[] {
    const line = (left: string, right: string): readonly Line[] => [{ forward: indent + left, reverse: right, span }];
    const plain = (right: string): string => `${name} = ${right}`;
    const withBack = (right: string): string => `${name}, ${backName(name)} = ${right}`;
    const sent = (to: readonly string[], by: string): string => (to.length === 0 ? "" : `${together(to)} ⊕= ${by}`);
    const called = `${backName(name)} ${sensitivityName(name)}`;
    switch (step.tag) {
      case "copy":
        return line(plain(step.of), sent([sensitivityName(step.of)], sensitivityName(name)));
      case "constant":
      case "discrete":
      case "native":
        return line(plain(plainText(step.term)), "");
      case "global":
        return line(plain(shownName(step.name)), "");
      case "op":
        return line(withBack(operation(step.op, step.args)), sent(step.args.map(sensitivityName), called));
      case "apply":
        return line(
          withBack(`${step.fn} ${step.arg}`),
          sent([sensitivityName(step.fn), sensitivityName(step.arg)], called),
        );
      case "tuple":
        return line(plain(`(${step.items.join(", ")})`), sent(step.items.map(sensitivityName), sensitivityName(name)));
      case "con":
        return line(
          plain(constructed(step.con, step.args)),
          sent(step.args.map(sensitivityName), sensitivityName(name)),
        );
      case "open":
        return line(
          `${pattern(step.pattern, (name) => name)} = ${step.of}`,
          `${sensitivityName(step.of)} ⊕= ${pattern(step.pattern, sensitivityName)}`,
        );
      case "part":
        return line(
          plain(`π${step.index + 1} ${step.of}`),
          `π${step.index + 1} ${sensitivityName(step.of)} ⊕= ${sensitivityName(name)}`,
        );
      case "lambda": {
        const { fn } = step;
        const lines = this.fn(plain(""), fn, indent);
        const sends =
          fn.free.length === 0 || this.isForgotten
            ? ""
            : `[${fn.free.map(sensitivityName).join(", ")}] ⊕= ${sensitivityName(name)}`;
        return [{ forward: lines.head, reverse: sends, span }, ...lines.rest];
      }
      case "case": {
        const sends = `([${step.free.map(sensitivityName).join(", ")}], ${sensitivityName(step.of)}) ⊕= ${called}`;
        const branches = step.branches.flatMap(({ pattern: of, body }): readonly Line[] => [
          { forward: `${indent}  ${pattern(of, (name) => name)} →`, reverse: "", span: undefined },
          ...this.body(body, `${indent}    `),
          out(body, step.free, pattern(of, sensitivityName), `${indent}    `),
        ]);
        return [{ forward: `${indent}${withBack(`case ${step.of} of`)}`, reverse: sends, span }, ...branches];
      }
    }
  }
}

/** The last line of a body: its result, and what its backpropagator gives. */
function out({ result }: Body, free: readonly string[], argument: string, indent: string): Line {
  return {
    forward: `${indent}in (${result}, λ${sensitivityName(result)}. ↗)`,
    reverse: `↘ ([${free.map(sensitivityName).join(", ")}], ${argument})`,
    span: undefined,
  };
}

/** ([↽y₁, ..], ↽y) and the like. */
const together = (names: readonly string[]): string => (names.length === 1 ? nth(names, 0) : `(${names.join(", ")})`);

type Operation = Extract<Binding["step"], { tag: "op" }>["op"];

function operation(op: Operation, operands: readonly string[]): string {
  const symbol = op.tag === "custom" ? shownName(op.name) : OPS[op.id].symbol;
  if (operands.length === 2 && !/^\p{L}/u.test(symbol)) return `${operands[0]} ${symbol} ${operands[1]}`;
  return `${symbol} ${operands.join(" ")}`;
}

function plainText(term: Extract<Binding["step"], { tag: "constant" }>["term"]): string {
  if (term.tag === "real") return shortReal(term.value);
  if (term.tag === "int") return String(term.value);
  if (term.tag === "op")
    return operation(
      term.op,
      term.args.map((arg) => (arg.tag === "var" ? arg.name : "..")),
    );
  return "..";
}

function constructed(con: string, args: readonly string[]): string {
  if (con === CONS) return `${args[0]} :: ${args[1]}`;
  return [conName(con), ...args].join(" ");
}

/** The name of a constructor, as it is shown. */
const conName = (con: string): string => con.replace(OWN_MARK, "");

function pattern(of: CorePattern, named: (name: string) => string): string {
  switch (of.tag) {
    case "var":
      return named(of.name);
    case "any":
    case "dual":
      return "_";
    case "number":
      return String(of.value);
    case "tuple":
      return `(${of.items.map((item) => pattern(item, named)).join(", ")})`;
    case "con": {
      if (of.con === NIL) return "[]";
      const args = of.args.map((arg) => pattern(arg, named));
      if (of.con === CONS) return `(${args[0]} :: ${args[1]})`;
      return args.length === 0 ? conName(of.con) : `(${[conName(of.con), ...args].join(" ")})`;
    }
  }
}

/** The lanes beside each other. */
function beside(lines: readonly Line[]): readonly NotationLine[] {
  const width = Math.min(WIDEST, Math.max(0, ...lines.map((one) => widthOf(one.forward))));
  return lines.map(({ forward: left, reverse: right, span }) => {
    if (right === "") return { text: left, span };
    const before = `${left}${" ".repeat(Math.max(0, width - widthOf(left)))}   `;
    return { text: before + right, reverseFrom: before.length, span };
  });
}

/** Columns of a text: marks over a letter take none. */
function widthOf(text: string): number {
  return [...text.replace(/\p{M}/gu, "")].length;
}
