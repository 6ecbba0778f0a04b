// The main paths of the page in WebKit, the engine of Safari, where its driver is installed (Debian: webkit2gtk-driver and xvfb).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { BASE, BUILT, findBrowser, type Served, serve } from "./browser.ts";
import { DrivenBrowser, HAS_SCREEN, KEYS } from "./webdriver.ts";

/** How long the page may take to show something before it counts as stuck, in milliseconds. */
const SOON = 30_000;

const driver = HAS_SCREEN ? findBrowser("WEBKIT_DRIVER_PATH", "webkit-places.json") : undefined;
const name =
  driver === undefined ? "in WebKit: skipped, its driver is not installed (webkit2gtk-driver, xvfb)" : "in WebKit";

describe.skipIf(driver === undefined)(name, () => {
  let browser: DrivenBrowser;
  let server: Served;

  beforeAll(async () => {
    browser = await DrivenBrowser.start(driver!);
  });

  afterAll(() => browser?.close());

  beforeEach(async () => {
    server = await serve(process.env[BUILT]!);
    await browser.open(server.origin + BASE);
    await browser.evaluate(`
      window.errors = [];
      addEventListener("error", ({ message }) => errors.push(message));
      addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)));
    `);
    await says(".outcome p.visually-hidden", "value 300.0");
  });

  afterEach(async () => {
    const errors = await browser.evaluate("return errors");
    server.close();
    expect(errors).toEqual([]);
  });

  /** Waits until an element says something. */
  async function says(selector: string, words: string): Promise<void> {
    const script =
      "return [...document.querySelectorAll(arguments[0])].some(({ textContent }) => textContent.includes(arguments[1]))";
    const isThere = async (): Promise<void> => {
      if (!(await browser.evaluate(script, selector, words))) throw new Error(`${selector} does not say “${words}”`);
    };
    await vi.waitFor(isThere, { timeout: SOON, interval: 200 });
  }

  /** Replaces the program, key by key. */
  async function type(text: string): Promise<void> {
    // the first screen does not wait for it
    await vi.waitFor(() => browser.click(".cm-content"), { timeout: SOON, interval: 200 });
    await browser.press(["a"], [KEYS.control]);
    await browser.press([...text].map((key) => (key === "\n" ? KEYS.enter : key)));
  }

  /** Writes a program whose value is 16, and runs it. */
  async function runSixteen(): Promise<void> {
    await type("-- at: 2.0\ndef main x = let y = x * x in y * y");
    await browser.press([KEYS.enter], [KEYS.control]);
    await says(".outcome p.visually-hidden", "value 16.0");
  }

  async function openExplorer(): Promise<void> {
    await runSixteen();
    await browser.click('nav[aria-label="Views"] a[href*="explorer"]');
    await says(".film-sentence", "7 calls become 3.");
  }

  test("a first visit shows the running example with its value and gradient", async () => {
    await says(".outcome p.visually-hidden", "input (12.0, 13.0), gradient (37.0, 12.0)");
  });

  test("a program that is typed key by key gives its value and gradient", async () => {
    await type("-- at: (3.0, 4.0)\ndef main (x, y) = x * x + y");
    await browser.press([KEYS.enter], [KEYS.control]);
    await says(".outcome p.visually-hidden", "value 13.0");
    await says(".outcome p.visually-hidden", "input (3.0, 4.0), gradient (6.0, 1.0)");
  });

  test("a mistake is shown", async () => {
    await type("-- at: 2.0\ndef main x = x * wrong");
    await says('[aria-label="Errors in the program"]', "wrong");
    await runSixteen();
  });

  test("the explorer opens, and steps through the film", async () => {
    await openExplorer();
    await browser.press([KEYS.home]);
    await says(".film-sentence", "One scalar goes into main");
    await browser.press([KEYS.right, KEYS.right]);
    await says(".film-sentence", "y = x · x = 4");
    await browser.press([KEYS.end]);
    await says(".film-sentence", "7 calls become 3.");
  });

  test("the letters of its pictures stand in the middle of their boxes", async () => {
    await openExplorer();
    const apart = await browser.evaluate(`
      return [...document.querySelectorAll(".film-stage text")]
        .filter((text) => text.textContent.trim() !== "")
        .map((text) => {
          const { y, height } = text.getBBox();
          return Math.abs(y + height / 2 - Number(text.getAttribute("y"))) / Number(text.getAttribute("font-size"));
        })
    `);
    expect((apart as readonly number[]).length).toBeGreaterThan(5);
    expect(Math.max(...(apart as readonly number[]))).toBeLessThan(0.25);
  });

  test("slides are presented", async () => {
    await runSixteen();
    await browser.evaluate('location.hash = "#/present"');
    await says(".present-place", "1 of 1");
    await says(".slide", "16.0");
  });
});
