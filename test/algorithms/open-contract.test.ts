// The contract is open: no file outside an algorithm's folder asks what kind a stage is.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { STAGES } from "../../engine/algorithms/index.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

/** Kinds of an entry, and of a state as it was before it was rows. */
const KINDS =
  /\b(?:entry|mode|state)\s*[!=]==\s*"(?:reverse|forward|vectorised|linear|none|lines|tree|map|array|graph)"/;
/** Looks of a rung and of a gauge, forms of memory, and roles of stores, by the words that they once had. */
const LOOKS =
  /\b(?:calls|carries|collector|form|role|look|tape)\s*[!=]==\s*"(?:at once|entries|composed|cells|none|function|functions|list|lists|place|term|terms|gradient|whole|reached|data|unfolded|staging|inbox|collector|tape|calls|[ABC])"/;

/** The table of entries, which is the one place that reads them beside the catalogue. */
const TABLES = new Set(["engine/algorithms/catalogue.ts", "engine/derive/passes.ts"]);

/** The lines of the page and the engine, outside of algorithms, that match. */
function linesWith(pattern: RegExp): readonly string[] {
  return ["app", "engine"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).flatMap((path) => {
      const file = join(folder, path);
      if (!/\.tsx?$/.test(file) || /^(?:engine|app)\/algorithms\/[^/]+\//.test(file) || TABLES.has(file)) return [];
      if (file.startsWith("engine/compile/")) return [];
      const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
      return lines.flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : []));
    }),
  );
}

test("the kind of an entry and of a state is compared in no file", () => {
  expect(linesWith(KINDS)).toEqual([]);
});

test("looks of rungs, forms of memory and roles of stores are compared in no file", () => {
  expect(linesWith(LOOKS).filter((line) => !line.startsWith("app/compiled/"))).toEqual([]);
});

test("names of stages are compared in no file", () => {
  const names = STAGES.map(({ id }) => id).join("|");
  expect(linesWith(new RegExp(`\\b(?:stage|stageId|id)\\s*[!=]==\\s*"(?:${names})"`))).toEqual([]);
});
