// The shelf: several documents, their versions, two tabs on one of them, and storage that fails.
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  type Document,
  programCell,
  proseCell,
  textsAbove,
  withMovedCell,
  withNewCell,
  withoutCell,
} from "../../app/document/document.ts";
import { Shelf, type Store } from "../../app/document/shelf.ts";

class Memory implements Store {
  readonly items = new Map<string, string>();
  room = Number.POSITIVE_INFINITY;
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    const others = [...this.items].filter(([name]) => name !== key).reduce((sum, [, one]) => sum + one.length, 0);
    if (others + value.length > this.room) throw new Error("QuotaExceededError");
    this.items.set(key, value);
  }
  removeItem(key: string): void {
    this.items.delete(key);
  }
}

const document = (title: string, text = "def main x = x"): Document => ({
  title,
  cells: [programCell("cell-1", text)],
});
let store: Memory;
/** A shelf as a tab of its own has it. */
const shelfOf = (shared: Memory): Shelf => new Shelf(shared, new Memory());

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
    expect(shelf.list().map(({ title }) => title)).toEqual(["Two", "One"]);
    const later = shelfOf(store);
    expect(later.load()).toMatchObject({ tag: "document", document: { title: "Two" } });
    expect(later.take("")).toMatchObject({ tag: "document", document: { title: "One" } });
    later.remove("2");
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
    // from then on they are two, however often they are saved
    for (let round = 0; round < 5; round++) {
      expect(theirs.save(document("Shared", `theirs ${round}`))).toBe("saved");
      expect(mine.save(document("Shared", `mine ${round}`))).toBe("saved");
    }
    expect(mine.list()).toHaveLength(2);
    expect(mine.take("")).toMatchObject({ document: { cells: [{ text: "theirs 4" }] } });
    expect(mine.take("2")).toMatchObject({ document: { cells: [{ text: "mine 4" }] } });
  });

  test("that cannot be read are left alone, each of them", () => {
    store.setItem("dualscope.document", "broken");
    store.setItem("dualscope.document.2", JSON.stringify({ format: "dualscope-document", version: 99, cells: [] }));
    const shelf = shelfOf(store);
    expect(shelf.load()).toMatchObject({ tag: "unreadable", name: "dualscope.document" });
    expect(shelf.save(document("New"))).toBe("saved");
    expect(shelf.openKey).toBe("3");
    expect(shelf.take("2")).toMatchObject({ tag: "unreadable", name: "dualscope.document.2" });
    shelf.save(document("New, changed"));
    expect(store.getItem("dualscope.document")).toBe("broken");
    expect(store.getItem("dualscope.document.2")).toContain("99");
  });

  test("stay open in their tab", () => {
    const [session, shelf] = [new Memory(), shelfOf(store)];
    shelf.save(document("One"));
    const tab = new Shelf(store, session);
    tab.begin(document("Two"));
    shelf.take("");
    expect(shelfOf(store).load()).toMatchObject({ document: { title: "One" } });
    expect(new Shelf(store, session).load()).toMatchObject({ document: { title: "Two" } });
  });

  test("are worth more than versions, where room is short", () => {
    const shelf = shelfOf(store);
    shelf.save(document("One", "a".repeat(1000)));
    for (let i = 0; i < 10; i++) shelf.keepVersion(document("One", randomText(i)), true);
    store.room = 12_000;
    expect(shelf.save(document("One", "b".repeat(8000)))).toBe("saved");
    expect(shelfOf(store).load()).toMatchObject({ document: { cells: [{ text: "b".repeat(8000) }] } });
    store.room = 1000;
    const kept = shelf.versions().length;
    expect(shelf.save(document("One", "c".repeat(9000)))).toBe("failed");
    expect(shelf.versions()).toHaveLength(kept);
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
