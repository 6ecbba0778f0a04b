// The view Linearise in a browser: the five texts, the strokes between them, the tape, the film, the keyboard, phone and themes.
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { IS_LONG } from "../support/runs.ts";
import { faultsInLightAndDark, type Visit } from "./browser.ts";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";
import { untilStored } from "./stored.ts";

const site = siteForTests();
const visits: Visit[] = [];

afterAll(() => {
  expect(visits.flatMap(({ errors }) => errors)).toEqual([]);
});

const PROGRAM = "-- at: 0.5\ndef main x =\n  let s = sin x in\n  let e = exp s in\n  e * x\n";

async function looked(text: string, options?: BrowserContextOptions) {
  const visit = await site.visit(options);
  visits.push(visit);
  const notebook = new Notebook(visit.page);
  await notebook.ended();
  await notebook.write(text);
  await notebook.runNow();
  await visit.page.goto(`${site.address}#/linear`);
  return visit.page;
}

/** Goes from the program, with which the view begins, to all that is made of it. */
async function transposed(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^4\s+Transpose/ }).click();
  await page.getByRole("region", { name: "The linear half", exact: true }).waitFor();
}

/** The view with all that is made of the program. */
async function opened(text = PROGRAM, options?: BrowserContextOptions) {
  const page = await looked(text, options);
  await transposed(page);
  return page;
}

describe("a program, linearised, unzipped and transposed", () => {
  test.runIf(IS_LONG)(
    "begins with the program; a step that was gone to is kept from one definition to the next",
    async () => {
      const page = await looked("-- at: 2.0\ndef sq x = x * x\ndef main x = sin (sq x)\n");
      await page.getByRole("region", { name: "The program", exact: true }).waitFor();
      expect(await page.getByRole("region", { name: "Linearised", exact: true }).count()).toBe(0);
      await page.getByRole("button", { name: /^2\s+Linearise/ }).click();
      await page.getByRole("button", { name: "sq", exact: true }).click();
      await page.getByRole("region", { name: "Linearised", exact: true }).getByText("sqᴶ").first().waitFor();
      expect(await page.getByRole("region", { name: "The linear half", exact: true }).count()).toBe(0);
    },
  );

  test("stands side by side with its mirror, its tape and its work; a line moves over the cut", async () => {
    const page = await opened();
    await page.getByText("Tape: 3 Reals cross the cut").waitFor();
    await page.locator(".stroke-mirror").nth(5).waitFor({ state: "attached" });
    expect(await page.locator(".stroke-mirror").count()).toBe(6);
    const work = page.getByRole("region", { name: "Work" });
    expect(await work.locator("tr td").allTextContents()).toEqual(["3", "9", "4", "5", "5", "3"]);
    await work.getByText("Values with the gradient take 3 times: (4 + 5) / 3.").waitFor();
    await page.getByRole("button", { name: "dx is taped; compute it again" }).click();
    await page.getByText("Tape: 2 Reals cross the cut").waitFor();
    expect(await work.locator("tr td").allTextContents()).toEqual(["3", "9", "3", "6", "6", "2"]);
    await page.getByRole("button", { name: "dx is computed again; tape it" }).click();
    await page.getByText("Tape: 3 Reals cross the cut").waitFor();
  });

  test.runIf(IS_LONG)(
    "a line that moves over the cut is seen on its way, and is there at once where nothing is to move",
    async () => {
      const travelling = async (options?: BrowserContextOptions) => {
        const page = await opened(PROGRAM, options);
        const ways = await page.evaluateHandle(() => {
          const seen: string[] = [];
          const { animate } = Element.prototype;
          Element.prototype.animate = function (keyframes, timing) {
            const [way] = keyframes as Keyframe[];
            if (way?.zIndex === 2) seen.push(`${this.textContent} ${way.transform}`);
            return animate.call(this, keyframes, timing);
          };
          return seen;
        });
        await page.getByRole("button", { name: "dx is taped; compute it again" }).click();
        await page.getByText("Tape: 2 Reals cross the cut").waitFor();
        return ways.jsonValue();
      };
      const [line, mirrored, ...others] = await travelling();
      // from the values above, down to the linear half, and to the right of it to its transpose
      expect(line).toMatch(/dx;\) = cos\(x\) in translate\(0px, -\d+(?:\.\d+)?px\)$/);
      expect(mirrored).toMatch(/dx;\) = cos\(x\) in translate\(-\d+(?:\.\d+)?px, -\d+(?:\.\d+)?px\)$/);
      expect(others).toEqual([]);
      expect(await travelling({ reducedMotion: "reduce" })).toEqual([]);
    },
  );

  test.runIf(IS_LONG)(
    "a line that was moved over the cut stays there when the view is left, and when the page is loaded again",
    async () => {
      const page = await opened();
      const work = page.getByRole("region", { name: "Work" }).locator("tr td");
      await page.getByRole("button", { name: "dx is taped; compute it again" }).click();
      await page.getByText("Tape: 2 Reals cross the cut").waitFor();
      const numbers = await work.allTextContents();
      await page.goto(`${site.address}#/graph`);
      await page.getByRole("region", { name: "Work" }).waitFor({ state: "detached" });
      await page.goto(`${site.address}#/linear`);
      await transposed(page);
      await page.getByText("Tape: 2 Reals cross the cut").waitFor();
      await untilStored(page, (raw) => raw.includes('"study":{"recomputed":{"main":["dx"]}}'));
      await page.reload();
      await transposed(page);
      await page.getByText("Tape: 2 Reals cross the cut").waitFor();
      expect(await work.allTextContents()).toEqual(numbers);
      // of two names that are pressed one right after the other, both move
      await page.evaluate(() => {
        for (const name of ["dx", "e"])
          document.querySelector<HTMLElement>(`button[aria-label^="${name} is "]`)?.click();
      });
      await page.getByRole("button", { name: "e is computed again; tape it" }).waitFor();
      await page.getByRole("button", { name: "dx is taped; compute it again" }).waitFor();
    },
  );

  test.runIf(IS_LONG)("says of a line what it comes from and what it becomes, by keyboard", async () => {
    const page = await opened();
    const half = page.getByRole("region", { name: "The linear half", exact: true });
    await half.getByRole("button").first().focus();
    for (let at = 0; at < 3; at++) await page.keyboard.press("ArrowDown");
    await page.getByRole("status").filter({ hasText: "comes from" }).waitFor();
    const said = await page.getByRole("status").filter({ hasText: "comes from" }).innerText();
    expect(said.normalize("NFD")).toContain("comes from let (s;) = sin(x) in");
    expect(said.normalize("NFD")).toContain("Transposed: let (; x\u0308₁) = dx * s\u0308 in");
    expect(await page.locator(".study-transpose [data-lit]").count()).toBeGreaterThan(0);
  });

  test.runIf(IS_LONG)("comes step by step, and all at once where nothing may move", async () => {
    const page = await opened(PROGRAM, { reducedMotion: "reduce" });
    await page.getByRole("button", { name: /The program$/ }).click();
    await page.getByRole("region", { name: "Linearised" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Play" }).click();
    await page.getByRole("region", { name: "The linear half, transposed" }).waitFor();
    await page.getByRole("button", { name: "Play" }).waitFor();
  });

  test.runIf(IS_LONG)(
    "the linear half and its transpose begin at one height, whatever opens beside them; a film stays in sight",
    async () => {
      const page = await opened();
      const heights = async (): Promise<readonly (number | undefined)[]> =>
        Promise.all(
          ["The linear half", "The linear half, transposed"].map(async (name) => {
            const box = await page.getByRole("region", { name, exact: true }).boundingBox();
            return box === null ? undefined : Math.round(box.y);
          }),
        );
      const [before, beside] = await heights();
      expect(before).toBe(beside);
      await page.getByText("Transposed literally by Fig. 11").click();
      await page.getByText("Transposing twice gives back the linear half").click();
      await page.locator(".study-more pre").nth(1).waitFor();
      const [after, then] = await heights();
      expect(after).toBe(then);
      await page.setViewportSize({ width: 1024, height: 500 });
      await page.evaluate(() => scrollTo(0, 0));
      await page.getByRole("button", { name: "Play" }).click();
      const turned = page.getByRole("region", { name: "The linear half, transposed" });
      await turned.waitFor({ state: "detached" });
      await turned.waitFor();
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    },
  );

  test.runIf(IS_LONG)("is a run where the program branches, and says where", async () => {
    const page = await opened("-- at: 2.0\ndef main x =\n  if x > 1.0 then x * x else x\n");
    const note = page.locator(".traced-note");
    expect(await note.innerText()).toContain("Traced: the program branches here (line 3).");
  });

  test.runIf(IS_LONG)(
    "is counted and not printed for a long run, and is not there for a longer one, which says why",
    async () => {
      const text = (n: number) => `-- at: build ${n} real\ndef main (xs : Array Real) = sumA (mapA sin xs)\n`;
      const page = await opened(text(6000));
      await page.getByText("Too long to print, but counted.").first().waitFor();
      await page.getByText("Tape: 6000 Reals cross the cut").waitFor();
      const longer = await looked(text(60_000));
      await longer.getByText("Nothing to show").waitFor({ timeout: 60_000 });
      await longer.getByText("more than 100000 scalars: too many for a program of its own").waitFor();
    },
  );

  test.runIf(IS_LONG)("an n that is too large is changed where it was written", async () => {
    const page = await opened(
      "-- at: build n real\n-- sweep: n = 2 .. 8\ndef main (xs : Array Real) = sumA (mapA sin xs)\n",
    );
    const field = page.getByRole("spinbutton").or(page.getByRole("textbox", { name: /^n from the sweep/ }));
    await field.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("60000", { delay: 20 });
    await page.getByText("Nothing to show").waitFor({ timeout: 60_000 });
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("3");
    await page.getByText("Tape: 3 Reals cross the cut").waitFor();
  });

  test.runIf(IS_LONG)("its words lead to their cards, and these back to the view", async () => {
    const page = await opened("-- at: 2.0\ndef main x =\n  if x > 1.0 then x * x else x\n");
    const words = ["linearA", "linearise", "unzip", "halves", "transpose", "dupDrop", "tape", "work"];
    for (const word of words) {
      await page.locator(`.study-look .term[data-word="${word}"]`).first().click();
      // a built-in function may have the name of a word
      const card = page.locator(`.help-card[data-entry="${word}"]`);
      await card.waitFor();
      expect(await card.textContent(), word).toMatch(/linear/i);
    }
    // a cost is another thing
    expect(await page.locator('.study-look .term[data-word="cost"]').count()).toBe(0);
    await page.locator('.study-look .term[data-word="dupDrop"]').first().click();
    const card = page.locator('article[data-entry="dupDrop"]');
    await card.getByText("Radul et al. 2023, §4").waitFor();
    expect(await card.getByRole("link", { name: "see it in: Linearise" }).getAttribute("href")).toBe("#/linear");
    expect(await faultsInLightAndDark(page)).toEqual([]);
  });

  test("is taken for the gradient, too, again; that is printed as a program of Dual, by keys, which opens and runs", async () => {
    const page = await opened("-- at: (2.0, 3.0)\ndef main (x, y) = x * sin y\n");
    const subjects = page.getByRole("group", { name: "What is linearised, unzipped and transposed" });
    await subjects.getByRole("button", { name: "Linearised" }).press("Enter");
    await page.getByText("Linearised again, it is J of J.").waitFor();
    await page.getByRole("heading", { name: "mainᴶᴸᴶ", exact: true }).waitFor();
    await subjects.getByRole("button", { name: "Gradient" }).press("Enter");
    await page.getByRole("heading", { name: "main.gradᴶ.linᵀ", exact: true }).waitFor();
    await page.locator(".study-dual summary").press("Enter");
    const text = page.getByRole("region", { name: "The program of Dual" });
    await text.getByText("The gradient of main").waitFor();
    expect(await faultsInLightAndDark(page)).toEqual([]);
    await page.getByRole("button", { name: "Open and run" }).press("Enter");
    await page.locator(".cm-content").filter({ hasText: "The gradient of main" }).waitFor();
    const notebook = new Notebook(page);
    await notebook.ended();
    await page
      .getByText(`(${Math.sin(3)}, `)
      .first()
      .waitFor();
  });

  test.runIf(IS_LONG)("the Jacobian: a column is a run of the linear half, a row one of its transpose", async () => {
    const page = await opened("-- at: (2.0, 3.0)\ndef main (x, y) = (x * y, x + 2.0 * y)\n");
    await page.getByRole("heading", { name: "The Jacobian, both ways" }).click();
    const part = page.locator(".study-jacobian");
    await part.getByText("Both give the same numbers.").waitFor();
    expect(await part.getByRole("cell").allInnerTexts()).toEqual(["", "3", "2", "1", "2"]);
    await part.getByRole("button", { name: "∂/∂y" }).focus();
    await part.getByText("One run of the linear half: the tangent of y is 1").waitFor();
    expect(await part.locator("td[data-lit]").allInnerTexts()).toEqual(["2", "2"]);
    await part.getByRole("button", { name: "main.2" }).click();
    await part.getByText("One run of the transpose: the cotangent of main.2 is 1").waitFor();
    expect(await part.locator("td[data-lit]").allInnerTexts()).toEqual(["1", "2"]);
    expect(await faultsInLightAndDark(page)).toEqual([]);
  });

  test.runIf(IS_LONG)(
    "what is written in Linear A is checked, mended by its fix, transposed beside the program, and kept",
    async () => {
      const page = await opened();
      await page.getByRole("heading", { name: "Linear A of your own" }).click();
      await page.getByRole("button", { name: "Add an example" }).click();
      await page.getByRole("button", { name: /^g\s+your own/ }).click();
      const half = page.getByRole("region", { name: "The linear half", exact: true });
      await half.getByText("let (; z\u0307) = s * y\u0307 in".normalize()).waitFor();
      expect(await page.getByRole("region", { name: "Linearised" }).count()).toBe(0);
      // key by key, with a mistake in it
      const editor = page.getByRole("textbox", { name: "Definitions in Linear A" });
      await editor.click();
      await page.keyboard.press("ControlOrMeta+End");
      // what no key has is written by its name
      await page.keyboard.type("\ndef pair(; x\\dot", { delay: 20 });
      await page.keyboard.press("Tab");
      await page.keyboard.type(", y) = (; \\otimes", { delay: 20 });
      await page.keyboard.press("Tab");
      await page.keyboard.type("(x\\dot", { delay: 20 });
      await page.keyboard.press("Tab");
      await page.keyboard.type(", y))\n", { delay: 20 });
      await page.getByRole("button", { name: /^pair\s+your own/ }).waitFor();
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type("\ndef h(; x) =\n(; x + x)\n", { delay: 20 });
      await page.getByText("the linear variable x is used twice; dup it first").first().waitFor();
      await page.getByRole("button", { name: "dup x first" }).first().click();
      await page.getByRole("button", { name: /^h\s+your own/ }).click();
      await half.getByText("dup(x)").waitFor();
      // the derivative of the program by hand: another number in it is another tape
      await page.getByRole("button", { name: /to change the derivative by hand/ }).click();
      await page.getByRole("button", { name: "main", exact: true }).click();
      await page.getByText("values and tangents, as you wrote them").waitFor();
      await untilStored(page, (raw) => raw.includes("def h(; x)") && raw.includes('"written"'));
      expect(await faultsInLightAndDark(page)).toEqual([]);
      await page.reload();
      await page.getByRole("button", { name: /^2\s+Linearise/ }).click();
      await page.getByText("values and tangents, as you wrote them").waitFor();
      expect(await editor.innerText()).toContain("dup(x)");
    },
  );

  test.runIf(IS_LONG)(
    "the derivative of the definition that is shown is given by hand; what is well typed says where it is",
    async () => {
      const page = await opened("-- at: 2.0\ndef sq x = x * x\ndef main x = sin (sq x)\n");
      await page.getByRole("heading", { name: "Linear A of your own" }).click();
      const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).first();
      await button("sq").click();
      const give = page.getByRole("button", { name: /to change the derivative by hand/ });
      expect(await give.innerText()).toContain("sqᴶ");
      await give.click();
      const sound = page.locator(".study-sound");
      await sound.filter({ hasText: "Well typed" }).waitFor();
      expect(await sound.getByRole("button").allInnerTexts()).toEqual(["sqᴶ"]);
      // there is one derivative of each; and the numbers say whose they are
      expect(await give.innerText()).toContain("mainᴶ");
      await page.getByRole("heading", { name: "The Jacobian, both ways" }).click();
      await page.getByText("value and Jacobian agree with those of J").waitFor();
      await button("main").click();
      await sound.getByRole("button", { name: "sqᴶ" }).click();
      await page.getByText("values and tangents, as you wrote them").waitFor();
      expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("The definition sq");
      expect(await faultsInLightAndDark(page)).toEqual([]);
    },
  );

  test.runIf(IS_LONG)("axe finds nothing, and a phone does not scroll sideways", async () => {
    const page = await opened();
    expect(await faultsInLightAndDark(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText("Tape: 3 Reals cross the cut").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
