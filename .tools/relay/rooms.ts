// The rooms of the relay between slides and the telephones that move them: who is in them, and what each of them may send.
// Messages are passed on; only the latest state of the slides is kept, for a telephone that comes later.
import { timingSafeEqual } from "node:crypto";

/** What one server bears. */
export const LIMITS = {
  rooms: 16,
  /** Rooms of slides at one address of the network. */
  roomsOfAddress: 4,
  phones: 12,
  /** Bytes of what the slides say, and of what a telephone says. */
  stateBytes: 256 * 1024,
  moveBytes: 300,
  /** Messages of one side of a room: at once, and each second after them. */
  burst: 40,
  perSecond: 20,
  /** Milliseconds that a room waits for slides that are gone, and that it lives at most. */
  patience: 10 * 60_000,
  life: 12 * 3_600_000,
} as const;

export type Limits = { readonly [Name in keyof typeof LIMITS]: number };

/** A way to one who listens. */
export interface Ear {
  send(text: string): void;
  end(): void;
}

/** How a request went, as a status of HTTP. */
export type Answer = 200 | 400 | 403 | 404 | 413 | 429 | 503;

interface Room {
  readonly key: string;
  readonly address: string;
  readonly begun: number;
  readonly phones: Set<Ear>;
  slides: Ear | undefined;
  /** Since when there are no slides. */
  goneSince: number;
  /** What the slides said last, as JSON, and when. */
  state: { readonly json: string; readonly at: number } | undefined;
  readonly fromSlides: Budget;
  readonly fromPhones: Budget;
}

/** Messages that may be sent now: some at once, and then so many each second. */
class Budget {
  readonly #burst: number;
  readonly #perSecond: number;
  #left: number;
  #at: number;

  constructor({ burst, perSecond }: Limits, now: number) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#left = burst;
    this.#at = now;
  }

  spend(now: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}

/** 128 bits or more, as a browser writes what it made by chance. */
const SECRET = /^[\w-]{22,64}$/;

/** The same value in one line of JSON; undefined for what is none. */
function inOneLine(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export class Rooms {
  readonly #limits: Limits;
  readonly #now: () => number;
  readonly #rooms = new Map<string, Room>();

  constructor(limits: Limits = LIMITS, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Slides listen to what telephones ask for. They made the room's code and its key by chance: the code lets telephones in, the key
   * tells the slides from them. A room that is there is taken again by its key, as when the page is loaded anew.
   */
  present(code: string, key: string, address: string, ear: Ear): Answer {
    this.sweep();
    if (!SECRET.test(code) || !SECRET.test(key)) return 400;
    const known = this.#rooms.get(code);
    if (known !== undefined && !isSame(known.key, key)) return 403;
    const room = known ?? this.#open(code, key, address);
    if (room === undefined) return 503;
    room.slides?.end();
    room.slides = ear;
    this.#count(room);
    return 200;
  }

  #open(code: string, key: string, address: string): Room | undefined {
    const ofAddress = [...this.#rooms.values()].filter((room) => room.address === address);
    if (this.#rooms.size >= this.#limits.rooms || ofAddress.length >= this.#limits.roomsOfAddress) return undefined;
    const now = this.#now();
    const room: Room = {
      key,
      address,
      begun: now,
      phones: new Set(),
      slides: undefined,
      goneSince: now,
      state: undefined,
      fromSlides: new Budget(this.#limits, now),
      fromPhones: new Budget(this.#limits, now),
    };
    this.#rooms.set(code, room);
    return room;
  }

  /** A telephone listens to what the slides say: first to what they said last. */
  listen(code: string, ear: Ear): Answer {
    this.sweep();
    const room = this.#rooms.get(code);
    if (room === undefined) return 404;
    if (room.phones.size >= this.#limits.phones) return 503;
    room.phones.add(ear);
    if (room.state !== undefined) ear.send(this.#stateOf(room.state));
    if (room.slides === undefined) ear.send('{"tag":"away"}');
    this.#count(room);
    return 200;
  }

  #stateOf({ json, at }: NonNullable<Room["state"]>): string {
    return `{"tag":"state","age":${Math.max(0, this.#now() - at)},"state":${json}}`;
  }

  /** One who listened is gone. */
  leave(code: string, ear: Ear): void {
    const room = this.#rooms.get(code);
    if (room === undefined) return;
    if (room.slides === ear) {
      room.slides = undefined;
      room.goneSince = this.#now();
      for (const phone of room.phones) phone.send('{"tag":"away"}');
    }
    if (room.phones.delete(ear)) this.#count(room);
  }

  #count({ slides, phones }: Room): void {
    slides?.send(`{"tag":"phones","count":${phones.size}}`);
  }

  /** The slides say where they are: all telephones hear it. */
  tell(code: string, key: string, text: string): Answer {
    this.sweep();
    const room = this.#rooms.get(code);
    if (room === undefined) return 404;
    if (!isSame(room.key, key)) return 403;
    if (Buffer.byteLength(text) > this.#limits.stateBytes) return 413;
    if (!room.fromSlides.spend(this.#now())) return 429;
    const json = inOneLine(text);
    if (json === undefined) return 400;
    room.state = { json, at: this.#now() };
    for (const phone of room.phones) phone.send(this.#stateOf(room.state));
    return 200;
  }

  /** A telephone asks for something: the slides hear it, and judge it. */
  move(code: string, text: string): Answer {
    this.sweep();
    const room = this.#rooms.get(code);
    if (room === undefined) return 404;
    if (Buffer.byteLength(text) > this.#limits.moveBytes) return 413;
    if (!room.fromPhones.spend(this.#now())) return 429;
    const json = inOneLine(text);
    if (json === undefined) return 400;
    if (room.slides === undefined) return 503;
    room.slides.send(`{"tag":"move","move":${json}}`);
    return 200;
  }

  /** Whether there is a room of this code. */
  has(code: string): boolean {
    this.sweep();
    return this.#rooms.has(code);
  }

  /** The slides end a room. */
  end(code: string, key: string): Answer {
    const room = this.#rooms.get(code);
    if (room === undefined) return 404;
    if (!isSame(room.key, key)) return 403;
    this.#close(code, room);
    return 200;
  }

  /** Tells everyone that the line holds. */
  beat(): void {
    this.sweep();
    for (const { slides, phones } of this.#rooms.values())
      for (const ear of [...(slides === undefined ? [] : [slides]), ...phones]) ear.send('{"tag":"beat"}');
  }

  /** Ends rooms that nobody presents in any more, and those whose time is over. */
  sweep(): void {
    const now = this.#now();
    for (const [code, room] of this.#rooms) {
      const isLeft = room.slides === undefined && now - room.goneSince > this.#limits.patience;
      if (isLeft || now - room.begun > this.#limits.life) this.#close(code, room);
    }
  }

  #close(code: string, room: Room): void {
    this.#rooms.delete(code);
    for (const ear of [room.slides, ...room.phones]) ear?.end();
  }
}
