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
      this.store = undefined;
    }
  }

  /** Whether it can be looked into at all; it may be full. */
  get isOpen(): boolean {
    try {
      this.store?.getItem("");
      return this.store !== undefined;
    } catch {
      return false;
    }
  }

  read(name: string): string | null {
    try {
      return this.store?.getItem(name) ?? null;
    } catch {
      return null;
    }
  }

  write(name: string, value: string): boolean {
    if (this.store === undefined) return false;
    try {
      this.store.setItem(name, value);
      return true;
    } catch {
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
      return [];
    }
  }
}

/** The name of the first document; others have their key behind a dot. */
const DOCUMENT_NAME = "dualscope.document";

/** The name under which the store has the document with a key. */
export function documentName(key: string): string {
  return key === "" ? DOCUMENT_NAME : `${DOCUMENT_NAME}.${key}`;
}

/** The key of the document with a name; undefined where the name is that of something else. */
export function documentKey(name: string): string | undefined {
  if (name === DOCUMENT_NAME) return "";
  const prefix = `${DOCUMENT_NAME}.`;
  return name.startsWith(prefix) && name !== prefix ? name.slice(prefix.length) : undefined;
}

/** Whether a name is one that builds before the database kept documents under. */
export function isOfEarlier(name: string): boolean {
  return /^dualscope\.(?:document|saved|version|history|draft)/.test(name);
}

/** The value of JSON; undefined where it is damaged, or there is none. */
export function parsed(raw: string | null): unknown {
  try {
    return raw === null ? undefined : JSON.parse(raw);
  } catch {
    return undefined;
  }
}

/** A number that nothing has taken yet in any tab, as digits; the tabs need not ask each other. */
export function freshNumber(): string {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return String((BigInt(high ?? 0) << 32n) | BigInt(low ?? 0));
}
