// The slides' end of the line to telephones: a room of the relay, and messages to it and from it.
import { create } from "zustand";
import { useDocument } from "../../document/state/document.ts";
import { placeIn } from "../model.ts";
import { nextWords, stepWords } from "../notes/words.ts";
import { isMoving, playPicture, stepPicture } from "../picture.ts";
import { addressOfPlace, blacken, goSlide, goStep, placeOf, show, slidesNow, stepNow, useShow } from "../state.ts";
import { NO_LINK, type PhoneAsk, type PhoneLink } from "./link.ts";
import { type FromShow, limited, type Move, readMove } from "./messages.ts";
import { hearRoom, relayAddress, request } from "./relay-line.ts";

/** The link of the slides to telephones: off until the speaker opens a room. */
export const usePhone = create<PhoneLink>()(() => NO_LINK);

const { setState: set } = usePhone;

/** The keys of telephones and of the slides. */
interface Room {
  readonly code: string;
  readonly key: string;
}

/** Where a tab keeps its room, so that telephones stay when the page is loaded anew. */
const KEY = "dualscope.phone";

function secret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

function keep(room: Room | undefined): void {
  try {
    if (room === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(room));
  } catch {
    // without a storage the room lasts as long as the page
  }
}

function kept(): Room | undefined {
  try {
    const { code, key } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Partial<Room>;
    return code === undefined || key === undefined ? undefined : { code, key };
  } catch {
    return undefined;
  }
}

/** The origins at which a relay beside the page is reached; undefined where there is none. */
async function askRelay(): Promise<readonly string[] | undefined> {
  try {
    const response = await fetch(relayAddress(""));
    if (!response.ok || !/json/.test(response.headers.get("content-type") ?? "")) return undefined;
    const { addresses } = (await response.json()) as { readonly addresses?: unknown };
    return Array.isArray(addresses) ? addresses.filter((one) => typeof one === "string") : undefined;
  } catch {
    return undefined;
  }
}

const isThisComputer = (host: string): boolean => /^(?:localhost|127\..*|\[::1\]|.*\.localhost)$/.test(host);

/** The open room, the function that ends it, and a count of requests. */
const open: { room: Room | undefined; end: (() => void) | undefined; turn: number } = {
  room: undefined,
  end: undefined,
  turn: 0,
};

/** Ends the open room, and a pending request. */
function shut(): void {
  const { end } = open;
  open.turn++;
  open.room = open.end = undefined;
  end?.();
  set(NO_LINK);
}

/** Opens a room for telephones, where there is a relay that they can reach. */
async function startPhone(): Promise<void> {
  if (["on", "asking"].includes(usePhone.getState().tag)) return;
  set({ ...NO_LINK, tag: "asking" });
  const turn = ++open.turn;
  const origins = await askRelay();
  if (turn !== open.turn) return;
  if (origins === undefined) return set({ ...NO_LINK, tag: "none" });
  // an address of the network that led here works
  const own = isThisComputer(location.hostname) ? [] : [location.origin];
  const all = [...new Set([...own, ...origins])];
  if (all.length === 0) return set({ ...NO_LINK, tag: "local" });
  const room = kept() ?? { code: secret(), key: secret() };
  keep(room);
  const page = location.pathname.replace(/index\.html$/, "");
  set({ ...NO_LINK, tag: "on", addresses: all.map((origin) => `${origin}${page}?remote=${room.code}`) });
  open.room = room;
  open.end = present(room);
}

/** Ends the room: telephones that are there are out. */
async function endPhone(): Promise<void> {
  const { room } = open;
  keep(undefined);
  shut();
  if (room !== undefined) await request("DELETE", `${room.code}/slides?key=${room.key}`);
}

/** Follows a panel's command: a room, none any more, or another one, with an address that nobody has yet. */
export function doForPhone(ask: PhoneAsk): void {
  if (ask === "start") void startPhone();
  else if (ask === "end") void endPhone();
  else void endPhone().then(startPhone);
}

/** Sends the slides' place to telephones; returns the function that ends this. Reopens a room that the tab had. */
export function tellPhones(): () => void {
  if (kept() !== undefined) void startPhone();
  return shut;
}

/** Milliseconds between two times that the slides say where they are, where they could not. */
const AGAIN = 1000;

/** Follows the moves of telephones in a room, and sends them the state; the function returned tells them that it is over. */
function present({ code, key }: Room): () => void {
  const path = `${code}/slides?key=${key}`;
  let waiting: FromShow | undefined;
  let isSending = false;
  let isOver = false;
  const send = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    while (waiting !== undefined && !isOver) {
      const said = waiting;
      waiting = undefined;
      const status = await request("POST", path, said);
      // only the latest counts
      if (status === 200 || status === 400 || status === 413) continue;
      waiting ??= said;
      await new Promise((then) => setTimeout(then, AGAIN));
    }
    isSending = false;
  };
  const tell = (): void => {
    waiting = saidNow();
    void send();
  };
  const endHearing = hearRoom(code, `slides?key=${key}`, {
    onMessage: (message) => {
      const { tag, count, move } = (message ?? {}) as { readonly [name: string]: unknown };
      if (tag === "phones" && typeof count === "number") set({ phones: count });
      const asked = tag === "move" ? readMove(move) : undefined;
      if (asked !== undefined) follow(asked);
    },
    onState: (state) => {
      set({ isLost: state !== "open" });
      // a relay that was restarted has no state
      if (state === "open") tell();
    },
  });
  const ends = [useShow.subscribe(tell), useDocument.subscribe(tell)];
  return () => {
    isOver = true;
    for (const end of [endHearing, ...ends]) end();
    void request("POST", path, { tag: "over" } satisfies FromShow);
  };
}

/** The message to telephones: the slides' place. */
function saidNow(): FromShow {
  const { at: shownAt, over, begun } = useShow.getState();
  const slides = slidesNow();
  const at = placeIn(slides, shownAt ?? { slide: 0, step: 0 });
  const slide = slides[at.slide];
  if (shownAt === undefined || slide === undefined) return { tag: "over" };
  const shown = {
    title: useDocument.getState().document.title || slide.name,
    name: slide.name,
    slide: at.slide,
    slides: slides.length,
    step: at.step,
    steps: slide.steps.map((step, index) => ({
      words: stepWords(slide, step),
      address: addressOfPlace({ slide: at.slide, step: index }),
    })),
    notes: slide.notes,
    next: nextWords(slides, at) ?? "",
    isBlack: over === "black",
    hasPicture: isMoving(slide.steps[at.step]),
    elapsed: Date.now() - begun,
  };
  return { tag: "at", shown: limited(shown) };
}

/** Follows a telephone's move. */
function follow(move: Move): void {
  const { at } = useShow.getState();
  if (at === undefined) return;
  if (move.tag === "step") goStep(move.by);
  else if (move.tag === "slide") goSlide(move.by);
  else if (move.tag === "black") blacken(move.on);
  else if (move.tag === "go") show(placeOf(move.to));
  else if (move.tag === "play") playPicture(stepNow());
  else stepPicture(stepNow(), move.by);
}
