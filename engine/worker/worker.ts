// The engine in a Web Worker: answers questions; runs work in slices, so that a Stop is heard within about 10 ms. Its own file answers the first
// questions, and loads one other for all the rest after its first answer, or at once where nothing is asked.
import type { Files } from "../session/program/data.ts";
import type { Steps } from "../session/run/drive.ts";
import { teamOver } from "./crew.ts";
import type { Desk, Memory } from "./desk.ts";
import { later, NotLoaded } from "./first.ts";
import type { Question, Reply, Request, RequestId } from "./messages.ts";
import { packed } from "./parcel.ts";
import { answer, type Kind } from "./questions.ts";

/** Milliseconds between two reports of progress. */
const REPORT_EVERY = 100;

/** Milliseconds of work between two looks at what has arrived. */
const SLICE = 10;

const memory: Memory = {
  checked: undefined,
  explored: undefined,
  program: undefined,
  examined: undefined,
  team: undefined,
  files: keptFiles(new Map()),
};
const stopped = new Set<RequestId>();
/** Whether anything was asked so far. */
let isAsked = false;
/** The question that drives a computation as long as it is the latest to do so. */
let latest: RequestId | undefined;

/** The files that the page keeps with a document. */
function keptFiles(files: ReadonlyMap<string, string>): Files {
  return (name) => {
    const text = files.get(name);
    const reason = "this file is not kept with the document: drop it on the program, or choose it below";
    return text === undefined ? { tag: "none", reason } : { tag: "text", text };
  };
}

function send(reply: Reply, transfer: readonly Transferable[] = []): void {
  postMessage(reply, { transfer: [...transfer] });
}

addEventListener("message", ({ data }: MessageEvent<Request>) => {
  if (data.tag === "ask") {
    isAsked = true;
    return void answered(data);
  }
  if (data.tag === "crew") {
    memory.team?.end();
    memory.team = teamOver(data.ports, () => send({ tag: "lost-threads" }));
    return;
  }
  if (data.tag === "files") {
    memory.files = keptFiles(data.files);
    return;
  }
  stopped.add(data.id);
  if (latest === data.id) latest = undefined;
});

async function answered<K extends Kind>({ id, kind, ask }: Question<K>): Promise<void> {
  const desk: Desk = {
    memory,
    inSlices: (steps) => inSlices(id, steps),
    whileLatest: (steps) => whileLatest(id, steps),
    progress: (progress) => send({ tag: "progress", id, progress }),
    partial: (run) => send({ tag: "partial", id, run }),
  };
  try {
    const { value, transfer } = packed(await answer(kind, ask, desk));
    send({ tag: "answer", id, answer: value }, transfer);
  } catch (error) {
    send({ tag: "failed", id, message: error instanceof Error ? error.message : String(error) });
    // the page replaces a worker with an error that nothing handles, and another one may load it
    if (error instanceof NotLoaded)
      setTimeout(() => {
        throw error;
      });
  }
  prepareRest();
}

/** Loads the rest of the engine before it is needed. */
function prepareRest(): void {
  // the question that needs it tells of the failure
  later().catch(() => undefined);
}

// what was asked before the worker had loaded comes in before this
setTimeout(() => isAsked || prepareRest());

async function whileLatest<T>(id: RequestId, steps: Generator<void, T, unknown>): Promise<T | undefined> {
  latest = id;
  let since = performance.now();
  for (let next = steps.next(); ; next = steps.next()) {
    if (next.done) return next.value;
    if (performance.now() - since < SLICE) continue;
    await pause();
    since = performance.now();
    if (latest !== id) return undefined;
  }
}

async function inSlices<T>(id: RequestId, steps: Steps<T>): Promise<T> {
  let reported = performance.now();
  let next = steps.next(true);
  while (!next.done) {
    const now = performance.now();
    if (now - reported > REPORT_EVERY) {
      reported = now;
      send({ tag: "progress", id, progress: next.value });
    }
    await pause();
    next = steps.next(!stopped.has(id));
  }
  stopped.delete(id);
  return next.value;
}

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Lets the worker's event loop handle what has arrived; faster than a timer. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(0);
  });
}
