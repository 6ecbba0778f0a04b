// Text that cannot be stored has a notice and a question; and stored texts are listed, whatever became of them.
import type { Dialog, Disposable, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { IS_LONG, oneIn } from "../support/runs.ts";
import { accessibilityFaults } from "./browser.ts";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";
import { journalOf, leaveTexts, storedText, storedTexts, untilStored } from "./stored.ts";

const site = siteForTests();

/** Has the database of a page say that it is full, from {@link setFull} on. */
function withLimits(page: Page): Promise<Disposable> {
  return page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...row) {
      if (localStorage.getItem("full") === "true") throw new DOMException("full", "QuotaExceededError");
      return put.apply(this, row);
    };
  });
}

const setFull = (page: Page, isFull: boolean) =>
  page.evaluate((full) => localStorage.setItem("full", String(full)), isFull);

/** Has the page reload itself; gives what it asks before, if it asks, and stays then. */
async function asksOnReload(page: Page): Promise<string | undefined> {
  const { promise, stop } = firstOf(page);
  await page.evaluate(() => void requestAnimationFrame(() => location.reload()));
  const asked = await promise;
  stop();
  return asked;
}

/** The kind of dialog that the page opens next, which is dismissed; undefined where it loads anew instead. */
function firstOf(page: Page): { readonly promise: Promise<string | undefined>; stop(): void } {
  let stay: (dialog: Dialog) => void = () => {};
  let go = (): void => {};
  const promise = new Promise<string | undefined>((done) => {
    stay = (dialog) => void dialog.dismiss().then(() => done(dialog.type()));
    go = () => done(undefined);
  });
  page.on("dialog", stay);
  page.on("load", go);
  return {
    promise,
    stop: () => {
      page.off("dialog", stay);
      page.off("load", go);
    },
  };
}

/** Longer than what versions could give way for. */
const TYPED = `-- at: 3.0\ndef main x = x * x\n${"-- typed typed\n".repeat(400)}`;

describe("with storage full", () => {
  test.runIf(IS_LONG)(
    "the page says so, leaving asks, a file is offered, and it is stored when there is room",
    async () => {
      const { page } = await site.visit({}, withLimits);
      const notebook = new Notebook(page);
      await notebook.ended();
      await notebook.write("-- at: 2.0\ndef main x = x + 1.0\n");
      // only what came to an end runs by itself after a reload, and only what has run follows typing
      await notebook.ended();
      await page.getByText("saved in this browser").waitFor();
      expect(await asksOnReload(page)).toBeUndefined();
      await notebook.ended();
      await setFull(page, true);
      await notebook.write(TYPED);
      // that it has run is stored, too: while that is tried the page need not ask
      await notebook.ended();
      await page.getByText("not saved: browser storage is full", { exact: true }).waitFor();
      await page.getByText(/What you type is not saved/).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await asksOnReload(page)).toBe("beforeunload");
      expect(await notebook.editor.textContent()).toContain("typed typed");

      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save as a Markdown file" }).click();
      await download;
      await page.getByText(/What you type is not saved/).waitFor({ state: "detached" });
      expect(await asksOnReload(page)).toBeUndefined();
      // a reload keeps it, though the storage of all tabs has the earlier one
      await notebook.editor
        .getByText(/typed typed/)
        .first()
        .waitFor();
      expect(await notebook.text()).toContain("x + 1.0");

      await setFull(page, false);
      await notebook.editor.click();
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.insertText("-- and more\n");
      await page.getByText("saved in this browser").waitFor();
      expect(await notebook.text()).toContain("-- and more");
      expect(await asksOnReload(page)).toBeUndefined();
    },
  );
});

describe("with storage forbidden", () => {
  const FORBIDDEN = [
    { what: "all of it", names: ["indexedDB", "localStorage", "sessionStorage"] },
    { what: "the database, as in some private windows", names: ["indexedDB"] },
  ];

  test.for(oneIn(2, FORBIDDEN))(
    "($what) the page works, says that nothing is kept, and asks once something was typed",
    async ({ names }) => {
      const { page } = await site.visit({}, (fresh) =>
        fresh.addInitScript((forbidden) => {
          const get = (): never => {
            throw new DOMException("denied", "SecurityError");
          };
          for (const name of forbidden) Object.defineProperty(globalThis, name, { get });
        }, names),
      );
      const notebook = new Notebook(page);
      await notebook.ended();
      await page.getByText("not saved: the browser keeps no data for this page").waitFor();
      expect(await page.getByText(/What you type is not saved/).count()).toBe(0);
      expect(await asksOnReload(page)).toBeUndefined();
      await notebook.ended();
      await notebook.write(TYPED);
      await page.getByText(/What you type is not saved/).waitFor();
      expect(await asksOnReload(page)).toBe("beforeunload");
      expect(await notebook.editor.textContent()).toContain("typed typed");
    },
  );
});

describe("what is stored", () => {
  test.runIf(IS_LONG)(
    "is listed without a list, with what cannot be read, which is saved as it is and deleted",
    async () => {
      const cells = [{ tag: "program", id: "cell-1", text: "-- at: 1.0\ndef main x = x\n", ask: {} }];
      const stored = (title: string) => JSON.stringify({ format: "dualscope-document", version: 2, title, cells });
      const { page } = await site.visit({}, (fresh) =>
        leaveTexts(fresh, {
          "": stored("One"),
          "2": stored("Two"),
          "3": "neither JSON nor anything",
        }),
      );
      const title = page.getByRole("textbox", { name: "Title of the document" });
      await title.fill("One, changed");
      await page.getByText("saved in this browser").waitFor();
      await new Notebook(page).command("Documents and their history");
      const dialog = page.locator("dialog[open]");
      await dialog.getByText("One, changed").waitFor();
      await dialog.getByText("Two", { exact: true }).waitFor();
      const unreadable = dialog.getByRole("button", { name: /^dualscope\.document\.3 cannot be read/ });
      const download = page.waitForEvent("download");
      await unreadable.click();
      expect((await download).suggestedFilename()).toBe("dualscope.document.3.txt");
      page.once("dialog", (asked) => void asked.accept());
      await dialog.getByRole("button", { name: "Delete “dualscope.document.3” for good" }).click();
      await unreadable.waitFor({ state: "detached" });
      expect([...(await storedTexts(page)).keys()].sort()).toEqual(["", "2"]);
      // where it was before, nothing is left
      expect((await journalOf(page)).size).toBe(0);
      await dialog.getByRole("button", { name: /^Two/ }).click();
      await page.waitForFunction(() => document.title.startsWith("Two"));
    },
  );

  test.runIf(IS_LONG)("and deleted in another tab is told of, and kept again when it is changed", async () => {
    const { page, notebook } = await Notebook.open(site);
    await notebook.write(TYPED);
    await page.getByText("saved in this browser").waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole("textbox", { name: "Program", exact: true }).waitFor();
    await other.keyboard.press("ControlOrMeta+o");
    await other.getByRole("button", { name: "New document" }).click();
    await other.getByText("saved in this browser").waitFor();
    await other.keyboard.press("ControlOrMeta+o");
    other.once("dialog", (asked) => void asked.accept());
    await other.getByRole("button", { name: /for good$/ }).click();
    await page.getByText("deleted in another tab; any change saves it again").waitFor();
    await notebook.editor.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText("-- and more\n");
    await page.getByText("saved in this browser").waitFor();
    expect(await notebook.text()).toContain("-- and more");
  });

  test.runIf(IS_LONG)("by two tabs at the same moment is in a document, each of them", async () => {
    const { page } = await Notebook.open(site);
    const other = await page.context().newPage();
    const tabs = [page, other];
    await other.goto(page.url());
    const typed: string[] = [];
    for (let round = 0; round < 4; round++) {
      for (const tab of tabs) {
        await tab.evaluate(() => sessionStorage.setItem("dualscope.open", ""));
        await tab.reload();
        await tab.getByRole("textbox", { name: "Program", exact: true }).click();
        await tab.keyboard.press("ControlOrMeta+End");
      }
      await Promise.all(
        tabs.map(async (tab, index) => {
          const mark = `-- mark ${round} of ${index}\n`;
          typed.push(mark);
          await tab.keyboard.insertText(mark);
          await tab.getByText("saved in this browser").waitFor();
        }),
      );
    }
    const texts = [...(await storedTexts(page)).values()];
    for (const mark of typed)
      expect(
        texts.some((text) => text.includes(mark.trim())),
        mark,
      ).toBe(true);
  });

  test("is there after a reload in the middle of typing, and after the page was killed", async () => {
    const { page, notebook } = await Notebook.open(site);
    await notebook.write("-- at: 2.0\ndef main x = x + 1.0\n");
    await page.getByText("saved in this browser").waitFor();
    for (let round = 0; round < (IS_LONG ? 5 : 2); round++) {
      await notebook.editor.click();
      await page.keyboard.press("ControlOrMeta+End");
      // sooner than it is saved
      await page.keyboard.insertText(`-- round ${round}\n`);
      await page.reload();
      await notebook.editor.getByText(`-- round ${round}`).waitFor();
    }
    expect((await journalOf(page)).size).toBe(0);
    expect((await storedTexts(page)).size).toBe(1);
    await notebook.editor.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText("-- before the crash\n");
    await untilStored(page, (raw) => raw.includes("-- before the crash"));
    const crashed = page.waitForEvent("crash");
    const session = await page.context().newCDPSession(page);
    void session.send("Page.crash").catch(() => undefined);
    await crashed;
    const next = await page.context().newPage();
    await next.goto(site.address);
    await new Notebook(next).editor.getByText("-- before the crash").waitFor();
  });
});

describe("a document of more than five million characters", () => {
  test.runIf(IS_LONG)("is kept and opened again, and so is a version of it", async () => {
    const { page, notebook } = await Notebook.open(site);
    const marked = (raw: string): number => raw.split("Prose without an end").length - 1;
    await page.getByRole("button", { name: "Prose", exact: true }).last().click();
    await page.locator(".prose-writing .cm-content").click();
    await notebook.paste(
      `${"Prose without an end. ".repeat(50)}\n`.repeat(2600),
      page.locator(".prose-writing .cm-content"),
    );
    await untilStored(page, (raw) => marked(raw) === 130_000);
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await page.getByRole("button", { name: "More actions for this cell" }).last().click();
    await page.getByRole("menuitem", { name: "Copy this cell" }).click();
    await untilStored(page, (raw) => marked(raw) === 260_000);
    expect((await storedText(page)).length).toBeGreaterThan(5_500_000);
    await page.reload();
    await page.locator(".prose-cell").nth(1).waitFor();
    const restore = async (which: "first" | "last"): Promise<void> => {
      await notebook.command("Earlier versions");
      await page.locator(".versions .choice")[which]().click();
      await page.getByRole("button", { name: "Restore this version" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await restore("last");
    await untilStored(page, (raw) => raw !== "" && marked(raw) === 0);
    await page.reload();
    await notebook.ended();
    expect(await page.locator(".prose-cell").count()).toBeLessThan(2);
    await restore("first");
    await untilStored(page, (raw) => marked(raw) === 260_000);
    await page.locator(".prose-cell").nth(1).waitFor();
  });
});

describe("earlier versions", () => {
  test.runIf(IS_LONG)(
    "are shown with what changed since and as they read, by keyboard, and restoring one keeps the present",
    async () => {
      const { page, notebook } = await Notebook.open(site);
      await page.clock.install();
      await page.clock.resume();
      const [first, second] = ["x * x", "x * x * x"].map(
        (body) => `-- title: Powers\n-- at: 2.0\ndef main x = ${body}\n`,
      );
      await notebook.write(first!);
      // that it has run is stored, too: a minute later that would be the version
      await untilStored(page, (raw) => raw.includes("Powers") && raw.includes('"settled":true'));
      await page.clock.fastForward(61_000);
      await notebook.write(`${first!}-- kept\n`);
      await untilStored(page, (raw) => raw.includes("-- kept"));
      await notebook.write(second!);
      await untilStored(page, (raw) => raw.includes("x * x * x"));
      await notebook.command("Earlier versions");
      const list = page.getByRole("list", { name: "Versions, newest first" });
      await list.getByRole("button").first().focus();
      await page.getByText(/Since then: 1 line changed, 1 line removed\.$/).waitFor();
      const changes = page.locator(".changed-lines");
      expect(await changes.locator("del").allTextContents()).toEqual(["def main x = x * x", "-- kept"]);
      expect(await changes.locator("ins").allTextContents()).toEqual(["def main x = x * x * x"]);
      // as it is heard
      expect(await changes.locator(".old").first().innerText()).toMatch(/was:\s*def main x = x \* x/);
      expect(await accessibilityFaults(page)).toEqual([]);
      // the version of the minute before has another program
      await page.keyboard.press("ArrowDown");
      await page.getByRole("heading", { name: /^Version of/ }).waitFor();
      await page.getByRole("button", { name: "Preview" }).focus();
      await page.keyboard.press("Enter");
      await page.locator(".preview-cell .dual-code").first().waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await list.getByRole("button").first().focus();
      await page.getByText(/Since then: 1 line changed, 1 line removed\.$/).waitFor();
      await page.getByRole("button", { name: "Restore this version" }).focus();
      await page.keyboard.press("Enter");
      await untilStored(page, (raw) => raw.includes("-- kept") && !raw.includes("x * x * x"));
      // what stood there is a version, and can be had back
      await notebook.command("Earlier versions");
      await page.getByText(/Since then: 1 line changed, 1 line added\.$/).waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      const inside = await page.locator(".version-body").evaluate((body) => body.scrollWidth - body.clientWidth);
      expect(inside).toBe(0);
      await page.getByRole("button", { name: "Restore this version" }).click();
      await untilStored(page, (raw) => raw.includes("x * x * x"));
    },
  );
});
