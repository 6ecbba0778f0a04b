// The page's workers: at most as many as the machine has cores, and two; each is lent to whoever has something to ask.
import workerAddress from "../../engine/worker/worker.ts?worker&url";
import { crew } from "./crew.ts";
import type { Port } from "./port.ts";
import { FramedWorker } from "./worker-frame.ts";

/** Who asks a worker. */
export interface Borrower {
  /** Whether it waits for an answer: then its worker stays with it. */
  readonly isBusy: boolean;
  /** What its worker remembers for it between two questions. With `own`, its worker is never taken away. */
  readonly keeps: "nothing" | "state" | "own";
  /** It has a worker from now on. */
  lend(port: Port): void;
  /** Its worker is taken away, and what that remembered is lost. */
  lose(): void;
}

/** Lends workers. Who waits is served in order. */
export class WorkerPool {
  private readonly start: () => Port;
  private readonly most: number;
  /** Who has which worker; who borrowed last stands last. */
  private readonly lent = new Map<Borrower, Port>();
  private readonly spare: Port[] = [];
  private readonly waiting = new Set<Borrower>();

  private readonly onEnd: (port: Port) => void;

  /** `most` workers live at a time; `start` makes one, and `onEnd` is told of one that is ended. */
  constructor(start: () => Port, most: number, onEnd: (port: Port) => void = () => undefined) {
    this.start = start;
    this.most = most;
    this.onEnd = onEnd;
  }

  /** Workers that live now. */
  get count(): number {
    return this.lent.size + this.spare.length;
  }

  /** Starts a worker before it is needed. */
  warm(): void {
    if (this.spare.length === 0 && this.count < this.most) this.spare.push(this.start());
  }

  /** Lends a worker, at once or as soon as there is one. */
  borrow(borrower: Borrower): void {
    if (this.lent.has(borrower)) return;
    this.waiting.add(borrower);
    this.serve();
  }

  /** A borrower waits no longer for an answer: its worker may go to another. */
  rested(borrower: Borrower): void {
    const port = this.lent.get(borrower);
    if (port === undefined) return;
    this.lent.delete(borrower);
    this.lent.set(borrower, port);
    this.serve();
  }

  /** Terminates a borrower's worker. With `another`, it gets a new one at once, before all who wait. */
  end(borrower: Borrower, another: boolean): void {
    this.waiting.delete(borrower);
    const port = this.lent.get(borrower);
    if (port === undefined) return;
    this.terminate(port);
    this.lent.delete(borrower);
    if (another) this.give(borrower, this.start());
    else this.serve();
  }

  private serve(): void {
    for (const borrower of this.waiting) {
      const port = this.spare.pop() ?? (this.count < this.most ? this.start() : this.reclaimed());
      if (port === undefined) return;
      this.waiting.delete(borrower);
      this.give(borrower, port);
    }
  }

  private give(borrower: Borrower, port: Port): void {
    this.lent.set(borrower, port);
    borrower.lend(port);
  }

  /** Takes a worker back on which nothing runs: from a borrower who loses nothing by that if there is one, otherwise from who borrowed first. */
  private reclaimed(): Port | undefined {
    const idle = [...this.lent].filter(([{ isBusy, keeps }]) => !isBusy && keeps !== "own");
    const found = idle.find(([{ keeps }]) => keeps === "nothing") ?? idle[0];
    if (found === undefined) return undefined;
    const [borrower, port] = found;
    this.lent.delete(borrower);
    port.onmessage = null;
    port.onerror = null;
    borrower.lose();
    if (borrower.keeps === "nothing") return port;
    this.terminate(port);
    return this.start();
  }

  private terminate(port: Port): void {
    port.terminate();
    this.onEnd(port);
  }
}

/** Workers beside the pool's: the one that draws prose. */
const OTHERS = 1;

/** Fewer cannot do: the editors' questions and what is explored have one each. */
const FEWEST = 3;

/** The pool of this page: with the others, as many as there are cores, and two. */
export const pagePool = new WorkerPool(
  () => new FramedWorker(workerAddress, "dualscope engine"),
  // a browser that does not tell has two cores at least
  Math.max(FEWEST, (globalThis.navigator?.hardwareConcurrency ?? 2) + 2 - OTHERS),
  (port) => crew.left(port),
);
