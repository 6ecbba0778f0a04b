// The film of a run in a browser: it plays, steps, folds, answers questions, and can be taken away.
import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { IS_LONG } from "../support/runs.ts";
import { accessibilityFaults } from "./browser.ts";
import { frames, Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";

const example = (name: string): string => readFileSync(new URL(`../../examples/${name}.dual`, import.meta.url), "utf8");
const FACTORING = example("05-linear-factoring");

const site = siteForTests();

async function film(text = FACTORING, options?: BrowserContextOptions) {
  const { page, errors } = await Notebook.open(site, options, text);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Explorer", exact: true }).click();
  await page.locator(".film-stage text").first().waitFor();
  return { page, errors };
}

const says = (page: Page, words: string | RegExp) => page.locator(".film-sentence", { hasText: words }).waitFor();
/** The texts of the picture, in the order in which they are drawn. */
const texts = (page: Page): Promise<readonly string[]> =>
  page.locator(".film-stage text").evaluateAll((all) => all.map((one) => one.textContent));

/** Presses an edge of the graph, where nothing else lies. */
async function pressEdge(page: Page, place: number): Promise<void> {
  const edge = page.locator(".film-stage path[data-edge]").nth(place);
  const { x, y } = await edge.evaluate((path: SVGPathElement) => {
    const { x, y } = path.getPointAtLength(path.getTotalLength() * 0.3).matrixTransform(path.getScreenCTM()!);
    return { x, y };
  });
  await page.mouse.click(x, y);
}

test("columns that a program takes none of come back with the next one", async () => {
  const open = (page: Page, view: string) =>
    page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view, exact: true }).click();
  const { page, notebook } = await Notebook.open(
    site,
    undefined,
    "-- at: 0.7\ndef main x = grad (\\y -> y * y * x) x\n",
  );
  const names = page.locator(".film-stage text", { hasText: /^(naive|staged|tape|transposed)$/ });
  await open(page, "Explorer");
  await expect.poll(() => names.allTextContents()).toEqual(["transposed"]);
  await open(page, "Document");
  await notebook.write("-- at: 0.7\ndef main x = x * x\n");
  await notebook.runNow();
  await open(page, "Explorer");
  await expect.poll(() => names.allTextContents()).toEqual(["naive", "staged", "tape"]);
});

test("a program that no stage takes has its cotangents in the graph; the explorer and jobs say why they show none", async () => {
  const { page } = await Notebook.open(
    site,
    undefined,
    "-- at: (1.0, 2.0)\nop f p : Real = let (x, y) = p in x * y pullback \\c -> let (x, y) = p in (c * y, c * x)\ndef main (x, y) = f (x, y) * y\n",
  );
  const open = (view: string) =>
    page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view, exact: true }).click();
  const told = page.locator(".opening");
  for (const view of ["Explorer", "Jobs"]) {
    await open(view);
    await told.locator(".traced-note", { hasText: /a pullback of one's own .*\(line 2\)/ }).waitFor();
    expect(await told.textContent()).not.toMatch(/calls|no Real numbers/);
  }
  await told.getByRole("link", { name: "The graph of the run" }).click();
  await expect
    .poll(() => page.locator(".node-list [data-node]").allTextContents())
    .toEqual(expect.arrayContaining([expect.stringMatching(/x, input = 1; cotangent 4;/)]));
  expect(await page.getByRole("button", { name: "Play" }).count()).toBe(0);
  // a graph that is seen whole needs no map over it, though nothing moves that would tell it
  await expect.poll(() => page.locator(".overview").getAttribute("class")).toContain("whole");
});

describe("a film", () => {
  test("opens at the end, steps, plays, goes to merges, and folds", async () => {
    const { page, errors } = await film();
    await says(page, "9 calls become 4.");
    await page.keyboard.press("Home");
    await says(page, "2 scalars go into main");
    for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowRight");
    await says(page, "s = p (x, x) = 10. Beside it, a function for the way back: ds = λz. dx (2·z) + dx (3·z).");
    // the first merge: both addends, and a plus between them
    await page.keyboard.press("m");
    await says(page, "The map already holds ds with 1. Add 8: one call, with 9.");
    const merge = await texts(page);
    for (const seen of ["ds 1", "ds 8", "+"]) expect(merge).toContain(seen);
    await page.keyboard.press("Shift+M");
    await page.keyboard.press("f");
    await says(page, "A backpropagator is linear");
    await says(page, "2 calls of ds become one, with 9.");
    await page.keyboard.press("Space");
    // the slider goes where the pointer does
    await page.getByRole("slider", { name: "Time of the film" }).fill("0");
    await says(page, "2 scalars go into main");
    await page.getByRole("button", { name: "fold", exact: true }).click();
    await says(page, "calls of ds become one");
    expect(errors).toEqual([]);
  });

  test("says why, plays a path, and answers when an edge is cut", async () => {
    const { page, errors } = await film();
    await page.locator('.film-stage [data-scalar="1"]').click();
    const why = page.getByRole("complementary", { name: "Explanation" });
    await why.getByRole("button", { name: "x —3→ s —4→ t —2→ u" }).click();
    await page.locator(".film-stage text", { hasText: /^24$/ }).first().waitFor();
    await page.locator(".film-stage [data-path]").first().waitFor();
    await says(page, "This path contributes the product of its partials to x: 1·2·4·3 = 24.");
    await page.keyboard.press("Escape");
    await why.waitFor({ state: "detached" });
    // the path goes with the explanation that has it
    await page.waitForFunction(() => document.querySelector(".film-stage [data-path]") === null);
    // the picture takes the room of what was beside it
    await page.waitForFunction(() => document.querySelector(".film-stage")!.clientWidth === innerWidth);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    // without t's use of x, 10 less come to x
    await page.getByText("Press an edge to cut it.").waitFor();
    await pressEdge(page, 3);
    const answer = page.locator(".film-stage [data-result]");
    await answer.first().waitFor();
    expect(await answer.evaluateAll((all) => all.map((one) => one.textContent))).toEqual(["55→45", "55→45"]);
    await page.locator(".film-cut").getByText("Gradient with the cut: x 55→45").waitFor();
    await says(page, "Gradient with the cut: x 55→45");
    const table = page.getByRole("table", { name: "The state of the film" });
    await table.getByRole("cell", { name: "called with 45, with all edges 55" }).first().waitFor();
    // in the middle of the run, where t has been called: the cut stops its contribution, and all that follows is less
    const time = page.getByRole("slider", { name: "Time of the film" });
    const go = async (part: number): Promise<void> =>
      time.fill(String(Math.round(Number(await time.getAttribute("max")) * part)));
    await go(0.3);
    await says(page, "The cut stops dx with 10.");
    expect(await answer.count()).toBe(0);
    await go(0.55);
    await page.locator(".film-stage [data-was]").first().waitFor();
    const place = await time.inputValue();
    await page.getByRole("button", { name: "Restore the graph" }).click();
    await page.locator(".film-stage [data-was]").first().waitFor({ state: "detached" });
    // an edge is cut by its number, too
    const number = page.locator(".film-stage rect[data-edge]").first();
    await number.click();
    await page.getByRole("button", { name: "Restore the graph" }).click();
    // the graph is another one, and the time is the same
    expect(await time.inputValue()).toBe(place);
    // and by the keyboard, from the explanation of a scalar
    await page.getByRole("table", { name: "The state of the film" }).getByRole("button", { name: /^s/ }).focus();
    await page.keyboard.press("Enter");
    const button = page.getByRole("group", { name: "cut an edge" }).getByRole("button").first();
    await button.focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Restore the graph" }).waitFor();
    expect(await button.getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Restore the graph" }).waitFor({ state: "detached" });
    await go(0.3);
    await page.locator(".film-sentence", { hasNotText: "At a cut edge" }).waitFor();
    // another variation of the same graph leaves the cut
    await pressEdge(page, 3);
    await page.getByRole("button", { name: "Restore the graph" }).waitFor();
    await page.getByRole("button", { name: "Variations" }).click();
    await page.getByText("Break it: forget to add").click();
    await page.keyboard.press("Escape");
    await page.getByText("broken on purpose", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Restore the graph" }).waitFor();
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)("a part that is played alone stops where it ends, and Play goes on from there", async () => {
    const { page } = await film(example("02-running-example"));
    const time = page.getByRole("slider", { name: "Time of the film" });
    const last = Number(await time.getAttribute("max"));
    await page.getByRole("combobox", { name: "Speed" }).selectOption("4");
    await page.getByRole("button", { name: "forward", exact: true }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    const end = Number(await time.inputValue());
    expect(end).toBeGreaterThan(0);
    expect(end).toBeLessThan(last / 2);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(async () => Number(await time.inputValue()) > end + 500).toBe(true);
  });

  test.runIf(IS_LONG)("forgets a path that was played when the run is another", async () => {
    const { page, errors } = await film(example("04-doubling-chain"));
    const n = page.getByRole("textbox", { name: /^n from the sweep/ });
    await n.fill("6");
    await says(page, "127 calls become 7.");
    await page.locator('.film-stage [data-scalar="0"]').click();
    await page.getByRole("complementary", { name: "Explanation" }).locator(".path-list button").first().click();
    await n.fill("1");
    await says(page, "3 calls become 2.");
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)("has larger letters where the page was opened to present", async () => {
    const { page } = await film();
    await page.goto(`${site.address}?present`);
    await page.locator(".slide").waitFor();
    // also where that address is the first one
    await page.goto("about:blank");
    await page.goto(`${site.address}?present#/explorer`);
    await page.locator(".film-stage text").first().waitFor();
    const sizes = await page
      .locator(".film-stage text")
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute("font-size"))));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
  });

  test.runIf(IS_LONG)(
    "of a long run shows other rows by wheel, keys and its map, and the row that is chosen; as it goes on it follows the run",
    async () => {
      const { page, errors } = await film(example("10-rotate"));
      const rows = async (): Promise<readonly number[]> =>
        (await page.locator(".film-stage text").allTextContents())
          .filter((text) => /^#\d+$/.test(text))
          .map((text) => Number(text.slice(1)));
      const first = async (): Promise<number> => Math.min(...(await rows()));
      expect(await first()).toBe(0);
      const stage = (await page.locator(".film-stage").boundingBox())!;
      await page.mouse.move(stage.x + stage.width * 0.7, stage.y + stage.height * 0.6);
      await page.mouse.wheel(0, 150);
      await expect.poll(first).toBeGreaterThan(2);
      await page.keyboard.press("PageUp");
      await expect.poll(first).toBe(0);
      await page.keyboard.press("PageDown");
      await expect.poll(first).toBeGreaterThan(9);
      // the map moves the window, and chooses nothing
      const [map] = await page.locator(".film-stage [data-overview]").all();
      const box = (await map!.boundingBox())!;
      await page.mouse.click(box.x + box.width / 2, stage.y + stage.height - 12);
      await expect.poll(async () => Math.max(...(await rows()))).toBe(46);
      const why = page.getByRole("complementary", { name: "Explanation" });
      expect(await why.count()).toBe(0);
      await page.mouse.move(box.x + box.width / 2, stage.y + stage.height - 12);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2, stage.y + 120, { steps: 5 });
      await page.mouse.up();
      await expect.poll(first).toBe(0);
      // a cause that is out of sight comes into it
      await page.locator('.film-stage [data-scalar="16"]').click();
      await why.getByText("#43").first().click();
      await expect.poll(async () => (await rows()).includes(43)).toBe(true);
      await page.keyboard.press("Escape");
      // Space plays from the timeline, too, and the window follows
      await page.getByRole("slider", { name: "Time of the film" }).click({ position: { x: 300, y: 10 } });
      const at = await first();
      await page.keyboard.press("PageUp");
      await expect.poll(first).toBeLessThan(at);
      const time = page.getByRole("slider", { name: "Time of the film" });
      const before = Number(await time.inputValue());
      await page.keyboard.press(" ");
      await expect.poll(async () => Number(await time.inputValue())).toBeGreaterThan(before);
      await page.keyboard.press(" ");
      expect(errors).toEqual([]);
    },
  );

  test.runIf(IS_LONG)("of a long run shows other rows under a finger, which chooses nothing then", async () => {
    const { page, errors } = await film(example("10-rotate"), {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const first = async (): Promise<number> =>
      Math.min(...(await texts(page)).filter((text) => /^#\d+$/.test(text)).map((text) => Number(text.slice(1))));
    expect(await first()).toBe(0);
    const { x, y, width, height } = (await page.locator(".film-stage").boundingBox())!;
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...ys: readonly number[]) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: ys.map((at) => ({ x: x + width * 0.7, y: at })) });
    await touch("touchStart", y + height * 0.8);
    for (let part = 0.78; part > 0.3; part -= 0.04) await touch("touchMove", y + height * part);
    await touch("touchEnd");
    await expect.poll(first).toBeGreaterThan(3);
    const why = page.getByRole("complementary", { name: "Explanation" });
    expect(await why.count()).toBe(0);
    await page.touchscreen.tap(x + width * 0.7, y + height * 0.7);
    await why.waitFor();
    expect(errors).toEqual([]);
  });

  test("is a table for whoever does not see it", async () => {
    const { page } = await film();
    const table = page.getByRole("table", { name: "The state of the film" });
    const row = table.getByRole("row", { name: /^x = 2/ });
    expect(await row.getByRole("cell").allTextContents()).toEqual([
      "called with 55",
      "called with 55",
      "called with 55",
    ]);
    await page.keyboard.press("Home");
    await page.keyboard.press("m");
    await table.getByRole("row", { name: /^s = / }).getByRole("cell", { name: "waits with 1 + 8" }).first().waitFor();
  });

  test.runIf(IS_LONG)("is saved as pictures with their fonts, and as one that moves", async () => {
    const { page } = await film();
    const saved = async (name: string): Promise<string> => {
      await page.getByRole("button", { name: "Save the film" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name, exact: true }).click(),
      ]);
      return readFileSync(await download.path(), "latin1");
    };
    const svg = await saved("This picture as SVG");
    expect(svg).toMatch(/@font-face\s*\{[^}]*data:/);
    expect(svg).not.toContain("var(");
    expect(svg).toContain("The tree of calls was the data-flow graph all along");
    expect((await saved("This picture as PNG")).slice(1, 4)).toBe("PNG");
    const tex = await saved("This picture as TikZ");
    expect(tex).toMatch(/\\begin\{tikzpicture\}[\s\S]*\\end\{tikzpicture\}/);
    // an edge that is cut is so in what moves
    const moving = "The whole run as an SVG that moves";
    const [whole, cut] = [await saved(moving), await pressEdge(page, 3).then(() => saved(moving))];
    for (const text of [whole, cut]) expect(text).toMatch(/<animate attributeName="x" dur="30s"/);
    const changed = Buffer.from(">→</tspan>").toString("latin1");
    expect([whole.includes(changed), cut.includes(changed)]).toEqual([false, true]);
  });

  test.runIf(IS_LONG)("stands still where nothing may move, with both addends of every merge", async () => {
    const { page } = await film(FACTORING, { reducedMotion: "reduce" });
    await page.keyboard.press("Home");
    await page.keyboard.press("m");
    const before = await texts(page);
    await frames(page, 24);
    expect(await texts(page)).toEqual(before);
    for (const seen of ["ds 1", "ds 8", "+"]) expect(before).toContain(seen);
    // whoever steps comes by it, too, forwards and backwards
    for (const [from, key] of [
      ["Home", "ArrowRight"],
      ["End", "ArrowLeft"],
    ] as const) {
      await page.keyboard.press(from);
      const isThere = async (): Promise<boolean> => {
        const shown = await texts(page);
        return ["ds 1", "ds 8", "+"].every((one) => shown.includes(one)) && !shown.includes("dx 24");
      };
      let steps = 0;
      while (!(await isThere()) && steps++ < 40) await page.keyboard.press(key);
      expect(steps, key).toBeLessThan(40);
    }
  });

  test.runIf(IS_LONG).each([390, 768, 1024])("fits %i pixels", async (width) => {
    const { page } = await film(FACTORING, { viewport: { width, height: width === 1024 ? 768 : 844 } });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    const play = (await page.getByRole("button", { name: "Play", exact: true }).boundingBox())!;
    expect(play.y + play.height).toBeLessThanOrEqual(width === 1024 ? 768 : 844);
    expect((await page.locator(".film-stage").boundingBox())!.height).toBeGreaterThan(300);
    const headed = (words: string) =>
      page.locator('.film-stage text[font-family*="prose"]', { hasText: words }).waitFor();
    if (width === 390) {
      // the one column is that in which something happens
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowRight");
      await headed("Data flow");
      await page.keyboard.press("End");
      await headed("naive");
      const naive = page.getByRole("group", { name: "Columns" }).getByRole("button", { name: "naive" });
      expect(await naive.getAttribute("aria-pressed")).toBe("true");
    }
    if (width === 1024) {
      // a path is played where it is seen
      await page.locator(".film-table button").nth(1).dispatchEvent("click");
      await page.locator(".film-why").getByRole("button", { name: /^x / }).first().click();
      await headed("Data flow");
      await page.keyboard.press("Escape");
    }
    // a column for which there was no room comes when it is asked for
    const program = page.getByRole("group", { name: "Columns" }).getByRole("button", { name: "Program" });
    expect(await program.getAttribute("aria-pressed")).toBe("false");
    await program.click();
    await headed("Program");
    expect(await program.getAttribute("aria-pressed")).toBe("true");
  });
});

test.runIf(IS_LONG)(
  "a run of thousands of scalars is played from afar, call by call, and opens in the debugger",
  async () => {
    const text = "-- at: 0.9\n\ndef main x = foldl (\\y i -> y + 0.1 * sin (y * x)) x (range 0 400)\n";
    const { page } = await Notebook.open(site, { viewport: { width: 1440, height: 900 } }, text);
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Explorer", exact: true }).click();
    await page.locator(".film-range").waitFor();
    await page.locator(".still-recorded").waitFor({ state: "detached" });
    const says = (words: RegExp) => page.locator(".film-sentence", { hasText: words }).waitFor();
    await says(/Done: 2.?001 scalars/);
    await page.keyboard.press("Home");
    await says(/The program runs: 0 of/);
    await page.locator(".film-range").fill("15000");
    await says(/Call 9\d\d of/);
    const before = await page.locator(".film-sentence").innerText();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => page.locator(".film-sentence").innerText()).toBe(before);
    expect(await page.locator(".film-stage path").count()).toBeGreaterThan(20);
    // the program is folded beside it, and a tree tells how often a row is called
    await page.locator(".film-stage text", { hasText: /^400 times, round \d+$/ }).waitFor();
    const tree = page.locator(".film-stage [data-doubling]");
    // the picture may be painted anew, and laid out anew, at any moment
    const hover = async (): Promise<string | null> => {
      const box = await tree.evaluate((drawn) => {
        const { x, y, width } = drawn.getBoundingClientRect();
        return { x, y, width };
      });
      await page.mouse.move(box.x + box.width / 2, box.y + 3);
      return page.locator(".far-tip").textContent();
    };
    await expect.poll(hover, { timeout: 15_000 }).toMatch(/^naive calls #\d+ .* × 10\S+ times$/);
    await page.locator(".film-stage").click({ position: { x: 300, y: 400 } });
    await page.locator(".film-why").waitFor();
    await page.locator(".film-stage [data-pinned]").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page
        .getByRole("button", { name: "Save the film" })
        .click()
        .then(() => page.getByRole("button", { name: "This picture as SVG" }).click()),
    ]);
    expect(readFileSync((await download.path())!, "utf8")).toContain("data-pinned");
    // a part is played alone, at the speed that is chosen
    await page.getByRole("combobox", { name: "Speed" }).selectOption("8");
    await page.getByRole("button", { name: "forward", exact: true }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    const end = Number(await page.locator(".film-range").inputValue());
    expect(end).toBeLessThan(15_000);
    await page.getByRole("button", { name: "reverse pass, all stages" }).click();
    await says(/Call \d+ of/);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Debugger" }).click();
    await page.getByRole("group", { name: "Go to" }).waitFor();
  },
);

test.runIf(IS_LONG)(
  "by event, every event of the leading stage is told, and its row is marked on the same picture",
  async () => {
    const { page, errors } = await film(example("02-running-example"), { viewport: { width: 1440, height: 900 } });
    await page.getByRole("combobox", { name: "Pace" }).selectOption("event");
    const place = page.locator(".film-sentence small");
    await place.getByText("staged: event 42 of 42").waitFor();
    const told: string[] = [];
    const said = async (step: number): Promise<string> => {
      await place.getByText(`staged: event ${step} of 42`).waitFor();
      return page.locator(".film-sentence").innerText();
    };
    let sum: readonly string[] = [];
    // back, where nothing has to move
    for (let step = 42; step >= 0; step--) {
      told.unshift(await said(step));
      // the row of a sum is marked in the column of the stage, and its addends stand beside it
      if (told[0]!.includes("Linear factoring.")) {
        await page.locator(`.film-stage [data-event="${step}"]`).waitFor();
        sum = await texts(page);
      }
      await page.keyboard.press("ArrowLeft");
    }
    expect(sum).toContain("= 25 + 12");
    const LEADS = ["Input", "Operation", "Resolve", "Zero", "Union", "Stage", "Highest ID", "Linear factoring", "Done"];
    for (const lead of LEADS)
      expect(
        told.some((one) => one.includes(`${lead}.`)),
        lead,
      ).toBe(true);
    for (let step = 1; step <= 3; step++) {
      await page.keyboard.press("ArrowRight");
      expect(await said(step)).toBe(told[step]);
    }
    await page.keyboard.press("g");
    await place.waitFor({ state: "detached" });
    expect(errors).toEqual([]);
  },
);

test.runIf(IS_LONG)("the program stands there with the numbers of the run, or with formulas", async () => {
  const { page } = await film(example("02-running-example"), { viewport: { width: 1440, height: 900 } });
  const line = (words: RegExp) => page.locator(".film-stage text", { hasText: words }).waitFor();
  await line(/^d#3\(1\) → dx\(25\) \+ dz\(12\)$/);
  await page.getByLabel("numbers of this run in the program").uncheck();
  await line(/^d#3 = λv\. dx \(z·v\) \+ dz \(x·v\)$/);
  await line(/^z = x \+ y$/);
});

test.runIf(IS_LONG)("answers when an input is changed, with the numbers before beside those of now", async () => {
  const { page } = await film(example("02-running-example"));
  await page.locator(".film-table button").first().dispatchEvent("click");
  const slider = page.getByRole("slider", { name: "x of the input" });
  // the slider keeps the focus while the program runs at each number, and the arrows are its own
  await slider.focus();
  const shown = page.locator(".input-number output");
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
  const moved = Number(await slider.inputValue());
  expect(moved).toBeGreaterThan(12);
  await page
    .locator(".film-stage text", { hasText: `x ${moved}` })
    .first()
    .waitFor();
  await page.keyboard.press("ArrowRight");
  await page
    .locator(".film-stage text", { hasText: `x ${await shown.innerText()}` })
    .first()
    .waitFor();
  expect(Number(await shown.innerText())).toBeGreaterThan(moved);
  expect(await slider.evaluate((one) => one === document.activeElement)).toBe(true);
  await slider.fill("3");
  // its paths are those of the new run
  await page.locator(".film-why").getByText("Their sum is 19").waitFor();
  const before = page.locator(".film-stage [data-before]");
  await before.first().waitFor();
  expect(await before.evaluateAll((all) => all.map((one) => one.textContent))).toContain("was 12");
  await page.getByRole("button", { name: "Clear the earlier numbers" }).click();
  await before.first().waitFor({ state: "detached" });
});

test("is broken on purpose: what is lost is marked, and the smallest input that goes wrong is found", async () => {
  const { page } = await film();
  await page.getByRole("button", { name: "Variations" }).click();
  await page.getByText("Break it: forget to add").click();
  await page.keyboard.press("Escape");
  await page.getByRole("alert").filter({ hasText: "Broken on purpose." }).waitFor();
  const lost = page.locator(".film-stage [data-lost]");
  await lost.first().waitFor();
  expect((await lost.allTextContents()).sort()).toEqual(["lost +1", "lost +10", "lost +16"]);
  await page.getByText("broken on purpose", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Find the smallest failing input" }).click();
  await page.getByText("Wrong at (1.0, 1.0)").waitFor();
  await page.getByRole("button", { name: "Show it" }).click();
  await page.locator(".film-stage text", { hasText: /^x 1$/ }).first().waitFor();
});

test.runIf(IS_LONG)("a variation that none of the stages has shows one that has it", async () => {
  const { page } = await film();
  await page.getByRole("button", { name: "Variations" }).click();
  await page.getByText("Break it: no merging").click();
  await page.keyboard.press("Escape");
  const columns = page.getByRole("group", { name: "Columns" });
  await columns.getByRole("button", { name: "cayley", pressed: true }).waitFor();
  await page.getByText("broken on purpose", { exact: true }).waitFor();
});
