// A program whose run grew or shrank while another view was open: each view shows the run that is there, whichever was open before.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { VIEWS } from "../../app/document/address.ts";
import { IS_LONG } from "../support/runs.ts";
import { Notebook, openDebugger } from "./notebook.ts";
import { siteForTests } from "./site.ts";

const site = siteForTests();

const views = VIEWS.filter((view) => view !== "document");

/** The sign of each view once it shows a run, where it has no head. */
const MARKS: Readonly<Record<string, string>> = {
  document: ".status",
  explorer: ".film-bar",
  graph: ".canvas [data-node]",
  ladder: ".ladder",
};

/** Numbers of the input of a run: few, more, more than are shown one by one, and none that differs in kind. */
const SIZES = [6, 3, 12, 120, 2, 1] as const;

const total = (size: number): string =>
  `-- at: [${Array.from({ length: size }, (_, at) => `${at + 1}.5`).join(", ")}]\ndef main (xs : [Real]) = sum (map (\\x → x * x) xs)\n`;

/** A sequence of numbers that a seed gives (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Pairs of views in the order in which they are tried: some that a seed chooses, or each with each. */
function pairsOf(seed: number): readonly (readonly [string, string])[] {
  const all = views.flatMap((first) => views.map((second) => [first, second] as const));
  if (IS_LONG) return all;
  const random = randomFrom(seed);
  const some = Array.from({ length: 2 }, () => all[random(all.length)]!);
  return [["graph", "explorer"], ["graph", "jobs"], ...some];
}

describe("a run that is another one", () => {
  test(
    "is shown by each view, whichever was open at the run before",
    async () => {
      const seed = Number(process.env.DUALSCOPE_SEED ?? "29");
      const random = randomFrom(seed + 1);
      const { page, notebook, errors } = await Notebook.open(site, undefined, total(SIZES[0]));
      const crashed = page.getByText("This view crashed");
      const go = async (view: string): Promise<void> => {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, `#/${view}`);
        await page
          .locator(MARKS[view] ?? ".look-head")
          .or(crashed)
          .first()
          .waitFor({ state: "attached" });
      };
      for (const [first, second] of pairsOf(seed)) {
        const told = `seed ${seed}: ${first}, then ${second}`;
        await go(first);
        // what is chosen and pointed at is of the run before
        await page.keyboard.press("End");
        await go("document");
        const size = SIZES[random(SIZES.length)]!;
        await notebook.write(total(size));
        await notebook.runNow();
        await go(second);
        expect(await crashed.count(), `${told}, ${size} numbers`).toBe(0);
        await go(first);
        expect(await crashed.count(), `${told}, and back, ${size} numbers`).toBe(0);
        await go("document");
        expect(errors, told).toEqual([]);
      }
    },
    IS_LONG ? 600_000 : 120_000,
  );
});

describe("a scalar that is chosen", () => {
  test.runIf(IS_LONG)("is named by the address, and is in sight in each view", async () => {
    const { page, errors } = await Notebook.open(site, undefined, total(120));
    const go = (view: string): Promise<void> =>
      page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view, exact: true }).click();
    await go("Graph");
    await page.getByRole("searchbox", { name: /^Find a node/ }).fill("#200");
    // the part that it is folded into, which opens
    await page
      .locator(".node-list")
      .getByText(/^1 of \d+ nodes?$/)
      .waitFor();
    await page.locator(".node-list .list-button").click();
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/graph\b.*\?.*\bpick=200\b/);
    await go("Explorer");
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/explorer\b.*\?.*\bpick=200\b/);
    await openDebugger(page);
    await page.locator(".states .id-pill.pinned").waitFor();
    expect(await inSight(page, ".states .id-pill.pinned", ".states")).toBe(true);
    await go("Graph");
    await page.locator(".node-list .lit").waitFor();
    await expect.poll(() => inSight(page, ".node-list .lit", ".node-list ul")).toBe(true);
    expect(errors).toEqual([]);
  });
});

/** Whether an element is within the box of another one that scrolls. */
async function inSight(page: Page, what: string, within: string): Promise<boolean> {
  const [inner, outer] = [await page.locator(what).boundingBox(), await page.locator(within).boundingBox()];
  if (inner === null || outer === null) return false;
  return inner.y >= outer.y - 1 && inner.y + inner.height <= outer.y + outer.height + 1;
}
