// Prose as HTML, drawn by a worker, one text after the other; too slow ones are given up, with a reason for the writer.
import { t } from "@lingui/core/macro";
import { FramedWorker, type WorkerPort } from "../client/worker-frame.ts";
import type { Output } from "./html.ts";
import type { ProseReply, ProseRequest } from "./protocol.ts";
import address from "./worker.ts?worker&url";

/** Prose as it is to be shown: HTML, or why there is none. */
export type Drawn =
  | { readonly tag: "html"; readonly html: string }
  | { readonly tag: "refused"; readonly reason: string };

/** Characters of a text that is drawn, and of the HTML that it may become. */
const LONGEST_PROSE = 60_000;
const LONGEST_HTML = 1_500_000;

/** Elements that it may become: a browser lays out some thousands of them in a moment, and not more. */
const MOST_ELEMENTS = 8000;

/** Milliseconds that a text may take, once the worker has loaded; and that loading may take, over a slow network. */
const PATIENCE = 2000;
const LOADS = 60_000;

type Worker_ = WorkerPort<ProseRequest, ProseReply>;

interface Job {
  readonly request: ProseRequest;
  readonly done: (drawn: Drawn) => void;
}

/** Draws texts in the order in which they are asked for. */
class ProseClient {
  private readonly start: () => Worker_;
  private worker: Worker_ | undefined;
  private hasLoaded = false;
  private readonly queue: Job[] = [];
  private current: { readonly job: Job; readonly patience: ReturnType<typeof setTimeout> } | undefined;
  private next = 0;

  constructor(start: () => Worker_ = () => new FramedWorker(address, "dualscope prose")) {
    this.start = start;
  }

  /** Draws a text. It gets the names of the document's pictures: their data stays with the page. */
  draw(text: string, output: Output, pictures: readonly string[]): Promise<Drawn> {
    const length = text.length;
    if (length > LONGEST_PROSE)
      return Promise.resolve(refused(t`it has ${length} characters, and the limit is ${LONGEST_PROSE}`));
    return new Promise((done) => {
      const words = { notes: t`Speaker notes`, elsewhere: t`(a picture from another site, not loaded)` };
      this.queue.push({ request: { id: this.next++, text, output, pictures, words }, done });
      this.work();
    });
  }

  private work(): void {
    const job = this.current === undefined ? this.queue.shift() : undefined;
    if (job === undefined) return;
    const worker = (this.worker ??= this.started());
    this.current = { job, patience: this.patience() };
    worker.postMessage(job.request);
  }

  private patience(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.giveUp(t`it takes too long to draw`), this.hasLoaded ? PATIENCE : LOADS);
  }

  private started(): Worker_ {
    const worker = this.start();
    worker.onmessage = ({ data }) => {
      if (data.tag === "loaded") this.loaded();
      else if (this.current?.job.request.id === data.id) this.settle(judged(data.html));
    };
    worker.onerror = () => this.giveUp(t`it needs more memory than is available`);
    return worker;
  }

  /** The text that waited for the worker begins only now. */
  private loaded(): void {
    this.hasLoaded = true;
    if (this.current === undefined) return;
    clearTimeout(this.current.patience);
    this.current = { ...this.current, patience: this.patience() };
  }

  private giveUp(reason: string): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.hasLoaded = false;
    this.settle(refused(reason));
  }

  private settle(drawn: Drawn): void {
    const { current } = this;
    this.current = undefined;
    if (current !== undefined) {
      clearTimeout(current.patience);
      current.job.done(drawn);
    }
    this.work();
  }
}

function judged(html: string | undefined): Drawn {
  if (html === undefined) return refused(t`it nests too deeply`);
  const isLarge = html.length > LONGEST_HTML || elementsIn(html) > MOST_ELEMENTS;
  return isLarge ? refused(t`it becomes too large when drawn`) : { tag: "html", html };
}

/** Elements in HTML that our own code has made, but those within formulas: their number is bounded with these. */
function elementsIn(html: string): number {
  let count = 0;
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at + 1))
    if (html[at + 1] !== "/" && !html.startsWith("<span", at)) count++;
  return count;
}

function refused(reason: string): Drawn {
  return { tag: "refused", reason };
}

/** The page's own. */
export const prose = new ProseClient();
