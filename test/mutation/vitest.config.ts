// The project of the tests that run on wrong sources: that of the unit tests, with a plugin that puts a fault into a source.
import { mergeConfig } from "vite";
import { defineProject } from "vitest/config";
import root, { UNIT } from "../../vite.config.ts";
import { wrongSources } from "./wrong-sources.ts";

export default mergeConfig(
  { ...root({ command: "serve", mode: "test" }), test: undefined },
  defineProject({
    plugins: [wrongSources()],
    test: { ...UNIT, name: "unit with faults", include: ["*.test.ts"] },
  }),
);
