// The keys that the help lists are those that there are.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { lintKeymap } from "@codemirror/lint";
import { searchKeymap } from "@codemirror/search";
import { expect, test } from "vitest";
import { EDITOR_KEYS } from "../../app/editor/editor-keys.ts";

const EDITOR = join(import.meta.dirname, "../../app/editor");

test("each key of the editor that is told is one that the editor has", () => {
  const own = readdirSync(EDITOR, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && file !== "editor-keys.ts")
    .flatMap((file) => [...readFileSync(join(EDITOR, file), "utf8").matchAll(/\bkey: "([^"]+)"/g)])
    .map(([, key]) => key);
  const library = [...completionKeymap, ...defaultKeymap, ...lintKeymap, ...searchKeymap].map(({ key }) => key);
  const bound = new Set([...own, ...library]);
  expect(bound.size).toBeGreaterThan(40);
  for (const { keys } of EDITOR_KEYS) expect(bound, keys).toContain(keys);
});
