// Seeded faults, a project of the long tests: each makes modules of its own, which stay in memory.
import { defineConfig, mergeConfig } from "vitest/config";
import base, { UNIT } from "../../vite.config.ts";
import { wrongSources } from "./wrong-sources.ts";

export default defineConfig((environment) => {
  const { test: _, ...same } = base(environment);
  return mergeConfig(same, {
    plugins: [wrongSources()],
    test: {
      ...UNIT,
      name: "unit with seeded faults",
      include: ["*.test.ts"],
      execArgv: [...UNIT.execArgv, "--max-old-space-size=8192"],
    },
  });
});
