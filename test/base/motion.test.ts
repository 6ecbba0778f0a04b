// Movements over frames: one at a time, each with the time since the frame before.
import { beforeEach, expect, test, vi } from "vitest";
import { Motion } from "../../app/base/motion.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (then: (now: number) => void) =>
    setTimeout(() => then(performance.now()), 16),
  );
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test("a movement is called at each frame until it says that it is over", () => {
  const motion = new Motion();
  let gone = 0;
  motion.run((passed) => {
    gone += passed;
    return gone < 100;
  });
  vi.advanceTimersByTime(1000);
  expect(gone).toBeGreaterThanOrEqual(100);
  expect(gone).toBeLessThan(120);
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
  vi.advanceTimersByTime(200);
  expect(calls).toEqual(["second", "rested"]);
  motion.run(() => calls.push("third") > 0);
  motion.stop();
  vi.advanceTimersByTime(200);
  expect(calls).toEqual(["second", "rested"]);
});
