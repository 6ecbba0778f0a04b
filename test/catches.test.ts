// Failures of the page are shown, or a comment says why not: no `catch` in app/ passes one over without a word.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const APP = fileURLToPath(new URL("../app", import.meta.url));

/** Lines above a promise's `catch` in which its comment may stand. */
const REACH = 4;

const isComment = (line: string | undefined): boolean => line?.trim().startsWith("//") === true;

/** Places in a source at which an error is caught, not looked at, and no comment says why. */
function silentIn(file: string, text: string): readonly string[] {
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    const isSilent = /\bcatch \{/.test(line)
      ? !isComment(lines[at + 1])
      : /\.catch\(\(\) =>/.test(line) && !lines.slice(Math.max(0, at - REACH), at + 2).some(isComment);
    return isSilent ? [`${file}:${at + 1}`] : [];
  });
}

test("errors that are not looked at are commented", () => {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:tsx?|js)$/.test(name));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => silentIn(file, readFileSync(join(APP, file), "utf8")))).toEqual([]);
});

test("a silent catch is found", () => {
  expect(silentIn("a", "try {\n  f();\n} catch {\n  return;\n}\nvoid g().catch(() => undefined);")).toEqual([
    "a:3",
    "a:6",
  ]);
  expect(silentIn("a", "try {\n  f();\n} catch {\n  // it is there already\n}")).toEqual([]);
});
