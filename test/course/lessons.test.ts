// The lessons: what they print, ask, forbid and break is recomputed, and their wrong answers are wrong.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { programAbout } from "../../app/course/model/asked-program.ts";
import {
  type CellSetting,
  isBroken,
  PICTURES,
  RACE,
  readBreak,
  readExercise,
  readPredict,
  readView,
  USUAL_STAGES,
  WAYS_IN,
} from "../../app/course/model/cells.ts";
import { inlinesOf } from "../../app/course/model/inline.ts";
import { LESSONS } from "../../app/course/model/lessons.ts";
import { keptBackBy, questionsOf } from "../../app/course/model/open-questions.ts";
import { TEMPLATES } from "../../app/course/model/templates.ts";
import { choicesOf, type Facts, readGiven, toBeOrdered, verdictOf, wayOf } from "../../app/course/model/verdict.ts";
import type { CellId, Document, ProgramCell } from "../../app/document/document.ts";
import { isLessonCell, lessonCell, programsOf, textsAbove } from "../../app/document/document.ts";
import { headerOf } from "../../app/document/header.ts";
import { schedulesOf } from "../../app/lesson/model/schedules.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { runCompiled } from "../../engine/derive/compiled-or-machine.ts";
import { runGradient } from "../../engine/derive/gradient.ts";
import { shuffledGradients } from "../../engine/derive/shuffled.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { exercised, glimpsed } from "../../engine/lessons/lesson.ts";
import { smallestProgram } from "../../engine/lessons/smallest-program.ts";
import { type Answer, answerText } from "../../engine/queries/answer.ts";
import { type Answered, answerQuery } from "../../engine/queries/evaluate.ts";
import { Subject } from "../../engine/queries/subject.ts";
import { followsSchedule, readVariations } from "../../engine/session/input/variations.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";

const BUDGET = { ...DEFAULT_BUDGET, steps: 50_000_000 };
const FOLDER = new URL("../../app/course/lessons/", import.meta.url);

/** Answers worked out by hand by a lesson's author: by the question's ID. */
function expectedOf(number: number): Readonly<Record<string, number | string | readonly string[]>> {
  const name = String(number).padStart(2, "0");
  return JSON.parse(readFileSync(new URL(`expected/${name}.json`, import.meta.url), "utf8"));
}

const NO_SETTING: CellSetting = { at: undefined, cotangent: undefined, n: undefined, variations: "" };

test("each lesson says in a sentence what one does in it, and how long it takes", () => {
  for (const { title, shows, minutes } of LESSONS) {
    expect(shows, title).toMatch(/^You .{20,110}\.$/);
    expect(minutes, title).toBeGreaterThanOrEqual(20);
    expect(minutes, title).toBeLessThanOrEqual(30);
  }
});

class Runs {
  private readonly subjects = new Map<CellId, Subject>();
  private readonly document: Document;

  constructor(document: Document) {
    this.document = document;
  }

  subject(program: ProgramCell): Subject {
    let subject = this.subjects.get(program.id);
    if (subject === undefined) {
      subject = new Subject(checkSource(program.text, textsAbove(this.document, program.id)), undefined, BUDGET);
      this.subjects.set(program.id, subject);
    }
    return subject;
  }

  ask(program: ProgramCell, query: string, own: CellSetting): Answered {
    const given = (text: string): string | undefined => (text.trim() === "" ? undefined : text);
    const { at, cotangent } = program.ask;
    const setting = { ...own, at: own.at ?? given(at), cotangent: own.cotangent ?? given(cotangent) };
    return finish(answerQuery(this.subject(program), query, setting));
  }

  /** The answer, which there must be. */
  answer(program: ProgramCell, query: string, own: CellSetting): Answer {
    const found = this.ask(program, query, own);
    if (found.tag === "mistake") throw new Error(`${query}: ${found.message}`);
    return found.answer;
  }
}

function about(document: Document, cell: CellId, of: string): ProgramCell {
  const program = programAbout(document, cell, of);
  if (program === undefined) throw new Error(`${cell}: no program ${of}`);
  return program;
}

test("there are thirteen lessons, each of which says what it needs", () => {
  expect(readdirSync(FOLDER).filter((name) => name.endsWith(".md"))).toHaveLength(13);
  expect(LESSONS.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  for (const { title, needs, number } of LESSONS) {
    expect(title.startsWith(`${number}. `)).toBe(true);
    expect(needs).not.toBe("");
  }
});

describe.each(LESSONS.map((lesson) => [lesson.title, lesson] as const))("%s", (_, { number, document }) => {
  const runs = new Runs(document);
  const expected = expectedOf(number);
  const questions = questionsOf(document).map(({ cell, predict }) => {
    const program = about(document, cell.id, predict.of);
    const ask = (query: string): Answered | undefined =>
      query === "" ? undefined : runs.ask(program, query, predict.setting);
    const facts: Facts = {
      right: ask(predict.is),
      wrong: predict.misconceptions.map(({ query }) => ask(query)),
      holds: predict.statements.map(({ condition }) => ask(condition)),
    };
    return { cell, predict, program, facts };
  });

  test("its cells can be read, and have names of their own", () => {
    const cells = document.cells.filter(isLessonCell);
    expect(cells.filter(isBroken)).toEqual([]);
    const ids = cells.flatMap((cell) =>
      cell.tag === "predict" ? [readPredict(cell).id] : cell.tag === "exercise" ? [readExercise(cell).id] : [],
    );
    expect(new Set(ids).size).toBe(ids.length);
    const known = new Set(ids);
    for (const cell of cells) {
      if (cell.tag === "view") for (const id of readView(cell).until) expect(known).toContain(id);
      if (cell.tag !== "exercise") expect(about(document, cell.id, readPredict(cell).of).tag).toBe("program");
    }
    expect(Object.keys(expected).sort()).toEqual(questions.map(({ predict }) => predict.id).sort());
  });

  test("its programs check, run, and do not print their answers", () => {
    for (const program of programsOf(document)) {
      const checked = checkSource(program.text, textsAbove(document, program.id));
      expect(checked.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      const { at, cotangent } = program.ask;
      const request = { at: at || undefined, cotangent: cotangent || undefined };
      expect(finish(runCompiled(checked, request, BUDGET, { checks: false })).ended.tag).toBe("done");
      const { about: told, value, gradient } = headerOf(program.text);
      expect([told, value, gradient]).toEqual([undefined, undefined, undefined]);
    }
  });

  test.each(questions.map((one) => [one.predict.id, one] as const))(
    "its question %s has the answer that its author worked out, and no other",
    (id, { predict, facts }) => {
      const wanted = expected[id];
      if (predict.statements.length > 0) {
        for (const { label } of predict.statements) expect(label).not.toMatch(/\{=|Right\./);
        const right = facts.holds.map((one) => one?.tag === "answer" && one.answer.tag === "truth" && one.answer.holds);
        expect(facts.holds.filter((one) => one?.tag !== "answer" || one.answer.tag !== "truth")).toEqual([]);
        expect(right.filter(Boolean)).toHaveLength(1);
        expect(predict.statements[right.indexOf(true)]!.label.replaceAll(/\s+/g, " ")).toContain(
          String(wanted).replaceAll(/\s+/g, " "),
        );
        return;
      }
      if (facts.right?.tag !== "answer") throw new Error(facts.right?.message);
      const { answer } = facts.right;
      const way = wayOf(predict, facts)!;
      if (answer.tag === "number" && typeof wanted === "number")
        expect(Math.abs(answer.value - wanted)).toBeLessThanOrEqual(5e-4 * Math.abs(wanted));
      else expect(answer.tag === "names" ? answer.names : answerText(answer)).toEqual(wanted);
      const given = Array.isArray(wanted) ? wanted.join("\n") : String(wanted);
      expect(verdictOf(predict, facts, way, given).tag).toBe("right");
      // each wrong answer is another one, and is told its reason
      const texts = [answerText(answer)];
      for (const [index, one] of facts.wrong.entries()) {
        if (one?.tag !== "answer") throw new Error(`${predict.misconceptions[index]!.query}: ${one?.message}`);
        const text = one.answer.tag === "names" ? one.answer.names.join("\n") : answerText(one.answer);
        expect(texts).not.toContain(text);
        texts.push(text);
        const verdict = verdictOf(predict, facts, way, text);
        expect(verdict).toMatchObject({ tag: "wrong", says: predict.misconceptions[index]!.says });
      }
      if (way === "choice") expect(choicesOf(predict, facts).map(({ value }) => value)).toContain(answerText(answer));
      if (way === "order")
        expect(toBeOrdered(answer)).not.toEqual(readGiven("order", given)?.tag === "names" ? wanted : []);
      expect(predict.because).not.toBe("");
    },
  );

  test("every number in its texts comes from a run", () => {
    const faults: string[] = [];
    for (const cell of document.cells) {
      if (cell.tag === "program") continue;
      const text = cell.tag === "prose" ? cell.text : cell.text.split("\n").slice(1).join("\n");
      for (const { of, query } of inlinesOf(withoutPrograms(text))) {
        const setting = cell.tag === "predict" ? readPredict(cell).setting : NO_SETTING;
        // what a hint or a task of an exercise says is about the reader's program
        if (cell.tag === "exercise") continue;
        const usual = cell.tag === "prose" ? "" : readPredict(cell).of;
        const found = runs.ask(about(document, cell.id, of === "" ? usual : of), query, setting);
        if (found.tag === "mistake") faults.push(`${cell.id}: ${query}: ${found.message}`);
      }
      for (const line of plainLines(text)) if (/\d/.test(line)) faults.push(`${cell.id}: ${line}`);
    }
    expect(faults).toEqual([]);
  });

  test("no text above a question says its answer", () => {
    for (const { cell, predict, program, facts } of questions) {
      if (facts.right?.tag !== "answer") continue;
      const place = document.cells.findIndex(({ id }) => id === cell.id);
      // since the question before this one, or the program: what stands further up was asked for, or is about something else
      const from = Math.max(
        document.cells.slice(0, place).findLastIndex(({ tag }) => tag === "predict"),
        document.cells.findIndex(({ id }) => id === program.id),
      );
      for (const above of document.cells.slice(from + 1, place)) {
        if (above.tag !== "prose") continue;
        const queries = inlinesOf(above.text).filter(({ of }) => about(document, above.id, of).id === program.id);
        expect(queries.map(({ query }) => query)).not.toContain(predict.is);
      }
    }
  });

  test("its views show their step, and what is kept back is not in them", () => {
    for (const cell of document.cells) {
      if (cell.tag !== "view") continue;
      const view = readView(cell);
      const program = about(document, cell.id, view.of);
      for (const stage of view.stages) expect(stageOf(stage)?.id).toBe(stage);
      if (WAYS_IN.some((one) => one === view.shows)) continue;
      if (view.shows === RACE) {
        const calls = view.stages.map((stage) => runs.answer(program, `predicted(by: "${stage}")`, view.setting));
        expect(calls.map((one) => (one.tag === "number" ? one.value : 0)).every((count) => count > 1)).toBe(true);
        continue;
      }
      const shows = PICTURES.find((one) => one === view.shows)!;
      const stages = view.stages.length > 0 ? view.stages : USUAL_STAGES[shows];
      const { checked } = runs.subject(program);
      const setting = { ...view.setting, at: view.setting.at ?? (program.ask.at || undefined) };
      const found = finish(glimpsed(checked, undefined, setting, { stages, address: view.address }, BUDGET));
      if (found.tag === "mistake") throw new Error(`${cell.id}: ${found.message}`);
      const [lead] = found.glimpse.columns;
      if (view.address === "turn") expect(lead!.rows.every(({ cotangent }) => cotangent === undefined)).toBe(true);
      if (view.choose !== "") expect(found.glimpse.nodes.map(({ name }) => name)).toContain(view.choose);
      expect(keptBackBy(document, cell, view).length).toBeGreaterThanOrEqual(0);
    }
  });

  test("its breaks break", () => {
    for (const cell of document.cells) {
      if (cell.tag !== "break") continue;
      const { of, by, with: fault, schedules, edit, setting } = readBreak(cell);
      const program = about(document, cell.id, of);
      const { checked } = runs.subject(program);
      const request = { at: setting.at, cotangent: setting.cotangent, n: setting.n };
      if (edit !== undefined) {
        const edited = checkSource(edit, textsAbove(document, program.id));
        expect(edited.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        const [was, is] = [checked, edited].map((one) => finish(runCompiled(one, request, BUDGET, { checks: true })));
        expect(is!.ended.tag).toBe("done");
        expect(edit).not.toBe(program.text);
        expect([was!.value?.text, was!.gradient?.text]).not.toEqual([undefined, undefined]);
        continue;
      }
      const stage = stageOf(by)!;
      const variations = readVariations(fault);
      if (schedules > 0) {
        const orders = [undefined, ...Array.from({ length: schedules }, (_, index) => index + 1)];
        const [own, varied] = [false, followsSchedule(variations)].map((isAtomic) => {
          const found = finish(shuffledGradients(checked, request, stage, { schedules: orders, isAtomic }, BUDGET));
          return schedulesOf(found.gradients, found.names);
        });
        expect(own).toMatchObject({ tried: schedules, largest: 0, outcomes: [{ isSequential: true }] });
        expect(varied!.outcomes.length).toBeGreaterThan(1);
        expect(varied!.largest).toBeLessThan(1e-12);
        continue;
      }
      expect(Object.values(variations.options ?? {}).filter((on) => on === true)).toHaveLength(1);
      const run = finish(runGradient(checked, { ...request, variations }, stage, BUDGET, { checks: "quick" }));
      const small = finish(smallestProgram(stage, variations, BUDGET));
      expect(run.checks?.contradiction ?? small.wrong).toBeDefined();
      expect(small.wrong?.gradient).not.toBe(small.wrong?.right);
    }
  });

  test("its exercises: the start fails, the reference passes", () => {
    for (const cell of document.cells) {
      if (cell.tag !== "exercise") continue;
      const { start, reference, hints, ...exercise } = readExercise(cell);
      const above = textsAbove(document, cell.id);
      const ask = { ...exercise, seed: 20_261, hints: hints.map(({ condition }) => condition), asked: [] };
      const began = finish(exercised(start, reference, above, ask, BUDGET));
      expect(began.mistakes).toEqual([]);
      expect(began.isSolved).toBe(false);
      // a hint whose condition cannot be told would never be given
      const subject = new Subject(checkSource(start, above), undefined, BUDGET);
      for (const condition of ask.hints)
        expect(finish(answerQuery(subject, condition))).toMatchObject({ answer: { tag: "truth" } });
      const solved = finish(exercised(reference, reference, above, ask, BUDGET));
      expect(solved).toMatchObject({ mistakes: [], forbidden: [], wrong: undefined, isSolved: true });
      expect(solved.tried).toBeGreaterThanOrEqual(20);
    }
  });
});

/** A text without the programs in its sections. */
function withoutPrograms(text: string): string {
  return text.replace(/^--- (?:start|reference|attempt|edit)\b[^\n]*\n[\s\S]*?(?=^--- |$(?![\s\S]))/gm, "");
}

/** The lines of a text without what may have numbers: code, formulas, citations, queries. */
function plainLines(text: string): readonly string[] {
  return withoutPrograms(text)
    .replace(/^--- .*$/gm, "")
    .replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1/gm, "")
    .replace(/(`+)[^`][\s\S]*?\1/g, "")
    .replace(/\{=[^{}]*\}/g, "")
    .replace(/\$\$?[^$]*\$\$?/g, "")
    .replace(/\((?:[^()]*(?:thesis|POPL|§|Fig\.|eq\.)[^()]*)\)/g, "")
    .replace(
      /§+\s?\d+(?:\.\d+)*|Figs?\.\s?\d+(?:\.\d+)*[a-z]?|eq\.\s?\(?\d+(?:\.\d+)*\)?|POPL(?: 20\d\d)?|Lessons? \d+/g,
      "",
    )
    .split("\n");
}

test("the template of a new exercise can be solved, and is not solved yet", () => {
  const { start, reference, hints, ...exercise } = readExercise(lessonCell("exercise", "cell-1", TEMPLATES.exercise));
  const ask = { ...exercise, seed: 1, hints: hints.map(({ condition }) => condition), asked: [] };
  expect(finish(exercised(start, reference, [], ask, BUDGET))).toMatchObject({
    mistakes: [],
    isSolved: false,
    hints: [0],
  });
  expect(finish(exercised(reference, reference, [], ask, BUDGET)).isSolved).toBe(true);
});
