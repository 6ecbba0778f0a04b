// Pictures on the page: what stays in sight from one picture to the next keeps its element and its place.
import { expect, test } from "vitest";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";

const site = siteForTests();

test("rows that scroll leave those that stay in sight where they are", async () => {
  const text =
    "-- at: 0.5\ndef main x = step 99 x\n\ndef step (n : Int) x = if n == 0 then x else step (n - 1) (sin x)\n";
  const { page, errors } = await Notebook.open(site, { viewport: { width: 1440, height: 900 } }, text);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Explorer", exact: true }).click();
  await page.locator(".film-stage text").first().waitFor();
  const slider = page.getByRole("slider", { name: "Time of the film" });
  const end = Number(await slider.getAttribute("max"));
  const moved = await slider.evaluate(async (element: HTMLInputElement, end: number) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
    const at = async (time: number): Promise<void> => {
      set!.call(element, String(time));
      element.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    };
    const ids = (): string => [...document.querySelectorAll(".film-stage text")].map((one) => one.textContent).join();
    await at(0.1 * end);
    const before = { ids: ids(), elements: new Set(document.querySelectorAll(".film-stage text")) };
    const put: Node[] = [];
    const touched = new Set<Node>();
    const all = document.querySelectorAll(".film-stage svg *").length;
    const watch = new MutationObserver((changes) => {
      for (const { addedNodes, type, target } of changes) {
        put.push(...addedNodes);
        if (type === "attributes") touched.add(target);
      }
    });
    for (const layer of document.querySelectorAll(".film-stage g"))
      watch.observe(layer, { childList: true, attributes: true, subtree: true });
    await at(0.11 * end);
    watch.disconnect();
    return {
      isOther: ids() !== before.ids,
      isOtherRow: [...before.elements].some((one) => !one.isConnected),
      // those that were there and were put in again
      again: put.filter((node) => before.elements.has(node as Element)).length,
      // what stands in a row keeps its attributes: the layer moves
      areFewTouched: touched.size < all / 4,
    };
  }, end);
  expect(moved).toEqual({ isOther: true, isOtherRow: true, again: 0, areFewTouched: true });
  expect(errors).toEqual([]);
});
