// Gradients by the stages and by the compiled engine, and recordings, in a process of its own: bundled, as the page and the command line have them.
import { stageOf } from "../../engine/algorithms/index.ts";
import { Compiled } from "../../engine/compile/engine.ts";
import { runGradient } from "../../engine/derive/gradient.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { Recorder } from "../../engine/timeline/recording.ts";
import { UNLIMITED } from "../support/conformance.ts";
import { preparedProgram } from "../support/run.ts";

/** A measurement: gradients by some stages, or their recordings; the compiled engine's gradient where that is asked for. */
export interface StagesTask {
  readonly text: string;
  readonly stages: readonly string[];
  readonly isRecorded: boolean;
  readonly times: number;
}

export interface StagesTold {
  /** Milliseconds of the compiled engine's gradient. */
  readonly compiled: readonly number[];
  /** By stage, the milliseconds of each time, and the steps of one. */
  readonly stages: readonly { readonly id: string; readonly took: readonly number[]; readonly steps: number }[];
}

/** Times of the compiled engine, which is fast. */
const MANY = 100;

/** Milliseconds that each of some runs took, after one that warms up. */
function timed(run: () => void, times: number): number[] {
  run();
  return Array.from({ length: times }, () => {
    const began = performance.now();
    run();
    return performance.now() - began;
  });
}

function measure({ text, stages, isRecorded, times }: StagesTask): StagesTold {
  const { core, input } = preparedProgram(text);
  const compiled = Compiled.of(core, "active");
  const base = timed(() => {
    compiled.value(input, UNLIMITED);
    compiled.gradient([1]);
  }, MANY);
  const checked = checkSource(text);
  return {
    compiled: base,
    stages: stages.map((id) => {
      const stage = stageOf(id)!;
      let steps = 0;
      const took = timed(() => {
        const recorder = isRecorded ? new Recorder(stage) : undefined;
        const options = { checks: false, observer: recorder?.observe };
        const { cost } = finish(runGradient(checked, {}, stage, DEFAULT_BUDGET, options));
        steps = cost!.primal.steps + cost!.forward.steps + cost!.reverse.steps;
        recorder?.finish();
      }, times);
      return { id, took, steps };
    }),
  };
}

process.send!(measure(JSON.parse(process.argv[2]!)), () => process.exit());
