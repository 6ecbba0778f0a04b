// The shelf: several documents, their versions, two tabs on one of them, and storage that fails.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { encodeDocument } from "../../app/document/codec.ts";
import { packed } from "../../app/document/compress.ts";
import {
  type Document,
  programCell,
  proseCell,
  textsAbove,
  withMovedCell,
  withNewCell,
  withoutCell,
} from "../../app/document/document.ts";
import { Shelf } from "../../app/document/shelf.ts";
import { Memory } from "../support/stores.ts";

const document = (title: string, text = "def main x = x"): Document => ({
  title,
  cells: [programCell("cell-1", text)],
});
let store: Memory;
/** A shelf as a tab of its own has it. */
const shelfOf = (shared: Memory): Shelf => tabOf(shared, new Memory());
const tabOf = (shared: Memory, session: Memory): Shelf =>
  new Shelf(
    () => shared,
    () => session,
  );

beforeEach(() => {
  store = new Memory();
  vi.useFakeTimers({ now: 1_000_000 });
  return () => vi.useRealTimers();
});

describe("documents", () => {
  test("stand side by side, and the last one is open again", () => {
    const shelf = shelfOf(store);
    expect(shelf.load()).toEqual({ tag: "nothing" });
    shelf.save(document("One"));
    vi.advanceTimersByTime(10);
    shelf.begin(document("Two"));
    const second = shelf.openKey;
    expect(shelf.list().map(({ title }) => title)).toEqual(["Two", "One"]);
    const later = shelfOf(store);
    expect(later.load()).toMatchObject({ tag: "document", document: { title: "Two" } });
    expect(later.take("")).toMatchObject({ tag: "document", document: { title: "One" } });
    later.remove(second);
    expect(later.list().map(({ title }) => title)).toEqual(["One"]);
    // the open one stays
    later.remove("");
    expect(later.list()).toHaveLength(1);
  });

  test("keep versions, a minute apart", () => {
    const shelf = shelfOf(store);
    for (let second = 0; second < 200; second += 10) {
      shelf.save(document("One", `def main x = x + ${second}.0`));
      vi.advanceTimersByTime(10_000);
    }
    const versions = shelf.versions();
    expect(versions).toHaveLength(4);
    expect(versions[0]!.time).toBeGreaterThan(versions[1]!.time);
    expect(versions.at(-1)!.document.cells[0]!.text).toContain("x + 0.0");
  });

  test("in two tabs are not written over: whoever comes later goes on with a document of its own", () => {
    const [mine, theirs] = [shelfOf(store), shelfOf(store)];
    mine.save(document("Shared", "1"));
    theirs.load();
    theirs.save(document("Shared", "2"));
    expect(mine.adopt()?.cells[0]?.text).toBe("2");
    theirs.save(document("Shared", "3"));
    expect(mine.save(document("Shared", "4"))).toBe("forked");
    const forked = mine.openKey;
    // from then on they are two, however often they are saved
    for (let round = 0; round < 5; round++) {
      expect(theirs.save(document("Shared", `theirs ${round}`))).toBe("saved");
      expect(mine.save(document("Shared", `mine ${round}`))).toBe("saved");
    }
    expect(mine.list()).toHaveLength(2);
    expect(mine.take("")).toMatchObject({ document: { cells: [{ text: "theirs 4" }] } });
    expect(mine.take(forked)).toMatchObject({ document: { cells: [{ text: "mine 4" }] } });
  });

  test("that cannot be read are left alone, each of them", () => {
    store.setItem("dualscope.document", "broken");
    store.setItem("dualscope.document.2", JSON.stringify({ format: "dualscope-document", version: 99, cells: [] }));
    const shelf = shelfOf(store);
    expect(shelf.load()).toMatchObject({ tag: "unreadable", name: "dualscope.document" });
    expect(shelf.save(document("New"))).toBe("saved");
    expect(shelf.take("2")).toMatchObject({ tag: "unreadable", name: "dualscope.document.2" });
    shelf.save(document("New, changed"));
    expect(store.getItem("dualscope.document")).toBe("broken");
    expect(store.getItem("dualscope.document.2")).toContain("99");
  });

  test("stay open in their tab", () => {
    const [session, shelf] = [new Memory(), shelfOf(store)];
    shelf.save(document("One"));
    const tab = tabOf(store, session);
    tab.begin(document("Two"));
    shelf.take("");
    expect(shelfOf(store).load()).toMatchObject({ document: { title: "One" } });
    expect(tabOf(store, session).load()).toMatchObject({ document: { title: "Two" } });
  });

  test("are worth more than versions, where room is short", () => {
    const shelf = shelfOf(store);
    shelf.save(document("One", "a".repeat(1000)));
    for (let i = 0; i < 10; i++) shelf.keepVersion(document("One", randomText(i)));
    store.room = 12_000;
    expect(shelf.save(document("One", "b".repeat(8000)))).toBe("saved");
    expect(shelfOf(store).load()).toMatchObject({ document: { cells: [{ text: "b".repeat(8000) }] } });
    store.room = [...store.items.values()].reduce((sum, { length }) => sum + length, 0);
    const kept = shelf.versions().length;
    expect(shelf.save(document("One", "c".repeat(90_000)))).toBe("failed");
    expect(shelf.versions()).toHaveLength(kept);
  });
});

describe("what is stored is what there is", () => {
  const put = (key: string, title: string): void =>
    store.setItem(`dualscope.document${key}`, encodeDocument(document(title)));
  const titles = (): readonly string[] =>
    shelfOf(store)
      .list()
      .map(({ title }) => title);

  test.for([
    { what: "none", list: undefined },
    { what: "damaged", list: '[{"key":"","title":"On' },
    { what: "of another form", list: '{"version":7,"documents":{}}' },
    { what: "with entries of all kinds", list: '[null,3,{"key":"2"},{"key":"gone","title":"Gone","time":9}]' },
  ])("with a list of documents that is $what", ({ list }) => {
    if (list !== undefined) store.setItem("dualscope.documents", list);
    put("", "One");
    put(".2", "Two");
    put(".name.with.dots", "Three");
    expect(titles()).toEqual(["One", "Two", "Three"]);
    const shelf = shelfOf(store);
    shelf.load();
    shelf.save(document("One, changed"));
    expect(titles()).toEqual(["One, changed", "Two", "Three"]);
    expect(store.getItem("dualscope.documents") ?? undefined).toBe(list);
  });

  test("with the times of an earlier list, or of versions", () => {
    put("", "One");
    put(".2", "Two");
    put(".3", "Three");
    put(".4", "Four");
    store.setItem(
      "dualscope.documents",
      '[{"key":"2","title":"Another","time":2000},{"key":"3","title":"","time":1e99}]',
    );
    store.setItem("dualscope.version.3000.1.4", packed(encodeDocument(document("Four"))));
    expect(
      shelfOf(store)
        .list()
        .map(({ title, time }) => [title, time]),
    ).toEqual([
      ["Four", 3000],
      ["Two", 2000],
      ["One", 0],
      ["Three", 0],
    ]);
  });

  test("a document that cannot be read has its place, and can be saved and deleted", () => {
    put(".2", "Two");
    store.setItem("dualscope.document.3", "broken");
    const shelf = shelfOf(store);
    expect(shelf.list()).toContainEqual(
      expect.objectContaining({ key: "3", title: "dualscope.document.3", unreadable: expect.any(String) }),
    );
    expect(shelf.raw("3")).toBe("broken");
    shelf.remove("3");
    expect(titles()).toEqual(["Two"]);
  });

  test("what was open last is gone: the document that was saved last opens", () => {
    put("", "One");
    store.setItem("dualscope.saved.", "1");
    put(".2", "Two");
    store.setItem("dualscope.saved.2", "2");
    store.setItem("dualscope.document.3", "broken");
    store.setItem("dualscope.open", "4");
    expect(shelfOf(store).load()).toMatchObject({ tag: "document", document: { title: "Two" } });
  });

  test("versions of an earlier form are read, and give way to later ones", () => {
    const shelf = shelfOf(store);
    const old = [2, 1].map((time) => ({ time, text: packed(encodeDocument(document(`At ${time}`))) }));
    store.setItem("dualscope.history", JSON.stringify(old));
    shelf.save(document("Now"));
    expect(shelf.versions().map((version) => version.document.title)).toEqual(["Now", "At 2", "At 1"]);
    for (let minute = 0; minute < 50; minute++) {
      vi.advanceTimersByTime(61_000);
      shelf.save(document(`Minute ${minute}`));
    }
    expect(shelf.versions()).toHaveLength(40);
    expect(store.getItem("dualscope.history")).toBeNull();
  });

  test("five thousand documents are listed in one look at each", () => {
    for (let index = 0; index < 5000; index++) put(`.${index}`, `Document ${index}`);
    const read = vi.spyOn(store, "getItem");
    expect(shelfOf(store).list()).toHaveLength(5000);
    expect(read.mock.calls.filter(([name]) => name.startsWith("dualscope.document.")).length).toBe(5000);
    read.mockClear();
    shelfOf(store).save(document("One more"));
    expect(read.mock.calls.length).toBeLessThan(20);
  });
});

describe("what cannot be stored", () => {
  test("stays with its tab over a reload, and is stored when there is room", () => {
    const session = new Memory();
    const shelf = tabOf(store, session);
    shelf.save(document("One", "stored"));
    store.room = 0;
    expect(shelf.save(document("One", "typed while it was full"))).toBe("failed");
    const again = tabOf(store, session);
    expect(again.load()).toMatchObject({ isKept: false, document: { cells: [{ text: "typed while it was full" }] } });
    expect(shelfOf(store).load()).toMatchObject({ isKept: true, document: { cells: [{ text: "stored" }] } });
    store.room = Number.POSITIVE_INFINITY;
    expect(again.save(document("One", "typed while it was full"))).toBe("saved");
    expect(again.openKey).toBe(shelf.openKey);
    expect(tabOf(store, session).load()).toMatchObject({ isKept: true });
  });

  test("is no more than what another tab has stored meanwhile: both stay", () => {
    const session = new Memory();
    const shelf = tabOf(store, session);
    shelf.save(document("One", "stored"));
    store.room = 0;
    shelf.save(document("One", "mine, while it was full"));
    store.room = Number.POSITIVE_INFINITY;
    const other = shelfOf(store);
    other.load();
    other.save(document("One", "theirs"));
    const again = tabOf(store, session);
    again.load();
    expect(again.save(document("One", "mine, while it was full"))).toBe("forked");
    expect(again.list()).toHaveLength(2);
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
  ])("is told of, where storage $what", ({ open }) => {
    const shelf = new Shelf(open, open);
    expect(shelf.isOpen).toBe(false);
    expect(shelf.load()).toEqual({ tag: "nothing" });
    expect(shelf.save(document("One"))).toBe("failed");
    expect(shelf.begin(document("Two"))).toBe("failed");
    expect(shelf.adopt()).toBeUndefined();
    expect(shelf.list()).toEqual([]);
    expect(shelf.versions()).toEqual([]);
    expect(shelf.isGone).toBe(false);
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
