// Native operations: how they are compiled, and their instructions.
import { internal } from "../../base/unreachable.ts";
import { isNative, type NativeOperation } from "../../core/events/native.ts";
import { failureIn, isDerivative, isRuled, PRIMS, type PrimId, primOf } from "../../core/terms/prims.ts";
import type { Shape } from "../../core/values/shape.ts";
import type { Value } from "../../core/values/values.ts";
import { mistake, type OpFailure } from "../../scalars/mistake.ts";
import type { Span } from "../../source/span.ts";
import { REAL, type Type, UNIT } from "../../types/type.ts";
import type { Compilers } from "../code/builder.ts";
import { holdsOf, storedIn } from "../code/roles.ts";
import { steady, written } from "../pieces/writer.ts";
import type { Instruction } from "../state/instruction.ts";
import type { Closure, MutableArray } from "../values/closure.ts";
import { ARRAYS, modified } from "./arrays.ts";
import { compileDerivative } from "./derivatives.ts";
import { MAPS } from "./maps.ts";
import { MONOID, walked } from "./monoid.ts";
import type { Primitive, Primitives, PrimitiveUse } from "./primitive.ts";
import { compileRule } from "./rules.ts";
import { compileBorn } from "./scalars.ts";

/** The operations that are more than a function of their operands: several instructions, or a call. */
type Compiled = "grad" | "valueAndGrad" | "jvp" | "ruled" | "born" | "numbered" | "modify" | "again";

const PRIMITIVES: Primitives<Exclude<PrimId, Compiled>> = { ...ARRAYS, ...MAPS, ...MONOID };

/** v₁ .. vₙ → v */
const primitive = written<PrimitiveUse & { readonly apply: Primitive; readonly arity: number }>(
  (state, at) => {
    const { stack } = state;
    const base = state.top - at.arity;
    // an operation reads no operand beyond its arity
    stack[base] = at.apply(state, at, stack[base]!, stack[base + 1]!, stack[base + 2]!);
    state.top = base + 1;
  },
  (to, at, _, pc) => {
    const args = to.popAll(at.arity);
    to.result(`${to.constant(at.apply)}(state, ${[to.constant(at), ...args].join(", ")})`, pc);
  },
);

interface NativeUse {
  readonly native: NativeOperation;
  readonly shape: Shape;
  readonly span: Span | undefined;
}

/** v₁ .. vₙ → v, by an algorithm's own operation, which is lent what it needs of the machine */
const native = steady<NativeUse>((state, { native, shape, span }) => {
  const { counters, observer, watch, identities, backpropagation } = state;
  state.push(
    native.run(state.pop(native.args.length), {
      shape,
      counters,
      observer,
      span,
      latest: backpropagation.latest,
      watch,
      content: (value) => identities.content(value),
      walked: (value) => walked(shape, value, watch),
    }),
  );
});

/** i f array → i array vᵢ′, by a call of f at the array's element */
const modify: Instruction<undefined> = (state) => {
  const [index, fn, array] = state.pop(3) as [number, Closure, MutableArray];
  state.push(index);
  state.push(array);
  state.counters.cellsRead++;
  state.suspend();
  state.enter(fn, array.items[index]!);
};

/** i array v → () */
const modifyDone = steady<undefined>((state) => {
  const [index, array, value] = state.pop(3) as [number, MutableArray, Value];
  state.push(modified(state, array, index, value));
});

/** m f → n v, by a call of f whose scalars have numbers from m on; n is the number that the next one would have had */
const again: Instruction<undefined> = (state) => {
  const [mark, fn] = state.pop(2) as [number, Closure];
  state.push(state.backpropagation.goBack(mark));
  state.suspend();
  state.enter(fn, []);
};

/** n v → v */
const againDone: Instruction<undefined> = (state) => {
  const [next, value] = state.pop(2) as [number, Value];
  state.backpropagation.goOn(next);
  state.push(value);
};

const fails: Instruction<OpFailure> = (_, failure) => {
  throw mistake(failure, []);
};

/** The compiler of native operations. */
export const NATIVES: Compilers<"prim"> = {
  prim(term, to) {
    const { prim, types, args, span } = term;
    const { shapes, program } = to.linking;
    const shapeOf = (type: Type = UNIT): Shape => shapes.of(type);
    to.compileAll(args);
    if (prim === "ruled" || isRuled(prim)) {
      const { name, op = name } = primOf(prim);
      return compileRule(to, { name: op, result: shapeOf(types[0]), point: shapeOf(types[1]) }, span);
    }
    if (typeof prim !== "string") {
      const failure = failureIn(prim);
      if (failure !== undefined) return to.emit(fails, failure, span);
      const own = isNative(prim) ? prim : internal("a native operation has no code", prim.name);
      return to.emit(native, { native: own, shape: shapeOf(types[0]), span }, span);
    }
    if (isDerivative(prim)) {
      const pass = { mode: prim, point: shapeOf(types[0]), result: shapeOf(types[1] ?? REAL) };
      return compileDerivative(to, pass, span);
    }
    if (prim === "born" || prim === "numbered") return compileBorn(to, term, prim === "numbered");
    if (prim === "modify") {
      to.emit(modify, undefined, span);
      return to.emit(modifyDone, undefined, span, 0);
    }
    if (prim === "again") {
      to.emit(again, undefined, span);
      return to.emit(againDone, undefined, span, 0);
    }
    const holds = holdsOf(program.meaning, storedIn(prim, types));
    const arity = PRIMS[prim].args.length;
    to.emit(primitive, { apply: PRIMITIVES[prim], arity, shape: shapeOf(types[0]), holds }, span);
  },
};
