// The engine in a Web Worker: answers requests; runs work in slices, so that a Stop is heard within about 10 ms.
import { COMPILED, type Stage, type StageId } from "../algorithms/algorithm.ts";
import { stageOf } from "../algorithms/index.ts";
import { internal, unreachable } from "../base/unreachable.ts";
import { type Budget, DEFAULT_BUDGET, look as lookAt } from "../evaluate/tasks/budget.ts";
import { runCheckpointed } from "../session/costs/checkpointing.ts";
import { measure, speedOf } from "../session/costs/lab.ts";
import { timeProgram } from "../session/costs/timing.ts";
import { runCompiled } from "../session/derivatives/compiled.ts";
import { type GradientRun, runGradient } from "../session/derivatives/gradient.ts";
import { Exploration } from "../session/exploration/exploration.ts";
import { look } from "../session/exploration/looks.ts";
import type { Picture, PictureAsk } from "../session/exploration/picture.ts";
import type { Request as InputRequest } from "../session/input/prepare.ts";
import { scaledInput } from "../session/input/scaled-input.ts";
import { readVariations } from "../session/input/variations.ts";
import { completionsAt, hoverAt } from "../session/program/editor.ts";
import { nameAt, usesOf } from "../session/program/names.ts";
import { type CheckedProgram, checkSource, definitionsOf, findEntry } from "../session/program/program.ts";
import type { Phase, Steps } from "../session/run/drive.ts";
import { unlessUsedUp } from "../session/run/outcome.ts";
import type { Detail } from "../session/run/shown.ts";
import { exportProgram } from "../session/texts/export.ts";
import { transformedText } from "../session/texts/transformed-text.ts";
import { span } from "../source/span.ts";
import { showType } from "../types/type.ts";
import type {
  Checked,
  Definition,
  ExploreRequest,
  ProgramText,
  Reply,
  Request,
  RequestId,
  RunRequest,
} from "./protocol.ts";

/** A worker's heap is smaller than Node's. */
const WORKER_BUDGET: Budget = { ...DEFAULT_BUDGET, bytes: 1_200_000_000, depth: 6_000_000 };

/** What of a value crosses to the page: it shows no more, and would stand still while it takes in much more. */
const SEEN: Detail = { characters: 1_000_000, scalars: 20_000 };

/** For a run of which nothing but its graph is wanted: some ten million operations. */
const GRAPH_BUDGET: Budget = { ...WORKER_BUDGET, steps: 50_000_000 };

/** Milliseconds that it may take to compile a program for a look at it, and to run it for its tape; lines of a pass that are shown. */
const EXPLAIN_WITHIN = 10_000;
const MOST_LINES = 5000;

/** Milliseconds between two reports of progress. */
const REPORT_EVERY = 100;

/** Milliseconds of layout between two looks at what has arrived. */
const SLICE = 10;

const stopped = new Set<RequestId>();
let latest: CheckedProgram | undefined;
let explored: Exploration | undefined;
let latestPicture: RequestId | undefined;

function send(reply: Reply): void {
  postMessage(reply);
}

addEventListener("message", (event: MessageEvent<Request>) => {
  const request = event.data;
  answer(request).catch((error: unknown) => {
    send({ tag: "failed", id: request.id, message: error instanceof Error ? error.message : String(error) });
  });
});

async function answer(request: Request): Promise<void> {
  const { id } = request;
  switch (request.tag) {
    case "check":
      latest = checked(request.program);
      return send({ tag: "checked", id, checked: describe(latest) });
    case "hover":
      return send({ tag: "hovered", id, hover: latest === undefined ? undefined : hoverAt(latest, request.offset) });
    case "complete":
      return send({
        tag: "completed",
        id,
        completions: latest === undefined ? [] : completionsAt(latest, request.offset),
      });
    case "name":
      return send({ tag: "named", id, uses: latest === undefined ? undefined : nameAt(latest, request.offset) });
    case "uses":
      return send({ tag: "used", id, places: usesOf(checked(request.program), request.meaning) });
    case "format": {
      // few ask for it, and its printer is as large as the checker
      const { formatted } = await import("../syntax/layout/format.ts");
      return send({ tag: "formatted", id, text: formatted(request.text) });
    }
    case "transform": {
      const { entry, stage, variations, simplified } = request.ask;
      const answer = transformedText(
        checked(request.ask),
        entry,
        stageNamed(stage),
        simplified,
        readVariations(variations ?? ""),
      );
      return send({ tag: "transformed", id, answer });
    }
    case "reference": {
      const { reference } = await import("../reference/reference.ts");
      return send({ tag: "referred", id, reference: reference() });
    }
    case "module": {
      const exported = exportProgram(checked(request.ask), request.ask.entry, "a program");
      return send({ tag: "exported", id, exported });
    }
    case "explain": {
      // few look at it
      const { explainProgram } = await import("../session/texts/explain.ts");
      const budget = { ...WORKER_BUDGET, deadline: performance.now() + EXPLAIN_WITHIN };
      const { text, above, entry } = request.ask;
      const program = checked({ text, above });
      const answer = unlessUsedUp("compile", () => explainProgram(program, entry, () => lookAt(budget), MOST_LINES));
      return send({ tag: "explained", id, answer });
    }
    case "tape": {
      const { tapeOfRun } = await import("../session/texts/explain.ts");
      const budget = { ...WORKER_BUDGET, deadline: performance.now() + EXPLAIN_WITHIN };
      const tape = await inSlices(id, tapeOfRun(checked(request.ask), inputOf(request.ask), budget));
      return send({ tag: "taped", id, tape });
    }
    case "run": {
      const { jobs: _, ...run } = await inSlices(id, start(id, request.run));
      return send({ tag: "ran", id, run });
    }
    case "explore": {
      const exploration = explorationOf(request.explore);
      const found = await inSlices(id, exploration.open());
      // until then, questions are about what was explored before
      explored = exploration;
      return send({ tag: "explored", id, explored: found });
    }
    case "record": {
      const column = await inSlices(id, current().record(request.stage));
      return send({ tag: "recorded", id, column });
    }
    case "look":
      // a worker that was started anew has nothing to look at yet
      return send({ tag: "seen", id, seen: explored === undefined ? undefined : look(explored, request.look) });
    case "picture": {
      latestPicture = id;
      return send({ tag: "pictured", id, picture: explored && (await pictured(explored, id, request.picture)) });
    }
    case "compare": {
      const exploration = current();
      const other = explorationOf(request.explore);
      const { at, value, graph } = await inSlices(id, other.open());
      const compared =
        at === undefined || value === undefined
          ? undefined
          : { comparison: exploration.compare(other), graph, at: at.text, value: value.text };
      return send({ tag: "compared", id, compared });
    }
    case "measure": {
      const { ask } = request;
      const stage = ask.stage === undefined ? undefined : stageNamed(ask.stage);
      const budgets = { run: { ...WORKER_BUDGET, steps: ask.steps }, graph: GRAPH_BUDGET };
      const steps = measure(checked(ask), inputOf(ask), stage, budgets);
      return send({ tag: "measured", id, measured: await inSlices(id, steps) });
    }
    case "time": {
      const { ask } = request;
      const timing = await inSlices(id, timeProgram(checked(ask), inputOf(ask), WORKER_BUDGET));
      return send({ tag: "timed", id, timing });
    }
    case "speed": {
      const { ask } = request;
      const steps = speedOf(checked(ask), inputOf(ask), stageNamed(ask.stage), GRAPH_BUDGET);
      return send({ tag: "sped", id, speed: await inSlices(id, steps) });
    }
    case "checkpoint": {
      const { ask } = request;
      const steps = runCheckpointed(checked(ask), inputOf(ask), ask.part, GRAPH_BUDGET);
      const { cost, ended } = await inSlices(id, steps);
      return send({ tag: "checkpointed", id, checkpointed: { cost, ended } });
    }
    case "stop":
      stopped.add(id);
      if (latestPicture === id) latestPicture = undefined;
      return;
    default:
      return unreachable(request);
  }
}

function describe(program: CheckedProgram): Checked {
  return {
    diagnostics: program.diagnostics,
    definitions: definitionsOf(program).map(({ entity, type }) => ({
      name: entity.name,
      type: showType(type),
      entry: entryOf(program, entity.name),
    })),
    header: program.header,
  };
}

function entryOf(program: CheckedProgram, name: string): Definition["entry"] {
  const entry = findEntry(program, name, span("<program>", 0, 1));
  if ("severity" in entry) return { tag: "no", reason: entry.message };
  const scaled = scaledInput(entry.param);
  return { tag: "yes", param: showType(entry.param), result: showType(entry.result), scaled };
}

let checkedLast: CheckedProgram | undefined;

/** A program, checked; the last one is kept, for curves and editors ask for the same again and again. */
function checked({ text, above }: ProgramText): CheckedProgram {
  const isSame =
    checkedLast?.text === text &&
    checkedLast.above.length === above.length &&
    above.every((one, index) => one === checkedLast?.above[index]);
  if (checkedLast === undefined || !isSame) checkedLast = checkSource(text, above);
  return checkedLast;
}

/** What is asked of a program beside its text. */
function inputOf({ entry, at, cotangent, n, variations }: ExploreRequest): InputRequest {
  return { entry, at, cotangent, n, variations: variations === undefined ? undefined : readVariations(variations) };
}

function stageNamed(id: StageId): Stage {
  return stageOf(id) ?? internal("an unknown stage was asked for", id);
}

function start(id: RequestId, run: RunRequest): Steps<GradientRun> {
  const request = inputOf(run);
  const program = checked(run);
  // a worker that does not hear Stop in time is ended: what there was by then is the page's
  const onPartial = ({ jobs: _, ...run }: GradientRun): void => send({ tag: "partial", id, run });
  if (run.stage !== COMPILED)
    return runGradient(program, request, stageNamed(run.stage), WORKER_BUDGET, {
      checks: true,
      detail: SEEN,
      onPartial,
    });
  // compiled code does not let messages in; what it is doing can be told all the same
  let told = 0;
  const onPhase = (phase: Phase): void => {
    if (performance.now() - told < REPORT_EVERY) return;
    told = performance.now();
    send({ tag: "progress", id, progress: { phase, steps: 0, backpropagatorCalls: 0 } });
  };
  return runCompiled(program, request, WORKER_BUDGET, { checks: true, detail: SEEN, onPhase, onPartial });
}

function explorationOf(ask: ExploreRequest): Exploration {
  return new Exploration(checked(ask), inputOf(ask), WORKER_BUDGET);
}

function current(): Exploration {
  return explored ?? internal("nothing is being explored");
}

/** Lays the graph out in slices, unless a later question comes in between. */
async function pictured(exploration: Exploration, id: RequestId, ask: PictureAsk): Promise<Picture | undefined> {
  const steps = exploration.picture(ask);
  let since = performance.now();
  for (let next = steps.next(); ; next = steps.next()) {
    if (next.done) return next.value;
    if (performance.now() - since < SLICE) continue;
    await pause();
    since = performance.now();
    if (latestPicture !== id) return undefined;
  }
}

/** Drives a computation, letting messages in between its slices. */
async function inSlices<T>(id: RequestId, steps: Steps<T>): Promise<T> {
  let reported = performance.now();
  let next = steps.next(true);
  while (!next.done) {
    const now = performance.now();
    if (now - reported > REPORT_EVERY) {
      reported = now;
      send({ tag: "progress", id, progress: next.value });
    }
    await pause();
    next = steps.next(!stopped.has(id));
  }
  stopped.delete(id);
  return next.value;
}

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Lets the worker's event loop handle what has arrived; faster than a timer. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(0);
  });
}
