// The passes of a gradient, by what the entry of a transformed program is: calls of the entry, or of the linear function that it gives.

import type { Stage } from "../algorithms/algorithm.ts";
import { nth } from "../base/nth.ts";
import type { Watch } from "../base/watch.ts";
import type { Event } from "../core/events/events.ts";
import { mapReals, realsOf } from "../core/values/shape.ts";
import { listItems, listValue, type Value } from "../core/values/values.ts";
import type { Machine } from "../evaluate/machine.ts";
import type { Got } from "../session/input/given.ts";
import type { Prepared } from "../session/input/prepare.ts";
import type { CountedPhase, Steps } from "../session/run/drive.ts";

/** Calls functions of a machine, and adds their counts to a phase. */
interface Caller {
  readonly watch: Watch;
  call(machine: Machine, phase: CountedPhase, argument: Value, fn?: Value): Steps<Got>;
}

/** The inputs of a gradient's passes. */
interface Pass {
  readonly run: Caller;
  readonly observer: ((event: Event) => void) | undefined;
  readonly machine: Machine;
  readonly prepared: Prepared;
  readonly cotangent: Value;
}

/** Wrap[f] : σ → τ × (τ̲ ⊸ σ̲): the forward pass gives the value and the linear function, its call is the reverse pass. */
function* reversePass({ run, observer, machine, prepared, cotangent }: Pass): Steps<Got> {
  observer?.({ tag: "phase", phase: "forward" });
  const forward = yield* run.call(machine, "forward", prepared.input);
  if (forward.tag !== "value") return forward;
  const [, back] = forward.value as readonly [Value, Value];
  observer?.({ tag: "phase", phase: "reverse" });
  return yield* run.call(machine, "reverse", cotangent, back);
}

/** Wrap[f] : σ × σ̲ → τ × τ̲: one pass for each Real of the input. */
function* forwardPasses({ run, observer, machine, prepared, cotangent }: Pass): Steps<Got> {
  const { paramShape, input } = prepared;
  const { watch } = run;
  const gradient: number[] = [];
  const count = realsOf(paramShape, input, watch).length;
  for (let hot = 0; hot < count; hot++) {
    observer?.({ tag: "phase", phase: "forward" });
    machine.beginPass();
    const result = yield* run.call(machine, "forward", [input, unitDirection(prepared, hot, watch)]);
    if (result.tag !== "value") return result;
    const [, tangent] = result.value as readonly [Value, Value];
    gradient.push(contracted(prepared, tangent, cotangent, watch));
  }
  return { tag: "value", value: mapReals(paramShape, input, watch, (_, index) => nth(gradient, index)) };
}

/** Wrap[f] : σ × [σ̲] → τ × [τ̲]: one pass for all Reals of the input. */
function* vectorisedPass({ run, observer, machine, prepared, cotangent }: Pass): Steps<Got> {
  const { paramShape, input } = prepared;
  const { watch } = run;
  const count = realsOf(paramShape, input, watch).length;
  const directions = Array.from({ length: count }, (_, hot) => unitDirection(prepared, hot, watch));
  observer?.({ tag: "phase", phase: "forward" });
  const result = yield* run.call(machine, "forward", [input, listValue(directions, watch)]);
  if (result.tag !== "value") return result;
  const [, tangents] = result.value as readonly [Value, Value];
  const gradient = listItems(tangents, watch).map((tangent) => contracted(prepared, tangent, cotangent, watch));
  return { tag: "value", value: mapReals(paramShape, input, watch, (_, index) => nth(gradient, index)) };
}

/** Wrap[f] : σ → τ × (σ̲ ⊸ τ̲): one forward pass, and one call of the linear function for each Real of the input. */
function* linearPasses({ run, observer, machine, prepared, cotangent }: Pass): Steps<Got> {
  const { paramShape, input } = prepared;
  const { watch } = run;
  observer?.({ tag: "phase", phase: "forward" });
  const forward = yield* run.call(machine, "forward", input);
  if (forward.tag !== "value") return forward;
  const [, linear] = forward.value as readonly [Value, Value];
  const gradient: number[] = [];
  const count = realsOf(paramShape, input, watch).length;
  for (let hot = 0; hot < count; hot++) {
    observer?.({ tag: "phase", phase: "reverse" });
    const tangent = yield* run.call(machine, "reverse", unitDirection(prepared, hot, watch), linear);
    if (tangent.tag !== "value") return tangent;
    gradient.push(contracted(prepared, tangent.value, cotangent, watch));
  }
  return { tag: "value", value: mapReals(paramShape, input, watch, (_, index) => nth(gradient, index)) };
}

/** The direction that moves one Real of the input by 1, and no other. */
export function unitDirection({ paramShape, input }: Prepared, hot: number, watch: Watch): Value {
  return mapReals(paramShape, input, watch, (_, index) => (index === hot ? 1 : 0));
}

/** ⟨cotangent, tangent⟩ of a result: an output that does not depend on the direction adds nothing, whatever its cotangent. */
function contracted({ resultShape }: Prepared, tangent: Value, cotangent: Value, watch: Watch): number {
  const weights = realsOf(resultShape, cotangent, watch);
  const slopes = realsOf(resultShape, tangent, watch);
  return slopes.reduce((sum, dy, index) => (dy === 0 ? sum : sum + dy * nth(weights, index)), 0);
}

/** The passes of a stage, by what its entry is. */
export const PASSES: Readonly<Record<Stage["entry"], (pass: Pass) => Steps<Got>>> = {
  reverse: reversePass,
  forward: forwardPasses,
  vectorised: vectorisedPass,
  linear: linearPasses,
};
