// How fast the explorer answers: going to a step of a million events, opening a large graph, panning one.
import { afterAll, beforeAll, expect, test } from "vitest";
import { stageOf } from "../../engine/algorithms/index.ts";
import { runGradient } from "../../engine/derive/gradient.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { Playback } from "../../engine/timeline/playback.ts";
import { Recorder } from "../../engine/timeline/recording.ts";
import { apply, newReplay } from "../../engine/timeline/replay.ts";
import { type OpenSite, openSite } from "../e2e/browser.ts";
import { Notebook, frames as pass } from "../e2e/notebook.ts";
import { report, row } from "./report.ts";

/** A loop of three operations a round. */
const loop = (rounds: number): string =>
  `-- at: (${rounds}, 1.001)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, sin (x * 0.5) + 0.1)\n`;

let site: OpenSite;

beforeAll(async () => {
  site = await openSite();
});

afterAll(async () => {
  await site?.close();
});

test("going to a step of a million events", () => {
  const recorder = new Recorder(stageOf("staged")!);
  const run = runGradient(checkSource(loop(40_000)), {}, stageOf("staged")!, DEFAULT_BUDGET, {
    checks: false,
    observer: recorder.observe,
  });
  finish(run);
  const recording = recorder.finish();
  expect(recording.steps).toBeGreaterThan(1_000_000);
  const playback = new Playback(recording);
  while (playback.prepare());
  const from = (step: number, seek: (step: number) => void): number => {
    const began = performance.now();
    seek(step);
    return performance.now() - began;
  };
  const replayed = (step: number): void => {
    const state = newReplay();
    for (let event = 0; event < step; event++) apply(state, recording.columns.at(event));
  };
  const steps = Array.from({ length: 60 }, (_, index) => Math.floor((((index * 37) % 60) / 60) * recording.steps));
  const seeks = steps.map((step) => from(step, (at) => void playback.seek(at)));
  const whole = [1, 1, 1].map(() => from(recording.steps, replayed));
  const start = row("replay from the start", "ms", whole);
  const seek = row("going to a step", "ms", seeks);
  report(`A recording of ${recording.steps} events`, [
    { ...seek, against: { what: "the replay from the start", ratio: seek.median / start.median } },
    start,
  ]);
});

test("a hundred thousand operations as a folded graph", () => {
  const opening: number[] = [];
  const small: number[] = [];
  for (let turn = 0; turn < 3; turn++)
    for (const [rounds, times] of [
      [2_000, small],
      [20_000, opening],
    ] as const) {
      const began = performance.now();
      const exploration = new Exploration(checkSource(loop(rounds)), {}, DEFAULT_BUDGET);
      const { graph } = finish(exploration.open());
      const steps = exploration.picture({ open: [], hideConstants: false, around: undefined, all: false });
      let next = steps.next();
      while (!next.done) next = steps.next();
      times.push(performance.now() - began);
      expect(graph.size).toBeGreaterThan(rounds * 5);
    }
  const tenth = row("ten thousand operations", "ms", small);
  const all = row("a hundred thousand operations", "ms", opening, { target: "below 3000 ms" });
  report("Running, recording, folding and laying out", [
    { ...all, against: { what: "ten thousand", ratio: all.median / tenth.median } },
    tenth,
  ]);
});

test("panning two thousand labelled nodes", async () => {
  const { page } = await site.visit({ viewport: { width: 1440, height: 900 } });
  const notebook = new Notebook(page);
  await notebook.ended();
  await notebook.write(loop(400));
  await notebook.runNow();
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Graph", exact: true }).click();
  await page.getByText(/of them folded/).waitFor();
  await page.getByRole("button", { name: "Open all" }).click();
  await page.getByText(/nodes, the first 400 are listed/).waitFor({ timeout: 60_000 });
  const nodes = Number(/(\d+) nodes/.exec((await page.locator(".node-list .note").textContent()) ?? "")?.[1]);
  expect(nodes).toBeGreaterThanOrEqual(2000);
  await page.locator(".strip .heap").first().waitFor({ state: "attached" });
  const box = (await page.locator(".canvas").boundingBox())!;
  const frames = async (act: () => Promise<void>): Promise<readonly number[]> => {
    await page.evaluate(() => {
      const times: number[] = [];
      const state = { times, go: true };
      Object.assign(globalThis, { state });
      let last = performance.now();
      const tick = (now: number): void => {
        times.push(now - last);
        last = now;
        if (state.go) requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    await act();
    return page.evaluate(() => {
      const { state } = globalThis as unknown as { state: { times: number[]; go: boolean } };
      state.go = false;
      return state.times.slice(1);
    });
  };
  const idle = await frames(() => pass(page, 120));
  const moving = await frames(async () => {
    await page.mouse.move(box.x + 20, box.y + box.height - 20);
    await page.mouse.down();
    for (let i = 0; i < 180; i++) {
      await page.mouse.move(box.x + 20 + 3 * i, box.y + box.height - 20 - i);
      await pass(page, 1);
    }
    await page.mouse.up();
  });
  const within = moving.filter((time) => time <= 20).length / moving.length;
  const still = row("a frame at rest", "ms", idle);
  const pan = row("a frame while panning", "ms", moving, {
    target: `95 % of frames within 20 ms (now ${(100 * within).toFixed(1)} %)`,
  });
  report(`A graph of ${nodes} nodes, drawn in software`, [
    { ...pan, against: { what: "a frame at rest", ratio: pan.median / still.median } },
    still,
  ]);
});
