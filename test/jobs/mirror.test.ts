// A job's links: the job that it mirrors, and where the user's text says what it computes.

import { describe, expect, test } from "vitest";
import { jobsByLine } from "../../app/jobs/model/lines.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { runGradient } from "../../engine/derive/gradient.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import type { Job } from "../../engine/evaluate/tasks/tasks.ts";
import { spanIn } from "../../engine/graphs/run-graph.ts";
import type { Variations } from "../../engine/session/input/variations.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { example } from "../support/examples.ts";
import { PRELUDE, UNEVEN } from "../support/jobs.ts";
import { explore, PARALLEL } from "./support.ts";

const jobsOf = (text: string, variations: Variations = {}) =>
  finish(runGradient(checkSource(text), { variations }, stageOf("parallel")!, DEFAULT_BUDGET, { checks: false })).jobs;

/** The text that a job's place says. */
const said = (text: string, { place }: Pick<Job, "place">): string | undefined =>
  place && text.slice(place.from, place.to);

describe.each(PARALLEL)("the jobs of $name", ({ text }) => {
  const { run, graph } = explore(text);
  const { forward, reverse } = run.passes;

  test("a job of the reverse pass resolves the scalars of those that it mirrors, and no others", () => {
    let called = 0;
    for (const job of reverse.list) {
      const made = new Set(job.mirrors.flatMap((id) => forward.jobs.get(id)!.scalars));
      for (const scalar of job.scalars) expect(made.has(scalar)).toBe(true);
      called += job.scalars.length;
    }
    expect(called).toBeGreaterThan(0);
    expect(graph.size).toBeGreaterThan(0);
  });

  test("each job of the forward pass has one mirror", () => {
    const mirrored = reverse.list.flatMap(({ mirrors }) => mirrors).sort((a, b) => a - b);
    expect(mirrored).toEqual(forward.list.map(({ id }) => id));
  });

  test("forks become joins, and joins become forks", () => {
    for (const job of reverse.list) {
      const own = job.mirrors[0];
      if (own === undefined) continue;
      // what it waits for in the reverse pass waited for it in the forward pass
      for (const before of job.after) {
        const { mirrors } = reverse.jobs.get(before)!;
        if (mirrors.length > 0) expect(mirrors.flatMap((id) => forward.jobs.get(id)!.after)).toContain(own);
      }
    }
  });
});

test("in every order of jobs, and in the thesis' form, the mirrors are the same", () => {
  for (const text of [UNEVEN, PRELUDE, example("21")])
    for (const atomic of [false, true]) {
      const mirrors = (schedule?: number) => {
        const { forward, reverse } = jobsOf(text, { schedule, options: { atomic } });
        return {
          forward: forward.map(({ id, from, kind }) => [id, from, kind]),
          mirrored: reverse.map((job) => job.mirrors),
        };
      };
      const alone = mirrors();
      for (const seed of [1, 2, 3]) expect(mirrors(seed)).toEqual(alone);
      const all = alone.mirrored.flat().sort((a, b) => a - b);
      expect(all).toEqual(alone.forward.map(([id]) => id));
    }
});

test("a part knows its operand, in the transformed program as in the source", () => {
  const { primal, forward } = jobsOf(UNEVEN);
  const parts = (jobs: readonly Job[]) => jobs.filter(({ kind }) => kind === "part").map((job) => said(UNEVEN, job));
  expect(parts(forward)).toEqual(parts(primal));
  expect(parts(forward).slice(2)).toEqual(["rep 18 y", "rep 9 y", "rep 6 y", "rep 12 y"]);
  expect(parts(forward)[0]).toMatch(/^\(?let \(p, q\)/);
  const [join] = forward.filter(({ kind, from }) => kind === "join" && from === 1);
  expect(said(UNEVEN, join!)).toBe("rep 18 y |*| rep 9 y");
});

test("what the prelude forks is told by the call of the user's that led there", () => {
  const { primal, forward } = jobsOf(PRELUDE);
  for (const jobs of [primal, forward]) {
    const elements = jobs.filter((job) => job.kind === "part" && said(PRELUDE, job)?.startsWith("parMap"));
    expect(elements.length).toBe(3);
    for (const element of elements)
      expect(said(PRELUDE, element)).toBe("parMap (\\y -> sin y * y) [x, x * 2.0, x * 3.0]");
    const [definition] = jobs.filter(({ kind }) => kind === "definition");
    expect(definition?.definition).toBe("c");
  }
});

test("what takes the input apart has no place in the text", () => {
  const { forward } = jobsOf(example("21"));
  const [fork] = forward.filter(({ kind }) => kind === "part");
  expect(fork!.place).toBeUndefined();
});

test("letters stand beside the lines of their operands; a line with many says how many", () => {
  const { run, graph } = explore(UNEVEN);
  const lineOf = (text: string) => (offset: number) => text.slice(0, offset).split("\n").length;
  const shown = (text: string, explored: ReturnType<typeof explore>) =>
    jobsByLine(explored.run, lineOf(text), (scalar) => spanIn(explored.graph, scalar)).map(({ at, letters, count }) => [
      lineOf(text)(at),
      letters.map(({ letter }) => letter).join("") || `×${count}`,
    ]);
  const lines = UNEVEN.split("\n");
  const found = new Map(shown(UNEVEN, { run, graph }).map(([line, words]) => [lines[Number(line) - 1]!.trim(), words]));
  expect(found.get("(let (p, q) = rep 18 y |*| rep 9 y in rep 3 (p * q))")).toBe("×4");
  expect(found.get("rep 2 (l * r)")).toBe("δ");
  const many = shown(PRELUDE, explore(PRELUDE)).find(([line]) => line === 2);
  expect(many?.[1]).toMatch(/^[α-ω]{3}$/);
});
