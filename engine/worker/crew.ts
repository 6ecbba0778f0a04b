// The threads of the page that take jobs of compiled programs: they are workers beside the engine's, which the page has started.
import { Team } from "../compile/parallel/team.ts";
import type { ServeMessage } from "../compile/parallel/thread.js";

/** A message to a thread: the port of its client. */
export interface CrewMessage {
  readonly port: MessagePort;
}

/** The threads at the other ends of some ports, as a team that reports a lost one; undefined where there are none. */
export function teamOver(ports: readonly MessagePort[], onLost: () => void): Team | undefined {
  if (ports.length === 0) return undefined;
  const free = [...ports];
  const start = () => {
    // after losing a thread, continue without, until the page starts others
    const port = free.shift();
    return {
      post: (message: ServeMessage) => port?.postMessage(message),
      end: () => port?.close(),
    };
  };
  return new Team(ports.length + 1, start, false, onLost);
}
