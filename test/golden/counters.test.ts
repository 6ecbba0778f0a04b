// Golden counters: every counter of every pass by every stage, on programs small enough to be counted by hand.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ALL_COUNTERS } from "../../engine/algorithms/catalogue.ts";
import { STAGES } from "../../engine/algorithms/index.ts";
import { COUNTED } from "../support/counted.ts";
import { gradientOf } from "../support/run.ts";
import { takes } from "../support/takes.ts";

const file = new URL("counters.txt", import.meta.url);

test("counters are the golden ones", () => {
  const lines: string[] = [];
  const programs = Object.entries(COUNTED).flatMap(([name, { text, at }]) =>
    at.map((input) => ({ name, text: `-- at: ${input}\n${text}` })),
  );
  for (const { name, text } of programs) {
    lines.push(`==== ${name}`, text, "");
    for (const stage of STAGES.filter((one) => takes(one, text))) {
      const { cost } = gradientOf(text, stage);
      for (const phase of ["primal", "forward", "reverse"] as const) {
        const counts = ALL_COUNTERS.map(({ id }) => id).filter((counter) => (cost[phase][counter] ?? 0) > 0);
        const shown = counts.map((counter) => `${counter} ${cost[phase][counter]}`).join(", ");
        if (phase !== "primal" || stage.id === "forward") lines.push(`${stage.id}, ${phase}: ${shown}`);
      }
    }
    lines.push("");
  }
  const found = lines.join("\n");
  if (process.env.DUALSCOPE_WRITE_GOLDEN === "1") {
    mkdirSync(new URL(".", file), { recursive: true });
    writeFileSync(file, found);
  }
  expect(found).toBe(readFileSync(file, "utf8"));
});
