// The rooms of the relay: who gets in, what is passed on, and where it ends.
import { describe, expect, test } from "vitest";
import { type Ear, LIMITS, Rooms } from "../../.tools/relay/rooms.ts";

const CODE = "abcdefghijklmnopqrstuvwx";
const KEY = "ABCDEFGHIJKLMNOPQRSTUVWX";

/** One who listens, and what was heard. */
class Listener implements Ear {
  readonly heard: unknown[] = [];
  isEnded = false;

  send(text: string): void {
    expect(text).not.toMatch(/[\r\n]/);
    this.heard.push(JSON.parse(text));
  }

  end(): void {
    this.isEnded = true;
  }
}

function opened(limits = LIMITS) {
  const clock = { now: 0 };
  const rooms = new Rooms(limits, () => clock.now);
  const slides = new Listener();
  expect(rooms.present(CODE, KEY, "here", slides)).toBe(200);
  return { clock, rooms, slides };
}

describe("a room", () => {
  test("passes on what slides and phones say, and keeps the latest state alone", () => {
    const { clock, rooms, slides } = opened();
    const [first, late] = [new Listener(), new Listener()];
    expect(rooms.listen(CODE, first)).toBe(200);
    expect(rooms.tell(CODE, KEY, '{"a":\n 1}')).toBe(200);
    expect(rooms.tell(CODE, KEY, '{"a":2}')).toBe(200);
    clock.now = 1500;
    expect(rooms.listen(CODE, late)).toBe(200);
    expect(first.heard).toEqual([
      { tag: "state", age: 0, state: { a: 1 } },
      { tag: "state", age: 0, state: { a: 2 } },
    ]);
    expect(late.heard).toEqual([{ tag: "state", age: 1500, state: { a: 2 } }]);
    expect(rooms.move(CODE, '{"tag":"step","by":1}')).toBe(200);
    rooms.leave(CODE, first);
    expect(slides.heard).toEqual([
      { tag: "phones", count: 0 },
      { tag: "phones", count: 1 },
      { tag: "phones", count: 2 },
      { tag: "move", move: { tag: "step", by: 1 } },
      { tag: "phones", count: 1 },
    ]);
  });

  test("is entered by its code, and moved as slides by its key alone", () => {
    const { rooms, slides } = opened();
    const other = "bbcdefghijklmnopqrstuvwx";
    const stranger = new Listener();
    expect(rooms.listen(other, stranger)).toBe(404);
    expect(rooms.move(other, "{}")).toBe(404);
    expect(rooms.tell(other, KEY, "{}")).toBe(404);
    expect(rooms.end(other, KEY)).toBe(404);
    expect(rooms.has(other)).toBe(false);
    expect(rooms.present(CODE, CODE, "there", stranger)).toBe(403);
    expect(rooms.tell(CODE, CODE, "{}")).toBe(403);
    expect(rooms.end(CODE, "")).toBe(403);
    expect(rooms.has(CODE)).toBe(true);
    expect([stranger.heard, slides.isEnded]).toEqual([[], false]);
  });

  test("needs a code and a key that nobody guesses", () => {
    const rooms = new Rooms();
    for (const [code, key] of [
      ["", KEY],
      ["room", KEY],
      [CODE, "key"],
      [`${CODE}/..`, KEY],
      ["a".repeat(65), KEY],
    ] as const)
      expect(rooms.present(code, key, "here", new Listener())).toBe(400);
  });

  test("is taken again by its key, and the page before is out", () => {
    const { rooms, slides } = opened();
    const phone = new Listener();
    rooms.listen(CODE, phone);
    const again = new Listener();
    expect(rooms.present(CODE, KEY, "here", again)).toBe(200);
    expect(slides.isEnded).toBe(true);
    // the line of the page before is closed after that of the page after it was opened
    rooms.leave(CODE, slides);
    expect(rooms.move(CODE, "1")).toBe(200);
    expect(phone.heard).toEqual([]);
    expect(again.heard.at(-1)).toEqual({ tag: "move", move: 1 });
  });

  test("says that the slides are gone, to phones that come later, too", () => {
    const { rooms, slides } = opened();
    const [phone, late] = [new Listener(), new Listener()];
    rooms.listen(CODE, phone);
    rooms.leave(CODE, slides);
    rooms.listen(CODE, late);
    expect([phone.heard, late.heard]).toEqual([[{ tag: "away" }], [{ tag: "away" }]]);
    expect(rooms.move(CODE, "{}")).toBe(503);
  });

  test("ends with everyone who is in it", () => {
    const { rooms, slides } = opened();
    const phone = new Listener();
    rooms.listen(CODE, phone);
    expect(rooms.end(CODE, KEY)).toBe(200);
    expect([phone.isEnded, slides.isEnded, rooms.has(CODE)]).toEqual([true, true, false]);
  });
});

describe("a server bears no more than", () => {
  test("so many rooms, and so many from one address", () => {
    const rooms = new Rooms();
    const codeOf = (number: number): string => String(number).padStart(24, "x");
    for (let number = 0; number < LIMITS.roomsOfAddress; number++)
      expect(rooms.present(codeOf(number), KEY, "one", new Listener())).toBe(200);
    expect(rooms.present(codeOf(100), KEY, "one", new Listener())).toBe(503);
    for (let number = LIMITS.roomsOfAddress; number < LIMITS.rooms; number++)
      expect(rooms.present(codeOf(number), KEY, `at ${number}`, new Listener())).toBe(200);
    expect(rooms.present(codeOf(100), KEY, "another", new Listener())).toBe(503);
    rooms.end(codeOf(0), KEY);
    expect(rooms.present(codeOf(100), KEY, "another", new Listener())).toBe(200);
  });

  test("so many phones in a room", () => {
    const { rooms } = opened();
    const phones = Array.from({ length: LIMITS.phones }, () => new Listener());
    for (const phone of phones) expect(rooms.listen(CODE, phone)).toBe(200);
    expect(rooms.listen(CODE, new Listener())).toBe(503);
    rooms.leave(CODE, phones[0]!);
    expect(rooms.listen(CODE, new Listener())).toBe(200);
  });

  test("messages of a length, which are JSON", () => {
    const { rooms, slides } = opened();
    const text = (bytes: number): string => `"${"ü".repeat((bytes - 2) / 2)}"`;
    expect(rooms.move(CODE, text(LIMITS.moveBytes))).toBe(200);
    expect(rooms.move(CODE, text(LIMITS.moveBytes + 2))).toBe(413);
    expect(rooms.tell(CODE, KEY, text(LIMITS.stateBytes))).toBe(200);
    expect(rooms.tell(CODE, KEY, text(LIMITS.stateBytes + 2))).toBe(413);
    for (const wrong of ["", "{", "data: x\n\n"]) {
      expect(rooms.move(CODE, wrong)).toBe(400);
      expect(rooms.tell(CODE, KEY, wrong)).toBe(400);
    }
    // deep values end as an answer, and not as an error
    expect([200, 400]).toContain(rooms.tell(CODE, KEY, "[".repeat(100_000) + "]".repeat(100_000)));
    expect(slides.heard).toHaveLength(2);
  });

  test("so many messages at once, and so many in a second; the sides do not use up each other's", () => {
    const { clock, rooms } = opened();
    const sent = (most: number): number => Array.from({ length: most }, () => rooms.move(CODE, "1")).indexOf(429);
    expect(sent(100)).toBe(LIMITS.burst);
    expect(rooms.tell(CODE, KEY, "1")).toBe(200);
    clock.now += 1000;
    expect(sent(100)).toBe(LIMITS.perSecond);
    clock.now += 60_000;
    expect(sent(100)).toBe(LIMITS.burst);
  });

  test("rooms whose slides are there, and none for ever", () => {
    const { clock, rooms, slides } = opened();
    const phone = new Listener();
    rooms.listen(CODE, phone);
    clock.now = LIMITS.patience * 3;
    rooms.beat();
    expect(phone.heard).toEqual([{ tag: "beat" }]);
    rooms.leave(CODE, slides);
    clock.now += LIMITS.patience;
    expect(rooms.has(CODE)).toBe(true);
    clock.now += 1;
    expect([rooms.has(CODE), phone.isEnded]).toEqual([false, true]);
    const other = opened();
    other.clock.now = LIMITS.life + 1;
    other.rooms.beat();
    expect([other.rooms.has(CODE), other.slides.isEnded]).toEqual([false, true]);
  });
});
