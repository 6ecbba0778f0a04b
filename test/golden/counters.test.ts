// Golden counters: every counter of every pass by every stage, on programs small enough to be counted by hand.
import { describe, test } from "vitest";
import { ALL_COUNTERS } from "../../engine/algorithms/catalogue.ts";
import { STAGES } from "../../engine/algorithms/index.ts";
import { COUNTED } from "../support/counted.ts";
import { goldenOf } from "../support/golden.ts";
import { gradientOf } from "../support/run.ts";
import { takes } from "../support/takes.ts";

const golden = goldenOf("counters");

/** Programs that a reader can count by hand; of the others the digests are held. */
const READ: ReadonlySet<string> = new Set(["the running example", "a list", "a fork"]);

describe("counters are the golden ones", () => {
  test.each(Object.entries(COUNTED))("%s", (name, { text, at }) => {
    for (const [number, input] of at.entries()) {
      const counted = counters(`-- at: ${input}\n${text}`);
      const place = `${name.replaceAll(" ", "-")}${at.length > 1 ? `-${number + 1}` : ""}`;
      if (number === 0 && READ.has(name)) golden.text(`${place}.txt`, counted);
      else golden.digest(place, counted);
    }
  });
});

function counters(text: string): string {
  const lines = [text, ""];
  for (const stage of STAGES.filter((one) => takes(one, text))) {
    const { cost } = gradientOf(text, stage);
    for (const phase of ["primal", "forward", "reverse"] as const) {
      const counts = ALL_COUNTERS.map(({ id }) => id).filter((counter) => (cost[phase][counter] ?? 0) > 0);
      const shown = counts.map((counter) => `${counter} ${cost[phase][counter]}`).join(", ");
      if (phase !== "primal" || stage.id === "forward") lines.push(`${stage.id}, ${phase}: ${shown}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
