// The stages, which count each step: all of a gradient from the text on, by counted step; beside the compiled engine, which counts nothing. And
// how long it takes to record the events of a run of 100 000 scalars.
import { test } from "vitest";
import { measuredStages } from "./child.ts";
import { quantile, report, row } from "./report.ts";

const IDS = ["staged", "cayley", "sparse", "mutable", "defunctionalised", "tape", "parallel"];

/** So many rounds of the logistic map, whose derivative stays a normal number. */
const logistic = (rounds: number): string => `-- at: 0.3
def go (n : Int, x : Real) : Real = if n == 0 then x else go (n - 1, 0.9999 * x * (1.0 - x))
def main x = go (${rounds}, x)
`;

test("steps of the stages", async () => {
  const told = await measuredStages({ text: logistic(10_000), stages: IDS, isRecorded: false, times: 9 });
  const rows = told.stages.flatMap(({ id, took, steps }) => {
    const against = { what: "compiled", ratio: quantile(took, 0.5) / quantile(told.compiled, 0.5) };
    const aStep = took.map((ms) => (ms * 1e6) / steps);
    return [row(id, "ms", took, { against }), row(`${id}, a step`, "ns", aStep, { target: "30 to 60" })];
  });
  report("A gradient of 10 000 rounds of the logistic map", [row("compiled", "ms", told.compiled), ...rows]);
});

test("recording 100 000 scalars", async () => {
  const told = await measuredStages({ text: logistic(20_000), stages: ["tape", "staged"], isRecorded: true, times: 5 });
  const rows = told.stages.map(({ id, took }) => {
    const seconds = took.map((ms) => ms / 1000);
    return row(id, "s", seconds, { target: id === "tape" ? "1" : "3" });
  });
  report("A recorded run of 20 000 rounds", rows);
});
