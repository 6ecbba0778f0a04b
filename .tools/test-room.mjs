// Runs the tests of one room of the page: npm run test:room ROOM. What follows the room goes to Vitest, such as -t "a name".
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Folders and files of tests by room (app/README.md); a browser test that looks into several rooms stands in each. */
const rooms = JSON.parse(readFileSync(join(root, ".tools/rooms.json"), "utf8"));
const [room = "", ...more] = process.argv.slice(2);

if (!Object.hasOwn(rooms, room)) {
  const asked = room === "" ? "Name a room" : `There is no room “${room}”. Name one of these`;
  process.stderr.write(`${asked}: npm run test:room ROOM\n\n  ${Object.keys(rooms).join(", ")}\n`);
  process.exit(1);
}

const vitest = join(root, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", ...rooms[room], ...more], {
  cwd: root,
  stdio: "inherit",
});
process.exit(status ?? 1);
