// The small language that partials and some values of scalar operations are given in: terms over the operands. What else there is of a
// partial is made from its term: the function (`functionOf`), the JavaScript (`javascript.ts`), and the formula for people (`./formula.ts`).

/** A term over the operands of an operation. Operations are named by their ids. */
export type ScalarTerm =
  | { readonly tag: "operand"; readonly index: number }
  | { readonly tag: "number"; readonly value: number; readonly type: "Real" | "Int" }
  | { readonly tag: "op"; readonly op: string; readonly args: readonly ScalarTerm[] }
  | { readonly tag: "if"; readonly test: ScalarTerm; readonly yes: ScalarTerm; readonly no: ScalarTerm }
  | { readonly tag: "and" | "or"; readonly left: ScalarTerm; readonly right: ScalarTerm }
  /** `name` is a Real in the body; terms do not nest bindings. */
  | { readonly tag: "let"; readonly name: string; readonly bound: ScalarTerm; readonly body: ScalarTerm }
  | { readonly tag: "name"; readonly name: string };

/** A function of numbers; truth values are 0 and 1. */
export type ScalarFunction = (...args: readonly number[]) => number;

/** The operand at a place, from 0. */
export function operand(index: number): ScalarTerm {
  return { tag: "operand", index };
}

/** A constant of type Real. */
export function real(value: number): ScalarTerm {
  return { tag: "number", value, type: "Real" };
}

/** A constant of type Int. */
export function int(value: number): ScalarTerm {
  return { tag: "number", value, type: "Int" };
}

/** Another scalar operation, applied to terms; `id` is its key in the table of operations. */
export function op(id: string, ...args: readonly ScalarTerm[]): ScalarTerm {
  return { tag: "op", op: id, args };
}

/** A term that is `yes` where the test is true, else `no`; only that one is evaluated. */
export function choose(test: ScalarTerm, yes: ScalarTerm, no: ScalarTerm): ScalarTerm {
  return { tag: "if", test, yes, no };
}

/** A test: whether one of two tests is true. */
export function either(left: ScalarTerm, right: ScalarTerm): ScalarTerm {
  return { tag: "or", left, right };
}

/** A test: whether two tests are true. */
export function both(left: ScalarTerm, right: ScalarTerm): ScalarTerm {
  return { tag: "and", left, right };
}

/** A Real that is used more than once. */
export function letIn(name: string, bound: ScalarTerm, body: (named: ScalarTerm) => ScalarTerm): ScalarTerm {
  return { tag: "let", name, bound, body: body({ tag: "name", name }) };
}

/** Whether a Real is NaN: it is not equal to itself. */
export function isNaNTerm(x: ScalarTerm): ScalarTerm {
  return op("ne", x, x);
}

/** Whether two terms are the same. */
export function isSame(a: ScalarTerm, b: ScalarTerm): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** The terms directly within a term. */
export function partsOf(term: ScalarTerm): readonly ScalarTerm[] {
  switch (term.tag) {
    case "op":
      return term.args;
    case "if":
      return [term.test, term.yes, term.no];
    case "and":
    case "or":
      return [term.left, term.right];
    case "let":
      return [term.bound, term.body];
    default:
      return [];
  }
}

/** A function of the operands, of which there are at most two, and of the name that is bound. */
type Step = (x: number, y: number, named: number) => number;

/** The function that a term is; `valueOf` gives what operations compute, by their ids. */
export function functionOf(term: ScalarTerm, valueOf: (op: string) => ScalarFunction): ScalarFunction {
  const step = (one: ScalarTerm): Step => {
    switch (one.tag) {
      case "operand":
        return one.index === 0 ? (x) => x : (_, y) => y;
      case "number": {
        const { value } = one;
        return () => value;
      }
      case "name":
        return (_x, _y, named) => named;
      case "op": {
        const value = valueOf(one.op);
        if (one.args.every((arg, index) => arg.tag === "operand" && arg.index === index)) return value;
        const [first, second] = one.args.map(step) as [Step, Step | undefined];
        if (second === undefined) return (x, y, named) => value(first(x, y, named));
        return (x, y, named) => value(first(x, y, named), second(x, y, named));
      }
      case "if": {
        const [test, yes, no] = [step(one.test), step(one.yes), step(one.no)];
        return (x, y, named) => (test(x, y, named) !== 0 ? yes(x, y, named) : no(x, y, named));
      }
      case "and": {
        const [left, right] = [step(one.left), step(one.right)];
        return (x, y, named) => (left(x, y, named) !== 0 ? right(x, y, named) : 0);
      }
      case "or": {
        const [left, right] = [step(one.left), step(one.right)];
        return (x, y, named) => (left(x, y, named) !== 0 ? 1 : right(x, y, named));
      }
      case "let": {
        const [bound, body] = [step(one.bound), step(one.body)];
        return (x, y) => body(x, y, bound(x, y, 0));
      }
    }
  };
  return step(term) as ScalarFunction;
}
