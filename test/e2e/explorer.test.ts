// The explorer in a browser: one timeline, columns side by side, links, the graph, the ladder, the jobs, and all of it for
// everyone.
import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { IS_LONG, oneIn } from "../support/runs.ts";
import { accessibilityFaults, faultsInLightAndDark } from "./browser.ts";
import { Notebook, openDebugger } from "./notebook.ts";
import { siteForTests } from "./site.ts";
import { untilStored } from "./stored.ts";

const FACTORING = readFileSync(new URL("../../examples/05-linear-factoring.dual", import.meta.url), "utf8");
const TREE = readFileSync(new URL("../../examples/21-parallel-tree.dual", import.meta.url), "utf8");
const GRAPH = readFileSync(new URL("../../examples/01-graph.dual", import.meta.url), "utf8");

const site = siteForTests();

/** Opens a view of a program and waits until its columns are recorded. */
async function open(text: string, view: string, options?: BrowserContextOptions) {
  const { page, errors } = await Notebook.open(site, options, text);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view, exact: true }).click();
  return { page, errors };
}

async function explorer(text: string, options?: BrowserContextOptions) {
  const { page, errors } = await open(text, "Explorer", options);
  await openDebugger(page);
  await page.getByRole("group", { name: "Go to" }).waitFor();
  await page.locator(".gauges").nth(2).waitFor();
  // it opens at the end, where all is known; tests begin at the start
  await says(page, /^Done/);
  await page.keyboard.press("Home");
  await says(page, /^Start/);
  return { page, errors };
}

const narration = (page: Page) => page.locator("[data-part=narration]");
const caption = (page: Page) => page.locator(".caption");

/** Waits until a caption says something. */
async function says(page: Page, text: RegExp): Promise<void> {
  await caption(page).filter({ hasText: text }).waitFor();
}

describe("the timeline", () => {
  test("steps, jumps, goes to an event and is scrubbed, by keys, buttons and the pointer, and narrates", async () => {
    const { page, errors } = await explorer(FACTORING);
    await says(page, /^Start/);
    await page.keyboard.press("ArrowRight");
    await says(page, /^Forward pass/);
    await page.keyboard.press("o");
    await says(page, /^Operation\. #2 s is p \(x, x\) = 10/);
    await page.keyboard.press("m");
    await says(page, /^Linear factoring/);
    await narration(page)
      .getByText(/^Linear factoring\. ds\(\d\) \+ ds\(\d\) = ds\(9\)/)
      .waitFor();
    await page.keyboard.press("Shift+O");
    await says(page, /^Operation\. #4 u/);
    await page.getByRole("button", { name: "phase p" }).click();
    await says(page, /^Reverse pass/);
    await page.keyboard.press("End");
    await says(page, /^Done\. The gradient is \(0\.0, 55\.0\)/);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Home");
    await says(page, /^Start/);
    await page.keyboard.press("g");
    await page.keyboard.type("8");
    await page.keyboard.press("Enter");
    const slider = page.getByRole("slider", { name: "Event of the run" });
    await slider.waitFor();
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/^event 8 of /);
    // and is scrubbed
    const box = (await slider.boundingBox())!;
    await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2);
    await says(page, /^Done|leaves the map|Union|Plus/);
    await page.mouse.click(box.x + 2, box.y + box.height / 2);
    await says(page, /^Forward pass|^Start/);
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)("plays, pauses, and stops at a breakpoint", async () => {
    const { page } = await explorer(FACTORING);
    await page.getByRole("combobox", { name: "Speed" }).selectOption("16");
    await page.getByText("Breakpoints and watches").click();
    const bound = page.getByRole("textbox", { name: /cotangent/ });
    await bound.fill("8.5");
    await bound.press("Enter");
    await page.getByText("Breakpoints and watches").click();
    await page.getByRole("button", { name: "Play" }).click();
    await page.getByText("stopped: |cotangent| > 8.5").waitFor();
    await says(page, /ds 9 \(#2\)/);
    await page.getByRole("button", { name: "Play" }).click();
    await says(page, /^Done|dx 55/);
  });
});

describe("side by side", () => {
  test.runIf(IS_LONG)("columns stand at the same scalar, and keep their step in the reverse pass", async () => {
    const { page } = await explorer(FACTORING);
    await page.getByRole("checkbox", { name: "step all columns together" }).uncheck();
    for (let i = 0; i < 3; i++) await page.keyboard.press("o");
    await says(page, /#4 u/);
    const created = await page.locator(".state-row").evaluateAll((rows) => rows.map((row) => row.textContent ?? ""));
    expect(created.filter((text) => text.includes("not created yet"))).toEqual([]);
    for (let i = 0; i < 3; i++) await page.keyboard.press("c");
    // the leader is at the third call; the naive column marks both of its calls of s
    await page.getByRole("group", { name: /#2 s 0 of 2 calls/ }).waitFor();
    await page.getByRole("group", { name: /#2 s 1 of 1 call/ }).waitFor();
    const naive = page.getByRole("group", { name: /#2 s 0 of 2 calls/ });
    await naive.getByRole("button", { name: "last" }).click();
    await page.getByRole("group", { name: /#2 s 2 of 2 calls/ }).waitFor();
    // that moved the naive column only
    await says(page, /ds 9 \(#2\)/);
    // the staging map is a table and a tree
    await page.locator(".box.waiting", { hasText: "2 ↦ (ds, 9)" }).waitFor();
    await page.getByRole("button", { name: "tree", exact: true }).click();
    await page.locator(".tree-line").first().waitFor({ state: "attached" });
  });

  test.runIf(IS_LONG)("stages are chosen, added and closed", async () => {
    const { page } = await explorer(FACTORING);
    await page.getByRole("combobox", { name: "Stage of column 1" }).selectOption("mutable");
    await page.getByRole("heading", { name: "The program after mutable" }).waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Add a stage" }).click();
    await page.locator(".gauges").nth(3).waitFor();
    expect(await page.locator("header[data-stage]").count()).toBe(4);
    await page
      .getByRole("button", { name: /^Close/ })
      .first()
      .click();
    await page.waitForFunction(() => document.querySelectorAll("header[data-stage]").length === 3);
  });

  test.runIf(IS_LONG)("a run that is too big shows what fits, and the total", async () => {
    const { page } = await explorer(
      "-- at: (40, 1.0)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, x + x)\n",
    );
    await page
      .getByText(/The whole run would make 2.199.023.255.551 calls/)
      .first()
      .waitFor({ timeout: 60_000 });
  });
});

describe("links", () => {
  test("the caret, the rows and the graph light up the same thing", async () => {
    const { page } = await explorer(FACTORING);
    await page.locator(".state-row[data-scalar='3']").first().click();
    await page.locator(".lit-band").waitFor();
    await page.locator(".cm-lit", { hasText: "q (s, x)" }).waitFor();
    expect(await page.locator(".program-lines .lit").count()).toBeGreaterThanOrEqual(3);
    // the strips of the timeline come with an answer of the worker
    await page.locator(".touch").nth(1).waitFor({ state: "attached" });
    await page.getByRole("heading", { name: "Why does t have cotangent 2?" }).waitFor();
    // the caret in the source selects too
    await page.locator(".source-host .cm-line", { hasText: "let u = r" }).click();
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowRight");
    await page.getByRole("heading", { name: "Why does u have cotangent 1?" }).waitFor();
    await page.keyboard.press("Tab");
  });

  test.runIf(IS_LONG)("why: contributions with numbers, paths, and finite differences", async () => {
    const { page } = await explorer(
      "-- at: (2.0, 3.0)\nop f (a, b) = a * a * b by (2.0 * a * b, b * b)\ndef main (x, y) = f (x, y) + x\n",
    );
    await page.getByRole("button", { name: "#2" }).first().click();
    await page.getByRole("button", { name: "Compare its partials with finite differences" }).click();
    await page.getByText("for y: 9, but differences give 4: the partial of f is wrong").waitFor();
    await page.getByRole("button", { name: "#0 x" }).first().click();
    await page.getByText("These are all the paths. Their sum is 13.").waitFor();
  });
});

describe("the graph", () => {
  test("is drawn, listed, walked by arrows, searched and saved", async () => {
    const { page, errors } = await open(GRAPH, "Graph");
    await page.locator(".canvas [data-node]").first().waitFor();
    const list = page.getByRole("region", { name: "Nodes" });
    await list.getByRole("button", { name: "#2 a = x * y = 6; cotangent 15; used by b, c" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^#3 b = x \+ a/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Why does b have cotangent 6?" }).waitFor();
    await page.getByRole("searchbox").fill("#4");
    await list.getByText("1 of 5 nodes").waitFor();
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: "To the start" }).click();
    await page.getByRole("button", { name: "To the end" }).click();
    await page.locator(".film-sentence").filter({ hasText: /^Done/ }).waitFor();
    await page.getByRole("button", { name: "Save the graph" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "This picture as SVG" }).click(),
    ]);
    const svg = readFileSync((await download.path())!, "utf8");
    expect(svg).toContain(">a</tspan>");
    await page.getByRole("button", { name: "Save the graph" }).click();
    const [image] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "This picture as PNG" }).click(),
    ]);
    expect(
      readFileSync((await image.path())!)
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    await page.getByRole("button", { name: "Save the graph" }).click();
    const [data] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "The whole graph as DOT" }).click(),
    ]);
    expect(data.suggestedFilename()).toMatch(/-graph\.dot$/);
    expect(readFileSync((await data.path())!, "utf8")).toContain('"0" -> "2"');
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)("shows what backpropagators share, as closures and as lists of contributions", async () => {
    const running = readFileSync(new URL("../../examples/02-running-example.dual", import.meta.url), "utf8");
    const { page, errors } = await open(running, "Graph");
    await page.getByRole("button", { name: "Sharing", exact: true }).click();
    const closures = page.getByRole("region", { name: "Closures", exact: true });
    const data = page.getByRole("region", { name: "Lists of contributions", exact: true });
    await closures.getByText("4 backpropagators, 5 arrows. #0 x is shared by 2.").waitFor();
    await data.getByText("4 backpropagators, 5 arrows. #0 x is shared by 2.").waitFor();
    expect(await page.locator(".sharing-stage .canvas [data-node]").first().isVisible()).toBe(true);
    expect(await closures.getByRole("listitem").allTextContents()).toEqual([
      "result is ⟨300, (3, → #3)⟩",
      "#3 * captures d₁ = (0, → #0 x), x₁ = 12, x₂ = 25, d₂ = (2, → #2 z)",
      "#2 z captures d₁ = (0, → #0 x), x₁ = 12, x₂ = 13, d₂ = (1, → #1 y)",
      "#1 y captures i = 1",
      "#0 x captures i = 0; shared by 2",
    ]);
    expect(await data.getByRole("listitem").allTextContents()).toEqual([
      "result is ⟨300, (3, → #3)⟩",
      "#3 * is [(25, (0, → #0 x)), (12, (2, → #2 z))]",
      "#2 z is [(1, (0, → #0 x)), (1, (1, → #1 y))]",
      "#1 y is the empty list",
      "#0 x is the empty list; shared by 2",
    ]);
    // what is chosen in one of them lights up in the other, and stays chosen in the data flow
    await closures.getByRole("button", { name: /^#2 z/ }).focus();
    await page.keyboard.press("Enter");
    await data.locator(".list-button.lit", { hasText: "#2 z" }).waitFor();
    await closures.getByRole("button", { name: "Save the graph" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      closures.getByRole("button", { name: "This picture as SVG" }).click(),
    ]);
    const svg = readFileSync((await download.path())!, "utf8");
    expect(svg).toContain(">d₂ = (2, □)<");
    expect(svg).toContain(">shared by 2<");
    expect(await faultsInLightAndDark(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Data flow", exact: true }).click();
    await page.getByRole("heading", { name: "Why does z have cotangent 12?" }).waitFor();
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)(
    "has a forward sweep beside the reverse one, and a Jacobian whose entries explain themselves",
    async () => {
      const text =
        "-- at: (1.0, 2.0, 3.0)\ndef main (x, y, z) =\n  let a = x * x in\n  (a * z + 3.0 * x * y, x * z * z + 4.0 * y * y)\n";
      const { page, errors } = await open(text, "Graph");
      await page.locator(".canvas [data-node]").first().waitFor();
      const side = page.getByRole("complementary", { name: "Details" });
      const list = page.getByRole("region", { name: "Nodes" });
      await side.getByText("Forward sweep: tangents").click();
      await side.getByLabel("The input moves").selectOption({ label: "along x" });
      await list.getByRole("button", { name: /^#3 a = .*; tangent 2;/ }).click();
      await side.getByRole("heading", { name: "Why does a have tangent 2?" }).waitFor();
      // ⟨ȳ, J ẋ⟩ and ⟨Jᵀ ȳ, ẋ⟩
      expect(await side.locator(".products dd").allTextContents()).toEqual(["21", expect.stringMatching(/^21 /)]);
      await side.getByLabel("The input moves").selectOption({ label: "by custom amounts" });
      await side.getByRole("spinbutton", { name: "z" }).fill("-1");
      expect(await side.locator(".products dd").allTextContents()).toEqual(["14", expect.stringMatching(/^14 /)]);
      // who comes back finds the choice that is shown, and can end it
      await side.getByLabel("The input moves").selectOption({ label: "along x" });
      const views = page.getByRole("navigation", { name: "Views" });
      await views.getByRole("link", { name: "Document", exact: true }).click();
      await views.getByRole("link", { name: "Graph", exact: true }).click();
      await side.getByText("Forward sweep: tangents").click();
      expect(await side.getByLabel("The input moves").locator("option:checked").textContent()).toBe("along x");
      await side.getByLabel("The input moves").selectOption({ label: "not at all" });
      await list
        .getByRole("button", { name: /; tangent/ })
        .first()
        .waitFor({ state: "detached" });

      await side.getByText("Jacobian", { exact: true }).click();
      const table = side.getByRole("table", { name: /^Jacobian/ });
      await side.getByText("By rows: 2 reverse sweeps; by columns it would take 3 forward sweeps.").waitFor();
      const rows = await table.getByRole("row").allTextContents();
      expect(rows).toEqual(["xyz", "main.11231", "main.29166"]);
      await table.getByRole("button", { name: "∂ main.1 / ∂ x = 12" }).focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      await side
        .getByText("∂ main.2 / ∂ y = 16, by the reverse sweep of main.2; the sum of the products along 2 paths.")
        .waitFor();
      await side.getByRole("heading", { name: "Why does y have cotangent 16?" }).waitFor();
      const modes = side.getByRole("table", { name: "Cost of the whole Jacobian in each mode" });
      expect(await modes.getByRole("row").allTextContents()).toEqual([
        expect.stringMatching(/^mode/),
        expect.stringMatching(/^Forward3/),
        expect.stringMatching(/^Vectorised forward1/),
        expect.stringMatching(/^Reverse2/),
      ]);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(errors).toEqual([]);
    },
  );

  test.runIf(IS_LONG)("of a long loop is folded, opens, and a pan lays nothing out and renders nothing", async () => {
    const loop =
      "-- at: (400, 1.001)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, sin (x * 0.5) + 0.1)\n";
    const { page } = await open(loop, "Graph");
    await page.locator(".canvas [data-node]").first().waitFor();
    await page.getByText(/of them folded/).waitFor();
    const list = page.getByRole("region", { name: "Nodes" });
    const folded = await list.getByRole("button").count();
    expect(folded).toBeLessThan(40);
    await page.getByRole("button", { name: "Open all" }).click();
    await list.getByText(/nodes, the first 400 are listed/).waitFor({ timeout: 60_000 });
    // all columns are recorded, and the timeline is drawn
    await page.locator(".strip .heap").first().waitFor({ state: "attached" });
    // that all is open is noted in the document
    await untilStored(page, (raw) => raw.includes('"all":true'));
    await page.getByText("saved in this browser").waitFor({ state: "attached" });
    const box = (await page.locator(".canvas").boundingBox())!;
    const pan = async (): Promise<readonly string[]> => {
      // over the ground, where nothing is selected, and beside the line between the panes
      await page.mouse.move(box.x + 12, box.y + box.height - 3);
      await page.mouse.down();
      await page.evaluate(() => {
        const changes: string[] = [];
        const observer = new MutationObserver((records) => {
          for (const { target } of records) {
            // the window of the overview follows the pan
            if (target instanceof Element && target.closest(".overview, .canvas") === null)
              changes.push(target.outerHTML.slice(0, 80));
          }
        });
        Object.assign(globalThis, { seen: { changes, observer } });
        observer.observe(document.querySelector("#page")!, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
      });
      const before = await page.locator(".overview .window").getAttribute("x");
      for (let i = 1; i <= 20; i++) await page.mouse.move(box.x + 12 + 6 * i, box.y + box.height - 3 - 2 * i);
      expect(await page.locator(".overview .window").getAttribute("x")).not.toBe(before);
      const changes = await page.evaluate(() => {
        const { seen } = globalThis as unknown as { seen: { changes: string[]; observer: MutationObserver } };
        seen.observer.disconnect();
        return seen.changes;
      });
      await page.mouse.up();
      return changes;
    };
    // something of the page may arrive late and change it during one pan; a pan that renders does so each time
    let changes = await pan();
    for (let again = 0; again < 2 && changes.length > 0; again++) changes = await pan();
    expect(changes).toEqual([]);
  });

  test.runIf(IS_LONG)("is compared with that of another input", async () => {
    const { page } = await open(GRAPH, "Graph");
    await page.locator(".canvas [data-node]").first().waitFor();
    await page.locator("summary", { hasText: "Compare with another run" }).click();
    await page.getByRole("textbox", { name: "Another input" }).fill("(3.0, 5.0)");
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.locator(".comparison-lines li li", { hasText: ": 15.0" }).first().waitFor();
  });
});

test.runIf(IS_LONG)("the order of compound IDs is drawn, and seen whole", async () => {
  const { page } = await open(TREE, "Jobs");
  await page.locator(".jobs-stage [data-node]").first().waitFor();
  await page.getByRole("button", { name: "Order of IDs" }).click();
  await page.getByText("Each box is a scalar with its compound ID").waitFor();
  // the first look shows all of it
  const cut = await page.locator(".jobs-canvas .canvas").evaluate((host) => {
    const { left, top, right, bottom } = host.getBoundingClientRect();
    const boxes = [...host.querySelectorAll("[data-node]")].map((node) => node.getBoundingClientRect());
    const isOut = (box: DOMRect) => box.left < left || box.top < top || box.right > right || box.bottom > bottom;
    return boxes.length < 3 || boxes.some(isOut);
  });
  expect(cut).toBe(false);
  // the browser keeps which of the two was chosen
  await page.reload();
  await page.getByText("Each box is a scalar with its compound ID").waitFor();
});

describe("for everyone", () => {
  const LOOKS = [
    { text: FACTORING, views: ["Explorer", "Graph", "Ladder"] },
    { text: TREE, views: ["Jobs"] },
  ];
  const SMALL = [
    { width: 320, height: 225 },
    { width: 390, height: 844 },
  ];
  const go = (page: Page, view: string) =>
    page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view, exact: true }).click();

  // the jobs have such a test of their own
  test.each(oneIn(2, LOOKS))("axe finds nothing in $views, light and dark", async ({ text, views }) => {
    const { page } = await open(text, views[0]!);
    // the explorer, which has most; all of them in the long tests
    for (const view of oneIn(views.length, views)) {
      await go(page, view);
      if (view === "Explorer") {
        await page.locator(".film-stage text").first().waitFor();
        await page.locator(".film-stage").click({ position: { x: 20, y: 300 } });
        await page.locator(".film-why").waitFor();
        expect(await faultsInLightAndDark(page), "Film").toEqual([]);
        await openDebugger(page);
        await page.locator(".gauges").nth(2).waitFor();
        for (let i = 0; i < 3; i++) await page.keyboard.press("c");
        await page.getByRole("button", { name: "#2 s" }).first().click();
      } else if (view === "Ladder") await page.locator(".ladder-stage text").first().waitFor();
      else if (view === "Jobs") await page.locator(".jobs-stage text").first().waitFor();
      else await page.locator(".canvas [data-node]").first().waitFor();
      expect(await faultsInLightAndDark(page), view).toEqual([]);
    }
  });

  // some of them on one of the two; all on both in the long tests
  test.each(oneIn(2, LOOKS).map((look) => ({ ...look, viewports: oneIn(2, SMALL) })))(
    "$views work at 400 percent zoom and on a phone, without scrolling the page sideways",
    async ({ text, views, viewports }) => {
      for (const viewport of viewports) {
        const { page } = await open(text, views[0]!, { viewport });
        for (const view of views) {
          await go(page, view);
          await page.locator("main.look").waitFor();
          await page.locator(".film-transport, .dock, .climb-dock, .jobs-play").first().waitFor();
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow, `${view} at ${viewport.width}`).toBeLessThanOrEqual(0);
        }
      }
    },
  );

  test.runIf(IS_LONG)("reduced motion leaves nothing moving", async () => {
    const { page } = await explorer(FACTORING, { reducedMotion: "reduce" });
    for (let i = 0; i < 3; i++) await page.keyboard.press("c");
    await says(page, /ds 9/);
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === "running").length,
    );
    expect(moving).toBe(0);
  });
});

test.runIf(IS_LONG)(
  "four columns fit a window of 1440, heads and all, and calls without room for letters are dots",
  async () => {
    const text = readFileSync(new URL("../../examples/05-linear-factoring.dual", import.meta.url), "utf8");
    const { page } = await open(text, "Explorer", { viewport: { width: 1440, height: 900 } });
    await openDebugger(page);
    await page.evaluate(() => {
      location.hash = "#/explorer/1?stages=naive,staged,one-array,delta-array&lead=staged";
    });
    await page.locator(".column-head").nth(3).waitFor();
    await page.locator(".gauges").nth(3).waitFor();
    const seen = await page.evaluate(() => {
      const heads = [...document.querySelectorAll(".column-head")];
      const outside = heads.flatMap((head) => {
        const { right } = head.getBoundingClientRect();
        const end = Math.min(right, innerWidth);
        return [...head.querySelectorAll("button, select")]
          .filter((one) => one.getBoundingClientRect().right > end)
          .map((one) => `${head.getAttribute("data-stage")}: ${one.textContent?.slice(0, 20)}`);
      });
      const empty = [...document.querySelectorAll(".call-pill")].filter(({ textContent }) => textContent === "");
      const sizes = empty.map((one) => one.getBoundingClientRect());
      return {
        outside,
        dots: empty.length,
        round: sizes.filter(({ width, height }) => Math.abs(width - height) < 1).length,
      };
    });
    expect(seen.outside).toEqual([]);
    expect(seen.dots).toBeGreaterThan(0);
    expect(seen.round).toBe(seen.dots);
  },
);
