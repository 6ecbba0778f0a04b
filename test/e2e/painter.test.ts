// Pictures on the page: what stays in sight from one picture to the next keeps its element and its place, and what is left is the picture
// that would be painted anew.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { example } from "../support/examples.ts";
import { IS_LONG, oneIn } from "../support/runs.ts";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";

const site = siteForTests();

/** A run of n + 1 scalars. */
const chain = (n: number): string =>
  `-- at: 0.5\ndef main x = step ${n} x\n\ndef step (n : Int) x = if n == 0 then x else step (n - 1) (sin x)\n`;

async function film(text: string): Promise<{ readonly page: Page; readonly errors: readonly string[] }> {
  const { page, errors } = await Notebook.open(site, { viewport: { width: 1440, height: 900 } }, text);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Explorer", exact: true }).click();
  await page.locator(".film-stage text").first().waitFor();
  return { page, errors };
}

/** Shows pictures of a film one after the other, at parts of its time from 0 to 1. */
function show(page: Page, parts: readonly number[]): Promise<void> {
  return page.getByRole("slider", { name: "Time of the film" }).evaluate(
    async (element: HTMLInputElement, parts) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
      for (const part of parts) {
        set!.call(element, String(Math.round(part * Number(element.max))));
        element.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise(requestAnimationFrame);
      }
    },
    [...parts],
  );
}

/** The painting: every element with its attributes, whatever their order. */
function painted(page: Page): Promise<readonly string[]> {
  return page.locator(".film-stage svg").evaluate((svg) =>
    [...svg.querySelectorAll("*")].map((one) => {
      const attributes = [...one.attributes].map(({ name, value }) => `${name}="${value}"`).sort();
      const own = [...one.childNodes].map((node) => (node instanceof Text ? node.data : node.nodeName)).join("|");
      return `${one.tagName} ${attributes.join(" ")} ${own}`;
    }),
  );
}

describe("pictures on the page", () => {
  test("rows that scroll leave those that stay in sight where they are", async () => {
    const { page, errors } = await film(chain(99));
    await show(page, [0.1]);
    await page.evaluate(() => {
      const texts = new Set(document.querySelectorAll(".film-stage text"));
      const put: Node[] = [];
      const watch = new MutationObserver((changes) => {
        for (const { addedNodes } of changes) put.push(...addedNodes);
      });
      for (const layer of document.querySelectorAll(".film-stage g")) watch.observe(layer, { childList: true });
      Object.assign(window, { watched: { texts, put } });
    });
    const before = await painted(page);
    await show(page, [0.11]);
    const moved = await page.evaluate(() => {
      const { texts, put } = (window as unknown as { watched: { texts: Set<Element>; put: Node[] } }).watched;
      return {
        isOtherRow: [...texts].some((one) => !one.isConnected),
        // those that were there and were put in again
        again: put.filter((node) => texts.has(node as Element)).length,
      };
    });
    expect(await painted(page)).not.toEqual(before);
    expect(moved).toEqual({ isOtherRow: true, again: 0 });
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)("rows scroll by whole pixels, and no fraction that a wheel turns is lost", async () => {
    const { page, errors } = await film(chain(99));
    await show(page, [0.4]);
    const moved = (): Promise<number> =>
      page
        .locator(".film-stage svg > g > g")
        .first()
        .evaluate((rows: SVGGElement) => rows.transform.baseVal.consolidate()!.matrix.f);
    const before = await moved();
    for (let turn = 0; turn < 40; turn++)
      await page
        .locator(".film-stage")
        .evaluate((stage) =>
          stage.dispatchEvent(new WheelEvent("wheel", { deltaY: 0.25, bubbles: true, cancelable: true })),
        );
    expect(before).toBe(Math.round(before));
    expect(await moved()).toBe(before - 10);
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)(
    "a frame of a run that plays changes few elements, and gives none a transform: forward, in the sweep, and while calls are folded",
    async () => {
      const { page, errors } = await film(chain(299));
      for (const from of oneIn(3, [0.1, 0.35, 0.8], 2)) {
        await show(page, [from]);
        await page.evaluate(() => {
          const changes = { many: 0 };
          new MutationObserver((all) => {
            changes.many += all.length;
          }).observe(document.querySelector(".film-stage svg")!, {
            subtree: true,
            attributes: true,
            childList: true,
            characterData: true,
          });
          Object.assign(window, { changes });
        });
        // frames of half a minute
        const frames = Array.from({ length: 60 }, (_, at) => from + (at + 1) / 1800);
        await show(page, frames);
        const [many, all, moved] = await page.evaluate(() => [
          (window as unknown as { changes: { many: number } }).changes.many,
          document.querySelectorAll(".film-stage svg *").length,
          document.querySelectorAll(".film-stage svg :is(path, rect, text)[transform]").length,
        ]);
        expect(all).toBeGreaterThan(300);
        // each of these is a piece of the picture for itself, in all that the browser does
        expect(moved).toBe(0);
        // some ten shapes of a row come and go, and six rows of texts fade in: heads, edges and rows that only scroll are not touched
        expect(many! / frames.length).toBeLessThan(70);
        expect(many).toBeGreaterThan(frames.length);
      }
      expect(errors).toEqual([]);
    },
  );

  test.runIf(IS_LONG)("what is left of one picture after another is the picture that is painted anew", async () => {
    for (const text of oneIn(2, [chain(60), example("05")], 1)) {
      const { page, errors } = await film(text);
      const parts = IS_LONG ? [0.04, 0.2, 0.31, 0.47, 0.62, 0.8, 0.93] : [0.2, 0.47, 0.8];
      // there and back, by large steps and by small ones
      await show(page, [...parts, ...[...parts].reverse()]);
      const kept: (readonly string[])[] = [];
      for (const part of parts) {
        await show(
          page,
          Array.from({ length: 24 }, (_, at) => part - (23 - at) / 900),
        );
        kept.push(await painted(page));
      }
      for (const [at, part] of parts.entries()) {
        // a picture that is laid out again has nothing of those before
        await page.reload();
        await page.locator(".film-stage text").first().waitFor();
        await show(page, [part]);
        expect(await painted(page)).toEqual(kept[at]);
      }
      expect(errors).toEqual([]);
    }
  });
});
