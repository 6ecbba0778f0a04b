// Queries about what a stage does with the scalars of a run: calls, contributions, merges, tape entries, counters.

import { ALL_COUNTERS, USUAL } from "../algorithms/catalogue.ts";
import { QUANTITIES, quantityOf } from "../analysis/quantities.ts";
import { workAndSpan } from "../analysis/work-span.ts";
import type { ReplayOrder } from "../animation/replay-order.ts";
import { nth, present } from "../base/nth.ts";
import { costOf } from "../core/events/counters.ts";
import { shortReal } from "../core/values/show-value.ts";
import { jobName } from "../graphs/jobs.ts";
import type { RunGraph } from "../graphs/run-graph.ts";
import type { Steps } from "../session/run/drive.ts";
import type { RowFrame } from "../timeline/frame.ts";
import { numberAnswer } from "./answer.ts";
import { type Asked, nameOfScalar } from "./asked.ts";
import type { QueryKind } from "./kind.ts";
import { JOBS, PLAIN, RUN, STAGING } from "./named.ts";
import { QueryMistake } from "./query.ts";
import { stageNamed } from "./subject.ts";

const PASSES = ["primal", "forward", "reverse"] as const;
type Pass = (typeof PASSES)[number];

function* performed(asked: Asked): Steps<{ readonly graph: RunGraph; readonly replayOrder: ReplayOrder }> {
  const graph = yield* asked.graph();
  return { graph, replayOrder: yield* asked.subject.replayOrder(asked.by(USUAL.run), asked.setting) };
}

/** The calls of one scalar, as places in the list of calls. */
function callsOf({ calls }: ReplayOrder, scalar: number): readonly number[] {
  return [...calls.number.keys()].filter((call) => calls.number[call] === scalar);
}

/** The contributions to a scalar, in order of arrival, as places in the list of contributions. */
function arrivalsAt({ contributions }: ReplayOrder, scalar: number): readonly number[] {
  return [...contributions.to.keys()].filter((one) => contributions.to[one] === scalar);
}

function askedOf<T>(list: readonly T[], place: number, what: string): T {
  const one = list[place - 1];
  if (one === undefined) throw new QueryMistake(`there are ${list.length} ${what}, and no number ${place}`);
  return one;
}

function passNamed(word: string | undefined, otherwise: Pass): Pass {
  const pass = word === undefined ? otherwise : PASSES.find((one) => one === word);
  if (pass === undefined) throw new QueryMistake(`a pass is primal, forward or reverse, not \`${word}\``);
  return pass;
}

/** A stage's state of a scalar when its forward pass is over. */
function* afterForward(asked: Asked): Steps<{ readonly graph: RunGraph; readonly row: RowFrame }> {
  const stage = asked.by(USUAL.run);
  const { exploration, seen } = yield* asked.subject.explored(asked.setting);
  stageNamed(stage);
  const { phases } = yield* exploration.record(stage);
  const number = yield* asked.scalar(0);
  const to = phases.find(({ name }) => name === "forward")?.to ?? 0;
  const also = {
    stages: [stage],
    leader: stage,
    cursors: { [stage]: to },
    rows: [number, number + 1],
    also: [],
  } as const;
  const row = present(exploration.frames(also).frames[stage]).rows[0];
  if (row === undefined) throw new QueryMistake("the stage has no such scalar");
  return { graph: seen.graph, row };
}

/** Queries that need a run by a stage: `by:` says which. */
export const OF_A_STAGE: readonly QueryKind[] = [
  {
    name: "calls",
    usage: `calls(s, by: ${PLAIN})`,
    summary: "how often the backpropagator of a scalar is called; without one, the calls of all",
    *answer(asked) {
      const stage = asked.by(USUAL.run);
      if (asked.count === 0)
        return numberAnswer((yield* asked.subject.run(stage, asked.setting)).cost.reverse.backpropagatorCalls);
      return numberAnswer(callsOf((yield* performed(asked)).replayOrder, yield* asked.scalar(0)).length);
    },
  },
  {
    name: "predicted",
    usage: `predicted(by: ${PLAIN})`,
    summary: "the calls that the data-flow graph predicts for a stage, which is not run",
    *answer(asked) {
      const stage = stageNamed(asked.by(USUAL.run));
      const { variations } = asked.subject.request(asked.setting);
      if (stage.predictedCalls === undefined)
        throw new QueryMistake(`the graph does not tell how many calls \`${stage.id}\` makes`);
      return numberAnswer(stage.predictedCalls(yield* asked.subject.counts(asked.setting), variations?.options));
    },
  },
  {
    name: "called",
    usage: `called(2, by: ${STAGING})`,
    summary: "which scalar's backpropagator is called as the first, second, ..",
    *answer(asked) {
      const { graph, replayOrder } = yield* performed(asked);
      const { number } = replayOrder.calls;
      return { tag: "text", text: nameOfScalar(graph, askedOf([...number], yield* asked.number(0), "calls")) };
    },
  },
  {
    name: "order",
    usage: `order(by: ${STAGING})`,
    summary: "the scalars in the order in which their backpropagators are called",
    *answer(asked) {
      const { graph, replayOrder } = yield* performed(asked);
      return { tag: "names", names: [...replayOrder.calls.number].map((number) => nameOfScalar(graph, number)) };
    },
  },
  {
    name: "argument",
    usage: `argument(s, 1, by: ${STAGING})`,
    summary:
      "the cotangent with which the backpropagator of a scalar is called; with a number, at its second, third, .. call",
    *answer(asked) {
      const { replayOrder } = yield* performed(asked);
      const calls = callsOf(replayOrder, yield* asked.scalar(0));
      return numberAnswer(nth(replayOrder.calls.cotangent, askedOf(calls, yield* asked.number(1, 1), "calls of it")));
    },
  },
  {
    name: "arrivals",
    usage: `arrivals(s, by: ${STAGING})`,
    summary: "how many contributions come to a scalar",
    *answer(asked) {
      return numberAnswer(arrivalsAt((yield* performed(asked)).replayOrder, yield* asked.scalar(0)).length);
    },
  },
  {
    name: "arrival",
    usage: `arrival(s, 1, by: ${STAGING})`,
    summary: "the first, second, .. contribution that comes to a scalar",
    *answer(asked) {
      const { replayOrder } = yield* performed(asked);
      const found = arrivalsAt(replayOrder, yield* asked.scalar(0));
      return numberAnswer(
        nth(replayOrder.contributions.amount, askedOf(found, yield* asked.number(1, 1), "contributions to it")),
      );
    },
  },
  {
    name: "sender",
    usage: `sender(s, 1, by: ${STAGING})`,
    summary: "who sends the first, second, .. contribution to a scalar",
    *answer(asked) {
      const { graph, replayOrder } = yield* performed(asked);
      const found = arrivalsAt(replayOrder, yield* asked.scalar(0));
      const by = nth(replayOrder.contributions.call, askedOf(found, yield* asked.number(1, 1), "contributions to it"));
      return { tag: "text", text: by < 0 ? "the result" : nameOfScalar(graph, nth(replayOrder.calls.number, by)) };
    },
  },
  {
    name: "merges",
    usage: `merges(s, by: ${STAGING})`,
    summary: "how often two waiting contributions become one, at a scalar or at all",
    *answer(asked) {
      const { replayOrder } = yield* performed(asked);
      const { to } = replayOrder.merges;
      if (asked.count === 0) return numberAnswer(to.length);
      const scalar = yield* asked.scalar(0);
      return numberAnswer(to.reduce((sum, one) => sum + (one === scalar ? 1 : 0), 0));
    },
  },
  {
    name: "entry",
    usage: `entry(s, by: ${RUN})`,
    summary: "what a scalar contributes to when the forward pass is over, as pairs of a partial and a scalar",
    *answer(asked) {
      const { graph, row } = yield* afterForward(asked);
      const pairs = (row.contributions ?? []).map(
        ({ partial, to }) => `(${shortReal(partial)}, ${nameOfScalar(graph, to)})`,
      );
      return { tag: "text", text: `[${pairs.join(", ")}]` };
    },
  },
  {
    name: "id",
    usage: `id(s, by: ${JOBS})`,
    summary: "the ID of a scalar: its number, or its job and its place there",
    *answer(asked) {
      const { row } = yield* afterForward(asked);
      const [job, place] = row.id ?? [];
      if (job === undefined) return { tag: "number", value: row.number };
      return place === undefined ? { tag: "number", value: job } : { tag: "text", text: `⟨${jobName(job)},${place}⟩` };
    },
  },
  {
    name: "touched",
    usage: `touched(by: ${PLAIN})`,
    summary: "bill (A): scalars touched by zeros, sums and one-hots on whole gradients, in both passes",
    *answer(asked) {
      const { forward, reverse } = (yield* asked.subject.run(asked.by(USUAL.run), asked.setting)).cost;
      const of = (one: typeof forward): number => one.zeroScalars + one.plusScalars + one.oneHotScalars;
      return numberAnswer(of(forward) + of(reverse));
    },
  },
  {
    name: "cost",
    usage: `cost(by: ${RUN}, pass: reverse)`,
    summary: "the counted cost of a gradient, or of one pass: primal, forward or reverse",
    *answer(asked) {
      const { cost } = yield* asked.subject.run(asked.by(USUAL.run), asked.setting);
      const pass = asked.word("pass");
      if (pass !== undefined) return numberAnswer(costOf(cost[passNamed(pass, "reverse")]));
      return numberAnswer(costOf(cost.forward) + costOf(cost.reverse));
    },
  },
  {
    name: "count",
    usage: `count(mapNodes, by: ${STAGING}, pass: reverse)`,
    summary: `a counter of a run (${ALL_COUNTERS.map(({ id }) => id).join(", ")}), or a quantity of the lab (${QUANTITIES.map(({ id }) => id).join(", ")})`,
    *answer(asked) {
      const { cost } = yield* asked.subject.run(asked.by(USUAL.run), asked.setting);
      const word = asked.wordAt(0);
      const quantity = quantityOf(word);
      if (quantity !== undefined) return numberAnswer(quantity.of(cost));
      if (!ALL_COUNTERS.some(({ id }) => id === word)) throw new QueryMistake(`there is no counter \`${word}\``);
      const pass = asked.word("pass");
      if (pass !== undefined) return numberAnswer(cost[passNamed(pass, "reverse")][word] ?? 0);
      return numberAnswer((cost.forward[word] ?? 0) + (cost.reverse[word] ?? 0));
    },
  },
  {
    name: "work",
    usage: `work(pass: reverse, by: ${JOBS})`,
    summary: "the work of a pass: the cost of all its jobs",
    *answer(asked) {
      return numberAnswer((yield* workSpan(asked)).work);
    },
  },
  {
    name: "span",
    usage: `span(pass: reverse, by: ${JOBS})`,
    summary: "the span of a pass: the cost of its longest chain of jobs that wait for each other",
    *answer(asked) {
      return numberAnswer((yield* workSpan(asked)).span);
    },
  },
  {
    name: "jobs",
    usage: `jobs(pass: forward, by: ${JOBS})`,
    summary: "how many jobs a pass has",
    *answer(asked) {
      return numberAnswer((yield* jobsOf(asked)).length);
    },
  },
  {
    name: "job",
    usage: `job(s, by: ${JOBS})`,
    summary: "the job in which a scalar is made",
    *answer(asked) {
      const { row } = yield* afterForward(asked);
      const [job = 0, place] = row.id ?? [];
      return { tag: "text", text: jobName(place === undefined ? 0 : job) };
    },
  },
];

function* jobsOf(asked: Asked) {
  const { jobs } = yield* asked.subject.run(asked.by(USUAL.jobs ?? USUAL.run), asked.setting);
  return jobs[passNamed(asked.word("pass"), "reverse")];
}

function* workSpan(asked: Asked) {
  return workAndSpan(yield* jobsOf(asked));
}
