// Help of the command line: each command with its options and the exit statuses that it can have.
import { expect, test } from "vitest";
import { called } from "../support/dual.ts";

const FILES: Readonly<Record<string, string>> = {
  good: "-- at: 2.0\ndef main x = x * x\n",
  mistaken: "def main x = y\n",
  wrong: "-- at: 2.0\nop f x = x * x by x\ndef main x = f x\n",
  endless: "-- at: 2.0\ndef loop (x : Real) : Real = loop (x + 1.0)\ndef main x = loop x\n",
  linear: "def f(x;) = (x;)\n",
};

const dual = (...words: readonly string[]) => called(words, (file) => FILES[file] ?? "");

const commands = [...dual("help").out.matchAll(/^ {2}([a-z]+) +(.*)$/gm)].map(
  ([, name, rest]) => [name!, rest!] as const,
);

/** The part of a page of help below a head, up to the next head: the words of each line, and its clause. */
function part(page: string, head: string): ReadonlyMap<string, string> {
  const text = page.split(new RegExp(`^${head}:\n`, "m"))[1]?.split(/^\S/m)[0] ?? "";
  return new Map([...text.matchAll(/^ {2}(\S+(?: \S+)?) {2,}(.+)$/gm)].map(([, word, clause]) => [word!, clause!]));
}

test("all commands are listed", () => {
  expect(commands.length).toBeGreaterThan(15);
});

test.each(commands)("%s: each option that it takes has a clause, and no other has", (name) => {
  const page = dual(name, "--help");
  expect(page).toEqual({ out: dual("help", name).out, err: "", status: 0 });
  expect(page.out.startsWith(`usage: dual ${name}`)).toBe(true);
  const [, taken] = /its options are (.*)/.exec(dual(name, "good", "--qqqqqqqqqqqqqqqqqqqq").err) ?? [];
  const options = part(page.out, "options");
  expect([...options.keys()].map((word) => word.split(" ")[0])).toEqual(taken?.split(" "));
  for (const clause of options.values()) expect(clause.length).toBeGreaterThan(3);
});

test.each(commands)("%s: the line among all commands has the options that are its own", (name, line) => {
  for (const word of part(dual("help", name).out, "options").keys())
    if (/--(?:explain|ask|by|of|plot|check|sweep|view|at2)\b/.test(word)) expect(line).toContain(word);
});

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  jvp: ["--direction", "1.0"],
  cost: ["--stage", "tape"],
  stages: ["--stage", "tape"],
  trace: ["--stage", "tape"],
  diff: ["--at2", "3.0"],
  grad: ["--check"],
  graph: ["--view", "staging"],
  query: ["--ask", "scalars"],
};

test.each(commands.map(([name]) => name))(
  "%s ends with the exit statuses that its help names, 4 but for our bugs",
  (name) => {
    const needed = NEEDED[name] ?? [];
    const calls =
      name === "list"
        ? [[], ["good"]]
        : [
            ["good", ...needed],
            ["linear", ...needed],
            ["mistaken", ...needed],
            ["wrong", ...needed],
            ["endless", ...needed],
            ["good", ...needed, "--zork"],
          ];
    const limited = part(dual("help", name).out, "options").has("--seconds S");
    const seconds = (call: readonly string[]) => (call[0] === "endless" ? "0.02" : "0.2");
    const ended = calls.map((call) => dual(name, ...call, ...(limited ? ["--seconds", seconds(call)] : [])).status);
    const named = [...part(dual("help", name).out, "exit status").keys()].map(Number);
    // what takes no time on these files ends with 3 on longer ones only
    const isLate = ended.includes(3) || (named.includes(3) && ["export", "format", "linear", "stages"].includes(name));
    expect([...new Set([...ended, ...(isLate ? [3] : []), 4])].sort()).toEqual(named);
  },
);

test("a command that is none has no help", () => {
  expect(dual("help", "grat")).toMatchObject({ status: 2, err: expect.stringContaining("did you mean `grad`?") });
});
