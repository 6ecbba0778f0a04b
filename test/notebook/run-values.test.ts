// The recorded run of a cell, where the engine is slow to start or to record, as on a busy machine.
import { beforeEach, expect, test, vi } from "vitest";
import * as client from "../../app/client/client.ts";
import { programCell } from "../../app/document/document.ts";
import { useDocument } from "../../app/document/state/document.ts";
import { recordedRun, recordedRunSoon } from "../../app/notebook/cell/run-values.ts";
import type { Result } from "../../app/program/model/run.ts";
import { useRunning } from "../../app/program/state/running.ts";
import { restoreAfterwards } from "../support/restored.ts";

vi.hoisted(() => {
  vi.stubGlobal("location", new URL("http://page/"));
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("addEventListener", () => undefined);
});

restoreAfterwards(useDocument, useRunning);

/** The recordings that were asked for: how each is answered, and whether it was stopped. */
const asked: { answer(explored: unknown): void; isStopped: boolean }[] = [];

function begin(_: string, __: object, { onStart }: { onStart(isFirst: boolean): void }) {
  const one = { answer: (_: unknown): void => undefined, isStopped: false };
  const end = new Promise((give) => {
    one.answer = (answer) => give({ tag: "answered", answer });
    asked.push(one);
    const stop = (): void => {
      one.isStopped = true;
      give({ tag: "terminated", progress: undefined });
    };
    Object.assign(one, { stop });
  });
  onStart(false);
  return { ...one, end };
}

const EXPLORED = { graph: "of the run" };
let texts = 0;

/** A cell that has run as it is, in so many milliseconds. */
function ranCell(took: number, isFirst: boolean) {
  const cell = programCell("cell-1", `def main x = x + ${texts++}.0`);
  useDocument.setState({ document: { title: "", cells: [cell] } });
  const result = { subject: cell, above: [], took, isFirst, before: [] } as Partial<Result> as Result;
  useRunning.setState({
    runs: new Map([[cell.id, { running: undefined, result, earlier: undefined, notBegun: undefined }]]),
  });
  return cell;
}

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers();
  const lease = vi.spyOn(client, "lease").mockReturnValue({ begin, end: () => undefined } as never);
  return () => {
    lease.mockRestore();
    vi.useRealTimers();
  };
});

test("is recorded after the first run of a worker however long that took, and after another one that was short", async () => {
  for (const [took, isFirst] of [
    [4000, true],
    [40, false],
  ] as const) {
    const { id, text } = ranCell(took, isFirst);
    const recorded = recordedRun(id, text);
    asked.at(-1)!.answer(EXPLORED);
    expect(await recorded).toBe(EXPLORED);
  }
  const { id, text } = ranCell(4000, false);
  expect(await recordedRun(id, text)).toBeUndefined();
  expect(asked).toHaveLength(2);
});

test("is there for who can wait, and not for a tooltip, where its recording takes seconds", async () => {
  const { id, text } = ranCell(40, false);
  const [recorded, soon] = [recordedRun(id, text), recordedRunSoon(id, text)];
  await vi.advanceTimersByTimeAsync(5000);
  expect(await soon).toBeUndefined();
  expect(asked.map(({ isStopped }) => isStopped)).toEqual([false]);
  asked[0]!.answer(EXPLORED);
  expect(await recorded).toBe(EXPLORED);
  // and the next tooltip has it at once
  expect(await recordedRunSoon(id, text)).toBe(EXPLORED);
  expect(asked).toHaveLength(1);
});

test("is given up where its recording does not end, and tried again for who asks again", async () => {
  const { id, text } = ranCell(40, false);
  const recorded = recordedRun(id, text);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await recorded).toBeUndefined();
  expect(asked.map(({ isStopped }) => isStopped)).toEqual([true]);
  const again = recordedRun(id, text);
  asked[1]!.answer(EXPLORED);
  expect(await again).toBe(EXPLORED);
});
