// The page's catalogue has every algorithm and stage, in the order of the list, with the same words.
import { expect, test } from "vitest";
import { OPTION_WORDS, stagePageOf } from "../../app/algorithms/index.ts";
import { ALGORITHM_CATALOGUE, CATALOGUE, OPTIONS, USUAL } from "../../engine/algorithms/catalogue.ts";
import { inOrder } from "../../engine/algorithms/folders.ts";
import { ALGORITHMS } from "../../engine/algorithms/index.ts";
import { QUANTITIES } from "../../engine/analysis/quantities.ts";

test("the catalogue says of every algorithm and stage what these say of themselves", () => {
  const said = ALGORITHMS.map(({ study: _, inDual: ______, natives: ____, ...algorithm }) => ({
    ...algorithm,
    stages: algorithm.stages.map(
      ({ transform: __, fragment: ___, notation: _____, lists: _______, front: ________, ...description }) =>
        description,
    ),
  }));
  expect(ALGORITHM_CATALOGUE).toEqual(said);
});

test("what tools begin with is in the catalogue, and ids are unique", () => {
  const ids = CATALOGUE.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { usual } of ALGORITHM_CATALOGUE) {
    const { columns, leading, curves, run, staging, jobs, sharing } = usual;
    for (const id of [
      ...columns,
      leading,
      ...curves,
      run,
      staging,
      ...sharing.map(({ stage }) => stage),
      ...(jobs === undefined ? [] : [jobs]),
    ])
      expect(ids).toContain(id);
    expect(columns).toContain(leading);
  }
  expect(USUAL).toBe(ALGORITHM_CATALOGUE[0]!.usual);
});

test("every folder of an algorithm is in the list, and has what the page says of it", () => {
  const folders = Object.keys(import.meta.glob("../../engine/algorithms/*/index.ts"));
  const pages = Object.keys(import.meta.glob("../../app/algorithms/*/page.ts"));
  expect(folders).toHaveLength(ALGORITHMS.length);
  expect(pages).toHaveLength(ALGORITHMS.length);
});

test("every option has words on the page, and stages offer none that nobody describes", () => {
  const options = OPTIONS.map(({ id }) => id);
  expect(Object.keys(OPTION_WORDS).sort()).toEqual([...options].sort());
  for (const { varied } of CATALOGUE) expect(options).toEqual(expect.arrayContaining([...varied]));
});

test("every stage has a page: a head, words for its passes and their end", () => {
  for (const { id, entry } of CATALOGUE) {
    const { head, phases } = stagePageOf(id);
    expect(head, id).not.toBe("");
    const said = [phases.forward, phases.reverse?.("1") ?? phases.forward, phases.done("2", 3)];
    expect(
      said.every((words) => /^[A-Z].*\.$/s.test(words)),
      id,
    ).toBe(true);
    // the others are told by their steps
    expect(phases.reverse !== undefined, id).toBe(entry === "reverse" || entry === "linear");
    expect(phases.steps === undefined, id).toBe(entry === "reverse" || entry === "linear");
  }
});

test("quantities of algorithms have names of their own", () => {
  const ids = QUANTITIES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a folder of the list that lacks a file is a bug of ours", () => {
  expect(() => inOrder({ "./krawiec/index.ts": 1 }, "index.ts")).toThrow("an algorithm's folder lacks");
});
