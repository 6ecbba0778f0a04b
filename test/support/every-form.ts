// A program of Linear A that has each form once that J, U, T and L have a rule for; and what watching would know of it.
import type {
  Binding,
  Definition,
  Expression,
  LinearProgram,
  LinearType,
  Operand,
  Variable,
} from "../../engine/algorithms/yolo/linear-a/syntax.ts";
import { bindLinear, bindNonlinear, dropping, R, tensor } from "../../engine/algorithms/yolo/linear-a/syntax.ts";
import type { OpId } from "../../engine/scalars/ops.ts";

const PAIR = tensor([R, R]);

function named(name: string, type: LinearType = R): Variable {
  return { name, type };
}

function op(id: OpId, ...operands: readonly (string | number)[]): Expression {
  return {
    tag: "op",
    op: { tag: "builtin", id },
    operands: operands.map(
      (one): Operand => (typeof one === "number" ? { tag: "int", value: one } : { tag: "variable", name: one }),
    ),
  };
}

/** Bindings of Reals, each a scalar of the program, from a number on. */
function scalars(from: number, bound: Readonly<Record<string, Expression>>): readonly Binding[] {
  return Object.entries(bound).map(([name, expression], index) => ({
    ...bindNonlinear(named(name), expression),
    scalar: from + index,
  }));
}

const inner: Definition = {
  name: "inner",
  nonlinear: [named("x"), named("p", PAIR)],
  linear: [],
  results: { nonlinear: [R, R], linear: [] },
  body: {
    bindings: [
      { tag: "unpack", items: [named("y"), named("z")], of: "p" },
      ...scalars(0, { r: op("mul", "x", "y"), s: op("div", "z", "x"), unused: op("sin", "s") }),
      dropping({ nonlinear: ["unused"], linear: [] }),
    ],
    result: { nonlinear: ["r", "s"], linear: [] },
  },
  scalars: 3,
};

/** Gives nothing. */
const nothing: Definition = {
  name: "nothing",
  nonlinear: [named("x")],
  linear: [],
  results: { nonlinear: [], linear: [] },
  body: {
    bindings: [...scalars(0, { y: op("sin", "x") }), dropping({ nonlinear: ["y"], linear: [] })],
    result: { nonlinear: [], linear: [] },
  },
  scalars: 1,
};

const main: Definition = {
  name: "main",
  nonlinear: [named("a"), named("q", tensor([R, tensor([R])]))],
  linear: [],
  results: { nonlinear: [R, PAIR, R], linear: [] },
  body: {
    bindings: [
      { tag: "unpack", items: [named("b"), named("c'", tensor([R]))], of: "q" },
      { tag: "unpack", items: [named("c")], of: "c'" },
      ...scalars(0, {
        k: { tag: "literal", value: 2.5 },
        d: op("mul", "a", "a"),
        e: op("exp", "d"),
        f: op("cos", "e"),
        g: op("sub", "f", "c"),
        h: op("powInt", "g", 3),
        i: op("sub", "k", "h"),
        j: op("neg", "b"),
        l: op("sin", "j"),
        m: op("add", "l", "i"),
        n: op("max", "m", "k"),
      }),
      bindNonlinear(named("o"), { tag: "variable", name: "n" }),
      {
        tag: "let",
        nonlinear: [],
        linear: [],
        bound: {
          tag: "drop",
          block: {
            bindings: [bindNonlinear(named("u"), op("log", "e")), bindNonlinear(named("v"), op("tan", "u"))],
            result: { nonlinear: ["v"], linear: [] },
          },
        },
      },
      bindNonlinear(named("w", PAIR), { tag: "tuple", items: ["o", "d"] }),
      {
        tag: "let",
        nonlinear: [named("r"), named("s")],
        linear: [],
        bound: { tag: "call", name: "inner", nonlinear: ["e", "w"], linear: [] },
        scalar: 11,
      },
      {
        tag: "let",
        nonlinear: [],
        linear: [],
        bound: { tag: "call", name: "nothing", nonlinear: ["g"], linear: [] },
        scalar: 14,
      },
      bindNonlinear(named("t", PAIR), { tag: "tuple", items: ["r", "s"] }),
    ],
    result: { nonlinear: ["n", "t", "a"], linear: [] },
  },
  scalars: 15,
};

/** Its last definition is `main`. */
export const EVERY_FORM: LinearProgram = [inner, nothing, main];

/** A definition in which something linear is computed and dropped, and an empty tuple is scaled. */
export const DROPPING: Definition = {
  name: "dropping",
  nonlinear: [named("x")],
  linear: [named("ẏ"), named("ė", tensor([]))],
  results: { nonlinear: [R], linear: [R, R, tensor([])] },
  body: {
    bindings: [
      bindLinear(named("ä"), { tag: "zero", type: R }),
      { tag: "let", nonlinear: [], linear: [named("b"), named("c")], bound: { tag: "dup", linear: "ä" } },
      bindLinear(named("f", tensor([])), { tag: "scale", factor: "x", linear: "ė" }),
      {
        tag: "let",
        nonlinear: [],
        linear: [],
        bound: {
          tag: "drop",
          block: {
            bindings: [
              bindNonlinear(named("u"), op("mul", "x", "x")),
              bindLinear(named("v"), { tag: "scale", factor: "u", linear: "ẏ" }),
            ],
            result: { nonlinear: ["u"], linear: ["v"] },
          },
        },
      },
    ],
    result: { nonlinear: ["x"], linear: ["b", "c", "f"] },
  },
  scalars: 0,
};
