// Findings of trials of the views, where they concern more than one.
import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { IS_LONG } from "../support/runs.ts";
import { frames, Notebook, openDebugger } from "./notebook.ts";
import { siteForTests } from "./site.ts";

const example = (name: string): string => readFileSync(new URL(`../../examples/${name}.dual`, import.meta.url), "utf8");

const site = siteForTests();

const go = (page: Page, view: string) =>
  page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view, exact: true }).click();

async function opened(text: string, view: string, options?: BrowserContextOptions) {
  const { page, errors } = await Notebook.open(site, options, text);
  await go(page, view);
  return { page, errors };
}

test.runIf(IS_LONG)("the doubling chain opens at n = 10, and its curves go from 1 to 16", async () => {
  const { page } = await opened(example("04-doubling-chain"), "Explorer");
  await page.getByText("2047 calls become 11.").first().waitFor();
  await go(page, "Ladder");
  await page
    .locator(".ladder-stage text", { hasText: "2 047" })
    .or(page.locator(".ladder-stage text", { hasText: "2047" }))
    .first()
    .waitFor({ timeout: 60_000 });
  await page.keyboard.press("ArrowRight");
  await page.locator(".climb-prose", { hasText: /Calls of backpropagators: 2.?047 → 11/ }).waitFor();
  await go(page, "Complexity");
  await expect.poll(() => page.getByRole("textbox", { name: /^n/ }).first().inputValue()).toBe("1 .. 16");
});

test.runIf(IS_LONG)("no number is cut in the explorer, and gradients have few digits", async () => {
  const { page } = await opened(
    "-- at: (123456.789, 0.000012345)\ndef main (first, second) = let product = first * second * 7588.0 in exp (product * 0.01) * 1234567.0 + sqrt first\n",
    "Explorer",
  );
  await openDebugger(page);
  await page.locator(".gauges").nth(2).waitFor();
  await page.locator(".caption").filter({ hasText: "The gradient is (1.94e+53, 1.94e+63)" }).waitFor();
  await page.locator(".state-row").nth(2).click();
  await page.getByRole("heading", { name: /^Why does .* have cotangent/ }).waitFor();
  const cut = await page.evaluate(() => {
    const isCut = (one: Element): boolean =>
      one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
    const boxes = [...document.querySelectorAll(".call-pill, .box")].filter(isCut);
    const foot = document.querySelector(".column-foot")!.getBoundingClientRect();
    const amounts = [...document.querySelectorAll(".shares .amount")].filter(
      (one) => one.getBoundingClientRect().right > foot.right,
    );
    // every text is within its node, and every flag ends within the column
    const column = document.querySelector(".column-foot")!.getBoundingClientRect().right;
    const nodes = [...document.querySelectorAll<SVGElement>(".graph-rows [data-node]")].filter((node) => {
      const of = (kind: string): DOMRect | undefined =>
        document.querySelector(`.graph-rows ${kind}="${node.dataset.node}"]`)?.getBoundingClientRect();
      const [box, text, flag] = [node.getBoundingClientRect(), of("text[data-of"), of("[data-flag")];
      const isOver = text!.left < box.left || text!.right > box.right;
      return isOver || (flag !== undefined && flag.right > column);
    });
    return [...boxes, ...amounts, ...nodes].map((one) => one.textContent);
  });
  expect(cut).toEqual([]);
});

test.runIf(IS_LONG)("the palette finds by other words, and moves of the run that is looked at", async () => {
  const { page } = await opened(example("05-linear-factoring"), "Explorer");
  await openDebugger(page);
  await page.getByRole("button", { name: "To the start" }).click();
  const first = async (query: string): Promise<string | null> => {
    await page.getByRole("searchbox", { name: "Find a command" }).fill(query);
    return page.locator("dialog .choice b").first().textContent();
  };
  await page.keyboard.press("ControlOrMeta+k");
  expect(await first("pdf")).toBe("Print");
  expect(await first("presentation")).toBe("Present");
  await expect.poll(() => first("res")).toBe("Next resolve; with Shift, the previous one");
  await page.keyboard.press("Enter");
  await page
    .locator(".caption")
    .filter({ hasText: /is taken from the map/ })
    .waitFor();
});

test.runIf(IS_LONG)(
  "the key sheet has the keys of the explorer itself, and Esc closes every dialog there, which has the keys for itself",
  async () => {
    const { page } = await opened(example("05-linear-factoring"), "Explorer");
    await openDebugger(page);
    await page.locator(".gauges").nth(2).waitFor();
    const step = page.locator(".go-to-step");
    const at = await step.inputValue();
    for (const [command, title] of [
      ["Change keyboard shortcuts", "Keys"],
      ["All commands", "Commands"],
      ["Share as a link", "Share this document"],
      ["Earlier versions", "Earlier versions"],
    ]) {
      await page.keyboard.press("ControlOrMeta+k");
      await page.getByRole("searchbox", { name: "Find a command" }).fill(command!);
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: title, exact: true });
      if (title === "Commands")
        await page.getByRole("searchbox", { name: "Find a command" }).and(page.locator("[value='']")).waitFor();
      await dialog.waitFor();
      if (title === "Keys") {
        await dialog.getByRole("row", { name: /^Next resolve; with Shift, the previous one r$/ }).waitFor();
        await dialog.getByRole("row", { name: /^Fold the tree of calls into the graph f$/ }).waitFor();
      }
      for (const key of ["r", "c", "Home"]) await page.keyboard.press(key);
      expect(await step.inputValue(), title).toBe(at);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
    await page.keyboard.press("Home");
    await expect.poll(() => step.inputValue()).toBe("0");
  },
);

test.runIf(IS_LONG)(
  "a number beyond the run goes to its end, and the field says so; the dock keeps its height",
  async () => {
    const { page } = await opened(example("13-tree-fold"), "Explorer");
    await openDebugger(page);
    await page.locator(".strip-picture").waitFor();
    const field = page.locator(".go-to-step");
    await expect.poll(() => field.inputValue()).toBe("179");
    await field.fill("600");
    await field.press("Enter");
    expect(await field.inputValue()).toBe("179");
    await field.fill("12");
    await field.press("Enter");
    await expect.poll(() => field.inputValue()).toBe("12");
    await field.fill("600");
    await field.press("Enter");
    await expect.poll(() => field.inputValue()).toBe("179");
    await field.blur();
    const heights = new Set<number>();
    for (const key of ["Home", "ArrowRight", "ArrowRight", "o", "c", "m", "r", "p", "End"]) {
      await page.keyboard.press(key);
      await frames(page, 4);
      heights.add(await page.locator(".dock").evaluate((dock) => dock.getBoundingClientRect().height));
    }
    expect(heights.size).toBe(1);
  },
);

test("the signs of the timeline have a legend, of what is there", async () => {
  const { page } = await opened(example("02-running-example"), "Explorer");
  await openDebugger(page);
  await page.locator(".strip-picture").waitFor();
  await page.getByRole("button", { name: "Legend" }).click();
  const legend = page.getByRole("group", { name: "Legend of the timeline" });
  for (const words of [
    "scalar: operations",
    "call: backpropagator calls",
    "merge: linear factoring",
    "touches the selected scalar",
  ])
    await legend.getByText(words).waitFor();
  expect(await legend.getByText(/fork/).count()).toBe(0);
  await page.keyboard.press("Escape");
  await legend.waitFor({ state: "hidden" });
});

test.runIf(IS_LONG)(
  "names of variables are drawn as they are written, and leaves of a tree are told apart",
  async () => {
    const { page } = await opened(example("03-sharing-chain"), "Graph");
    await page.locator(".canvas [data-node]").first().waitFor();
    const entry = page.getByRole("region", { name: "Nodes" }).getByRole("button", { name: /^#1 x1/ });
    expect(await entry.evaluate((button) => getComputedStyle(button).fontVariantLigatures)).toBe("no-contextual");
    const tree = await opened(example("13-tree-fold"), "Explorer");
    await openDebugger(tree.page);
    await tree.page.locator(".graph-rows text[data-of]").nth(3).waitFor();
    const texts = await tree.page.locator('.graph-rows text[data-of]:not([data-of$="flag"])').allTextContents();
    expect(texts.slice(0, 4).map((text) => text.split(" ")[0])).toEqual(["t.1.1.1", "t.1.2.1", "t.2.1.1", "t.2.2.1"]);
  },
);

test.runIf(IS_LONG)("a graph is saved with its fonts", async () => {
  const { page } = await opened(example("02-running-example"), "Graph");
  await page.locator(".canvas [data-node]").first().waitFor();
  await page.getByRole("button", { name: "Save the graph" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "This picture as SVG" }).click(),
  ]);
  const svg = readFileSync(await download.path(), "utf8");
  expect(svg).toMatch(/@font-face\{font-family:"JetBrains Mono"[^}]*data:/);
});

test.runIf(IS_LONG)("no line of the explorer goes through words", async () => {
  const { page } = await opened(
    "-- at: (2.0, 3.0, 4.0)\ndef main (x, y, z) = let a = x * y in let b = a * z in let c = b + a in let unused = c * c in c * x\n",
    "Explorer",
  );
  await openDebugger(page);
  await page.locator(".gauges").nth(2).waitFor();
  await page.getByRole("button", { name: "tree", exact: true }).click();
  await page.keyboard.press("Home");
  for (let i = 0; i < 3; i++) await page.keyboard.press("c");
  await page.locator(".tree-line").first().waitFor({ state: "attached" });
  const crossed = await page.evaluate(() => {
    const found: string[] = [];
    let lines = 0;
    for (const note of document.querySelectorAll<HTMLElement>(".state-picture .note, .state-picture .arrival")) {
      const box = note.getBoundingClientRect();
      const picture = note.closest("ul")!.parentElement!.querySelector("svg.state-lines")!.getBoundingClientRect();
      const isCrossed = [...note.closest("ul")!.parentElement!.querySelectorAll("svg.state-lines path")].some(
        (line) => {
          const path = line as SVGPathElement;
          const length = path.getTotalLength();
          return Array.from({ length: 200 }, (_, index) => path.getPointAtLength((length * index) / 199)).some(
            ({ x, y }) =>
              x + picture.left > box.left &&
              x + picture.left < box.right &&
              y + picture.top > box.top &&
              y + picture.top < box.bottom,
          );
        },
      );
      if (!isCrossed) continue;
      lines++;
      // what is behind the words is hidden by their ground
      const ground = getComputedStyle(note).backgroundColor;
      if (/^rgba\(.*, 0\)$|transparent/.test(ground)) found.push(note.textContent);
    }
    return { found, lines };
  });
  expect(crossed.lines).toBeGreaterThan(0);
  expect(crossed.found).toEqual([]);
});

test.runIf(IS_LONG)(
  "the debugger shows linear factoring when it happens, and every edge with its number, which no node covers",
  async () => {
    const { page, errors } = await opened(example("05-linear-factoring"), "Explorer");
    await openDebugger(page);
    await page.locator(".gauges").nth(2).waitFor();
    await page.locator(".caption").filter({ hasText: /^Done/ }).waitFor();
    const boxes = () => page.locator(".states-column").nth(2).locator("[data-scalar='2'] .box").allInnerTexts();
    await page.keyboard.press("Home");
    await page
      .locator(".caption")
      .filter({ hasText: /^Start/ })
      .waitFor();
    await page.keyboard.press("m");
    await page
      .locator(".caption")
      .filter({ hasText: /^Linear factoring\. ds/ })
      .waitFor();
    expect(await boxes()).toEqual(["2 ↦ (ds, 9)"]);
    await page.keyboard.press("Alt+ArrowLeft");
    await expect.poll(boxes).toEqual(["2 ↦ (ds, 1)", "2 ↦ (ds, 8)"]);
    await page.keyboard.press("End");
    await page.locator(".caption").filter({ hasText: /^Done/ }).waitFor();
    const covered = await page.evaluate(() => {
      const boxOf = (one: Element) => one.getBoundingClientRect();
      const nodes = [...document.querySelectorAll(".graph-rows [data-node]")].map(boxOf);
      const labels = [...document.querySelectorAll(".graph-rows [data-labels]")].map(boxOf);
      const meets = (a: DOMRect, b: DOMRect) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      return {
        labels: labels.length,
        hidden: labels.filter((label) => nodes.some((node) => meets(label, node))).length,
      };
    });
    expect(covered).toEqual({ labels: 6, hidden: 0 });
    expect(errors).toEqual([]);
  },
);

test.runIf(IS_LONG)(
  "the debugger has larger letters on a projector, and all rows of a small run are in sight",
  async () => {
    const { page, errors } = await opened(example("05-linear-factoring"), "Explorer", {
      viewport: { width: 1920, height: 1080 },
    });
    await page.goto("about:blank");
    await page.goto(`${site.address}?present#/explorer`);
    await openDebugger(page);
    await page.locator(".gauges").nth(2).waitFor();
    await page.locator(".caption").filter({ hasText: /^Done/ }).waitFor();
    const seen = await page.evaluate(() => {
      const states = document.querySelector(".states")!;
      const isIn = (one: Element): boolean =>
        one.getBoundingClientRect().bottom <= states.getBoundingClientRect().bottom + 1;
      const nodes = [...document.querySelectorAll(".graph-rows [data-node]")];
      const sizeOf = (one: Element) => {
        const scale = (one as SVGGraphicsElement).getScreenCTM?.()?.a ?? 1;
        return Number.parseFloat(getComputedStyle(one).fontSize) * scale;
      };
      return {
        rows: nodes.filter(isIn).length,
        letters: Math.min(...[...document.querySelectorAll(".graph-rows text, .box, .call-pill")].map(sizeOf)),
        // a call stands in the middle of the row that its scalar has in the data flow
        apart: Math.max(
          ...[...document.querySelectorAll(".state-row")].map((one) => {
            const [row, node] = [one, nodes[Number((one as HTMLElement).dataset.scalar)]!].map((each) =>
              each.getBoundingClientRect(),
            );
            return Math.abs(row!.top + row!.height / 2 - node!.top - node!.height / 2);
          }),
        ),
      };
    });
    expect(seen.rows).toBe(5);
    expect(seen.letters).toBeGreaterThan(17);
    expect(seen.apart).toBeLessThan(2);
    expect(errors).toEqual([]);
  },
);

test.runIf(IS_LONG)("what runs now is outlined from its first letter on, not from its indentation", async () => {
  const { page } = await opened(example("05-linear-factoring"), "Explorer");
  await openDebugger(page);
  await page.locator(".gauges").nth(2).waitFor();
  await page.locator(".caption").filter({ hasText: /^Done/ }).waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("r");
  await page.locator(".program-lines .now").first().waitFor();
  const marked = await page.locator(".program-lines .now").allTextContents();
  expect(marked.length).toBeGreaterThan(3);
  expect(marked.filter((text) => text !== text.trimStart())).toEqual([]);
});
