// Tests of `npm run test:room ROOM` (.tools/rooms.json): every one that it names is there, every browser test has a room, and every room
// has one that is part of `npm test`.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import rooms from "../.tools/rooms.json" with { type: "json" };

const root = fileURLToPath(new URL("..", import.meta.url));
const all: Readonly<Record<string, readonly string[]>> = rooms;

/** Rooms of the page that draw nothing which is not drawn in another, and `views`, which leads to those that it shows. */
const SEEN_IN_OTHERS = ["algorithms", "base", "client", "course", "drawing", "exploration", "fonts", "locales"].concat([
  "navigation",
  "playback",
  "plot",
  "prose",
  "ui",
  "views",
  "words",
]);

const isFolder = (path: string): boolean => path.endsWith("/");

test("names folders and files that are there", () => {
  const gone = Object.values(all)
    .flat()
    .filter((path) => !existsSync(root + path) || statSync(root + path).isDirectory() !== isFolder(path));
  expect(gone).toEqual([]);
});

test("knows every browser test", () => {
  const named = new Set(Object.values(all).flat());
  const files = readdirSync(`${root}test/e2e`).filter((name) => name.endsWith(".test.ts"));
  expect(files.filter((name) => !named.has(`test/e2e/${name}`))).toEqual([]);
});

test("knows every room of the page that is seen", () => {
  const folders = readdirSync(`${root}app`).filter((name) => statSync(`${root}app/${name}`).isDirectory());
  expect(folders.filter((name) => !SEEN_IN_OTHERS.includes(name) && !(name in all))).toEqual([]);
});

test.each(Object.entries(all))("%s has a browser test in `npm test`", (_, paths) => {
  const inBrowser = paths
    .filter((path) => path.startsWith("test/e2e/"))
    .map((path) => readFileSync(root + path, "utf8"));
  // a test that is not for the long run only
  expect(inBrowser.filter((text) => /^\s*test(?:\.each)?\(/m.test(text))).not.toEqual([]);
});

test("a wrong name is told the right ones", () => {
  const { status, stderr } = spawnSync(process.execPath, [".tools/test-room.mjs", "kitchen"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toContain("There is no room “kitchen”");
  for (const room of Object.keys(all)) expect(stderr).toContain(room);
});
