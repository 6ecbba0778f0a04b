// Workers without a network, on any host: a hidden frame with a policy of its own starts them, and they inherit that
// (public/engine-frame.js). Where frames or workers of blobs are forbidden, the page starts them itself.
import { scriptAddress } from "../base/trusted.ts";

/** The part of the DOM's Worker that is used, for messages of either kind. */
export interface WorkerPort<Sent, Received> {
  postMessage(message: Sent, transfer?: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: { readonly data: Received }) => void) | null;
  onerror: ((event: unknown) => void) | null;
}

/** A message, and the objects transferred. */
interface Letter<Sent> {
  readonly message: Sent;
  readonly transfer: Transferable[];
}

type Start = (address: string, name: string) => Worker;

/** Milliseconds that the frame may take to load. */
const PATIENCE = 10_000;

function startHere(address: string, name: string): Worker {
  return new Worker(scriptAddress(address), { type: "module", name });
}

/** The frame's way to start workers; the page's own where there is no frame. */
function load(): Promise<Start> {
  return new Promise((resolve) => {
    const element = document.createElement("iframe");
    // a frame out of sight and reach: it is no part of the document
    const host = document.createElement("div");
    host.hidden = true;
    host.attachShadow({ mode: "closed" }).append(element);
    element.src = new URL("engine-frame.html", document.baseURI).href;
    const done = (): void => {
      clearTimeout(patience);
      const { startEngine } = (element.contentWindow ?? {}) as { readonly startEngine?: Start };
      resolve(startEngine ?? startHere);
    };
    const patience = setTimeout(done, PATIENCE);
    element.addEventListener("load", done, { once: true });
    document.body.append(host);
  });
}

/** The one frame of the page, made when the first worker is started. */
class EngineFrame {
  private start: Promise<Start> | undefined;

  loaded(): Promise<Start> {
    this.start ??= load();
    return this.start;
  }

  /** From now on the page starts workers itself. */
  giveUp(): void {
    this.start = Promise.resolve(startHere);
  }
}

const frame = new EngineFrame();

/** Makes the frame before the first worker needs it. */
export function prepareFrame(): void {
  void frame.loaded();
}

/** Starts a worker of one of our own scripts; messages sent before it is there are queued. */
export class FramedWorker<Sent, Received> implements WorkerPort<Sent, Received> {
  onmessage: WorkerPort<Sent, Received>["onmessage"] = null;
  onerror: WorkerPort<Sent, Received>["onerror"] = null;
  private worker: Worker | undefined;
  private isOver = false;
  private hasSpoken = false;
  private waiting: Letter<Sent>[] = [];
  /** Messages sent while it is not known whether the frame's worker can work. */
  private unheard: Letter<Sent>[] = [];
  private readonly address: string;
  private readonly name: string;

  constructor(address: string, name: string) {
    this.address = new URL(address, document.baseURI).href;
    this.name = name;
    void frame.loaded().then((start) => this.begin(start));
  }

  postMessage(message: Sent, transfer: Transferable[] = []): void {
    const letter = { message, transfer };
    if (this.worker === undefined) return void this.waiting.push(letter);
    // transferred objects cannot be sent again
    if (!this.hasSpoken && transfer.length === 0) this.unheard.push(letter);
    this.worker.postMessage(message, transfer);
  }

  terminate(): void {
    this.isOver = true;
    this.worker?.terminate();
  }

  private begin(start: Start): void {
    if (this.isOver) return;
    const worker = this.started(start);
    if (worker === undefined) return this.begin(startHere);
    this.worker = worker;
    worker.onmessage = (event: MessageEvent<Received>) => {
      this.hasSpoken = true;
      this.unheard = [];
      this.onmessage?.(event);
    };
    worker.onerror = (event) => {
      if (this.hasSpoken || start === startHere) return this.onerror?.(event);
      // a host may forbid workers of blobs: from now on the page starts them
      frame.giveUp();
      worker.terminate();
      this.worker = undefined;
      this.waiting = [...this.unheard, ...this.waiting];
      this.unheard = [];
      this.begin(startHere);
    };
    for (const { message, transfer } of this.waiting.splice(0)) this.postMessage(message, transfer);
  }

  private started(start: Start): Worker | undefined {
    try {
      return start(this.address, this.name);
    } catch (error) {
      if (start === startHere) throw error;
      // a host may forbid it: from now on the page starts workers
      frame.giveUp();
      return undefined;
    }
  }
}
