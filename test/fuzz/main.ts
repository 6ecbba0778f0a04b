// The fuzzer: `npm run fuzz -- --minutes N [--count N] [--seed S] [--what programs|texts|documents|all]`.
//
// Case n of a part has the seed S + n: what is found can be had again alone with that seed and `--count 1`.
import "../../engine/syntax/mistakes/advised.ts";
import { parseArgs } from "node:util";
import { Parts } from "./parts.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    count: { type: "string" },
    seed: { type: "string" },
    what: { type: "string", default: "all" },
  },
});

/** Milliseconds between two lines with what was counted. */
const BETWEEN_REPORTS = 60_000;

const start = performance.now();
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const parts = new Parts(values.what, seed);
const end = start + Number(values.minutes) * 60_000;
const most = values.count === undefined ? Number.POSITIVE_INFINITY : Number(values.count);
console.log(`seed ${seed}`);
let reported = start;
for (let turn = 0; turn < most && (performance.now() < end || most < Number.POSITIVE_INFINITY); turn++) {
  for (const finding of await parts.turn()) console.log(`\n${finding}\n`);
  if (performance.now() - reported < BETWEEN_REPORTS) continue;
  reported = performance.now();
  console.log(line());
}
console.log(line());
process.exitCode = parts.disagreements === 0 ? 0 : 1;

function line(): string {
  return `${((performance.now() - start) / 60_000).toFixed(1)} min: ${parts.summary()}`;
}
