// Sentences about the papers and about costs: each bound names where it comes from, and sentences with numbers are those of runs.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { GALLERY, OPTION_WORDS } from "../../app/algorithms/index.ts";
import { GLOSSARY } from "../../app/help/texts/glossary.ts";
import { WORD_IDS } from "../../app/help/words.ts";
import { BOUNDS_FROM, LINEAR_FACTOR } from "../../engine/algorithms/algorithm.ts";
import { CATALOGUE, OPTIONS } from "../../engine/algorithms/catalogue.ts";
import { editionsOf, statedOf } from "../../engine/algorithms/editions.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { answerText } from "../../engine/queries/answer.ts";
import { answerQuery } from "../../engine/queries/evaluate.ts";
import { Subject } from "../../engine/queries/subject.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { example } from "../support/examples.ts";
import { checkedProgram, gradientOf } from "../support/run.ts";

/** Words that state how a cost grows. */
const BOUND =
  /\bO\([A-Zn]|exponential|linear time|(?:linear|proportional|quadratic) in\b|proportional to|constant time|logarithmic time|is logarithmic|at most \S+ times|at most once|is quadratic/i;
/** A place in a paper, or a test of ours. */
const SOURCE = /§\d|Fig\. \d|Theorem \d|footnote \d|test\/\S+\.test\.ts/;

/** Sentences about no cost: how many paths a graph has, and J. */
const NO_COST = /^(?:A path at a time|The transformation J)/;

/** Texts of the page, but those of the glossary, whose cards have sources. */
const OWN_TEXTS = readFileSync(new URL("../../app/locales/en.po", import.meta.url), "utf8")
  .split("\n\n")
  .filter((entry) => /^#: app\/(?!help\/texts\/)/m.test(entry))
  .flatMap((entry) => /^msgid "(.*)"$/m.exec(entry)?.[1] ?? []);

describe("a bound names where it comes from", () => {
  test.each(CATALOGUE)("$id says what its paper states, and in which section", ({ id, citation, bound, growth }) => {
    const stated = statedOf(id);
    expect(stated.says).not.toBe("");
    expect(stated.from).toMatch(
      /^(?:thesis|POPL 2023|Krawiec et al\.|Radul et al\.|Pearlmutter and Siskind).*(?:§\d|Theorem \d)/,
    );
    // what else is said of the stage is of its place in the paper
    expect(citation).toMatch(SOURCE);
    // one of both: what we bound it by, or how it grows
    expect((bound?.formula ?? growth ?? "") !== "" && (bound === undefined) !== (growth === undefined)).toBe(true);
    expect(BOUNDS_FROM).toMatch(/^ours: /);
    expect(BOUNDS_FROM).toMatch(SOURCE);
  });

  test.each(WORD_IDS.map((id) => ({ id, ...GLOSSARY[id] })))("the card of $id", ({ id, words, sources = {} }) => {
    // that of growth has the names of the laws, and bounds nothing
    if (id !== "growth" && BOUND.test(words)) expect(Object.values(sources).join()).toMatch(SOURCE);
  });

  test("the texts of the page: a section, or an experiment whose runs a test counts", () => {
    expect(OWN_TEXTS.length).toBeGreaterThan(2000);
    const experiments = new Set(GALLERY.map(({ claim }) => claim));
    const bare = OWN_TEXTS.filter(
      (text) => BOUND.test(text) && !SOURCE.test(text) && !experiments.has(text) && !NO_COST.test(text),
    );
    expect(bare).toEqual([]);
  });

  test("the pages of the stages", () => {
    const page = (name: string): string =>
      readFileSync(new URL(`../../engine/algorithms/${name}.md`, import.meta.url), "utf8");
    const lines = ["README", "stages", "decisions"].flatMap((name) => page(name).split("\n"));
    expect(lines.filter((line) => BOUND.test(line)).length).toBeGreaterThan(3);
    expect(lines.filter((line) => BOUND.test(line) && !SOURCE.test(line))).toEqual([]);
    expect(page("stages")).toContain(`${LINEAR_FACTOR.factor} times`);
    expect(page("stages")).toContain(LINEAR_FACTOR.condition);
  });
});

/** The answer of a query, in words. */
function asked(text: string, query: string, n?: number): string {
  const subject = new Subject(checkedProgram(text), undefined, DEFAULT_BUDGET);
  const setting = { at: undefined, cotangent: undefined, n, variations: "" };
  const found = finish(answerQuery(subject, query, setting));
  return found.tag === "answer" ? answerText(found.answer) : found.message;
}

const count = (text: string, query: string, n?: number): number => Number(asked(text, query, n));

describe("sentences with numbers", () => {
  test("from staged on the sharing chain takes n + 2 calls", () => {
    expect(GALLERY.find(({ example: name }) => name === "03")?.claim).toContain("n + 2 calls");
    for (const n of [1, 2, 4, 6, 10]) expect(count(example("03"), "calls(by: staged)", n)).toBe(n + 2);
  });

  test("a backpropagator that stands in the result is called once for each place there (footnote 22)", () => {
    const text = "-- at: 3.0\ndef main (x : Real) = let y = x * x in (y, y, y)";
    expect(count(text, "calls(#1, by: staged)")).toBe(3);
    expect(count(text, 'calls(#1, by: staged, with: "stage-outputs")')).toBe(1);
    expect(GLOSSARY.resolve.words).toContain("footnote 22");
  });

  test("the ladder: up to one-array the cost falls on a doubling chain, and rises to the tape", () => {
    const costs = ["staged", "cayley", "sparse", "mutable", "one-array", "tape"].map((stage) =>
      count(example("08"), `cost(by: ${stage})`, 32),
    );
    expect(costs.slice(0, 5)).toEqual([...costs.slice(0, 5)].sort((a, b) => b - a));
    expect(count(example("04"), "cost(by: one-array)", 5)).toBeLessThan(count(example("04"), "cost(by: tape)", 5));
    expect(GLOSSARY.ladder.words).not.toContain("removes one cost");
  });

  test("which stage is based on which is no chain", () => {
    const before = CATALOGUE.map(({ id, basedOn }, at) => [id, basedOn, CATALOGUE[at - 1]?.id]);
    expect(before.filter(([, basedOn, last]) => basedOn !== last).map(([id, basedOn]) => [id, basedOn])).toEqual([
      ["naive", "forward"],
      ["parallel", "defunctionalised"],
      ["vectors", "forward"],
      ["linearised", undefined],
      ["closures", undefined],
      ["chad", undefined],
      ["one-hots", undefined],
    ]);
    expect(GLOSSARY.stage.words).not.toMatch(/Each is based on the one before/);
  });

  test("more workers than work by span can still help", () => {
    // jobs of which two workers run a half each, and a third more still makes it faster
    const text = `-- at: 0.5
def busy (k : Int, x : Real) = if k == 0 then x else busy (k - 1, sin x)
def main (x : Real) = busy (100, x) + sum (parMap (\\k -> busy (10, x * k)) (map real (range 0 10)))`;
    const parallelism = count(text, "work(pass: primal) / span(pass: primal)");
    expect(parallelism).toBeLessThan(2);
    expect(GLOSSARY.parallelism.words).not.toContain("do not help");
  });

  test("plain operands of comparisons are converted at a cost of their size, and that is said", () => {
    const program = (n: number): string => `-- at: [${Array.from({ length: n }, (_, at) => `${at}.7`).join(", ")}]
def go (xs : [Real]) (k : Int) acc = if k == 0 then acc else if head xs > 0.5 then go xs (k - 1) (acc + head xs) else acc
def main xs = go xs 50 0.0`;
    const forward = (n: number, plainDiscrete: boolean): number =>
      gradientOf(program(n), stageOf("mutable")!, { variations: { options: { plainDiscrete } } }).cost.forward.steps;
    const grown = (plainDiscrete: boolean): number => forward(64, plainDiscrete) - forward(16, plainDiscrete);
    expect(grown(true)).toBeGreaterThan(5 * grown(false));
    expect(OPTION_WORDS.plainDiscrete!.note).toContain("size");
    expect(OPTIONS.find(({ id }) => id === "plainDiscrete")!.summary).toContain("size");
    expect(editionsOf("naive")).toContain("cost of its size");
  });

  test("the condition of the constant: an operation with a dear partial is beyond it", () => {
    const text = "-- at: 1.0\nop f x = x by sum (map sin (replicate 2000 x))\ndef main (x : Real) = f x";
    const { cost } = gradientOf(text, stageOf("tape")!);
    expect((cost.forward.steps + cost.reverse.steps) / cost.primal.steps).toBeGreaterThan(220);
  });
});

describe("what counts the trace of a run", () => {
  const text = example("08");

  test("says so with its numbers, and is not judged", () => {
    const traced = gradientOf(text, stageOf("transposed")!, { n: 8 });
    expect(traced.counts).toBe("trace");
    expect(gradientOf(text, stageOf("tape")!, { n: 8 }).counts).toBeUndefined();
    const inside = "-- at: (1.0, 2.0)\ndef main (x : Real, y : Real) = x * y + sin x";
    expect(gradientOf(inside, stageOf("transposed")!).counts).toBeUndefined();
  });

  test("queries name the stages whose counters are those of a trace", () => {
    const subject = new Subject(checkedProgram(text), undefined, DEFAULT_BUDGET);
    const tracedBy = (query: string) => {
      const found = finish(answerQuery(subject, query));
      return found.tag === "answer" ? found.traced : found.message;
    };
    expect(tracedBy("cost(by: transposed) / cost(by: tape)")).toEqual(["transposed"]);
    expect(tracedBy("cost(by: tape)")).toBeUndefined();
    // kept runs say it again
    expect(tracedBy("cost(by: transposed)")).toEqual(["transposed"]);
  });
});
