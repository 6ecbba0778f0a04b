// The page's side of the workers: requests as promises; a question can be stopped, and a worker that does not hear is replaced.
// Rooms ask by questions (question.ts); `lease` is for those that hold a worker.

import { t } from "@lingui/core/macro";
import { present } from "../../engine/base/nth.ts";
import type { Progress } from "../../engine/session/run/drive.ts";
import type { Question, Reply, Request, RequestId } from "../../engine/worker/messages.ts";
import type { Answer, Ask, Kind } from "../../engine/worker/questions.ts";
import { crew } from "./crew.ts";
import type { End } from "./end.ts";
import { sharedFiles } from "./files.ts";
import type { Port } from "./port.ts";
import { type Borrower, pagePool, type WorkerPool } from "./worker-pool.ts";

/** How long a stopped worker may take to end by itself, in milliseconds; then it is terminated. Waits end by 250. */
const PATIENCE = 150;

/** The worker's own end: it could not start, or the browser ended it, as it does where memory runs out. */
const CRASHED = t`the browser stopped the engine, probably because it ran out of memory`;

/** A pending question. */
export interface Asked<T> {
  readonly end: Promise<End<T>>;
  /** Requests its early end, with partial results; a worker that does not react is terminated, if no one needs its state. */
  stop(): void;
}

/** Callbacks of a pending question. */
interface Listeners {
  /** Called about ten times a second. */
  readonly onProgress?: (progress: Progress) => void;
  /** Called when there is a worker for it; `isFirst` where no program has run in that worker yet. */
  readonly onStart?: (isFirst: boolean) => void;
}

/** A pending request: its listener for replies, and its end without one. */
interface Pending {
  hear(reply: Exclude<Reply, { readonly tag: "lost-threads" }>): void;
  end(end: End<never>): void;
}

/** Questions about the run that the worker holds: a worker that does not hear Stop is not terminated for them, for others need that run. */
const NEED_THE_RUN: ReadonlySet<Kind> = new Set<Kind>(["record", "compare", "picture"]);

function question<K extends Kind>(id: RequestId, kind: K, ask: Ask<K>): Request {
  return { tag: "ask", id, kind, ask } satisfies Question<K> as Request;
}

/** Sends a request, behind the files that it may need; one for a run on several threads comes with their ports. */
function post(port: Port, request: Request): void {
  if (request.tag === "ask") sharedFiles.bring(port);
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

/** A client that holds a worker: it borrows one when there is something to ask, and keeps it until another needs it. */
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
  private readonly onFailure: ((message: string) => void) | undefined;
  private readonly onLost: (() => void) | undefined;

  constructor({ keeps = "nothing", onFailure, onLost, pool = pagePool }: ClientOptions = {}) {
    this.keeps = keeps;
    this.pool = pool;
    this.onFailure = onFailure;
    this.onLost = onLost;
  }

  get isBusy(): boolean {
    return this.pending.size > 0;
  }

  /** Lets go of the worker, unless something is asked again; pending questions end, with it. */
  end(): void {
    if (this.isBusy || this.keeps !== "nothing") return this.replace({ tag: "terminated", progress: undefined }, false);
    this.port = undefined;
    this.pool.giveBack(this);
  }

  /** Terminates the worker and starts another: pending questions end. */
  restart(): void {
    this.replace({ tag: "terminated", progress: undefined }, true);
  }

  /** Asks a quick question; `undefined` where it ends without an answer. */
  async ask<K extends Kind>(kind: K, ask: Ask<K>): Promise<Answer<K> | undefined> {
    const end = await this.begin(kind, ask).end;
    return end.tag === "answered" ? end.answer : undefined;
  }

  /** Asks a slow question: it reports progress, and can be ended with partial results. */
  begin<K extends Kind>(kind: K, ask: Ask<K>, { onProgress, onStart }: Listeners = {}): Asked<Answer<K>> {
    const id = this.newId();
    let progress: Progress | undefined;
    let partial: Answer<K> | undefined;
    let resolve: (end: End<Answer<K>>) => void = () => undefined;
    const end = new Promise<End<Answer<K>>>((resolved) => {
      resolve = resolved;
    });
    const settle = (found: End<Answer<K>>): void => {
      this.settled(id);
      resolve(found);
    };
    const answered = (answer: Answer<K>): void => settle({ tag: "answered", answer });
    const hear: Pending["hear"] = (reply) => {
      if (reply.tag === "progress") {
        ({ progress } = reply);
        onProgress?.(progress);
      } else if (reply.tag === "partial") partial = reply.run as Answer<K>;
      else if (reply.tag === "answer") answered(reply.answer as Answer<K>);
      else settle({ tag: "failed", message: reply.message });
    };
    this.pending.set(id, { hear, end: settle });
    this.send(question(id, kind, ask), () => {
      const port = present(this.port);
      onStart?.(!haveRun.has(port));
      if (kind === "run") haveRun.add(port);
    });
    const stop = (): void => {
      if (!this.pending.has(id)) return;
      if (this.withdrawn(id)) return settle({ tag: "withdrawn" });
      this.send({ tag: "stop", id });
      if (NEED_THE_RUN.has(kind)) return;
      setTimeout(() => {
        if (!this.pending.has(id)) return;
        if (partial === undefined) settle({ tag: "terminated", progress });
        else answered(partial);
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
    this.outbox = this.outbox.filter(({ request }) => !("id" in request) || request.id !== id);
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
      if (data.tag === "failed") this.onFailure?.(data.message);
      this.pending.get(data.id)?.hear(data);
    };
    port.onerror = () => {
      if (this.port !== port) return;
      this.onFailure?.(CRASHED);
      this.replace({ tag: "failed", message: CRASHED }, false);
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
    this.onLost?.();
  }

  /** Ends all pending questions, and the use of the worker. With `another`, there is a new one at once. */
  private replace(end: End<never>, another: boolean): void {
    this.port = undefined;
    this.outbox = [];
    const waiting = [...this.pending.values()];
    this.pending.clear();
    this.pool.end(this, another);
    for (const pending of waiting) pending.end(end);
  }
}

/** Asks a single question; `undefined` where it ends without an answer. */
export async function askOnce<K extends Kind>(kind: K, ask: Ask<K>): Promise<Answer<K> | undefined> {
  const client = lease();
  const answer = await client.ask(kind, ask);
  client.end();
  return answer;
}

/** A client of the page's pool, for one that holds a worker; questions (question.ts) have theirs by themselves. */
export function lease(options?: ClientOptions): EngineClient {
  return new EngineClient(options);
}
