// The main paths of the page in Firefox, as its users have it: the browser is driven by WebDriver BiDi.
import { type Browser, type BrowserContext, type KeyInput, launch, type Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { IS_LONG } from "../support/runs.ts";
import { BASE, BUILT, findBrowser, type Served, serve } from "./browser.ts";

/** How long the page may take to show something before it counts as stuck, in milliseconds. */
const SOON = 15_000;

const firefox = findBrowser("FIREFOX_PATH", "firefox-places.json");
const name = firefox === undefined ? "in Firefox: skipped, none is installed (npm test says how)" : "in Firefox";

describe.skipIf(firefox === undefined)(name, () => {
  let browser: Browser;
  let server: Served;
  let context: BrowserContext;
  let page: Page;
  let address = "";
  let errors: string[] = [];

  beforeAll(async () => {
    browser = await launch({ browser: "firefox", executablePath: firefox!, headless: true });
  });

  afterAll(() => browser?.close());

  beforeEach(async () => {
    errors = [];
    server = await serve(process.env[BUILT]!);
    address = server.origin + BASE;
    context = await browser.createBrowserContext();
    page = await opened(address);
    await says(".outcome p.visually-hidden", "value 300.0");
  });

  afterEach(async () => {
    await context.close();
    server.close();
    expect(errors).toEqual([]);
  });

  async function opened(at: string): Promise<Page> {
    const fresh = await context.newPage();
    await fresh.setViewport({ width: 1280, height: 900 });
    fresh.setDefaultTimeout(SOON);
    fresh.on("pageerror", (error) => errors.push(String(error)));
    fresh.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await fresh.goto(at);
    return fresh;
  }

  /** Waits until an element says something. */
  async function says(selector: string, words: string, of = page): Promise<void> {
    const isSaid = (where: string, what: string): boolean =>
      [...document.querySelectorAll(where)].some(({ textContent }) => textContent.includes(what));
    const isThere = async (): Promise<void> => {
      if (!(await of.evaluate(isSaid, selector, words))) throw new Error(`${selector} does not say “${words}”`);
    };
    // asked from outside: a wait within the page would hold up its frames
    await vi.waitFor(isThere, { timeout: SOON, interval: 100 });
  }

  async function control(key: KeyInput): Promise<void> {
    await page.keyboard.down("Control");
    await page.keyboard.press(key);
    await page.keyboard.up("Control");
  }

  /** Replaces the program, key by key. */
  async function type(text: string): Promise<void> {
    // the first screen does not wait for it
    await page.waitForSelector(".cm-content");
    await page.click(".cm-content");
    await control("a");
    await page.keyboard.type(text);
  }

  async function run(): Promise<void> {
    await control("Enter");
  }

  /** Writes a program whose value is 16, and runs it. */
  async function runSixteen(): Promise<void> {
    await type("-- at: 2.0\ndef main x = let y = x * x in y * y");
    await run();
    await says(".outcome p.visually-hidden", "value 16.0");
  }

  test.runIf(IS_LONG)("a first visit shows the running example with its value and gradient", async () => {
    await says(".outcome p.visually-hidden", "input (12.0, 13.0), gradient (37.0, 12.0)");
  });

  test("a program that is typed key by key gives its value and gradient", async () => {
    await type("-- at: (3.0, 4.0)\ndef main (x, y) = x * x + y");
    await run();
    await says(".outcome p.visually-hidden", "value 13.0");
    await says(".outcome p.visually-hidden", "input (3.0, 4.0), gradient (6.0, 1.0)");
  });

  test.runIf(IS_LONG)("a mistake is shown, with its place marked", async () => {
    await type("-- at: 2.0\ndef main x = x * wrong");
    await says('[aria-label="Errors in the program"]', "wrong");
    await page.waitForSelector(".cm-lintRange-error");
    const marked = await page.$$eval(".cm-lintRange-error", (marks) => marks.map(({ textContent }) => textContent));
    expect(marked).toEqual(["wrong"]);
  });

  test.runIf(IS_LONG)("the explorer opens, and steps through the film", async () => {
    await runSixteen();
    await page.click('nav[aria-label="Views"] a[href*="explorer"]');
    await says(".film-sentence", "7 calls become 3.");
    await page.keyboard.press("Home");
    await says(".film-sentence", "One scalar goes into main");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await says(".film-sentence", "y = x · x = 4");
    await page.keyboard.press("End");
    await says(".film-sentence", "7 calls become 3.");
  });

  test.runIf(IS_LONG)("a link opens its document beside what is there", async () => {
    await runSixteen();
    const button = await page.waitForSelector("::-p-aria(Share[role='button'])");
    await button!.click();
    const field = await page.waitForSelector(".share input[readonly], .share textarea[readonly]");
    const link = await field!.evaluate((element) => (element as HTMLInputElement).value);
    expect(link).toContain("#/open/1/");
    const other = await opened(link);
    await says(".cm-content", "let y = x * x in y * y", other);
  });

  test.runIf(IS_LONG)("after the first visit the page works without a network", async () => {
    await runSixteen();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect(errors).toEqual([]);
    server.close();
    await page.goto(address);
    await says(".cm-content", "let y = x * x in y * y");
    await run();
    await says(".outcome p.visually-hidden", "value 16.0");
    await page.goto(`${address}licences.txt`);
    await says("pre", "SIL OPEN FONT LICENSE");
    // a text has no icon of its own: the browser asks for one that is on no server now
    errors = errors.filter((error) => !error.includes("favicon.ico"));
  });
});
