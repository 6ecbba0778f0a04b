// Nothing is given away: a question about a random program, and everything that can be seen of its run while the question is open.
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test, vi } from "vitest";
import * as client from "../../app/client/client.ts";
import { pageText } from "../../app/commands/export-page.ts";
import { settingAsked } from "../../app/course/model/asked-program.ts";
import { readBreak, readPredict } from "../../app/course/model/cells.ts";
import { handedOut } from "../../app/course/model/handed-out.ts";
import { LESSONS } from "../../app/course/model/lessons.ts";
import { openAbout, openAbove } from "../../app/course/model/open-questions.ts";
import { keptFrom } from "../../app/course/model/told.ts";
import { filledText } from "../../app/course/state/filled-text.ts";
import { forgetOwnAnswers } from "../../app/course/state/forgetting.ts";
import { deedsNow, useProgress } from "../../app/course/state/progress.ts";
import { type Document, lessonCell, programCell, proseCell } from "../../app/document/document.ts";
import { readHtml } from "../../app/document/files/html-file.ts";
import { linkOf, readLink } from "../../app/document/files/link.ts";
import { withoutResults } from "../../app/document/header.ts";
import { useDocument } from "../../app/document/state/document.ts";
import { fitted } from "../../app/lesson/model/glimpse-text.ts";
import { GlimpseGraph } from "../../app/lesson/view/glimpse/glimpse-graph.tsx";
import { GlimpseStages, GlimpseTable } from "../../app/lesson/view/glimpse/glimpse-stages.tsx";
import { GlimpseTree } from "../../app/lesson/view/glimpse/glimpse-tree.tsx";
import type { Result } from "../../app/program/model/run.ts";
import { useRunning } from "../../app/program/state/running.ts";
import { prose } from "../../app/prose/client.ts";
import { escaped } from "../../app/words/escaped.ts";
import { shortReal } from "../../engine/core/values/show-value.ts";
import { runCompiled } from "../../engine/derive/compiled-or-machine.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { kindIn, operandsIn, type RunGraph } from "../../engine/graphs/run-graph.ts";
import type { Glimpse } from "../../engine/lessons/glimpse.ts";
import { answers, glimpsed } from "../../engine/lessons/lesson.ts";
import { type Answered, AS_IT_STANDS, answerQuery } from "../../engine/queries/evaluate.ts";
import { Subject } from "../../engine/queries/subject.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import type { QueriesRequest } from "../../engine/worker/protocol.ts";
import { programs } from "../support/generate/index.ts";
import { restoreAfterwards } from "../support/restored.ts";
import { runs } from "../support/runs.ts";

vi.hoisted(() => {
  vi.stubGlobal("location", new URL("http://page/"));
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("addEventListener", () => undefined);
});

restoreAfterwards(useDocument, useProgress, useRunning);

beforeAll(() => {
  // the engine and the prose of a page, without their workers
  const asks = vi.spyOn(client, "askOnce").mockImplementation((_, ask) => {
    const { text, above, entry, asks } = ask as QueriesRequest;
    return Promise.resolve(finish(answers(checkSource(text, above), entry, asks, DEFAULT_BUDGET)) as never);
  });
  const draw = vi.spyOn(prose, "draw").mockImplementation((html) => Promise.resolve({ tag: "html", html }));
  // an exported page has what the page has drawn of views: here nothing is drawn
  vi.stubGlobal("document", { styleSheets: [], querySelector: () => null, querySelectorAll: () => [] });
  vi.stubGlobal("dispatchEvent", () => true);
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  return () => {
    asks.mockRestore();
    draw.mockRestore();
    vi.unstubAllGlobals();
  };
});

const STAGES = ["naive", "staged", "mutable", "tape"] as const;
const COUNTS = /calls so far: (\d+)|called (\d+) times|(\d+) calls/g;

/** Visible text, by its place. */
type Seen = Readonly<Record<string, string>>;

/** A question, with the texts of the right answer as a number of its own. */
interface Asked {
  readonly query: string;
  readonly answer: number;
  readonly isCount: boolean;
}

/** The magnitude of a number as it may be written: signs stand apart in some pictures. */
function spellings(x: number): ReadonlySet<string> {
  return new Set([shortReal(Math.abs(x)), fitted(Math.abs(x))].map(plain));
}

function plain(text: string): string {
  return text.replaceAll("−", "-").replaceAll(/[\u202f\u00a0]/g, "");
}

/** The numbers of their own in what can be seen: texts, and attributes that are read out or shown on hover. */
function numbersIn(html: string): ReadonlySet<string> {
  const said = [...html.matchAll(/(?:aria-label|aria-valuetext|title|alt)="([^"]*)"/g)].map(([, words]) => words);
  const text = [
    html.replace(/<script\b[\s\S]*?<\/script>|<style>[\s\S]*?<\/style>/g, "").replace(/<[^>]*>/g, " "),
    ...said,
  ];
  const found = plain(text.join(" ").replaceAll(/&#45;/g, "-").replaceAll(/&#43;/g, "+")).match(
    /(?<![\w.])\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.]*\d)/g,
  );
  return new Set(found ?? []);
}

/** The places of what can be seen that have the answer. */
function givenIn(seen: Seen, { answer, isCount }: Asked): readonly string[] {
  const texts = spellings(answer);
  return Object.entries(seen).flatMap(([place, html]) => {
    const isThere = isCount
      ? [...plain(html).matchAll(COUNTS)].some(([, ...counts]) => counts.some((count) => Number(count) >= answer - 1))
      : [...numbersIn(html)].some((number) => texts.has(number));
    return isThere ? [place] : [];
  });
}

/** All that may be asked of a run, as far as the answer is a number that stands nowhere else in it. */
function questionsOf(graph: RunGraph, result: Answered, naiveCalls: number): readonly Asked[] {
  const numbers = [...graph.kinds.keys()];
  const before = (scalar: number): readonly number[] =>
    numbers.flatMap((one) => {
      // what stands in the program is in its formulas from the start
      if (one >= scalar) return kindIn(graph, one) === "constant" ? [graph.values[one]!] : [];
      return [graph.values[one]!, ...partialsOf(graph, one)];
    });
  const cotangents = (scalar: number): readonly number[] => [
    ...numbers.flatMap((one) => [
      graph.values[one]!,
      ...partialsOf(graph, one),
      ...(one === scalar ? [] : [graph.cotangents[one]!]),
    ]),
    ...numbers.flatMap((user) =>
      operandsIn(graph, user).flatMap(({ node, edge }) => {
        const sent = graph.cotangents[user]! * graph.partials[edge]!;
        // one of several contributions is no answer; the only one is
        return node === scalar && sent === graph.cotangents[scalar] ? [] : [sent];
      }),
    ),
  ];
  const isAlone = (answer: number, others: readonly number[]): boolean => {
    if (!Number.isFinite(answer) || Number.isInteger(answer)) return false;
    const own = spellings(answer);
    return !others.some((other) => [...spellings(other)].some((text) => own.has(text)));
  };
  const asked: Asked[] = [];
  for (const one of numbers) {
    if (kindIn(graph, one) === "constant") continue;
    const value = graph.values[one]!;
    if (kindIn(graph, one) === "operation" && isAlone(value, before(one))) {
      asked.push({ query: `value(#${one})`, answer: value, isCount: false });
      // a result in a data type is a text, and one of some to be chosen from
      if (result.tag === "answer" && result.answer.tag === "number" && graph.outputs[0] === one)
        asked.push({ query: "value()", answer: value, isCount: false });
    }
    const cotangent = graph.cotangents[one]!;
    const uses = graph.operands.reduce((sum, operand) => sum + (operand === one ? 1 : 0), 0);
    if (uses > 0 && isAlone(cotangent, cotangents(one)))
      for (const query of [`cotangent(#${one})`, `argument(#${one}, by: staged)`])
        asked.push({ query, answer: cotangent, isCount: false });
  }
  if (naiveCalls > 2) asked.push({ query: "calls(by: naive)", answer: naiveCalls, isCount: true });
  return asked;
}

function partialsOf(graph: RunGraph, scalar: number): readonly number[] {
  return operandsIn(graph, scalar).map(({ edge }) => graph.partials[edge]!);
}

/** A document that asks, and says and shows the answer in every way there is, above the question and below it. */
function documentOf(source: string, { query }: Asked): Document {
  const telling = `It is {= ${query}}, {= 1 * ${query}} or {= f: ${query}}.`;
  const options = JSON.stringify({ id: "q", of: "f", is: query });
  return {
    title: "A lesson",
    cells: [
      { ...programCell("cell-1", source), name: "f" },
      proseCell("cell-2", telling),
      lessonCell("view", "cell-3", `{"of":"f","view":"graph"}\n${telling}`),
      lessonCell(
        "predict",
        "cell-4",
        `${options}\nHow much? ${telling}\n--- wrong: 0\nNo: ${telling}\n--- because\n${telling}`,
      ),
      proseCell("cell-5", `${telling} The result is {= value()}, the gradient {= gradient()}.`),
      lessonCell("view", "cell-6", `{"of":"f","view":"stages"}\n${telling}`),
      lessonCell("break", "cell-7", `{"of":"f","by":"naive","with":"swap-partials"}\n${telling}`),
    ],
  };
}

const DONE = { q: { given: "", tries: 1, state: "right", time: 0 } } as const;
let turn = 1;

/** Everything that can be seen of a document: what its texts say, its exported page, and each picture at each of some steps. */
async function seenOf(document: Document, isOpen: boolean, address: string, stages: readonly string[]): Promise<Seen> {
  const key = `one-${turn++}`;
  const deeds = isOpen ? {} : DONE;
  useProgress.setState({ lessons: { [`document ${key}`]: deeds } });
  useDocument.setState({ document, key, turn });
  const [program] = document.cells;
  if (program?.tag !== "program") throw new Error("no program");
  const checked = checkSource(program.text);
  const run = finish(runCompiled(checked, {}, DEFAULT_BUDGET, { checks: false }));
  const result = { subject: program, above: [], end: { tag: "answered", answer: run } } as Partial<Result> as Result;
  useRunning.setState({
    runs: new Map([[program.id, { running: undefined, result, earlier: undefined, notBegun: undefined }]]),
  });
  const texts = await Promise.all(
    document.cells.flatMap((cell) => {
      if (cell.tag === "program") return [];
      if (cell.tag !== "predict") return [filledText(cell.id, cell.text.replace(/^\{.*\}$/m, ""), "f")];
      const { question, misconceptions, because, setting } = readPredict(cell);
      const said = [question, ...misconceptions.map(({ says }) => says), ...(isOpen ? [] : [because])];
      return said.map((text) => filledText(cell.id, text, "f", setting));
    }),
  );
  const open = openAbout(document, program.id, deeds).map(({ predict }) => ({
    id: predict.id,
    queries: [predict.is],
    setting: settingAsked(program, predict.setting),
  }));
  const at = (step: number | undefined): Glimpse => {
    const found = finish(glimpsed(checked, undefined, AS_IT_STANDS, { stages, address, step, open }, DEFAULT_BUDGET));
    if (found.tag === "mistake") throw new Error(found.message);
    return found.glimpse;
  };
  const { last } = at(undefined);
  const pictures: [string, string][] = [
    undefined,
    Math.floor(last / 2),
    last - 1,
    last,
    Number.MAX_SAFE_INTEGER,
  ].flatMap((step) => {
    const glimpse = at(step === undefined ? step : Math.max(0, step));
    return [
      [
        `graph ${step}`,
        renderToStaticMarkup(<GlimpseGraph glimpse={glimpse} isMasked={isOpen} chosen="" tellsPaths={!isOpen} />),
      ],
      [`stages ${step}`, renderToStaticMarkup(<GlimpseStages glimpse={glimpse} isMasked={isOpen} chosen="" />)],
      [`tree ${step}`, renderToStaticMarkup(<GlimpseTree glimpse={glimpse} />)],
      [`table ${step}`, renderToStaticMarkup(<GlimpseTable glimpse={glimpse} isMasked={isOpen} />)],
    ];
  });
  const page = (await pageText({ withNotes: false, withAnswers: true }))
    .replaceAll(escaped(withoutResults(program.text)), "")
    .replaceAll(escaped(program.text), "");
  return { ...Object.fromEntries([...texts.entries()]), ...Object.fromEntries(pictures), page };
}

test("no text, picture or page has the answer of an open question, and all of them have it afterwards", async () => {
  let tried = 0;
  const property = fc.asyncProperty(
    programs({ size: 2 }),
    fc.nat(),
    fc.constantFrom(...STAGES),
    fc.constantFrom(...STAGES),
    fc.constantFrom("start", "turn", "end", "step 7"),
    async ({ source, paths }, which, lead, second, address) => {
      const subject = new Subject(checkSource(source), undefined, DEFAULT_BUDGET);
      const graph = finish(subject.graph(AS_IT_STANDS));
      fc.pre(graph.size <= 40 && paths < 300);
      const calls = finish(subject.run("naive", AS_IT_STANDS)).cost.reverse.backpropagatorCalls;
      const questions = questionsOf(graph, finish(answerQuery(subject, "value()")), calls);
      fc.pre(questions.length > 0);
      const asked = questions[which % questions.length]!;
      const stages = [...new Set([asked.isCount ? "naive" : lead, ...(asked.isCount ? [] : [second])])];
      const document = documentOf(source, asked);
      tried += 1;
      const open = await seenOf(document, true, address, stages);
      expect([asked.query, givenIn(open, asked)]).toEqual([asked.query, []]);
      const answered = await seenOf(document, false, address, stages);
      const given = givenIn(answered, asked);
      // a count is no number of its own in a text
      if (!asked.isCount)
        for (const place of [...Object.keys(answered).filter((one) => /^\d+$/.test(one)), "page"])
          expect(given).toContain(place);
      expect(given).toContain(`${asked.isCount ? "stages" : "table"} ${Number.MAX_SAFE_INTEGER}`);
      const [program] = document.cells;
      const cell = document.cells.at(-1)!;
      if (program?.tag !== "program" || cell.tag !== "break") throw new Error("no break");
      const { setting } = readBreak(cell);
      expect(keptFrom(document, cell.id, program, ["value()"], setting, {})).toEqual(["q"]);
      expect(keptFrom(document, cell.id, program, ["value()"], setting, DONE)).toEqual([]);
      expect(openAbove(document, cell.id, program.id, {})).toHaveLength(1);
    },
  );
  await fc.assert(property, { numRuns: runs(16), seed: 20_261_129, endOnFailure: true });
  expect(tried).toBeGreaterThan(0);
});

test("an exported page has the value and the gradient that a program's header states once no open question asks for them", async () => {
  const source =
    "-- at: (2.5, 3.0)\n-- value: 7.5625\n-- gradient: (3.125,\n--    2.5)\n-- seven\ndef main (x, y) = x * y + 0.0625";
  const document = documentOf(source, { query: "value()", answer: 7.5625, isCount: false });
  const { page: open } = await seenOf(document, true, "turn", ["naive"]);
  expect(open).not.toMatch(/7\.5625|3\.125/);
  useProgress.setState({ lessons: { [`document one-${turn - 1}`]: DONE } });
  const { page: answered } = await seenOf(document, false, "turn", ["naive"]);
  expect(answered).toContain("7.5625");
  expect(withoutResults(source)).toBe(
    "-- at: (2.5, 3.0)\n-- value: ?\n-- gradient: ?\n-- seven\ndef main (x, y) = x * y + 0.0625",
  );
});

describe.each(LESSONS.map((lesson) => [lesson.title, lesson.document] as const))("%s", (_, { cells }) => {
  const below = (place: number): string => {
    const next = cells[place + 1];
    return next?.tag === "prose" ? next.text : "";
  };

  test("speaks of an exercise as solved only in the explanation behind it", () => {
    for (const [place, { tag }] of cells.entries())
      if (tag === "exercise") expect(below(place)).not.toMatch(/^(?:So |Now )?[Yy]ou (?:have|just|\w+ed)\b/);
  });

  test("draws no conclusion right under a question, and says nothing of its name alone", () => {
    for (const [place, cell] of cells.entries()) {
      if (cell.tag !== "predict") continue;
      expect(below(place)).not.toMatch(/^(?:So|Thus|Hence|Therefore)\b/);
      const { is, among } = readPredict(cell);
      // the question after this one begins where this is answered
      const end = cells.findIndex(({ tag }, index) => index > place && tag === "predict");
      const texts = cells.slice(place + 1, end < 0 ? undefined : end).filter(({ tag }) => tag === "prose");
      if (/^called\(/.test(is))
        for (const { text } of texts)
          expect(among.filter((name) => text.includes(`\`${name}\` has been called`))).toEqual([]);
    }
  });
});

test("an exported page has the rules of an exercise, and neither its solution nor its explanation as text", async () => {
  const exercise = `{"id":"e","forbid":["^"],"limits":["operations() <= 2"]}
Cube it.
--- start
def main (x : Real) = x
--- reference
def main x = x * x * x
--- because
Two products are enough.`;
  const key = `one-${turn++}`;
  const document = { title: "A lesson", cells: [lessonCell("exercise", "cell-1", exercise)] };
  useDocument.setState({ document, key, turn });
  const open = await pageText({ withNotes: false, withAnswers: true });
  expect(open).toMatch(/Not allowed:.*\^[\s\S]*at most 2 operations/);
  expect(open).not.toMatch(/x \* x \* x|Two products/);
  expect(readHtml(open)).toMatchObject({ tag: "ok", value: { cells: document.cells } });
  useProgress.setState({ lessons: { [`document ${key}`]: { e: DONE.q } } });
  expect(await pageText({ withNotes: false, withAnswers: true })).toContain("Two products are enough.");
});

test("what goes to others has no answer of its author, unless it is asked for", async () => {
  const exercise = `{"id":"e"}
Square it.
--- start
def main (x : Real) = x
--- because
One product.`;
  const question = '{"id":"q","is":"value()"}\nWhat is it?\n--- because\nIt is the square.';
  const attempt = `${exercise}\n--- attempt\ndef main (x : Real) = x * mine x`;
  const cells = [
    programCell("cell-1", "-- at: 3.5\n-- value: 12.25\ndef main x = x * x"),
    lessonCell("predict", "cell-2", question),
    lessonCell("exercise", "cell-3", attempt),
  ];
  const key = `one-${turn++}`;
  const document = { title: "A lesson", cells };
  useDocument.setState({ document, key, turn });
  useProgress.setState({ lessons: { [`document ${key}`]: { q: { ...DONE.q!, given: "12.25" }, e: DONE.q! } } });
  const asked = await pageText({ withNotes: false, withAnswers: true });
  for (const own of ["It is the square.", "One product.", "mine x", "12.25"]) expect(asked).toContain(own);
  expect(readHtml(asked)).toMatchObject({ tag: "ok", value: { cells } });
  const plain = await pageText({ withNotes: false, withAnswers: false });
  for (const own of ["It is the square.", "One product.", "mine x", "12.25"]) expect(plain).not.toContain(own);
  expect(plain).toContain("What is it?");
  const read = readHtml(plain);
  if (read.tag !== "ok") throw new Error(read.error);
  expect(read.value.cells.map(({ text }) => text)).toEqual([cells[0]!.text, question, exercise]);
  const alone = handedOut(document, { withNotes: false, withAnswers: false });
  const shared = readLink(linkOf({ document: alone, view: "" }));
  expect(shared).toMatchObject({
    tag: "ok",
    value: { document: { cells: read.value.cells.map(({ text }) => ({ text })) } },
  });
  expect(handedOut(alone, { withNotes: false, withAnswers: false })).toBe(alone);
  // the reader's own page has them still
  expect(deedsNow().q?.given).toBe("12.25");
});

test("answers of a document are forgotten at a command, and come back with it", () => {
  const start = '{"id":"e"}\nSquare it.\n--- start\ndef main (x : Real) = x';
  const attempt = `${start}\n--- attempt\ndef main (x : Real) = x * x`;
  const key = `one-${turn++}`;
  const document = { title: "A lesson", cells: [lessonCell("exercise", "cell-1", attempt)] };
  useDocument.setState({ document, key, turn });
  useProgress.setState({ lessons: { [`document ${key}`]: DONE, other: DONE } });
  forgetOwnAnswers();
  expect(deedsNow()).toEqual({});
  expect(useProgress.getState().lessons.other).toBe(DONE);
  expect(useDocument.getState().document.cells[0]?.text).toBe(start);
  const { notice } = useDocument.getState();
  if (notice?.tag !== "said") throw new Error("no notice");
  notice.way?.run();
  expect(deedsNow()).toBe(DONE);
  expect(useDocument.getState().document.cells[0]?.text).toBe(attempt);
  forgetOwnAnswers();
  forgetOwnAnswers();
  expect(useDocument.getState().notice).toEqual({ tag: "said", words: expect.stringMatching(/not answered/) });
});
