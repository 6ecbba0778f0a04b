// Queries: each answers from a run of the program, and says in a sentence why it cannot.

import { describe, expect, test } from "vitest";
import { STAGES } from "../../engine/algorithms/index.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { type Answer, answerText, sameAnswer } from "../../engine/queries/answer.ts";
import { QUERIES } from "../../engine/queries/catalogue.ts";
import { AS_IT_STANDS, answerQuery } from "../../engine/queries/evaluate.ts";
import { readQuery } from "../../engine/queries/query.ts";
import { Subject } from "../../engine/queries/subject.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { dual } from "../support/dual.ts";
import { example } from "../support/examples.ts";
import { IS_LONG } from "../support/runs.ts";

/** a = xy, b = x + a, c = ba at (3, 2): the numbers below are worked out by hand. */
const GRAPH = `-- at: (3.0, 2.0)
def main (x, y) =
  let a = x * y in
  let b = x + a in
  let c = b * a in
  c
`;

function ask(text: string, query: string, variations = ""): string {
  const subject = new Subject(checkSource(text), undefined, DEFAULT_BUDGET);
  const found = finish(answerQuery(subject, query, { ...AS_IT_STANDS, variations }));
  return found.tag === "answer" ? answerText(found.answer) : `! ${found.message}`;
}

describe("the graph", () => {
  test.each([
    ["value()", "54"],
    ["value(b)", "9"],
    ["input()", "(3.0, 2.0)"],
    ["gradient()", "(36.0, 45.0)"],
    ["cotangent(a)", "15"],
    ['cotangent(x, at: "(1.0, 1.0)")', "4"],
    ['cotangent(x, seed: "2.0")', "72"],
    ['tangent(c, along: "(1.0, 0.0)")', "36"],
    ['tangent(c, along: "(1.0, 1.0)")', "81"],
    ["partial(c, a)", "9"],
    ["paths(x)", "3"],
    ["paths(x, a)", "1"],
    ["paths(x) + paths(y)", "5"],
    ["paths()", "9"],
    ["uses(x)", "2"],
    ["scalars()", "5"],
    ["inputs()", "2"],
    ["operations()", "3"],
    ["outputs()", "1"],
    ["origin()", "nowhere"],
    ["(1 + 2) * -3 / 2 - 1", "−5.5"],
    ["1 + 1 = 2", "yes"],
    ["value(b) ≥ 10", "no"],
  ])("%s is %s", (query, answer) => {
    expect(ask(GRAPH, query)).toBe(answer);
  });
});

describe("a stage", () => {
  test.each([
    ["calls(by: naive)", "9"],
    ["predicted(by: naive)", "9"],
    ["predicted(by: tape)", "5"],
    ["calls(x, by: naive)", "3"],
    ["called(2, by: staged)", "b"],
    ["order(by: staged)", "c, b, a, y, x"],
    ["argument(a, by: staged)", "15"],
    ["argument(a, 2, by: naive)", "9"],
    ["arrivals(a, by: tape)", "2"],
    ["arrival(a, 1, by: tape)", "9"],
    ["arrival(a, 2, by: tape)", "6"],
    ["sender(a, 2, by: tape)", "b"],
    ["merges(by: staged)", "2"],
    ["merges(a, by: staged)", "1"],
    ["entry(a, by: tape)", "[(2, x), (3, y)]"],
    ["id(a, by: tape)", "2"],
    ["type(by: tape)", "ℝ × ℤ"],
    ["touched(by: naive) > touched(by: tape)", "yes"],
    ["cost(by: tape, pass: primal) > 0", "yes"],
    ["count(tapeEntries, by: tape)", "5"],
    ["count(calls, by: tape)", "5"],
  ])("%s is %s", (query, answer) => {
    expect(ask(GRAPH, query)).toBe(answer);
  });

  test.each(STAGES.map(({ id }) => id))("name the stage %s as it is called", (id) => {
    expect(ask(GRAPH, `calls(by: ${id})`)).toBe(ask(GRAPH, `calls(by: "${id}")`));
  });

  test("can be broken: the gradient of a graph stays, the calls change", () => {
    expect(ask(example("05"), 'calls(by: staged, with: "ascending")')).toBe("7");
    expect(ask(example("05"), "calls(by: staged)", "ascending")).toBe("7");
    expect(ask(example("05"), "calls(by: staged)")).toBe("4");
  });

  test.each([
    ['waiting("start", by: staged)', "0"],
    ['waiting("turn", by: staged)', "0"],
    // the output's is called by itself, and waits where the footnote has it wait
    ['waiting("before call c", by: staged)', "0"],
    ['waiters("before call c", by: staged, with: "stage-outputs")', "c"],
    ['waiters("before resolve b", by: staged)', "a, b"],
    ['waits(a, "before call b", by: staged)', "9"],
    ['waits(b, "before call b", by: staged)', "6"],
    ['waiters("before call a", by: staged)', "x, a"],
    ['waits(a, "before call a", by: tape)', "15"],
    ['waiting("before call x", by: tape)', "1"],
    ['waiting("end", by: staged)', "0"],
    ['waiters("after call a", by: mutable)', "x, y"],
    // no call waits: it is made at once
    ['waiting("before 2nd call a", by: naive)', "0"],
  ])("has what waits at a step: %s is %s", (query, answer) => {
    expect(ask(GRAPH, query)).toBe(answer);
  });

  test("has what waits again after its call, where the lowest ID goes first", () => {
    const broken = "ascending";
    const [first, ...others] = ask(GRAPH, "order(by: staged)", broken).split(", ");
    expect([first, others.includes("a")]).toEqual(["c", true]);
    for (const [place, name] of others.entries()) {
      const nth = others.slice(0, place + 1).filter((one) => one === name).length;
      const address = others.filter((one) => one === name).length === 1 ? `call ${name}` : `${nth}nd call ${name}`;
      expect(ask(GRAPH, `waiters("before ${address}", by: staged)`, broken).split(", ")).toContain(name);
      expect(ask(GRAPH, `waits(${name}, "before ${address}", by: staged)`, broken)).toBe(
        ask(GRAPH, `argument(${name}, ${nth}, by: staged)`, broken),
      );
    }
  });

  test("has jobs", () => {
    const text = "-- at: (3.0, 2.0)\ndef main (x, y) = let (a, b) = x*y |*| (x+y)*x in a+b\n";
    expect(ask(text, "jobs(pass: forward)")).toBe("4");
    expect(ask(text, "job(result, by: parallel)")).toBe("δ");
    expect(ask(text, "span(pass: reverse) < work(pass: reverse)")).toBe("yes");
  });
});

describe("types under a stage", () => {
  const TREE = `-- at: (Node (Leaf 1.0) (Leaf 2.0), 3)
data Tree = Leaf Real | Node Tree Tree
data Flag = On | Off
def twice f x = f (f x)
def total t = case t of { Leaf x -> x | Node l r -> total l + total r }
def main (t, n) = twice (\\x -> x * real n) (total t)
`;
  test.each([
    ['type("Real", by: tape)', "D[ℝ]"],
    ['type("[(Real, Int)]", by: naive)', "[D[ℝ] × ℤ]"],
    ['type("[(Real, Int)]", by: tape)', "[D[ℝ] × ℤ]"],
    ['type("Real -> Real", by: naive)', "D[ℝ] → D[ℝ]"],
    ['type("Real -> Real", by: staged)', "D[ℝ] → ℤ → D[ℝ] × ℤ"],
    ['type("Real -> Real", by: tape)', "D[ℝ] → Tape → D[ℝ] × Tape"],
    ['type("Int -> Bool", by: naive)', "ℤ → Bool"],
    ['type("a -> [a]", by: naive)', "a → [a]"],
    ['type("Tree", by: naive)', "D.Tree"],
    ['type("[Flag]", by: naive)', "[Flag]"],
    ["type(total, by: naive)", "D.Tree → D[ℝ]"],
    ["type(twice, by: naive)", "(a → a) → a → a"],
    ["type(input, by: naive)", "D.Tree × ℤ"],
    ["type(result, by: staged)", "D[ℝ]"],
    ["type(by: naive)", "ℝ × (ℝ̲ ⊸ Tree × ℤ)"],
  ])("%s is %s", (query, answer) => {
    expect(ask(TREE, query)).toBe(answer);
  });

  test.each([
    ["type(tree)", "the program has no definition `tree`; a type is written in quotes"],
    ['type("[Rael]")', "the type `[Rael]` cannot be read"],
    ['type("Real) = x")', "the type `Real) = x` cannot be read"],
    ['type("Real", by: tpe)', "there is no stage `tpe`"],
  ])("%s: %s", (query, message) => {
    expect(ask(TREE, query)).toContain(`! ${message}`);
  });
});

describe("a family of inputs", () => {
  test.each([
    ["calls(by: naive, n: 6)", "41"],
    ["first(calls(by: naive) > 40)", "6"],
    ["growth(calls, by: naive)", "2^(cn)"],
    ['growth("scalars()")', "n"],
    // of counts beyond doubles, none of which is run
    ['growth("predicted(by: naive)", sweep: "n = 20, 40, 80, 160, 320, 640, 1280, 2560")', "2^(cn)"],
    ['growth("3 * predicted(by: naive) - 1", sweep: "n = 20, 40, 80, 160, 320, 640, 1280, 2560")', "2^(cn)"],
    ['growth(calls, by: naive, sweep: "n = 20, 40, 80, 160, 320, 640, 1280, 2560")', "2^(cn)"],
    ["predicted(by: naive, n: 2560) > 10 * predicted(by: naive, n: 1280)", "yes"],
    ["predicted(by: naive, n: 2560) / predicted(by: naive, n: 2560)", "1"],
    ["holds(calls(by: staged) <= 2*n)", "no"],
    ["paths(n: 100)", "1 854 745 384 386 157 998 351".replaceAll(" ", "\u202f")],
  ])("%s is %s", (query, answer) => {
    expect(ask(example("03"), query)).toBe(answer);
  });
});

describe("a budget that is used up", () => {
  const doubling = (sweep: string): string =>
    `-- sweep: n = ${sweep}\n-- at: (n, 1.0)\ndef main (n : Int, x : Real) = if n == 0 then x else main (n - 1, x + x)\n`;

  test("ends a query with status 3, and says what gives more time", () => {
    const text = "-- at: (2000, 1.0)\ndef main (n : Int, x : Real) = if n == 0 then x else main (n - 1, x + x)\n";
    const { out, err, status } = dual("query", text, "--ask", "calls(by: naive)", "--seconds", "0.5");
    expect([out, status]).toEqual(["", 3]);
    expect(err).toContain("the run was stopped, after 0.5 s; --seconds gives more time");
  });

  test("leaves a growth with what it has, where that suffices", () => {
    const ask = ["--ask", "growth(cost, by: naive)", "--seconds", "1"];
    const { out, err, status } = dual("query", doubling("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 2000"), ...ask);
    expect(status).toBe(3);
    expect(out).toMatch(/2\^/);
    expect(err).toMatch(/at n = 2000; 10 of 11 n are counted, the growth is that of these, after 1 s; --seconds gives/);
    const few = dual("query", doubling("1, 2, 2000"), ...ask.with(-1, "0.5"));
    expect([few.out, few.status]).toEqual(["", 3]);
    expect(few.err).toContain("2 of 3 n are counted, too few to tell how it grows");
  });
});

describe.runIf(IS_LONG)("a run with more scalars than its graph holds", () => {
  const long = (body: string): string =>
    `-- at: 1.0\ndef loop (n : Int) (x : Real) = if n == 0 then x else loop (n - 1) (${body})\ndef main x = loop 450000 x\n`;

  test("has its first NaN there, which is the first of all", () => {
    const { out, err, status } = dual("query", long("log (x - 1.5)"), "--ask", "origin()");
    expect([err, status]).toEqual(["", 0]);
    expect(out).toMatch(/^#\d+\n$/);
  });

  test("has an infinity there, which may not be where it began, and is told with the bounds", () => {
    const subject = new Subject(checkSource(long("x * 3.0")), undefined, DEFAULT_BUDGET);
    const asked = (query: string) => finish(answerQuery(subject, query));
    const why = "the run has more than 400 000 scalars, the most that its graph holds";
    const origin = asked("origin()");
    expect(origin).toMatchObject({ tag: "mistake", usedUp: { what: "room", answer: { tag: "text" } } });
    expect(origin.tag === "mistake" && origin.message).toMatch(
      new RegExp(`^${why}; only its first 4\\d\\d \\d{3} scalars were looked at$`),
    );
    expect(asked("scalars()")).toEqual({ tag: "mistake", message: why, usedUp: { what: "room", answer: undefined } });
  });
});

describe("what cannot be answered", () => {
  test.each([
    ["value(q)", "no scalar of the run is called `q`; those of the input are `x`, `y`"],
    ["gradient(x)", "`gradient()` is the whole gradient: one part of it is `cotangent(s)`"],
    ["gradient() * 2", "a number is meant here, not `(36.0, 45.0)`"],
    ["scalars(x)", "`scalars` takes no argument: it is written `scalars()`"],
    ["value(a, b)", "`value` takes fewer arguments: it is written `value(s)`"],
    ["calls(bye: naive)", "`calls` takes no `bye:`: it is written `calls(s, by: naive)`"],
    ["calls(by: naive, pass: forward)", "`calls` takes no `pass:`"],
    ["value(#9)", "the run has no scalar #9"],
    ["valu(a)", "there is no query `valu`; did you mean `value`?"],
    ["argument(a, 3, by: staged)", "there are 1 calls of it, and no number 3"],
    ["merges(by: stagd)", "there is no stage `stagd`"],
    ["value(a", "the query `value(a` cannot be read at its end"],
    [
      "value(xs[0])",
      'the query `value(xs[0])` cannot be read from `[0])` on; a name with brackets or dots stands in quotes, `"xs[0]"`',
    ],
    ["1 + + 2", "the query `1 + + 2` cannot be read from `+ 2` on"],
    ["n + 1", "`n` is known only within `first`, `holds` and `growth`"],
    ["growth(calls)", "the program says no `sweep`"],
    ["first(1)", "`first` needs a comparison"],
    ["partial(x, y)", "the second is no operand of the first"],
    ['value(a, at: "(1.0")', "the program has a mistake"],
    ['tangent(c, along: "(1.0)")', "the direction `(1.0)` needs 2 numbers, one for each Real of the input"],
    ["tangent(c)", "`tangent` needs a direction"],
    ['waits(x, "before call b", by: staged)', "nothing waits at `x` there"],
    ['waiting("before b", by: staged)', "`before b` is no address; an address is one of: start"],
    ['waiting("before call a", by: naive)', "`before call a`: naive calls `a` 2 times; say which"],
  ])("%s: %s", (query, message) => {
    expect(ask(GRAPH, query)).toContain(`! ${message}`);
  });

  test("of a program has its place on the command line, in the command line's words", () => {
    const ask = (text: string, ...words: string[]) => dual("query", text, "--ask", ...words);
    expect(ask("def main x = x * 2.0\n", "value()")).toMatchObject({ out: "", status: 1 });
    expect(ask("def main x = x * 2.0\n", "value()").err).toContain(
      "p:1:5: error: `main` has no input yet. Give one with `--at`, or add `-- at: …` as the first line\ndef main",
    );
    const empty = "-- at: 1.0\ndef main x = x + head []\n";
    expect(ask(empty, "calls(by: tape)").err).toContain("p:2:18: error: `head []`: the list is empty\n");
    expect(ask(empty, "type(result, by: tape)", "--entry", "f").err).toContain("p:1:1: error: the entry `f` is not");
    // the input of a query has no place in what was called
    expect(ask(empty, 'value(at: "(1.0")').err).toMatch(/^p: the program has a mistake: /);
  });

  test("is none of the program where a stage does not take it", () => {
    const text = "-- at: 2.0\ndef main x = grad (\\y -> y * x) x\n";
    expect(ask(text, "calls(by: naive)")).toMatch(/^! `naive` does not take this program: a derivative within/);
  });

  test("is said of a name that several scalars have, which are told apart by their number", () => {
    const text = "-- at: 2.0\ndef sq v = let s = v * v in s\ndef main x = sq (sq x)\n";
    expect(ask(text, "value(s)")).toContain("2 scalars are called `s`");
    expect([ask(text, 'value("s/1")'), ask(text, 'value("s/2")')]).toEqual(["4", "16"]);
    expect(ask(text, "order(by: tape)")).toContain("s/2, s/1");
  });

  test("is not so of results without a name, which are called by their places", () => {
    const text = "-- at: (2.0, 3.0)\ndef main (x, y) = (x * y, x + y)\n";
    expect([ask(text, "value(result)"), ask(text, 'value("result/2")')]).toEqual(["6", "5"]);
    expect(ask(text, "order(by: tape)")).toContain("result/2, result");
  });

  test("names parts of the input as a query writes them", () => {
    const text = "-- at: [1.0, 2.0, 3.0, 4.0, 5.0]\ndef main xs = sum xs\n";
    expect(ask(text, "value(x)")).toMatch(/are `"xs\[0\]"`, `"xs\[1\]"`, `"xs\[2\]"`, `"xs\[3\]"`, \.\.$/);
  });

  test("is said of what is too long", () => {
    expect(() => readQuery("1+".repeat(1000))).toThrow("a query has at most 1000 characters");
  });
});

test("every query is listed with an example of its own that can be read", () => {
  for (const { name, usage } of QUERIES) {
    expect(usage.startsWith(`${name}(`)).toBe(true);
    expect(readQuery(usage).tag).toBe("call");
  }
  const { out, status } = dual("query", GRAPH);
  expect(status).toBe(0);
  for (const { usage } of QUERIES) expect(out).toContain(usage);
  expect(dual("query", GRAPH, "--ask", "cotangent(a)").out).toBe("15\n");
  expect(JSON.parse(dual("query", GRAPH, "--ask", "cotangent(a)", "--json").out)).toEqual({
    version: 1,
    tag: "number",
    value: 15,
  });
  expect(dual("query", GRAPH, "--ask", 'waiters("before call b", by: staged)').out).toBe("a, b\n");
  expect(dual("query", GRAPH, "--ask", "type(main, by: tape)").out).toBe("(D[ℝ] × D[ℝ]) → Tape → D[ℝ] × Tape\n");
  expect(dual("query", GRAPH, "--ask", "nothing")).toMatchObject({ status: 1 });
});

describe("answers are the same", () => {
  const number = (value: number): Answer => ({ tag: "number", value });
  const text = (one: string): Answer => ({ tag: "text", text: one });
  test.each([
    [number(0.4714), number(0.471404), true],
    [number(0.4715), number(0.471404), true],
    [number(0.472), number(0.471404), false],
    [number(0), number(1e-9), false],
    [number(Number.NaN), number(Number.NaN), true],
    [number(Number.POSITIVE_INFINITY), number(Number.NEGATIVE_INFINITY), false],
    [text("R * (R -o R*R)"), text("ℝ × (ℝ̲ ⊸ ℝ × ℝ)"), true],
    [text("R * (R -> R*R)"), text("ℝ × (ℝ̲ ⊸ ℝ × ℝ)"), false],
    [text("[(25,x), (12,z)]"), text("[(25, x), (12, z)]"), true],
    [text("<γ,1>"), text("⟨γ,1⟩"), false],
    [{ tag: "names", names: ["a", "b"] } as const, { tag: "names", names: ["b", "a"] } as const, false],
  ])("%o and %o: %s", (a, b, same) => {
    expect(sameAnswer(a, b)).toBe(same);
  });
});
