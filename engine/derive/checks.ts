// The proof beside a gradient: its entries compared with forward mode and with finite differences, what contradicts them, and what could not
// be compared.
import { nth } from "../base/nth.ts";
import { isUsedUp } from "../base/watch.ts";
import { formDifference, realsOf } from "../core/values/shape.ts";
import type { Value } from "../core/values/values.ts";
import type { Code } from "../evaluate/code/code.ts";
import { Machine } from "../evaluate/machine.ts";
import { directionalDerivative, directions, moved, weighted, withTangents } from "../evaluate/oracle.ts";
import { isAsWanted, isAtKink, type Slope, slopeAt, type Wanted } from "../evaluate/slopes.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import type { Prepared } from "../session/input/prepare.ts";
import { type Contradiction, differ, valuesDiffer, type WrongDerivative } from "../session/run/contradiction.ts";
import { drive, type Steps } from "../session/run/drive.ts";
import { scalarNames } from "./scalar-names.ts";

/** Differences relative to max(1, largest entry); null where the budget did not allow, or nothing could be compared. */
export interface Checks {
  readonly forwardMode: number | null;
  readonly finiteDifferences: number | null;
  /** Whether the budget ran out: a null may be due to that. */
  readonly ranOut: boolean;
  /** Whether entries were compared one by one, or random directions; and how many each check has confirmed or contradicted. */
  readonly compared: Compared;
  /** Evidence that the result is wrong; undefined without any. */
  readonly contradiction: Contradiction | undefined;
  /** The first derivative that is NaN because the stage multiplies the zeros of what nothing reaches; left out where none is. */
  readonly multipliedZero?: WrongDerivative;
  /** The entries that differences contradict, or could not be compared with; in the order of the entries. */
  readonly findings: readonly Finding[];
}

/** How much of a gradient was compared. */
export interface Compared {
  readonly by: "entries" | "directions";
  readonly of: number;
  readonly forwardMode: number;
  readonly finiteDifferences: number;
}

/** A finding of differences about an entry of the gradient, named as in Dual (`xs[3]`); `entry` is undefined for a random direction. */
export type Finding = { readonly entry: string | undefined; readonly here: number } & (
  | { readonly tag: "differs"; readonly there: number }
  /** The function has a kink there: the slopes on both sides, of which the derivative is one, or lies between. */
  | { readonly tag: "kink"; readonly left: number; readonly right: number }
  | { readonly tag: "unconfirmed"; readonly why: Extract<Slope, { readonly tag: "unsettled" }>["why"] }
);

/**
 * The extent of a check: none; forward mode along one random direction; also differences, entry by entry where they are few and cheap and
 * along one direction otherwise; or all.
 */
export type Checking = boolean | "quick" | "brief";

/** Above this many input scalars, random directions are compared instead of single entries. */
const MOST_ENTRIES = 32;
const RANDOM_DIRECTIONS = 8;

/** Steps of the machine that a brief check takes at most for its differences, about a fifth of a second. */
const BRIEF_STEPS = 2_000_000;
/** Runs of the program that the slope along one line takes where the function is smooth, and one by forward mode. */
const RUNS_A_LINE = 5;
/** So many times as much a brief check takes where the function is not smooth, at most. */
const BRIEF_PATIENCE = 3;

/** Relative to the entry: what differs by more from finite differences is contradicted by them. */
const TOLERANCE = 1e-4;

/** The subject of a check. */
export interface CheckSubject {
  readonly prepared: Prepared;
  /** The source program's code. */
  readonly primal: Code;
  readonly value: Value;
  readonly cotangent: Value;
  readonly gradient: Value;
}

/** The name of forward mode, which the machine runs, in messages. */
const FORWARD_MODE = "forward mode";

/** Compares a gradient, and the value beside it, with forward mode and, unless `checking` is quick, with finite differences. */
export function* checkGradient(
  subject: CheckSubject,
  budget: Budget,
  checking: Exclude<Checking, false>,
): Steps<Checks> {
  const check = new Check(subject, budget);
  try {
    yield* check.run(checking);
  } catch (error) {
    if (!isUsedUp(error)) throw error;
    check.ranOut = true;
  }
  return check.found();
}

/** A direction in the space of the input: what each of its Reals moves by. */
type Line = readonly number[];

/** One derivative along a line: a number, `skip` where it cannot be had, `stop` where the budget ran out. */
type Derivative = number | "skip" | "stop";

/** A check under way. */
class Check {
  ranOut = false;
  private readonly subject: CheckSubject;
  private readonly budget: Budget;
  private entries: readonly number[] = [];
  private weights: readonly number[] = [];
  private isByEntry = true;
  private lines: readonly Line[] = [];
  private scale = 1;
  private forward: number | null = null;
  private finite: number | null = null;
  private readonly compared = { forwardMode: 0, finiteDifferences: 0 };
  private contradiction: Contradiction | undefined;
  private readonly findings: Finding[] = [];
  /** The entries that differences have been taken along by themselves. */
  private readonly blamed = new Set<number>();
  /** Steps that the last run of the program took. */
  private steps = 0;
  /** Steps that runs for differences may take still. */
  private left = Number.POSITIVE_INFINITY;

  constructor(subject: CheckSubject, budget: Budget) {
    this.subject = subject;
    this.budget = budget;
  }

  found(): Checks {
    const relative = (difference: number | null): number | null => difference && difference / this.scale;
    return {
      forwardMode: relative(this.forward),
      finiteDifferences: relative(this.finite),
      ranOut: this.ranOut,
      compared: { by: this.isByEntry ? "entries" : "directions", of: this.lines.length, ...this.compared },
      contradiction: this.contradiction,
      findings: this.findings,
    };
  }

  *run(checking: Exclude<Checking, false>): Steps<void> {
    const { subject, budget } = this;
    const watch = watchOf(budget);
    this.entries = realsOf(subject.prepared.paramShape, subject.gradient, watch);
    this.weights = realsOf(subject.prepared.resultShape, subject.cotangent, watch);
    const { length } = this.entries;
    const single = (): readonly Line[] => this.entries.map((_, index) => unit(index, length));
    this.isByEntry = checking === true && length <= MOST_ENTRIES;
    this.lines = this.isByEntry ? single() : directions(checking === true ? RANDOM_DIRECTIONS : 1, length, watch);
    if (!(yield* this.byForwardMode()) || checking === "quick") return;
    if (checking === "brief") {
      const affordable = (lines: number): boolean => lines * RUNS_A_LINE * this.steps <= BRIEF_STEPS;
      if (!affordable(1)) {
        this.ranOut = true;
        return;
      }
      if (length <= MOST_ENTRIES && affordable(length)) {
        [this.isByEntry, this.lines, this.compared.forwardMode, this.forward] = [true, single(), 0, null];
        if (!(yield* this.byForwardMode())) return;
      }
      this.left = BRIEF_PATIENCE * BRIEF_STEPS;
    }
    yield* this.byDifferences();
  }

  /** Compares with forward mode; false where the budget ran out. */
  private *byForwardMode(): Steps<boolean> {
    const wanted = this.lines.map((line) => dot(line, this.entries));
    this.scale = largest(1, this.entries, wanted);
    if (this.lines.length === 0) this.forward = this.finite = 0;
    for (const [index, line] of this.lines.entries()) {
      const found = yield* this.forwardAlong(line);
      if (found === "stop") {
        this.ranOut = true;
        this.forward = null;
        return false;
      }
      if (found === "skip") continue;
      this.compared.forwardMode++;
      this.forward = Math.max(this.forward ?? 0, distance(found, nth(wanted, index)));
    }
    yield* this.nameContradiction();
    return true;
  }

  /** Finds the entry that forward mode contradicts. */
  private *nameContradiction(): Steps<void> {
    const { contradiction } = this;
    if (contradiction?.tag !== "gradient" || contradiction.of !== undefined) return;
    const entry = yield* this.entryOf(this.wrongLine ?? [], (line) => this.contradicts(line));
    if (entry !== undefined) yield* this.contradicts(unit(entry, this.entries.length));
    const own: Contradiction | undefined = this.contradiction;
    this.contradiction =
      entry !== undefined && own?.tag === "gradient" ? { ...own, of: this.nameOf(entry) } : contradiction;
  }

  /** Whether forward mode contradicts the gradient along a line. */
  private *contradicts(line: Line): Steps<boolean | "stop"> {
    this.contradiction = undefined;
    const found = yield* this.forwardAlong(line);
    return found === "stop" ? "stop" : this.contradiction !== undefined;
  }

  /** The line along which forward mode was first contradicted. */
  private wrongLine: Line | undefined;

  /** Compares with finite differences. */
  private *byDifferences(): Steps<void> {
    for (const [index, line] of this.lines.entries()) {
      const here = dot(line, this.entries);
      const slope = yield* this.slopeAlong(line);
      if (slope === "stop") {
        this.ranOut = true;
        this.finite = null;
        return;
      }
      if (slope.tag === "smooth") {
        this.compared.finiteDifferences++;
        this.finite = Math.max(this.finite ?? 0, distance(slope.slope, here));
      }
      if (isAsWanted(slope, wantedBy(here)) || (slope.tag !== "smooth" && !Number.isFinite(here))) continue;
      const entry = this.isByEntry ? index : yield* this.entryOf(line, (part) => this.isLike(slope, part));
      // several directions may lead to one entry
      if (entry !== undefined && this.blamed.has(entry)) continue;
      if (entry !== undefined) this.blamed.add(entry);
      const own = entry === undefined || this.isByEntry ? slope : yield* this.slopeAlong(unit(entry, line.length));
      if (own === "stop") return;
      const at = entry === undefined ? here : nth(this.entries, entry);
      if (isAsWanted(own, wantedBy(at))) continue;
      this.findings.push(findingOf(own, at, entry === undefined ? undefined : this.nameOf(entry)));
    }
  }

  /** Whether differences along a line find the same kind of thing as they did along another. */
  private *isLike(wanted: Slope, line: Line): Steps<boolean | "stop"> {
    const slope = yield* this.slopeAlong(line);
    return slope === "stop"
      ? "stop"
      : slope.tag === wanted.tag && !isAsWanted(slope, wantedBy(dot(line, this.entries)));
  }

  /** The entry that is to blame for what is so along a line, by halves; undefined where it is none alone, or the budget ran out. */
  private *entryOf(line: Line, isSo: (line: Line) => Steps<boolean | "stop">): Steps<number | undefined> {
    let places = line.flatMap((x, index) => (x === 0 ? [] : [index]));
    while (places.length > 1) {
      const middle = places.length >> 1;
      let next: number[] | undefined;
      for (const half of [places.slice(0, middle), places.slice(middle)]) {
        const within = new Set(half);
        const found = yield* isSo(line.map((x, index) => (within.has(index) ? x : 0)));
        if (found === "stop") return undefined;
        if (!found) continue;
        next = half;
        break;
      }
      if (next === undefined) return undefined;
      places = next;
    }
    return places[0];
  }

  private nameOf(entry: number): string {
    return scalarNames(this.subject.prepared, watchOf(this.budget)).inputs[entry] ?? `#${entry}`;
  }

  private *runAt(input: Value): Steps<Value | "skip" | "stop"> {
    const machine = new Machine(this.subject.primal, { budget: this.budget });
    machine.start(machine.entry, input);
    const outcome = yield* drive(machine, "checks");
    this.steps = machine.counters.steps;
    if (outcome.tag === "done") return outcome.value;
    return outcome.tag === "mistake" ? "skip" : "stop";
  }

  /** The derivative along a line by forward mode; notes what it contradicts. */
  private *forwardAlong(line: Line): Steps<Derivative> {
    const { prepared, value } = this.subject;
    const { paramShape, resultShape, input } = prepared;
    const watch = watchOf(this.budget);
    const result = yield* this.runAt(withTangents(paramShape, input, line, watch));
    if (result === "skip") {
      // a partial that fails is no matter of the value
      const plain = yield* this.runAt(input);
      if (plain === "skip") this.contradiction ??= { tag: "mistake", by: FORWARD_MODE };
    }
    if (result === "skip" || result === "stop") return result;
    if (valuesDiffer(prepared, value, result, watch)) {
      this.contradiction ??= { tag: "value", by: FORWARD_MODE };
      if (formDifference(resultShape, value, result, watch) !== undefined) return "skip";
    }
    const { derivative, sweep } = directionalDerivative(resultShape, result, this.weights, watch);
    const want = dot(line, this.entries);
    if (differ(want, derivative, sweep)) {
      this.wrongLine ??= line;
      this.contradiction ??= { tag: "gradient", by: FORWARD_MODE, here: want, there: derivative };
    }
    return derivative;
  }

  private *slopeAlong(line: Line): Steps<Slope | "stop"> {
    const { prepared, value } = this.subject;
    const { paramShape, resultShape, input } = prepared;
    const watch = watchOf(this.budget);
    const along = realsOf(paramShape, input, watch).filter((_, index) => line[index] !== 0);
    const wanted = wantedBy(dot(line, this.entries));
    const asking = slopeAt(weighted(resultShape, value, this.weights, watch), largest(0, along), wanted);
    let next = asking.next();
    while (!next.done) {
      if (this.left <= 0) return "stop";
      const result = yield* this.runAt(moved(paramShape, input, line, next.value, watch));
      if (result === "stop") return "stop";
      this.left -= this.steps;
      const isComparable = result !== "skip" && formDifference(resultShape, value, result, watch) === undefined;
      const at = isComparable ? weighted(resultShape, result, this.weights, watch) : Number.NaN;
      next = asking.next(Number.isFinite(at) ? at : undefined);
    }
    return next.value;
  }
}

/** An entry that differences are to confirm. */
function wantedBy(here: number): Wanted {
  return { derivative: here, tolerance: TOLERANCE };
}

function findingOf(slope: Slope, here: number, entry: string | undefined): Finding {
  switch (slope.tag) {
    case "smooth":
      return { tag: "differs", entry, here, there: slope.slope };
    case "unsettled":
      return { tag: "unconfirmed", entry, here, why: slope.why };
    case "kink": {
      const { left, right } = slope;
      return isAtKink(slope, wantedBy(here))
        ? { tag: "kink", entry, here, left, right }
        : { tag: "differs", entry, here, there: Math.abs(here - left) < Math.abs(here - right) ? left : right };
    }
  }
}

function unit(index: number, length: number): Line {
  return Array.from({ length }, (_, at) => (at === index ? 1 : 0));
}

/** How far apart two derivatives are; infinity where only one is a number. */
function distance(found: number, wanted: number): number {
  if (Object.is(found, wanted) || found === wanted) return 0;
  const difference = Math.abs(found - wanted);
  return Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
}

/** The largest absolute value of finite numbers, at least `least`; they may be too many to be arguments of a function. */
function largest(least: number, ...lists: readonly (readonly number[])[]): number {
  let found = least;
  for (const numbers of lists) for (const x of numbers) if (Number.isFinite(x)) found = Math.max(found, Math.abs(x));
  return found;
}

function dot(a: readonly number[], b: readonly number[]): number {
  // an entry that the direction leaves out must not poison the sum
  return a.reduce((sum, x, index) => (x === 0 ? sum : sum + x * nth(b, index)), 0);
}
