// Comments that begin with "What", "Who" or "Whatever": .github/CONTRIBUTING.md, "Plain words", says what stands instead.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Most such comments in each folder: the count when the limit was set. A limit is lowered when comments are mended, and never raised. */
const LIMITS: Readonly<Record<string, number>> = { app: 0, engine: 0, test: 0 };

/** The first line of a comment, or a later line of it, that begins with one of the three words. */
const RIDDLE = /^\s*(?:\{?\/\*\*?|\/\/|\*)\s*(?:What|Who|Whatever)\b.*/gm;

function riddles(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /\.(?:tsx?|js|css)$/.test(name))
    .flatMap((name) => {
      const found = readFileSync(join(root, folder, name), "utf8").match(RIDDLE) ?? [];
      return found.map((line) => `${folder}/${name}: ${line.trim()}`);
    });
}

test("the pattern finds comments and no code", () => {
  const text =
    '/** What a row holds. */\n  // Who asks.\n * Whatever comes.\n{/* What is left */}\n// Whose row\nconst What = "What";\n';
  expect(text.match(RIDDLE)).toHaveLength(4);
});

test.each(Object.entries(LIMITS))(
  "comments in %s that begin with What, Who or Whatever become fewer",
  (folder, limit) => {
    const found = riddles(folder);
    expect(found.length, `${found.length} of at most ${limit}:\n${found.join("\n")}`).toBeLessThanOrEqual(limit);
  },
);
