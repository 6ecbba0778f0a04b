// Threads of the page that take jobs of compiled programs. They need memory that workers share, which a page has that is isolated from others of its
// browser: the server, or the service worker, sends the headers for it.
import type { CrewMessage } from "../../engine/worker/crew.ts";
import threadAddress from "../../engine/worker/job-thread.ts?worker&url";
import type { Port } from "./port.ts";
import { FramedWorker } from "./worker-frame.ts";

/** The threads of a page: workers of the engine that may ask them have a way to each. */
class Crew {
  private workers: FramedWorker<CrewMessage, never>[] = [];
  private joined = new Map<Port, number>();

  /** How many threads a worker may have, itself among them. */
  join(port: Port, count: number): void {
    if (this.joined.get(port) === count) return;
    while (this.workers.length < count - 1) this.workers.push(new FramedWorker(threadAddress, "dualscope job"));
    const ports = this.workers.slice(0, count - 1).map((worker) => {
      const { port1, port2 } = new MessageChannel();
      worker.postMessage({ port: port2 }, [port2]);
      return port1;
    });
    port.postMessage({ tag: "crew", ports }, ports);
    this.joined.set(port, count);
  }

  /** A worker was ended: its threads may still run jobs that nobody can stop. The next request gets others. */
  left(port: Port): void {
    if (this.joined.has(port)) this.lost();
  }

  /** An unknown thread has died: the next request gets others. */
  lost(): void {
    for (const worker of this.workers) worker.terminate();
    this.workers = [];
    this.joined = new Map();
  }
}

/** The crew of this page. */
export const crew = new Crew();
