// A gradient that is examined: its run as a graph, and the words and places for what is found in it.
import { nth } from "../base/nth.ts";
import { showReal } from "../core/values/show-value.ts";
import type { Checks } from "../derive/checks.ts";
import type { Budget } from "../evaluate/tasks/budget.ts";
import type { Exploration, Explored } from "../explore/exploration.ts";
import { labelOf, operandsIn, placeIn, type RunGraph, type Uses } from "../graphs/run-graph.ts";
import { inputCount } from "../graphs/sweeps.ts";
import { opNameIn } from "../graphs/written-in.ts";
import { type CheckedProgram, sourcesOf } from "../session/program/program.ts";
import type { Sources } from "../source/render.ts";
import { isUsersText, positionOf, type Span, span, spanKey } from "../source/span.ts";
import type { Finding, Placed } from "./finding.ts";
import { type Rounds, roundAround, roundsOf } from "./rounds.ts";

/** Characters of an expression that is quoted within a sentence, and beside one. */
const LONGEST_QUOTED = 40;
const LONGEST_TEXT = 120;

/** Characters of a stretch of the program, comments and all, that is read to be quoted: scalars may be many, and the texts of their places long. */
const LONGEST_READ = 1000;

/** The parts of a finding that are not told by its scalar. */
export type Told = Pick<Finding, "kind" | "message"> &
  Partial<Pick<Finding, "entry" | "values" | "cut" | "curve" | "scalar">> & {
    readonly span?: Finding["span"] | undefined;
  };

/** A gradient that is examined. */
export class Subject {
  readonly exploration: Exploration;
  readonly explored: Explored;
  readonly graph: RunGraph;
  readonly uses: Uses;
  readonly budget: Budget;
  /** The largest relative error of a rounding, and the smallest number with all of its digits. */
  readonly unit: number;
  readonly smallestNormal: number;
  /** How many Reals the input has: they are the first scalars. */
  readonly inputs: number;
  /** By scalar, 1 where it is computed from an input. */
  readonly depends: Uint8Array;
  readonly rounds: Rounds;
  /** The comparison with forward mode and differences, once it is made. */
  checks: Checks | undefined;
  readonly #sources: Sources;

  constructor(exploration: Exploration, explored: Explored, budget: Budget) {
    this.exploration = exploration;
    this.explored = explored;
    this.budget = budget;
    this.graph = explored.graph;
    this.uses = exploration.uses;
    const isSingle = exploration.request.variations?.float32 === true;
    this.unit = isSingle ? 2 ** -24 : 2 ** -53;
    this.smallestNormal = isSingle ? 2 ** -126 : 2 ** -1022;
    this.inputs = inputCount(this.graph);
    this.depends = dependingOn(this.graph, 0, this.inputs);
    this.rounds = roundsOf(this.graph.calls);
    this.#sources = sourcesOf(exploration.checked, "");
  }

  get checked(): CheckedProgram {
    return this.exploration.checked;
  }

  /** By scalar, 1 where it is computed from the input of an entry, or is it; from any input where no entry has that name. */
  dependsOn(entry: string | undefined): Uint8Array {
    for (let input = 0; entry !== undefined && input < this.inputs; input++)
      if (this.entryName(input) === entry) return dependingOn(this.graph, input, input + 1);
    return this.depends;
  }

  /** Whether the value or an entry of the gradient is NaN or infinite. */
  get isOdd(): boolean {
    const { graph } = this;
    return graph.outputs.some((node) => isOdd(nth(graph.values, node))) || this.oddEntries().length > 0;
  }

  /** The inputs whose derivative is NaN or infinite. */
  oddEntries(): readonly number[] {
    const found: number[] = [];
    for (let node = 0; node < this.inputs; node++) if (isOdd(nth(this.graph.cotangents, node))) found.push(node);
    return found;
  }

  /** A finding about a scalar of the run; its place is that of the scalar, unless another is given. */
  finding(told: Told): Finding {
    const { scalar, span: other } = told;
    return {
      entry: undefined,
      values: undefined,
      cut: undefined,
      curve: undefined,
      scalar: undefined,
      ...told,
      ...this.placed(scalar, other),
    };
  }

  /** The place of a scalar, or another one for it; without either, that of the entry's name. */
  placed(scalar: number | undefined, other?: Span): Placed {
    const at = other ?? (scalar === undefined ? undefined : placeIn(this.graph, scalar)) ?? this.#entry();
    const source = this.#sources.get(at.source)?.text ?? "";
    const { line, column } = positionOf(source, at.from);
    const text = inOneLine(source.slice(at.from, at.to));
    return {
      span: at,
      line,
      column,
      text: text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text,
      call: scalar === undefined ? undefined : this.#callOf(scalar),
      round: scalar === undefined ? undefined : this.#roundOf(scalar),
    };
  }

  /** A key of the place of a scalar: the same for all that the user's text computes there. */
  placeKey(scalar: number): string {
    const at = placeIn(this.graph, scalar);
    return at === undefined ? `#${scalar}` : spanKey(at);
  }

  /** `line 7`, of a place in the program. */
  lineOf(at: Span | undefined): string | undefined {
    const text = at && this.#sources.get(at.source)?.text;
    return at === undefined || text === undefined ? undefined : `line ${positionOf(text, at.from).line}`;
  }

  /** An operation in the user's words, or by its symbol; an input or constant by its name. */
  named(node: number): string {
    return `\`${this.written(placeIn(this.graph, node)) ?? opNameIn(this.graph, node) ?? labelOf(this.graph, node)}\``;
  }

  /** The user's text at a place, where it is short. */
  written(at: Span | undefined): string | undefined {
    if (at === undefined || !isUsersText(at.source) || at.to - at.from > LONGEST_READ) return undefined;
    const text = inOneLine(this.#sources.get(at.source)?.text.slice(at.from, at.to) ?? "");
    return text === "" || text.length > LONGEST_QUOTED ? undefined : text;
  }

  /** The values of the operands of a scalar's operation. */
  operandValues(node: number): readonly number[] {
    return operandsIn(this.graph, node).map((operand) => nth(this.graph.values, operand.node));
  }

  /** ` at 0.0, 1.0`: the values of the operands; empty where there are none. */
  at(node: number): string {
    const values = this.operandValues(node);
    return values.length === 0 ? "" : ` at ${values.map(showReal).join(", ")}`;
  }

  /** The name of an input. */
  entryName(node: number): string {
    return labelOf(this.graph, node);
  }

  /** The place of the entry's name. */
  #entry(): Span {
    const { entry } = this.explored;
    return this.checked.module.globals.find(({ name }) => name === entry)?.span ?? span("<program>", 0, 0);
  }

  #callOf(scalar: number): string {
    const { calls } = this.graph;
    for (let call = nth(calls.of, scalar); call > 0; call = nth(calls.parents, call)) {
      const { name, builtin } = nth(calls.functions, nth(calls.fns, call));
      if (builtin === undefined) return name;
    }
    return this.explored.entry;
  }

  #roundOf(scalar: number): number | undefined {
    const call = roundAround(this.graph, this.rounds, scalar);
    return call === undefined ? undefined : nth(this.rounds.numbers, call);
  }
}

/** A text of a program without its comments and breaks. */
function inOneLine(text: string): string {
  return text.replace(/--.*$/gm, "").replace(/\s+/g, " ").trim();
}

/** A number found by differences, without the digits that rounding made. */
export function rounded(x: number): string {
  return showReal(Number(x.toPrecision(6)));
}

/** Whether a number is NaN or infinite. */
export function isOdd(x: number): boolean {
  return !Number.isFinite(x);
}

/** By scalar, 1 where it is one of some inputs or computed from one. */
function dependingOn({ size, starts, operands }: RunGraph, from: number, to: number): Uint8Array {
  const found = new Uint8Array(size).fill(1, from, to);
  for (let node = to; node < size; node++)
    for (let edge = nth(starts, node); edge < nth(starts, node + 1); edge++)
      if (found[nth(operands, edge)] === 1) found[node] = 1;
  return found;
}
