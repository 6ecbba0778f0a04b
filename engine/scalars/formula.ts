// Partial derivatives as formulas for people, in the names of what they are taken by. A formula leaves out what is for single points
// only: tests for equality, for NaN, and where the operation itself is not defined.
import { nth } from "../base/nth.ts";
import { isDifferentiable, OPS, type OpId } from "./ops.ts";
import { isSame, type ScalarTerm } from "./scalar-term.ts";

const BY_SYMBOL = new Map(
  Object.values(OPS)
    .filter(isDifferentiable)
    .map((op) => [op.symbol, op] as const),
);

/** ∂op/∂operand, written with the operands' names; undefined where a name is missing, or the operation is the user's. */
export function formulaOf(
  op: string | undefined,
  operand: number,
  names: readonly (string | undefined)[],
): string | undefined {
  const found = op === undefined ? undefined : BY_SYMBOL.get(op);
  const partial = found?.derivatives[operand];
  if (found === undefined || partial === undefined) return undefined;
  // an Int is no scalar of a run: it keeps its letter
  const called = found.operands.map((letter, index) => (found.args[index] === "Int" ? letter : names[index]));
  let isNamed = true;
  const text = new Formula((index) => {
    const name = called[index];
    if (name === undefined) isNamed = false;
    return name ?? "";
  }).text(partial.formula ?? partial.term);
  return isNamed ? text : undefined;
}

/** A partial derivative of an operation, for people. */
export interface PartialFormula {
  /** The operand that it is taken by: a letter of the formula. */
  readonly by: string;
  readonly formula: string;
}

/** The partials of a built-in operation by its Real operands; none for what has no derivative of its own. */
export function partialFormulas(op: string): readonly PartialFormula[] {
  const found = BY_SYMBOL.get(op);
  if (found === undefined) return [];
  const { operands, derivatives } = found;
  return derivatives.flatMap((partial, index) =>
    partial === undefined
      ? []
      : [
          {
            by: nth(operands, index),
            formula: new Formula((at) => nth(operands, at)).text(partial.formula ?? partial.term),
          },
        ],
  );
}

/** Whether an operation is written between its operands. */
export function isInfix(op: string): boolean {
  return BY_SYMBOL.get(op)?.infix === true;
}

/** How tight a formula binds. */
enum Level {
  Words,
  Sum,
  Product,
  Application,
  Atom,
}

interface Text {
  readonly text: string;
  readonly level: Level;
}

/** Tests, as they read. */
const RELATIONS: Readonly<Record<string, string>> = { gt: ">", ge: "≥", lt: "<", le: "≤" };

/** Writes terms as formulas. */
class Formula {
  private readonly nameOf: (operand: number) => string;

  constructor(nameOf: (operand: number) => string) {
    this.nameOf = nameOf;
  }

  text(term: ScalarTerm): string {
    return this.written(term).text;
  }

  private at(term: ScalarTerm, least: Level): string {
    const { text, level } = this.written(term);
    return level < least ? `(${text})` : text;
  }

  private written(term: ScalarTerm): Text {
    switch (term.tag) {
      case "operand":
        return { text: this.nameOf(term.index), level: Level.Atom };
      case "name":
        return { text: term.name, level: Level.Atom };
      case "number":
        if (term.value === Math.PI) return { text: "π", level: Level.Atom };
        return { text: String(term.value), level: term.value < 0 ? Level.Product : Level.Atom };
      case "op":
        return this.operation(term.op as OpId, term.args);
      case "if": {
        const general = generalBranch(term);
        return general === undefined ? { text: this.cases(term), level: Level.Words } : this.written(general);
      }
      case "let": {
        const text = `${this.text(term.body)}, ${term.name} = ${this.text(term.bound)}`;
        return { text, level: Level.Words };
      }
      case "and":
      case "or":
        return { text: this.test(term), level: Level.Words };
    }
  }

  /** `1 if x > 0, -1 if x < 0, else 0`. */
  private cases(term: Extract<ScalarTerm, { readonly tag: "if" }>): string {
    const parts: string[] = [];
    let at: ScalarTerm = term;
    while (at.tag === "if") {
      const general = generalBranch(at);
      if (general === undefined) parts.push(`${this.text(at.yes)} if ${this.test(at.test)}`);
      at = general ?? at.no;
    }
    return `${parts.join(", ")}, else ${this.text(at)}`;
  }

  private test(term: ScalarTerm): string {
    if (term.tag === "or" && isForNaN(term.right)) return this.test(term.left);
    if (term.tag !== "op" || RELATIONS[term.op] === undefined) return this.text(term);
    const [x, y] = term.args as [ScalarTerm, ScalarTerm];
    return `${this.text(x)} ${RELATIONS[term.op]} ${this.text(y)}`;
  }

  private operation(op: OpId, args: readonly ScalarTerm[]): Text {
    const [x, y] = args as [ScalarTerm, ScalarTerm];
    switch (op) {
      case "add":
      case "addInt":
        return { text: `${this.at(x, Level.Sum)}+${this.at(y, Level.Sum)}`, level: Level.Sum };
      case "sub":
      case "subInt":
        return { text: `${this.at(x, Level.Sum)}-${this.at(y, Level.Product)}`, level: Level.Sum };
      case "neg":
        return { text: `-${this.at(x, Level.Product)}`, level: Level.Product };
      case "real":
        return this.written(x);
      case "mul":
        return this.product(x, y);
      case "div":
        return this.quotient(x, y);
      case "powInt":
        if (y.tag === "number" && y.value === 2) return this.square(x);
        return { text: `${this.at(x, Level.Atom)}^${this.at(y, Level.Atom)}`, level: Level.Application };
      default: {
        const text = [OPS[op].symbol, ...args.map((arg) => this.at(arg, Level.Atom))].join(" ");
        return { text, level: Level.Application };
      }
    }
  }

  private product(x: ScalarTerm, y: ScalarTerm): Text {
    if (isSame(x, y)) return this.square(x);
    // (a - b)(a + b)
    if (
      isOp(x, "sub") &&
      isOp(y, "add") &&
      isSame(nth(x.args, 0), nth(y.args, 0)) &&
      isSame(nth(x.args, 1), nth(y.args, 1))
    ) {
      const [a, b] = x.args as [ScalarTerm, ScalarTerm];
      const first = a.tag === "number" && a.value === 1 ? "1" : this.square(a).text;
      return { text: `${first}-${this.square(b).text}`, level: Level.Sum };
    }
    return { text: `${this.at(x, Level.Product)}·${this.at(y, Level.Product)}`, level: Level.Product };
  }

  private quotient(x: ScalarTerm, y: ScalarTerm): Text {
    const half = x.tag === "number" && x.value === 0.5;
    if (half) return { text: `1/(2·${this.at(y, Level.Product)})`, level: Level.Product };
    // (a / b) / b
    if (isOp(x, "div") && isSame(nth(x.args, 1), y))
      return { text: `${this.at(nth(x.args, 0), Level.Product)}/${this.square(y).text}`, level: Level.Product };
    return { text: `${this.at(x, Level.Product)}/${this.at(y, Level.Application)}`, level: Level.Product };
  }

  /** x², (1+x)², and sin² x for an operation's result. */
  private square(x: ScalarTerm): Text {
    if (x.tag === "op" && x.args.length === 1 && this.written(x).level === Level.Application) {
      return { text: `${OPS[x.op as OpId].symbol}² ${this.at(nth(x.args, 0), Level.Atom)}`, level: Level.Application };
    }
    return { text: `${this.at(x, Level.Atom)}²`, level: Level.Application };
  }
}

function isOp(term: ScalarTerm, op: OpId): term is Extract<ScalarTerm, { readonly tag: "op" }> {
  return term.tag === "op" && term.op === op;
}

/** Whether a test holds for NaN only. */
function isForNaN(test: ScalarTerm): boolean {
  return isOp(test, "ne") && isSame(nth(test.args, 0), nth(test.args, 1));
}

/** The branch that holds but for single points, NaN, and where there is no value; undefined where both branches are wanted. */
export function generalBranch({ test, yes, no }: Extract<ScalarTerm, { readonly tag: "if" }>): ScalarTerm | undefined {
  const isForPoints = (one: ScalarTerm): boolean =>
    isOp(one, "eq") || isOp(one, "eqInt") || isForNaN(one) || (one.tag === "and" && isForPoints(one.left));
  const isUndefined = yes.tag === "number" && Number.isNaN(yes.value);
  return isUndefined || isForPoints(test) ? no : undefined;
}
