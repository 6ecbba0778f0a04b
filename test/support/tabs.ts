// Tabs as the page runs them, without the page: five in one browser, whose transactions and messages come late and in any order.
import { decodeDocument } from "../../app/document/codec.ts";
import { type Document, programCell, withCell } from "../../app/document/document.ts";
import type { Database, Rows, WritableRows } from "../../app/document/shelf/database.ts";
import { Shelf } from "../../app/document/shelf/shelf.ts";
import type { Store } from "../../app/document/shelf/storage.ts";
import { Browser, Memory, PLAIN } from "./stores.ts";

const MANY_TABS = 5;
const EMPTY: Document = { title: "", cells: [programCell("cell-1", "")] };

/** A page that was loaded in a tab; what it waits for when it ends does not come, or comes and finds nobody. */
interface Page {
  readonly shelf: Shelf;
  isDead: boolean;
  /** Whether it takes a document away: what is in that goes with it. */
  isRemoving: boolean;
}

interface Tab {
  /** The storage of the tab alone; it survives a reload. */
  session: Memory;
  page: Page | undefined;
  document: Document;
  before: Document | undefined;
  /** Whether something was typed that is not saved. */
  isDirty: boolean;
  /** Its pending work; it can be typed in meanwhile, but for the time it loads. */
  busy: "nothing" | "loading" | "something";
  /** Keys of documents that others have changed. */
  events: string[];
}

/** A transaction that a page has asked for and that has not begun. */
interface Waiting {
  readonly page: Page;
  begin(): void;
}

/** Marks in a text or a stored document. Each is typed once, and is nowhere else. */
function marksIn(text: unknown): readonly string[] {
  return typeof text === "string" ? (text.match(/m\d+;/g) ?? []) : [];
}

/** A day's work in five tabs, as a list of numbers decides it. */
export class Day {
  /** The marks that a tab was told are saved, or will be found. */
  readonly saved = new Set<string>();
  forks = 0;
  /** Pages that were closed with something that was noted only. */
  noted = 0;
  private readonly browser = new Browser(PLAIN);
  /** The marks that the user took away: deleted with a document, or undone. */
  private readonly taken = new Set<string>();
  /** The keys that new documents got. */
  private readonly begun = new Set<string>();
  private readonly tabs: readonly Tab[];
  private readonly waiting: Waiting[] = [];
  private readonly numbers: readonly number[];
  private readonly pass: (milliseconds: number) => void;
  private at = 0;
  private marks = 0;

  /** `pass` lets time pass. */
  constructor(numbers: readonly number[], pass: (milliseconds: number) => void) {
    this.numbers = numbers;
    this.pass = pass;
    this.tabs = Array.from(
      { length: MANY_TABS },
      (): Tab => ({
        session: new Memory(),
        page: undefined,
        document: EMPTY,
        before: undefined,
        isDirty: false,
        busy: "nothing",
        events: [],
      }),
    );
  }

  async live(): Promise<void> {
    while (this.at < this.numbers.length) {
      this.pass(this.choose(40) === 1 ? 61_000 : 10);
      this.step(this.tabs[this.choose(MANY_TABS)]!);
      await quiet();
      // what was asked for begins, in any order
      for (let many = this.choose(6); many > 0 && this.waiting.length > 0; many--) {
        this.beginOne();
        await quiet();
      }
      if (this.choose(30) === 0) this.troubleStorage();
    }
    const { database, local } = this.browser;
    database.isBlocked = false;
    database.room = Number.POSITIVE_INFINITY;
    local.isBlocked = false;
    local.room = Number.POSITIVE_INFINITY;
    // what is under way ends, and whoever comes next finds the rest
    while (this.waiting.length > 0) {
      this.beginOne();
      await quiet();
    }
    for (const { session } of this.tabs) await this.browser.tab(session).load();
  }

  /** Marks that were saved, not taken away by the user, and in no document. */
  missing(): readonly string[] {
    const found = new Set<string>();
    for (const raw of this.browser.database.rows("texts").values())
      if (typeof raw === "string" && decodeDocument(raw).tag === "ok") for (const mark of marksIn(raw)) found.add(mark);
    return [...this.saved].filter((mark) => !found.has(mark) && !this.taken.has(mark));
  }

  /** A number below `most`; 0 when the day is over. */
  private choose(most: number): number {
    return (this.numbers[this.at++] ?? 0) % most;
  }

  private beginOne(): void {
    const [one] = this.waiting.splice(this.choose(this.waiting.length), 1);
    one?.begin();
  }

  private troubleStorage(): void {
    const { database, local } = this.browser;
    database.isBlocked = false;
    database.room = Number.POSITIVE_INFINITY;
    local.isBlocked = false;
    const kind = this.choose(5);
    if (kind === 0) database.isBlocked = true;
    if (kind === 1) database.room = database.used + this.choose(300);
    if (kind === 2) local.isBlocked = true;
  }

  /** One thing that a user does in a tab, or that happens to it. */
  private step(tab: Tab): void {
    const { page } = tab;
    if (page === undefined) return this.reopen(tab);
    const kind = this.choose(20);
    if (kind >= 18) return this.close(tab, page, kind === 18);
    if (tab.busy === "loading") return undefined;
    if (kind < 7) return this.type(tab);
    if (kind < 11) return this.save(tab, page);
    if (kind < 14) return this.hear(tab, page);
    if (kind === 17) return this.undo(tab);
    // another document takes the place of one that is saved
    if (tab.isDirty || tab.busy !== "nothing") return this.save(tab, page);
    if (kind === 14) return this.begin(tab, page);
    if (kind === 15) return this.take(tab, page);
    return this.remove(tab, page);
  }

  private type(tab: Tab): void {
    tab.before = tab.document;
    const mark = `m${++this.marks};`;
    tab.document = withCell(tab.document, tab.document.cells[0]!.id, (cell) => ({ ...cell, text: cell.text + mark }));
    tab.isDirty = true;
  }

  /** As `saveHere` of the page. */
  private save(tab: Tab, page: Page): void {
    if (tab.busy !== "nothing" || !tab.isDirty) return;
    const { document } = tab;
    const before = page.shelf.openKey;
    this.during(tab, page, page.shelf.save(document), (kept) => {
      if (kept === "failed") return;
      tab.isDirty = tab.document !== document;
      const key = page.shelf.openKey;
      if (key !== before) {
        if (this.begun.has(key)) throw new Error(`${key} was taken already`);
        this.begun.add(key);
      }
      if (kept === "forked") this.forks++;
      this.keep(document);
    });
  }

  private keep(document: Document): void {
    for (const mark of marksIn(document.cells[0]!.text)) this.saved.add(mark);
  }

  /** As `follow` of the page. */
  private hear(tab: Tab, page: Page): void {
    if (tab.events.length === 0) return;
    const [key] = tab.events.splice(this.choose(tab.events.length), 1);
    const { document } = tab;
    const isFree = (): boolean => !tab.isDirty && tab.document === document;
    if (key !== page.shelf.openKey || tab.busy !== "nothing" || !isFree()) return;
    this.during(tab, page, page.shelf.adopt(isFree), (found) => {
      if (found.tag !== "changed" || !isFree()) return;
      tab.before = undefined;
      tab.document = found.document;
    });
  }

  private begin(tab: Tab, page: Page): void {
    page.shelf.leave();
    tab.document = EMPTY;
    this.type(tab);
    tab.before = undefined;
    this.save(tab, page);
  }

  private take(tab: Tab, page: Page): void {
    this.during(tab, page, this.entry(page), (key) => {
      if (key === undefined || tab.isDirty) return;
      this.during(tab, page, page.shelf.find(key), (found) => {
        if (found.tag !== "document" || tab.isDirty) return;
        page.shelf.open(found);
        tab.before = undefined;
        tab.document = found.document;
      });
    });
  }

  private remove(tab: Tab, page: Page): void {
    this.during(tab, page, this.entry(page), (key) => {
      if (key === undefined || this.choose(2) === 0) return;
      page.isRemoving = true;
      this.during(tab, page, page.shelf.remove(key), () => {
        page.isRemoving = false;
      });
    });
  }

  private async entry({ shelf }: Page): Promise<string | undefined> {
    const list = await shelf.list();
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

  /** Closes a tab, which notes what is typed; or it is killed: what is not saved is gone. What was asked for comes to its end or not. */
  private close(tab: Tab, page: Page, isKilled: boolean): void {
    if (!isKilled && tab.isDirty && tab.busy !== "loading" && page.shelf.note(tab.document)) {
      this.keep(tab.document);
      this.noted++;
    }
    page.isDead = true;
    for (const one of this.waiting.filter((waiting) => waiting.page === page))
      if (this.choose(2) === 0) this.waiting.splice(this.waiting.indexOf(one), 1);
    tab.page = undefined;
    tab.events = [];
    tab.isDirty = false;
    tab.busy = "nothing";
    if (this.choose(2) === 0) tab.session = new Memory();
  }

  private reopen(tab: Tab): void {
    tab.events = [];
    tab.before = undefined;
    const page = this.pageIn(tab);
    tab.page = page;
    this.during(tab, page, page.shelf.load(), (found) => {
      tab.document = found.tag === "document" ? found.document : EMPTY;
      tab.isDirty = found.tag === "document" && !found.isKept;
    });
    tab.busy = "loading";
  }

  private pageIn(tab: Tab): Page {
    const page: Page = {
      isDead: false,
      isRemoving: false,
      shelf: new Shelf({
        database: this.late(() => page),
        local: () => alive(this.browser.local, () => page.isDead),
        session: () => alive(tab.session, () => page.isDead),
        tell: (key) => {
          for (const other of this.tabs) if (other !== tab && other.page !== undefined) other.events.push(key);
        },
        packing: PLAIN,
      }),
    };
    return page;
  }

  /** Goes on when something has come to its end, unless the page has ended before. */
  private during<T>(tab: Tab, page: Page, promise: Promise<T>, then: (result: T) => void): void {
    tab.busy = "something";
    void promise.then((result) => {
      if (page.isDead) return;
      tab.busy = "nothing";
      then(result);
    });
  }

  /** The database as a page has it: what it asks for begins when it is its turn. */
  private late(pageOf: () => Page): Database {
    const { database } = this.browser;
    const turn = (): Promise<void> => {
      const page = pageOf();
      // who is gone asks for nothing
      if (page.isDead) return new Promise(() => undefined);
      return new Promise((begin) => this.waiting.push({ page, begin }));
    };
    return {
      read: async <T>(work: (rows: Rows) => Promise<T>) => {
        await turn();
        return database.read(work);
      },
      write: async <T>(work: (rows: WritableRows) => Promise<T>) => {
        await turn();
        if (!pageOf().isRemoving) return database.write(work);
        const removed: string[] = [];
        const result = await database.write((rows) =>
          work({
            ...rows,
            delete: async (table, key) => {
              removed.push(...marksIn(await rows.get(table, key)));
              await rows.delete(table, key);
            },
          }),
        );
        for (const mark of removed) this.taken.add(mark);
        return result;
      },
    };
  }
}

/** Storage as a page has it, which cannot write when it has ended. */
function alive(store: Memory, isDead: () => boolean): Store {
  return {
    get length() {
      return store.length;
    },
    key: (index) => store.key(index),
    getItem: (name) => store.getItem(name),
    setItem: (name, value) => {
      if (!isDead()) store.setItem(name, value);
    },
    removeItem: (name) => {
      if (!isDead()) store.removeItem(name);
    },
  };
}

/** Nothing goes on without a transaction that begins. */
function quiet(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
