// Tabs as the page runs them, without the page: five on one storage, whose events come late and in any order.
import { decodeDocument } from "../../app/document/codec.ts";
import { unpacked } from "../../app/document/compress.ts";
import { type Document, programCell, withCell } from "../../app/document/document.ts";
import { Shelf } from "../../app/document/shelf.ts";
import { documentKey, documentName, type Store } from "../../app/document/storage.ts";
import { Memory } from "./stores.ts";

const MANY_TABS = 5;
const EMPTY: Document = { title: "", cells: [programCell("cell-1", "")] };

/** What a tab hears of another one's write. */
interface Heard {
  readonly name: string;
  readonly value: string | null;
}

/** What a tab does; `save` until the document is written. */
type Action = "save" | "remove" | "other";

interface Tab {
  readonly number: number;
  /** What the browser keeps for the tab alone; it survives a reload. */
  session: Memory;
  shelf: Shelf | undefined;
  document: Document;
  before: Document | undefined;
  /** Whether something was typed that is not saved. */
  isDirty: boolean;
  events: Heard[];
  /** What it does, or did last; and whether it is in the middle of that. */
  action: Action;
  isBusy: boolean;
}

/** What marks a text or a stored document has. Each is typed once, and is nowhere else. */
function marksIn(text: string): readonly string[] {
  return text.match(/m\d+;/g) ?? [];
}

/** A day's work in five tabs, as a list of numbers decides it. */
export class Day {
  /** The marks that a tab was told are saved. */
  readonly saved = new Set<string>();
  forks = 0;
  private readonly store = new Memory();
  /** The marks that the user took away: deleted with a document, or undone. */
  private readonly taken = new Set<string>();
  /** The keys that new documents got. */
  private readonly begun = new Set<string>();
  private readonly tabs: readonly Tab[];
  private readonly numbers: readonly number[];
  private readonly crosses: boolean;
  private readonly pass: (milliseconds: number) => void;
  private at = 0;
  private marks = 0;
  /** Whether one tab is at work in the middle of what another one does. */
  private isNested = false;

  /** `crosses`: a tab may write between another one's look at a document and its write. `pass` lets time pass. */
  constructor(numbers: readonly number[], crosses: boolean, pass: (milliseconds: number) => void) {
    this.numbers = numbers;
    this.crosses = crosses;
    this.pass = pass;
    this.tabs = Array.from(
      { length: MANY_TABS },
      (_, number): Tab => ({
        number,
        session: new Memory(),
        shelf: undefined,
        document: EMPTY,
        before: undefined,
        isDirty: false,
        events: [],
        action: "other",
        isBusy: false,
      }),
    );
  }

  live(): void {
    while (this.at < this.numbers.length) {
      const isLong = this.choose(40) === 1;
      // what crossed has arrived long before
      if (isLong && this.crosses) for (const tab of this.tabs) this.hearAll(tab);
      this.pass(isLong ? 61_000 : 10);
      this.step(this.tabs[this.choose(MANY_TABS)]!);
      if (!this.crosses && this.choose(30) === 0) this.troubleStorage();
    }
    this.store.isBlocked = false;
    // what is under way arrives
    while (this.tabs.some((tab) => tab.shelf !== undefined && tab.events.length > 0))
      for (const tab of this.tabs) this.hearAll(tab);
  }

  /** What was saved and not taken away by the user, and is not to be found. */
  missing(where: "documents" | "documents and versions"): readonly string[] {
    const found = new Set<string>();
    for (const [name, value] of this.store.items) {
      if (documentKey(name) !== undefined && decodeDocument(value).tag === "ok")
        for (const mark of marksIn(value)) found.add(mark);
      if (where !== "documents" && name.startsWith("dualscope.version."))
        for (const mark of marksIn(unpacked(value) ?? "")) found.add(mark);
    }
    return [...this.saved].filter((mark) => !found.has(mark) && !this.taken.has(mark));
  }

  /** A number below `most`; 0 when the day is over. */
  private choose(most: number): number {
    return (this.numbers[this.at++] ?? 0) % most;
  }

  private troubleStorage(): void {
    const used = [...this.store.items.values()].reduce((sum, { length }) => sum + length, 0);
    this.store.isBlocked = false;
    this.store.room = Number.POSITIVE_INFINITY;
    const kind = this.choose(4);
    if (kind === 0) this.store.isBlocked = true;
    if (kind === 1) this.store.room = used + this.choose(300);
  }

  /** One thing that a user does in a tab, or that happens to it. */
  private step(tab: Tab): void {
    const { shelf } = tab;
    if (shelf === undefined) return this.reopen(tab);
    const kind = this.choose(20);
    if (kind < 7) return this.type(tab);
    if (kind < 11) return void this.save(tab, false);
    if (kind < 14) return this.hear(tab);
    if (kind === 14) return this.begin(tab);
    if (kind === 15) return this.take(tab, shelf);
    if (kind === 16) return this.remove(tab, shelf);
    if (kind === 17) return this.undo(tab);
    return this.close(tab, kind === 18);
  }

  private type(tab: Tab): void {
    tab.before = tab.document;
    const mark = `m${++this.marks};`;
    tab.document = withCell(tab.document, tab.document.cells[0]!.id, (cell) => ({ ...cell, text: cell.text + mark }));
    tab.isDirty = true;
  }

  /** As `saveHere` of the page; gives whether all that was typed is stored. */
  private save(tab: Tab, began: boolean): boolean {
    const { shelf, document } = tab;
    if (shelf === undefined || !(tab.isDirty || began)) return true;
    const before = shelf.openKey;
    const kept = this.during(tab, "save", () => (began ? shelf.begin(document) : shelf.save(document)));
    if (kept === "failed") {
      tab.isDirty = true;
      return false;
    }
    tab.isDirty = false;
    if (shelf.openKey !== before) {
      if (this.begun.has(shelf.openKey) && kept === "forked") throw new Error(`${shelf.openKey} was taken already`);
      this.begun.add(shelf.openKey);
    }
    if (kept === "forked") this.forks++;
    for (const mark of marksIn(document.cells[0]!.text)) this.saved.add(mark);
    return true;
  }

  private hear(tab: Tab): void {
    if (tab.events.length > 0) this.hearOne(tab, this.choose(tab.events.length));
  }

  private hearAll(tab: Tab): void {
    while (tab.shelf !== undefined && tab.events.length > 0) this.hearOne(tab, this.choose(tab.events.length));
  }

  /** As `startSharing` of the page. */
  private hearOne(tab: Tab, index: number): void {
    const { shelf } = tab;
    const [event] = tab.events.splice(index, 1);
    if (shelf === undefined || event?.name !== documentName(shelf.openKey)) return;
    const { value } = event;
    this.during(tab, "other", () => {
      if (value !== null) shelf.hear(value);
      if (tab.isDirty || shelf.isGone) return;
      const other = shelf.adopt();
      if (other === undefined) return;
      tab.before = undefined;
      tab.document = other;
    });
  }

  private begin(tab: Tab): void {
    if (!this.save(tab, false)) return;
    this.settle(tab);
    tab.before = undefined;
    tab.document = EMPTY;
    this.type(tab);
    this.save(tab, true);
  }

  private take(tab: Tab, shelf: Shelf): void {
    if (!this.save(tab, false)) return;
    this.settle(tab);
    const entry = this.entry(tab, shelf);
    if (entry === undefined) return;
    const found = this.during(tab, "other", () => shelf.take(entry));
    if (found.tag !== "document") return;
    tab.before = undefined;
    tab.document = found.document;
  }

  private remove(tab: Tab, shelf: Shelf): void {
    const entry = this.entry(tab, shelf);
    if (entry !== undefined && this.choose(2) === 0) this.during(tab, "remove", () => shelf.remove(entry));
  }

  private entry(tab: Tab, shelf: Shelf): string | undefined {
    const list = this.during(tab, "other", () => shelf.list());
    return list[this.choose(Math.max(1, list.length))]?.key;
  }

  private undo(tab: Tab): void {
    if (tab.before === undefined) return;
    const left = new Set(marksIn(tab.before.cells[0]!.text));
    for (const mark of marksIn(tab.document.cells[0]!.text)) if (!left.has(mark)) this.taken.add(mark);
    tab.document = tab.before;
    tab.before = undefined;
    tab.isDirty = true;
  }

  /** Closes a tab, which saves what is typed; or it is killed: what is not saved is gone. */
  private close(tab: Tab, isKilled: boolean): void {
    if (!isKilled) {
      this.save(tab, false);
      this.settle(tab);
    }
    tab.shelf = undefined;
    tab.events = [];
    tab.isDirty = false;
    if (this.choose(2) === 0) tab.session = new Memory();
    // who is killed hears nothing more of what crossed: that is up to the others, if they are not killed at the same moment
    if (!isKilled || !this.crosses) return;
    for (const other of this.tabs.filter(({ isBusy }) => !isBusy)) {
      this.save(other, false);
      this.hearAll(other);
    }
  }

  private reopen(tab: Tab): void {
    const shelf = new Shelf(
      () => this.view(tab),
      () => tab.session,
    );
    tab.events = [];
    tab.before = undefined;
    tab.shelf = shelf;
    const found = this.during(tab, "other", () => shelf.load());
    tab.document = found.tag === "document" ? found.document : EMPTY;
    tab.isDirty = found.tag === "document" && !found.isKept;
  }

  /** What was written at the same moment arrives sooner than a user can turn to something else. */
  private settle(tab: Tab): void {
    if (this.crosses) this.hearAll(tab);
  }

  private during<T>(tab: Tab, action: Action, act: () => T): T {
    tab.action = action;
    tab.isBusy = true;
    const given = act();
    tab.isBusy = false;
    return given;
  }

  /** The storage as a tab sees it: between any two accesses another tab may do something. */
  private view(tab: Tab): Store {
    const { store } = this;
    const meanwhile = (): void => this.meanwhile(tab);
    const tell = (name: string, value: string | null): void => {
      for (const other of this.tabs) if (other !== tab && other.shelf !== undefined) other.events.push({ name, value });
    };
    return {
      get length() {
        return store.length;
      },
      key: (index) => store.key(index),
      getItem: (name) => {
        meanwhile();
        return store.getItem(name);
      },
      setItem: (name, value) => {
        meanwhile();
        const before = store.getItem(name);
        store.setItem(name, value);
        // the document is written: from here on anything may happen in between
        if (documentKey(name) !== undefined) tab.action = "other";
        if (before !== value) tell(name, value);
      },
      removeItem: (name) => {
        meanwhile();
        const before = store.getItem(name);
        if (before === null) return;
        if (tab.action === "remove") {
          const text = name.startsWith("dualscope.version.") ? (unpacked(before) ?? "") : before;
          for (const mark of marksIn(text)) this.taken.add(mark);
        }
        store.removeItem(name);
        tell(name, null);
      },
    };
  }

  private meanwhile(tab: Tab): void {
    const isSaving = tab.action === "save";
    if (this.isNested || (isSaving && !this.crosses) || this.choose(isSaving ? 4 : 12) !== 1) return;
    this.isNested = true;
    const other = this.tabs[this.choose(MANY_TABS)]!;
    if (other !== tab) {
      // at the same moment, into the same document
      if (isSaving && other.shelf?.openKey === tab.shelf?.openKey) {
        this.type(other);
        this.save(other, false);
      } else this.step(other);
    }
    this.isNested = false;
  }
}
