// Queries about a moment of a run by a stage: what has come to scalars there, and waits for their calls.

import { USUAL } from "../algorithms/catalogue.ts";
import { present } from "../base/nth.ts";
import type { RunGraph } from "../graphs/run-graph.ts";
import type { Steps } from "../session/run/drive.ts";
import type { RowFrame } from "../timeline/frame.ts";
import { stepAt } from "./address.ts";
import { numberAnswer } from "./answer.ts";
import { type Asked, nameOfScalar } from "./asked.ts";
import type { QueryKind } from "./kind.ts";
import { STAGING } from "./named.ts";
import { QueryMistake } from "./query.ts";

/** Scalars that are looked at in one slice. */
const SLICE = 2000;

interface Waiting {
  readonly graph: RunGraph;
  /** The scalars that wait, in the order of the run. */
  readonly rows: readonly RowFrame[];
}

/** The waiting sums at an argument's address. */
function* waitingAt(asked: Asked, place: number): Steps<Waiting> {
  const address = asked.wordAt(place);
  const stage = asked.by(USUAL.run);
  const replayOrder = yield* asked.subject.replayOrder(stage, asked.setting);
  const { exploration, seen } = yield* asked.subject.explored(asked.setting);
  const { graph } = seen;
  const { phases } = yield* exploration.record(stage);
  const turn = phases.find(({ name }) => name === "forward")?.to ?? 0;
  const cursors = { [stage]: stepAt(address, graph, replayOrder, turn) };
  const found: RowFrame[] = [];
  for (let from = 0; from < graph.size; from += SLICE) {
    const rows = [from, Math.min(graph.size, from + SLICE)] as const;
    const frame = present(
      exploration.frames({ stages: [stage], leader: stage, cursors, rows, also: [] }).frames[stage],
    );
    found.push(...frame.rows.filter(waits));
    const goOn = yield { phase: "reverse", steps: from, backpropagatorCalls: 0 };
    if (!goOn) throw new QueryMistake("the run was stopped");
  }
  return { graph, rows: found };
}

/** Whether something waits at a scalar: what was taken is being called with, unless more has come since. */
function waits({ waiting, isTaken, arrivals, shown, called }: RowFrame): boolean {
  if (waiting === undefined) return false;
  const last = shown.filter(({ call }) => call <= called).at(-1);
  return !isTaken || last === undefined || (arrivals.at(-1)?.event ?? -1) >= last.step;
}

/** Queries that need a step of a stage's run: an address says which. */
export const OF_A_STEP: readonly QueryKind[] = [
  {
    name: "waiting",
    usage: `waiting("before call s", by: ${STAGING})`,
    summary: "how many scalars have a cotangent that waits for their call, at an address of the run",
    *answer(asked) {
      return numberAnswer((yield* waitingAt(asked, 0)).rows.length);
    },
  },
  {
    name: "waiters",
    usage: `waiters("before call s", by: ${STAGING})`,
    summary: "which scalars they are, in the order of the run",
    *answer(asked) {
      const { graph, rows } = yield* waitingAt(asked, 0);
      return { tag: "names", names: rows.map(({ number }) => nameOfScalar(graph, number)) };
    },
  },
  {
    name: "waits",
    usage: `waits(x, "before call s", by: ${STAGING})`,
    summary: "the cotangent that waits at a scalar",
    *answer(asked) {
      const number = yield* asked.scalar(0);
      const { graph, rows } = yield* waitingAt(asked, 1);
      const { waiting } = rows.find((row) => row.number === number) ?? {};
      if (waiting === undefined) throw new QueryMistake(`nothing waits at \`${nameOfScalar(graph, number)}\` there`);
      return numberAnswer(waiting);
    },
  },
];
