// Moving of earlier builds' localStorage into the database: whole, after any interruption, and again where it is written again.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { decodeDocument, encodeDocument } from "../../../app/document/codec.ts";
import { type Document, programCell } from "../../../app/document/document.ts";
import { packed } from "../../../app/document/files/compress.ts";
import type { Shelf } from "../../../app/document/shelf/shelf.ts";
import { adopted, Browser, Life, Memory, take } from "../../support/stores.ts";

const document = (title: string, text = "def main x = x"): Document => ({
  title,
  cells: [programCell("cell-1", text)],
});
const raw = (title: string, text?: string): string => encodeDocument(document(title, text));

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ["Date"] });
  return () => vi.useRealTimers();
});

/** Leftovers of earlier builds: every kind of name that they used. */
const LEFT: readonly (readonly [name: string, value: string])[] = [
  ["dualscope.document", raw("One")],
  ["dualscope.saved.", "5000"],
  ["dualscope.document.2", raw("Two")],
  ["dualscope.document.name.with.dots", raw("Three")],
  ["dualscope.document.4", "neither JSON nor anything"],
  ["dualscope.saved.4", "4000"],
  ["dualscope.documents", '[{"key":"2","title":"Another","time":2000},{"key":"3","title":"","time":1e99},null]'],
  ["dualscope.version.3000.17.2", packed(raw("Two, earlier"))],
  ["dualscope.version.3100.18.2", packed(raw("Two, later"))],
  ["dualscope.history", JSON.stringify([2, 1].map((time) => ({ time, text: packed(raw(`At ${time}`)) })))],
  ["dualscope.open", "2"],
  ["dualscope.theme", "dark"],
];

function leave(left: readonly (readonly [string, string])[] = LEFT): Browser {
  const browser = new Browser();
  for (const [name, value] of left) browser.local.setItem(name, value);
  return browser;
}

async function versionsOf(shelf: Shelf, key: string): Promise<readonly (readonly [number, string | undefined])[]> {
  await take(shelf, key);
  const versions = await shelf.versions();
  return Promise.all(versions.map(async (one) => [one[1], (await shelf.version(one))?.title] as const));
}

/** Everything is there, in the database or still where it was, as the page shows it. */
async function expectAll(shelf: Shelf): Promise<void> {
  const list = await shelf.list();
  expect(list.map(({ key, title }) => [key, title]).sort()).toEqual([
    ["", "One"],
    ["2", "Two"],
    ["4", "dualscope.document.4"],
    ["name.with.dots", "Three"],
  ]);
  expect(await shelf.raw("4")).toBe("neither JSON nor anything");
  for (const [key, title] of [
    ["", "One"],
    ["2", "Two"],
    ["name.with.dots", "Three"],
  ] as const)
    expect(await shelf.raw(key)).toBe(raw(title));
}

describe("what earlier builds have left", () => {
  test("is in the database afterwards, with times and versions, and nowhere else", async () => {
    const browser = leave();
    const shelf = browser.tab();
    expect(await shelf.load()).toMatchObject({ document: { title: "Two" }, isKept: true });
    await expectAll(shelf);
    expect((await shelf.list()).map(({ key, time }) => [key, time])).toEqual([
      ["", 5000],
      ["4", 4000],
      ["2", 2000],
      ["name.with.dots", 0],
    ]);
    expect(await versionsOf(shelf, "2")).toEqual([
      [3100, "Two, later"],
      [3000, "Two, earlier"],
    ]);
    expect(await versionsOf(shelf, "")).toEqual([
      [2, "At 2"],
      [1, "At 1"],
    ]);
    expect([...browser.local.items.keys()].sort()).toEqual(["dualscope.open", "dualscope.theme"]);
  });

  test.for(["before", "after", "fails"] as const)("is lost by no write that a page is killed at: %s", async (how) => {
    const whole = new Life(Number.POSITIVE_INFINITY, how);
    await leave().tab(new Memory(), whole).load();
    expect(whole.writes).toBeGreaterThan(8);
    for (let at = 1; at <= whole.writes; at++) {
      const browser = leave();
      const life = new Life(at, how);
      const killed = browser.tab(new Memory(), life);
      await killed.load();
      if (!life.isDead) await expectAll(killed);
      const next = browser.tab();
      await next.load();
      await expectAll(next);
      expect(await versionsOf(next, "2")).toHaveLength(2);
      expect(await versionsOf(next, "")).toHaveLength(2);
    }
  });

  test("stays where it is, and opens, where the database is closed or has no room", async () => {
    for (const trouble of ["closed", "full"] as const) {
      const browser = leave();
      if (trouble === "closed") browser.database.isBlocked = true;
      else browser.database.room = 10;
      const shelf = browser.tab();
      expect(await shelf.load()).toMatchObject({ document: { title: "Two" } });
      await expectAll(shelf);
      expect(await shelf.save(document("Two", "typed"))).toBe("failed");
      browser.database.isBlocked = false;
      browser.database.room = Number.POSITIVE_INFINITY;
      const next = browser.tab();
      await next.load();
      expect((await next.list()).map(({ title }) => title).sort()).toEqual([
        "One",
        "Three",
        "Two",
        "Two",
        "dualscope.document.4",
      ]);
      expect(await next.raw("2")).toBe(raw("Two"));
    }
  });

  test("moves as far as there is room", async () => {
    const browser = leave();
    browser.database.room = 400;
    const shelf = browser.tab();
    await shelf.load();
    await expectAll(shelf);
    expect(browser.database.rows("texts").size).toBeGreaterThan(0);
    expect(browser.local.items.size).toBeGreaterThan(2);
  });

  test("has the draft of a tab, which opens in it", async () => {
    const browser = leave();
    const session = new Memory();
    session.setItem("dualscope.draft", JSON.stringify({ key: "2", over: raw("Two"), raw: raw("Two, a draft") }));
    expect(await browser.tab(session).load()).toMatchObject({ document: { title: "Two, a draft" } });
    expect(session.getItem("dualscope.draft")).toBeNull();
    expect(await browser.tab().list()).toHaveLength(4);
    session.setItem("dualscope.draft", JSON.stringify({ key: "2", over: "something else", raw: raw("Two, another") }));
    expect(await browser.tab(session).load()).toMatchObject({ document: { title: "Two, another" } });
    expect(await browser.tab().list()).toHaveLength(5);
  });

  test("has no name that is not theirs", async () => {
    const browser = leave([
      ["dualscope.document.", "odd"],
      ["dualscope.version.x.1.2", "odd"],
      ["dualscope.history", "damaged"],
      ["another page", "its own"],
    ]);
    await browser.tab().load();
    expect(browser.local.items.size).toBe(4);
  });
});

describe("a tab that runs an earlier build and goes on writing", () => {
  test("has the newer text: it takes the place of what was moved, which is a version", async () => {
    const browser = leave();
    await browser.tab().load();
    browser.local.setItem("dualscope.document.2", raw("Two", "typed in the old tab"));
    browser.local.setItem("dualscope.saved.2", "900000");
    const shelf = browser.tab();
    expect(await shelf.load()).toMatchObject({ document: { cells: [{ text: "typed in the old tab" }] } });
    expect(await shelf.list()).toHaveLength(4);
    expect((await shelf.list())[0]).toMatchObject({ key: "2", time: 900_000 });
    const [latest] = await shelf.versions();
    expect((await shelf.version(latest!))?.cells[0]?.text).toBe("def main x = x");
    expect(browser.local.getItem("dualscope.document.2")).toBeNull();
  });

  test("is heard in a page that has the document open", async () => {
    const browser = leave();
    const open = browser.tab();
    await open.load();
    browser.local.setItem("dualscope.document.2", raw("Two", "typed in the old tab"));
    await browser.tab().load();
    expect((await adopted(open))?.cells[0]?.text).toBe("typed in the old tab");
    expect(await open.save(document("Two", "and here"))).toBe("saved");
    expect(await open.list()).toHaveLength(4);
  });

  test("stands beside what this build has made of the document, once", async () => {
    const browser = leave();
    const shelf = browser.tab();
    await shelf.load();
    await shelf.save(document("Two", "typed here"));
    const put = (): void => browser.local.setItem("dualscope.document.2", raw("Two", "typed in the old tab"));
    put();
    await browser.tab().load();
    // as if the page had been killed before it was taken away
    put();
    await browser.tab().load();
    const texts = await Promise.all(
      (await shelf.list()).map(async ({ key }) => decodeDocument((await shelf.raw(key)) ?? "")),
    );
    const found = texts.flatMap((one) =>
      one.tag === "ok" && one.value.title === "Two" ? [one.value.cells[0]!.text] : [],
    );
    expect(found.sort()).toEqual(["typed here", "typed in the old tab"]);
  });
});
