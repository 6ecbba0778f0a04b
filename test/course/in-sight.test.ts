// Parts in sight while questions are open: no picture of a lesson, at any step open to its reader, and no caption, has an answer.
import { describe, expect, test } from "vitest";
import { programAbout } from "../../app/course/model/asked-program.ts";
import { BY_HAND, PICTURES, readBreak, readPredict, readView, USUAL_STAGES } from "../../app/course/model/cells.ts";
import { inlinesOf } from "../../app/course/model/inline.ts";
import { LESSONS } from "../../app/course/model/lessons.ts";
import { NO_DEEDS, openAbout, queriesOf } from "../../app/course/model/open-questions.ts";
import type { Document, ProgramCell } from "../../app/document/document.ts";
import { textsAbove } from "../../app/document/document.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { givesAway } from "../../engine/lessons/giving-away.ts";
import type { Glimpse } from "../../engine/lessons/glimpse.ts";
import type { OpenQuestion } from "../../engine/lessons/held-back.ts";
import { glimpsed } from "../../engine/lessons/lesson.ts";
import { type Answer, sameAnswer } from "../../engine/queries/answer.ts";
import { AS_IT_STANDS, answerQuery } from "../../engine/queries/evaluate.ts";
import { type Setting, Subject } from "../../engine/queries/subject.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";

/** The numbers that a glimpse tells of a query that is about numbers of scalars or about calls; undefined for other queries. */
function toldOf(glimpse: Glimpse, query: string): readonly Answer[] | undefined {
  const [, name, first] = /^(\w+)\(\s*(?:"?([\w/]+)"?)?/.exec(query) ?? [];
  const number = (value: number | undefined): readonly Answer[] =>
    value === undefined ? [] : [{ tag: "number", value }];
  const nodeOf = (scalar: string | undefined) =>
    glimpse.nodes.filter(({ name, number }) =>
      scalar === undefined ? glimpse.outputs.includes(number) : name === scalar,
    );
  const rowsOf = (scalar: string | undefined) => {
    const numbers = nodeOf(scalar).map((node) => node.number);
    return glimpse.columns.flatMap(({ rows }) => rows.filter((row) => numbers.includes(row.number)));
  };
  switch (name) {
    case "value":
      return nodeOf(first).flatMap(({ value }) => number(value));
    case "cotangent":
    case "argument":
      return rowsOf(first).flatMap(({ waiting, cotangent, arrivals }) => [
        ...number(waiting),
        ...number(cotangent),
        ...(arrivals.length < 2 ? [] : number(arrivals.reduce((sum, { amount }) => sum + amount, 0))),
      ]);
    case "called": {
      const nth = Number(first ?? 1);
      return glimpse.columns.flatMap(({ calls, calling }): readonly Answer[] =>
        calls >= nth && calling !== undefined && calls === nth ? [{ tag: "text", text: calling }] : [],
      );
    }
    case "calls":
      return first === "by"
        ? glimpse.columns.flatMap(({ calls }) => number(calls))
        : rowsOf(first).flatMap(({ called }) => number(called));
    default:
      return undefined;
  }
}

interface Look {
  readonly view: string;
  readonly open: readonly OpenQuestion[];
  /** The glimpses that the view shows at first and at the last step that may be shown, with some questions open. */
  glimpses(open: readonly OpenQuestion[]): readonly Glimpse[];
  right(query: string, setting: Setting): Answer | undefined;
}

function looksIn(document: Document): readonly Look[] {
  return document.cells.flatMap((cell): readonly Look[] => {
    if (cell.tag !== "view") return [];
    const view = readView(cell);
    const program = programAbout(document, cell.id, view.of);
    const shows = PICTURES.find((one) => one === view.shows);
    // what is done by hand is shown when its questions are answered, or not at all
    if (program === undefined || shows === undefined || BY_HAND.includes(shows)) return [];
    const checked = checkSource(program.text, textsAbove(document, program.id));
    const subject = new Subject(checked, undefined, DEFAULT_BUDGET);
    const settingOf = (own: typeof view.setting, of: ProgramCell) => ({
      ...own,
      at: own.at ?? (of.ask.at || undefined),
    });
    const setting = settingOf(view.setting, program);
    const stages = view.stages.length > 0 ? view.stages : USUAL_STAGES[shows];
    const at = (step: number | undefined, open: readonly OpenQuestion[]): Glimpse => {
      const found = finish(
        glimpsed(checked, undefined, setting, { stages, address: view.address, step, open }, DEFAULT_BUDGET),
      );
      if (found.tag === "mistake") throw new Error(found.message);
      return found.glimpse;
    };
    const open = openAbout(document, program.id, NO_DEEDS).map(
      ({ predict }): OpenQuestion => ({
        id: predict.id,
        queries: queriesOf(predict),
        setting: settingOf(predict.setting, program),
      }),
    );
    const right = (query: string, own: Setting): Answer | undefined => {
      const answered = finish(answerQuery(subject, query, own));
      return answered.tag === "answer" ? answered.answer : undefined;
    };
    const glimpses = (held: readonly OpenQuestion[]): readonly Glimpse[] => [
      at(undefined, held),
      at(Number.MAX_SAFE_INTEGER, held),
    ];
    return [{ view: cell.id, open, glimpses, right }];
  });
}

/** The queries of open questions whose answers a look has, where they are about this run. */
function answersIn({ open, glimpses, right }: Look, held: readonly OpenQuestion[]): readonly string[] {
  const seen = glimpses(held);
  return open.flatMap(({ queries, setting }) =>
    queries.filter((query) => {
      if (/\b(?:at|seed|along|n):/.test(query) || queries.length > 1 || setting.at !== held[0]?.setting.at)
        return false;
      const answer = right(query, setting);
      return (
        answer !== undefined && seen.some((glimpse) => toldOf(glimpse, query)?.some((one) => sameAnswer(one, answer)))
      );
    }),
  );
}

describe.each(LESSONS.map((lesson) => [lesson.title, lesson.document] as const))("%s", (_, document) => {
  test("no picture has the answer of an open question", () => {
    for (const look of looksIn(document))
      if (look.open.length > 0) expect([look.view, ...answersIn(look, look.open)]).toEqual([look.view]);
  });

  test("no caption asks for what a question asks for", () => {
    const asked = new Set(
      document.cells.flatMap((cell) =>
        cell.tag === "predict" ? [`${readPredict(cell).of} ${readPredict(cell).is}`] : [],
      ),
    );
    for (const cell of document.cells) {
      if (cell.tag !== "view" && cell.tag !== "break") continue;
      const { of, caption } = cell.tag === "view" ? readView(cell) : readBreak(cell);
      for (const inline of inlinesOf(caption))
        expect([...asked]).not.toContain(`${inline.of === "" ? of : inline.of} ${inline.query}`);
    }
  });
});

test("without that, pictures would have answers: those of these lessons", () => {
  const nothing: OpenQuestion = {
    id: "none",
    queries: [],
    setting: { at: undefined, cotangent: undefined, n: undefined, variations: "" },
  };
  const told = LESSONS.flatMap(({ number, document }) =>
    looksIn(document).some(
      (look) =>
        answersIn(
          look,
          look.open.map(({ setting }) => ({ ...nothing, setting })),
        ).length > 0,
    )
      ? [number]
      : [],
  );
  expect(told).toEqual(expect.arrayContaining([5, 8]));
});

test("a picture that is held back stands at the step before the one that tells", () => {
  const text = "-- at: (12.0, 13.0)\ndef main (x, y) = let z = x + y in x * z";
  const checked = checkSource(text, []);
  const setting: Setting = { at: undefined, cotangent: undefined, n: undefined, variations: "" };
  const held = (query: string, address = "end", own = setting) => {
    const open = [{ id: "q", queries: [query], setting: own }];
    const found = finish(glimpsed(checked, undefined, setting, { stages: ["staged"], address, open }, DEFAULT_BUDGET));
    if (found.tag === "mistake") throw new Error(found.message);
    const { nodes, columns, heldBy } = found.glimpse;
    const values = Object.fromEntries(nodes.map(({ name, value }) => [name, value]));
    const cotangents = Object.fromEntries(columns[0]!.rows.map((row) => [nodes[row.number]!.name, row.cotangent]));
    return { values, cotangents, calls: columns[0]!.calls, heldBy };
  };
  expect(held("value()").values).toMatchObject({ z: 25, result: undefined });
  expect(held("value(z)").values).toMatchObject({ z: undefined, result: undefined });
  expect(held("cotangent(x)").cotangents).toMatchObject({ z: 12, x: 25 });
  expect(held("cotangent(z)").cotangents).toMatchObject({ z: undefined });
  // a picture of all calls but the last gives their number away
  expect(held("calls(by: staged)").calls).toBe(0);
  expect(held("calls(x, by: staged)").calls).toBeLessThan(4);
  expect(held('called(1, by: staged) = "z"').calls).toBe(0);
  // what is not about this run, and what no picture tells, keeps nothing back
  for (const query of [
    'cotangent(x, seed: "2.0")',
    "paths(x)",
    "growth(calls, by: staged)",
    "calls(by: naive)",
    "no such query",
  ])
    expect(held(query).heldBy).toEqual([]);
  expect(held("value()", "end", { ...setting, at: "(1.0, 1.0)" }).heldBy).toEqual([]);
  expect(held("value()", "start").heldBy).toEqual([]);
  expect(held("value()").heldBy).toEqual(["q"]);
});

test("a cotangent is told as soon as what has come is as much, though zeros follow", () => {
  // c gets a half first, then one, and then zero: the other operand of the maximum
  const text = "-- at: 0.5\ndef main x =\n  let c = 2.0 * x in\n  let m = max c c in\n  m + 0.5 * c";
  const open = [{ id: "q", queries: ["cotangent(c)"], setting: AS_IT_STANDS }];
  for (const stages of [["tape"], ["naive"], ["tape", "naive"], ["naive", "tape"]]) {
    const ask = { stages, address: "end", open };
    const found = finish(glimpsed(checkSource(text), undefined, AS_IT_STANDS, ask, DEFAULT_BUDGET));
    if (found.tag === "mistake") throw new Error(found.message);
    const { nodes, columns } = found.glimpse;
    const { number } = nodes.find(({ name }) => name === "c")!;
    for (const { rows } of columns) expect(rows.find((row) => row.number === number)?.cotangent ?? 0).toBeLessThan(1.5);
  }
});

test("a query tells what asks for the same number of the same run, alone or within another", () => {
  const telling = (told: string, asked: string, own: Partial<Setting> = {}): boolean =>
    givesAway({ query: told, setting: AS_IT_STANDS }, { query: asked, setting: { ...AS_IT_STANDS, ...own } });
  for (const [told, asked] of [
    ["cotangent(x)", "cotangent(x)"],
    ["2 * cotangent(x) + 1", "cotangent(x)"],
    ["gradient()", "cotangent(x)"],
    ['argument("x", by: staged)', "cotangent(x)"],
    ["predicted(by: naive)", "calls(by: naive)"],
    ["value", "value()"],
  ] as const)
    expect([told, telling(told, asked)]).toEqual([told, true]);
  for (const [told, asked] of [
    ["cotangent(y)", "cotangent(x)"],
    ['cotangent(x, seed: "2.0")', "cotangent(x)"],
    ["calls(by: staged)", "calls(by: naive)"],
    ["growth(calls, by: naive)", "calls(by: naive)"],
    ["no such", "cotangent(x)"],
    ["(", "("],
  ] as const)
    expect([told, telling(told, asked)]).toEqual([told, false]);
  expect(telling("calls(by: naive, n: 6)", "calls(by: naive)", { n: 6 })).toBe(true);
  expect(telling("calls(by: naive, n: 5)", "calls(by: naive)", { n: 6 })).toBe(false);
});
