// The shelf: several documents, their versions, two tabs on one of them, and storage that fails.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { encodeDocument } from "../../../app/document/codec.ts";
import {
  type Document,
  programCell,
  proseCell,
  textsAbove,
  withMovedCell,
  withNewCell,
  withoutCell,
} from "../../../app/document/document.ts";
import { Shelf } from "../../../app/document/shelf/shelf.ts";
import { adopted, Browser, begin, Memory, take } from "../../support/stores.ts";

const document = (title: string, text = "def main x = x"): Document => ({
  title,
  cells: [programCell("cell-1", text)],
});
let browser: Browser;

beforeEach(() => {
  browser = new Browser();
  vi.useFakeTimers({ now: 1_000_000, toFake: ["Date"] });
  return () => vi.useRealTimers();
});

const pass = (milliseconds: number): void => void vi.setSystemTime(Date.now() + milliseconds);

/** Puts a text into the database as something else would: without an entry. */
const put = (key: string, raw: string): Promise<void> => browser.database.write((rows) => rows.put("texts", key, raw));

const titles = async (): Promise<readonly string[]> => (await browser.tab().list()).map(({ title }) => title);

describe("documents", () => {
  test("stand side by side, and the last one is open again", async () => {
    const shelf = browser.tab();
    expect(await shelf.load()).toEqual({ tag: "nothing" });
    await shelf.save(document("One"));
    pass(10);
    await begin(shelf, document("Two"));
    const second = shelf.openKey;
    expect(await titles()).toEqual(["Two", "One"]);
    const later = browser.tab();
    expect(await later.load()).toMatchObject({ tag: "document", document: { title: "Two" } });
    expect(await take(later, "")).toMatchObject({ tag: "document", document: { title: "One" } });
    await later.remove(second);
    expect(await titles()).toEqual(["One"]);
    // the open one stays
    await later.remove("");
    expect(await titles()).toEqual(["One"]);
  });

  test("keep versions, a minute apart", async () => {
    const shelf = browser.tab();
    for (let second = 0; second < 200; second += 10) {
      await shelf.save(document("One", `def main x = x + ${second}.0`));
      pass(10_000);
    }
    const versions = await shelf.versions();
    expect(versions.map(([, time]) => time)).toEqual([1_180_000, 1_120_000, 1_060_000, 1_000_000]);
    expect((await shelf.version(versions.at(-1)!))?.cells[0]?.text).toContain("x + 0.0");
  });

  test("keep forty versions, and none twice", async () => {
    const shelf = browser.tab();
    for (let minute = 0; minute < 50; minute++) {
      await shelf.save(document(`Minute ${minute}`));
      pass(61_000);
    }
    expect(await shelf.versions()).toHaveLength(40);
    await shelf.keepVersion(document("Minute 49"));
    expect((await shelf.versions())[0]?.[1]).toBeLessThan(Date.now());
  });

  test("in two tabs are not written over: whoever comes later goes on with a document of its own", async () => {
    const [mine, theirs] = [browser.tab(), browser.tab()];
    await mine.save(document("Shared", "1"));
    await theirs.load();
    await theirs.save(document("Shared", "2"));
    expect((await adopted(mine))?.cells[0]?.text).toBe("2");
    await theirs.save(document("Shared", "3"));
    expect(await mine.save(document("Shared", "4"))).toBe("forked");
    const forked = mine.openKey;
    // from then on they are two, however often they are saved
    for (let round = 0; round < 5; round++) {
      expect(await theirs.save(document("Shared", `theirs ${round}`))).toBe("saved");
      expect(await mine.save(document("Shared", `mine ${round}`))).toBe("saved");
    }
    expect(await mine.list()).toHaveLength(2);
    expect(await take(mine, "")).toMatchObject({ document: { cells: [{ text: "theirs 4" }] } });
    expect(await take(mine, forked)).toMatchObject({ document: { cells: [{ text: "mine 4" }] } });
  });

  test("that two tabs make the same stay one", async () => {
    const [mine, theirs] = [browser.tab(), browser.tab()];
    await mine.save(document("Shared", "1"));
    await theirs.load();
    expect(await theirs.save(document("Shared", "the same"))).toBe("saved");
    expect(await mine.save(document("Shared", "the same"))).toBe("saved");
    expect(await mine.list()).toHaveLength(1);
  });

  test("are not taken over while something is typed", async () => {
    const [mine, theirs] = [browser.tab(), browser.tab()];
    await mine.save(document("Shared", "1"));
    await theirs.load();
    await theirs.save(document("Shared", "2"));
    expect(await mine.adopt(() => false)).toEqual({ tag: "same" });
    expect(await mine.save(document("Shared", "typed"))).toBe("forked");
  });

  test("that were deleted in another tab are told of, and kept again", async () => {
    const [mine, theirs] = [browser.tab(), browser.tab()];
    await mine.save(document("One"));
    await begin(theirs, document("Two"));
    await theirs.remove("");
    expect(await mine.adopt(() => true)).toEqual({ tag: "gone" });
    expect(await mine.save(document("One, again"))).toBe("saved");
    expect([...(await titles())].sort()).toEqual(["One, again", "Two"]);
  });

  test("that cannot be read are left alone, each of them", async () => {
    const newer = JSON.stringify({ format: "dualscope-document", version: 99, cells: [] });
    await put("", "broken");
    await put("2", newer);
    const shelf = browser.tab();
    expect(await shelf.load()).toMatchObject({ tag: "unreadable", name: "dualscope.document" });
    expect(await shelf.save(document("New"))).toBe("saved");
    expect(await take(shelf, "2")).toMatchObject({ tag: "unreadable", name: "dualscope.document.2" });
    await shelf.save(document("New, changed"));
    expect(await shelf.raw("")).toBe("broken");
    expect(await shelf.raw("2")).toBe(newer);
  });

  test("stay open in their tab", async () => {
    const [session, shelf] = [new Memory(), browser.tab()];
    await shelf.save(document("One"));
    const tab = browser.tab(session);
    await begin(tab, document("Two"));
    await take(shelf, "");
    expect(await browser.tab().load()).toMatchObject({ document: { title: "One" } });
    expect(await browser.tab(session).load()).toMatchObject({ document: { title: "Two" } });
  });

  test("are worth more than versions, where room is short", async () => {
    const { database } = browser;
    const shelf = browser.tab();
    await shelf.save(document("One", "a".repeat(1000)));
    for (let i = 0; i < 10; i++) await shelf.keepVersion(document("One", randomText(i)));
    database.room = database.used + 4000;
    expect(await shelf.save(document("One", "b".repeat(8000)))).toBe("saved");
    expect(await browser.tab().load()).toMatchObject({ document: { cells: [{ text: "b".repeat(8000) }] } });
    const kept = (await shelf.versions()).length;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(11);
    database.room = database.used;
    expect(await shelf.save(document("One", "c".repeat(900_000)))).toBe("failed");
    expect(await shelf.versions()).toHaveLength(kept);
  });

  test("of more than five million characters are kept with their versions", async () => {
    const long = document("Long", "λ def main x = x\n".repeat(360_000));
    expect(long.cells[0]!.text.length).toBeGreaterThan(5_000_000);
    const shelf = browser.tab();
    expect(await shelf.save(long)).toBe("saved");
    pass(61_000);
    expect(await shelf.save(document("Short"))).toBe("saved");
    const [, version] = await shelf.versions();
    const kept = await shelf.version(version!);
    expect(kept?.cells[0]?.text === long.cells[0]!.text).toBe(true);
  });
});

describe("what is stored is what there is", () => {
  test.for([
    { what: "none", entry: undefined },
    { what: "damaged", entry: "neither" },
    { what: "of another form", entry: { name: "One", time: "yesterday" } },
  ])("with an entry that is $what", async ({ entry }) => {
    await put("name.with.dots", encodeDocument(document("One")));
    await browser.database.write(async (rows) => {
      if (entry !== undefined) await rows.put("entries", "name.with.dots", entry);
      await rows.put("entries", "gone", { title: "Gone", time: 9, revision: "1" });
    });
    expect(await browser.tab().list()).toEqual([
      { key: "name.with.dots", title: "One", time: 0, unreadable: undefined },
    ]);
    const shelf = browser.tab();
    await shelf.load();
    expect(await shelf.save(document("One, changed"))).toBe("saved");
    expect(await titles()).toEqual(["One, changed"]);
  });

  test("a document that cannot be read has its place, and can be saved and deleted", async () => {
    await put("2", encodeDocument(document("Two")));
    await put("3", "broken");
    const shelf = browser.tab();
    expect(await shelf.list()).toContainEqual(
      expect.objectContaining({ key: "3", title: "dualscope.document.3", unreadable: expect.any(String) }),
    );
    expect(await shelf.raw("3")).toBe("broken");
    await shelf.remove("3");
    expect(await titles()).toEqual(["Two"]);
  });

  test("what was open last is gone: the document that was saved last opens", async () => {
    const shelf = browser.tab();
    await shelf.save(document("One"));
    pass(10);
    await begin(shelf, document("Two"));
    await put("3", "broken");
    browser.local.setItem("dualscope.open", "4");
    expect(await browser.tab().load()).toMatchObject({ tag: "document", document: { title: "Two" } });
  });

  test("five thousand documents are listed without reading one", async () => {
    const entry = (index: number) => ({ title: `Document ${index}`, time: index, revision: String(index) });
    const raw = encodeDocument(document("One"));
    await browser.database.write(async (rows) => {
      for (let index = 0; index < 5000; index++) {
        await rows.put("texts", String(index), raw);
        await rows.put("entries", String(index), entry(index));
      }
    });
    const read = vi.spyOn(JSON, "parse");
    expect(await browser.tab().list()).toHaveLength(5000);
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });
});

describe("what is typed when a page goes away", () => {
  test("is moved into the database by the next page of any tab", async () => {
    const shelf = browser.tab();
    await shelf.save(document("One", "saved"));
    expect(shelf.note(document("One", "typed"))).toBe(true);
    expect(await browser.tab().load()).toMatchObject({
      isKept: true,
      isFork: false,
      document: { cells: [{ text: "typed" }] },
    });
    expect(browser.local.items.size).toBe(1);
    expect(await browser.tab().list()).toHaveLength(1);
  });

  test("is noted over a save that was under way, however that ends", async () => {
    for (const isDone of [false, true]) {
      browser = new Browser();
      const shelf = browser.tab();
      await shelf.save(document("One", "saved"));
      browser.database.isBlocked = !isDone;
      const saving = shelf.save(document("One", "on its way"));
      if (!isDone) await saving;
      shelf.note(document("One", "typed meanwhile"));
      await saving;
      browser.database.isBlocked = false;
      expect(await browser.tab().load()).toMatchObject({ document: { cells: [{ text: "typed meanwhile" }] } });
      expect(await browser.tab().list()).toHaveLength(1);
    }
  });

  test("of a page that goes on is no other text for it, whoever moves it", async () => {
    const shelf = browser.tab();
    await shelf.save(document("One", "saved"));
    shelf.note(document("One", "hidden"));
    await browser.tab().load();
    expect(await shelf.save(document("One", "hidden, and more"))).toBe("saved");
    expect(await shelf.list()).toHaveLength(1);
    expect(browser.local.items.size).toBe(1);
  });

  test("goes beside what another tab has stored meanwhile, and no second time", async () => {
    const [session, other] = [new Memory(), browser.tab()];
    const shelf = browser.tab(session);
    await shelf.save(document("One", "saved"));
    await other.load();
    shelf.note(document("One", "mine"));
    const noted = [...browser.local.items];
    await other.save(document("One", "theirs"));
    expect(await browser.tab(session).load()).toMatchObject({ isFork: true, document: { cells: [{ text: "mine" }] } });
    // as by a page that was killed before it could take the note away
    for (const [name, value] of noted) browser.local.setItem(name, value);
    await browser.tab().load();
    expect(await browser.tab().list()).toHaveLength(2);
  });

  test("is left where it is if it is damaged", async () => {
    browser.local.setItem("dualscope.journal.1", "{");
    await browser.tab().load();
    expect(browser.local.getItem("dualscope.journal.1")).toBe("{");
  });

  test("is not noted for all tabs where it is too long, which is told", async () => {
    const [session, long] = [new Memory(), document("One", "a".repeat(1000))];
    const shelf = browser.tab(session);
    await shelf.save(document("One"));
    browser.local.room = 100;
    expect(shelf.note(long)).toBe(false);
    expect(await browser.tab().load()).toMatchObject({ document: { cells: [{ text: "def main x = x" }] } });
    // a reload finds it all the same
    expect(await browser.tab(session).load()).toMatchObject({ document: long });
  });
});

describe("what cannot be stored", () => {
  test("is found by the next page, and is stored when there is room", async () => {
    const { database } = browser;
    const [session, shelf] = [new Memory(), browser.tab()];
    await shelf.save(document("One", "stored"));
    database.room = 0;
    const tab = browser.tab(session);
    await tab.load();
    expect(await tab.save(document("One", "typed while it was full"))).toBe("failed");
    expect(tab.isOpen).toBe(true);
    const again = browser.tab(session);
    expect(await again.load()).toMatchObject({
      isKept: false,
      document: { cells: [{ text: "typed while it was full" }] },
    });
    database.room = Number.POSITIVE_INFINITY;
    expect(await again.save(document("One", "typed while it was full"))).toBe("saved");
    expect(again.openKey).toBe(shelf.openKey);
    expect(await browser.tab(session).load()).toMatchObject({ isKept: true });
    expect(await shelf.list()).toHaveLength(1);
    expect([...browser.local.items.keys()]).toEqual(["dualscope.open"]);
  });

  test("is no more than what another tab has stored meanwhile: both stay", async () => {
    const { database } = browser;
    const session = new Memory();
    const shelf = browser.tab(session);
    await shelf.save(document("One", "stored"));
    const other = browser.tab();
    await other.load();
    database.room = 0;
    await shelf.save(document("One", "mine, while it was full"));
    database.room = Number.POSITIVE_INFINITY;
    await other.save(document("One", "theirs"));
    const again = browser.tab(session);
    expect(await again.load()).toMatchObject({ isFork: true, isKept: true });
    expect(await again.list()).toHaveLength(2);
  });

  test("is found where the database has gone for good", async () => {
    const shelf = browser.tab();
    browser.database.isBlocked = true;
    await shelf.load();
    expect(await shelf.save(document("One", "typed"))).toBe("failed");
    expect(shelf.isOpen).toBe(false);
    expect(await browser.tab().load()).toMatchObject({ isKept: false, document: { cells: [{ text: "typed" }] } });
  });

  test.for([
    { what: "throws on every access", open: () => Object.assign(new Memory(), { isBlocked: true }) },
    {
      what: "is forbidden",
      open: (): Memory => {
        throw new Error("SecurityError");
      },
    },
    { what: "is absent", open: () => undefined },
  ])("is told of, where storage $what", async ({ open }) => {
    browser.database.isBlocked = true;
    const shelf = new Shelf({ database: browser.database, local: open, session: open, tell: () => undefined });
    expect(await shelf.load()).toEqual({ tag: "nothing" });
    expect(shelf.isOpen).toBe(false);
    expect(await shelf.save(document("One"))).toBe("failed");
    expect(await begin(shelf, document("Two"))).toBe("failed");
    expect(shelf.note(document("Two"))).toBe(false);
    expect(await adopted(shelf)).toBeUndefined();
    expect(await shelf.list()).toEqual([]);
    expect(await shelf.versions()).toEqual([]);
  });
});

/** A text that packing makes hardly shorter. */
function randomText(seed: number): string {
  return Array.from({ length: 1500 }, (_, i) =>
    String.fromCharCode(97 + ((seed * 7919 + i * i * 31 + i * 17) % 26)),
  ).join("");
}

describe("cells", () => {
  const three: Document = {
    title: "",
    cells: [programCell("cell-1", "one"), proseCell("cell-2", "prose"), programCell("cell-3", "three")],
  };

  test("see the programs above them, and no others", () => {
    expect(textsAbove(three, three.cells[2]!.id)).toEqual(["one"]);
    expect(textsAbove(three, three.cells[0]!.id)).toEqual([]);
    expect(textsAbove(withMovedCell(three, three.cells[2]!.id, -1), three.cells[2]!.id)).toEqual(["one"]);
  });

  test("are added, moved and taken away", () => {
    const more = withNewCell(three, proseCell("cell-4", ""), three.cells[0]!.id);
    expect(more.cells.map(({ id }) => id)).toEqual(["cell-1", "cell-4", "cell-2", "cell-3"]);
    expect(withNewCell(three, proseCell("cell-4", ""), undefined).cells[0]!.id).toBe("cell-4");
    expect(withoutCell(three, three.cells[1]!.id).cells).toHaveLength(2);
    expect(withMovedCell(three, three.cells[0]!.id, -1)).toBe(three);
  });
});
