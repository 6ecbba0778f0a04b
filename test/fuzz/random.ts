// Chance from a seed: the same seed makes the same choices everywhere.

/** A generator of choices (sfc32). */
export class Random {
  readonly seed: number;
  private a = 0x9e3779b9;
  private b = 0x243f6a88;
  private c: number;
  private counter = 1;

  constructor(seed: number) {
    this.seed = seed;
    this.c = seed | 0;
    for (let round = 0; round < 12; round++) this.bits();
  }

  private bits(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** In [0, 1). */
  unit(): number {
    return this.bits() / 2 ** 32;
  }

  /** In [0, below). */
  below(below: number): number {
    return Math.floor(this.unit() * below);
  }

  /** From `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** One of the items, by their weights. */
  weighted<T>(items: readonly (readonly [number, T])[]): T {
    let left = this.unit() * items.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of items) {
      left -= weight;
      if (left < 0) return item;
    }
    return items.at(-1)![1];
  }

  /** So many things. */
  times<T>(count: number, one: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => one(index));
  }

  shuffled<T>(items: readonly T[]): T[] {
    const all = [...items];
    for (let at = all.length - 1; at > 0; at--) {
      const other = this.below(at + 1);
      [all[at], all[other]] = [all[other]!, all[at]!];
    }
    return all;
  }

  /** A seed for something that makes its own choices. */
  fork(): number {
    return this.bits();
  }
}
