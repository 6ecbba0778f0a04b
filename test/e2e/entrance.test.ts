// The first screen: a number that is moved and answered, three ways on, and the tour on the real screen.
import { describe, expect, test } from "vitest";
import { FIRST_EXAMPLE } from "../../app/document/first-example.ts";
import { IS_LONG, oneIn } from "../support/runs.ts";
import { accessibilityFaults } from "./browser.ts";
import { frames } from "./notebook.ts";
import { siteForTests } from "./site.ts";
import { storedCells, untilStored } from "./stored.ts";

const site = siteForTests();

describe("the entrance", () => {
  test.each(
    oneIn(2, [
      [390, 844],
      [1440, 900],
    ] as const),
  )("answers a number that is moved, without scrolling, at %d x %d", async (width, height) => {
    const { page, errors } = await site.visit({ viewport: { width, height }, hasTouch: width < 800 });
    const entrance = page.getByRole("region", { name: "What would the answer do if one number moved?" });
    const answer = entrance.locator("output");
    await answer.filter({ hasText: "300" }).waitFor();
    expect(await entrance.innerText()).not.toMatch(/backpropagator|cotangent|dual number/i);
    const number = entrance.getByRole("slider", { name: "x" });
    const box = (await number.boundingBox())!;
    const below = (await entrance.locator(".entrance-say").boundingBox())!;
    expect(below.y + below.height).toBeLessThanOrEqual(height);
    const before = await entrance.locator(".entrance-answer").innerText();
    await page.mouse.move(box.x + 10, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 40, box.y + 10, { steps: 5 });
    await page.mouse.up();
    await answer.filter({ hasNotText: "300" }).waitFor();
    expect(await entrance.locator(".entrance-answer").innerText()).not.toBe(before);
    // the number stays under the finger
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await number.focus();
    const moved = await answer.innerText();
    await page.keyboard.press("ArrowLeft");
    await answer.filter({ hasNotText: moved }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("is there once, and comes back on request", async () => {
    const { page } = await site.visit();
    const entrance = page.getByRole("region", { name: "What would the answer do if one number moved?" });
    await entrance.locator("output").filter({ hasText: "300" }).waitFor();
    // Home and End go to the ends of its range, as in every slider
    const first = entrance.getByRole("slider", { name: "x" });
    const least = await first.getAttribute("aria-valuemin");
    await first.press("Home");
    await expect.poll(() => first.getAttribute("aria-valuenow")).toBe(least);
    // the answer follows the number; the 300 below is then that of the run after the undoing
    await entrance.locator("output").filter({ hasNotText: "300" }).waitFor();
    await first.press("ControlOrMeta+z");
    await entrance.locator("output").filter({ hasText: "300" }).waitFor();
    await expect.poll(() => first.innerText(), { timeout: 20_000 }).toBe("12");
    // a digit begins another number; Enter takes it, Escape does not, and the focus stays
    const field = entrance.getByRole("textbox", { name: "x" });
    await first.focus();
    const besides = entrance.getByRole("slider", { name: "y" });
    const place = (await besides.boundingBox())!.x;
    await page.keyboard.type("2.5");
    // the answer follows each key, and nothing beside the number moves
    await entrance.locator("output").filter({ hasText: "38.75" }).waitFor();
    expect((await besides.boundingBox())!.x).toBe(place);
    await page.keyboard.press("Enter");
    await field.waitFor({ state: "detached" });
    await entrance.locator("output").filter({ hasText: "38.75" }).waitFor();
    expect(await first.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type("-7");
    await page.keyboard.press("Escape");
    expect(await field.count()).toBe(0);
    await expect.poll(() => first.innerText()).toBe("2.5");
    await page.keyboard.type("3,5");
    await entrance.getByText("Use a point: 3.5").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => first.innerText()).toBe("2.5");
    // a press without a drag opens the number, too, and leaving the field takes it
    await first.click();
    expect(await field.inputValue()).toBe("2.5");
    await page.keyboard.type("12");
    await page.keyboard.press("Tab");
    await entrance.locator("output").filter({ hasText: "300" }).waitFor();
    // there is nothing to share before the program is edited
    const share = page.getByRole("button", { name: "Share", exact: true });
    expect(await share.count()).toBe(0);
    // numbers of a program that is no more are called old, and keep their names
    await page.getByRole("textbox", { name: "Program", exact: true }).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("def f a =");
    await entrance.getByText("from before your last edit").waitFor();
    await share.waitFor();
    const number = entrance.getByRole("slider", { name: "x" });
    expect(await number.getAttribute("aria-disabled")).toBe("true");
    await number.press("ArrowLeft");
    expect(await number.innerText()).toBe("12");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("ControlOrMeta+z");
    await entrance.getByText("If x grew a little").waitFor();
    await share.waitFor({ state: "detached" });
    // a page that is loaded again still welcomes, until the reader goes on
    await page.locator(".status", { hasText: "ran, up to date" }).first().waitFor();
    await page.getByText("saved in this browser").waitFor();
    await page.reload();
    await entrance.locator("output").filter({ hasText: "300" }).waitFor();
    await page.getByRole("button", { name: "Write a program" }).click();
    await page.locator(".status", { hasText: "ran, up to date" }).first().waitFor();
    await page.reload();
    await page.locator(".status", { hasText: "ran, up to date" }).first().waitFor();
    expect(await page.getByText("What would the answer do").count()).toBe(0);
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("Welcome");
    await page.keyboard.press("Enter");
    await page.getByText("What would the answer do").waitFor();
  });
});

test("a program that is written, or added, takes the place of its sample", async () => {
  const { page } = await site.visit();
  await page.getByRole("button", { name: "Write a program" }).click();
  const program = page.getByRole("textbox", { name: "Program", exact: true });
  await page.keyboard.type("def main x = 3 * x");
  await expect.poll(() => program.first().innerText()).toBe("def main x = 3 * x");
  await page.getByRole("button", { name: "Program", exact: true }).last().click();
  await program.nth(1).filter({ hasText: "def main x = x * x" }).waitFor();
  await expect.poll(() => program.nth(1).evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type("def main y = y");
  await expect.poll(() => program.nth(1).innerText()).toBe("def main y = y");
});

/** A first visit whose editors arrive when they are released. */
async function visitBeforeEditors() {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isAsked = false;
  const visit = await site.visit({ depth: "first" }, (fresh) =>
    fresh.route(/\/editors-[^/]*\.js$/, async (route) => {
      isAsked = true;
      await isReleased;
      await route.continue();
    }),
  );
  const { page } = visit;
  return {
    ...visit,
    lines: page.locator(".card .editor"),
    program: page.getByRole("textbox", { name: "Program", exact: true }),
    isAsked: () => isAsked,
    release: async (): Promise<void> => {
      release();
      await page.locator(".card .editor .cm-content").waitFor();
      await page.locator(".stand-in").first().waitFor({ state: "detached" });
    },
  };
}

test.runIf(IS_LONG)(
  "the program stands in the lines of its editor until that is loaded, which a wish to write does",
  async () => {
    const { page, errors, lines, program, isAsked, release } = await visitBeforeEditors();
    await lines.locator("pre", { hasText: "def main (x, y)" }).waitFor();
    expect(await lines.innerText()).toContain("-- about:…\n-- at: (12.0, 13.0)\n-- value: 300.0");
    const { height } = (await lines.boundingBox())!;
    await page.getByRole("button", { name: "Write a program" }).click();
    await expect.poll(isAsked).toBe(true);
    await release();
    await expect.poll(() => program.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(Math.abs((await lines.boundingBox())!.height - height)).toBeLessThan(2);
    expect(errors).toEqual([]);
  },
);

test("a mistake that is typed before all of the engine is there is told with its fix, as soon as it is", async () => {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { page, errors } = await site.visit({}, (fresh) =>
    fresh.route(/\/worker-later-[^/]*\.js$/, async (route) => {
      await isReleased;
      await route.continue();
    }),
  );
  const program = page.getByRole("textbox", { name: "Program", exact: true });
  await page.locator(".card .editor .cm-content").waitFor();
  await program.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("def main (x : Real) = return x * 2.0");
  const mistakes = page.getByRole("region", { name: "Errors in the program" });
  expect(await mistakes.isVisible()).toBe(false);
  release();
  await mistakes.getByText("the value of a definition is the expression after its").waitFor();
  await mistakes.getByRole("button", { name: "Remove return" }).click();
  await mistakes.waitFor({ state: "detached" });
  expect(errors).toEqual([]);
});

test("what is typed before the editor is loaded is in it, with the caret", async () => {
  const { page, errors, program, release } = await visitBeforeEditors();
  await page.getByRole("button", { name: "Write a program" }).click();
  await page.keyboard.type("def main x =\ny * 4");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Home");
  for (const key of ["ArrowRight", "ArrowRight", "Delete"]) await page.keyboard.press(key);
  await page.keyboard.insertText("x");
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Shift+ArrowLeft");
  await release();
  await page.keyboard.type("3");
  // nothing is before the 3 but what was selected, and nothing behind it
  await expect.poll(() => program.innerText()).toBe("def main x =\n  x *3");
  expect(await program.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => program.innerText()).toBe("def main x =\n  x * ");
  expect(errors).toEqual([]);
});

test("keys stay in order where a mistake is underlined as soon as the editor is loaded", async () => {
  const { page, errors, program, release } = await visitBeforeEditors();
  await page.getByRole("button", { name: "Write a program" }).click();
  await page.keyboard.type("d");
  await release();
  await page.locator(".cm-lintRange", { hasText: "d" }).waitFor();
  await page.keyboard.type("ef main x = x");
  await expect.poll(() => program.innerText()).toBe("def main x = x");
  expect(errors).toEqual([]);
});

test("a change right after the editor is loaded is undone without what was typed before", async () => {
  const { page, errors, program, release } = await visitBeforeEditors();
  await page.getByRole("button", { name: "Write a program" }).click();
  await page.keyboard.type("def main x=x");
  await release();
  // Tab indents, for something was typed
  await page.keyboard.press("Tab");
  await expect.poll(() => program.innerText()).toBe("  def main x=x");
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => program.innerText()).toBe("def main x=x");
  await page.keyboard.press("ControlOrMeta+Alt+f");
  await expect.poll(() => program.innerText()).toMatch(/^def main x = x\n/);
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => program.innerText()).toBe("def main x=x");
  expect(errors).toEqual([]);
});

test.runIf(IS_LONG)(
  "a character that is being composed comes to its end before the editor takes the field's place",
  async () => {
    const { page, errors, program, release } = await visitBeforeEditors();
    await page.getByRole("button", { name: "Write a program" }).click();
    await page.keyboard.type("def main ");
    const keyboard = await page.context().newCDPSession(page);
    await keyboard.send("Input.imeSetComposition", { text: "´", selectionStart: 1, selectionEnd: 1 });
    const released = release();
    await page.waitForResponse(/\/editors-[^/]*\.js$/).then((response) => response.finished());
    await frames(page, 20);
    expect(await program.evaluate((one) => one.tagName)).toBe("TEXTAREA");
    await keyboard.send("Input.insertText", { text: "é" });
    await released;
    await page.keyboard.type(" = é");
    await expect.poll(() => program.innerText()).toBe("def main é = é");
    expect(errors).toEqual([]);
  },
);

test.runIf(IS_LONG)(
  "text around a folded part, an input and what is pasted are in the editors when they are loaded",
  async () => {
    const { page, errors, program, release } = await visitBeforeEditors();
    await program.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText("\n-- the end");
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.insertText("-- the beginning\n");
    const input = page.getByRole("textbox", { name: /^Input\. / });
    await input.click();
    await page.keyboard.insertText("(5.0,\n6.0)");
    await page.keyboard.press("Enter");
    await release();
    expect(await input.evaluate((one) => one === document.activeElement)).toBe(true);
    await expect.poll(() => input.innerText()).toBe("(5.0, 6.0)");
    const text = await program.innerText();
    expect(text).toMatch(/^-- the beginning\n/);
    expect(text).toMatch(/\n-- the end$/);
    await untilStored(page, (raw) => raw.includes("the end"));
    expect((await storedCells(page))[0]).toBe(`-- the beginning\n${FIRST_EXAMPLE}\n-- the end`);
    expect(errors).toEqual([]);
  },
);

test.runIf(IS_LONG)("prose that is written before its editor is loaded is in it", async () => {
  const { page, errors, release } = await visitBeforeEditors();
  await page.getByRole("button", { name: "Prose", exact: true }).last().click();
  const prose = page.getByRole("textbox", { name: /^Prose, in Markdown/ });
  await expect.poll(() => prose.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type("Some");
  await release();
  await page.keyboard.type(" words");
  await expect.poll(() => prose.innerText()).toBe("Some words");
  expect(errors).toEqual([]);
});

test("prose is closed by Escape before its editor is loaded, too", async () => {
  const { page, errors } = await visitBeforeEditors();
  await page.getByRole("button", { name: "Prose", exact: true }).last().click();
  const prose = page.getByRole("textbox", { name: /^Prose, in Markdown/ });
  await expect.poll(() => prose.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type("Some");
  await page.keyboard.press("Escape");
  await prose.waitFor({ state: "detached" });
  await page.locator(".rendered", { hasText: "Some" }).waitFor();
  expect(errors).toEqual([]);
});

test("the graph of the first screen opens at a tap", async () => {
  const { page, errors } = await site.visit({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.getByRole("link", { name: /^The graph of the program: what x brings/ }).tap();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  expect(page.url()).toContain("#/graph/");
  expect(errors).toEqual([]);
});

test.runIf(IS_LONG)("a graph that is open below the program stays when the welcome goes", async () => {
  const { page, errors } = await site.visit();
  await page.locator(".entrance-graph svg").waitFor();
  await page.locator("[data-part=graph] > summary").click();
  const graph = page.locator("[data-part=graph] .drawing svg");
  await graph.waitFor();
  await page.getByRole("button", { name: "Write a program" }).click();
  await page.locator(".entrance").waitFor({ state: "detached" });
  expect(await graph.count()).toBe(1);
  expect(errors).toEqual([]);
});

describe("the tour", () => {
  test.runIf(IS_LONG)("shows a panel that is opened during it, and ends by Escape from anywhere", async () => {
    const { page } = await site.visit({ viewport: { width: 1280, height: 800 } });
    await page.getByRole("button", { name: "Take the two-minute tour" }).click();
    const bubble = page.locator(".tour-bubble");
    for (let stop = 1; stop < 4; stop++) {
      await bubble.getByText(`${stop} of 6`).waitFor();
      // the third tells of products: the ring is around the line of one
      if (stop === 3) {
        const line = page.locator(".cm-line", { hasText: "x * z" }).first();
        const tops = () =>
          Promise.all([page.locator(".tour-ring"), line].map(async (one) => (await one.boundingBox())!.y));
        await expect.poll(async () => Math.abs((await tops()).reduce((a, b) => a - b))).toBeLessThan(2);
      }
      await page.keyboard.press("ArrowRight");
    }
    await bubble.getByText("4 of 6").waitFor();
    await page.locator("[data-part=graph] > summary").click();
    await page.locator("[data-part=graph] .drawing svg").waitFor();
    await page.waitForFunction(() => {
      const box = document.querySelector("[data-part=graph]")!.getBoundingClientRect();
      return box.height > 150 && box.top >= 0 && box.bottom <= innerHeight + 1;
    });
    await page.getByRole("textbox", { name: "Program", exact: true }).click();
    await page.keyboard.press("Escape");
    await bubble.waitFor({ state: "detached" });
  });

  const SIZES: readonly (readonly [number, number])[] = [
    [390, 844],
    [1280, 900],
  ];

  test.each(oneIn(2, SIZES))(
    "has six stops beside what they tell of, by keyboard, at %d x %d",
    async (width, height) => {
      const { page } = await site.visit({ viewport: { width, height } });
      await page.getByRole("button", { name: "Take the two-minute tour" }).click();
      const bubble = page.locator(".tour-bubble");
      const heights: number[] = [];
      for (let stop = 1; stop <= 6; stop++) {
        await bubble.getByText(`${stop} of 6`).waitFor();
        await page.waitForFunction(() => {
          const [told, shown] = [".tour-bubble", ".tour-ring"].map((at) =>
            document.querySelector(at)!.getBoundingClientRect(),
          );
          const isInside =
            told!.left >= 0 && told!.top >= 0 && told!.right <= innerWidth && told!.bottom <= innerHeight;
          const isOver =
            told!.left < shown!.right &&
            told!.right > shown!.left &&
            told!.top < shown!.bottom &&
            told!.bottom > shown!.top;
          return isInside && !isOver && shown!.width > 0;
        });
        heights.push(await page.evaluate(() => scrollY));
        await page.keyboard.press("ArrowRight");
      }
      // down the card the page goes on to what is out of sight, and never back; the way into other views, which comes last, stands on top of a wide page
      const inCard = heights.slice(0, 5);
      expect(inCard).toEqual([...inCard].sort((a, b) => a - b));
      await bubble.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Take the two-minute tour" }).click();
      await page.keyboard.press("Escape");
      await bubble.waitFor({ state: "detached" });
      // the keyboard goes on in the page
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
    },
  );
});
