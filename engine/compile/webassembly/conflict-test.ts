// The test before a loop: whether rounds can be computed two at a time, because no two of them touch the same element.
import { I32 } from "./encoder.ts";
import type { Conflict, Stride } from "./lanes.ts";
import type { Operands } from "./operands.ts";

/**
 * Leaves on the stack whether no two rounds touch the same element. The places are those of the lowest round, whose number is in a local
 * variable.
 */
export function testConflicts(o: Operands, conflicts: readonly Conflict[], low: number): void {
  const { body } = o;
  const last = body.local(I32);
  // the rounds but one
  body.get(o.plan.isDown ? 0 : o.end);
  body.get(low);
  body.do("i32.sub");
  if (!o.plan.isDown) {
    body.integer(1);
    body.do("i32.sub");
  }
  body.set(last);
  body.integer(1);
  for (const { one, other, isOrdered } of conflicts) {
    const [a, b] = [o.stride(one), o.stride(other)];
    if (isSame(a, b)) testDistance(o, one, other, a, isOrdered);
    else testApart(o, one, other, last);
    body.do("i32.and");
  }
}

/** Places that go on by the same stride: one round apart or not. */
function testDistance(o: Operands, one: number, other: number, stride: Stride, isOrdered: boolean): void {
  const { body } = o;
  for (const [a, b] of [
    [one, other],
    [other, one],
  ] as const) {
    o.get(a);
    o.getStride(stride);
    body.do("i32.add");
    o.get(b);
    body.do("i32.ne");
  }
  body.do("i32.and");
  if (!isOrdered) return;
  o.get(one);
  o.get(other);
  body.do("i32.ne");
  body.do("i32.and");
}

/** Whether all places of one access are before all of the other, or behind. */
function testApart(o: Operands, one: number, other: number, last: number): void {
  const { body } = o;
  const [a, b] = [range(o, one, last), range(o, other, last)];
  body.get(a.high);
  body.get(b.low);
  body.do("i32.lt_s");
  body.get(b.high);
  body.get(a.low);
  body.do("i32.lt_s");
  body.do("i32.or");
}

function range(o: Operands, place: number, last: number): { readonly low: number; readonly high: number } {
  const { body } = o;
  const [end, low, high] = [body.local(I32), body.local(I32), body.local(I32)];
  o.get(place);
  o.getStride(o.stride(place));
  body.get(last);
  body.do("i32.mul");
  body.do("i32.add");
  body.set(end);
  for (const [result, isLow] of [
    [low, true],
    [high, false],
  ] as const) {
    if (isLow) o.get(place);
    body.get(end);
    if (!isLow) o.get(place);
    o.get(place);
    body.get(end);
    body.do("i32.lt_s");
    body.do("select");
    body.set(result);
  }
  return { low, high };
}

function isSame(a: Stride, b: Stride): boolean {
  return typeof a === "number" || typeof b === "number" ? a === b : a.of === b.of;
}
