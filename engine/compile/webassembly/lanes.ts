// How the rounds of a loop are computed two at a time: which values are the same in all rounds, which are computed in two lanes, and which
// depend on the round before, and are computed one after the other as without lanes. So all results have the same bits.
import { nth } from "../../base/nth.ts";
import type { Cells, Round, Value } from "./straight-code.ts";

/** How much a place grows from round to round: a number, or the value of the round with this number, which is the same in all rounds. */
export type Stride = number | { readonly of: number };

/**
 * Two accesses to elements, one of them a store at least; or a store with itself. In two rounds that are computed at a time, they must not be of
 * the same element.
 */
export interface Conflict {
  readonly one: number;
  readonly other: number;
  /** Nor may they be of the same element in one round: in lanes, what is serial comes after all else. */
  readonly isOrdered: boolean;
}

/** A loop's rounds in lanes. */
export interface Lanes {
  /** Values that are not the same in all rounds. */
  readonly varying: ReadonlySet<number>;
  /** Those of them that depend on the round before. */
  readonly serial: ReadonlySet<number>;
  /** Of places. */
  readonly strides: ReadonlyMap<number, Stride>;
  readonly conflicts: readonly Conflict[];
  /** The summand of each round in the sum whose order does not matter. */
  readonly summand: number | undefined;
}

/** The sum of what is sent to cells: it is looked at for being finite, so that its order does not matter. */
export const FREE_SUM = "z";

/** Pairs of accesses that are worth a test before a loop. */
const MOST_CONFLICTS = 40;

/** How rounds run in lanes; undefined where they do not, or where all of them depends on the round before. */
export function lanesOf(round: Round): Lanes | undefined {
  const summand = summandOf(round);
  const carried = new Set<number>();
  for (const [number, value] of round.values.entries()) {
    if (value.tag !== "before" || (value.name === FREE_SUM && summand !== undefined)) continue;
    const after = round.after.get(value.name);
    if (after !== undefined && after !== round.before.get(value.name)) carried.add(number);
  }
  const [varying, serial] = [new Set<number>(), new Set<number>()];
  const strides = new Map<number, Stride>();
  for (const part of round.parts) {
    if (part.tag === "store") continue;
    const { value: number } = part;
    const value = nth(round.values, number);
    const args = argsOf(value);
    if (carried.has(number) || args.some((arg) => serial.has(arg))) serial.add(number);
    const isFreeSum = summand !== undefined && number === round.after.get(FREE_SUM);
    if (isFreeSum || value.tag === "counter" || serial.has(number) || args.some((arg) => varying.has(arg)))
      varying.add(number);
    if (value.type !== "i32") continue;
    if (serial.has(number)) return undefined;
    const stride = varying.has(number) ? strideOf(value, round.values, strides) : 0;
    if (stride === undefined) return undefined;
    strides.set(number, stride);
  }
  // a summand that depends on the round before is added in its round
  const lanes = {
    varying,
    serial,
    strides,
    summand: summand !== undefined && serial.has(summand) ? undefined : summand,
  };
  const conflicts = conflictsOf(round, lanes);
  return conflicts === undefined || !worksInLanes(round, lanes) ? undefined : { ...lanes, conflicts };
}

/** The operands of a value. */
export function argsOf(value: Value): readonly number[] {
  return "args" in value ? value.args : [];
}

function summandOf({ before, after, values, parts }: Round): number | undefined {
  const [from, to] = [before.get(FREE_SUM), after.get(FREE_SUM)];
  if (from === undefined || to === undefined) return undefined;
  const sum = nth(values, to);
  const uses = values.filter((value) => argsOf(value).includes(from)).length;
  const isStored = parts.some((part) => part.tag === "store" && (part.value === from || part.value === to));
  const isUsed = values.some((value) => argsOf(value).includes(to));
  if (sum.tag !== "do" || sum.name !== "f64.add" || uses !== 1 || isStored || isUsed) return undefined;
  const [left, right] = sum.args;
  return left === from && right !== from ? right : undefined;
}

function strideOf(value: Value, values: readonly Value[], strides: ReadonlyMap<number, Stride>): Stride | undefined {
  if (value.tag === "counter") return 1;
  if (value.tag !== "do") return undefined;
  const [left = -1, right = -1] = value.args;
  const [a, b] = [strides.get(left), strides.get(right)];
  if (a === undefined || b === undefined) return undefined;
  switch (value.name) {
    case "i32.add":
      if (typeof a === "number" && typeof b === "number") return a + b;
      return a === 0 ? b : b === 0 ? a : undefined;
    case "i32.sub":
      if (typeof a === "number" && typeof b === "number") return a - b;
      return b === 0 ? a : undefined;
    case "i32.mul":
      return a === 0 ? times(b, left, values) : b === 0 ? times(a, right, values) : undefined;
    default:
      return undefined;
  }
}

/** A stride times a value that is the same in all rounds. */
function times(stride: Stride, factor: number, values: readonly Value[]): Stride | undefined {
  const value = nth(values, factor);
  if (value.tag === "constant") return typeof stride === "number" ? stride * value.value : undefined;
  return stride === 1 ? { of: factor } : undefined;
}

interface Access {
  readonly cells: Cells;
  readonly index: number;
  readonly isStore: boolean;
  readonly isSerial: boolean;
}

/** The pairs of accesses to be tested; undefined where the rounds cannot run in lanes. */
function conflictsOf(
  { parts, values }: Round,
  { serial, strides }: Pick<Lanes, "serial" | "strides">,
): readonly Conflict[] | undefined {
  const accesses = parts.flatMap((part): Access[] => {
    if (part.tag === "store")
      return [{ cells: part.cells, index: part.index, isStore: true, isSerial: serial.has(part.value) }];
    const value = nth(values, part.value);
    if (value.tag !== "load") return [];
    return [{ cells: value.cells, index: value.args[0], isStore: false, isSerial: false }];
  });
  const pairs = new Map<string, Conflict>();
  for (const [at, one] of accesses.entries()) {
    if (!one.isStore) continue;
    const stride = strides.get(one.index);
    if (stride === 0) return undefined;
    // it may be 0
    if (typeof stride !== "number") pairs.set(`${one.index}`, { one: one.index, other: one.index, isOrdered: false });
    for (const [place, other] of accesses.entries()) {
      if (other === one || other.cells !== one.cells) continue;
      const isOrdered = (one.isSerial || other.isSerial) && (other.isStore || place > at);
      if (other.index === one.index) {
        if (isOrdered) return undefined;
        continue;
      }
      const [low, high] = [Math.min(one.index, other.index), Math.max(one.index, other.index)];
      const key = `${low} ${high}`;
      pairs.set(key, { one: low, other: high, isOrdered: isOrdered || pairs.get(key)?.isOrdered === true });
    }
  }
  return pairs.size > MOST_CONFLICTS ? undefined : [...pairs.values()];
}

/** Whether an operation on Reals runs in lanes. */
function worksInLanes({ values }: Round, { varying, serial }: Pick<Lanes, "varying" | "serial">): boolean {
  return values.some(
    ({ tag, type }, number) => tag === "do" && type === "f64" && varying.has(number) && !serial.has(number),
  );
}
