// Stores for tests: with little room, and with a process that is killed at one of its writes.
import type { Store } from "../../app/document/storage.ts";

/** A store with as much room as it is given, in letters of its values. */
export class Memory implements Store {
  readonly items = new Map<string, string>();
  room = Number.POSITIVE_INFINITY;
  /** Whether every access throws, as where a user forbids storage. */
  isBlocked = false;
  private used = 0;
  private names: readonly string[] | undefined;

  get length(): number {
    this.look();
    return this.items.size;
  }

  key(index: number): string | null {
    this.look();
    this.names ??= [...this.items.keys()];
    return this.names[index] ?? null;
  }

  getItem(name: string): string | null {
    this.look();
    return this.items.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    this.look();
    const before = this.items.get(name);
    const used = this.used + value.length - (before?.length ?? 0);
    if (used > this.room && value.length > (before?.length ?? 0)) throw new Error("QuotaExceededError");
    if (before === undefined) this.names = undefined;
    this.items.set(name, value);
    this.used = used;
  }

  removeItem(name: string): void {
    this.look();
    this.used -= this.items.get(name)?.length ?? 0;
    this.names = undefined;
    this.items.delete(name);
  }

  private look(): void {
    if (this.isBlocked) throw new Error("SecurityError");
  }
}

/** A process that may die at one of its writes: that one and all that follow have no effect; or just that one fails. */
export class Mortal implements Store {
  writes = 0;
  isDead = false;
  private readonly store: Memory;
  private readonly at: number;
  private readonly dies: boolean;

  constructor(store: Memory, at: number, dies: boolean) {
    this.store = store;
    this.at = at;
    this.dies = dies;
  }

  get length(): number {
    return this.store.length;
  }

  key(index: number): string | null {
    return this.store.key(index);
  }

  getItem(name: string): string | null {
    return this.store.getItem(name);
  }

  setItem(name: string, value: string): void {
    this.live();
    this.store.setItem(name, value);
  }

  removeItem(name: string): void {
    this.live();
    this.store.removeItem(name);
  }

  private live(): void {
    const isHere = ++this.writes === this.at;
    this.isDead ||= isHere && this.dies;
    if (isHere || this.isDead) throw new Error(this.isDead ? "killed" : "failed");
  }
}
