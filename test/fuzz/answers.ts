// Answers for a program: by the machine, the compiled engine in both modes, the exported module, and every stage.
import type { Stage } from "../../engine/algorithms/algorithm.ts";
import { STAGES } from "../../engine/algorithms/index.ts";
import { UNWATCHED } from "../../engine/base/watch.ts";
import { Compiled } from "../../engine/compile/engine.ts";
import { LeftToMachine } from "../../engine/compile/ir/layout.ts";
import { CompiledMistake, OutOfBudget } from "../../engine/compile/runtime/endings.ts";
import type { DataFlowGraph } from "../../engine/core/events/trace.ts";
import { mapReals, realsOf, type Shape, Shapes } from "../../engine/core/values/shape.ts";
import { listItems, listValue, type Value } from "../../engine/core/values/values.ts";
import { transformed } from "../../engine/derive/gradient.ts";
import { fragmentFor } from "../../engine/derive/straight-run.ts";
import type { Code } from "../../engine/evaluate/code/code.ts";
import { compile } from "../../engine/evaluate/compile.ts";
import { Machine } from "../../engine/evaluate/machine.ts";
import { Tracer } from "../../engine/evaluate/scalars/tracer.ts";
import { type Prepared, prepare } from "../../engine/session/input/prepare.ts";
import { checkSource, sourcesOf } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { NoTrace } from "../../engine/session/run/outcome.ts";
import { place } from "../../engine/source/render.ts";
import { type Span, span } from "../../engine/source/span.ts";
import { exportProgram } from "../../engine/texts/export.ts";
import { plainData } from "../support/plain.ts";

/** How one way of running a program ended. `skipped` took too long, or has no answer here. */
export type Answer<T> =
  | { readonly tag: "value"; readonly value: T }
  | { readonly tag: "mistake"; readonly kind: string; readonly at: string }
  | { readonly tag: "skipped"; readonly why: string };

/** A value and a gradient, as far as there is one. */
export interface Pair {
  readonly value: Value;
  readonly gradient: Value;
}

/** Steps that the machine may take for a value, and for a gradient by a stage. */
const VALUE_STEPS = 20_000;
const STAGE_STEPS = 600_000;

function budget(steps: number) {
  return { steps, bytes: Number.POSITIVE_INFINITY, depth: 100_000, deadline: Number.POSITIVE_INFINITY };
}

const LIMITS = { bytes: 1e9, depth: 100_000, tick: () => undefined };

/** A program that is checked and has an input; why it has none otherwise. */
export type Begun =
  | { readonly tag: "subject"; readonly subject: Subject }
  | { readonly tag: "refused" }
  | { readonly tag: "no-input" };

/** Checks a program and evaluates its input. */
export function begin(text: string): Begun {
  const checked = checkSource(text);
  if (checked.hasErrors) return { tag: "refused" };
  const preparation = finish(prepare(checked, {}, budget(VALUE_STEPS)));
  if (preparation.tag !== "prepared") return { tag: "no-input" };
  return { tag: "subject", subject: new Subject(preparation.prepared) };
}

/** A program with all its answers; what they need is made once. */
export class Subject {
  readonly prepared: Prepared;
  readonly paramShape: Shape;
  readonly resultShape: Shape;
  private readonly primal: Code;
  private readonly codes = new Map<Stage, Code>();
  private readonly compiled = new Map<"plain" | "active", Compiled | undefined>();
  private exported: Module | undefined | "none";

  constructor(prepared: Prepared) {
    this.prepared = prepared;
    this.paramShape = prepared.paramShape;
    this.resultShape = prepared.resultShape;
    this.primal = compile(prepared.core, prepared.shapes);
  }

  /** The value by the machine: what all others are held against. */
  byMachine(input: Value): Answer<Value> {
    return call(new Machine(this.primal, { budget: budget(VALUE_STEPS) }), input);
  }

  /** The data-flow graph of the run at an input that has a value. */
  graph(input: Value): DataFlowGraph {
    const tracer = new Tracer();
    const machine = new Machine(this.primal, { budget: budget(VALUE_STEPS), tracer });
    const answer = call(machine, tracer.enter(this.paramShape, input, UNWATCHED));
    if (answer.tag !== "value") throw new Error(`a traced run gives no value: ${answer.tag}`);
    return tracer.leave(this.resultShape, answer.value, UNWATCHED).graph;
  }

  /** The value by the compiled engine without derivatives. */
  compiledValue(input: Value): Answer<Value> {
    const compiled = this.engine("plain");
    if (compiled === undefined) return { tag: "skipped", why: "too large to compile" };
    return this.guarded(() => compiled.value(input, LIMITS));
  }

  /** Value and gradient by the compiled engine. */
  compiledGradient(input: Value, cotangent: readonly number[]): Answer<Pair> {
    const compiled = this.engine("active");
    if (compiled === undefined) return { tag: "skipped", why: "too large to compile" };
    return this.guarded(() => {
      const value = compiled.value(input, LIMITS);
      const reals = compiled.gradient(cotangent);
      return { value, gradient: mapReals(this.paramShape, input, UNWATCHED, (_, index) => reals[index]!) };
    });
  }

  /** Value and gradient by the exported module, as plain data. */
  exportedGradient(
    input: Value,
    cotangent: Value | undefined,
  ): Answer<{ readonly value: unknown; readonly gradient: unknown }> {
    this.exported ??= moduleOf(this.prepared) ?? "none";
    if (this.exported === "none") return { tag: "skipped", why: "too large to compile" };
    try {
      const x = plainData(this.paramShape, input);
      return { tag: "value", value: this.exported.gradient(x, cotangent && plainData(this.resultShape, cotangent)) };
    } catch (error) {
      if (!(error instanceof this.exported.DualMistake)) throw error;
      const { kind, at } = error as Error & { readonly kind: string; readonly at: string | undefined };
      return { tag: "mistake", kind, at: at ?? "nowhere" };
    }
  }

  /** Value and gradient by a stage. A run that ends in a mistake needs no cotangent. */
  byStage(stage: Stage, input: Value, cotangent: Value | undefined): Answer<Pair> {
    const code = this.codeOf(stage, input);
    if (code === undefined) return { tag: "skipped", why: "no run that could stand for the program" };
    const machine = new Machine(code, { budget: budget(STAGE_STEPS) });
    if (stage.entry === "reverse") return reverse(machine, input, cotangent);
    if (stage.entry === "linear") return this.linear(machine, input, cotangent);
    return this.forward(machine, input, cotangent, stage.entry === "vectorised");
  }

  private forward(machine: Machine, input: Value, cotangent: Value | undefined, isVectorised: boolean): Answer<Pair> {
    const { paramShape, resultShape } = this;
    const weights = cotangent === undefined ? [] : realsOf(resultShape, cotangent, UNWATCHED);
    const count = realsOf(paramShape, input, UNWATCHED).length;
    const unit = (hot: number): Value => mapReals(paramShape, input, UNWATCHED, (_, index) => (index === hot ? 1 : 0));
    const directions = Array.from({ length: count }, (_, hot) => unit(hot));
    const gradient: number[] = [];
    let value: Value | undefined;
    const passes = isVectorised ? [listValue(directions, UNWATCHED)] : count === 0 ? [unit(0)] : directions;
    for (const direction of passes) {
      machine.beginPass();
      const result = call(machine, [input, direction]);
      if (result.tag !== "value") return result;
      const [primal, found] = result.value as readonly [Value, Value];
      value = primal;
      for (const tangent of isVectorised ? listItems(found, UNWATCHED) : [found]) {
        const slopes = realsOf(resultShape, tangent, UNWATCHED);
        gradient.push(slopes.reduce((sum, dy, index) => (dy === 0 ? sum : sum + dy * weights[index]!), 0));
      }
    }
    return {
      tag: "value",
      value: { value: value!, gradient: mapReals(paramShape, input, UNWATCHED, (_, index) => gradient[index]!) },
    };
  }

  /** How an exported module tells the place of a mistake; undefined for one in the prelude, which has that of its call. */
  inModule(at: string): string | undefined {
    const [source, range] = at.split(" ");
    if (source !== "<program>" || range === undefined) return undefined;
    const [from, to] = range.split("-").map(Number);
    return place(span("<program>", from!, to!), sourcesOf(this.prepared.checked, FILE));
  }

  /** One forward pass, and a call of the linear function for each Real of the input. */
  private linear(machine: Machine, input: Value, cotangent: Value | undefined): Answer<Pair> {
    const forward = call(machine, input);
    if (forward.tag !== "value") return forward;
    const [value, back] = forward.value as readonly [Value, Value];
    const weights = cotangent === undefined ? [] : realsOf(this.resultShape, cotangent, UNWATCHED);
    const gradient: number[] = [];
    const count = realsOf(this.paramShape, input, UNWATCHED).length;
    for (let hot = 0; hot < count; hot++) {
      const unit = mapReals(this.paramShape, input, UNWATCHED, (_, index) => (index === hot ? 1 : 0));
      const tangent = call(machine, unit, back);
      if (tangent.tag !== "value") return tangent;
      const slopes = realsOf(this.resultShape, tangent.value, UNWATCHED);
      gradient.push(slopes.reduce((sum, dy, index) => (dy === 0 ? sum : sum + dy * (weights[index] ?? 0)), 0));
    }
    return {
      tag: "value",
      value: { value, gradient: mapReals(this.paramShape, input, UNWATCHED, (_, index) => gradient[index]!) },
    };
  }

  /** Whether a stage takes the program at an input. */
  takes(stage: Stage, input: Value): boolean {
    return fragmentFor(stage, { ...this.prepared, input }).tag !== "outside";
  }

  /**
   * A stage's code; of a stage that transforms a run, that of the run at this input, where it has come to its end; of one that is for its
   * shape, too, for its operations have a value for everything.
   */
  private codeOf(stage: Stage, input: Value): Code | undefined {
    const at = { ...this.prepared, input };
    const known = this.codes.get(stage);
    if (known !== undefined) return known;
    const fragment = fragmentFor(stage, at);
    const isOfInput = fragment.tag === "traced" || (fragment.tag === "inside" && fragment.isForShape === true);
    if (isOfInput && this.byMachine(input).tag !== "value") return undefined;
    try {
      const program = transformed(stage, at);
      const code = compile(program, new Shapes(program.data));
      if (!isOfInput) this.codes.set(stage, code);
      return code;
    } catch (error) {
      if (error instanceof NoTrace) return undefined;
      throw error;
    }
  }

  private engine(mode: "plain" | "active"): Compiled | undefined {
    if (!this.compiled.has(mode)) {
      try {
        this.compiled.set(mode, Compiled.of(this.prepared.core, mode));
      } catch (error) {
        if (!(error instanceof LeftToMachine)) throw error;
        this.compiled.set(mode, undefined);
      }
    }
    return this.compiled.get(mode);
  }

  private guarded<T>(run: () => T): Answer<T> {
    try {
      return { tag: "value", value: run() };
    } catch (error) {
      if (error instanceof OutOfBudget) return { tag: "skipped", why: error.message };
      if (!(error instanceof CompiledMistake)) throw error;
      return { tag: "mistake", kind: error.kind, at: placeOf(error.at) };
    }
  }
}

/** All stages, `tape` first. */
export const STAGES_IN_TURN: readonly Stage[] = [
  ...STAGES.filter(({ id }) => id === "tape"),
  ...STAGES.filter(({ id }) => id !== "tape"),
];

/** A place as a text. Places in the prelude are one: what the user is told there is who called it. */
function placeOf(span: Span | undefined): string {
  if (span === undefined) return "nowhere";
  return span.source === "<prelude>" ? span.source : `${span.source} ${span.from}-${span.to}`;
}

function call(machine: Machine, argument: Value, fn: Value = machine.entry): Answer<Value> {
  machine.start(fn, argument);
  const outcome = machine.run(Number.POSITIVE_INFINITY);
  switch (outcome.tag) {
    case "done":
      return { tag: "value", value: outcome.value };
    case "mistake":
      return { tag: "mistake", kind: outcome.kind, at: placeOf(outcome.span) };
    default:
      return { tag: "skipped", why: "out of steps" };
  }
}

function reverse(machine: Machine, input: Value, cotangent: Value | undefined): Answer<Pair> {
  const forward = call(machine, input);
  if (forward.tag !== "value") return forward;
  const [value, back] = forward.value as readonly [Value, Value];
  if (cotangent === undefined) return { tag: "value", value: { value, gradient: [] } };
  const gradient = call(machine, cotangent, back);
  return gradient.tag === "value" ? { tag: "value", value: { value, gradient: gradient.value } } : gradient;
}

interface Module {
  readonly DualMistake: new (...args: never) => Error;
  gradient(x: unknown, cotangent: unknown): { readonly value: unknown; readonly gradient: unknown };
}

const FILE = "program.dual";

/** The exported module as a function's result: modules that are imported stay in memory for good. */
export function moduleOf({ checked }: Prepared): Module | undefined {
  const exported = exportProgram(checked, undefined, FILE);
  if (exported.tag === "mistake") return undefined;
  const body = exported.text.replace(/^export (?=function|class)/gm, "");
  return new Function(`"use strict";\n${body}\nreturn { DualMistake, gradient };`)() as Module;
}
