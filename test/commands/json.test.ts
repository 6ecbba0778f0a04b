// JSON of the commands: its page names every field, objects have a version, and places have lines.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { dual } from "../support/dual.ts";

const PROGRAM = `-- at: (3.0, [1.0, 2.0])
op sq x = x * x by 2.0 * x
def f (a : Real) : Real = sq a / (a + 1.0)
def main (x : Real, ys : [Real]) =
  let s = x * trace "sum" (sum (map f ys)) in
  if s > 1.0 then s / (f x) else 0.0
`;
const page = readFileSync(fileURLToPath(new URL("../../engine/commands/json.md", import.meta.url)), "utf8");

/** The fields that the page names for a command: those of its entry, and of the commands beside it. */
function named(command: string): ReadonlySet<string> {
  const entries = page
    .split("\n")
    .filter((line) => line.startsWith("- ") && line.split(": ")[0]!.includes(`\`${command}`));
  expect(entries, command).not.toEqual([]);
  return new Set(entries.flatMap((entry) => [...entry.matchAll(/`(\w+)`/g)].map(([, field]) => field!)));
}

/** Fields of an object and of all in it, but for what is described elsewhere: counters, places, and names that are the algorithm's. */
function fieldsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    ["counters", "cost", "span", "spans", "place", "holds", "parts", "linear", "again"].includes(field)
      ? [field]
      : field === "texts"
        ? [field, ...Object.values(inner as object).flatMap(fieldsOf)]
        : [field, ...fieldsOf(inner)],
  );
}

test.each([
  ["check"],
  ["run"],
  ["grad"],
  ["grad", "--stage", "tape"],
  ["jvp", "--direction", "(1.0, [0.0, 0.0])"],
  ["jacobian"],
  ["stages", "--stage", "tape"],
  ["export"],
  ["export", "--explain"],
  ["format"],
  ["study"],
  ["cost", "--stage", "tape"],
  ["graph --view dataflow", "--view", "dataflow"],
  ["graph --view staging", "--view", "staging"],
  ["graph --view jobs", "--view", "jobs"],
  ["query", "--ask", "argument(s, by: tape)"],
])("%s: the page names its fields", (entry, ...args) => {
  const [command = ""] = entry.split(" ");
  const { out, status } = dual(command, PROGRAM, ...args, "--json");
  expect(status).toBe(0);
  const printed = JSON.parse(out);
  const isList = ["check", "stages", "cost"].includes(command);
  expect([Array.isArray(printed), printed.version]).toEqual([isList, isList ? undefined : 1]);
  const fields = new Set(fieldsOf(printed));
  fields.delete("version");
  expect([...fields].filter((field) => !named(entry).has(field))).toEqual([]);
});

/** Every place in an object: whatever has offsets. */
function placesOf(value: unknown): readonly { source: string; from: number; line?: number; column?: number }[] {
  if (typeof value !== "object" || value === null) return [];
  const { from, to, source } = value as { from?: unknown; to?: unknown; source?: string };
  if (typeof from === "number" && typeof to === "number" && source !== undefined) return [value as never];
  return Object.values(value).flatMap(placesOf);
}

test.each([
  ["graph", "--view", "dataflow"],
  ["graph", "--view", "jobs", "--stage", "parallel"],
  ["trace", "--stage", "tape"],
])("%s %s %s: each place has the line and column of its offset", (command, ...args) => {
  const text = PROGRAM.replace("s / (f x)", "(case s |*| f x of { (a, b) -> a / b })");
  const { out } = dual(command, text, ...args, "--at", "(1.0 + 2.0, [1.0, 2.0])");
  const places = placesOf(
    command === "trace"
      ? out
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line))
      : JSON.parse(out),
  );
  expect(places.length).toBeGreaterThan(1);
  expect(new Set(places.map(({ source }) => source))).toContain("<program>");
  for (const { source, from, line, column } of places) {
    expect(line, source).toBeTypeOf("number");
    if (source !== "<program>") continue;
    const before = text.slice(0, from).split("\n");
    expect([line, column]).toEqual([before.length, before.at(-1)!.length + 1]);
  }
});

test("values that a program asks to be shown have places, and with a gradient cotangents", () => {
  const text = '-- at: 3.0\ndef main x = let n = trace "n" 2 in trace "y" (x * x) * real n\n';
  const shown = (command: string) => JSON.parse(dual(command, text, "--json").out).shown;
  const n = { text: "n", place: { from: 32, to: 43, line: 2, column: 22 }, value: "2" };
  const y = { text: "y", place: { from: 47, to: 64, line: 2, column: 37 }, value: "9.0" };
  expect(shown("run")).toEqual([n, y]);
  expect(shown("grad")).toEqual([
    { ...n, cotangent: null },
    { ...y, cotangent: "2.0" },
  ]);
  expect(JSON.parse(dual("grad", "-- at: 3.0\ndef main x = x * x\n", "--json").out)).not.toHaveProperty("shown");
  const many = '-- at: 3.0\ndef main x = sum (map (\\i -> trace "i" (real i * x)) (range 0 1500))\n';
  expect(JSON.parse(dual("grad", many, "--json").out).shownMore).toBe(500);
});
