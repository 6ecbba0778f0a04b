// No comment begins with "What", "Who" or "Whatever": .github/CONTRIBUTING.md, "Plain words", says what stands instead.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A line of a comment that begins with one of the three words; the comment may follow code. */
const RIDDLE = /(?:^\s*(?:\{?\/\*\*?|\/\/|\*)|[;,{}()\]>]\s*(?:\/\*\*?|\/\/))\s*(?:What|Who|Whatever)\b.*/gm;

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
  const lines = [
    "/** ? a row holds. */",
    "  // ? asks.",
    " * ? comes.",
    "{/* ? is left */}",
    "const a = 1; // ? it is",
  ];
  const others = ["// ?se row", 'const ? = "?";', "// the row, ? holds it"];
  const text = [...lines, ...others].join("\n").replaceAll("?", "Who");
  expect(text.match(RIDDLE)).toHaveLength(5);
});

test.each(["app", "engine", "test"])("comments in %s say what things are and what functions do", (folder) => {
  expect(riddles(folder)).toEqual([]);
});
