// The jobs in a browser: both passes mirrored, a head that plays through both, a job that is chosen lights up everywhere, and hundreds of
// schedules at a button.
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { PRELUDE, UNEVEN } from "../support/jobs.ts";
import { IS_LONG } from "../support/runs.ts";
import { faultsInLightAndDark } from "./browser.ts";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";

const site = siteForTests();

async function jobs(text = UNEVEN, options?: BrowserContextOptions): Promise<Page> {
  const { page } = await Notebook.open(site, options, text);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Jobs", exact: true }).click();
  await page.locator(".jobs-stage [data-node]").first().waitFor({ timeout: 60_000 });
  return page;
}

/** Where every box of the graph stands. */
const places = (page: Page) =>
  page
    .locator(".jobs-stage [data-node]")
    .evaluateAll((all) =>
      all.map((one) => ["data-node", "x", "y", "width", "height"].map((name) => one.getAttribute(name))),
    );
/** States of boxes of the graph, or of the charts. */
const states = (page: Page, what = "node") =>
  page.locator(`.jobs-stage [data-${what}]`).evaluateAll((all) => all.map((one) => one.getAttribute("data-state")));
const headAt = (page: Page) => page.locator(".jobs-stage [data-head]").getAttribute("d");
const time = (page: Page) => page.getByRole("slider", { name: "Time" });

test("the head is moved by keys, a slider and Play; no coordinate of the graph changes", async () => {
  const page = await jobs();
  const first = await places(page);
  expect(first.length).toBe(20);
  await page.keyboard.press("Home");
  await expect.poll(() => states(page)).toContain("runs");
  const start = await headAt(page);
  expect((await states(page)).filter((state) => state === "waits").length).toBe(19);
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press("ArrowRight");
    expect(await places(page)).toEqual(first);
  }
  const later = await headAt(page);
  expect(later).not.toBe(start);
  await page.keyboard.press("ArrowLeft");
  expect(await headAt(page)).not.toBe(later);
  await page.keyboard.press("ArrowRight");
  expect(await headAt(page)).toBe(later);
  await page.keyboard.press("End");
  await expect.poll(() => states(page)).toEqual(first.map(() => "done"));
  expect(new Set(await states(page, "slot"))).toEqual(new Set(["done"]));
  await page
    .getByText(/^Done: [\d\u202f]+ on 4 workers/)
    .first()
    .waitFor();
  await page.keyboard.press("Home");
  expect(await headAt(page)).toBe(start);
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await expect.poll(() => headAt(page)).not.toBe(start);
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  expect(await places(page)).toEqual(first);
  // the slider says the same time to those who do not see it
  expect(await time(page).getAttribute("aria-valuetext")).toMatch(/ forward$/);
});

test.runIf(IS_LONG)("one worker more or less: lanes, bounds and numbers follow, the graph stays", async () => {
  const page = await jobs();
  const before = await places(page);
  const workers = page.getByRole("slider", { name: "workers" });
  await workers.fill("1");
  await page.getByRole("heading", { name: "How fast on 1 worker" }).waitFor();
  const lanes = () =>
    page
      .locator(".jobs-stage text")
      .filter({ hasText: /^w\d+$/ })
      .count();
  expect(await lanes()).toBe(1);
  await workers.fill("64");
  await page.locator(".jobs-stage text", { hasText: "60 are never used" }).waitFor();
  expect(await lanes()).toBe(4);
  await page.getByRole("button", { name: "random", exact: true }).click();
  await page.getByRole("button", { name: "critical path first" }).click();
  expect(await places(page)).toEqual(before);
  for (const mark of ["bounds", "wall", "end"])
    expect(await page.locator(`.jobs-stage [data-${mark}]`).count()).toBe(2);
});

test("a chosen job lights up in both graphs, both charts and the source; and by keys alone", async () => {
  const page = await jobs();
  const lit = () =>
    page
      .locator(".jobs-stage [data-lit]")
      .evaluateAll((all) =>
        all.map((one) => `${one.getAttribute("data-pass")} ${one.hasAttribute("data-node") ? "box" : "slot"}`).sort(),
      );
  const everywhere = ["forward box", "forward slot", "reverse box", "reverse slot"];
  await page.locator('.jobs-stage [data-node="forward 4"]').click();
  expect(await lit()).toEqual(everywhere);
  await page.getByRole("heading", { name: "Job ε" }).waitFor();
  await page.locator(".jobs-source .cm-lit").first().waitFor();
  expect((await page.locator(".jobs-source .cm-lit").allInnerTexts()).join("")).toBe("rep 18 y");
  await page.getByText("⟨ε, 0⟩").waitFor();
  // its mirror is the same choice
  await page.keyboard.press("Escape");
  await expect.poll(lit).toEqual([]);
  await page.locator('.jobs-stage [data-node="reverse 4"]').click();
  expect(await lit()).toEqual(everywhere);
  await page.getByRole("heading", { name: "Job ε" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await page.getByRole("heading", { name: "Job α" }).waitFor();
  await page.keyboard.press("j");
  await page.getByRole("heading", { name: "Job β" }).waitFor();
  await page.keyboard.press("Shift+J");
  await page.getByRole("heading", { name: "Job α" }).waitFor();
  await page.getByRole("combobox", { name: "job" }).selectOption("ι");
  await page.getByRole("heading", { name: "Job ι" }).waitFor();
  expect(await lit()).toEqual(everywhere);
  expect((await page.locator(".jobs-source .cm-lit").allInnerTexts()).join("")).toBe("rep 12 y");
});

test.runIf(IS_LONG)("what the prelude forks lights up the call in the program", async () => {
  const page = await jobs(PRELUDE);
  const job = page.getByRole("combobox", { name: "job" });
  const texts = new Set<string>();
  for (const name of await job.locator("option").allInnerTexts()) {
    if (name === "none") continue;
    await job.selectOption(name);
    texts.add((await page.locator(".jobs-source .cm-lit").allInnerTexts()).join(""));
  }
  expect([...texts].some((text) => text.startsWith("parMap"))).toBe(true);
  expect(texts).toContain("sin x");
});

test.runIf(IS_LONG)("200 shuffled schedules: one gradient, bit for bit; as they arrive, more than one", async () => {
  const page = await jobs();
  const cells = (kind: string) => page.locator(`.jobs-strip [data-kind${kind}]`).count();
  await page.getByRole("button", { name: "200 shuffled schedules" }).click();
  await page.getByText("One gradient, bit for bit, in 200 schedules").waitFor({ timeout: 60_000 });
  expect(await cells('="0"')).toBe(200);
  await page.getByRole("button", { name: "as they arrive" }).click();
  await page.getByRole("button", { name: "200 shuffled schedules" }).click();
  await page.getByText(/^\d+ different gradients in 200 schedules/).waitFor({ timeout: 60_000 });
  expect(await cells("")).toBe(200);
  expect(await cells('="0"')).toBeLessThan(200);
  await page
    .getByText(/differs in 1 input, by \d(\.\d)?e-1\d at x/)
    .first()
    .waitFor();
});

test.runIf(IS_LONG)(
  "an order is chosen job by job, by keys or buttons; its gradient is the same, and the explorer goes through it",
  async () => {
    const page = await jobs();
    const graph = await places(page);
    await page.getByRole("group", { name: "Order in which ready jobs run" }).getByText("my choice").click();
    const next = page.getByRole("region", { name: "Which job runs next" });
    const ready = () => next.getByRole("list", { name: "Ready jobs" }).getByRole("button").allInnerTexts();
    await next.getByText("0 of 10 jobs have run. 1 job is ready.").waitFor();
    expect(await states(page)).not.toContain("done");
    await page.keyboard.press("1");
    await next.getByText("1 of 10 jobs have run. 2 jobs are ready: which runs next?").waitFor();
    expect(await ready()).toEqual(["β", "γ"]);
    await page.keyboard.press("2");
    await next.getByText("2 of 10 jobs have run. 3 jobs are ready: which runs next?").waitFor();
    expect(await ready()).toEqual(["β", "θ", "ι"]);
    expect((await states(page)).filter((state) => state === "done").length).toBe(2);
    await page.keyboard.press("Backspace");
    await expect.poll(ready).toEqual(["β", "γ"]);
    // by buttons alone: the focus goes to a button that is there
    await next.getByRole("button", { name: "Run γ" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(ready).toEqual(["β", "θ", "ι"]);
    expect(await next.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    await next.getByRole("button", { name: "Run ι" }).click();
    expect(await places(page)).toEqual(graph);
    expect(await faultsInLightAndDark(page)).toEqual([]);
    await next.getByRole("button", { name: "The rest in order" }).click();
    await next.getByText("The gradient is that of one worker, bit for bit.").waitFor({ timeout: 60_000 });
    await next.getByText(/With atomic contributions/).waitFor();
    expect(new Set(await states(page))).toEqual(new Set(["done"]));
    await next.getByRole("button", { name: "Explore it in this order" }).click();
    // the explorer goes through it event by event
    await page.getByText("Nothing has happened yet. The run by parallel has").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Variations: 1" }).waitFor();
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Jobs", exact: true }).click();
    // another order can be chosen
    await page.getByRole("group", { name: "Order in which ready jobs run" }).getByText("my choice").click();
    await next.getByText("0 of 10 jobs have run. 1 job is ready.").waitFor();
  },
);

test.runIf(IS_LONG)("a run that ends by an error in a job says which", async () => {
  const text = "-- at: (0.5, 3)\ndef main (x, n : Int) =\n  let (a, b) = sin x |*| head (drop n [x]) in a * b\n";
  const { page } = await Notebook.open(site, undefined, text);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Jobs", exact: true }).click();
  await page.getByRole("main").getByText(": the list is empty", { exact: true }).waitFor();
  expect(await page.getByText(/This run has 0 jobs/).count()).toBe(0);
});

test.runIf(IS_LONG)(
  "the explorer says whether shuffled jobs change the gradient, and shows the stage that has them, where there is room for one alone, too",
  async () => {
    const { page } = await Notebook.open(site, { viewport: { width: 390, height: 844 }, hasTouch: true }, UNEVEN);
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Explorer", exact: true }).click();
    await page.locator(".film-bar").getByRole("button", { name: "Variations" }).click();
    await page.getByRole("checkbox", { name: /^Shuffle the jobs/ }).check();
    await page.keyboard.press("Escape");
    await page.locator(".film-bar").getByText("The gradient is that of one worker, bit for bit.").waitFor();
    await page.getByRole("button", { name: "Show parallel, which has the jobs" }).click();
    await page.locator(".film-stage text").getByText("parallel", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Show parallel, which has the jobs" }).count()).toBe(0);
  },
);

test.runIf(IS_LONG)("keys work in the program, which is only read", async () => {
  const page = await jobs();
  await page.locator(".jobs-source .cm-content").click();
  await page.keyboard.press("j");
  await page.getByRole("button", { name: "Clear the selection" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear the selection" }).waitFor({ state: "detached" });
});

test("the recording of a long run says how far it is, and is stopped", async () => {
  const long = "-- at: (1.0, 10000000)\ndef main (x, n : Int) = if n == 0 then x else main (x * 0.9999 + 0.1, n - 1)\n";
  const { page } = await Notebook.open(site, undefined, long);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Jobs", exact: true }).click();
  await page.getByText(/parallel has made [1-9]/).waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByText(/^Stopped after /).waitFor();
});

test.runIf(IS_LONG)("shuffling is stopped, and says how far it was", async () => {
  const page = await jobs();
  await page.getByRole("button", { name: "200 shuffled schedules" }).click();
  await page.getByRole("button", { name: /^Stop: [1-9]\d* of 200/ }).click();
  await page.getByText(/Stopped after \d+ of 200\./).waitFor();
  await page.getByRole("button", { name: "200 shuffled schedules" }).waitFor();
});

test.runIf(IS_LONG)("axe finds nothing, light and dark, with and without a choice", async () => {
  const page = await jobs();
  expect(await faultsInLightAndDark(page)).toEqual([]);
  await page.keyboard.press("j");
  expect(await faultsInLightAndDark(page)).toEqual([]);
});

test.runIf(IS_LONG)(
  "on a phone nothing scrolls sideways, the picture is above the program, and Play stays in sight over it",
  async () => {
    const page = await jobs(UNEVEN, { viewport: { width: 390, height: 844 }, hasTouch: true });
    const topOf = async (part: string) => (await page.locator(part).boundingBox())!.y;
    const tops = await Promise.all([".jobs-stage", ".jobs-say", ".jobs-source", ".jobs-panels"].map(topOf));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    expect(tops[0]).toBeLessThan(844 / 2);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await page.locator(".jobs-stage").scrollIntoViewIfNeeded();
    const play = (await page.getByRole("button", { name: "Play", exact: true }).boundingBox())!;
    expect(play.y + play.height).toBeLessThanOrEqual(844);
    expect(Math.min(play.width, play.height)).toBeGreaterThanOrEqual(44);
  },
);

test.runIf(IS_LONG)("at 1440 × 900 all of it is seen without scrolling", async () => {
  const page = await jobs(UNEVEN, { viewport: { width: 1440, height: 900 } });
  const panel = (await page.getByRole("region", { name: "Shuffled schedules" }).boundingBox())!;
  expect(panel.y + panel.height).toBeLessThanOrEqual(900);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900);
});

test.runIf(IS_LONG)("on a wall all of it is seen, and on a small one what runs is said below the picture", async () => {
  const { page } = await Notebook.open(site, { viewport: { width: 1920, height: 1080 } }, UNEVEN);
  await page.goto(`${site.address}?present#/jobs`);
  const program = page.locator(".jobs-source");
  const panel = page.getByRole("region", { name: "Shuffled schedules" });
  const said = page.locator(".jobs-sentence").first();
  await page.locator(".jobs-stage [data-node]").first().waitFor({ timeout: 60_000 });
  for (const one of [program, panel, said]) await one.waitFor();
  const lowest = (await panel.boundingBox())!;
  expect(lowest.y + lowest.height).toBeLessThanOrEqual(1080);
  await page.setViewportSize({ width: 1366, height: 768 });
  await program.waitFor({ state: "hidden" });
  await panel.waitFor({ state: "hidden" });
  const [words, stage] = [(await said.boundingBox())!, (await page.locator(".jobs-stage").boundingBox())!];
  expect(words.y).toBeGreaterThan(stage.y + stage.height);
  expect(words.y + words.height).toBeLessThanOrEqual(768);
});

test.runIf(IS_LONG)("reduced motion goes from event to event", async () => {
  const page = await jobs(UNEVEN, { reducedMotion: "reduce" });
  await page.keyboard.press("Home");
  const start = await headAt(page);
  await page.keyboard.press("ArrowRight");
  const next = await headAt(page);
  await page.keyboard.press("Home");
  await page.keyboard.press(" ");
  // where it stands between two looks, it stands where the arrows lead
  await expect.poll(() => headAt(page), { timeout: 5000, interval: 20 }).not.toBe(start);
  expect(await headAt(page)).toBe(next);
});

test.runIf(IS_LONG)(
  "on a slide there are the picture and a sentence, in letters for the last row, and nothing to press",
  async () => {
    const { page } = await Notebook.open(site, { viewport: { width: 1440, height: 900 } });
    const lecture = `---\ndualscope: 1\ntitle: "L"\n---\n\n# One\n\nSee [the jobs](#/jobs).\n\n\`\`\`dual\n${UNEVEN}\n\`\`\`\n`;
    const chooser = page.waitForEvent("filechooser");
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("searchbox", { name: "Find a command" }).fill("open a file");
    await page.keyboard.press("Enter");
    await (await chooser).setFiles({ name: "lecture.md", mimeType: "text/markdown", buffer: Buffer.from(lecture) });
    await page.getByRole("link", { name: "the jobs" }).waitFor();
    await page.evaluate(() => {
      location.hash = "#/present/1";
    });
    await page.locator(".slide").first().waitFor();
    await page.keyboard.press("r");
    await page.getByRole("link", { name: "the jobs" }).click();
    const slide = page.locator(".slide-view");
    await slide.locator(".jobs-stage [data-node]").first().waitFor();
    await expect.poll(() => slide.locator(":is(button, input, select):visible").count()).toBe(0);
    const sizes = await slide
      .locator(".jobs-stage text")
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute("font-size"))));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(18);
    expect((await slide.locator(".jobs-stage").boundingBox())!.height).toBeGreaterThan(450);
    const letters = await slide
      .locator(".jobs-sentence")
      .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
    expect(letters).toBeGreaterThanOrEqual(26);
  },
);

test.runIf(IS_LONG)(
  "a program without forks says so, with its work and span, and leads to its own parallel form and to examples",
  async () => {
    const text = "-- at: [1.0, 2.0, 3.0]\ndef main (xs : [Real]) = sum (map (\\x -> sin x) xs)\n";
    const { page, errors } = await Notebook.open(site, { depth: "first" }, text);
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Jobs", exact: true }).click();
    const said = page.getByRole("region", { name: "One job: nothing runs side by side" });
    await said.waitFor();
    for (const pass of await said.getByRole("listitem").all()) {
      const [, work, span] = /work T₁ (\S+) = span T∞ (\S+)/.exec(await pass.innerText())!;
      expect(work).toBe(span);
    }
    expect(await page.locator(".jobs-stage").count()).toBe(0);
    expect(await said.getByRole("button", { name: "Divide and conquer, in parallel" }).count()).toBe(1);
    expect(await faultsInLightAndDark(page)).toEqual([]);
    await said.getByRole("button", { name: "Write parMap for map" }).click();
    // a box for each item, and those before and after them
    await page.locator(".jobs-stage [data-node]").nth(8).waitFor();
    expect(errors).toEqual([]);
  },
);
