// The worker's messages: large arrays are handed over as copies, everything else stays as it is.
import { expect, test } from "vitest";
import { packed } from "../../engine/worker/parcel.ts";

test("large arrays are handed over once, and their owner keeps them", () => {
  const values = new Float64Array(10_000).map((_, index) => index);
  const part = values.subarray(0, 5000);
  const kept = { title: "z", list: [1, 2, { deep: new Uint8Array(8) }] };
  const answer = { graph: { values, part, again: values }, kept, none: undefined, empty: null };
  const { value, transfer } = packed(answer);
  expect(transfer.length).toBe(2);
  const received = structuredClone(value, { transfer: [...transfer] });
  expect(received).toEqual(answer);
  expect(received.graph.again).toBe(received.graph.values);
  // a part of an array takes only that part with it
  expect(received.graph.part.buffer.byteLength).toBe(5000 * 8);
  expect(values.length).toBe(10_000);
  expect(value.kept).toBe(kept);
});

test("what has no large arrays is sent as it is; shared memory stays shared", () => {
  for (const value of [1, "text", null, undefined, [1, 2], { a: { b: [] } }, new Map([[1, 2]]), new Float64Array(3)])
    expect(packed(value)).toEqual({ value, transfer: [] });
  const shared = new Float64Array(new SharedArrayBuffer(80_000));
  expect(packed({ shared }).value.shared).toBe(shared);
});
