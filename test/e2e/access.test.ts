// The page for everyone: by keyboard alone, in every theme, on narrow screens, and with nothing that axe finds wrong.
import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "vitest";
import { IS_LONG, oneIn } from "../support/runs.ts";
import { ABOUT_COLOURS, accessibilityFaults } from "./browser.ts";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";

const MISTAKEN = "-- at: (1.0, 2)\ndef main (x, n : Int) =\n  let y = x / n in\n  y + zork\n";

const site = siteForTests();

async function open(options?: BrowserContextOptions): Promise<Notebook> {
  return (await Notebook.open(site, options)).notebook;
}

test("the keyboard alone reaches the editor, writes, runs, and leaves again", async () => {
  const notebook = await open();
  const { keyboard } = notebook.page;
  // a field that its editor replaces while it is looked at is none that has the focus
  await notebook.page.locator(".card .cm-content").first().waitFor();
  await keyboard.press("Tab");
  expect(await notebook.page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the document");
  await keyboard.press("Enter");
  const isInEditor = () => notebook.editor.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop < 24 && !(await isInEditor()); stop++) await keyboard.press("Tab");
  expect(await isInEditor()).toBe(true);
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type("-- at: 3.0\ndef main x = x * x\n");
  await keyboard.press("ControlOrMeta+Enter");
  await notebook.ended();
  expect(await notebook.values()).toBe("value 9.0; input 3.0, gradient 6.0");
  await keyboard.press("Tab");
  expect(await isInEditor()).toBe(true);
  await keyboard.press("Escape");
  await keyboard.press("Tab");
  expect(await isInEditor()).toBe(false);
});

test.runIf(IS_LONG)("a Tab into the editor and another one out again pass it by", async () => {
  const notebook = await open();
  await notebook.editor.focus();
  await notebook.page.keyboard.press("Tab");
  expect(await notebook.editor.evaluate((element) => element.contains(document.activeElement))).toBe(false);
});

test("what happens is announced", async () => {
  const notebook = await open();
  await notebook.page.locator("[data-part=run-status]").getByText("Gradient (37.0, 12.0)").waitFor();
  await notebook.write(MISTAKEN);
  await notebook.page
    .locator("[data-part=mistake-status]")
    .getByText(/^2 errors\. First, line/)
    .waitFor();
});

for (const theme of oneIn(3, ["Theme: high contrast", "Theme: dark", "Theme: light"])) {
  test(`axe finds nothing: ${theme}`, async () => {
    // a theme is a set of colours
    const rules = theme === "Theme: light" ? undefined : ABOUT_COLOURS;
    // the colours of a transition under way are nobody's
    const notebook = await open({ reducedMotion: "reduce" });
    await notebook.command(theme);
    await notebook.page.getByText("The gradient as a JavaScript module").click();
    await notebook.page.getByRole("textbox", { name: "main.mjs" }).waitFor();
    await notebook.by("tape");
    await notebook.runNow();
    await notebook.page.getByText("All counters").click();
    await notebook.page.getByText("The program after").click();
    await notebook.page.getByRole("region", { name: "Your program" }).waitFor();
    expect(await accessibilityFaults(notebook.page, rules)).toEqual([]);
    await notebook.write(MISTAKEN);
    await notebook.page.getByRole("region", { name: "Errors in the program" }).waitFor();
    await notebook.says("before your last edit");
    expect(await accessibilityFaults(notebook.page, rules)).toEqual([]);
    await notebook.page.getByRole("button", { name: "Examples", exact: true }).click();
    expect(await accessibilityFaults(notebook.page, rules)).toEqual([]);
  });
}

test.runIf(IS_LONG)("the theme follows the system until one is chosen, which is remembered", async () => {
  const notebook = await open({ colorScheme: "dark" });
  const theme = () => notebook.page.evaluate(() => document.documentElement.dataset.theme);
  expect(await theme()).toBe("dark");
  await notebook.page.emulateMedia({ colorScheme: "light" });
  await notebook.page.waitForFunction(() => document.documentElement.dataset.theme === "light");
  await notebook.command("Theme: dark");
  await notebook.page.reload();
  expect(await theme()).toBe("dark");
});

test.runIf(IS_LONG)(
  "400 % zoom, and in the long tests a phone, show everything in one column, without scrolling sideways",
  async () => {
    for (const width of oneIn(2, [320, 390])) {
      const notebook = await open({ viewport: { width, height: 700 } });
      await notebook.openExample("quaternion");
      await notebook.ended();
      await notebook.by("tape");
      await notebook.page.getByText("The program after").click();
      await notebook.page.getByRole("region", { name: "Your program" }).waitFor();
      const scroll = await notebook.page.evaluate(() => document.documentElement.scrollWidth);
      expect(scroll).toBeLessThanOrEqual(width);
      const program = await notebook.page.getByRole("region", { name: "Program and input" }).boundingBox();
      const result = await notebook.result.boundingBox();
      expect(result!.y).toBeGreaterThanOrEqual(program!.y + program!.height);
      expect(await accessibilityFaults(notebook.page)).toEqual([]);
    }
  },
);
