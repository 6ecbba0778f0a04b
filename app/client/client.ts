// The page's side of the workers: requests as promises; a run can be stopped, and a worker that does not hear is replaced.

import { t } from "@lingui/core/macro";
import { present } from "../../engine/base/nth.ts";
import type { RunReport } from "../../engine/derive/gradient.ts";
import type { Progress } from "../../engine/session/run/drive.ts";
import type { Question, Reply, Request, RequestId } from "../../engine/worker/messages.ts";
import type { RunRequest } from "../../engine/worker/protocol.ts";
import type { Answer, Ask, Kind } from "../../engine/worker/questions.ts";
import { crew } from "./crew.ts";
import type { Port } from "./port.ts";
import type { RunEnd } from "./run-end.ts";
import { type Borrower, pagePool, type WorkerPool } from "./worker-pool.ts";

/** How long a stopped worker may take to end by itself, in milliseconds; then it is terminated. Waits end by 250. */
const PATIENCE = 150;

/** The worker's own end: it could not start, or the browser ended it, as it does where memory runs out. */
const CRASHED = t`the browser stopped the engine, probably because it ran out of memory`;

/** A run under way. */
export interface Running {
  readonly end: Promise<RunEnd>;
  /** Ends it at once, with partial results. */
  stop(): void;
}

/** A long pending question. */
export interface Asked<T> {
  /** `undefined` where it was given up. */
  readonly answer: Promise<T | undefined>;
  /** There is a worker for it: until then it waits for one. */
  readonly started: Promise<void>;
  /** Requests its early end, with partial results; a worker that does not react is terminated, if no one needs its state. */
  stop(): void;
}

type Pending = (reply: Reply) => void;

/** Questions about the run that the worker holds: a worker that does not hear Stop is not terminated for them, for others need that run. */
const NEED_THE_RUN: ReadonlySet<Kind> = new Set<Kind>(["record", "compare", "picture"]);

function question<K extends Kind>(id: RequestId, kind: K, ask: Ask<K>): Request {
  return { tag: "ask", id, kind, ask } satisfies Question<K> as Request;
}

/** Sends a request; one for a run on several threads comes with their ports. */
function post(port: Port, request: Request): void {
  const threads = threadsOf(request);
  if (threads > 1) crew.join(port, threads);
  port.postMessage(request);
}

/** How many threads a request is for. */
function threadsOf(request: Request): number {
  return request.tag === "ask" && request.kind === "run" ? (request.ask.threads ?? 1) : 1;
}

/** Workers that have run a program: the first run of each takes longer, for the browser has compiled little of the engine by then. */
const haveRun = new WeakSet<Port>();

interface ClientOptions {
  /** Its worker's state for it between two questions. */
  readonly keeps?: Borrower["keeps"];
  /** Called on our own bugs, by any request. */
  readonly onFailure?: (message: string) => void;
  /** Called when its worker's state is lost, for another client needed the worker. */
  readonly onLost?: () => void;
  readonly pool?: WorkerPool;
}

/** A client: it borrows a worker when there is something to ask, and keeps it until another needs it. */
export class EngineClient implements Borrower {
  /** The number of the latest request of all clients: workers change clients, and must not mix up their requests. */
  private static latestId = 0;
  /** May change with the client's use. */
  keeps: Borrower["keeps"];
  private port: Port | undefined;
  private readonly pending = new Map<RequestId, Pending>();
  /** Requests that wait for a worker. */
  private outbox: { readonly request: Request; readonly onSent: () => void }[] = [];
  private readonly pool: WorkerPool;
  private readonly onFailure: (message: string) => void;
  private readonly onLost: () => void;

  constructor({ keeps = "nothing", onFailure, onLost, pool = pagePool }: ClientOptions = {}) {
    this.keeps = keeps;
    this.pool = pool;
    this.onFailure = onFailure ?? (() => undefined);
    this.onLost = onLost ?? (() => undefined);
  }

  get isBusy(): boolean {
    return this.pending.size > 0;
  }

  /** Ends the worker for good, unless it is asked something again. */
  end(): void {
    this.replace("ended", false);
  }

  /** Terminates the worker and starts another: pending questions are answered with `undefined`. */
  restart(): void {
    this.replace("stopped", true);
  }

  /** Asks a quick question; `undefined` where there is no answer, or a restart overtook the question. */
  ask<K extends Kind>(kind: K, ask: Ask<K>): Promise<Answer<K> | undefined> {
    return this.begin(kind, ask).answer;
  }

  /** Asks a slow question: it reports progress, and can be ended with partial results. */
  begin<K extends Kind>(
    kind: K,
    ask: Ask<K>,
    onProgress: (progress: Progress) => void = () => undefined,
  ): Asked<Answer<K>> {
    const id = this.newId();
    let answered: (answer: Answer<K> | undefined) => void = () => undefined;
    const answer = new Promise<Answer<K> | undefined>((resolve) => {
      answered = resolve;
    });
    this.pending.set(id, (reply) => {
      if (reply.tag === "progress") return onProgress(reply.progress);
      this.settled(id);
      answered(reply.tag === "answer" ? (reply.answer as Answer<K>) : undefined);
    });
    const started = new Promise<void>((resolve) => this.send(question(id, kind, ask), resolve));
    const stop = (): void => {
      if (!this.pending.has(id)) return;
      if (this.withdrawn(id)) {
        this.settled(id);
        return answered(undefined);
      }
      this.send({ tag: "stop", id });
      if (NEED_THE_RUN.has(kind)) return;
      setTimeout(() => {
        if (this.pending.has(id)) this.restart();
      }, PATIENCE);
    };
    return { answer, started, stop };
  }

  /** Starts a run; `onStart` is called when it has a worker, with whether that is fresh, `onProgress` about ten times a second. */
  run(run: RunRequest, onProgress: (progress: Progress) => void, onStart: (isFirst: boolean) => void): Running {
    const id = this.newId();
    let latest: Progress | undefined;
    let partial: RunReport | undefined;
    let finish: (end: RunEnd) => void = () => undefined;
    const end = new Promise<RunEnd>((resolve) => {
      finish = resolve;
    });
    const settle = (result: RunEnd): void => {
      this.settled(id);
      finish(result);
    };
    this.pending.set(id, (reply) => {
      if (reply.tag === "progress") {
        latest = reply.progress;
        onProgress(latest);
      } else if (reply.tag === "partial") partial = reply.run;
      else if (reply.tag === "answer") settle({ tag: "ran", run: reply.answer as RunReport });
      else if (reply.tag === "failed") settle({ tag: "failed", message: reply.message });
    });
    this.send(question(id, "run", run), () => {
      const port = present(this.port);
      const isFirst = !haveRun.has(port);
      haveRun.add(port);
      onStart(isFirst);
    });
    const stop = (): void => {
      if (!this.pending.has(id)) return;
      if (this.withdrawn(id)) return settle({ tag: "withdrawn" });
      this.send({ tag: "stop", id });
      setTimeout(() => {
        if (!this.pending.has(id)) return;
        settle(partial === undefined ? { tag: "terminated", progress: latest } : { tag: "ran", run: partial });
        this.restart();
      }, PATIENCE);
    };
    return { end, stop };
  }

  private newId(): RequestId {
    return ++EngineClient.latestId as RequestId;
  }

  private send(request: Request, onSent: () => void = () => undefined): void {
    if (this.port === undefined) {
      this.outbox.push({ request, onSent });
      return this.pool.borrow(this);
    }
    post(this.port, request);
    onSent();
  }

  /** Takes a request back that has not been sent; whether it was so. */
  private withdrawn(id: RequestId): boolean {
    const before = this.outbox.length;
    this.outbox = this.outbox.filter(({ request }) => request.tag === "crew" || request.id !== id);
    return this.outbox.length < before;
  }

  /** Ends a request. A client may send another at once; else the worker may be lent to another client. */
  private settled(id: RequestId): void {
    this.pending.delete(id);
    if (!this.isBusy) setTimeout(() => this.isBusy || this.pool.rested(this));
  }

  lend(port: Port): void {
    port.onmessage = ({ data }) => {
      if (data.tag === "lost-threads") return crew.lost();
      if (data.tag === "failed") this.onFailure(data.message);
      this.pending.get(data.id)?.(data);
    };
    port.onerror = () => {
      if (this.port !== port) return;
      this.onFailure(CRASHED);
      this.replace(CRASHED, false);
    };
    this.port = port;
    const { outbox } = this;
    this.outbox = [];
    for (const { request, onSent } of outbox) {
      post(port, request);
      onSent();
    }
  }

  lose(): void {
    this.port = undefined;
    this.onLost();
  }

  /** Ends the worker, and all pending questions. With `another`, there is a new one at once. */
  private replace(message: string, another: boolean): void {
    this.port = undefined;
    this.outbox = [];
    const waiting = [...this.pending];
    this.pending.clear();
    this.pool.end(this, another);
    for (const [id, pending] of waiting) pending({ tag: "failed", id, message });
  }
}
