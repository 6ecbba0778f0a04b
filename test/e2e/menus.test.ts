// Panels that a button opens: a press on any part of them does what it says, and they stand within the window.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { IS_LONG, oneIn } from "../support/runs.ts";
import { frames, Notebook, openDebugger } from "./notebook.ts";
import { CLIPBOARD, siteForTests } from "./site.ts";

const TREE = readFileSync(new URL("../../examples/21-parallel-tree.dual", import.meta.url), "utf8");

const site = siteForTests();

/** The part of the page that a view shows once it has recorded what it needs. */
const READY = {
  Explorer: ".film-transport .play, .dock .play",
  Graph: ".film-transport .play, .dock .play",
  Jobs: ".jobs-stage",
} as const;

async function show(page: Page, view: keyof typeof READY): Promise<void> {
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view, exact: true }).click();
  await page.locator(READY[view]).waitFor();
}

/** Opens the one panel of a button, and gives it once it stands within the window. */
async function opened(page: Page, button: Locator): Promise<Locator> {
  await button.click();
  const panel = page.locator(".button-panel:popover-open");
  await panel.waitFor();
  const [box, window] = [(await panel.boundingBox())!, page.viewportSize()!];
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(window.width);
  expect(box.y + box.height).toBeLessThanOrEqual(window.height);
  return panel;
}

/** Presses and releases the mouse as a hand does, in the middle of what is there. */
async function press(page: Page, part: Locator): Promise<void> {
  await part.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await part.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await frames(page, 4);
  await page.mouse.up();
}

test.runIf(IS_LONG)("on a phone the transport leaves at least half of the window to what it moves", async () => {
  const { page, notebook, errors } = await Notebook.open(site, { viewport: { width: 390, height: 844 } });
  await notebook.runNow();
  for (const [view, part] of [
    ["Explorer", ".film-stage"],
    ["Graph", ".canvas-box"],
  ] as const) {
    await show(page, view);
    const isSmall = async (transport: string, picture: string = part): Promise<void> => {
      const [box, dock] = [
        (await page.locator(picture).boundingBox())!,
        (await page.locator(transport).boundingBox())!,
      ];
      expect(Math.min(box.y + box.height, dock.y) - box.y, `${view} ${transport}`).toBeGreaterThan(844 / 2);
    };
    await page
      .locator(view === "Explorer" ? ".film-stage text" : ".canvas [data-node]")
      .first()
      .waitFor();
    await isSmall(".film-transport");
    if (view === "Graph") continue;
    await openDebugger(page);
    await page.locator(".caption:has-text('Done')").waitFor();
    await isSmall(".dock", ".explorer-scroll");
    // what is left out is one press away
    const jump = page.getByRole("group", { name: "Go to" });
    expect(await jump.isVisible()).toBe(false);
    const more = page.getByRole("button", { name: "More controls" });
    await more.click();
    await jump.getByRole("button", { name: "operation" }).click();
    await page.getByLabel("step all columns together").waitFor();
    await more.click();
    expect(await jump.isVisible()).toBe(false);
  }
  expect(errors).toEqual([]);
});

test.runIf(IS_LONG)(
  "on a tablet the caption and the value of the run are not cut off by what stands beside them",
  async () => {
    const { page, notebook } = await Notebook.open(site, { viewport: { width: 768, height: 1024 } });
    await notebook.write("-- at: (12.0, 13.0)\ndef main (x, y) = (x * y, x + y, x / y, y / x, x - y, x * x, y * y)\n");
    await notebook.runNow();
    await show(page, "Explorer");
    await openDebugger(page);
    const caption = page.locator(".caption", { hasText: "Done" });
    await caption.waitFor();
    expect((await caption.boundingBox())!.width).toBeGreaterThan(600);
    const [value, add] = [page.locator(".head-value"), page.getByRole("button", { name: "Add a stage" })];
    const [left, right] = [(await value.boundingBox())!, (await add.boundingBox())!];
    expect(left.x + left.width).toBeLessThanOrEqual(right.x);
    const head = (await page.locator(".program-head").boundingBox())!;
    expect(right.x + right.width).toBeLessThanOrEqual(head.x + head.width);
  },
);

describe.each(oneIn(2, [390, 1280]).map((width, turn) => [width, turn] as const))("at %i pixels", (width, turn) => {
  test("a press on the words of a variation ticks it, in all places or every second of them", async () => {
    const { page, notebook, errors } = await Notebook.open(site, { viewport: { width, height: 844 } });
    await notebook.write(TREE);
    await notebook.runNow();
    await notebook.by("tape");
    const places = ["cell", "Graph", "Explorer", "Jobs"] as const;
    for (const place of oneIn(2, places, turn)) {
      if (place !== "cell") await show(page, place);
      const more = page.getByRole("button", { name: "More controls" });
      if (await more.isVisible()) await more.click();
      const button = page.getByRole("button", { name: /^Variations(?:: \d)?$/ });
      const panel = await opened(page, button);
      const boxes = await panel.locator(".variation").all();
      expect(boxes.length, place).toBeGreaterThan(0);
      for (const box of IS_LONG ? boxes : boxes.slice(0, 2)) {
        const before = await box.getByRole("checkbox").isChecked();
        await press(page, box.locator("b"));
        expect(await box.getByRole("checkbox").isChecked()).toBe(!before);
        await press(page, box.locator(".note"));
        expect(await box.getByRole("checkbox").isChecked()).toBe(before);
      }
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "hidden" });
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
      // its button closes it, too
      await opened(page, button);
      await button.click();
      await panel.waitFor({ state: "hidden" });
    }
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)("the edge of a column’s menu is no way to lose the page", async () => {
    const { page, notebook, errors } = await Notebook.open(site, {
      viewport: { width, height: 844 },
      permissions: CLIPBOARD,
    });
    await notebook.runNow();
    await show(page, "Explorer");
    await openDebugger(page);
    const panel = await opened(page, page.getByRole("button", { name: /^Copy or save / }).first());
    const { x, y } = (await panel.boundingBox())!;
    await page.mouse.click(x + 2, y + 2, { delay: 60 });
    await panel.getByRole("button", { name: "Copy the state as text" }).click();
    await page.getByRole("status").getByText("Copied the state as text").waitFor({ state: "attached" });
    expect(await page.evaluate(() => navigator.clipboard.readText())).not.toBe("");
    expect(await panel.isVisible()).toBe(false);
    expect(errors).toEqual([]);
  });
});

test.runIf(IS_LONG).each([970, 1024, 1100, 1200, 1280, 1400])(
  "at %i px the bar has room for sixteen letters of a long title, and for the program of a view",
  async (width) => {
    const { page } = await site.visit({ viewport: { width, height: 800 } });
    await page.getByRole("button", { name: "Write a program" }).click();
    const title = page.getByRole("textbox", { name: "Title of the document" });
    await title.fill("The running example and how its gradient is summed");
    const room = await title.evaluate((field: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight, textOverflow } = getComputedStyle(field);
      const pen = document.createElement("canvas").getContext("2d")!;
      pen.font = font;
      const wide = pen.measureText(`${field.value.slice(0, 16)}…`).width;
      return { spare: field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - wide, textOverflow };
    });
    expect(room.spare).toBeGreaterThanOrEqual(0);
    expect(room.textOverflow).toBe("ellipsis");
    const isWithin = () =>
      page.locator(".bar").evaluate((bar) => {
        const views = bar.querySelector(".views")!;
        return bar.scrollWidth <= bar.clientWidth && views.scrollWidth <= views.clientWidth;
      });
    expect(await isWithin()).toBe(true);
    await page.locator(".views a").nth(1).click();
    const picker = page.getByRole("combobox", { name: "Program of this view" });
    expect((await picker.boundingBox())!.width).toBeGreaterThanOrEqual(150);
    expect(await isWithin()).toBe(true);
  },
);

test("a new document and a new program run by themselves, and the menu at the end opens within the window", async () => {
  const { page, notebook, errors } = await Notebook.open(site, { viewport: { width: 1280, height: 700 } });
  await notebook.command("New document");
  await page.locator(".outcome").first().waitFor();
  await notebook.command("Add a program below");
  await page.locator(".outcome").nth(1).waitFor();
  expect(await page.getByText("Nothing has run yet").count()).toBe(0);
  const button = page.getByRole("button", { name: "Add a cell of a lesson" }).last();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await button.click();
  const menu = page.locator("[role=menu]:popover-open");
  await menu.getByRole("menuitem", { name: "Add an exercise" }).waitFor();
  const [box, window] = [(await menu.boundingBox())!, page.viewportSize()!];
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.y + box.height).toBeLessThanOrEqual(window.height);
  expect(errors).toEqual([]);
});
