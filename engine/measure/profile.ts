// A profile of a gradient: its cost by line and by definition of the program, and how each grows with n.
import type { Stage } from "../algorithms/algorithm.ts";
import { USUAL } from "../algorithms/catalogue.ts";
import { stageOf } from "../algorithms/index.ts";
import { jsonText } from "../base/json.ts";
import { lastOf, nth, present } from "../base/nth.ts";
import { UNWATCHED } from "../base/watch.ts";
import { primalCode, type RunOptions, runGradient } from "../derive/gradient.ts";
import type { Code } from "../evaluate/code/code.ts";
import { Machine } from "../evaluate/machine.ts";
import { type CallCost, type PlaceCost, Profiler } from "../evaluate/operations/profiler.ts";
import type { Budget } from "../evaluate/tasks/budget.ts";
import { prepare, type Request } from "../session/input/prepare.ts";
import { entryName } from "../session/program/entry.ts";
import { type CheckedProgram, sourcesOf } from "../session/program/program.ts";
import { drive, type Steps } from "../session/run/drive.ts";
import type { Ended } from "../session/run/outcome.ts";
import { positionOf, type Span } from "../source/span.ts";
import type { GlobalEntity } from "../types/scope.ts";
import { sweepOf } from "./cost.ts";
import { speedscopeFile } from "./speedscope.ts";

/** The cost of a line or of a definition. */
export interface Profiled {
  /** Calls of functions, with all of their arguments: of a line, those that it makes; of a definition, those of it. */
  readonly calls: number;
  /** The cost of forward and reverse pass (`costOf`), and of each. */
  readonly work: number;
  readonly forwardWork: number;
  readonly reverseWork: number;
  /** Bytes of the numbers that are put on the tape, eight for each. */
  readonly tapeBytes: number;
  /** Milliseconds of the machine, which counts as it goes: they compare lines, and are no times of the compiled engine. */
  readonly forwardMs: number;
  readonly reverseMs: number;
  /** Over n, the exponent of each between the two largest n: log of the quotient of counts, by log of the quotient of n. */
  readonly exponents?: Exponents;
}

/** Exponents over n; null where a count is 0. */
export type Exponents = Readonly<Record<"calls" | "work" | "tapeBytes", number | null>>;

/** The cost of a line of a text. */
export interface ProfiledLine extends Profiled {
  readonly source: Span["source"];
  readonly line: number;
  readonly text: string;
}

/** The cost of a definition: what stands in it, without what it calls. */
export interface ProfiledDefinition extends Profiled {
  readonly name: string;
  readonly line: number;
}

/** A profile; lines and definitions with the most work first. */
export interface Profile {
  readonly lines: readonly ProfiledLine[];
  readonly definitions: readonly ProfiledDefinition[];
  /** The calls of the run, from the run itself on; undefined where it has not come to its end. */
  readonly calls: CallCost | undefined;
  readonly ended: Ended;
}

const BYTES = 8;

/** A profile as it crosses to the page: with the file of its calls for speedscope. */
export interface ProfileAnswer extends Omit<Profile, "calls"> {
  readonly file: string | undefined;
  /** The n that the exponents are between; none without a sweep. */
  readonly ns: readonly number[];
}

/** Profiles a gradient by the usual stage, at its n and at the next one of its sweep. */
export function* profileAnswer(checked: CheckedProgram, request: Request, budget: Budget): Steps<ProfileAnswer> {
  const sweep = sweepOf(checked, { sweep: undefined, n: undefined });
  const { n = "severity" in sweep ? undefined : sweep[0] } = request;
  const next = "severity" in sweep || n === undefined ? undefined : sweep.find((other = 0) => other > n);
  const ns = next === undefined ? [n] : [n, next];
  const stage = present(stageOf(USUAL.run));
  const { calls, ...profile } = yield* profileOf(checked, { ...request, variations: undefined }, stage, ns, budget);
  const file = calls && jsonText(speedscopeFile(calls, entryName(checked, request.entry)), undefined, UNWATCHED);
  return { ...profile, file, ns: ns.length < 2 ? [] : ns.map((one) => one ?? 0) };
}

/** Profiles a gradient by a stage, at each n if there are any; the counts are those of the last n. */
export function* profileOf(
  checked: CheckedProgram,
  request: Request,
  stage: Stage,
  ns: readonly (number | undefined)[],
  budget: Budget,
): Steps<Profile> {
  const profiles: Profile[] = [];
  for (const n of ns) {
    const profile = yield* profileAt(checked, { ...request, n }, stage, budget);
    if (profile.ended.tag !== "done") return profile;
    profiles.push(profile);
  }
  const last = lastOf(profiles);
  const [before, n, m] = [profiles.at(-2), ns.at(-1), ns.at(-2)];
  if (before === undefined || n === undefined || m === undefined) return last;
  const grown = <T extends Profiled>(
    rows: readonly T[],
    others: readonly T[],
    keyOf: (row: T) => string,
  ): readonly T[] => {
    const known = new Map(others.map((row) => [keyOf(row), row]));
    return rows.map((row) => ({ ...row, exponents: exponentsOf(row, known.get(keyOf(row)), n / m) }));
  };
  return {
    ...last,
    lines: grown(last.lines, before.lines, ({ source, line }) => `${source} ${line}`),
    definitions: grown(last.definitions, before.definitions, ({ name }) => name),
  };
}

function exponentsOf(now: Profiled, before: Profiled | undefined, ratio: number): Exponents {
  const of = (a: number, b = 0): number | null =>
    a === 0 || b === 0 ? null : Number((Math.log(a / b) / Math.log(ratio)).toFixed(3));
  return {
    calls: of(now.calls, before?.calls),
    work: of(now.work, before?.work),
    tapeBytes: of(now.tapeBytes, before?.tapeBytes),
  };
}

function* profileAt(checked: CheckedProgram, request: Request, stage: Stage, budget: Budget): Steps<Profile> {
  const passes = new Profiler();
  const observer: NonNullable<RunOptions["observer"]> = (event, counters) => passes.tell(event, counters);
  const { ended } = yield* runGradient(checked, request, stage, budget, { checks: false, observer, profiler: passes });
  const nothing = { lines: [], definitions: [], calls: undefined };
  if (ended.tag !== "done") return { ...nothing, ended };
  // a transformed program makes calls of its own
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag !== "prepared") return { ...nothing, ended: preparation };
  const { prepared } = preparation;
  const calls = new Profiler();
  const code = primalCode(prepared);
  const machine = new Machine(code, { budget, profiler: calls });
  machine.start(machine.entry, prepared.input);
  yield* drive(machine, "primal");
  const rows = [...byLine(checked, passes.places, calls.places).values()];
  return {
    calls: passes.root,
    lines: rows.toSorted(byWork),
    definitions: byDefinition(
      checked,
      passes,
      (entity) => callsOf(entity, code, calls),
      prepared.entry.entity,
    ).toSorted(byWork),
    ended,
  };
}

function byWork(a: Profiled, b: Profiled): number {
  return b.work - a.work;
}

/** Costs that are added up. */
type Sum = { -readonly [K in keyof Omit<Profiled, "exponents">]: number };

function nothing(): Sum {
  return { calls: 0, work: 0, forwardWork: 0, reverseWork: 0, tapeBytes: 0, forwardMs: 0, reverseMs: 0 };
}

function addTo(sum: Sum, { work, milliseconds, taped }: PlaceCost): void {
  sum.forwardWork += work.forward;
  sum.reverseWork += work.reverse;
  sum.work = sum.forwardWork + sum.reverseWork;
  sum.tapeBytes += BYTES * taped;
  sum.forwardMs += milliseconds.forward;
  sum.reverseMs += milliseconds.reverse;
}

function byLine(
  checked: CheckedProgram,
  places: readonly PlaceCost[],
  calls: readonly PlaceCost[],
): ReadonlyMap<string, ProfiledLine & Sum> {
  const sources = sourcesOf(checked, "");
  const lines = new Map<string, ProfiledLine & Sum>();
  const rowOf = ({ source, from }: Span): Sum => {
    const text = sources.get(source)?.text ?? "";
    const { line } = positionOf(text, from);
    const key = `${source} ${line}`;
    let row = lines.get(key);
    if (row === undefined) {
      row = { source, line, text: nth(text.split("\n"), line - 1).trim(), ...nothing() };
      lines.set(key, row);
    }
    return row;
  };
  for (const place of places) if (place.work.forward + place.work.reverse > 0) addTo(rowOf(place.span), place);
  for (const place of calls) if (place.calls > 0) rowOf(place.span).calls += place.calls;
  return lines;
}

function byDefinition(
  checked: CheckedProgram,
  passes: Profiler,
  callsTo: (entity: GlobalEntity) => number,
  entry: GlobalEntity,
): readonly ProfiledDefinition[] {
  const found: ProfiledDefinition[] = [];
  for (const entity of checked.module.globals) {
    if (entity.binding === undefined) continue;
    const { name } = entity;
    const { span } = entity.binding;
    const sum = nothing();
    for (const place of passes.places)
      if (place.span.source === span.source && span.from <= place.span.from && place.span.to <= span.to)
        addTo(sum, place);
    // the run itself calls its entry
    const count = callsTo(entity) + (entity === entry ? 1 : 0);
    if (sum.work > 0 || count > 0)
      found.push({ name, line: positionOf(checked.text, span.from).line, ...sum, calls: count });
  }
  return found;
}

/** The calls of a definition, at whichever number types it is compiled for. */
function callsOf({ key }: GlobalEntity, { globals }: Code, { calls }: Profiler): number {
  let count = 0;
  for (const { name, block } of globals.values()) {
    if (name !== key && !name.startsWith(`${key}@`)) continue;
    let last = block;
    while (last.rest !== undefined) last = last.rest;
    count += calls.get(last) ?? 0;
  }
  return count;
}
