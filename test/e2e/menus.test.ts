// Panels that a button opens: a press on any part of them does what it says, and they stand within the window.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSite, type Site } from "./browser.ts";
import { Notebook } from "./notebook.ts";

const TREE = readFileSync(new URL("../../examples/21-parallel-tree.dual", import.meta.url), "utf8");

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(async () => {
  await site?.close();
});

/** The part of the page that a view shows once it has recorded what it needs. */
const READY = { Explorer: ".dock .play", Graph: ".dock .play", Jobs: ".jobs-canvas" } as const;

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
  await page.waitForTimeout(60);
  await page.mouse.up();
}

describe.each([1280, 390])("at %i pixels", (width) => {
  test("a press on the words of a variation ticks it, in all places", async () => {
    const { page, notebook, errors } = await Notebook.open(site, { viewport: { width, height: 844 } });
    await notebook.write(TREE);
    await notebook.runNow();
    await notebook.by("tape");
    let ticked = 0;
    for (const place of ["cell", "Explorer", "Graph", "Jobs"] as const) {
      if (place !== "cell") await show(page, place);
      const button = page.getByRole("button", { name: /^(?:Variations|\d variations?)$/ });
      const panel = await opened(page, button);
      // one that no stage here has stays as it is
      const off = panel.locator(".variation.off b");
      if ((await off.count()) > 0) await press(page, off.first());
      for (const box of await panel.locator(".variation:not(.off)").all()) {
        const before = await box.getByRole("checkbox").isChecked();
        await press(page, box.locator("b"));
        expect(await box.getByRole("checkbox").isChecked()).toBe(!before);
        await press(page, box.locator(".note"));
        expect(await box.getByRole("checkbox").isChecked()).toBe(before);
        ticked++;
      }
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "hidden" });
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
      // its button closes it, too
      await opened(page, button);
      await button.click();
      await panel.waitFor({ state: "hidden" });
    }
    expect(ticked).toBeGreaterThan(6);
    expect(errors).toEqual([]);
  });

  test("the edge of a column’s menu is no way to lose the page", async () => {
    const { page, notebook, errors } = await Notebook.open(site, {
      viewport: { width, height: 844 },
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await notebook.runNow();
    await show(page, "Explorer");
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
