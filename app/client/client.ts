// The page's side of the workers: requests as promises; a run can be stopped, and a worker that does not hear is replaced.
import { t } from "@lingui/core/macro";
import type { StageId } from "../../engine/algorithms/algorithm.ts";
import type { Reference } from "../../engine/reference/entry.ts";
import type { Checkpointed } from "../../engine/session/costs/checkpointing.ts";
import type { Measured, Speed } from "../../engine/session/costs/lab.ts";
import type { Timing } from "../../engine/session/costs/timing.ts";
import type { RunReport } from "../../engine/session/derivatives/gradient.ts";
import type { ColumnInfo, Explored } from "../../engine/session/exploration/exploration.ts";
import type { Look, LookKind, Looks } from "../../engine/session/exploration/looks.ts";
import type { Picture, PictureAsk } from "../../engine/session/exploration/picture.ts";
import type { Completion, Hover } from "../../engine/session/program/editor.ts";
import type { Meaning, NameUses } from "../../engine/session/program/names.ts";
import type { Progress } from "../../engine/session/run/drive.ts";
import type { TapeOfRun } from "../../engine/session/texts/explain.ts";
import type { Exported } from "../../engine/session/texts/export.ts";
import type { TransformedText } from "../../engine/session/texts/transformed-text.ts";
import type { Span } from "../../engine/source/span.ts";
import type {
  Checked,
  CheckpointRequest,
  Compared,
  ExplainAnswer,
  ExploreRequest,
  MeasureRequest,
  ModuleRequest,
  ProgramText,
  Reply,
  Request,
  RequestId,
  RunRequest,
  TransformRequest,
} from "../../engine/worker/protocol.ts";
import type { RunEnd } from "./run-end.ts";
import { type Borrower, type Port, pagePool, type WorkerPool } from "./worker-pool.ts";

/** How long a worker may take to end by itself what is stopped, in milliseconds; then it is terminated. Nobody waits longer than 250. */
const PATIENCE = 150;

/** The worker's own end: it could not start, or the browser ended it, as it does where memory runs out. */
export const CRASHED = t`the browser stopped the engine, probably because it ran out of memory`;

/** A run under way. */
export interface Running {
  readonly end: Promise<RunEnd>;
  /** Ends it at once, keeping what there is. */
  stop(): void;
}

/** A long question under way. */
export interface Asked<T> {
  /** `undefined` where it was given up. */
  readonly answer: Promise<T | undefined>;
  /** There is a worker for it: until then it waits for one. */
  readonly started: Promise<void>;
  /** Asks it to end soon, with what there is; a worker that does not hear is terminated, unless it keeps what else is looked at. */
  stop(): void;
}

type Pending = (reply: Reply) => void;

/** Workers that have run a program: the first run of each takes longer, for the browser has compiled little of the engine by then. */
const haveRun = new WeakSet<Port>();

interface ClientOptions {
  /** What its worker remembers for it between two questions. */
  readonly keeps?: Borrower["keeps"];
  /** Told of our own bugs, whatever was asked. */
  readonly onFailure?: (message: string) => void;
  /** Told that what its worker remembered is lost, for another client needed the worker. */
  readonly onLost?: () => void;
  readonly pool?: WorkerPool;
}

/** Who asks: it borrows a worker when there is something to ask, and keeps it until another needs it. */
export class EngineClient implements Borrower {
  /** The number of the latest request of all clients: a worker goes from one to another, and must not take one's for another's. */
  private static latestId = 0;
  /** May change with what the client is for. */
  keeps: Borrower["keeps"];
  private port: Port | undefined;
  private readonly pending = new Map<RequestId, Pending>();
  /** What is to be sent when there is a worker. */
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

  /** Terminates whatever the worker does and starts another: questions under way are answered with `undefined`. */
  restart(): void {
    this.replace("stopped", true);
  }

  /** Checks a text; `undefined` where a later question or a restart overtook it. */
  check(program: ProgramText): Promise<Checked | undefined> {
    return this.ask({ tag: "check", id: this.newId(), program }, (reply) =>
      reply.tag === "checked" ? reply.checked : undefined,
    );
  }

  hover(offset: number): Promise<Hover | undefined> {
    return this.ask({ tag: "hover", id: this.newId(), offset }, (reply) =>
      reply.tag === "hovered" ? reply.hover : undefined,
    );
  }

  async complete(offset: number): Promise<readonly Completion[]> {
    const found = await this.ask({ tag: "complete", id: this.newId(), offset }, (reply) =>
      reply.tag === "completed" ? reply.completions : undefined,
    );
    return found ?? [];
  }

  /** The name at a place of the text that was checked last. */
  name(offset: number): Promise<NameUses | undefined> {
    return this.ask({ tag: "name", id: this.newId(), offset }, (reply) =>
      reply.tag === "named" ? reply.uses : undefined,
    );
  }

  /** The reference of the language; `undefined` where the worker was ended. */
  reference(): Promise<Reference | undefined> {
    return this.ask({ tag: "reference", id: this.newId() }, (reply) =>
      reply.tag === "referred" ? reply.reference : undefined,
    );
  }

  /** A program in its usual layout; `undefined` where it has mistakes of syntax. */
  format(text: string): Promise<string | undefined> {
    return this.ask({ tag: "format", id: this.newId(), text }, (reply) =>
      reply.tag === "formatted" ? reply.text : undefined,
    );
  }

  /** Where a program uses a definition of a text above it. */
  async uses(program: ProgramText, meaning: Meaning): Promise<readonly Span[]> {
    const found = await this.ask({ tag: "uses", id: this.newId(), program, meaning }, (reply) =>
      reply.tag === "used" ? reply.places : undefined,
    );
    return found ?? [];
  }

  /** The program after a transformation; `undefined` where the text has mistakes, or a restart overtook the question. */
  transform(ask: TransformRequest): Promise<TransformedText | undefined> {
    return this.ask({ tag: "transform", id: this.newId(), ask }, (reply) =>
      reply.tag === "transformed" ? reply.answer : undefined,
    );
  }

  /** The program as a module, or why it has none; `undefined` where a restart overtook the question. */
  module(ask: ModuleRequest): Promise<Exported | undefined> {
    return this.ask({ tag: "module", id: this.newId(), ask }, (reply) =>
      reply.tag === "exported" ? reply.exported : undefined,
    );
  }

  /** What the compiled engine makes of a program; `undefined` where a restart overtook the question. */
  explain(ask: ModuleRequest): Promise<ExplainAnswer | undefined> {
    return this.ask({ tag: "explain", id: this.newId(), ask }, (reply) =>
      reply.tag === "explained" ? reply.answer : undefined,
    );
  }

  /** Runs a program for what it leaves on the tape; `undefined` where it does not come to an end soon. */
  tape(ask: ExploreRequest): Asked<TapeOfRun> {
    return this.long(
      (id) => ({ tag: "tape", id, ask }),
      () => undefined,
      (reply) => (reply.tag === "taped" ? reply.tape : undefined),
    );
  }

  /** Opens a program to be explored. A worker that is stopped forgets what it explored. */
  explore(explore: ExploreRequest, onProgress: (progress: Progress) => void): Asked<Explored> {
    return this.long(
      (id) => ({ tag: "explore", id, explore }),
      onProgress,
      (reply) => (reply.tag === "explored" ? reply.explored : undefined),
    );
  }

  /** Records what is explored by a stage. */
  record(stage: StageId, onProgress: (progress: Progress) => void): Asked<ColumnInfo> {
    return this.long(
      (id) => ({ tag: "record", id, stage }),
      onProgress,
      (reply) => (reply.tag === "recorded" ? reply.column : undefined),
      { keeps: true },
    );
  }

  /** Runs another input, or another text, beside what is explored. */
  compare(explore: ExploreRequest): Asked<Compared> {
    return this.long(
      (id) => ({ tag: "compare", id, explore }),
      () => undefined,
      (reply) => (reply.tag === "compared" ? reply.compared : undefined),
      { keeps: true },
    );
  }

  /** Looks at what is explored. */
  look<K extends LookKind>(kind: K, ask: Looks[K]["ask"]): Promise<Looks[K]["answer"] | undefined> {
    const request = { tag: "look", id: this.newId(), look: { kind, ...ask } as Look } as const;
    return this.ask(request, (reply) => (reply.tag === "seen" ? (reply.seen as Looks[K]["answer"]) : undefined));
  }

  /** The graph laid out; `undefined` where a later question overtook this one. */
  picture(picture: PictureAsk): Asked<Picture> {
    return this.long(
      (id) => ({ tag: "picture", id, picture }),
      () => undefined,
      (reply) => (reply.tag === "pictured" ? reply.picture : undefined),
      { keeps: true },
    );
  }

  /** Runs a stage at one n of a curve, and counts; without a stage, what the graph predicts. */
  measure(ask: MeasureRequest, onProgress: (progress: Progress) => void): Asked<Measured> {
    return this.long(
      (id) => ({ tag: "measure", id, ask }),
      onProgress,
      (reply) => (reply.tag === "measured" ? reply.measured : undefined),
    );
  }

  /** Puts a compiled gradient and its primal on the clock. */
  time(ask: ExploreRequest): Asked<Timing> {
    return this.long(
      (id) => ({ tag: "time", id, ask }),
      () => undefined,
      (reply) => (reply.tag === "timed" ? reply.timing : undefined),
    );
  }

  /** What more workers would bring to a run's jobs. */
  speed(ask: RunRequest, onProgress: (progress: Progress) => void): Asked<Speed> {
    return this.long(
      (id) => ({ tag: "speed", id, ask }),
      onProgress,
      (reply) => (reply.tag === "sped" ? reply.speed : undefined),
    );
  }

  /** A gradient with a part of the tape at a time. */
  checkpoint(ask: CheckpointRequest): Asked<Checkpointed> {
    return this.long(
      (id) => ({ tag: "checkpoint", id, ask }),
      () => undefined,
      (reply) => (reply.tag === "checkpointed" ? reply.checkpointed : undefined),
    );
  }

  /** Starts a run; `onStart` is told when it has a worker, and whether that has run nothing before, `onProgress` about ten times a second. */
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
      else if (reply.tag === "ran") settle({ tag: "ran", run: reply.run });
      else if (reply.tag === "failed") settle({ tag: "failed", message: reply.message });
    });
    this.send({ tag: "run", id, run }, () => {
      const port = this.port!;
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

  /**
   * A question whose answer takes its time: it tells of progress, and can be asked to end with what there is. `keeps` says that the
   * worker holds what other questions are about, so that it is not terminated where it does not hear.
   */
  private long<T>(
    request: (id: RequestId) => Request,
    onProgress: (progress: Progress) => void,
    read: (reply: Reply) => T | undefined,
    { keeps = false }: { readonly keeps?: boolean } = {},
  ): Asked<T> {
    const id = this.newId();
    let answered: (answer: T | undefined) => void = () => undefined;
    const answer = new Promise<T | undefined>((resolve) => {
      answered = resolve;
    });
    this.pending.set(id, (reply) => {
      if (reply.tag === "progress") return onProgress(reply.progress);
      this.settled(id);
      answered(read(reply));
    });
    const started = new Promise<void>((resolve) => this.send(request(id), resolve));
    const stop = (): void => {
      if (!this.pending.has(id)) return;
      if (this.withdrawn(id)) {
        this.settled(id);
        return answered(undefined);
      }
      this.send({ tag: "stop", id });
      if (keeps) return;
      setTimeout(() => {
        if (this.pending.has(id)) this.restart();
      }, PATIENCE);
    };
    return { answer, started, stop };
  }

  private ask<T>(request: Request, read: (reply: Reply) => T | undefined): Promise<T | undefined> {
    return new Promise((resolve) => {
      this.pending.set(request.id, (reply) => {
        this.settled(request.id);
        resolve(read(reply));
      });
      this.send(request);
    });
  }

  private newId(): RequestId {
    return ++EngineClient.latestId as RequestId;
  }

  private send(request: Request, onSent: () => void = () => undefined): void {
    if (this.port === undefined) {
      this.outbox.push({ request, onSent });
      return this.pool.borrow(this);
    }
    this.port.postMessage(request);
    onSent();
  }

  /** Takes a request back that has not been sent; whether it was so. */
  private withdrawn(id: RequestId): boolean {
    const before = this.outbox.length;
    this.outbox = this.outbox.filter(({ request }) => request.id !== id);
    return this.outbox.length < before;
  }

  /** A request is over. Who goes on with another does so at once; else the worker may go to another client. */
  private settled(id: RequestId): void {
    this.pending.delete(id);
    if (!this.isBusy) setTimeout(() => this.isBusy || this.pool.rested(this));
  }

  lend(port: Port): void {
    port.onmessage = ({ data }) => {
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
      port.postMessage(request);
      onSent();
    }
  }

  lose(): void {
    this.port = undefined;
    this.onLost();
  }

  /** Ends the worker; whoever waits for it is told. With `another`, there is a new one at once. */
  private replace(message: string, another: boolean): void {
    this.port = undefined;
    this.outbox = [];
    const waiting = [...this.pending];
    this.pending.clear();
    this.pool.end(this, another);
    for (const [id, pending] of waiting) pending({ tag: "failed", id, message });
  }
}
