// Golden tests of habits: what a user meets who writes as in another language, and the text after each offered fix.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkSource, sourcesOf } from "../../engine/session/program/program.ts";
import type { Fix } from "../../engine/source/diagnostic.ts";
import { renderDiagnostic } from "../../engine/source/render.ts";
import { appliedFix } from "../support/fixes.ts";

const textsFile = new URL("./habits/texts.txt", import.meta.url);
const goldenFile = new URL("./habits/golden.txt", import.meta.url);

/** The texts of the table: each begins with a line `=== title`. */
const texts = readFileSync(textsFile, "utf8")
  .split(/^=== /m)
  .slice(1)
  .map((part) => ({ title: part.slice(0, part.indexOf("\n")), text: part.slice(part.indexOf("\n") + 1) }));

function messagesOf(text: string): readonly string[] {
  const checked = checkSource(text);
  const sources = sourcesOf(checked, "text");
  return checked.diagnostics.map((one) => renderDiagnostic(one, sources));
}

function fixesOf(text: string): readonly Fix[] {
  return checkSource(text).diagnostics.flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
}

/** A text after its first fixes, one after the other, and what is wrong with it then. */
function mended(text: string): string {
  let [now, count] = [text, 0];
  for (let fix = fixesOf(now)[0]; fix !== undefined && count < 10; fix = fixesOf(now)[0]) {
    now = appliedFix(now, fix);
    count++;
  }
  if (count === 0) return "";
  const left = messagesOf(now).map((message) => message.split("\n")[0]!);
  const what = count === 1 ? "after the fix" : `after ${count} fixes`;
  return `--- ${what}${left.length === 0 ? ", all is well" : ""}\n${now}${left.map((line) => `${line}\n`).join("")}`;
}

describe("habits", () => {
  test("the table is long enough", () => expect(texts.length).toBeGreaterThanOrEqual(60));

  test("every message, fix and mended text is the golden one", () => {
    const found = texts
      .map(({ title, text }) => {
        const messages = messagesOf(text);
        return `=== ${title}\n${text}---\n${messages.length === 0 ? "nothing wrong" : messages.join("\n")}\n${mended(text)}`;
      })
      .join("\n");
    if (process.env.DUALSCOPE_WRITE_GOLDEN !== undefined || !existsSync(goldenFile)) writeFileSync(goldenFile, found);
    expect(found).toBe(readFileSync(goldenFile, "utf8"));
  });
});
