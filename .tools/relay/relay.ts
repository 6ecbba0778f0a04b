// The relay within the server of `npm start`, `npm run dev` and `npm run preview`: slides and the telephones that move them hear of each
// other by server-sent events, and say what they have to say by POST. A static host has no such thing, and the page says so.
//
//   GET    relay/                     the addresses of the network at which this server is reached
//   GET    relay/CODE                 whether there is such a room
//   GET    relay/CODE/slides?key=…    what telephones ask for; opens the room
//   POST   relay/CODE/slides?key=…    what the slides say
//   DELETE relay/CODE/slides?key=…    ends the room
//   GET    relay/CODE/phone           what the slides say
//   POST   relay/CODE/phone           what a telephone asks for
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import type { Connect, Plugin } from "vite";
import { type Answer, type Ear, LIMITS, Rooms } from "./rooms.ts";

/** Milliseconds between two signs of life. */
const BEAT = 5000;

/** Bytes that wait for one who does not read them, before the line is cut: it comes back, and hears the latest state. */
const MOST_WAITING = 1024 * 1024;

/** The relay for one server: a step of it that answers what is below `relay/`. */
export function relayOf(
  rooms: Rooms,
  boundTo: () => AddressInfo | string | null | undefined,
): Connect.NextHandleFunction {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://relay");
    const [code = "", side = "", ...more] = pathname.slice(1).split("/");
    const key = searchParams.get("key") ?? "";
    const said = `${request.method} ${side}`;
    if (isStranger(request)) return answer(response, 403);
    if (code === "" && request.method === "GET") return tellAddresses(request, response, boundTo());
    if (more.length > 0) return answer(response, 404);
    if (said === "GET ") return answer(response, rooms.has(code) ? 200 : 404);
    if (said === "GET slides")
      return listen(response, {
        begin: (ear) => rooms.present(code, key, request.socket.remoteAddress ?? "", ear),
        end: (ear) => rooms.leave(code, ear),
      });
    if (said === "GET phone")
      return listen(response, {
        begin: (ear) => rooms.listen(code, ear),
        end: (ear) => rooms.leave(code, ear),
      });
    if (said === "POST slides")
      return read(request, response, LIMITS.stateBytes, (text) => rooms.tell(code, key, text));
    if (said === "POST phone") return read(request, response, LIMITS.moveBytes, (text) => rooms.move(code, text));
    answer(response, said === "DELETE slides" ? rooms.end(code, key) : 404);
  };
}

/** Whether a page of another site asks. */
function isStranger({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
}

function answer(response: ServerResponse, status: Answer): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
  response.end();
}

function tellAddresses(
  { socket }: IncomingMessage,
  response: ServerResponse,
  bound: AddressInfo | string | null | undefined,
): void {
  const scheme = "encrypted" in socket ? "https" : "http";
  response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify({ addresses: addressesOf(bound, scheme) }));
}

/** Whether an address leads no further than this computer. */
const isOwn = (address: string): boolean => /^(?:127\.|::1$|localhost$)/.test(address);

/** Networks of homes and offices come first: others are often those of virtual machines. */
const isHome = (origin: string): boolean => /\/\/(?:192\.168|10)\./.test(origin);

/** The origins at which a server is reached from its network, by what it is bound to; none where it listens to this computer only. */
export function addressesOf(bound: AddressInfo | string | null | undefined, scheme: string): readonly string[] {
  if (bound == null || typeof bound === "string" || isOwn(bound.address)) return [];
  const isAll = bound.address === "::" || bound.address === "0.0.0.0";
  const found = isAll
    ? Object.values(networkInterfaces())
        .flatMap((all = []) => all)
        .filter(({ internal, family }) => !internal && family === "IPv4")
        .map(({ address }) => address)
    : [bound.address.includes(":") ? `[${bound.address}]` : bound.address];
  return found
    .map((address) => `${scheme}://${address}:${bound.port}`)
    .sort((a, b) => Number(isHome(b)) - Number(isHome(a)));
}

interface Listener {
  begin(ear: Ear): Answer;
  end(ear: Ear): void;
}

/** Keeps a line open, by which one hears what is sent. */
function listen(response: ServerResponse, { begin, end }: Listener): void {
  const early: string[] = [];
  let isOpen = false;
  const ear: Ear = {
    send: (text) => {
      if (!isOpen) early.push(text);
      else if (response.writableLength > MOST_WAITING) response.destroy();
      else response.write(`data: ${text}\n\n`);
    },
    end: () => response.end(),
  };
  const status = begin(ear);
  if (status !== 200) return answer(response, status);
  response.on("close", () => end(ear));
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
  response.flushHeaders();
  isOpen = true;
  for (const text of early) ear.send(text);
}

/** Reads what is sent, up to a length, and answers. */
function read(request: IncomingMessage, response: ServerResponse, most: number, then: (text: string) => Answer): void {
  // pages of other sites may send no JSON without being asked first
  if (request.headers["content-type"] !== "application/json") return answer(response, 400);
  const parts: Buffer[] = [];
  let length = 0;
  request.on("data", (part: Buffer) => {
    length += part.length;
    if (length <= most) parts.push(part);
    else if (!response.headersSent) {
      response.setHeader("connection", "close");
      answer(response, 413);
      // who goes on is not listened to
      response.on("finish", () => request.destroy());
    }
  });
  request.on("end", () => {
    if (!response.headersSent) answer(response, then(Buffer.concat(parts).toString("utf8")));
  });
}

/** The relay, in the development server and the preview. */
export function relay(): Plugin {
  let base = "/";
  const begin = (
    middlewares: Connect.Server,
    server: { address(): AddressInfo | string | null; on(event: "close", then: () => void): unknown } | null,
  ): void => {
    const rooms = new Rooms();
    const timer = setInterval(() => rooms.beat(), BEAT);
    timer.unref();
    server?.on("close", () => clearInterval(timer));
    middlewares.use(
      `${base}relay`,
      relayOf(rooms, () => server?.address()),
    );
  };
  return {
    name: "relay",
    configResolved: (config) => {
      base = config.base.startsWith("/") ? config.base : "/";
    },
    configureServer: ({ middlewares, httpServer }) => begin(middlewares, httpServer),
    configurePreviewServer: ({ middlewares, httpServer }) => begin(middlewares, httpServer),
  };
}
