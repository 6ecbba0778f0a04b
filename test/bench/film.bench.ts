// How fast a film is: making the picture of a time, and the frames of a run that plays in a browser.
import { afterAll, beforeAll, expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import { type Film, filmOf } from "../../app/playback/model/film.ts";
import { type OpenSite, openSite } from "../e2e/browser.ts";
import { Notebook } from "../e2e/notebook.ts";
import { animated } from "../support/animated.ts";
import { example } from "../support/examples.ts";
import { report, row } from "./report.ts";

const STAGES = ["naive", "staged", "tape"];
/** A run of n scalars. */
const chain = (n: number): string =>
  `-- at: 0.5\ndef main x = step ${n} x\n\ndef step (n : Int) x = if n == 0 then x else step (n - 1) (sin x)\n`;

let site: OpenSite;

beforeAll(async () => {
  site = await openSite();
});

afterAll(async () => {
  await site?.close();
});

function filmed(text: string, stages: readonly string[], n?: number): Film {
  const { explored, animation } = animated(text, stages, n === undefined ? {} : { n });
  return filmOf(explored, animation);
}

/** Milliseconds that pictures of some times of a film take. */
function pictures(film: Film): readonly number[] {
  const { wanted, order } = columnsOf(film);
  const paper = paperOf({ width: 1440, height: 640, projected: 0 }, film.graph.size, wanted, order);
  const times = Array.from({ length: 200 }, (_, index) => (((index * 37) % 200) / 200) * film.animation.end);
  for (const t of times) pictureAt(film, paper, t);
  return times.map((t) => {
    const began = performance.now();
    expect(pictureAt(film, paper, t).length).toBeGreaterThan(20);
    return performance.now() - began;
  });
}

test("the picture of a time", () => {
  const small = row("5 scalars", "ms", pictures(filmed(example("05"), STAGES)));
  const chain10 = row("11 scalars, 2047 calls", "ms", pictures(filmed(example("04"), STAGES, 10)), {
    target: "below 8 ms",
  });
  const large = row("300 scalars", "ms", pictures(filmed(chain(299), STAGES)));
  const against = (one: typeof small) => ({ ...one, against: { what: "5 scalars", ratio: one.median / small.median } });
  report("Pictures of a film", [small, against(chain10), against(large)]);
});

/** As many frames as a whole run of half a minute has, but for the last seconds. */
const WHOLE = 1700;

test("frames of a film that plays", async () => {
  const rows = [];
  for (const [what, text] of [
    ["5 scalars", example("05")],
    ["300 scalars", chain(299)],
  ] as const) {
    const { page } = await Notebook.open(site, { viewport: { width: 1440, height: 900 } }, text);
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Explorer", exact: true }).click();
    await page.locator(".film-stage text").first().waitFor();
    await page.getByRole("combobox", { name: "Pace" }).selectOption("run");
    const frames = (count: number): Promise<readonly number[]> =>
      page.evaluate(async (count) => {
        const times: number[] = [];
        let last = performance.now();
        while (times.length < count) {
          const now = await new Promise<number>((next) => requestAnimationFrame(next));
          times.push(now - last);
          last = now;
        }
        return times.slice(1);
      }, count);
    const idle = row(`${what}: a frame at rest`, "ms", await frames(240));
    await page.keyboard.press("Home");
    await page.keyboard.press("Space");
    const times = await frames(WHOLE);
    const isWithin = (some: readonly number[]): string =>
      `${((100 * some.filter((time) => time <= 20).length) / some.length).toFixed(1)} %`;
    const playing = row(`${what}: a frame of a run that plays`, "ms", times, {
      target: `95 % of frames within 20 ms (now ${isWithin(times)}, ${isWithin(times.slice(0, 240))} of the first 240)`,
    });
    rows.push({ ...playing, against: { what: "a frame at rest", ratio: playing.median / idle.median } }, idle);
    await page.keyboard.press("Space");
  }
  report("A film in a browser, drawn in software", rows);
}, 300_000);

test("scrubbing in a run of 88 000 scalars", async () => {
  const text = "-- at: 0.9\n\ndef main x = foldl (\\y i -> y + 0.1 * sin (y * x)) x (range 0 17600)\n";
  const { page } = await Notebook.open(site, { viewport: { width: 1440, height: 900 } }, text);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Explorer", exact: true }).click();
  await page.locator(".film-range").waitFor({ timeout: 120_000 });
  await page.locator(".still-recorded").waitFor({ state: "detached", timeout: 240_000 });
  const times = await page.locator(".film-range").evaluate(async (slider: HTMLInputElement) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
    const taken: number[] = [];
    for (let move = 0; move < 40; move++) {
      const began = performance.now();
      set!.call(slider, String((move * 7919) % 30_000));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise<void>((next) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => next();
          port2.postMessage(0);
        }),
      );
      taken.push(performance.now() - began);
    }
    return taken;
  });
  const target = `median within 50 ms, none above 100 ms (now ${Math.max(...times).toFixed(0)} ms at most)`;
  report("A large run in a browser", [row("a move of the slider, until it is painted", "ms", times, { target })]);
}, 600_000);
