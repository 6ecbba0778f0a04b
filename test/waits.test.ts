// Tests wait for what is to come, however long it takes, and never for a time: no file of this folder has a wait of so many milliseconds.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Functions that wait for a time. */
const BY_THE_CLOCK: ReadonlySet<string> = new Set(["setTimeout", "setInterval", "waitForTimeout", "sleep"]);

/** Where a source names one of them, as `name at line`: what it calls, hands over, or imports, but no types and no texts. */
function waits(file: string, text: string): readonly string[] {
  const found: string[] = [];
  const note = (name: string, start: number): void => {
    if (BY_THE_CLOCK.has(name)) found.push(`${name} at ${text.slice(0, start).split("\n").length}`);
  };
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      for (const one of [callee, ...given]) if (one.type === "Identifier") note(one.name, one.start);
    },
    MemberExpression: ({ property, computed }) => {
      if (!computed && property.type === "Identifier") note(property.name, property.start);
    },
    ImportSpecifier: ({ imported }) => {
      if (imported.type === "Identifier") note(imported.name, imported.start);
    },
  }).visit(parseSync(file, text).program);
  return found;
}

test("knows a wait for a time, however it is called", () => {
  const found = waits(
    "a.ts",
    `import { setTimeout as pause } from "node:timers/promises";
await page.waitForTimeout(20);
await new Promise((done) => setTimeout(done, 20));
await promisify(setTimeout)(20);
globalThis.setTimeout(done, 20);
const timer: ReturnType<typeof setTimeout> | undefined = undefined;
const names = "setTimeout sleep";`,
  );
  expect(found.toSorted()).toEqual([
    "setTimeout at 1",
    "setTimeout at 3",
    "setTimeout at 4",
    "setTimeout at 5",
    "waitForTimeout at 2",
  ]);
});

test("no test waits for a time", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(?:ts|tsx|mjs)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(200);
  // a source without the names is not parsed
  const named = new RegExp([...BY_THE_CLOCK].join("|"));
  const found = files.flatMap((name) => {
    const text = readFileSync(folder + name, "utf8");
    return named.test(text) ? waits(name, text).map((wait) => `test/${name}: ${wait}`) : [];
  });
  expect(found).toEqual([]);
});
