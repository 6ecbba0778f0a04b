// Running transformed programs as they are, for tests of what is printed and simplified.
import type { Stage } from "../../engine/algorithms/algorithm.ts";
import { UNWATCHED } from "../../engine/base/watch.ts";
import type { Counters } from "../../engine/core/events/counters.ts";
import type { Event } from "../../engine/core/events/events.ts";
import type { CoreProgram } from "../../engine/core/terms/term.ts";
import { mapReals, realsOf, type Shape, Shapes } from "../../engine/core/values/shape.ts";
import { listItems, listValue, type Value } from "../../engine/core/values/values.ts";
import { compile } from "../../engine/evaluate/compile.ts";
import { Machine } from "../../engine/evaluate/machine.ts";
import type { MachineOptions } from "../../engine/evaluate/state/state.ts";
import type { Prepared } from "../../engine/session/input/prepare.ts";

export interface Ran {
  readonly value: readonly number[];
  readonly derivative: readonly number[];
  readonly counters: readonly Counters[];
  readonly events: readonly Event[];
}

/** Calls the entry of a transformed program, and its linear function if it has one, each in at most so many instructions. */
export function runTransformed(
  program: CoreProgram,
  prepared: Prepared,
  mode: Stage["entry"],
  watch?: (event: Event, machine: Machine) => void,
  most = Number.POSITIVE_INFINITY,
  pieces?: MachineOptions["pieces"],
): Ran {
  const events: Event[] = [];
  // places are those of the text that the program was read from
  const observer = (event: Event): void => {
    events.push("span" in event ? { ...event, span: undefined } : event);
    watch?.(event, machine);
  };
  const machine = new Machine(compile(program, new Shapes(program.data)), {
    observer,
    keepStores: watch !== undefined,
    pieces,
  });
  const call = (fn: Value, argument: Value): readonly Value[] => {
    machine.start(fn, argument);
    const outcome = machine.run(most);
    if (outcome.tag !== "done") throw new Error(`the run ended: ${outcome.tag}`);
    return outcome.value as readonly Value[];
  };
  const ones = (shape: Shape, value: Value) => mapReals(shape, value, UNWATCHED, () => 1);
  const { input, paramShape, resultShape } = prepared;
  if (mode === "forward" || mode === "vectorised") {
    const direction = ones(paramShape, input);
    const isMany = mode === "vectorised";
    const [value, found] = call(machine.entry, [
      input,
      isMany ? listValue([direction, direction], UNWATCHED) : direction,
    ]);
    const tangents = isMany ? listItems(found!, UNWATCHED) : [found!];
    return {
      value: realsOf(resultShape, value!, UNWATCHED),
      derivative: tangents.flatMap((tangent) => realsOf(resultShape, tangent, UNWATCHED)),
      counters: [machine.counters],
      events,
    };
  }
  const [value, back] = call(machine.entry, input);
  const forward = machine.beginPhase();
  const isReverse = mode === "reverse";
  const derivative = call(back!, isReverse ? ones(resultShape, value!) : ones(paramShape, input)) as Value;
  return {
    value: realsOf(resultShape, value!, UNWATCHED),
    derivative: realsOf(isReverse ? paramShape : resultShape, derivative, UNWATCHED),
    counters: [forward, machine.counters],
    events,
  };
}
