// A question of the page to a worker: the one way to ask. A room names its questions, each with the work that answers it; the rest is
// here, the same for all of them. At each place of the page that asks there are the latest question, the last answer with the question
// that it answers, progress, Stop, and the failure.
//
// The pool: the work on a question borrows a worker of the page's pool (worker-pool.ts) and gives it back, first come, first served. A
// question whose worker holds a run (`keeps`) has one worker for each place, which it loses only to others that wait, and never with `own`.
// Each place has one worker at a time; different places wait for each other only when there are no workers left.
//
// Not TanStack Query: its core is larger than all of this, where the first load has no room for it, and has no answers that grow, no
// progress, no early end with partial results and no workers that are borrowed; these would be here as well.
import { useEffect, useRef } from "react";
import { create } from "zustand";
import { present } from "../../engine/base/nth.ts";
import type { Progress } from "../../engine/session/run/drive.ts";
import type { Answer, Ask, Kind } from "../../engine/worker/questions.ts";
import { type Asked, type EngineClient, lease } from "./client.ts";

/** A question at a place. */
export interface Asking<Q, A> {
  /** The latest question. */
  readonly question: Q | undefined;
  /** The last answer, and its question: an earlier one until the latest has an answer. */
  readonly answer: A | undefined;
  readonly of: Q | undefined;
  /** The answer to the latest question. */
  readonly current: A | undefined;
  readonly isBusy: boolean;
  readonly progress: Progress | undefined;
  /** Whether the reader stopped it; it may have partial results. */
  readonly isStopped: boolean;
  /** Our own bug, or a crash, with its message. */
  readonly failure: string | undefined;
}

const OVER = { isBusy: false, progress: undefined, isStopped: false, failure: undefined } as const;

/** No question yet. */
const NOTHING_ASKED: Asking<never, never> = {
  question: undefined,
  answer: undefined,
  of: undefined,
  current: undefined,
  ...OVER,
};

/** Access of the work on a question to its worker, and to its place. */
export interface Work<A> {
  /** Asks the worker. The work ends here when a newer question overtakes it, after Stop without partial results, and by a failure. */
  ask<K extends Kind>(kind: K, ask: Ask<K>): Promise<Answer<K>>;
  /** Shows an answer that is not complete yet. */
  show(answer: A): void;
  /** The answer that is shown: at first that of the question before. */
  shown(): A | undefined;
  /** Whether the reader wants it to stop, and whether a newer question waits for it: then it may end early. */
  isStopped(): boolean;
  isOutdated(): boolean;
  /** Whether the worker holds the run of the question before. */
  readonly isKept: boolean;
}

interface Options<Q, A> {
  /** The worker's state between two questions of a place. */
  readonly keeps?: EngineClient["keeps"];
  /** Milliseconds after which a request is stopped. */
  readonly within?: number;
  /** Called when another question needed the worker that held a run. */
  readonly onLost?: () => void;
  /** Whether a newer question ends the one at work; otherwise it waits, and only the newest that waits is answered. It ends it if left out. */
  readonly overtakes?: (newer: Q, at: Asking<Q, A>) => boolean;
}

/** The work at a place, and its worker where that holds a run. */
interface Desk<Q> {
  turn: number;
  isStopped: boolean;
  pending: Asked<unknown> | undefined;
  /** A question that waits. */
  next: { readonly question: Q } | undefined;
  readonly client: EngineClient | undefined;
  isKept: boolean;
  /** How many parts of the page show it. */
  uses: number;
}

/** The end of a work without an answer; with the message of a failure. */
class Ended extends Error {}

/** A kind of question, its work, and its places with their latest answers. */
export class Question<Q, A> {
  /** By place; missing ones have asked nothing. */
  readonly asked = create<ReadonlyMap<string, Asking<Q, A>>>(() => new Map());
  private readonly desks = new Map<string, Desk<Q>>();
  private readonly work: (question: Q, work: Work<A>) => Promise<A | undefined>;
  private readonly options: Options<Q, A>;

  /** A work without an answer leaves the last one. */
  constructor(work: Question<Q, A>["work"], options: Options<Q, A> = {}) {
    this.work = work;
    this.options = options;
  }

  /** The state of a place. */
  at(place = ""): Asking<Q, A> {
    return this.asked.getState().get(place) ?? NOTHING_ASKED;
  }

  /** Asks at a place, instead of the question before, and returns {@link rest}. */
  ask(question: Q, place = ""): Promise<void> {
    void this.begin(question, place);
    return this.rest(place);
  }

  /** Fulfilled as soon as no question is at work at a place. */
  rest(place = ""): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.at(place).isBusy) return;
        leave();
        resolve();
      };
      const leave = this.asked.subscribe(look);
      look();
    });
  }

  private async begin(question: Q, place: string): Promise<void> {
    const desk = this.deskOf(place);
    const waits = this.at(place).isBusy && this.options.overtakes?.(question, this.at(place)) === false;
    desk.next = waits ? { question } : undefined;
    if (waits) return;
    const turn = ++desk.turn;
    const before = desk.pending ? this.interrupt(desk) : undefined;
    desk.isStopped = false;
    this.change(place, { ...OVER, question, current: undefined, isBusy: true });
    if (before !== undefined) await before;
    if (turn !== desk.turn) return;
    const client = desk.client ?? lease();
    let failure: string | undefined;
    try {
      const answer = await this.work(question, this.access(question, place, desk, client));
      if (turn === desk.turn && answer !== undefined) this.change(place, { answer, of: question, current: answer });
    } catch (error) {
      failure = String((error as Error).message) || undefined;
      if (!(error instanceof Ended)) throw error;
    } finally {
      if (client !== desk.client) client.end();
      if (turn === desk.turn) this.over(place, desk, failure);
    }
  }

  /** Asks about the run that the worker of a place holds; undefined where there is no answer. With `onProgress`, Stop is for it. */
  async about<K extends Kind>(
    kind: K,
    ask: Ask<K>,
    onProgress?: (progress: Progress) => void,
  ): Promise<Answer<K> | undefined> {
    const desk = this.deskOf("");
    const pending = present(desk.client).begin(kind, ask, onProgress && { onProgress });
    if (onProgress !== undefined) desk.pending = pending;
    const end = await pending.end;
    if (desk.pending === pending) desk.pending = undefined;
    if (end.tag === "failed" && this.desks.get("") === desk) this.change("", { failure: end.message });
    return end.tag === "answered" ? end.answer : undefined;
  }

  /** Says whether the worker that holds a run may be lent to others. */
  hold(isOwn: boolean): void {
    const { client } = this.deskOf("");
    if (client !== undefined) client.keeps = isOwn ? "own" : "state";
  }

  /** Requests an early end, with partial results. */
  stop(place = ""): void {
    const desk = this.deskOf(place);
    desk.isStopped = this.at(place).isBusy;
    desk.pending?.stop();
  }

  /** Drops the question and the answer of a place. */
  forget(place = ""): void {
    const desk = this.deskOf(place);
    desk.turn++;
    desk.pending?.stop();
    desk.client?.end();
    Object.assign(desk, { pending: undefined, next: undefined, isKept: false });
    if (desk.uses === 0) this.desks.delete(place);
    this.asked.setState((asked) => new Map([...asked].filter(([other]) => other !== place)), true);
  }

  /** Shows a place in a part of the page; returns the function that ends this. After the last part, the place is forgotten. */
  open(place = ""): () => void {
    const desk = this.deskOf(place);
    desk.uses++;
    return () => {
      desk.uses--;
      if (desk.uses === 0) this.forget(place);
    };
  }

  private deskOf(place: string): Desk<Q> {
    const known = this.desks.get(place);
    if (known !== undefined) return known;
    const { keeps } = this.options;
    const onLost = (): void => {
      desk.isKept = false;
      this.options.onLost?.();
    };
    const client = keeps && lease({ keeps, onLost });
    const none = { isStopped: false, pending: undefined, next: undefined, isKept: false };
    const desk: Desk<Q> = { turn: 0, uses: 0, client, ...none };
    this.desks.set(place, desk);
    return desk;
  }

  /** Ends the present work, for a newer question. */
  private async interrupt(desk: Desk<Q>): Promise<void> {
    desk.isKept &&= !desk.client?.isBusy;
    if (desk.client?.isBusy) desk.client.restart();
    desk.pending?.stop();
    await desk.pending?.end;
  }

  private over(place: string, desk: Desk<Q>, failure: string | undefined): void {
    const { next, isStopped } = desk;
    Object.assign(desk, { pending: undefined, next: undefined });
    this.change(place, { ...OVER, isStopped, failure });
    if (next !== undefined) void this.begin(next.question, place);
  }

  private access(question: Q, place: string, desk: Desk<Q>, client: EngineClient): Work<A> {
    const { turn, isKept } = desk;
    const { within } = this.options;
    const isOver = (): boolean => turn !== desk.turn;
    return {
      isKept,
      ask: async <K extends Kind>(kind: K, request: Ask<K>): Promise<Answer<K>> => {
        if (isOver()) throw new Ended();
        let limit: ReturnType<typeof setTimeout> | undefined;
        const pending = client.begin(kind, request, {
          onProgress: (progress) => isOver() || this.change(place, { progress }),
          onStart: () => {
            if (within !== undefined) limit = setTimeout(() => pending.stop(), within);
          },
        });
        desk.pending = pending;
        const end = await pending.end;
        clearTimeout(limit);
        // the newer question is to have this worker
        if (isOver() && client !== desk.client) client.end();
        if (isOver()) throw new Ended();
        desk.isKept = end.tag === "answered";
        if (end.tag === "answered") return end.answer;
        throw new Ended(end.tag === "failed" ? end.message : "");
      },
      show: (answer) => isOver() || this.change(place, { answer, of: question, current: answer }),
      shown: () => this.at(place).answer,
      isStopped: () => desk.isStopped,
      isOutdated: () => desk.next !== undefined,
    };
  }

  private change(place: string, change: Partial<Asking<Q, A>>): void {
    this.asked.setState((asked) => new Map(asked).set(place, { ...this.at(place), ...change }), true);
  }
}

/** The state of a question at a place. */
export function useAsked<Q, A>(question: Question<Q, A>, place = ""): Asking<Q, A> {
  return question.asked((places) => places.get(place) ?? NOTHING_ASKED);
}

/** The last answer to a question at a place, without its progress. */
export function useAnswer<Q, A>(question: Question<Q, A>, place = ""): A | undefined {
  return question.asked((places) => places.get(place)?.answer);
}

/** Asks a question at a place, and again when it changes, as long as it is shown there; nothing is asked where it is undefined. */
export function useQuestion<Q, A>(question: Question<Q, A>, asked: Q | undefined, place = ""): Asking<Q, A> {
  const latest = useRef(asked);
  latest.current = asked;
  useEffect(() => question.open(place), [question, place]);
  const key = JSON.stringify(asked);
  useEffect(() => {
    const { current } = latest;
    if (key !== undefined && current !== undefined) void question.ask(current, place);
  }, [question, place, key]);
  return useAsked(question, place);
}
