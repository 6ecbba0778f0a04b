// The proof beside a gradient: its largest differences from forward mode and from finite differences, and what contradicts it.
import { isUsedUp } from "../../base/watch.ts";
import { formDifference, realsOf } from "../../core/values/shape.ts";
import type { Value } from "../../core/values/values.ts";
import type { Code } from "../../evaluate/code/code.ts";
import { Machine } from "../../evaluate/machine.ts";
import {
  differenceSteps,
  directionalDerivative,
  directions,
  extrapolated,
  moved,
  weighted,
  withTangents,
} from "../../evaluate/oracle.ts";
import { type Budget, watchOf } from "../../evaluate/tasks/budget.ts";
import type { Prepared } from "../input/prepare.ts";
import { type Contradiction, differ, valuesDiffer, type WrongDerivative } from "../run/contradiction.ts";
import { drive, type Steps } from "../run/drive.ts";
import { scalarNames } from "./scalar-names.ts";

/** Differences relative to max(1, largest entry); null where the budget did not allow, or nothing could be compared. */
export interface Checks {
  readonly forwardMode: number | null;
  readonly finiteDifferences: number | null;
  /** Whether the budget ran out: a null may be due to that. */
  readonly ranOut: boolean;
  /** What shows that the result is wrong; undefined where nothing does. */
  readonly contradiction: Contradiction | undefined;
  /** The first derivative that is NaN because the stage multiplies the zeros of what nothing reaches; left out where none is. */
  readonly multipliedZero?: WrongDerivative;
}

/** What is compared: nothing; forward mode along one random direction; or all. */
export type Checking = boolean | "quick";

/** Above this many input scalars, random directions are compared instead of single entries. */
const MOST_ENTRIES = 32;
const RANDOM_DIRECTIONS = 8;

/** What a gradient is checked against. */
export interface CheckSubject {
  readonly prepared: Prepared;
  /** The source program's code. */
  readonly primal: Code;
  readonly value: Value;
  readonly cotangent: Value;
  readonly gradient: Value;
}

/** How people are told of forward mode, which the machine runs. */
const FORWARD_MODE = "forward mode";

/** Compares a gradient, and the value beside it, with forward mode and, unless `checking` is quick, with finite differences. */
export function* checkGradient(
  subject: CheckSubject,
  budget: Budget,
  checking: Exclude<Checking, false>,
): Steps<Checks> {
  const { prepared, gradient, cotangent } = subject;
  const watch = watchOf(budget);
  const isQuick = checking === "quick";
  let forward: Compared = "stop";
  let finite: Compared = isQuick ? null : "stop";
  let scale = 1;
  let contradiction: Contradiction | undefined;
  const told = (found: Contradiction): void => {
    contradiction ??= found;
  };
  try {
    const entries = realsOf(prepared.paramShape, gradient, watch);
    const weights = realsOf(prepared.resultShape, cotangent, watch);
    const lines =
      entries.length <= MOST_ENTRIES && !isQuick
        ? entries.map((_, index) => entries.map((_, at) => (at === index ? 1 : 0)))
        : directions(isQuick ? 1 : RANDOM_DIRECTIONS, entries.length, watch);
    const wanted = lines.map((line) => dot(line, entries));
    scale = largest(1, entries, wanted);
    forward = yield* compare(lines, wanted, (line, want) => forwardMode(subject, weights, line, want, budget, told));
    if (contradiction !== undefined) contradiction = yield* named(contradiction, subject, entries, weights, budget);
    if (!isQuick) finite = yield* compare(lines, wanted, (line) => finiteDifferences(subject, weights, line, budget));
  } catch (error) {
    if (!isUsedUp(error)) throw error;
  }
  return {
    forwardMode: relative(forward, scale),
    finiteDifferences: relative(finite, scale),
    ranOut: forward === "stop" || finite === "stop",
    contradiction,
  };
}

/** A contradiction along a line, by the first Real of the input that has one, where they can all be tried. */
function* named(
  found: Contradiction,
  subject: CheckSubject,
  entries: readonly number[],
  weights: readonly number[],
  budget: Budget,
): Steps<Contradiction> {
  if (found.tag !== "gradient" || entries.length > MOST_ENTRIES) return found;
  const { inputs } = scalarNames(subject.prepared, watchOf(budget));
  for (const [index, want] of entries.entries()) {
    const line = entries.map((_, at) => (at === index ? 1 : 0));
    const own: Contradiction[] = [];
    const derivative = yield* forwardMode(subject, weights, line, want, budget, (one) => own.push(one));
    const [first] = own;
    if (first?.tag === "gradient") return { ...first, of: inputs[index] ?? `#${index}` };
    if (derivative === "stop") break;
  }
  return found;
}

/** The largest absolute value of finite numbers, at least `least`; they may be too many to be arguments of a function. */
function largest(least: number, ...lists: readonly (readonly number[])[]): number {
  let found = least;
  for (const numbers of lists) for (const x of numbers) if (Number.isFinite(x)) found = Math.max(found, Math.abs(x));
  return found;
}

/** The largest difference; null where nothing could be compared, `stop` where the budget ran out. */
type Compared = number | null | "stop";

function relative(difference: Compared, scale: number): number | null {
  return typeof difference === "number" ? difference / scale : null;
}

function dot(a: readonly number[], b: readonly number[]): number {
  // an entry that the direction leaves out must not poison the sum
  return a.reduce((sum, x, index) => (x === 0 ? sum : sum + x * b[index]!), 0);
}

/** One derivative along a line: a number, `skip` where it cannot be had, `stop` where the budget ran out. */
type Derivative = number | "skip" | "stop";

function* compare(
  lines: readonly (readonly number[])[],
  wanted: readonly number[],
  derivative: (line: readonly number[], want: number) => Steps<Derivative>,
): Steps<Compared> {
  let largest: number | null = lines.length === 0 ? 0 : null;
  for (const [index, line] of lines.entries()) {
    const want = wanted[index]!;
    const found = yield* derivative(line, want);
    if (found === "stop") return "stop";
    if (found === "skip") continue;
    const same = Object.is(found, want) || found === want;
    const difference = same ? 0 : Math.abs(found - want);
    largest = Math.max(largest ?? 0, Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference);
  }
  return largest;
}

function* runPrimal(subject: CheckSubject, input: Value, budget: Budget): Steps<Value | "skip" | "stop"> {
  const machine = new Machine(subject.primal, { budget });
  machine.start(machine.entry, input);
  const outcome = yield* drive(machine, "checks");
  if (outcome.tag === "done") return outcome.value;
  return outcome.tag === "mistake" ? "skip" : "stop";
}

/** The derivative along a line by forward mode; `told` of what it contradicts, where `want` is what the gradient says. */
function* forwardMode(
  subject: CheckSubject,
  weights: readonly number[],
  line: readonly number[],
  want: number,
  budget: Budget,
  told: (found: Contradiction) => void,
): Steps<Derivative> {
  const { paramShape, resultShape, input } = subject.prepared;
  const watch = watchOf(budget);
  const result = yield* runPrimal(subject, withTangents(paramShape, input, line, watch), budget);
  if (result === "skip") {
    // a partial that fails is no matter of the value
    const plain = yield* runPrimal(subject, input, budget);
    if (plain === "skip") told({ tag: "mistake", by: FORWARD_MODE });
  }
  if (result === "skip" || result === "stop") return result;
  if (valuesDiffer(resultShape, subject.value, result, watch)) {
    told({ tag: "value", by: FORWARD_MODE });
    if (formDifference(resultShape, subject.value, result, watch) !== undefined) return "skip";
  }
  const { derivative, sweep } = directionalDerivative(resultShape, result, weights, watch);
  if (differ(want, derivative, sweep)) told({ tag: "gradient", by: FORWARD_MODE, here: want, there: derivative });
  return derivative;
}

function* finiteDifferences(
  subject: CheckSubject,
  weights: readonly number[],
  line: readonly number[],
  budget: Budget,
): Steps<Derivative> {
  const { paramShape, resultShape, input } = subject.prepared;
  const watch = watchOf(budget);
  const along = realsOf(paramShape, input, watch).filter((_, index) => line[index] !== 0);
  for (const step of differenceSteps(largest(0, along))) {
    const slopes: number[] = [];
    for (const h of [step, step / 2]) {
      const sides: number[] = [];
      for (const sign of [1, -1]) {
        const result = yield* runPrimal(subject, moved(paramShape, input, line, sign * h, watch), budget);
        if (result === "stop") return "stop";
        if (result === "skip" || formDifference(resultShape, subject.value, result, watch) !== undefined) break;
        sides.push(weighted(resultShape, result, weights, watch));
      }
      if (sides.length === 2) slopes.push((sides[0]! - sides[1]!) / (2 * h));
    }
    const slope = slopes.length === 2 ? extrapolated(slopes[0]!, slopes[1]!) : undefined;
    if (slope !== undefined) return slope;
  }
  return "skip";
}
