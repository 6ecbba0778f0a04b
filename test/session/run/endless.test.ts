// Recursion without an end: the function that does not answer is named, in every way in which functions call themselves, and nothing is
// said of functions that do answer.
import { describe, expect, test } from "vitest";
import { stageOf } from "../../../engine/algorithms/index.ts";
import { runCompiled } from "../../../engine/derive/compiled-or-machine.ts";
import { runGradient } from "../../../engine/derive/gradient.ts";
import { runPrimal } from "../../../engine/derive/run-primal.ts";
import { DEFAULT_BUDGET } from "../../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../../engine/session/program/program.ts";
import { finish } from "../../../engine/session/run/drive.ts";
import { endlessCall } from "../../../engine/session/run/endless.ts";
import { positionOf } from "../../../engine/source/span.ts";
import { preparedProgram } from "../../support/run.ts";
import { IS_LONG, oneIn } from "../../support/runs.ts";

/** The note on a program after so many calls, with the line; `undefined` where nothing is. It may take long on a busy machine. */
function said(text: string, calls = 10_000): string | undefined {
  const endless = endlessCall(preparedProgram(text), { calls, enough: calls, within: 60_000 });
  return endless && `${positionOf(text, endless.span.from).line}: ${endless.message}`;
}

const PW = "-- at: 2.0\ndef pw (n : Int) (x : Real) : Real = x * pw (n - 1) x\ndef main (x : Real) = pw 3 x\n";

describe("a function that does not answer is named", () => {
  test.each([
    ["calls that wait", PW, "2: `pw` has called itself 10 000 times without an answer: is a base case missing?"],
    [
      "calls in tail position",
      "-- at: 2.0\ndef go (n : Int) (x : Real) : Real =\n  if n == 0 then x else go (n + 1) (x * 1.5)\ndef main (x : Real) = go 1 x\n",
      "2: `go` has called itself 10 000 times without an answer: is a base case missing?",
    ],
    [
      "two functions that call each other",
      "-- at: 2.0\ndef odd (n : Int) (x : Real) : Real = x + even (n - 1) x\ndef even (n : Int) (x : Real) : Real = x * odd (n - 1) x\ndef main (x : Real) = even 3 x\n",
      "3: `even` has called itself 10 000 times without an answer, by way of `odd`: is a base case missing?",
    ],
    [
      "two that take each other's place",
      "-- at: 2.0\ndef odd (n : Int) (x : Real) : Real = even (n - 1) x\ndef even (n : Int) (x : Real) : Real = odd (n - 1) x\ndef main (x : Real) = even 3 x\n",
      "3: `even` has called itself 10 000 times without an answer, by way of `odd`: is a base case missing?",
    ],
    [
      "a base case that the input jumps over",
      "-- at: 0.5\ndef main n = if n == 0 then 1.0 else n * main (n - 1)\n",
      "2: `main` has called itself 10 000 times without an answer: is a base case missing?",
    ],
    [
      "a local function",
      "-- at: 2.0\ndef main (x : Real) : Real =\n  let rec go (n : Int) (a : Real) = x * go (n + 1) a in\n  go 0 x\n",
      "3: `go` has called itself 10 000 times without an answer: is a base case missing?",
    ],
    [
      "two calls, through a function that is given",
      "-- at: 2.0\ndef twice (f : Int -> Real) (n : Int) : Real = f n + f n\ndef go (n : Int) (x : Real) : Real = x * twice (\\m -> go (m - 1) x) n\ndef main (x : Real) = go 3 x\n",
      "3: `go` has called itself 10 000 times without an answer: is a base case missing?",
    ],
  ])("%s", (_, text, expected) => {
    expect(said(text)).toBe(expected);
  });
});

test("as many calls as there were are told", () => {
  const [calls, told] = IS_LONG ? [1_000_000, "1 000 000"] : [100_000, "100 000"];
  expect(said(PW, calls)).toContain(`\`pw\` has called itself ${told} times`);
});

describe("nothing is said of functions that answer", () => {
  test.each([
    [
      "a tree of calls that is larger than what is told",
      "-- at: 2.0\ndef fib (n : Int) (x : Real) : Real = if n < 2 then x else fib (n - 1) x + fib (n - 2) x\ndef main (x : Real) = fib 20 x\n",
    ],
    [
      "many loops, one after the other",
      "-- at: 2.0\ndef go (n : Int) (x : Real) : Real = if n == 0 then x else go (n - 1) (x * 1.0)\ndef main (x : Real) = sum (map (\\i -> go 400 x) (range 0 100))\n",
    ],
    [
      "recursion that is deep and ends",
      "-- at: 2.0\ndef pw (n : Int) (x : Real) : Real = if n == 0 then 1.0 else x * pw (n - 1) x\ndef main (x : Real) = pw 9000 1.0 * x\n",
    ],
  ])("%s", (_, text) => {
    expect(said(text)).toBeUndefined();
  });
});

describe("a run whose time ends", () => {
  const within = () => ({ ...DEFAULT_BUDGET, deadline: performance.now() + 300 });
  const ways = [
    ["run", () => finish(runPrimal(checkSource(PW), {}, within())).ended],
    ["grad", () => finish(runCompiled(checkSource(PW), {}, within(), { checks: false })).ended],
    [
      "grad by a stage",
      () => finish(runGradient(checkSource(PW), {}, stageOf("tape")!, within(), { checks: false })).ended,
    ],
  ] as const;

  // by the machine and by a stage; the compiled engine names it below, and here in the long tests
  test.each(oneIn(2, ways))("names the function by %s", (_, run) => {
    const ended = run();
    expect(ended).toMatchObject({ tag: "stopped", diagnostic: { kind: "endless" } });
  });

  test("where each call takes so long that there are few of them, too", () => {
    // the search of a run takes three times as long, which the long tests do
    const steps = IS_LONG ? 300 : 100;
    const slow = `-- at: 2.0
def work (n : Int) (x : Real) : Real = if n == 0 then x else work (n - 1) (sin x)
def pw (n : Int) (x : Real) : Real = x * pw (n - 1) (work ${steps} x)
def main (x : Real) = pw 3 x
`;
    const run = () => finish(runPrimal(checkSource(slow), {}, within())).ended;
    const search = { calls: 1_000_000, enough: 1000, within: 1000 };
    const ended = IS_LONG ? run() : { tag: "stopped" as const, diagnostic: endlessCall(preparedProgram(slow), search) };
    const diagnostic = ended.tag === "stopped" ? ended.diagnostic : undefined;
    expect(diagnostic?.message).toMatch(/^`pw` has called itself [1-4]?\d 000 times without an answer: is a base case/);
    expect(positionOf(slow, diagnostic!.span.from).line).toBe(3);
  });

  test("of memory, too, and says that it was memory", () => {
    const text = PW.replace("x * pw (n - 1) x", "x * pw (n - 1) (x + 1.0)");
    const ended = finish(
      runCompiled(checkSource(text), {}, { ...DEFAULT_BUDGET, bytes: 2e8 }, { checks: false }),
    ).ended;
    expect(ended).toMatchObject({ tag: "out-of-budget", diagnostic: { kind: "endless" } });
    expect(ended.tag === "out-of-budget" && ended.diagnostic.notes[0]?.message).toContain("memory budget");
  });

  test("without a limit of time ends by itself, and tells the function before", () => {
    const told = new Set<string | undefined>();
    const options = {
      checks: false,
      patience: { after: 300, within: 400 },
      onPhase: (_: string, one?: { kind: string }) => told.add(one?.kind),
    } as const;
    const { ended } = finish(runCompiled(checkSource(PW), {}, DEFAULT_BUDGET, options));
    expect(ended).toMatchObject({ tag: "stopped", phase: "forward", diagnostic: { kind: "endless" } });
    expect([...told]).toEqual([undefined, "endless"]);
  });
});
