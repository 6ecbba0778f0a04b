// Golden tests of habits: what a user meets who writes as in another language, and the text after each offered fix.
import { describe, expect, test } from "vitest";
import { checkSource, sourcesOf } from "../../engine/session/program/program.ts";
import type { Fix } from "../../engine/source/diagnostic.ts";
import { renderDiagnostic } from "../../engine/source/render.ts";
import { appliedFix } from "../support/fixes.ts";
import { goldenOf, withoutExcerpts } from "../support/golden.ts";
import { HABITS } from "../support/habits.ts";

const golden = goldenOf("habits");

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

/** A fix behind its message, and that all is well after it behind the fix. */
function inFewerLines(text: string): string {
  return text
    .replace(/\n {2}fix: /g, " FIX: ")
    .replace(/\n--- after (the fix|\d+ fixes), all is well\n/g, "; all is well after $1\n");
}

describe("habits", () => {
  test("the table is long enough", () => expect(HABITS.length).toBeGreaterThanOrEqual(60));

  test("every message, fix and mended text is the golden one", () => {
    const found = HABITS.map(({ title, text }) => {
      const messages = messagesOf(text);
      const told = (messages.length === 0 ? ["nothing wrong"] : messages).map((message) => `--- ${message}\n`);
      return `=== ${title}\n${text}${told.join("")}${mended(text)}`;
    }).join("");
    golden.text("habits.txt", inFewerLines(withoutExcerpts(found)));
    golden.digest("with-excerpts", found);
  });
});
