import { present } from "./nth.ts";
// Recent results, by a key of all their inputs: answers come sooner, and are the same.

/** Remembers values by their keys, the latest of them. */
export class Remembered<Value> {
  private readonly values = new Map<string, Value>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  /** The value of a key; undefined where it is not remembered. */
  get(key: string): Value | undefined {
    const value = this.values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  /** Remembers a value; forgets the one that was asked for least lately where there are too many. */
  set(key: string, value: Value): void {
    this.values.delete(key);
    this.values.set(key, value);
    if (this.values.size > this.most) this.values.delete(present(this.values.keys().next().value));
  }
}
