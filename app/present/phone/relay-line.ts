// A line to the relay (.tools/relay): messages come as server-sent events. A lost line reports it and reconnects by itself.

/** How a line stands: heard from, lost, or there is no such room. */
export type LineState = "open" | "lost" | "unknown";

interface Hearing {
  /** A message of the relay, as it was sent. */
  onMessage(message: unknown): void;
  onState(state: LineState): void;
}

/** Milliseconds without a sign of life after which a line counts as lost: the relay gives one every five seconds. */
const SILENCE = 12_000;

/** Milliseconds until a lost line is tried again. */
const AGAIN = 1500;

/** Milliseconds for which a request may take. */
const PATIENCE = 8000;

/** An address of the relay beside the page. */
export function relayAddress(path: string): string {
  return new URL(`relay/${path}`, location.href.replace(/[?#].*$/, "")).href;
}

/** Receives the messages of a room from now on; returns the function that ends this. */
export function hearRoom(room: string, side: string, { onMessage, onState }: Hearing): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const later = (then: () => void, after: number): void => {
    clearTimeout(timer);
    timer = setTimeout(then, after);
  };
  const lose = async (): Promise<void> => {
    source?.close();
    source = undefined;
    onState("lost");
    later(open, AGAIN);
    const status = await request("GET", encodeURIComponent(room));
    if (status === 404 && !isOver && source === undefined) onState("unknown");
  };
  const silent = (): void => void lose();
  const open = (): void => {
    source?.close();
    const made = new EventSource(relayAddress(`${encodeURIComponent(room)}/${side}`));
    source = made;
    later(silent, SILENCE);
    made.onopen = () => {
      later(silent, SILENCE);
      onState("open");
    };
    made.onmessage = ({ data }: MessageEvent<string>) => {
      later(silent, SILENCE);
      onMessage(parsed(data));
    };
    made.onerror = silent;
  };
  // a telephone that was in a pocket
  const wake = (): void => {
    if (source === undefined && document.visibilityState === "visible") open();
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  open();
  return () => {
    isOver = true;
    clearTimeout(timer);
    source?.close();
    document.removeEventListener("visibilitychange", wake);
    removeEventListener("online", wake);
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Asks the relay for something, and gives the status of its answer; 0 where none came. */
export async function request(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<number> {
  try {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const { status } = await fetch(relayAddress(path), { method, ...sent, signal: AbortSignal.timeout(PATIENCE) });
    return status;
  } catch {
    return 0;
  }
}
