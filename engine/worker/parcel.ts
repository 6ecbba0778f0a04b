import { nth } from "../base/nth.ts";

// An answer as it is sent: its large arrays are copied here and handed over, so that the page does not spend its time on a copy.

/** Bytes from which an array is handed over. */
const LARGE = 1 << 14;

/** How deep arrays are looked for, and in how long lists. */
const [DEEPEST, LONGEST] = [5, 64];

/** The arguments of `postMessage`: the value, and the buffers that are handed over and not copied. */
export interface Parcel<T> {
  /** The same value, with copies of its large arrays. */
  readonly value: T;
  /** The buffers of these copies. */
  readonly transfer: readonly ArrayBuffer[];
}

/** Packs a value for `postMessage`. What the sender keeps is left as it is. */
export function packed<T>(value: T): Parcel<T> {
  const copies = new Map<object, ArrayBufferView<ArrayBuffer>>();
  return { value: repacked(value, DEEPEST, copies) as T, transfer: [...copies.values()].map(({ buffer }) => buffer) };
}

function repacked(value: unknown, deep: number, copies: Map<object, ArrayBufferView<ArrayBuffer>>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (ArrayBuffer.isView(value)) return copied(value, copies);
  if (deep === 0 || Object.keys(value).length > LONGEST) return value;
  if (Array.isArray(value)) {
    const all = value.map((one) => repacked(one, deep - 1, copies));
    return all.some((one, at) => one !== value[at]) ? all : value;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const before = Object.entries(value);
  const after = before.map(([name, one]) => [name, repacked(one, deep - 1, copies)] as const);
  return after.some(([, one], at) => one !== nth(before, at)[1]) ? Object.fromEntries(after) : value;
}

function copied(view: ArrayBufferView, copies: Map<object, ArrayBufferView<ArrayBuffer>>): ArrayBufferView {
  // memory that is shared stays where it is
  if (view.byteLength < LARGE || !(view.buffer instanceof ArrayBuffer) || view instanceof DataView) return view;
  const copy = copies.get(view) ?? (view as Float64Array<ArrayBuffer>).slice();
  copies.set(view, copy);
  return copy;
}
