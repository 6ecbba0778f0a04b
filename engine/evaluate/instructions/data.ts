// Numbers, tuples, lists, arrays and data: how they are compiled, and the instructions that make them and take them apart.
import {
  ArrayValue,
  cons,
  DataValue,
  FALSE_VALUE,
  NIL_VALUE,
  TRUE_VALUE,
  type Value,
} from "../../core/values/values.ts";
import type { Compilers } from "../code/builder.ts";
import { steady, written } from "../pieces/writer.ts";
import type { Instruction } from "../state/instruction.ts";

/** → v */
export const constant: Instruction<Value> = written(
  (state, value) => {
    state.stack[state.top++] = value;
  },
  (to, value) => to.pushConstant(value),
);

/** → x, a Real that a tracer notes */
const literal: Instruction<number> = written(
  (state, value, { span }) => {
    if (state.tracer?.isOn) {
      state.stack[state.top++] = state.tracer.constant(value, span);
      state.noteScalar();
    } else state.stack[state.top++] = value;
  },
  (to, value) => to.pushConstant(value),
);

/** v₁ .. vₙ → (v₁, .., vₙ) */
export const tuple: Instruction<number> = written(
  (state, size) => state.push(state.pop(size)),
  (to, size) => {
    const parts = to.popAll(size);
    to.push(`[${parts.join(", ")}]`, { tag: "parts", con: undefined, parts });
  },
);

/** (v₁, .., vₙ) → vᵢ */
const component: Instruction<number> = written(
  ({ stack, top }, index) => {
    stack[top - 1] = (stack[top - 1] as readonly Value[])[index]!;
  },
  (to, index) => to.pushSame(to.part(to.pop(), "", index)),
);

/** K v₁ .. vₙ → vᵢ */
const field: Instruction<number> = written(
  ({ stack, top }, index) => {
    stack[top - 1] = (stack[top - 1] as DataValue).fields[index]!;
  },
  (to, index) => to.pushSame(to.part(to.pop(), "fields", index)),
);

/** v₁ .. vₙ → K v₁ .. vₙ */
const data: Instruction<{ readonly con: string; readonly size: number }> = written(
  (state, { con, size }) => state.push(new DataValue(con, state.pop(size))),
  (to, { con, size }) => {
    const parts = to.popAll(size);
    const made = `new ${to.constant(DataValue)}(${to.constant(con)}, [${parts.join(", ")}])`;
    to.push(made, { tag: "parts", con, parts });
  },
);

/** v₁ .. vₙ [tail] → v₁ :: .. :: vₙ :: tail */
export const list: Instruction<{ readonly size: number; readonly hasTail: boolean }> = written(
  (state, { size, hasTail }) => {
    const { stack } = state;
    let made: Value = hasTail ? stack[--state.top]! : NIL_VALUE;
    for (let i = 0; i < size; i++) made = cons(stack[--state.top]!, made);
    state.push(made);
  },
  (to, { size, hasTail }) => {
    if (hasTail) to.pushSame(to.pop());
    else to.pushConstant(NIL_VALUE);
    for (let i = 0; i < size; i++) {
      const tail = to.pop();
      to.push(`${to.constant(cons)}(${to.pop()}, ${tail})`);
    }
  },
);

/** v₁ .. vₙ → array */
const array: Instruction<number> = steady((state, size) => state.push(new ArrayValue(state.pop(size))));

/** The one value of each constructor without fields. */
const EMPTY = new Map<string, DataValue>([
  ["True", TRUE_VALUE],
  ["False", FALSE_VALUE],
  ["[]", NIL_VALUE],
]);

function emptyOf(con: string): DataValue {
  const value = EMPTY.get(con) ?? new DataValue(con, []);
  EMPTY.set(con, value);
  return value;
}

/** Compilers of terms that make data and take it apart. */
export const DATA: Compilers<"real" | "int" | "tuple" | "proj" | "field" | "list" | "array" | "con"> = {
  real: ({ value, span }, to) => to.emit(literal, value, span),
  int: ({ value, span }, to) => to.emit(constant, value, span),
  tuple({ items, span }, to) {
    to.compileAll(items);
    to.emit(tuple, items.length, span);
  },
  proj({ term, index, span }, to) {
    to.compile(term);
    to.emit(component, index, span);
  },
  field({ term, index, span }, to) {
    to.compile(term);
    to.emit(field, index, span);
  },
  list({ items, tail, span }, to) {
    to.compileAll(items);
    if (tail !== undefined) to.compile(tail);
    to.emit(list, { size: items.length, hasTail: tail !== undefined }, span, Math.max(1, items.length));
  },
  array({ items, span }, to) {
    to.compileAll(items);
    to.emit(array, items.length, span, Math.max(1, items.length));
  },
  con({ con, args, span }, to) {
    to.compileAll(args);
    if (args.length === 0) to.emit(constant, emptyOf(con), span);
    else to.emit(data, { con, size: args.length }, span);
  },
};
