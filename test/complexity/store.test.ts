// The lab's store against a worker that is none: what is asked for, in which order, and that it comes to an end.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { nextTask } from "../../app/base/next-task.ts";
import type { Port } from "../../app/client/port.ts";
import * as pools from "../../app/client/worker-pool.ts";
import { curveOf, subjectKey } from "../../app/complexity/model/curves.ts";
import * as curves from "../../app/complexity/state/curves.ts";
import * as lab from "../../app/complexity/state/lab.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { measure } from "../../engine/measure/lab.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import type { Request } from "../../engine/worker/messages.ts";
import type { MeasureRequest } from "../../engine/worker/protocol.ts";

const asked: MeasureRequest[] = [];
/** Steps that the graph may take. */
let graphSteps = 1_000_000;
/** Told before each answer. */
let before: () => void = () => undefined;

class FakeWorker implements Port {
  onmessage: Port["onmessage"] = null;
  onerror: Port["onerror"] = null;
  postMessage(request: Request): void {
    if (request.tag !== "ask" || request.kind !== "measure") return;
    asked.push(request.ask);
    if (asked.length > 500) throw new Error("it asks for ever");
    const { ask, id } = request;
    queueMicrotask(() => {
      before();
      const stage = ask.stage === undefined ? undefined : stageOf(ask.stage);
      const budgets = { run: { ...DEFAULT_BUDGET, steps: ask.steps }, graph: { ...DEFAULT_BUDGET, steps: graphSteps } };
      const measured = finish(measure(checkSource(ask.text, ask.above), { at: ask.at, n: ask.n }, stage, budgets));
      this.onmessage?.({ data: { tag: "answer", id, answer: measured } });
    });
  }
  terminate(): void {
    this.onmessage = null;
  }
}

const CHAIN =
  "-- at: (n, 1.0)\n-- sweep: n = 1 .. 8\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, x + x)\n";
const subject = (text: string) => ({
  title: "",
  ask: { text, above: [], entry: undefined, at: undefined, cotangent: undefined },
});

const FIRST = lab.useLab.getState();

beforeEach(() => {
  const pool = vi.spyOn(pools, "pagePool", "get").mockReturnValue(new pools.WorkerPool(() => new FakeWorker(), 1));
  asked.length = 0;
  graphSteps = 1_000_000;
  before = () => undefined;
  lab.useLab.setState(FIRST, true);
  return () => {
    curves.curvesOverN.forget(lab.LAB);
    pool.mockRestore();
  };
});

/** Waits until nothing is under way, and nothing more is asked. */
async function settled(): Promise<void> {
  for (let count = -1; count < asked.length || curves.curvesOverN.at(lab.LAB).isBusy; ) {
    count = asked.length;
    await nextTask();
  }
  expect(curves.curvesOverN.at(lab.LAB).failure).toBeUndefined();
  expect(found().running).toBeUndefined();
}

const found = () => curves.curvesOverN.at(lab.LAB).answer ?? curves.NO_CURVES;
const curve = (stage: string, text = CHAIN) => curveOf(found(), subject(text), stage);
const ns = (stage: string, text = CHAIN) => curve(stage, text).runs.map(({ n }) => n);

describe("curves", () => {
  test("are asked for n by n, each run once", async () => {
    lab.change({ stages: ["naive", "tape"], steps: 1_000_000 });
    lab.change({ subjects: [subject(CHAIN)], ns: [1, 2, 3] });
    await settled();
    expect(asked.map(({ n, stage }) => `${n} ${stage}`)).toEqual([
      "1 naive",
      "1 tape",
      "2 naive",
      "2 tape",
      "3 naive",
      "3 tape",
    ]);
    lab.change({ subjects: [subject(CHAIN)], ns: [1, 2, 3, 4] });
    await settled();
    expect(asked).toHaveLength(8);
  });

  test("end at their budget, go on as predicted until the graph ends too, and resume with a larger budget", async () => {
    graphSteps = 5_000;
    lab.change({ stages: ["forward", "naive", "tape"], steps: 5000 });
    lab.change({ subjects: [subject(CHAIN)], ns: [2, 4, 8, 12, 100, 2000] });
    await settled();
    expect(curve("naive").end).toMatchObject({ n: 12, steps: 5000 });
    const foretold = found().foretold[subjectKey(subject(CHAIN))]!.map(({ n }) => n);
    expect(foretold).toContain(12);
    expect(foretold).not.toContain(2000);
    const before_ = asked.length;
    lab.change({ steps: 1_000_000 });
    await settled();
    expect(asked.length).toBeGreaterThan(before_);
    expect(ns("naive")).toEqual([2, 4, 8, 12]);
    expect(curve("naive").end).toMatchObject({ n: 100, steps: 1_000_000 });
  });

  test("are remembered of the programs that were shown lately, and let go of older ones", async () => {
    lab.change({ stages: ["tape"], steps: 1_000_000 });
    const texts = Array.from({ length: 20 }, (_, place) => `-- program ${place}\n${CHAIN}`);
    for (const text of texts) {
      lab.change({ subjects: [subject(text)], ns: [1, 2] });
      await settled();
    }
    const { curves: known, foretold } = found();
    expect(Object.keys(known)).toHaveLength(12);
    expect(Object.keys(foretold)).toHaveLength(12);
    expect(ns("tape", texts.at(-12)!)).toEqual([1, 2]);
    expect(ns("tape", texts.at(-13)!)).toEqual([]);
  });

  test("keep to the budget that a run had, where it is raised meanwhile", async () => {
    lab.change({ stages: ["naive"], steps: 5000 });
    before = () => {
      before = () => undefined;
      lab.change({ steps: 1_000_000 });
    };
    lab.change({ subjects: [subject(CHAIN)], ns: [10] });
    await settled();
    expect(ns("naive")).toEqual([10]);
    expect(curve("naive").end).toBeUndefined();
  });

  test("have a gap where a run ends in a mistake, and go on behind it", async () => {
    const text = "-- at: (n, 1.0)\n-- sweep: n = 1 .. 8\ndef main (n : Int, x) = x * real (div 12 (n - 3))\n";
    lab.change({ stages: ["tape"], steps: 1_000_000 });
    lab.change({ subjects: [subject(text)], ns: [1, 2, 3, 4, 5] });
    await settled();
    expect(ns("tape", text)).toEqual([1, 2, 4, 5]);
    expect(curve("tape", text).mistakes).toMatchObject([{ n: 3 }]);
    expect(asked).toHaveLength(5);
  });

  test("are not cut off by what diverges below 1", async () => {
    lab.change({ stages: ["tape"], steps: 10_000 });
    lab.change({ subjects: [subject(CHAIN)], ns: [-1, 1, 2] });
    await settled();
    expect(ns("tape")).toEqual([1, 2]);
  });

  test("can be stopped and taken up", async () => {
    lab.change({ stages: ["tape"], steps: 1_000_000 });
    before = () => void (asked.length === 2 && lab.stopLab());
    lab.change({ subjects: [subject(CHAIN)], ns: [1, 2, 3, 4] });
    await settled();
    expect(ns("tape").length).toBeLessThan(4);
    before = () => undefined;
    lab.goOn();
    await settled();
    expect(ns("tape")).toEqual([1, 2, 3, 4]);
  });
});
