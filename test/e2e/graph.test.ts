// The graph of a run in a browser, and what a trial of it asked for.
import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { IS_LONG } from "../support/runs.ts";
import { frames, Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";
import { untilStored } from "./stored.ts";

const example = (name: string): string => readFileSync(new URL(`../../examples/${name}.dual`, import.meta.url), "utf8");

const site = siteForTests();

async function graphOf(text: string, options?: BrowserContextOptions) {
  const { page, errors } = await Notebook.open(site, options, text);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Graph", exact: true }).click();
  await page.locator(".canvas [data-node]").first().waitFor();
  return { page, errors };
}

/** The view goes on for a while. */
const PATIENT = { timeout: 20_000 };

interface Shown {
  readonly id: string;
  readonly label: string;
  readonly classes: readonly string[];
  /** On the page, and how large letters are there. */
  readonly box: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };
}

/** The nodes and flags on the canvas, how large letters are, and the canvas. */
async function shownOn(
  page: Page,
): Promise<{ nodes: readonly Shown[]; letters: number; width: number; height: number }> {
  return page.locator(".canvas").evaluate((host) => {
    const { x, y, width, height } = host.getBoundingClientRect();
    const boxOf = (element: Element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { x1: left - x, y1: top - y, x2: right - x, y2: bottom - y };
    };
    const textOf = (name: string): string =>
      [...host.querySelectorAll(`text[data-of="${name}"]`)].map(({ textContent }) => textContent).join("\n");
    const nodes = [...host.querySelectorAll<SVGElement>("[data-node]")].map((element) => {
      const { node = "", kind = "", marks = "" } = element.dataset;
      return { id: node, label: textOf(node), classes: [kind, ...marks.split(" ")], box: boxOf(element) };
    });
    const all = [...host.querySelectorAll<SVGElement>("[data-flag]")];
    // a flag is drawn of several parts: its outline is the first
    const outlines = all.filter((one, at) => all.findIndex(({ dataset }) => dataset.flag === one.dataset.flag) === at);
    const flags = outlines.map((element) => {
      const { flag = "" } = element.dataset;
      const { classes } = nodes.find(({ id }) => id === flag)!;
      return { id: `flag ${flag}`, label: textOf(`${flag} flag`), classes, box: boxOf(element) };
    });
    const { viewBox } = host.querySelector("svg")!;
    return { nodes: [...nodes, ...flags], letters: (14 * width) / viewBox.baseVal.width, width, height };
  });
}

/** Waits until a node or flag has a label. */
async function labelled(page: Page, id: string, label: string): Promise<void> {
  await expect.poll(async () => (await shownOn(page)).nodes.find((node) => node.id === id)?.label).toBe(label);
}

test("a view of a program without an input fills one in at a press, and shows its run", async () => {
  const { page, errors } = await Notebook.open(site, { depth: "first" });
  await page.getByRole("button", { name: "Write a program" }).click();
  await page.keyboard.type("def main x y = x * y");
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Graph", exact: true }).click();
  await page.getByRole("button", { name: "Fill in (0.5, 0.5)" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  expect(errors).toEqual([]);
});

describe("the graph opens", () => {
  test("at the end of the run, with all cotangents; Play begins at the start", async () => {
    const { page, errors } = await graphOf(example("02-running-example"));
    await labelled(page, "flag 0", "37");
    expect((await shownOn(page)).nodes.filter(({ id }) => id.startsWith("flag")).map(({ label }) => label)).toEqual([
      "37",
      "12",
      "12",
      "1",
    ]);
    const told = (): Promise<readonly string[]> => page.locator(".node-list li").allInnerTexts();
    expect((await told()).filter((words) => words.includes("cotangent")).length).toBe(4);
    // that it is the end is said, and where the arrows lead
    await page.locator(".end-hint", { hasText: "Play shows it from the beginning" }).waitFor();
    await page.locator(".edge-hint", { hasText: "Orange arrows show cotangents on their way back" }).waitFor();
    await page.keyboard.press("Space");
    await page
      .locator(".film-sentence")
      .filter({ hasText: /^2 scalars go into/ })
      .waitFor();
    expect(await page.locator(".end-hint").count()).toBe(0);
    await page.locator(".edge-hint", { hasText: "Arrows show where values go." }).waitFor();
    // the list tells what has come so far, too
    expect((await told()).filter((words) => words.includes("cotangent"))).toEqual([]);
    expect(errors).toEqual([]);
  });

  const SEEN_WHOLE = [
    { name: "a chain of 17", text: example("04-doubling-chain").replace("(n, 1.0)", "(16, 1.0)") },
    { name: "a tree of 15", text: example("13-tree-fold") },
    { name: "the factoring example", text: example("05-linear-factoring") },
  ];

  test.runIf(IS_LONG).each(SEEN_WHOLE)("with all of $name in sight, in letters that can be read", async ({ text }) => {
    const { page } = await graphOf(text, { viewport: { width: 1440, height: 900 } });
    await expect.poll(async () => (await shownOn(page)).nodes.length).toBeGreaterThan(6);
    const { nodes, letters, width, height } = await shownOn(page);
    expect(letters).toBeGreaterThanOrEqual(10);
    for (const { id, box } of nodes)
      expect(box.x1 >= 0 && box.y1 >= 0 && box.x2 <= width && box.y2 <= height, id).toBe(true);
    // and no map lies over it
    await page.locator(".overview").waitFor({ state: "hidden" });
  });
});

// calls are folded in the first, and what repeats in the two that follow a recursion
const MIDDLING = [
  { name: "10-rotate", shown: 18, least: 0 },
  { name: "15-newton", shown: 3, least: 10 },
  { name: "22-mutual-recursion", shown: 5, least: 10 },
];

test.runIf(IS_LONG).each(MIDDLING)(
  "the graph of $name opens with all of it in sight",
  async ({ name, shown, least }) => {
    const { page } = await graphOf(example(name), { viewport: { width: 1440, height: 900 } });
    await expect
      .poll(async () => (await shownOn(page)).nodes.filter(({ id }) => id !== "").length)
      .toBeGreaterThanOrEqual(shown);
    const { nodes, letters, width, height } = await shownOn(page);
    expect(letters).toBeGreaterThanOrEqual(least);
    for (const { id, box } of nodes)
      expect(box.x1 >= 0 && box.y1 >= 0 && box.x2 <= width && box.y2 <= height, id).toBe(true);
  },
);

describe("while the run goes on", () => {
  /** Notes what travels: numbers, those that go back with a word before. */
  const noting = (page: Page) =>
    page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { travelled: seen });
      new MutationObserver(() => {
        for (const { dataset } of document.querySelectorAll<SVGElement>("[data-travels]"))
          seen.push(`${dataset.back === "1" ? "back " : ""}${dataset.number}`);
      }).observe(document.querySelector(".canvas")!, { subtree: true, childList: true, attributes: true });
    });
  const travelled = (page: Page) =>
    page.evaluate(() => (globalThis as unknown as { travelled: readonly string[] }).travelled);

  test.runIf(IS_LONG)(
    "every value and every contribution travels along its edge, with its number, and lands before it counts",
    async () => {
      const { page, errors } = await graphOf(example("02-running-example"));
      await page.getByRole("button", { name: "To the start" }).click();
      await noting(page);
      await page.getByRole("combobox", { name: "Speed" }).selectOption("4");
      await page.getByRole("button", { name: "Play" }).click();
      await page.locator(".film-sentence").filter({ hasText: /^Done/ }).waitFor({ timeout: 60_000 });
      const seen = await travelled(page);
      for (const token of ["13", "25", "back 25·1", "back +25", "back 1·12", "back +12"]) expect(seen).toContain(token);
      // nothing stays behind
      await page.locator("[data-travels]").first().waitFor({ state: "detached" });
      // both addends are there before their sum: from time to time, back and forth
      const range = page.getByRole("slider", { name: "Time of the film" });
      const end = Number(await range.getAttribute("max"));
      const flagsAt = async (part: number): Promise<readonly string[]> => {
        await range.fill(String(Math.round(end * part)));
        await frames(page, 4);
        return (await shownOn(page)).nodes.filter(({ id }) => id.startsWith("flag ")).map(({ label }) => label ?? "");
      };
      const words = new Set<string>();
      for (let part = 1; part > 0.3; part -= 0.02) for (const flag of await flagsAt(part)) words.add(flag);
      expect([...words].sort()).toEqual(["1", "12", "25", "25 +12", "37"]);
      expect(errors).toEqual([]);
    },
  );

  test.runIf(IS_LONG)(
    "numbers stand beside the nodes that they come to, and cover neither them nor each other",
    async () => {
      const { page } = await graphOf(example("05-linear-factoring"));
      const range = page.getByRole("slider", { name: "Time of the film" });
      const end = Number(await range.getAttribute("max"));
      let seen = 0;
      for (let part = 0.05; part < 0.95; part += 0.015) {
        await range.fill(String(Math.round(end * part)));
        await frames(page, 4);
        // read at once: what travels is taken away with a frame
        const tokens = await page.locator(".canvas").evaluate((canvas) => {
          const host = canvas.getBoundingClientRect();
          return [...canvas.querySelectorAll("rect[data-travels]")].map((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            return { x1: left - host.x, x2: right - host.x, y1: top - host.y, y2: bottom - host.y };
          });
        });
        if (tokens.length === 0) continue;
        seen++;
        const { nodes } = await shownOn(page);
        const touches = (a: Shown["box"], b: Shown["box"]): boolean =>
          Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1) > 3 && Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1) > 3;
        // names and numbers stand in the middle of a node
        const inner = ({ x1, x2, y1, y2 }: Shown["box"]) => ({ x1: x1 + 8, x2: x2 - 8, y1: y1 + 4, y2: y2 - 4 });
        const covered = nodes.filter(({ box }) => tokens.some((token) => touches(token, inner(box))));
        expect(
          covered.map(({ id }) => id),
          `at ${part}`,
        ).toEqual([]);
      }
      expect(seen).toBeGreaterThan(8);
    },
  );

  test.runIf(IS_LONG)(
    "a graph that is too large to be read is followed while it plays, until the reader moves it",
    async () => {
      const { page } = await graphOf(example("10-rotate"));
      const range = page.getByRole("slider", { name: "Time of the film" });
      const end = Number(await range.getAttribute("max"));
      const whole = await shownOn(page);
      expect(whole.letters).toBeLessThan(12);
      await range.fill(String(Math.round(end * 0.55)));
      await expect.poll(async () => (await shownOn(page)).letters, PATIENT).toBeGreaterThanOrEqual(12);
      // what is called is in sight
      await expect
        .poll(async () => {
          const { nodes, width, height } = await shownOn(page);
          return nodes.some(
            ({ classes, box }) =>
              classes.includes("now") && box.x1 > 0 && box.y1 > 0 && box.x2 < width && box.y2 < height,
          );
        }, PATIENT)
        .toBe(true);
      await range.fill(String(end));
      await expect.poll(async () => (await shownOn(page)).letters, PATIENT).toBeCloseTo(whole.letters, 1);
      // who has moved the view keeps it
      await page.getByRole("button", { name: "Zoom out" }).click();
      const { letters } = await shownOn(page);
      await range.fill(String(Math.round(end * 0.5)));
      await frames(page, 40);
      expect((await shownOn(page)).letters).toBe(letters);
    },
  );

  /** A run that is too large for a film goes event by event. */
  const LARGE =
    "-- at: (3.0, 4.0)\ndef main (x, y) =\n  let p = x * y in\n  foldl (\\a i -> a + 0.5) p (range 0 320)\n";

  test("a number sets out where its edge begins and arrives where it ends", async () => {
    const { page } = await graphOf(LARGE);
    await page.getByRole("button", { name: "To the start" }).click();
    await page.getByRole("combobox", { name: "Speed" }).selectOption("0.25");
    const noted = page.evaluate(
      () =>
        new Promise<readonly { readonly x: number; readonly y: number }[]>((done) => {
          const seen: { x: number; y: number }[] = [];
          const look = (): void => {
            const token = document.querySelector('rect[data-travels][data-number="4"]');
            if (token === null && seen.length > 0) return done(seen);
            if (token !== null) {
              const { x, y, width, height } = token.getBoundingClientRect();
              const host = token.closest(".canvas")!.getBoundingClientRect();
              seen.push({ x: x + width / 2 - host.x, y: y + height / 2 - host.y });
            }
            requestAnimationFrame(look);
          };
          look();
        }),
    );
    await page.getByRole("button", { name: "operation o" }).click();
    const way = await noted;
    const [start, end] = [way[0]!, way.at(-1)!];
    const { nodes } = await shownOn(page);
    /** How far a place is from the box of a node, in pixels. */
    const far = (spot: { x: number; y: number }, id: string): number => {
      const { x1, y1, x2, y2 } = nodes.find((node) => node.id === id)!.box;
      return Math.hypot(Math.max(x1 - spot.x, 0, spot.x - x2), Math.max(y1 - spot.y, 0, spot.y - y2));
    };
    expect(far(start, "1"), "from y").toBeLessThan(20);
    // two numbers come to p, and stand beside each other there
    expect(far(end, "2"), "to p").toBeLessThan(far(start, "2") / 3);
  });

  test.runIf(IS_LONG)("nothing travels where nothing may move", async () => {
    const { page } = await graphOf(LARGE, { reducedMotion: "reduce" });
    await page.getByRole("button", { name: "To the start" }).click();
    await noting(page);
    for (let i = 0; i < 4; i++) await page.keyboard.press("o");
    for (let i = 0; i < 3; i++) await page.keyboard.press("c");
    await page.locator(".caption").filter({ hasText: "Call" }).waitFor();
    expect(await travelled(page)).toEqual([]);
  });
});

describe("a comparison", () => {
  const compare = async (page: Page, at: string): Promise<void> => {
    await page.getByRole("textbox", { name: "Another input" }).fill(at);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
  };

  test.runIf(IS_LONG)("shows both numbers in every node that differs, and in the list", async () => {
    const { page } = await graphOf(example("02-running-example"));
    await page.locator("summary", { hasText: "Compare with another run" }).click();
    await compare(page, "(3.0, 13.0)");
    await labelled(page, "2", "z 25 | 16");
    await labelled(page, "1", "y 13");
    await labelled(page, "flag 0", "37 | 19");
    await page
      .getByRole("region", { name: "Nodes" })
      .getByRole("button", { name: /^#2 z .*cotangent 12; in the other run 16; in the other run cotangent 3/ })
      .waitFor();
    await page.getByRole("button", { name: "End", exact: true }).click();
    await labelled(page, "2", "z 25");
  });

  test.runIf(IS_LONG)("says what is wrong with the other input, and forgets it when it is mended", async () => {
    const { page } = await graphOf(example("02-running-example"));
    await page.locator("summary", { hasText: "Compare with another run" }).click();
    await compare(page, "(1.0, (2.0, 3.0))");
    await page.getByText("The other run gave no value.").waitFor();
    await page.locator(".comparison-failed [lang=en]").filter({ hasText: "Real" }).waitFor();
    await compare(page, "(3.0, 13.0)");
    await page.getByText("The other run gave no value.").waitFor({ state: "detached" });
    await labelled(page, "2", "z 25 | 16");
  });
});

describe("a folded run", () => {
  const LOOP =
    "def step r x = r * x * (1.0 - x)\ndef main (n : Int, r, x) = if n == 0 then x else main (n - 1, r, step r x)\n";

  const ROUNDS = `-- at: (1.0, 0.5)
def field (x, y) = (x * (1.1 - 0.4 * y), y * (0.1 * x - 0.4))
def along h (x, y) (dx, dy) = (x + h * dx, y + h * dy)
def go (k : Int) s = if k == 0 then s else go (k - 1) (along 0.1 (along 0.2 s (field s)) (field s))
def main (x, y) = let (a, b) = go 8 (x, y) in a + b
`;

  test("opens where it stands, and keeps its result in sight; with its constants, all of it is looked at again", async () => {
    const { page, errors } = await graphOf(ROUNDS);
    const list = page.getByRole("region", { name: "Nodes" });
    const result = /^#\d+ = #\d+ \+ #\d+ = .*output main/;
    const fold = list.getByRole("button", { name: /^go, ×8/ });
    await fold.focus();
    const middle = ({ x1, x2, y1, y2 }: Shown["box"]) => [(x1 + x2) / 2, (y1 + y2) / 2] as const;
    const before = (await shownOn(page)).nodes.find(({ label }) => label.startsWith("go\n"))!;
    await page.keyboard.press("Enter");
    await list.getByRole("button", { name: /^go, round 3 of 8/ }).waitFor();
    await list.getByRole("button", { name: result }).waitFor();
    const [x, y] = middle(before.box);
    const isHere = async (): Promise<boolean> => {
      const rounds = (await shownOn(page)).nodes.filter(({ label }) => label.startsWith("go, round"));
      const [left, right] = [
        Math.min(...rounds.map(({ box }) => box.x1)),
        Math.max(...rounds.map(({ box }) => box.x2)),
      ];
      const [top, bottom] = [
        Math.min(...rounds.map(({ box }) => box.y1)),
        Math.max(...rounds.map(({ box }) => box.y2)),
      ];
      const { width, height } = await shownOn(page);
      const isWhole = left >= 0 && top >= 0 && right <= width && bottom <= height;
      // all of it is seen, around where the fold stood
      return isWhole && left < x && x < right && top < y && y < bottom;
    };
    await expect.poll(isHere).toBe(true);
    await list.getByRole("button", { name: /^go, round 3 of 8/ }).focus();
    await page.keyboard.press("Enter");
    await list
      .getByRole("button", { name: /^along 0\.2/ })
      .first()
      .waitFor();
    const constants = page.getByRole("checkbox", { name: "hide constants" });
    expect(await constants.isChecked()).toBe(true);
    await constants.uncheck();
    const isAllSeen = async (): Promise<boolean> => {
      const { nodes, width, height } = await shownOn(page);
      return nodes.every(({ box }) => box.x1 >= 0 && box.y1 >= 0 && box.x2 <= width && box.y2 <= height);
    };
    await expect
      .poll(async () => (await shownOn(page)).nodes.some(({ classes }) => classes.includes("constant")))
      .toBe(true);
    await expect.poll(isAllSeen).toBe(true);
    await constants.check();
    await expect.poll(isAllSeen).toBe(true);
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)("is seen whole again when a part of it is opened, where all of it can be read", async () => {
    const { page } = await graphOf(example("22-mutual-recursion"));
    const list = page.getByRole("region", { name: "Nodes" });
    const count = (await shownOn(page)).nodes.length;
    await list.getByRole("button", { name: /^next 1 x, .* folded/ }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await shownOn(page)).nodes.length).toBeGreaterThan(count);
    const outside = async (): Promise<readonly string[]> => {
      const { nodes, width, height } = await shownOn(page);
      const isOut = ({ x1, y1, x2, y2 }: Shown["box"]) => x1 < 0 || y1 < 0 || x2 > width || y2 > height;
      return nodes.filter(({ box }) => isOut(box)).map(({ label }) => label);
    };
    await expect.poll(outside).toEqual([]);
    expect((await shownOn(page)).letters).toBeGreaterThan(10);
  });

  test.runIf(IS_LONG)("has parts named after definitions, and says why not all of it can be opened", async () => {
    const { page } = await graphOf(`-- at: (2000, 3.5, 0.3)\n${LOOP}`);
    await page
      .getByRole("region", { name: "Nodes" })
      .getByRole("button", { name: /^main, ×2000/ })
      .waitFor();
    const all = page.getByRole("button", { name: "Open all" });
    expect(await all.isDisabled()).toBe(true);
    await page.getByText(/^More than 6.?000 nodes are too many to open all at once\.$/).waitFor();
    expect(await all.getAttribute("aria-describedby")).toBe("too-many-nodes");
  });
});

describe("numbers that are none", () => {
  const ODD = "-- at: (0.0, 2.0)\ndef main (x, y) = let a = x / x in let b = sqrt x in a * y + b + 1.0 / x\n";

  test.runIf(IS_LONG)(
    "are marked in nodes, flags and edges, and the document's message leads to where they began",
    async () => {
      const { page, errors } = await Notebook.open(site, {}, ODD);
      // the value is NaN already: the document says where, and leads to the line
      const found = page.locator(".findings li", { hasText: "x / x is nan at 0.0, 0.0; the value is nan" });
      await found.waitFor();
      await found.getByRole("button", { name: "line 2" }).click();
      await page.locator(".card .program .cm-editor.cm-focused").waitFor();
      await found.getByRole("link", { name: "graph" }).click();
      await page.locator(".canvas [data-node]").first().waitFor();
      await page.getByRole("heading", { name: "Why does a have cotangent 2?" }).waitFor();
      await page.getByRole("region", { name: "Nodes" }).getByRole("button", { name: /^#0 x/ }).click();
      await page.getByRole("heading", { name: "Why does x have cotangent nan?" }).waitFor();
      await page.getByText("It began in the forward pass: #2 a = x / x is nan (line 2).").first().waitFor();
      await page.locator(".odd-beginning").getByRole("button", { name: "Show #2" }).click();
      await page.getByRole("heading", { name: "Why does a have cotangent 2?" }).waitFor();
      const classes = async (id: string) => (await shownOn(page)).nodes.find((node) => node.id === id)?.classes ?? [];
      await expect.poll(() => classes("flag 0")).toContain("odd-cotangent");
      expect(await classes("2")).toEqual(expect.arrayContaining(["odd", "began"]));
      expect(await classes("4")).toContain("odd");
      for (const finite of ["1", "3"]) expect(await classes(finite), finite).not.toContain("odd");
      for (const finite of ["flag 2", "flag 3"]) expect(await classes(finite), finite).not.toContain("odd-cotangent");
      expect(errors).toEqual([]);
    },
  );

  test.runIf(IS_LONG)("no mark and no words where all is finite", async () => {
    const { page } = await graphOf(example("02-running-example"));
    await labelled(page, "flag 0", "37");
    expect(await page.locator(".odd-beginning").count()).toBe(0);
    expect((await shownOn(page)).nodes.filter(({ classes }) => classes.some((one) => /odd|began/.test(one)))).toEqual(
      [],
    );
  });
});

test.runIf(IS_LONG)("what it shows and how the inputs move is as it was after a reload", async () => {
  const { page } = await graphOf("-- at: (2.0, 3.0)\ndef main (x, y) = x * y + sin x\n");
  await page.getByText("Forward sweep: tangents").click();
  const moves = page.getByRole("combobox", { name: "The input moves" });
  await moves.selectOption("1");
  await untilStored(page, (raw) => raw.includes('"direction":[0,1]'));
  await page.reload();
  await page.locator(".canvas [data-node]").first().waitFor();
  await page.getByText("Forward sweep: tangents").click();
  expect(await moves.inputValue()).toBe("1");
  await page.getByRole("button", { name: "Sharing", exact: true }).click();
  await untilStored(page, (raw) => raw.includes('"sharing":true') && raw.includes('"direction":[0,1]'));
  await page.reload();
  const flow = page.getByRole("button", { name: "Data flow", exact: true });
  await page.locator('[aria-pressed="true"]', { hasText: "Sharing" }).waitFor();
  await flow.click();
  await untilStored(page, (raw) => !raw.includes('"sharing":true'));
  await page.locator(".canvas [data-node]").first().waitFor();
  await page.getByText("Forward sweep: tangents").click();
  expect(await moves.inputValue()).toBe("1");
});
