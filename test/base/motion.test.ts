// Movements over frames: one at a time, each with the time since the frame before.
import { beforeEach, expect, test, vi } from "vitest";
import { Motion } from "../../app/base/motion.ts";

/** Callbacks of the next frame, by their handles. */
const due = new Map<number, (now: number) => void>();
let handle = 0;
let now = 0;

beforeEach(() => {
  due.clear();
  vi.useFakeTimers();
  vi.stubGlobal("performance", { now: () => now });
  vi.stubGlobal("requestAnimationFrame", (then: (now: number) => void) => {
    due.set(++handle, then);
    return handle;
  });
  vi.stubGlobal("cancelAnimationFrame", (one: number) => due.delete(one));
  return () => {
    // in this order: the clock that was there before the stub is the one of the fake timers
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

/** Frames, 16 milliseconds after each other. */
function frames(count: number): void {
  for (let frame = 0; frame < count; frame++) {
    now += 16;
    const all = [...due.values()];
    due.clear();
    for (const then of all) then(now);
  }
}

test("a movement is called at each frame until it says that it is over", () => {
  let gone = 0;
  new Motion().run((passed) => {
    gone += passed;
    return gone < 100;
  });
  frames(3);
  expect(gone).toBe(48);
  frames(20);
  expect(gone).toBe(112);
});

test("a movement, a rest or Stop ends the movement before, also from within it", () => {
  const motion = new Motion();
  const calls: string[] = [];
  motion.run(() => calls.push("first") > 0);
  motion.run(() => {
    calls.push("second");
    motion.rest(50, () => calls.push("rested"));
    return true;
  });
  frames(3);
  expect(calls).toEqual(["second"]);
  vi.advanceTimersByTime(50);
  expect(calls).toEqual(["second", "rested"]);
  motion.run(() => calls.push("third") > 0);
  motion.stop();
  frames(3);
  expect(calls).toEqual(["second", "rested"]);
});
