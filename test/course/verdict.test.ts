// Replies to an answer, parts hidden until it is given, and texts with computed numbers.
import { describe, expect, test } from "vitest";
import { readExercise, readPredict, readView } from "../../app/course/model/cells.ts";
import { askedEntries, entriesOf, haveOneForm } from "../../app/course/model/entries.ts";
import { filled, inlinesOf } from "../../app/course/model/inline.ts";
import { readNumber } from "../../app/course/model/numbers.ts";
import {
  type Deeds,
  hiddenPrograms,
  keptBackBy,
  keptFromView,
  openAbove,
  readDeeds,
  solutionOf,
} from "../../app/course/model/open-questions.ts";
import { idsOf, readResults, resultsCsv, resultsLink } from "../../app/course/model/results.ts";
import { readSource, withoutSection, withSection } from "../../app/course/model/source.ts";
import { standingOf } from "../../app/course/model/standing.ts";
import {
  choicesOf,
  type Facts,
  givesItselfAway,
  rightText,
  toBeOrdered,
  verdictOf,
  wayOf,
} from "../../app/course/model/verdict.ts";
import { limitText } from "../../app/course/state/exercise-rules.ts";
import { type Document, lessonCell, programCell, proseCell } from "../../app/document/document.ts";
import type { Answer } from "../../engine/queries/answer.ts";
import type { Answered } from "../../engine/queries/evaluate.ts";

const answer = (one: Answer): Answered => ({ tag: "answer", answer: one });
const number = (value: number): Answered => answer({ tag: "number", value });
const text = (one: string): Answered => answer({ tag: "text", text: one });

const CELL = lessonCell(
  "predict",
  "cell-9",
  '{"id":"q","is":"cotangent(a)"}\nHow much?\n--- wrong: arrival(a, 1)\nThat came first.\n--- because\nAdd them.',
);
const PREDICT = readPredict(CELL);
const FACTS: Facts = { right: number(15), wrong: [number(9)], holds: [] };

describe("a verdict", () => {
  test.each([
    ["15", { tag: "right" }],
    ["15.001", { tag: "right" }],
    ["30/2", { tag: "right" }],
    ["9", { tag: "wrong", says: "That came first.", near: undefined }],
    ["-15", { tag: "wrong", says: undefined, near: "sign" }],
    ["150", { tag: "wrong", says: undefined, near: "ten" }],
    ["16", { tag: "wrong", says: undefined, near: "close" }],
    ["1/15", { tag: "wrong", says: undefined, near: "inverse" }],
    ["70", { tag: "wrong", says: undefined, near: "larger" }],
    ["2", { tag: "wrong", says: undefined, near: "smaller" }],
    ["much", { tag: "unreadable" }],
    ["", { tag: "unreadable" }],
  ])("of %j", (given, verdict) => {
    expect(verdictOf(PREDICT, FACTS, "number", given)).toEqual(verdict);
  });

  test.each([
    // the slope of a root, and what one gets who differentiates the wrong factor
    ["0.4714", { tag: "right" }],
    ["0.47", { tag: "wrong", says: undefined, near: "digits" }],
    ["0.354", { tag: "wrong", says: "That came first.", near: undefined }],
    [".35", { tag: "wrong", says: "That came first.", near: undefined }],
    ["-0.47", { tag: "wrong", says: undefined, near: "smaller" }],
    // one decimal is no attempt at these numbers
    ["0.4", { tag: "wrong", says: undefined, near: "smaller" }],
  ])("of %j, which is rounded", (given, verdict) => {
    const facts = { right: number(Math.SQRT2 / 3), wrong: [number(Math.SQRT2 / 4)], holds: [] };
    expect(verdictOf(PREDICT, facts, "number", given)).toEqual(verdict);
  });

  test("waits for the run, and says why there is none", () => {
    expect(verdictOf(PREDICT, { ...FACTS, right: undefined }, "number", "15")).toEqual({ tag: "waiting" });
    const why: Answered = { tag: "mistake", message: "no scalar" };
    expect(verdictOf(PREDICT, { ...FACTS, right: why }, "number", "15")).toEqual({ tag: "unknown", why: "no scalar" });
  });

  test("follows the run: the same answer is right in one and wrong in another", () => {
    expect(verdictOf(PREDICT, { ...FACTS, right: number(9), wrong: [number(4)] }, "number", "9").tag).toBe("right");
  });

  test("of a statement is what its condition says", () => {
    const source = '{"id":"q"}\nWhich?\n--- option: 1 = 2\nOne.\n\nNo.\n--- option: 1 = 1\nTwo.';
    const predict = readPredict(lessonCell("predict", "c", source));
    const holds = [answer({ tag: "truth", holds: false }), answer({ tag: "truth", holds: true })];
    const facts = { right: undefined, wrong: [], holds };
    expect(wayOf(predict, facts)).toBe("choice");
    expect(choicesOf(predict, facts).map(({ label }) => label)).toEqual(["One.", "Two."]);
    expect(verdictOf(predict, facts, "choice", "0")).toEqual({ tag: "wrong", says: "No.", near: undefined });
    expect(verdictOf(predict, facts, "choice", "1")).toEqual({ tag: "right" });
    expect(verdictOf(predict, facts, "choice", "7")).toEqual({ tag: "unreadable" });
  });
});

test("how a question is answered follows from what the run gives", () => {
  const way = (predict: typeof PREDICT, right: Answered | undefined, ...wrong: readonly (Answered | undefined)[]) =>
    wayOf(predict, { right, wrong, holds: [] });
  expect(way(PREDICT, number(1), number(2))).toBe("number");
  expect(way(PREDICT, text("n²"), text("n"))).toBe("choice");
  expect(way({ ...PREDICT, misconceptions: [] }, text("n²"))).toBe("text");
  expect(way({ ...PREDICT, ask: "text" }, text("n²"), text("n"))).toBe("text");
  expect(way(PREDICT, answer({ tag: "names", names: ["a"] }))).toBe("order");
  expect(way(PREDICT, undefined)).toBeUndefined();
  expect(way(PREDICT, text("n²"), undefined)).toBeUndefined();
});

test("one choice is none: a list is asked for by its numbers, a long one by one of them", () => {
  const none: Answered = { tag: "mistake", message: "no number" };
  const long = `[${Array.from({ length: 60 }, (_, index) => 1 / (index + 3)).join(", ")}]`;
  const asked = (right: string, ...wrong: readonly Answered[]) =>
    wayOf(PREDICT, { right: text(right), wrong, holds: [] });
  expect(asked("(37.0, 12.0)", none)).toBe("entries");
  expect(asked("(37.0, 12.0)", text("(25.0, 12.0)"))).toBe("choice");
  expect(asked(long, text("[1.0, 2.0]"))).toBe("entries");
  expect(asked("Leaf 2.0", none)).toBe("text");
  expect(wayOf({ ...PREDICT, ask: "choice" }, { right: text("n"), wrong: [none], holds: [] })).toBe("text");
  // what is shown has four digits
  const facts = { right: text("[0.3333333333333333, 2.0]"), wrong: [text("[0.25, 1.0]")], holds: [] };
  expect(choicesOf(PREDICT, facts).map(({ label }) => label)).toContain("[0.3333, 2.0]");
  expect(rightText(PREDICT, facts)).toBe("[0.3333, 2.0]");
  // of sixty the forty-sixth
  expect(askedEntries(entriesOf(long)!)).toEqual([45]);
  const of = (given: string, right = long, wrong: Answered = none) =>
    verdictOf(PREDICT, { right: text(right), wrong: [wrong], holds: [] }, "entries", given);
  expect(of("1/48")).toEqual({ tag: "right" });
  expect(of("0.02083")).toEqual({ tag: "right" });
  expect(of("0.5")).toEqual({ tag: "wrong", says: undefined, near: undefined });
  expect(of("37\n12", "(37.0, 12.0)")).toEqual({ tag: "right" });
  expect(of("37\n", "(37.0, 12.0)")).toEqual({ tag: "unreadable" });
  expect(of("37\n13", "(37.0, 12.0)", text("(37.0, 13.0)"))).toMatchObject({ tag: "wrong", says: "That came first." });
});

test("choices have the right answer, the wrong ones and those listed, each once", () => {
  const predict = { ...PREDICT, among: ["n", "n²"] };
  const facts = { right: text("n²"), wrong: [text("2^(cn)"), text("n")], holds: [] };
  expect(choicesOf(predict, facts).map(({ value }) => value)).toEqual(["n", "n²", "2^(cn)"]);
});

test("what is to be ordered is not in order", () => {
  expect(toBeOrdered({ tag: "names", names: ["a", "b", "c"] })).toEqual(["b", "c", "a"]);
  expect(toBeOrdered({ tag: "names", names: ["c", "b", "a"] })).toEqual(["a", "b", "c"]);
});

test.each([
  ["1 000", 1000],
  ["−2.5", -2.5],
  ["1/4", 0.25],
  ["2^10", 1024],
  ["1e3", 1000],
  ["∞", Number.POSITIVE_INFINITY],
  ["-inf", Number.NEGATIVE_INFINITY],
  ["nan", Number.NaN],
  ["1.2.3", undefined],
  ["two", undefined],
])("%j is the number %s", (given, value) => {
  expect(readNumber(given)).toEqual(value);
});

describe("a source", () => {
  const SOURCE =
    '{"id":"e"}\nTask.\n--- start\ndef main x = x\n--- reference\ndef main x = -x\n--- hint: calls() > 1\nLess.';

  test("has options, a text and sections", () => {
    expect(readSource(SOURCE)).toEqual({
      options: { id: "e" },
      isBroken: false,
      text: "Task.",
      sections: [
        { kind: "start", argument: "", text: "def main x = x" },
        { kind: "reference", argument: "", text: "def main x = -x" },
        { kind: "hint", argument: "calls() > 1", text: "Less." },
      ],
    });
    expect(readSource("{no\ntext").isBroken).toBe(true);
    expect(readSource("[1]\ntext").isBroken).toBe(true);
    expect(readSource("\ntext")).toMatchObject({ isBroken: false, options: {}, text: "text" });
  });

  test("gets an attempt, changes it, and loses it", () => {
    const attempt = withSection(SOURCE, "attempt", "def main x = 2.0\n");
    expect(readExercise(lessonCell("exercise", "c", attempt))).toMatchObject({
      start: "def main x = x",
      attempt: "def main x = 2.0",
      reference: "def main x = -x",
    });
    const next = withSection(attempt, "attempt", "def main x = 3.0");
    expect(readExercise(lessonCell("exercise", "c", next)).attempt).toBe("def main x = 3.0");
    expect(withoutSection(next, "attempt")).toBe(SOURCE);
    expect(readExercise(lessonCell("exercise", "c", SOURCE)).attempt).toBe("def main x = x");
  });
});

describe("numbers in prose", () => {
  test("are queries in braces, of the nearest program or of one by its name", () => {
    expect(inlinesOf("a {= calls()} b {= f: calls(x, by: naive)} `{= no}` {=x}")).toEqual([
      { source: "{= calls()}", of: "", query: "calls()" },
      { source: "{= f: calls(x, by: naive)}", of: "f", query: "calls(x, by: naive)" },
      { source: "{=x}", of: "", query: "x" },
    ]);
  });

  test("are filled in as text, whatever marks they have", () => {
    expect(filled("a {= x} `{= y}`", () => "*1_2*")).toBe("a &#42;1&#95;2&#42; `{= y}`");
  });
});

const F = { ...programCell("cell-1", "def main x = x"), name: "f" };
const DOCUMENT: Document = {
  title: "",
  cells: [
    F,
    lessonCell("view", "cell-2", '{"of":"f"}\n'),
    lessonCell("predict", "cell-3", '{"id":"q1","is":"value()"}\n?'),
    proseCell("cell-4", "It is {= value()}."),
    programCell("cell-5", "def main x = -x"),
    lessonCell("predict", "cell-6", '{"id":"q2","of":"f","is":"calls()"}\n?'),
    lessonCell("exercise", "cell-7", '{"id":"e1"}\n'),
  ],
};

function done(...ids: readonly string[]): Deeds {
  return Object.fromEntries(ids.map((id) => [id, { given: "", tries: 1, state: "right", time: 0 }]));
}

describe("what is hidden", () => {
  test("is the program that an open question is about, until all of them are answered", () => {
    expect([...hiddenPrograms(DOCUMENT, {})]).toEqual([["cell-1", ["q1", "q2"]]]);
    expect([...hiddenPrograms(DOCUMENT, done("q1"))]).toEqual([["cell-1", ["q2"]]]);
    expect([...hiddenPrograms(DOCUMENT, done("q1", "q2"))]).toEqual([]);
    const shown: Deeds = { q1: { given: "", tries: 0, state: "shown", time: 0 }, ...done("q2") };
    expect([...hiddenPrograms(DOCUMENT, shown)]).toEqual([]);
  });

  test("is what a view of that program shows, and what prose says of it below the question", () => {
    const view = DOCUMENT.cells[1]!;
    if (view.tag !== "view") throw new Error("no view");
    expect(keptBackBy(DOCUMENT, view, readView(view))).toEqual(["q1", "q2"]);
    expect(keptBackBy(DOCUMENT, view, { ...readView(view), until: ["q1"] })).toEqual(["q1"]);
    const above = (place: number, deeds: Deeds) =>
      openAbove(DOCUMENT, DOCUMENT.cells[place]!.id, F.id, deeds).map(({ predict }) => predict.id);
    expect(above(3, {})).toEqual(["q1"]);
    expect(above(3, done("q1"))).toEqual([]);
    expect(above(1, {})).toEqual([]);
  });

  test("is every view of that program, but for one that a cell leads into, when what it waits for is answered", () => {
    const cells = DOCUMENT.cells.toSpliced(
      3,
      0,
      lessonCell("view", "cell-9", '{"of":"f","view":"graph","until":"q1"}\n'),
    );
    const way = lessonCell("view", "cell-10", '{"of":"f","view":"jobs","until":"q1"}\n');
    const document = { ...DOCUMENT, cells: cells.toSpliced(4, 0, way) };
    const kept = (view: string, deeds: Deeds) => keptFromView(document, F.id, view, deeds);
    // no more than what opens it: to show an answer that it does not wait for would spoil a question
    expect(kept("jobs", {})).toEqual(["q1"]);
    expect(kept("jobs", done("q1"))).toEqual([]);
    expect(kept("ladder", done("q1"))).toEqual(["q2"]);
    expect(kept("ladder", done("q1", "q2"))).toEqual([]);
    // a question above the cell comes first, whatever the cell says
    const below = { ...DOCUMENT, cells: [...DOCUMENT.cells, way] };
    expect(keptFromView(below, F.id, "jobs", done("q1"))).toEqual(["q2"]);
  });

  test("is a program that shows a solution, until its exercise is solved or given up", () => {
    const exercise = lessonCell("exercise", "cell-8", '{"id":"e","solution":"f"}\nWrite f.');
    const document = { ...DOCUMENT, cells: [...DOCUMENT.cells, exercise] };
    expect(solutionOf(document, F, {})).toEqual({ cell: "cell-8", id: "e" });
    expect(solutionOf(document, F, done("e"))).toBeUndefined();
    expect(solutionOf(document, programCell("cell-5", "def main x = -x"), {})).toBeUndefined();
    expect(solutionOf(DOCUMENT, F, {})).toBeUndefined();
  });

  test("is counted", () => {
    expect(standingOf(DOCUMENT, {})).toEqual({ right: 0, of: 3 });
    expect(standingOf(DOCUMENT, done("q1", "e1", "other"))).toEqual({ right: 2, of: 3 });
  });
});

test("what was kept is read, and nothing else", () => {
  const one = { given: "9", tries: 2, state: "right", time: 5 };
  expect(readDeeds({ q1: one, q2: { ...one, state: "won" }, q3: 7, q4: null })).toEqual({ q1: one });
  expect(readDeeds("q1")).toEqual({});
});

describe("results", () => {
  const ada = { name: "Ada", lesson: "1", items: [{ id: "q1", state: "right", tries: 2, given: "9" }] } as const;
  const bob = { name: 'B "o" b', lesson: "1", items: [{ id: "q2", state: "open", tries: 1, given: "x\ny" }] } as const;

  test("are links that come back as rows of a table", () => {
    const links = [ada, bob].map((one) => resultsLink("https://host/page?x#/", one));
    expect(links[0]).toMatch(/^https:\/\/host\/page\?x#results=/);
    const read = readResults(`hello\n${links.join("\n")}\nhttps://host/#results=%7Bno`);
    expect(read).toEqual([ada, bob]);
    expect(idsOf(read)).toEqual(["q1", "q2"]);
    expect(resultsCsv(read)).toBe('name,lesson,q1,q2\r\nAda,1,right (2): 9,\r\n"B ""o"" b",1,,open (1): x y\r\n');
  });

  test("are no formulas of the lecturer's spreadsheet", () => {
    const link = resultsLink("https://host/", { ...ada, name: '=HYPERLINK("https://elsewhere")' });
    expect(resultsCsv(readResults(link))).toContain(`"'=HYPERLINK(""https://elsewhere"")",1,`);
  });

  test("from elsewhere are not believed", () => {
    expect(readResults("#results=%7B%22name%22%3A1%7D #results=1 #results=%5B%5D")).toEqual([]);
    const hostile = encodeURIComponent(
      JSON.stringify({
        name: "x",
        lesson: "y",
        items: [{ id: 1 }, null, { id: "a", state: "won", tries: 1, given: "" }],
      }),
    );
    expect(readResults(`#results=${hostile}`)).toEqual([{ name: "x", lesson: "y", items: [] }]);
  });
});

describe("a wrong answer of another form than the right one", () => {
  const predict = readPredict(lessonCell("predict", "cell-1", '{"id":"q","is":"gradient()"}\n?\n--- wrong: 1.55\nNo.'));

  test("is not among the choices, for it would give itself away", () => {
    const facts: Facts = { right: text("(1.0, 2.0)"), wrong: [number(1.55), text("(2.0, 4.0)")], holds: [] };
    expect(
      choicesOf(predict, facts)
        .map(({ value }) => value)
        .sort(),
    ).toEqual(["(1.0, 2.0)", "(2.0, 4.0)"]);
    expect(facts.wrong.map((one) => givesItselfAway(one, facts.right))).toEqual([true, false]);
  });

  test.each([
    ["(1.0, [2.0, 3.0])", "(4.0, [5.0])", true],
    ["(1.0, 2.0)", "(1.0, 2.0, 3.0)", false],
    ["[(1.0, 2.0), (3.0, 4.0)]", "[(1.0, 2.0)]", true],
    ["(1.0, 2.0)", "[1.0, 2.0]", false],
    ["ℝ × ℝ", "ℝ × (ℝ ⊸ ℝ)", true],
    ["n²", "1", true],
    ["(1.0, 2.0)", "Node 1.0", false],
  ])("%s and %s", (one, other, isOne) => {
    expect(haveOneForm({ tag: "text", text: one }, { tag: "text", text: other })).toBe(isOne);
  });

  test("of a number may be written as a text", () => {
    expect(haveOneForm({ tag: "number", value: 2 }, { tag: "text", text: "3.5" })).toBe(true);
    expect(haveOneForm({ tag: "number", value: 2 }, { tag: "text", text: "many" })).toBe(false);
  });
});

test("a wrong list says which of its numbers are not right", () => {
  const facts: Facts = { right: text("(1.0, 2.0, 3.0)"), wrong: [], holds: [] };
  const verdict = (given: string) => verdictOf(PREDICT, facts, "entries", given);
  expect(verdict("1\n2\n4")).toMatchObject({ tag: "wrong", places: [2] });
  expect(verdict("0\n2\n4")).toMatchObject({ tag: "wrong", places: [0, 2] });
  expect(verdict("1\n2\n3")).toEqual({ tag: "right" });
});

test("a limit is told in words; one over all n says so, without the query's name", () => {
  expect(limitText("operations() <= 3")).toBe("at most 3 operations");
  expect(limitText("holds(calls(by: naive) <= 2*n + 1)")).toBe("required for each n: `calls(by: naive) <= 2*n + 1`");
  expect(limitText("span(n: 8) <= 5000")).toBe("required: `span(n: 8) <= 5000`");
});
