// Places for values: the variables of a function at work, and what a closure captures.
import type { Value } from "../../core/values/values.ts";

const NONE = undefined as unknown as Value;

/** So many places. Arrays that are written out are made in half the time, and hold any value from the start on. */
export function newSlots(size: number): Value[] {
  switch (size) {
    case 0:
      return [];
    case 1:
      return [NONE];
    case 2:
      return [NONE, NONE];
    case 3:
      return [NONE, NONE, NONE];
    case 4:
      return [NONE, NONE, NONE, NONE];
    case 5:
      return [NONE, NONE, NONE, NONE, NONE];
    case 6:
      return [NONE, NONE, NONE, NONE, NONE, NONE];
    default: {
      const slots = [NONE, NONE, NONE, NONE, NONE, NONE, NONE];
      while (slots.length < size) slots.push(NONE);
      return slots;
    }
  }
}
