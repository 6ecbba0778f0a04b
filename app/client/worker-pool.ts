// The page's workers: at most as many as the machine has cores, and two; each is lent to one client at a time.
import workerAddress from "../../engine/worker/worker.ts?worker&url";
import { crew } from "./crew.ts";
import type { Port } from "./port.ts";
import { FramedWorker } from "./worker-frame.ts";

/** A worker's client. */
export interface Borrower {
  /** Whether it waits for an answer: then its worker stays with it. */
  readonly isBusy: boolean;
  /** The worker's state for it between two questions. With `own`, its worker is never taken away. */
  readonly keeps: "nothing" | "state" | "own";
  /** It has a worker from now on. */
  lend(port: Port): void;
  /** Takes its worker away; the state is lost. */
  lose(): void;
}

/** Lends workers, first come, first served. */
export class WorkerPool {
  private readonly start: () => Port;
  private readonly most: number;
  /** Each borrower's worker, the latest borrower last. */
  private readonly lent = new Map<Borrower, Port>();
  private readonly spare: Port[] = [];
  private readonly waiting = new Set<Borrower>();

  private readonly onEnd: (port: Port) => void;

  /** `most` workers exist at a time; `start` makes one, and `onEnd` is called for an ended one. */
  constructor(start: () => Port, most: number, onEnd: (port: Port) => void = () => undefined) {
    this.start = start;
    this.most = most;
    this.onEnd = onEnd;
  }

  /** Number of workers. */
  get count(): number {
    return this.lent.size + this.spare.length;
  }

  /** Starts a worker before it is needed. */
  warm(): void {
    if (this.spare.length === 0 && this.count < this.most) this.keep(this.start());
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

  /** Takes the idle worker of a borrower that keeps nothing: another may have it. */
  giveBack(borrower: Borrower): void {
    const port = this.lent.get(borrower);
    if (port === undefined) return;
    this.lent.delete(borrower);
    this.keep(port);
    this.serve();
  }

  /** Terminates a borrower's worker. With `another`, it gets a new one at once, before all others. */
  end(borrower: Borrower, another: boolean): void {
    this.waiting.delete(borrower);
    const port = this.lent.get(borrower);
    if (port === undefined) return;
    this.terminate(port);
    this.lent.delete(borrower);
    if (another) this.give(borrower, this.start());
    else this.serve();
  }

  /** Keeps a worker for the next borrower; one that dies meanwhile is dropped. */
  private keep(port: Port): void {
    port.onmessage = null;
    port.onerror = () => {
      this.spare.splice(this.spare.indexOf(port), 1);
      this.terminate(port);
    };
    this.spare.push(port);
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

  /** Takes an idle worker back: from a borrower that loses nothing by that if there is one, otherwise from the first borrower. */
  private reclaimed(): Port | undefined {
    const idle = [...this.lent].filter(([{ isBusy, keeps }]) => !isBusy && keeps !== "own");
    const found = idle.find(([{ keeps }]) => keeps === "nothing") ?? idle[0];
    if (found === undefined) return undefined;
    const [borrower, port] = found;
    this.lent.delete(borrower);
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

/** Fewer cannot do: the editors' questions and the exploration have one each. */
const FEWEST = 3;

/** The pool of this page: with the others, as many as there are cores, and two. */
export const pagePool = new WorkerPool(
  () => new FramedWorker(workerAddress, "dualscope engine"),
  // a browser that hides it has two cores at least
  Math.max(FEWEST, (globalThis.navigator?.hardwareConcurrency ?? 2) + 2 - OTHERS),
  (port) => crew.left(port),
);
