// The graphs of a run: data flow, staged calls, jobs; as plain data and as DOT.

import type { Stage, StageId } from "../algorithms/algorithm.ts";
import { USUAL } from "../algorithms/catalogue.ts";
import { stageOf } from "../algorithms/index.ts";
import { workAndSpan } from "../analysis/work-span.ts";
import { printedJson } from "../base/json.ts";
import { nth, present } from "../base/nth.ts";
import type { Watch } from "../base/watch.ts";
import type { Event, ScalarNumber } from "../core/events/events.ts";
import type { DataFlowGraph } from "../core/events/trace.ts";
import { showReal } from "../core/values/show-value.ts";
import { type Jobs, runGradient } from "../derive/gradient.ts";
import { type ScalarNames, scalarNames } from "../derive/scalar-names.ts";
import { tracedRun } from "../derive/trace.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import type { Job } from "../evaluate/tasks/tasks.ts";
import { type DotCluster, dotOf } from "../graphs/dot.ts";
import { edgesOf, reverseSweep } from "../graphs/run-graph.ts";
import { formulaOf } from "../scalars/formula.ts";
import { prepare, type Request, sourcesIn } from "../session/input/prepare.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import type { Contradiction } from "../session/run/contradiction.ts";
import type { Steps } from "../session/run/drive.ts";
import { type Ended, unlessUsedUp } from "../session/run/outcome.ts";
import { located, type Sources } from "../source/render.ts";
import type { Span } from "../source/span.ts";
import { apply, newReplay, replay, stagedCalls } from "../timeline/replay.ts";
import { type CustomPartials, customPartialsOf, writtenPartial } from "./custom-partials.ts";

/** Which graph of a run is asked for: its scalars, its staged calls, or its jobs. */
export type GraphView = "dataflow" | "staging" | "jobs";

/** The stage that shows a view where none is asked for. The data flow is that of the source program, whatever the stage. */
export const USUAL_STAGE: Readonly<Record<GraphView, StageId>> = {
  dataflow: USUAL.run,
  staging: USUAL.staging,
  jobs: USUAL.jobs ?? USUAL.run,
};

/** A view of a run. */
interface Drawn {
  readonly json: object;
  /** The same as DOT; throws what the watch of the budget throws. */
  readonly dot: () => string;
}

/** A view of a run, with what shows that the run went wrong. */
export interface GraphShown extends Drawn {
  readonly contradiction: Contradiction | undefined;
}

/** Runs a stage and shows a view of what it has after its first `step` events; after all, if left out. */
export function* graphOf(
  checked: CheckedProgram,
  request: Request,
  view: GraphView,
  stage: Stage,
  step: number | undefined,
  budget: Budget,
): Steps<GraphEnd> {
  return view === "dataflow"
    ? yield* dataFlowOf(checked, request, stage, step, budget)
    : yield* observedGraph(checked, request, view, stage, step, budget);
}

/** The data flow of a run as the command line prints it; undefined where the run does not come to its end. */
export function* graphText(
  { checked, request }: { readonly checked: CheckedProgram; readonly request: Request },
  format: "dot" | "json",
  budget: Budget,
): Steps<string | undefined> {
  const shown = yield* dataFlowOf(checked, request, present(stageOf(USUAL_STAGE.dataflow)), undefined, budget);
  if ("tag" in shown) return undefined;
  return format === "dot" ? shown.dot() : `${printedJson(shown.json, watchOf(budget)).join("")}\n`;
}

type GraphEnd = GraphShown | Exclude<Ended, { readonly tag: "done" }>;

/** The data flow of the traced program; where a step is asked for, what a run by the stage has of it after its first `step` events. */
function* dataFlowOf(
  checked: CheckedProgram,
  request: Request,
  stage: Stage,
  step: number | undefined,
  budget: Budget,
): Steps<GraphEnd> {
  const { run, graph, prepared } = yield* tracedRun(checked, request, budget, { checks: "quick" });
  if (run.ended.tag !== "done") return run.ended;
  const watch = watchOf(budget);
  const words: Words = {
    names: scalarNames(present(prepared), watch),
    customs: customPartialsOf(present(prepared)),
    sources: sourcesIn(checked, request),
  };
  const { contradiction } = run.checks ?? {};
  if (step === undefined) {
    const swept = reverseSweep(edgesOf(graph.nodes), graph.outputs, present(run.cotangent).scalars);
    const cotangents = new Map<number, number>();
    swept.cotangents.forEach((cotangent, number) => {
      if (swept.reached[number] === 1) cotangents.set(number, cotangent);
    });
    const drawn = unlessUsedUp("graph", () => dataFlow(graph, cotangents, words, watch));
    return "tag" in drawn ? drawn : { ...drawn, contradiction };
  }
  const seen = { events: 0, scalars: 0, cotangents: new Map<number, number>(), isReverse: false };
  const observer = (event: Event): void => {
    if (seen.events++ >= step) return;
    if (event.tag === "scalar") seen.scalars = Math.max(seen.scalars, event.number + 1);
    if (event.tag === "call") seen.cotangents.set(event.number, event.cotangent);
    if (event.tag === "phase" && event.phase === "reverse") seen.isReverse = true;
  };
  const { ended } = yield* runGradient(checked, request, stage, budget, { checks: false, observer });
  if (ended.tag !== "done") return ended;
  const part = {
    nodes: graph.nodes.slice(0, seen.scalars),
    outputs: seen.isReverse ? graph.outputs : [],
    discrete: graph.discrete.filter(({ operands }) => operands.every((operand) => operand < seen.scalars)),
  };
  const drawn = unlessUsedUp("graph", () => dataFlow(part, seen.cotangents, words, watch));
  return "tag" in drawn ? drawn : { ...drawn, contradiction };
}

/** Graph of a run's staged calls or its jobs, from its events. */
function* observedGraph(
  checked: CheckedProgram,
  request: Request,
  view: Exclude<GraphView, "dataflow">,
  stage: Stage,
  step: number | undefined,
  budget: Budget,
): Steps<GraphEnd> {
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag !== "prepared") return preparation;
  const watch = watchOf(budget);
  const events: Event[] = [];
  const observer = (event: Event) => void events.push(event);
  const run = yield* runGradient(checked, request, stage, budget, { checks: "quick", observer });
  if (run.ended.tag !== "done") return run.ended;
  const drawn = unlessUsedUp("graph", (): Drawn => {
    const names = scalarNames(preparation.prepared, watch);
    const until = step === undefined ? events : events.slice(0, step);
    if (view === "staging")
      return staging(step === undefined ? untilResolving(events, watch) : until, stage, names, watch);
    return jobGraph(until, stage, names, run.jobs, sourcesIn(checked, request), watch);
  });
  return "tag" in drawn ? drawn : { ...drawn, contradiction: run.checks?.contradiction };
}

/** The parts of the name of a scalar in formulas. */
interface NodeOf {
  readonly number: number;
  readonly name: string | null;
  readonly kind: string;
  readonly value: number;
}

interface Named {
  readonly number: number;
  readonly name: string | undefined;
}

function nameOf(names: ScalarNames, scalar: { kind: string; number: number; span: Span | undefined }) {
  return scalar.kind === "input" ? names.inputs[scalar.number] : names.at(scalar.span);
}

/** The name of a scalar in formulas: its own, the number that a constant is, else its number in the run. */
function calledIn({ number, name, kind, value }: NodeOf): string {
  if (name !== null || kind !== "constant") return name ?? `#${number}`;
  return value < 0 ? `(${showReal(value)})` : showReal(value);
}

/** Names, formulas and texts for the graph of a run. */
interface Words {
  readonly names: ScalarNames;
  readonly customs: CustomPartials;
  readonly sources: Sources;
}

function dataFlow(
  graph: DataFlowGraph,
  cotangents: ReadonlyMap<number, number>,
  { names, customs, sources }: Words,
  watch: Watch,
): Drawn {
  const place = (span: Span | undefined) => (span === undefined ? null : located(span, sources));
  const nodes = graph.nodes.map(({ number, kind, op, value, span }) => {
    watch.step();
    return {
      number,
      name: nameOf(names, { kind, number, span }) ?? null,
      kind,
      op: op ?? null,
      value,
      cotangent: cotangents.get(number) ?? null,
      span: place(span),
    };
  });
  const edges = graph.nodes.flatMap(({ number, op, operands }) => {
    watch.step(PARTS_OF_NODE);
    const operandNames = operands.map((operand) => calledIn(nth(nodes, operand.number)));
    return operands.map((operand, index) => ({
      from: operand.number,
      to: number,
      operand: index,
      partial: operand.partial,
      formula:
        formulaOf(op, index, operandNames) ?? writtenPartial(customs.get(op ?? "")?.[index], operandNames) ?? null,
    }));
  });
  const discrete = graph.discrete.map((use) => ({ ...use, span: place(use.span) }));
  const cluster = (): DotCluster => ({
    title: "data flow",
    nodes: nodes.map(({ number, name, kind, op, value, cotangent }) => {
      watch.step(PARTS_OF_NODE);
      return {
        id: String(number),
        label: [
          [name ?? undefined, op ?? undefined].filter((part) => part !== undefined).join(" = ") || showReal(value),
          showReal(value),
          ...(cotangent === null ? [] : [`d ${showReal(cotangent)}`]),
        ].join("\n"),
        shape: kind === "input" ? "box" : kind === "constant" ? "plaintext" : "ellipse",
      };
    }),
    edges: edges.map(({ from, to, partial, formula }) => {
      watch.step(PARTS_OF_NODE);
      const isNumber = formula === null || !Number.isNaN(Number(formula));
      return {
        from: String(from),
        to: String(to),
        label: isNumber ? showReal(partial) : `${formula} = ${showReal(partial)}`,
      };
    }),
  });
  return {
    json: { view: "dataflow", nodes, edges, outputs: graph.outputs, discrete },
    dot: () => dotOf("data flow", [cluster()], watch),
  };
}

/** Work of a node or an edge, in the parts that a watch counts. */
const PARTS_OF_NODE = 4;

/** The events one by one, with a watch on them. */
function* watched(events: readonly Event[], watch: Watch): Iterable<Event> {
  for (const event of events) {
    watch.step();
    yield event;
  }
}

/** The events up to where resolving takes the first staged call. */
function untilResolving(events: readonly Event[], watch: Watch): readonly Event[] {
  const state = newReplay();
  for (const [index, event] of events.entries()) {
    watch.step(PARTS_OF_NODE);
    if (event.tag === "highest") return events.slice(0, index);
    if (event.tag === "call" && state.phase === "reverse" && stagedCalls(state).has(event.number))
      return events.slice(0, index);
    apply(state, event);
  }
  return events;
}

function staging(events: readonly Event[], stage: Stage, names: ScalarNames, watch: Watch): Drawn {
  const state = replay(watched(events, watch));
  const merged = new Map<number, { readonly before: number; readonly sum: number }[]>();
  for (const event of watched(events, watch)) if (event.tag === "merge") append(merged, event.number, event);
  const entries = [...stagedCalls(state)]
    .sort(([a], [b]) => b - a)
    .map(([number, cotangent]) => {
      const scalar = state.scalars.get(number as ScalarNumber);
      const merges = (merged.get(number) ?? []).map(({ before, sum }) => ({ before, sum }));
      const name = scalar === undefined ? undefined : nameOf(names, scalar);
      return { number, id: scalar?.id ?? number, name: name ?? null, cotangent, merges };
    });
  const cluster: DotCluster = {
    title: "staged calls",
    nodes: entries.map(({ number, name, cotangent }) => ({
      id: String(number),
      label: `${number}${name === null ? "" : ` ${name}`} ↦ ${showReal(cotangent)}`,
      shape: "box",
    })),
    edges: entries
      .slice(1)
      .map(({ number }, index) => ({ from: String(nth(entries, index).number), to: String(number) })),
  };
  return {
    json: { view: "staging", stage: stage.id, step: events.length, entries },
    dot: () => dotOf("staged calls", [cluster], watch),
  };
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function plainJob({ id, kind, from, place, definition, after, cost }: Job, sources: Sources) {
  const at = place === undefined ? null : located(place, sources);
  return { id, kind, from: from ?? null, place: at, definition: definition ?? null, after, cost };
}

function jobGraph(
  events: readonly Event[],
  stage: Stage,
  names: ScalarNames,
  passes: Jobs,
  sources: Sources,
  watch: Watch,
): Drawn {
  // what was made and called in each job, by pass
  const work = { forward: new Map<number, Named[]>(), reverse: new Map<number, Named[]>() };
  const known = new Map<number, string | undefined>();
  let pass: "forward" | "reverse" = "forward";
  let job = 0;
  const reached = { forward: new Set([0]), reverse: new Set<number>() };
  for (const event of watched(events, watch)) {
    if (event.tag === "phase") {
      pass = event.phase;
      job = 0;
      reached[pass].add(0);
    }
    if (event.tag === "fork") job = -1;
    if (event.tag === "job") {
      job = event.job;
      reached[pass].add(job);
    }
    if (event.tag === "scalar") known.set(event.number, nameOf(names, event));
    const isWork = event.tag === (pass === "forward" ? "scalar" : "call");
    if (!isWork) continue;
    const { number } = event as Extract<Event, { readonly tag: "scalar" | "call" }>;
    append(work[pass], job, { number, name: known.get(number) });
  }
  const shown = (which: "forward" | "reverse") => {
    const jobs = passes[which].filter(({ id }) => reached[which].has(id));
    return {
      ...workAndSpan(passes[which]),
      jobs: jobs.map((job) => ({
        ...plainJob(job, sources),
        ...(which === "reverse" ? { mirrors: job.mirrors } : {}),
        scalars: (work[which].get(job.id) ?? []).map(({ number }) => number),
      })),
    };
  };
  const primal = {
    ...workAndSpan(passes.primal),
    jobs: passes.primal.map((job) => plainJob(job, sources)),
  };
  const json = { view: "jobs", stage: stage.id, primal, forward: shown("forward"), reverse: shown("reverse") };
  const cluster = (which: "forward" | "reverse"): DotCluster => ({
    title: `${which} pass`,
    nodes: json[which].jobs.map(({ id, definition }) => {
      const scalars = (work[which].get(id) ?? []).map(({ number, name }) => name ?? String(number));
      return {
        id: `${which} ${id}`,
        label: `job ${id}${definition === null ? "" : `: ${definition}`}\n${scalars.join(" ")}`,
        shape: "box",
      };
    }),
    edges: json[which].jobs.flatMap(({ id, after }) =>
      after.map((other) => ({ from: `${which} ${other}`, to: `${which} ${id}` })),
    ),
  });
  return { json, dot: () => dotOf("jobs", [cluster("forward"), cluster("reverse")], watch) };
}
