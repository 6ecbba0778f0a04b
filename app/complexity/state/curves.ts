// Curves of programs, run by run: in the lab, below a program, and in the table of systems.
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { Question } from "../../client/question.ts";
import {
  answered,
  askAt,
  type CurvesKnown,
  curveKey,
  curveOf,
  isOver,
  type LabSettings,
  NO_CURVE,
  type Subject,
  subjectKey,
} from "../model/curves.ts";

/** Programs, and the stages and n of their curves. */
export interface CurvesAsk extends Pick<LabSettings, "stages" | "steps"> {
  readonly subjects: readonly Subject[];
  readonly ns: readonly number[];
  /** Whether a curve continues past its budget, as the graph predicts it. */
  readonly isPredicted: boolean;
}

/** A run of a curve; without the stage, where only the graph's prediction is missing. */
export interface CurveRun {
  readonly subject: Subject;
  readonly stage: StageId;
  readonly n: number;
  readonly steps: number;
  readonly isGraphAlone: boolean;
}

/** The curves of the programs that were asked for lately. */
export interface CurvesFound extends Pick<CurvesKnown, "curves" | "foretold"> {
  /** By {@link subjectKey}: from which n on not even the graph can be had. */
  readonly graphEnds: Readonly<Record<string, number>>;
  /** The programs, by {@link subjectKey}; the latest first. */
  readonly latest: readonly string[];
  /** The present run. */
  readonly running: CurveRun | undefined;
}

/** No curves yet. */
export const NO_CURVES: CurvesFound = { curves: {}, foretold: {}, graphEnds: {}, latest: [], running: undefined };

/**
 * The question for curves: n by n, a run for each stage. Known runs are not run again. When the question changes, the present run comes to
 * its end first if it still belongs to it.
 */
export const curvesOverN = new Question<CurvesAsk, CurvesFound>(
  async (asked, { ask, show, shown, isStopped, isOutdated }) => {
    let found = remembered(shown() ?? NO_CURVES, asked.subjects);
    for (let next = nextRun(asked, found); next !== undefined; next = nextRun(asked, found)) {
      if (isStopped() || isOutdated()) break;
      show({ ...found, running: next });
      const { subject, stage, n, steps, isGraphAlone } = next;
      const answer = await ask("measure", { ...askAt(subject, n), stage: isGraphAlone ? undefined : stage, steps });
      if (answer.ended.tag === "stopped") break;
      const key = subjectKey(subject);
      const { counts, size } = answer;
      const known = found.foretold[key] ?? [];
      if (counts !== undefined && !known.some((one) => one.n === n)) {
        const foretold = [...known, { n, counts, size }].sort((a, b) => a.n - b.n);
        found = { ...found, foretold: { ...found.foretold, [key]: foretold } };
      }
      // a graph that could not be had is not asked for again
      if (counts === undefined)
        found = { ...found, graphEnds: { ...found.graphEnds, [key]: Math.min(n, found.graphEnds[key] ?? n) } };
      if (isGraphAlone) continue;
      const name = curveKey(subject, stage);
      const curve = answered(found.curves[name] ?? NO_CURVE, { n, steps, answer });
      found = { ...found, curves: { ...found.curves, [name]: curve } };
    }
    return { ...found, running: undefined };
  },
  { overtakes: (newer, { answer }) => answer?.running === undefined || !isWanted(newer, answer.running) },
);

/** Whether a run belongs to a question. */
function isWanted({ subjects, stages, ns, steps }: CurvesAsk, running: CurveRun): boolean {
  return (
    subjects.some((one) => subjectKey(one) === subjectKey(running.subject)) &&
    stages.includes(running.stage) &&
    ns.includes(running.n) &&
    running.steps === steps
  );
}

/** The first run that is missing. */
function nextRun(asked: CurvesAsk, found: CurvesFound): CurveRun | undefined {
  const { ns, subjects, stages, steps, isPredicted } = asked;
  for (const n of ns)
    for (const subject of subjects)
      for (const stage of stages) {
        const { runs, end, mistakes, refused } = curveOf(found, subject, stage);
        if (refused !== undefined) continue;
        if ([...runs, ...mistakes].some((one) => one.n === n)) continue;
        if (!isOver(end, n, steps)) return { subject, stage, n, steps, isGraphAlone: false };
        if (!isPredicted) continue;
        const key = subjectKey(subject);
        const isKnown = found.foretold[key]?.some((one) => one.n === n);
        if (!isKnown && n < (found.graphEnds[key] ?? Number.POSITIVE_INFINITY))
          return { subject, stage, n, steps, isGraphAlone: true };
      }
  return undefined;
}

/** How many programs the curves are remembered of: each edit of a text makes another. */
const MOST_REMEMBERED = 12;

/** The curves of these programs, and of the latest ones before them. */
function remembered({ curves, foretold, graphEnds, ...found }: CurvesFound, subjects: readonly Subject[]): CurvesFound {
  const latest = [...new Set([...subjects.map(subjectKey), ...found.latest])].slice(0, MOST_REMEMBERED);
  const ofLatest = <T>(known: Readonly<Record<string, T>>, keyOf: (name: string) => string): Record<string, T> =>
    Object.fromEntries(Object.entries(known).filter(([name]) => latest.includes(keyOf(name))));
  return {
    latest,
    running: undefined,
    // the name of a stage has no space
    curves: ofLatest(curves, (name) => name.slice(name.indexOf(" ") + 1)),
    foretold: ofLatest(foretold, (name) => name),
    graphEnds: ofLatest(graphEnds, (name) => name),
  };
}
