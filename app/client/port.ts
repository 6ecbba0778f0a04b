// The way to a worker of the engine.
import type { Reply, Request } from "../../engine/worker/messages.ts";
import type { WorkerPort } from "./worker-frame.ts";

/** The requests and replies of a worker, in the manner of the DOM's Worker. */
export type Port = WorkerPort<Request, Reply>;
