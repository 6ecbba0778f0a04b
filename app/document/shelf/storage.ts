// Texts by name, as the browser keeps them for all tabs or for one. It may be absent, blocked or full.

/** The used part of the DOM's Storage. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** A store for one visit. */
export class ForgetfulStore implements Store {
  private readonly items = new Map<string, string>();

  get length(): number {
    return this.items.size;
  }

  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }

  removeItem(key: string): void {
    this.items.delete(key);
  }
}

/** A store that never throws: unreadable items are not there, and a failed write is `false`. */
export class SafeStore {
  private readonly store: Store | undefined;

  /** Takes what `open` gives; a browser that forbids storage throws there already. */
  constructor(open: () => Store | undefined) {
    try {
      this.store = open();
    } catch {
      // forbidden: as if there were none
      this.store = undefined;
    }
  }

  read(name: string): string | null {
    try {
      return this.store?.getItem(name) ?? null;
    } catch {
      // what cannot be read is not there
      return null;
    }
  }

  write(name: string, value: string): boolean {
    if (this.store === undefined) return false;
    try {
      this.store.setItem(name, value);
      return true;
    } catch {
      // full or forbidden: the caller hears of it
      return false;
    }
  }

  erase(name: string): void {
    try {
      this.store?.removeItem(name);
    } catch {
      // if it fails, the item stays
    }
  }

  /** The names of all there is. */
  names(): readonly string[] {
    try {
      const { store } = this;
      const names = Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index));
      return names.filter((name) => typeof name === "string");
    } catch {
      // what cannot be read is not there
      return [];
    }
  }
}

/** The name, in notices and of files, of a document that cannot be read. */
export function documentName(key: string): string {
  return key === "" ? "dualscope.document" : `dualscope.document.${key}`;
}

/** A number that nothing has taken yet in any tab, as digits; the tabs need not ask each other. */
export function freshNumber(): string {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return String((BigInt(high ?? 0) << 32n) | BigInt(low ?? 0));
}
