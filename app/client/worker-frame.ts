// Workers without a network, on any host: a hidden frame with a policy of its own starts them, and they inherit that
// (public/engine-frame.js). Where frames or workers of blobs are forbidden, the page starts them itself.
import { scriptAddress } from "../base/trusted.ts";

/** The part of the DOM's Worker that is used, for messages of either kind. */
export interface WorkerPort<Sent, Received> {
  postMessage(message: Sent): void;
  terminate(): void;
  onmessage: ((event: { readonly data: Received }) => void) | null;
  onerror: ((event: unknown) => void) | null;
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
    // a frame that nobody sees, nor finds: it is no part of the document
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

/** Starts a worker of one of our own scripts; what is sent before it is there waits for it. */
export class FramedWorker<Sent, Received> implements WorkerPort<Sent, Received> {
  onmessage: WorkerPort<Sent, Received>["onmessage"] = null;
  onerror: WorkerPort<Sent, Received>["onerror"] = null;
  private worker: Worker | undefined;
  private isOver = false;
  private hasSpoken = false;
  private waiting: Sent[] = [];
  /** What was sent while it is not known whether the frame's worker can work. */
  private unheard: Sent[] = [];
  private readonly address: string;
  private readonly name: string;

  constructor(address: string, name: string) {
    this.address = new URL(address, document.baseURI).href;
    this.name = name;
    void frame.loaded().then((start) => this.begin(start));
  }

  postMessage(message: Sent): void {
    if (this.worker === undefined) return void this.waiting.push(message);
    if (!this.hasSpoken) this.unheard.push(message);
    this.worker.postMessage(message);
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
    for (const message of this.waiting.splice(0)) this.postMessage(message);
  }

  private started(start: Start): Worker | undefined {
    try {
      return start(this.address, this.name);
    } catch (error) {
      if (start === startHere) throw error;
      frame.giveUp();
      return undefined;
    }
  }
}
