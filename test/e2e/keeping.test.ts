// What is typed and cannot be stored is told of and asked for; and what is stored is listed, whatever became of it.
import type { Dialog, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unpacked } from "../../app/document/compress.ts";
import { accessibilityFaults, openSite, type Site } from "./browser.ts";
import { Notebook } from "./notebook.ts";

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(async () => {
  await site?.close();
});

/** Fills the storage to the last letter. */
const fill = (page: Page) =>
  page.evaluate(() => {
    for (let size = 1 << 22, count = 0; size >= 1; )
      try {
        localStorage.setItem(`filler ${count++}`, "x".repeat(size));
      } catch {
        size = Math.floor(size / 2);
      }
  });

const makeRoom = (page: Page) =>
  page.evaluate(() => {
    for (const name of Object.keys(localStorage)) if (name.startsWith("filler")) localStorage.removeItem(name);
  });

/** Has the page reload itself; gives what it asks before, if it asks, and stays then. */
async function asksOnReload(page: Page): Promise<string | undefined> {
  const { promise, stop } = firstOf(page);
  await page.evaluate(() => void setTimeout(() => location.reload()));
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
  test("the page says so, leaving asks, a file is offered, and it is stored when there is room", async () => {
    const { page, notebook } = await Notebook.open(site);
    await notebook.write("-- at: 2.0\ndef main x = x + 1.0\n");
    await page.getByText("saved in this browser").waitFor();
    expect(await asksOnReload(page)).toBeUndefined();
    await notebook.editor.waitFor();
    await fill(page);
    await notebook.write(TYPED);
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

    await makeRoom(page);
    await notebook.editor.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText("-- and more\n");
    await page.getByText("saved in this browser").waitFor();
    expect(await notebook.text()).toContain("-- and more");
    expect(await asksOnReload(page)).toBeUndefined();
  });
});

describe("with storage forbidden", () => {
  test("the page works, says that nothing is kept, and asks once something was typed", async () => {
    const { page } = await site.visit({}, async (page) => {
      await page.addInitScript(() => {
        const get = (): Storage => {
          throw new DOMException("denied", "SecurityError");
        };
        for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, { get });
      });
    });
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
  });
});

describe("what is stored", () => {
  test("is listed without a list, with what cannot be read, which is saved as it is and deleted", async () => {
    const cells = [{ tag: "program", id: "cell-1", text: "-- at: 1.0\ndef main x = x\n", ask: {} }];
    const stored = (title: string) => JSON.stringify({ format: "dualscope-document", version: 2, title, cells });
    const { page } = await site.visit({}, async (page) => {
      await page.addInitScript(
        ([one, two]) => {
          if (localStorage.getItem("dualscope.documents") !== null) return;
          localStorage.setItem("dualscope.document", one!);
          localStorage.setItem("dualscope.document.2", two!);
          localStorage.setItem("dualscope.document.3", "neither JSON nor anything");
          localStorage.setItem("dualscope.documents", '[{"key":"","title":"On');
        },
        [stored("One"), stored("Two")],
      );
    });
    const title = page.getByRole("textbox", { name: "Title of the document" });
    await title.fill("One, changed");
    await page.getByText("saved in this browser").waitFor();
    await page.getByRole("button", { name: "Documents", exact: true }).click();
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
    expect(await page.evaluate(() => localStorage.getItem("dualscope.document.3"))).toBeNull();
    await dialog.getByRole("button", { name: /^Two/ }).click();
    await page.waitForFunction(() => document.title.startsWith("Two"));
  });

  test("and deleted in another tab is told of, and kept again when it is changed", async () => {
    const { page, notebook } = await Notebook.open(site);
    await notebook.write(TYPED);
    await page.getByText("saved in this browser").waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole("textbox", { name: "Program", exact: true }).waitFor();
    await other.evaluate(() => localStorage.removeItem("dualscope.document"));
    await page.getByText("deleted in another tab; kept again once you change it").waitFor();
    await notebook.editor.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText("-- and more\n");
    await page.getByText("saved in this browser").waitFor();
    expect(await notebook.text()).toContain("-- and more");
  });

  test("by two tabs at the same moment is in a document or a version", async () => {
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
    await page.waitForTimeout(500);
    const stored = await page.evaluate(() => Object.entries(localStorage) as [string, string][]);
    const texts = stored.map(
      ([name, value]) => (name.startsWith("dualscope.version.") ? unpacked(value) : value) ?? "",
    );
    for (const mark of typed)
      expect(
        texts.some((text) => text.includes(mark.trim())),
        mark,
      ).toBe(true);
  });
});
