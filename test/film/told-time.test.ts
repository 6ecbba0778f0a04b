// The time whose sentence is told while a film plays.
import { expect, test } from "vitest";
import { filmOf } from "../../app/playback/model/film.ts";
import { toldTime } from "../../app/playback/transport/told-time.ts";
import { animated } from "../support/animated.ts";

test("a whole run that plays tells no more than four sentences in a second, and any other film what is shown", () => {
  const text =
    "-- at: 0.5\ndef main x = step 99 x\n\ndef step (n : Int) x = if n == 0 then x else step (n - 1) (sin x)\n";
  const { explored, animation } = animated(text, ["naive", "staged", "tape"]);
  const film = filmOf(explored, animation);
  const playing = { film, isPlaying: true, pace: "run", speed: 1, away: new Set<string>() } as const;
  // frames of half a minute
  const times = Array.from({ length: 1800 }, (_, frame) => (frame / 1800) * animation.end);
  const told = times.map((t) => toldTime(t, playing));
  expect(new Set(told).size).toBeLessThanOrEqual(4 * 30 + 1);
  expect(new Set(told).size).toBeGreaterThan(100);
  for (const [frame, t] of times.entries()) {
    expect(told[frame]).toBeLessThanOrEqual(t);
    // a quarter of a second at most
    expect(t - told[frame]!).toBeLessThanOrEqual(animation.end / 120 + 1e-6);
    expect(toldTime(t, { ...playing, isPlaying: false })).toBe(t);
    expect(toldTime(t, { ...playing, pace: "call" })).toBe(t);
  }
  // twice as fast, a sentence stands as long
  expect(new Set(times.map((t) => toldTime(t, { ...playing, speed: 2 }))).size).toBeLessThanOrEqual(61);
});
