// The catalogue of algorithms for those who only choose and name them, the page among them: data, bounds and predictions, and no transformation.
import { nth } from "../base/nth.ts";
import { internal } from "../base/unreachable.ts";
import { COUNTER_WORDS, COUNTERS } from "../core/events/counters.ts";
import type {
  AlgorithmDescription,
  OptionDescription,
  OwnCounter,
  StageDescription,
  StageId,
  StageOption,
  StateView,
  Visit,
} from "./algorithm.ts";
import { inOrder } from "./folders.ts";

/** Descriptions of algorithms, in the order of the list. */
export const ALGORITHM_CATALOGUE: readonly AlgorithmDescription[] = inOrder(
  import.meta.glob<AlgorithmDescription>("./*/descriptions.ts", { eager: true, import: "description" }),
  "descriptions.ts",
);

/** All stages of all algorithms, in order. */
export const CATALOGUE: readonly StageDescription[] = ALGORITHM_CATALOGUE.flatMap(({ stages }) => stages);

/** The stages that tools begin with: those of the first algorithm. */
export const USUAL: AlgorithmDescription["usual"] = nth(ALGORITHM_CATALOGUE, 0).usual;

/** Variations of transformations: those of all algorithms, and each one's own. */
export const OPTIONS: readonly OptionDescription[] = [
  {
    id: "plainDiscrete",
    word: "plain-discrete",
    summary:
      "operands of comparisons and the like are computed without dual parts (thesis §3.9), after what they use is converted, at a cost of its size",
  },
  ...ALGORITHM_CATALOGUE.flatMap(({ options }) => options),
];

/** Options with which the gradient may depend on the order of jobs. */
export const SCHEDULE_OPTIONS: readonly StageOption[] = OPTIONS.filter(
  ({ followsSchedule }) => followsSchedule === true,
).map(({ id }) => id);

/** The counters that algorithms bring beside the machine's. */
export const OWN_COUNTERS: readonly OwnCounter[] = ALGORITHM_CATALOGUE.flatMap(({ counters }) => counters ?? []);

/** Every counter of a run, with what it counts, for people. */
export const ALL_COUNTERS: readonly { readonly id: string; readonly words: string }[] = [
  ...COUNTERS.map((id) => ({ id, words: COUNTER_WORDS[id] })),
  ...OWN_COUNTERS,
];

/** The description of a stage, by id. */
export function describedStage(id: string): StageDescription | undefined {
  return CATALOGUE.find((stage) => stage.id === id);
}

/** The stages whose entry has a reverse pass: one call of its linear function gives a gradient. */
export const REVERSE_STAGES: readonly StageDescription[] = CATALOGUE.filter(({ entry }) => entry === "reverse");

/** Whether a stage has a reverse pass. */
export function goesBack(stage: StageId): boolean {
  return REVERSE_STAGES.some(({ id }) => id === stage);
}

/** Whether the dual parts of a stage are of whole arrays: no scalar has a row, or a cotangent of its own. */
export function isOfArrays(stage: StageId): boolean {
  return describedStage(stage)?.ofArrays === true;
}

/** The stages with a reverse pass that is shown scalar by scalar. */
export const WATCHED_STAGES: readonly StageDescription[] = REVERSE_STAGES.filter(({ id }) => !isOfArrays(id));

/** Whether the reverse pass of a stage is shown scalar by scalar. */
export function isWatched(stage: StageId): boolean {
  return WATCHED_STAGES.some(({ id }) => id === stage);
}

/** The stage whose entry gives a tangent for one direction: forward mode. */
export const TANGENT_STAGE: StageId =
  CATALOGUE.find(({ entry }) => entry === "forward")?.id ?? internal("no stage is forward mode");

/** Two stages of one algorithm: the linear function of one gives tangents, that of the other, its transpose, a gradient. */
export const BOTH_WAYS: { readonly linear: StageId; readonly reverse: StageId } =
  ALGORITHM_CATALOGUE.map(({ stages }) => ({
    linear: stages.find(({ entry }) => entry === "linear")?.id,
    reverse: stages.find(({ entry }) => entry === "reverse")?.id,
  })).find(
    (one): one is { linear: StageId; reverse: StageId } => one.linear !== undefined && one.reverse !== undefined,
  ) ?? internal("no algorithm has a linear function and its transpose");

/** The state that the recording of a stage shows, row by row. */
export function viewOf(stage: StageId): StateView {
  return describedStage(stage)?.view ?? internal("an unknown stage has a state", stage);
}

/** The kind of visits of a stage; undefined where no scalar is visited. */
export function visitOf(stage: StageId): Visit | undefined {
  return describedStage(stage)?.visits;
}

/** The algorithm that a stage belongs to. */
export function algorithmOf(id: string): AlgorithmDescription | undefined {
  return ALGORITHM_CATALOGUE.find(({ stages }) => stages.some((stage) => stage.id === id));
}
