// The stages, which count each step: all of a gradient from the text on, by counted step; beside the compiled engine, which counts nothing. And
// how long it takes to record the events of a run of 100 000 scalars.
import { test } from "vitest";
import { stageOf } from "../../engine/algorithms/index.ts";
import { Compiled } from "../../engine/compile/engine.ts";
import { runGradient } from "../../engine/derive/gradient.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { Recorder } from "../../engine/timeline/recording.ts";
import { UNLIMITED } from "../support/conformance.ts";
import { preparedProgram } from "../support/run.ts";
import { quantile, report, row } from "./report.ts";

const IDS = ["staged", "cayley", "sparse", "mutable", "defunctionalised", "tape", "parallel"];
const TIMES = 9;

/** So many rounds of the logistic map, whose derivative stays a number. */
const logistic = (rounds: number): string => `-- at: 0.3
def go (n : Int, x : Real) : Real = if n == 0 then x else go (n - 1, 2.5 * x * (1.0 - x))
def main x = go (${rounds}, x)
`;

/** Milliseconds that each of some runs took, after one that warms up. */
function timed(run: () => void, times = TIMES): number[] {
  run();
  return Array.from({ length: times }, () => {
    const began = performance.now();
    run();
    return performance.now() - began;
  });
}

test("steps of the stages", () => {
  const text = logistic(10_000);
  const { core, input } = preparedProgram(text);
  const compiled = Compiled.of(core, "active");
  const base = timed(() => {
    compiled.value(input, UNLIMITED);
    compiled.gradient([1]);
  }, 100);
  const checked = checkSource(text);
  const rows = IDS.flatMap((id) => {
    let steps = 0;
    const took = timed(() => {
      const { cost } = finish(runGradient(checked, {}, stageOf(id)!, DEFAULT_BUDGET, { checks: false }));
      steps = cost!.primal.steps + cost!.forward.steps + cost!.reverse.steps;
    });
    const against = { what: "compiled", ratio: quantile(took, 0.5) / quantile(base, 0.5) };
    const aStep = took.map((ms) => (ms * 1e6) / steps);
    return [row(id, "ms", took, { against }), row(`${id}, a step`, "ns", aStep, { target: "30 to 60" })];
  });
  report("A gradient of 10 000 rounds of the logistic map", [row("compiled", "ms", base), ...rows]);
});

test("recording 100 000 scalars", () => {
  const checked = checkSource(logistic(20_000));
  const rows = (["tape", "staged"] as const).map((id) => {
    const took = timed(() => {
      const recorder = new Recorder(stageOf(id)!);
      finish(runGradient(checked, {}, stageOf(id)!, DEFAULT_BUDGET, { checks: false, observer: recorder.observe }));
      recorder.finish();
    }, 5);
    return row(
      id,
      "s",
      took.map((ms) => ms / 1000),
      { target: id === "tape" ? "1" : "3" },
    );
  });
  report("A recorded run of 20 000 rounds", rows);
});
