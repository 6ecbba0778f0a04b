// How a machine operates on scalars that belong to no pass of `grad`, `valueAndGrad` or `jvp`.
import type { Watch } from "../../base/watch.ts";
import type { Value } from "../../core/values/values.ts";
import type { Span } from "../../source/span.ts";
import { chained, forwardOp, plainReal } from "../scalars/forward-op.ts";
import type { Ground } from "../scalars/passes.ts";
import type { Operation, OwnOperation } from "../values/pass.ts";
import type { MachineState } from "./state.ts";

/** How a machine operates on scalars that belong to no pass. */
export class MachineGround implements Ground {
  private readonly state: MachineState;

  constructor(state: MachineState) {
    this.state = state;
  }

  get watch(): Watch {
    return this.state.watch;
  }

  operate({ op, ref, span }: Operation, args: readonly Value[]): Value {
    this.count(op.result === "Real");
    const { tracer } = this.state;
    if (tracer?.isOn) return tracer.apply(op, args, { op: op.symbol, ref, span });
    return args.every((arg) => typeof arg === "number") ? op.value(...(args as number[])) : forwardOp(op, args);
  }

  own(operation: OwnOperation, args: readonly Value[]): Value {
    this.count(true);
    const { tracer } = this.state;
    const { name, span } = operation;
    const plain = args.map(plainReal);
    const value = operation.value(plain);
    const partial = (index: number) => plainReal(operation.partial(index, plain));
    if (tracer?.isOn) return tracer.operation(value, args, partial, { op: name, ref: { tag: "custom", name }, span });
    return chained(value, args, partial);
  }

  ownPartial(operation: OwnOperation, index: number, args: readonly Value[]): Value {
    this.count(true);
    return operation.partial(index, args);
  }

  constant(value: number, span: Span | undefined): Value {
    const { tracer } = this.state;
    return tracer?.isOn ? tracer.constant(value, span) : value;
  }

  derived<T>(compute: () => T): T {
    const { tracer } = this.state;
    if (tracer === undefined) return compute();
    const begun = tracer.nodes.length;
    const result = compute();
    if (tracer.nodes.length > begun) tracer.derived.push([begun, tracer.nodes.length]);
    return result;
  }

  keeps(): void {
    this.state.counters.tapeEntries++;
  }

  private count(isReal: boolean): void {
    const { counters, task } = this.state;
    counters.steps++;
    if (isReal && task.within === 0) counters.work++;
  }
}
