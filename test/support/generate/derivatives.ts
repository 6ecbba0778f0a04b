// Derivatives within a program: rules for them, and the trial run's, which are differences: near enough to tell what is tame.

import type { Rule, Site } from "./site.ts";
import { apply, infix, list, type Term } from "./syntax.ts";
import { arrow, listOf, partsOf, Real, sameType, type Type } from "./type.ts";
import {
  call,
  constant,
  ensure,
  itemsOf,
  listValue,
  type Meter,
  scalarOf,
  scalarsIn,
  tupleValue,
  type Value,
} from "./value.ts";

/** Whether values of a type hold Reals and nothing else: what may be differentiated, and is, whole. */
function isSmooth(type: Type): boolean {
  if (type.tag === "Real") return true;
  const isContainer = type.tag === "Tuple" || type.tag === "List" || type.tag === "Array";
  return isContainer && partsOf(type).length > 0 && partsOf(type).every(isSmooth);
}

/** Derivatives of local functions, where they have the goal's type. */
export function derivativeRules(goal: Type): Rule[] {
  if (!isSmooth(goal)) return [];
  const rules: Rule[] = [
    { label: "grad", weight: 2, build: (site) => apply("grad", loss(site, goal), site.grow("at", goal)) },
    {
      label: "hvp",
      weight: 1,
      build: (site) => apply("hvp", loss(site, goal), site.grow("at", goal), site.grow("along", goal)),
    },
    { label: "jvp", weight: 2, build: (site) => apply("snd", tangents(site, goal)) },
  ];
  const [first, second] = goal.tag === "Tuple" ? goal.items : [];
  if (first !== undefined && second !== undefined && partsOf(goal).length === 2) {
    if (sameType(first, second)) rules.push({ label: "jvp", weight: 3, build: (site) => tangents(site, first) });
    if (sameType(first, Real)) rules.push({ label: "valueAndGrad", weight: 3, build: (site) => both(site, second) });
  }
  if (sameType(goal, listOf(listOf(Real)))) rules.push({ label: "hessian", weight: 2, build: hessian });
  return rules;
}

/** A function to a Real. */
const loss = (site: Site, from: Type): Term => site.grow("function", arrow(from, Real));

function both(site: Site, of: Type): Term {
  return apply("valueAndGrad", loss(site, of), site.grow("at", of));
}

/** A result with its tangent. */
function tangents(site: Site, result: Type): Term {
  const from = site.guess("type", isSmooth);
  return apply("jvp", site.grow("function", arrow(from, result)), site.grow("at", from), site.grow("along", from));
}

function hessian(site: Site): Term {
  const at = infix(site.grow("first", Real), "::", list(site.grow("second", Real)));
  return apply("hessian", loss(site, listOf(Real)), at);
}

/** The step of a difference, well below the margin of kinks. */
const STEP = 1e-3;
/** By how many steps, and with which weight: the error is of the fourth order. */
const STENCIL = [
  [1, 8 / 12],
  [-1, -8 / 12],
  [2, -1 / 12],
  [-2, 1 / 12],
] as const;
/** The bit of an input that stands for all that is moved: what depends on it keeps away from kinks. */
const MOVED = 1 << 30;

/** A value with each Real, from left to right, replaced. */
function replaced(value: Value, next: () => Value): Value {
  if (typeof value === "number" || (typeof value === "object" && value.tag === "scalar")) return next();
  if (typeof value !== "object") throw new Error("internal: Reals in tuples, lists and arrays were expected");
  if (value.tag === "data") return { ...value, fields: value.fields.map((field) => replaced(field, next)) };
  return { ...value, items: value.items.map((item) => replaced(item, next)) };
}

/** The structure of a value around its Reals. */
function structureOf(value: Value): string {
  if (typeof value !== "object" || value.tag === "scalar") return "·";
  return `${value.tag}(${(value.tag === "data" ? value.fields : value.items).map(structureOf).join()})`;
}

/** The Reals in a value; a literal counts as one. */
function realsIn(value: Value): readonly number[] {
  if (typeof value === "number") return [value];
  if (typeof value !== "object") throw new Error("internal: Reals in tuples, lists and arrays were expected");
  if (value.tag === "scalar") return [value.value];
  return (value.tag === "data" ? value.fields : value.items).flatMap(realsIn);
}

/** The derivatives of the trial run. */
export function derivativeValues(meter: Meter): readonly (readonly [string, Value])[] {
  /** The tangents of the results of a function that is moved along a direction. */
  const along = (f: Value, x: Value, direction: readonly number[]): readonly number[] => {
    const reals = realsIn(x);
    const known = scalarsIn(x).reduce((all, { inputs }) => all | inputs, MOVED);
    const results = STENCIL.map(([steps, weight]) => {
      let index = -1;
      const moved = replaced(x, () => {
        index++;
        return { ...constant(reals[index]! + steps * STEP * (direction[index] ?? 0)), inputs: known };
      });
      return realsIn(meter.uncounted(() => call(f, moved))).map((one) => (weight * one) / STEP);
    });
    return results.reduce((sum, one) => sum.map((value, index) => value + (one[index] ?? 0)));
  };
  const held = (value: Value, numbers: readonly number[]): Value => {
    let index = -1;
    const from = scalarsIn(value);
    return replaced(value, () => {
      index++;
      return meter.result(numbers[index] ?? Number.NaN, ...from);
    });
  };
  const gradient = (f: Value, x: Value): Value => {
    const reals = realsIn(x);
    call(f, x);
    const entries = reals.map(
      (_, at) =>
        along(
          f,
          x,
          reals.map((_, index) => (index === at ? 1 : 0)),
        )[0] ?? 0,
    );
    return held(x, entries);
  };
  const directed = (x: Value, v: Value): readonly number[] => {
    ensure(structureOf(x) === structureOf(v), "a direction of another shape");
    return realsIn(v);
  };
  const product = (f: Value, x: Value, v: Value): Value => {
    const direction = directed(x, v);
    return held(
      x,
      along((y) => gradient(f, y), x, direction),
    );
  };
  return [
    ["grad", (f) => (x) => gradient(f, x)],
    ["valueAndGrad", (f) => (x) => tupleValue(scalarOf(call(f, x)), gradient(f, x))],
    [
      "jvp",
      (f) => (x) => (v) => {
        const result = call(f, x);
        return tupleValue(result, held(result, along(f, x, directed(x, v))));
      },
    ],
    ["hvp", (f) => (x) => (v) => product(f, x, v)],
    [
      "hessian",
      (f) => (x) =>
        listValue(
          itemsOf(x).map((_, row) =>
            product(f, x, listValue(itemsOf(x).map((_, index) => constant(index === row ? 1 : 0)))),
          ),
        ),
    ],
  ];
}
