// Stop against a worker that hears nothing: whoever waits is told soon, and another worker takes its place.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EngineClient } from "../../app/client/client.ts";
import type { Port } from "../../app/client/port.ts";
import { WorkerPool } from "../../app/client/worker-pool.ts";
import type { Request } from "../../engine/worker/messages.ts";

const RUN = { text: "", above: [], entry: undefined, at: undefined, cotangent: undefined, n: undefined };

/** From Stop to the page that shows it. */
const LONGEST = 250;
/** The page's own part of that. */
const TO_SHOW = 50;

class DeafWorker implements Port {
  onmessage: Port["onmessage"] = null;
  onerror: Port["onerror"] = null;
  readonly asked: Request[] = [];
  isTerminated = false;
  postMessage(request: Request): void {
    this.asked.push(request);
  }
  terminate(): void {
    this.isTerminated = true;
  }
}

let workers: DeafWorker[] = [];
let client: EngineClient;

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  const start = () => {
    const worker = new DeafWorker();
    workers.push(worker);
    return worker;
  };
  client = new EngineClient({ pool: new WorkerPool(start, 2) });
});

afterEach(() => {
  vi.useRealTimers();
});

test("a run is over in time, with what there is, and its worker is replaced", async () => {
  const running = client.begin("run", { ...RUN, stage: "tape" });
  let end: unknown;
  void running.end.then((found) => {
    end = found;
  });
  running.stop();
  await vi.advanceTimersByTimeAsync(LONGEST - TO_SHOW);
  expect(end).toEqual({ tag: "terminated", progress: undefined });
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
});

test("a question is given up in time; one about what the worker holds is only asked to end", async () => {
  const ends: string[] = [];
  const question = client.begin("explore", RUN);
  void question.end.then(() => ends.push("explore"));
  question.stop();
  await vi.advanceTimersByTimeAsync(LONGEST - TO_SHOW);
  expect(ends).toEqual(["explore"]);
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  const recording = client.begin("record", "tape");
  recording.stop();
  await vi.advanceTimersByTimeAsync(10 * LONGEST);
  expect(workers).toHaveLength(2);
  expect(workers[1]!.asked.map((request) => (request.tag === "ask" ? request.kind : request.tag))).toEqual([
    "record",
    "stop",
  ]);
});

test("what ended by itself terminates nothing", async () => {
  const running = client.begin("run", { ...RUN, stage: "tape" });
  running.stop();
  const [worker] = workers;
  const [{ id }] = worker!.asked as [Exclude<Request, { readonly tag: "crew" | "files" }>];
  worker!.onmessage?.({ data: { tag: "failed", id, message: "enough" } });
  await vi.advanceTimersByTimeAsync(10 * LONGEST);
  expect(await running.end).toEqual({ tag: "failed", message: "enough" });
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([false]);
});
