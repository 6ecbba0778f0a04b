// The last lines of a run whose tests needed a second try, and its exit code: a Vitest of its own runs tests that fail so many times.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
// where Vitest is found by its name
const place = join(root, "node_modules/.cache/dualscope");
mkdirSync(place, { recursive: true });
const folder = mkdtempSync(join(place, "second-tries-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs one test for each number: it fails so many times. */
function run(failures: readonly number[]): { readonly status: number | null; readonly end: string } {
  const config = { test: { name: "browser", retry: 1, include: ["a.test.mjs"], isolate: false } };
  const reporter = JSON.stringify(join(root, "test/support/second-tries.ts"));
  writeFileSync(
    join(folder, "vitest.config.ts"),
    `import SecondTries from ${reporter};
const { test } = ${JSON.stringify(config)};
export default { test: { ...test, reporters: ["default", new SecondTries()] } };\n`,
  );
  writeFileSync(
    join(folder, "a.test.mjs"),
    `import { test } from "vitest";
for (const [at, failures] of ${JSON.stringify(failures)}.entries()) {
  let tries = 0;
  test("number " + at, () => { if (tries++ < failures) throw new Error("fault " + tries + "\\nmore of it"); });
}\n`,
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--root", folder, "--no-color"],
    { cwd: folder, encoding: "utf8", env: { ...process.env, VITEST: "", CI: "true", NODE_OPTIONS: "" } },
  );
  return { status, end: stdout.slice(stdout.lastIndexOf("   Duration")).replace(/.*\n/, "").trim() };
}

test("two second tries are told in the last lines, with what was wrong at first", () => {
  expect(run([1, 0, 1])).toEqual({
    status: 0,
    end: `Second tries  2 tests passed only when run once more (at most 2 may)
   browser  a.test.mjs > number 0
     first: fault 1
   browser  a.test.mjs > number 2
     first: fault 1`,
  });
});

test("three of them fail the run", () => {
  const { status, end } = run([1, 1, 1]);
  expect(status).toBe(1);
  expect(end).toMatch(/^Second tries {2}3 tests passed only when run once more \(more than 2: the run fails\)\n/);
});
