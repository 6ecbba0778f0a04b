// The complexity lab as it is shown: series, table, growth beside bounds, constants and sentences, from the runs so far.
import { plural, t } from "@lingui/core/macro";
import { LINEAR, type RunSize, type StageId } from "../../../engine/algorithms/algorithm.ts";
import { CATALOGUE, describedStage } from "../../../engine/algorithms/catalogue.ts";
import type { CurvePoint, PredictedPoint } from "../../../engine/analysis/claims.ts";
import { fitGrowth, isPoor, leadingText } from "../../../engine/analysis/fit.ts";
import { isCounted, type PassCosts, QUANTITIES, type Quantity } from "../../../engine/analysis/quantities.ts";
import { lastOf, nth, present } from "../../../engine/base/nth.ts";
import { internal } from "../../../engine/base/unreachable.ts";
import { costOf } from "../../../engine/core/events/counters.ts";
import type { Diagnostic } from "../../../engine/source/diagnostic.ts";
import { lookOf } from "../../algorithms/index.ts";
import type { Datum, Series } from "../../plot/model.ts";
import { exactly, sized } from "../../words/magnitude.ts";
import { grouped } from "../../words/numbers.ts";
import {
  type Curve,
  type CurvesKnown,
  curveOf,
  type Foretold,
  isOver,
  type LabSettings,
  type Subject,
  subjectKey,
} from "./curves.ts";

/** One curve of the lab, for any counter. */
export interface LabCurve {
  readonly id: string;
  readonly label: string;
  readonly subject: number;
  readonly stage: StageId;
  readonly curve: Curve;
  readonly foretold: readonly Foretold[];
}

/** All curves, program by program. */
export function labCurves(state: CurvesKnown & Pick<LabSettings, "stages">): readonly LabCurve[] {
  const { subjects, stages, ns } = state;
  const shown = new Set(ns);
  return subjects.flatMap((subject, index) =>
    stages.map((stage): LabCurve => {
      const curve = curveOf(state, subject, stage);
      const { end } = curve;
      return {
        id: `${index} ${stage}`,
        label: labelOf(subjects, subject, stage),
        subject: index,
        stage,
        curve: {
          ...curve,
          runs: curve.runs.filter(({ n }) => shown.has(n)),
          end: end !== undefined && ns.some((n) => n >= end.n) ? end : undefined,
          mistakes: curve.mistakes.filter(({ n }) => shown.has(n)),
        },
        foretold: (state.foretold[subjectKey(subject)] ?? []).filter(({ n }) => shown.has(n)),
      };
    }),
  );
}

function labelOf(subjects: readonly Subject[], subject: Subject, stage: StageId): string {
  return subjects.length === 1 ? stage : `${stage}, ${shortTitles(subjects)[subjects.indexOf(subject)]}`;
}

const LONGEST = 22;

/** The titles of two programs without the words that both begin with. */
function shortTitles(subjects: readonly Subject[]): readonly string[] {
  const words = subjects.map(({ title }) => title.split(" "));
  const same = (at: number): boolean => words.every((one) => at < one.length - 1 && one[at] === nth(words, 0)[at]);
  let shared = 0;
  while (subjects.length > 1 && same(shared)) shared++;
  return words.map((one) => {
    const title = one.slice(shared).join(" ");
    return title.length > LONGEST ? `${title.slice(0, LONGEST - 1)}…` : title;
  });
}

/** The graph's predictions of a quantity at the n that were not run. */
export function predictedOf(
  { curve, stage, foretold }: LabCurve,
  quantity: Quantity,
): readonly (Datum & PredictedPoint)[] {
  if (quantity.isPredicted !== true || curve.refused !== undefined || !isCounted(stage, quantity.id)) return [];
  const known = new Set(curve.runs.map(({ n }) => n));
  const { predictedCalls } = describedStage(stage) ?? internal("an unknown stage has a curve", stage);
  if (predictedCalls === undefined) return [];
  return foretold
    .filter(({ n }) => !known.has(n))
    .map(({ n, counts, size }) => {
      const count = predictedCalls(counts);
      return { x: n, y: count, n, count, size };
    });
}

/** Fewest points to say that all are alike. */
const FEW_POINTS = 3;

/** Whether n changes nothing: the program itself takes the same steps for every n, and every run comes to its end. */
export function isWithoutEffect(curves: readonly LabCurve[]): boolean {
  if (curves.some(({ curve: { end, mistakes } }) => end !== undefined || mistakes.length > 0)) return false;
  const steps = curves.flatMap(({ curve }) => curve.runs.map(({ cost }) => cost.primal.steps));
  const ns = new Set(curves.flatMap(({ curve }) => curve.runs.map(({ n }) => n)));
  return ns.size >= FEW_POINTS && new Set(steps).size === 1;
}

/** The runs of a curve; none where its stage has the quantity and does not count it. */
export function runsThatCount({ stage, curve }: LabCurve, { id }: Quantity): LabCurve["curve"]["runs"] {
  return isCounted(stage, id) ? curve.runs : [];
}

/** The curves of one quantity, each with its growth under its name. */
export function seriesOf(curves: readonly LabCurve[], quantity: Quantity): readonly Series[] {
  return curves.map((one): Series => {
    const { curve, stage } = one;
    const points = runsThatCount(one, quantity).map(({ n, cost }) => ({ x: n, y: quantity.of(cost) }));
    const predicted = predictedOf(one, quantity);
    const last = predicted.at(-1);
    const growth = fitGrowth([...points, ...predicted].map(({ x, y }) => ({ n: x, count: y })));
    return {
      id: one.id,
      label: one.label,
      note: last === undefined ? (growth && !isPoor(growth) ? leadingText(growth.fit) : undefined) : atWords(last),
      ...lookOf(stage),
      isSecond: one.subject > 0,
      points,
      predicted,
      end: endWords(curve),
    };
  });
}

function atWords({ x, y }: Datum): string {
  const [n, count] = [grouped(x), sized(y)];
  return t`${count} at n = ${n}`;
}

/** Why a curve ends early, or has gaps. */
export function endWords(curve: Curve): string | undefined {
  if (curve.refused !== undefined) return refusedWords(curve.refused);
  const words = [stopWords(curve), gapWords(curve)].filter((some) => some !== undefined);
  return words.length === 0 ? undefined : words.join("; ");
}

/** Why a stage draws no curve of a program, and which do. */
function refusedWords({ message: reason, notes }: Diagnostic): string {
  return [reason, ...(notes ?? []).map((note) => note.message)].join("; ");
}

function stopWords({ end }: Curve): string | undefined {
  if (end === undefined) return undefined;
  const [diagnostic] = end.diagnostics;
  const n = grouped(end.n);
  if (diagnostic?.kind === "budget-steps") {
    const steps = sizedSteps(end.steps);
    return t`stopped at n = ${n}: budget ${steps}`;
  }
  const reason = diagnostic?.message;
  return reason === undefined ? t`stopped at n = ${n}: it crashed` : t`stopped at n = ${n}: ${reason}`;
}

function gapWords({ mistakes }: Curve): string | undefined {
  const [first] = mistakes;
  if (first === undefined) return undefined;
  const n = grouped(first.n);
  const reason = first.diagnostics[0]?.message ?? t`it crashed`;
  const more = mistakes.length - 1;
  return more === 0
    ? t`no run at n = ${n}: ${reason}`
    : plural(more, {
        one: `no run at n = ${n} (and ${more} more): ${reason}`,
        other: `no run at n = ${n} (and ${more} more): ${reason}`,
      });
}

/** A budget in words: `10 million steps`. */
export function sizedSteps(steps: number): string {
  const millions = steps / 1_000_000;
  const count = grouped(millions);
  return plural(millions, { one: `${count} million steps`, other: `${count} million steps` });
}

/** A row of the table: n, and for each curve a count, or its prediction. */
export interface TableRow {
  readonly n: number;
  readonly cells: readonly {
    readonly text: string;
    /** The count itself; undefined where nothing is known. */
    readonly count: number | bigint | undefined;
    readonly isPredicted: boolean;
    readonly isRun: boolean;
  }[];
}

/** The table of a counter: a row for each n, a cell for each curve; predicted where n was not run, empty where nothing is known. */
export function tableOf(curves: readonly LabCurve[], quantity: Quantity, ns: readonly number[]): readonly TableRow[] {
  const predicted = curves.map((one) => predictedOf(one, quantity));
  return ns.map((n) => ({
    n,
    cells: curves.map((one, index) => {
      const run = runsThatCount(one, quantity).find((run) => run.n === n);
      const counted = run && quantity.of(run.cost);
      if (counted !== undefined) return { text: sized(counted), count: counted, isPredicted: false, isRun: true };
      const foretold = nth(predicted, index).find(({ x }) => x === n);
      return {
        text: foretold === undefined ? "" : sized(foretold.y),
        count: foretold?.y,
        isPredicted: foretold !== undefined,
        isRun: false,
      };
    }),
  }));
}

/** Everything that one run counted. */
export interface PointDetails {
  readonly title: string;
  readonly size: string;
  readonly counters: readonly { readonly id: string; readonly title: string; readonly value: string }[];
}

/** All counters of a curve at one n; without counters where it was not run there. */
export function detailsOf({ label, stage, curve }: LabCurve, n: number): PointDetails {
  const run = curve.runs.find((one) => one.n === n);
  if (run === undefined) return { title: `n = ${grouped(n)}`, size: t`${label} was not run there`, counters: [] };
  const { size, cost } = run;
  return {
    title: `${label}, n = ${grouped(n)}`,
    size: `T = ${sized(costOf(cost.primal))}${size === undefined ? "" : `, I = ${sized(size.input)}`}`,
    counters: QUANTITIES.filter(({ id }) => isCounted(stage, id)).map(({ id, title, of }) => ({
      id,
      title,
      value: exactly(of(cost)) ?? sized(of(cost)),
    })),
  };
}

/** Counts at one n, for screen readers. */
export function spokenRow(curves: readonly LabCurve[], quantity: Quantity, { n, cells }: TableRow): string {
  const { title } = quantity;
  const parts = curves.flatMap(({ label }, index) => {
    const { text: count, isPredicted } = nth(cells, index);
    return count === "" ? [] : [isPredicted ? t`${label} ${count} predicted` : `${label} ${count}`];
  });
  return `n = ${n}, ${title}: ${parts.length === 0 ? t`not run` : parts.join("; ")}`;
}

/** The bound of a gradient's cost by that of the primal, times a constant. */
export const CONSTANT_BOUND = LINEAR.formula;

/** The stages whose cost we bound by a constant times that of the primal. */
export const CONSTANT_STAGES: readonly StageId[] = CATALOGUE.filter(
  ({ bound }) => bound?.formula === CONSTANT_BOUND,
).map(({ id }) => id);

/** A constant, and at which n it was found. */
export interface Constant {
  readonly c: number;
  readonly n: number;
}

/** c of cost(gradient) ≤ c · (cost(primal) + size(result) + size(input)) for one run; undefined where its size is not known. */
export function constantOf(cost: PassCosts, size: RunSize | undefined): number | undefined {
  return size && (costOf(cost.forward) + costOf(cost.reverse)) / Number(LINEAR.of(size));
}

/** The largest constant over runs. */
export function largestConstant(runs: readonly CurvePoint[]): Constant | undefined {
  return runs.reduce<Constant | undefined>((most, { n, cost, size, counts }) => {
    // the trace of a run may cost less than its program
    const c = counts === "trace" ? undefined : constantOf(cost, size);
    return c === undefined || (most !== undefined && most.c >= c) ? most : { c, n };
  }, undefined);
}

/** Where two curves part, as a sentence; undefined while there is no such place. */
export function partingWords(curves: readonly LabCurve[], quantity: Quantity): string | undefined {
  const values = curves.map(
    (one) => new Map(runsThatCount(one, quantity).map(({ n, cost }) => [n, quantity.of(cost)])),
  );
  const common = [...(values[0]?.keys() ?? [])].filter((n) => values.every((map) => map.has(n)));
  const last = common.at(-1);
  if (curves.length < 2 || last === undefined) return undefined;
  const order = curves
    .map((_, index) => index)
    .sort((a, b) => present(nth(values, b).get(last)) - present(nth(values, a).get(last)));
  const [most, least] = [nth(order, 0), lastOf(order)];
  const [upper, lower] = [nth(curves, most).label, nth(curves, least).label];
  const countsAt = (at: number): readonly [number, number] => [
    present(nth(values, most).get(at)),
    present(nth(values, least).get(at)),
  ];
  const gapAt = (at: number): Gap => {
    const [more, less] = countsAt(at).map(sized);
    return { n: grouped(at), more: present(more), less: present(less), upper, lower };
  };
  const close = common.filter((at) => isClose(countsAt(at))).at(-1);
  const { n, more, less } = gapAt(last);
  if (close === last) return t`Up to n = ${n} the curves stay close: ${more} for ${upper}, ${less} for ${lower}.`;
  if (close === undefined)
    return t`They differ from the first n on. At n = ${n}: ${more} for ${upper}, ${less} for ${lower}.`;
  const later = t`At n = ${n}: ${more} for ${upper}, ${less} for ${lower}.`;
  return `${closeWords(gapAt(close))} ${later}`;
}

/** Two counts at one n, and the curves that they are of. */
type Gap = Readonly<Record<"n" | "more" | "less" | "upper" | "lower", string>>;

function isClose([more, less]: readonly [number, number]): boolean {
  return more / Math.max(1e-9, less) < 2;
}

function closeWords({ n, more, less, upper, lower }: Gap): string {
  return t`At n = ${n} they are still close: ${more} for ${upper}, ${less} for ${lower}.`;
}

/** How many of the runs that the curves need are there. */
export function progressOf(
  state: CurvesKnown & Pick<LabSettings, "stages" | "steps"> & { readonly graphEnds: Readonly<Record<string, number>> },
): {
  /** Finished runs, and the graph's predictions instead of others. */
  readonly done: number;
  readonly predicted: number;
  readonly of: number;
} {
  const { subjects, stages, ns, steps } = state;
  let [done, predicted, failed] = [0, 0, 0];
  for (const subject of subjects) {
    const foretold = new Set((state.foretold[subjectKey(subject)] ?? []).map(({ n }) => n));
    const graphEnd = state.graphEnds[subjectKey(subject)] ?? Number.POSITIVE_INFINITY;
    for (const stage of stages) {
      const { runs, end, mistakes, refused } = curveOf(state, subject, stage);
      if (refused !== undefined) {
        failed += ns.length;
        continue;
      }
      const known = new Set(runs.map(({ n }) => n));
      const wrong = new Set(mistakes.map(({ n }) => n));
      for (const n of ns) {
        if (known.has(n)) done++;
        else if (wrong.has(n) || (isOver(end, n, steps) && n >= graphEnd)) failed++;
        else if (isOver(end, n, steps) && foretold.has(n)) predicted++;
      }
    }
  }
  return { done, predicted, of: subjects.length * stages.length * ns.length - failed };
}
