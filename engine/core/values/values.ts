// Run-time values. A Real or an Int is a number, a tuple an array; everything else is an object of a class below.

import { nth } from "../../base/nth.ts";
import type { Watch } from "../../base/watch.ts";

/** Opaque to all but the evaluator: closures, forward-mode scalars, mutable arrays. */
export abstract class Opaque {
  abstract readonly what: string;
}

/** A value of a run, of any type; what it means follows from its type. A unit is an empty tuple. */
export type Value = number | readonly Value[] | DataValue | ArrayValue | Opaque;

/** A constructor applied to its fields. `con` is the constructor's name, unique within its data type. */
export class DataValue {
  readonly con: string;
  /** Written only while the value is made. */
  readonly fields: Value[];
  /** The number of the scalar whose backpropagator it is, in the run that made it; -1 for other data. */
  number: number;
  constructor(con: string, fields: Value[]) {
    this.con = con;
    this.fields = fields;
    this.number = -1;
  }
}

/** A Dual `Array`. Immutable once made. */
export class ArrayValue {
  readonly items: Value[];
  constructor(items: Value[]) {
    this.items = items;
  }
}

const NO_FIELDS: Value[] = [];
/** The empty list, made once for all uses. */
export const NIL_VALUE = new DataValue("[]", NO_FIELDS);
/** The truth value True, as comparisons give it. */
export const TRUE_VALUE = new DataValue("True", NO_FIELDS);
/** The truth value False, as comparisons give it. */
export const FALSE_VALUE = new DataValue("False", NO_FIELDS);
/** The unit, (). */
export const UNIT_VALUE: Value = [];

/** A list by its first element and the rest. */
export function cons(head: Value, tail: Value): DataValue {
  return new DataValue("::", [head, tail]);
}

/** A list value of the items. */
export function listValue(items: readonly Value[], watch: Watch): Value {
  let list: Value = NIL_VALUE;
  for (let i = items.length - 1; i >= 0; i--) {
    watch.step();
    list = cons(nth(items, i), list);
  }
  return list;
}

/** The items of a list value. */
export function listItems(list: Value, watch: Watch): Value[] {
  const items: Value[] = [];
  for (let at = list as DataValue; at.fields.length > 0; at = at.fields[1] as DataValue) {
    watch.step();
    items.push(nth(at.fields, 0));
  }
  return items;
}
