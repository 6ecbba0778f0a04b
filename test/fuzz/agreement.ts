// Whether all answers about a program at an input are the same: values and mistakes to the bit, gradients up to rounding.
import type { Stage } from "../../engine/algorithms/algorithm.ts";
import { UNWATCHED } from "../../engine/base/watch.ts";
import { mapReals, realsOf, type Shape } from "../../engine/core/values/shape.ts";
import { ArrayValue, DataValue, type Value } from "../../engine/core/values/values.ts";
import { STAGE_TOLERANCE } from "../support/conformance.ts";
import { plainData } from "../support/plain.ts";
import { absoluteSweep, underflows } from "../support/sweep.ts";
import { type Answer, type Pair, STAGES_IN_TURN, type Subject } from "./answers.ts";
import type { Random } from "./random.ts";

/** The stages that compute tangents, or whole gradients, from the inputs on. */
const FORWARD: ReadonlySet<string> = new Set(
  STAGES_IN_TURN.filter(({ entry, view }) => entry !== "reverse" || view.rows[0] === "word").map(({ id }) => id),
);

/** The stages that multiply what nothing has reached as a zero. */
const MULTIPLIES: ReadonlySet<string> = new Set(
  STAGES_IN_TURN.filter(({ unreached }) => unreached !== "skipped").map(({ id }) => id),
);

/** Comparison counts. */
export class Tally {
  /** A program, at an input, by an engine or a stage. */
  runs = 0;
  /** Inputs at which a run ends in a mistake. */
  mistakes = 0;
  /** Runs that were given up: too long, or too large to compile. */
  skipped = 0;
  /** Runs near the ends of Int, which compiled code leaves to the machine. */
  leftToMachine = 0;
  /** Gradients that were not held against that of `tape`: it, or what is added up for it, is not finite, or too small for all digits. */
  notFinite = 0;
}

/**
 * The disagreement, in words; undefined where all answers agree. The engine and its exported module are held against the machine and
 * `tape`; the other stages as well if they are asked for.
 */
export function disagreementAt(
  subject: Subject,
  input: Value,
  random: Random,
  tally: Tally,
  stages: readonly Stage[] = STAGES_IN_TURN,
): string | undefined {
  const wanted = subject.byMachine(input);
  tally.runs++;
  if (wanted.tag === "skipped") {
    tally.skipped++;
    return undefined;
  }
  if (wanted.tag === "mistake") tally.mistakes++;
  const cotangent = wanted.tag === "value" ? cotangentFor(subject.resultShape, wanted.value, random) : undefined;
  const comparison = new Comparison(subject, input, wanted, cotangent, tally);
  const found = comparison.engines() ?? comparison.stages(stages);
  return found === undefined ? undefined : `${found}; at ${text(input)}, with cotangent ${text(cotangent ?? "1")}`;
}

/** 1 at every Real, or numbers of all kinds that are finite. */
function cotangentFor(shape: Shape, value: Value, random: Random): Value {
  if (random.chance(0.5)) return mapReals(shape, value, UNWATCHED, () => 1);
  return mapReals(shape, value, UNWATCHED, () => (random.chance(0.15) ? 0 : random.between(-8, 8) / 4));
}

/** Below this, products lose digits. */
const UNDERFLOW = 1e-290;

class Comparison {
  private readonly subject: Subject;
  private readonly input: Value;
  private readonly wanted: Exclude<Answer<Value>, { readonly tag: "skipped" }>;
  private readonly cotangent: Value | undefined;
  private readonly weights: readonly number[];
  private readonly tally: Tally;
  private compiled: Answer<Pair> | undefined;
  private roundings: readonly number[] | undefined;

  constructor(
    subject: Subject,
    input: Value,
    wanted: Exclude<Answer<Value>, { readonly tag: "skipped" }>,
    cotangent: Value | undefined,
    tally: Tally,
  ) {
    this.subject = subject;
    this.input = input;
    this.wanted = wanted;
    this.cotangent = cotangent;
    this.weights = cotangent === undefined ? [] : realsOf(subject.resultShape, cotangent, UNWATCHED);
    this.tally = tally;
  }

  /** The compiled engine, twice on its buffers, and the exported module, against the machine. */
  engines(): string | undefined {
    const { subject, input, weights } = this;
    const plain = this.value("the compiled engine without derivatives", subject.compiledValue(input), (value) => value);
    if (plain !== undefined) return plain;
    const first = subject.compiledGradient(input, weights);
    this.compiled = first;
    const active = this.value("the compiled engine", first, ({ value }) => value);
    if (active !== undefined) return active;
    const again = subject.compiledGradient(input, weights);
    if (first.tag === "value" && (again.tag !== "value" || !sameBits(first.value.gradient, again.value.gradient)))
      return `the compiled engine gives another gradient when it runs again: ${shown(first)} and ${shown(again)}`;
    return this.module(first);
  }

  /** The exported module runs the engine's code: it gives the very same. */
  private module(compiled: Answer<Pair>): string | undefined {
    const { subject, input, tally } = this;
    const exported = subject.exportedGradient(input, this.cotangent);
    tally.runs++;
    if (exported.tag === "skipped" || compiled.tag === "skipped") {
      tally.skipped++;
      return undefined;
    }
    if (compiled.tag === "mistake") {
      const at = subject.inModule(compiled.at);
      // a mistake within the prelude has the place of its call
      const isAlike = (there: string): boolean => (at === undefined ? there !== "nowhere" : there === at);
      if (exported.tag === "mistake" && exported.kind === compiled.kind && isAlike(exported.at)) return undefined;
      return `the exported module ends otherwise than the compiled engine: ${shown(exported)} and ${shown(compiled)}`;
    }
    const plain = {
      value: plainData(subject.resultShape, compiled.value.value),
      gradient: plainData(subject.paramShape, compiled.value.gradient),
    };
    if (exported.tag === "value" && samePlain(exported.value, plain)) return undefined;
    return `the exported module and the compiled engine differ: ${shown(exported)} and ${JSON.stringify(plain)}`;
  }

  /** Every stage against the machine's value, and its gradient and the compiled engine's against that of `tape`. */
  stages(stages: readonly Stage[]): string | undefined {
    const { subject, input, cotangent, tally } = this;
    let tape: Value | undefined;
    for (const stage of stages) {
      if (!subject.takes(stage, input)) continue;
      const answer = subject.byStage(stage, input, cotangent);
      const wrong = this.value(stage.id, answer, ({ value }) => value);
      if (wrong !== undefined) return wrong;
      if (answer.tag !== "value") continue;
      const { gradient } = answer.value;
      if (stage.id === "tape") {
        tape = gradient;
        if (this.compiled?.tag !== "value") continue;
        const found = this.gradient("the compiled engine", this.compiled.value.gradient, tape);
        if (found !== undefined) return found;
      } else if (tape !== undefined) {
        // where 0 meets an infinity, forward mode does not
        if (stage.entry !== "reverse" && !realsOf(subject.paramShape, tape, UNWATCHED).every(Number.isFinite)) {
          tally.notFinite++;
          continue;
        }
        const found = this.gradient(stage.id, gradient, tape);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** Whether an answer has the value that the machine has, or ends in the same mistake. */
  private value<T>(who: string, answer: Answer<T>, valueOf: (answer: T) => Value): string | undefined {
    const { wanted, tally } = this;
    tally.runs++;
    if (answer.tag === "skipped") {
      tally.skipped++;
      return undefined;
    }
    const isSame =
      wanted.tag === "value"
        ? answer.tag === "value" && sameBits(valueOf(answer.value), wanted.value)
        : answer.tag === "mistake" && answer.kind === wanted.kind && answer.at === wanted.at;
    if (isSame) return undefined;
    if (who.startsWith("the compiled") && answer.tag === "mistake" && answer.kind === "int-overflow") {
      tally.leftToMachine++;
      return undefined;
    }
    return `${who} and the machine differ: ${shown(answer)} and ${shown(wanted)}`;
  }

  /** Whether a gradient is that of `tape` up to the rounding of both. */
  private gradient(who: string, found: Value, tape: Value): string | undefined {
    const { paramShape } = this.subject;
    const plain = (value: Value): Value => mapReals(paramShape, value, UNWATCHED, () => 0);
    if (!sameBits(plain(found), plain(this.input)))
      return `the gradient of ${who} has not the form of the input: ${text(found)}`;
    const [these, those] = [realsOf(paramShape, found, UNWATCHED), realsOf(paramShape, tape, UNWATCHED)];
    for (const [index, one] of these.entries()) {
      const other = those[index]!;
      if (one === other || Object.is(one, other)) continue;
      const rounding = this.rounding(index);
      if (Math.abs(one - other) <= rounding + UNDERFLOW) continue;
      // tangents grow where cotangents do not, and the other way round
      if (!Number.isFinite(rounding) || (FORWARD.has(who) && !Number.isFinite(one))) {
        this.tally.notFinite++;
        continue;
      }
      if (Number.isNaN(one) && MULTIPLIES.has(who) && this.hasInfinitePartial()) {
        this.tally.notFinite++;
        continue;
      }
      if (underflows(this.subject.graph(this.input), this.most, UNDERFLOW)) {
        this.tally.notFinite++;
        continue;
      }
      return `the gradients of ${who} and tape differ by more than ${rounding} at ${index}: ${one} and ${other}`;
    }
    return undefined;
  }

  /** Whether the run has a partial that makes NaN of a zero. */
  private hasInfinitePartial(): boolean {
    const { nodes } = this.subject.graph(this.input);
    return nodes.some(({ operands }) => operands.some(({ partial }) => !Number.isFinite(partial)));
  }

  /** The largest cotangent of the output, at least 1. */
  private get most(): number {
    return Math.max(1, ...this.weights.map(Math.abs));
  }

  /** Tolerance for rounding of a gradient's entry: 1e-12 of the sweep on absolute values. */
  private rounding(index: number): number {
    if (this.roundings === undefined) {
      this.roundings = absoluteSweep(this.subject.graph(this.input), this.most).map((sum) => STAGE_TOLERANCE * sum);
    }
    return this.roundings[index]!;
  }
}

/** Whether two values are the same, −0 and 0 apart, NaN equal to itself. */
function sameBits(a: Value, b: Value): boolean {
  if (typeof a === "number" || typeof b === "number") return Object.is(a, b);
  if (a instanceof DataValue) return b instanceof DataValue && a.con === b.con && sameParts(a.fields, b.fields);
  if (a instanceof ArrayValue) return b instanceof ArrayValue && sameParts(a.items, b.items);
  return Array.isArray(a) && Array.isArray(b) && sameParts(a, b);
}

function sameParts(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((one, index) => sameBits(one, b[index]!));
}

/** The same for plain data, where an array of numbers may be a typed one. */
function samePlain(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return Object.is(a, b);
  if (a instanceof Float64Array) return samePlain([...a], b);
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return (
    keys.length === others.length &&
    keys.every((key) => samePlain((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}

function shown(answer: Answer<unknown>): string {
  if (answer.tag === "value") return text(answer.value);
  return answer.tag === "mistake" ? `${answer.kind} at ${answer.at}` : `nothing (${answer.why})`;
}

/** A value for a message. */
function text(value: unknown): string {
  const whole = JSON.stringify(value, (_, one: unknown) =>
    typeof one === "number" && (!Number.isFinite(one) || Object.is(one, -0))
      ? Object.is(one, -0)
        ? "-0"
        : String(one)
      : one,
  );
  return whole.length <= 300 ? whole : `${whole.slice(0, 300)} ..`;
}
