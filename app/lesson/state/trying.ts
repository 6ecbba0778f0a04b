// Questions of lessons: runs at a step, exercises, and stages that are broken on purpose.
import type { RunReport } from "../../../engine/derive/gradient.ts";
import type { ExerciseReport } from "../../../engine/lessons/exercise.ts";
import type { Glimpsed } from "../../../engine/lessons/lesson.ts";
import type { Smallest } from "../../../engine/lessons/smallest-input.ts";
import type { SmallestProgram } from "../../../engine/lessons/smallest-program.ts";
import { followsSchedule, readVariations } from "../../../engine/session/input/variations.ts";
import type { ExerciseRequest, GlimpseRequest, RunRequest } from "../../../engine/worker/protocol.ts";
import { Question, type Work } from "../../client/question.ts";
import { changedLines } from "../model/changed-lines.ts";
import { type Schedules, schedulesOf } from "../model/schedules.ts";

/** The question for a run at a step. */
export const runAtStep = new Question<GlimpseRequest, Glimpsed>((request, { ask }) => ask("glimpse", request));

/** The question whether a program solves an exercise. */
export const exerciseChecked = new Question<ExerciseRequest, ExerciseReport>((request, { ask }) =>
  ask("exercise", request),
);

/** A program by a stage, and the same by the stage with variations, or with another text. */
interface BrokenAsk {
  readonly request: RunRequest;
  readonly broken: RunRequest;
}

/** Both runs, and the lines that differ between the transformed programs. */
interface BrokenRuns {
  readonly right: RunReport;
  readonly broken: RunReport;
  readonly lines: ReturnType<typeof changedLines>;
}

type Asks = Work<unknown>["ask"];

/** The question for a broken stage beside the stage itself, with all checks. */
export const stageBroken = new Question<BrokenAsk, BrokenRuns>(async ({ request, broken }, { ask }) => ({
  right: await ask("run", request),
  broken: await ask("run", broken),
  lines: await linesBetween(request, broken, ask),
}));

/** The question for an edited program beside the program itself, with all checks. */
export const programEdited = new Question<BrokenAsk, BrokenRuns>(async ({ request, broken }, { ask }) => ({
  right: await ask("run", request),
  broken: await ask("run", broken),
  lines: changedLines(request.text.split("\n"), broken.text.split("\n")),
}));

async function linesBetween(one: RunRequest, other: RunRequest, ask: Asks): Promise<BrokenRuns["lines"]> {
  return changedLines(await linesOf(one, ask), await linesOf(other, ask));
}

/** The lines of a program after the transformation of a stage with variations. */
async function linesOf(request: RunRequest, ask: Asks): Promise<readonly string[]> {
  const { text, above, entry, stage, variations } = request;
  const printed = await ask("transform", { text, above, entry, stage, variations, simplified: false });
  const all = [...(printed?.program ?? []), ...(printed?.added ?? [])];
  return all.filter(({ change }) => change !== "gone").map((line) => line.text);
}

interface SchedulesAsk {
  readonly request: RunRequest;
  /** How the stage is varied; empty for the stage as it is. */
  readonly variations: string;
  readonly count: number;
}

/** Gradients in several orders of jobs; undefined where a run does not finish. */
interface SchedulesFound {
  readonly own: Schedules | undefined;
  readonly varied: Schedules | undefined;
  readonly lines: BrokenRuns["lines"];
}

/** The question for the gradients of a stage, and of the varied stage, in as many orders of its jobs. */
export const schedulesTried = new Question<SchedulesAsk, SchedulesFound>(
  async ({ request, variations, count }, { ask }) => {
    const own = await schedules(request, count, ask);
    if (variations === "") return { own, varied: undefined, lines: [] };
    const varied = { ...request, variations };
    return { own, varied: await schedules(varied, count, ask), lines: await linesBetween(request, varied, ask) };
  },
);

async function schedules(request: RunRequest, count: number, ask: Asks): Promise<Schedules | undefined> {
  const isAtomic = followsSchedule(readVariations(request.variations ?? ""));
  const orders = [undefined, ...Array.from({ length: count }, (_, index) => index + 1)];
  const found = await ask("shuffled", { ...request, schedules: orders, isAtomic });
  return found.ended.tag === "done" ? schedulesOf(found.gradients, found.names) : undefined;
}

/** The smallest program, or the smallest input of a program, that a broken stage gets wrong. */
export type SmallestFound =
  | { readonly tag: "program"; readonly found: SmallestProgram }
  | { readonly tag: "input"; readonly found: Smallest; readonly wrong?: Pick<BrokenRuns, "right" | "broken"> };

/** The question for the smallest case that a broken stage gets wrong. */
export const smallestWrong = new Question<
  { readonly of: SmallestFound["tag"]; readonly request: RunRequest },
  SmallestFound
>(async ({ of, request }, { ask }) => {
  const { stage, variations = "" } = request;
  if (of === "program") {
    const found = await ask("breaks", { stage, variations });
    return found && { tag: of, found };
  }
  const found = await ask("smallest", request);
  const at = found?.wrong?.at;
  if (found === undefined || at === undefined) return found && { tag: of, found };
  const broken = await ask("run", { ...request, at });
  return { tag: of, found, wrong: { broken, right: await ask("run", { ...request, at, variations: undefined }) } };
});
