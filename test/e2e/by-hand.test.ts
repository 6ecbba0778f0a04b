// Work by hand in a lesson: a chain of updaters, and two jobs that add to the same scalars.
import { afterAll, describe, expect, test } from "vitest";
import { lessonCell, programCell } from "../../app/document/document.ts";
import { IS_LONG } from "../support/runs.ts";
import { faultsInLightAndDark, type Visit } from "./browser.ts";
import { siteForTests } from "./site.ts";
import { leaveDocument } from "./stored.ts";

const site = siteForTests();
const visits: Visit[] = [];

afterAll(() => {
  expect(visits.flatMap(({ errors }) => errors)).toEqual([]);
});

const DOCUMENT = {
  title: "By hand",
  cells: [
    { ...programCell("cell-1", "-- at: (12.0, 13.0)\ndef main (x, y) = let z = x + y in x * z\n"), name: "run" },
    lessonCell("view", "cell-2", '{"of":"run","view":"updaters"}\n'),
    {
      ...programCell("cell-3", "-- at: (3.0, 2.0)\ndef main (x, y) = let (a, b) = x * y |*| (x + y) * x in a + b\n"),
      name: "par",
    },
    lessonCell("view", "cell-4", '{"of":"par","view":"hands"}\n'),
    lessonCell("view", "cell-5", '{"of":"run","view":"hands"}\n'),
  ],
};

async function open() {
  const visit = await site.visit({ viewport: { width: 390, height: 800 } }, (fresh) => leaveDocument(fresh, DOCUMENT));
  visits.push(visit);
  return visit.page;
}

test("who writes a view chooses what it shows, and the source says so", async () => {
  const page = await open();
  const cell = page.locator("#cell-5");
  await cell.getByRole("button", { name: "Edit" }).click();
  await cell.getByRole("button", { name: "Show the source" }).click();
  await cell.getByLabel("This view shows").selectOption("updaters");
  await expect.poll(() => cell.locator(".updaters-chain").textContent()).toBe("+25 at x ∘ +12 at z");
  await cell.getByText('{"of":"run","view":"updaters"}').waitFor();
});

describe("in a lesson, by hand", () => {
  test.runIf(IS_LONG)(
    "a chain of updaters is applied, called at once, bracketed and added up: the gradient stays",
    async () => {
      const page = await open();
      const view = page.locator("#cell-2 .updaters");
      const chain = view.locator(".updaters-chain");
      await expect.poll(() => chain.textContent()).toBe("+25 at x ∘ +12 at z");
      const moves = view.getByRole("slider");
      await moves.press("ArrowRight");
      await view.getByText("+12 at z is applied: z waits with 12.").waitFor();
      await moves.press("End");
      await view.getByText("The gradient is (37, 12), after 4 calls.").waitFor();
      await moves.press("Home");
      // two beads stand the same in any brackets
      expect(await view.getByRole("button", { name: "to the left" }).count()).toBe(0);
      await view.getByRole("button", { name: "+12 at z: call it immediately" }).click();
      expect(await chain.textContent()).toBe("+25 at x ∘ (+12 at x ∘ +12 at y)");
      expect(await page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("range");
      await view.getByRole("button", { name: "to the left" }).click();
      expect(await chain.textContent()).toBe("(+25 at x ∘ +12 at x) ∘ +12 at y");
      await view.getByRole("button", { name: "Add up at x" }).click();
      expect(await chain.textContent()).toBe("+37 at x ∘ +12 at y");
      await moves.press("End");
      await view.getByText("The gradient is (37, 12), after 4 calls.").waitFor();
      await view.getByRole("button", { name: "As the run does it" }).click();
      expect(await chain.textContent()).toBe("+25 at x ∘ +12 at z");
    },
  );

  test.runIf(IS_LONG)(
    "two jobs add in any order, and lose what they overwrite where an addition is two steps",
    async () => {
      const page = await open();
      const view = page.locator("#cell-4 .hands");
      const one = (job: "β" | "γ") => view.getByRole("region", { name: `Job ${job}` }).getByRole("button");
      const step = async (order: string): Promise<void> => {
        for (const job of order) await one(job as "β" | "γ").click();
      };
      await step("γβγγβ");
      // β is done: the button of γ has the focus
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("γ: add to y");
      await page.keyboard.press("Enter");
      await view.getByText("Both are done. The gradient is (10, 6).").waitFor();
      await view.getByRole("radio", { name: /two steps/ }).check();
      await step("γγγββ");
      await view.getByText("β writes 2 into x, overwriting 0.").waitFor();
      await step("γ");
      await view.getByText("γ writes 5 into x. What β added since it was read is lost: 2.").waitFor();
      await view.getByRole("button", { name: "Take back" }).click();
      await step("γγγγβγβ");
      await view.getByText("Both are done. The gradient is (8, 3), and should be (10, 6).").waitFor();
      await view.getByText("All orders").click();
      await view.getByRole("row", { name: "(2, 3) 24 orders" }).waitFor();
      await page.getByText("no two jobs that can run at the same time").waitFor();
      expect(await faultsInLightAndDark(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    },
  );
});
