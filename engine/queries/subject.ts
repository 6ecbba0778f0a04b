// The subject of queries: a program at an input, run as often as they need, and each run once.

import type { GraphCounts, Stage, StageId } from "../algorithms/algorithm.ts";
import { stageOf } from "../algorithms/index.ts";
import type { ReplayOrder } from "../animation/replay-order.ts";
import { grouped } from "../base/grouped.ts";
import { nth } from "../base/nth.ts";
import { runGradient, type StageRun } from "../derive/gradient.ts";
import type { Budget } from "../evaluate/tasks/budget.ts";
import { MOST_EVENTS, type RecordingEnd } from "../explore/column.ts";
import { Exploration, type Explored, MOST_EXPLORED } from "../explore/exploration.ts";
import type { RunGraph } from "../graphs/run-graph.ts";
import { countsOf } from "../measure/cost.ts";
import type { Request } from "../session/input/prepare.ts";
import { readVariations } from "../session/input/variations.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import { QueryMistake, QueryUsedUp } from "./query.ts";

/** Settings that override the program's header. */
export interface Setting {
  readonly at: string | undefined;
  readonly cotangent: string | undefined;
  readonly n: number | undefined;
  /** How the transformation is varied, in words. */
  readonly variations: string;
}

/** Runs that are kept at most. */
const MOST_KEPT = 40;

/** A program that queries are asked about. It keeps the runs, so that several queries at one setting need one. */
export class Subject {
  readonly checked: CheckedProgram;
  private readonly entry: string | undefined;
  private readonly byOption: boolean;
  private readonly budget: Budget;
  private readonly explorations = new Map<string, { readonly exploration: Exploration; readonly seen: Explored }>();
  private readonly runs = new Map<string, StageRun>();
  /** The stages whose counters were asked for, and count the trace. */
  readonly traced = new Set<StageId>();

  /** `byOption` where what is run is asked for on the command line, not in the fields of the page. */
  constructor(checked: CheckedProgram, entry: string | undefined, budget: Budget, byOption = false) {
    this.checked = checked;
    this.entry = entry;
    this.byOption = byOption;
    this.budget = budget;
  }

  /** The request of a setting. */
  request({ at, cotangent, n, variations }: Setting): Request {
    const { entry, byOption } = this;
    return { entry, at, cotangent, n, variations: readVariations(variations), byOption };
  }

  /** A run by a stage, counted. Throws {@link QueryMistake} where it does not come to its end. */
  *run(stage: StageId, setting: Setting): Steps<StageRun> {
    const key = JSON.stringify([stage, setting]);
    let run = this.runs.get(key);
    if (run === undefined) {
      run = yield* runGradient(this.checked, this.request(setting), stageNamed(stage), this.budget, { checks: false });
      mustBeDone(run.ended, LONGEST_RECORDING);
      if (this.runs.size >= MOST_KEPT) this.runs.clear();
      this.runs.set(key, run);
    }
    if (run.counts === "trace") this.traced.add(stage);
    return run;
  }

  /** The run with its data-flow graph, as far as it goes. */
  private *begun(setting: Setting): Steps<{ readonly exploration: Exploration; readonly seen: Explored }> {
    const key = JSON.stringify(setting);
    let found = this.explorations.get(key);
    if (found === undefined) {
      const exploration = new Exploration(this.checked, this.request(setting), this.budget);
      const seen = yield* exploration.open();
      found = { exploration, seen };
      if (this.explorations.size >= MOST_KEPT) this.explorations.clear();
      this.explorations.set(key, found);
    }
    return found;
  }

  /** The run with its data-flow graph. Throws {@link QueryMistake} where it does not come to its end. */
  *explored(setting: Setting): Steps<{ readonly exploration: Exploration; readonly seen: Explored }> {
    const found = yield* this.begun(setting);
    mustBeDone(found.seen.ended, WIDEST_GRAPH);
    return found;
  }

  /**
   * The first scalars of the run, as many as its graph holds or its budget let it make, and why there are no more; that is left out where they are
   * all. Throws {@link QueryMistake} where the program has a mistake.
   */
  *graphSoFar(setting: Setting): Steps<{ readonly graph: RunGraph; readonly lacking: QueryUsedUp | undefined }> {
    const { graph, ended } = (yield* this.begun(setting)).seen;
    if (ended.tag === "done") return { graph, lacking: undefined };
    const lacking = mistakeOf(ended, WIDEST_GRAPH);
    if (!(lacking instanceof QueryUsedUp)) throw lacking;
    return { graph, lacking };
  }

  /** The counts in the graph of a run. Throws {@link QueryMistake} where it does not finish. */
  *counts(setting: Setting): Steps<GraphCounts> {
    const found = yield* countsOf(this.checked, this.request(setting), this.budget);
    if ("tag" in found) throw mistakeOf(found, WIDEST_GRAPH);
    return found;
  }

  *graph(setting: Setting): Steps<RunGraph> {
    return (yield* this.explored(setting)).seen.graph;
  }

  /** A stage's actions on the run's scalars. */
  *replayOrder(stage: StageId, setting: Setting): Steps<ReplayOrder> {
    const { exploration } = yield* this.explored(setting);
    stageNamed(stage);
    const { ended } = yield* exploration.record(stage);
    mustBeDone(ended, LONGEST_RECORDING);
    return nth(exploration.replayOrders([stage]), 0);
  }
}

/** The stage of a name. Throws {@link QueryMistake}. */
export function stageNamed(id: string): Stage {
  const stage = stageOf(id);
  if (stage === undefined) throw new QueryMistake(`there is no stage \`${id}\``);
  return stage;
}

/** The most that is kept of a run, in words. */
const WIDEST_GRAPH = `${grouped(MOST_EXPLORED)} scalars, the most that its graph holds`;
const LONGEST_RECORDING = `${grouped(MOST_EVENTS)} events, the most that a recording holds`;

function mustBeDone(ended: RecordingEnd, most: string): void {
  if (ended.tag !== "done") throw mistakeOf(ended, most);
}

/** The reason why a run did not come to its end; `most` is what is kept of a run at most. */
function mistakeOf(ended: Exclude<RecordingEnd, { readonly tag: "done" }>, most: string): QueryMistake {
  switch (ended.tag) {
    case "mistake": {
      const { kind, message } = nth(ended.diagnostics, 0);
      // a program that a stage does not take has no mistake
      const told = kind === "outside-stage" ? message : `the program has a mistake: ${message}`;
      return new QueryMistake(told, ended.diagnostics);
    }
    case "out-of-budget":
      return new QueryUsedUp(`the run takes too much: ${ended.diagnostic.message}`, "memory");
    case "too-many-events":
      return new QueryUsedUp(`the run has more than ${most}`, "room");
    case "stopped":
      return new QueryUsedUp("the run was stopped", "time");
  }
}
