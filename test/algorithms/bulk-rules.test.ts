// The rules to bulk form on random terms of the array language: the value is the same to the bit, and the normal form is one of Theorem 2
// (Smeding's thesis, §4.4.1).
import { expect, test } from "vitest";
import { bulkOf, isBulkNormal } from "../../engine/algorithms/bulk/bot.ts";
import { Emission } from "../../engine/algorithms/bulk/core/emit.ts";
import { arrayOfType } from "../../engine/algorithms/bulk/core/natives.ts";
import { Names } from "../../engine/algorithms/bulk/language/names.ts";
import { printBulk } from "../../engine/algorithms/bulk/language/print.ts";
import {
  type ArrayShape,
  type Bulk,
  buildOf,
  condOf,
  gatherOf,
  indexOf,
  indexVariable,
  intOf,
  letOf,
  opOf,
  replicateOf,
  reshapeOf,
  scalarOf,
  scatterOf,
  sizeOf,
  stackOf,
  sumOf,
  transposeOf,
  variableOf,
} from "../../engine/algorithms/bulk/language/syntax.ts";
import { definition } from "../../engine/algorithms/common/rule-terms.ts";
import { lambda } from "../../engine/core/terms/term.ts";
import { Shapes } from "../../engine/core/values/shape.ts";
import type { ArrayValue } from "../../engine/core/values/values.ts";
import { compile } from "../../engine/evaluate/compile.ts";
import { Machine } from "../../engine/evaluate/machine.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { drive, finish } from "../../engine/session/run/drive.ts";
import { fun, REAL, tuple } from "../../engine/types/type.ts";
import { runs } from "../support/runs.ts";

/** The elements of a closed term. */
function valueOf(term: Bulk, names: Names): readonly number[] {
  const body = new Emission(names).term(term);
  const type = fun(tuple(), arrayOfType(REAL));
  const main = definition("main", type, lambda({ tag: "tuple", items: [] }, body));
  const program = { dual: undefined, data: [], ops: [], globals: [main], entry: "main" };
  const machine = new Machine(compile(program, new Shapes([])), { budget: DEFAULT_BUDGET });
  machine.start(machine.entry, []);
  const outcome = finish(drive(machine, "primal"));
  if (outcome.tag !== "done") throw new Error(outcome.tag);
  return (outcome.value as ArrayValue).items as number[];
}

/** A random number below a bound. */
type Draw = (bound: number) => number;

function drawOf(seed: number): Draw {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** Makes well-typed terms whose indices are in range. */
class Terms {
  private readonly draw: Draw;
  private readonly names: Names;

  constructor(draw: Draw, names: Names) {
    this.draw = draw;
    this.names = names;
  }

  private size(): number {
    return 1 + this.draw(3);
  }

  /** An Int below a size, of the index variables in scope. */
  private place(below: number, scope: readonly Bulk[]): Bulk {
    const known = scope.length > 0 && this.draw(4) > 0 ? scope[this.draw(scope.length)]! : intOf(this.draw(below));
    if (this.draw(4) === 0) return intOf(this.draw(below));
    if (this.draw(5) === 0) {
      const row = this.reals([3], 1, { indices: scope, arrays: [] });
      const test = opOf("gt", [indexOf(row, [opOf("modInt", [known, intOf(3)])]), scalarOf(0, "Real")]);
      return opOf("modInt", [condOf(test, known, intOf(1)), intOf(below)]);
    }
    return opOf("modInt", [this.draw(2) === 0 ? opOf("addInt", [known, intOf(1)]) : known, intOf(below)]);
  }

  /** A term of Reals of a shape. */
  reals(
    shape: ArrayShape,
    depth: number,
    scope: { readonly indices: readonly Bulk[]; readonly arrays: readonly Bulk[] },
  ): Bulk {
    const { indices, arrays } = scope;
    const inner = (of: ArrayShape): Bulk => this.reals(of, depth - 1, scope);
    const fitting = arrays.filter((one) => one.shape.join() === shape.join());
    if (fitting.length > 0 && this.draw(3) === 0) return fitting[this.draw(fitting.length)]!;
    if (depth <= 0) {
      if (shape.length === 0 && indices.length > 0 && this.draw(2) === 0)
        return opOf("real", [indices[this.draw(indices.length)]!]);
      const values = Array.from({ length: sizeOf(shape) }, () => this.draw(9) - 4);
      return { tag: "constant", values, shape, element: "Real" };
    }
    const [first, ...rest] = shape;
    const choices: (() => Bulk)[] = [
      () => opOf("add", [inner(shape), inner(shape)]),
      () => opOf("mul", [inner(shape), inner(shape)]),
      () => opOf("sin", [inner(shape)]),
      () => sumOf(inner([this.size(), ...shape])),
      () => {
        const outer = [this.size(), ...(this.draw(2) === 0 ? [this.size()] : [])];
        return indexOf(
          inner([...outer, ...shape]),
          outer.map((size) => this.place(size, indices)),
        );
      },
      () => {
        const test = opOf("gt", [inner([]), scalarOf(0, "Real")]);
        return condOf(test, inner(shape), inner(shape));
      },
      () => {
        const bound = inner(this.draw(2) === 0 ? shape : [this.size()]);
        const name = this.names.fresh("y");
        const known = { indices, arrays: [...arrays, variableOf(name, bound)] };
        return letOf(name, bound, this.reals(shape, depth - 1, known));
      },
    ];
    if (first !== undefined) {
      const index = this.names.fresh("i");
      const within = { indices: [...indices, indexVariable(index)], arrays };
      const source = this.size();
      choices.push(
        () => buildOf(first, index, this.reals(rest, depth - 1, within)),
        () => buildOf(first, index, this.reals(rest, depth - 1, within)),
        () => buildOf(first, index, this.reals(rest, depth - 1, within)),
        () => stackOf(Array.from({ length: first }, () => inner(rest))),
        () => replicateOf(first, inner(rest)),
        () =>
          gatherOf([first], inner([source, ...rest]), {
            variables: [index],
            at: [this.place(source, [...indices, indexVariable(index)])],
          }),
        () =>
          scatterOf([first], inner([source, ...rest]), {
            variables: [index],
            at: [this.place(first, [...indices, indexVariable(index)])],
          }),
        () => reshapeOf(shape, inner([sizeOf(shape)])),
      );
      const [second, ...last] = rest;
      const turned = (): Bulk => transposeOf([1, 0], inner([second!, first, ...last]));
      if (second !== undefined) choices.push(turned, turned, turned);
    }
    return choices[this.draw(choices.length)]!();
  }
}

/** The rules of Fig. 4.10 to 4.12, and those that are ours. */
const RULES =
  "B[i] B[t] B[let] B[cond] B[op] B[sumOuter] B[gather] B[scatter] B[[..]] B[replicate] B[tr] B[reshape] B[index] G1 G2 L2 L3 I[0, ..] I[index] I[let] I[cond] I[op] I[sumOuter] I[[..]] I[[..]]·k I[replicate] I[tr] I[reshape] I[gather]"
    .split(/ (?!\.\.)/)
    .map((rule) => rule.replace("·", " "));

test("a term has the value of its bulk form, and every rule is used", () => {
  const used = new Set<string>();
  const row = opOf("add", [scalarOf(1, "Real"), opOf("real", [indexVariable("i")])]);
  const turned = buildOf(2, "i", transposeOf([1, 0], stackOf([stackOf([row]), stackOf([row])])));
  const total = runs(20_000);
  for (let seed = 1; seed <= total; seed++) {
    const names = new Names([]);
    const draw = drawOf(seed);
    const shapes: readonly ArrayShape[] = [[], [2], [2, 3], [2, 3, 2]];
    const random = new Terms(draw, names).reals(shapes[draw(4)]!, 4, { indices: [], arrays: [] });
    // a transposition in a loop is rare
    const term = seed === 1 ? turned : random;
    for (const asPrinted of [false, true]) {
      const found = bulkOf(term, names, { asPrinted });
      for (const { rule } of found.steps) used.add(rule);
      const text = `${seed} ${asPrinted}: ${printBulk(term)}`;
      expect(asPrinted || isBulkNormal(found.term), text).toBe(true);
      expect(found.term.shape, text).toEqual(term.shape);
      expect(valueOf(found.term, names), text).toEqual(valueOf(term, names));
    }
  }
  expect(RULES.filter((rule) => !used.has(rule))).toEqual([]);
}, 600_000);
