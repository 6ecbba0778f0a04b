// Operands and counts within a piece that the machine does not have yet.

/** Operands and counts that the machine does not have yet. */
export class Operands {
  /** Values that are pushed but not yet on the operand stack: names, and other expressions that give the same wherever they stand. */
  values: string[] = [];
  /** How many values of the operand stack are popped already. */
  popped = 0;
  steps = 0;
  work = 0;

  copy(): Operands {
    return Object.assign(new Operands(), { ...this, values: [...this.values] });
  }

  /** Brings the machine's operand stack to where it is. */
  moved(): string[] {
    const { values, popped } = this;
    const by = values.length - popped;
    const lines = values.map((value, index) => `stack[top - ${popped - index}] = ${value};`);
    return by === 0 ? lines : [...lines, `state.top = top += ${by};`];
  }

  /** Brings the machine's counters to where they are; from here on, there is nothing to count. */
  counted(): string[] {
    const { steps, work } = this;
    this.steps = 0;
    this.work = 0;
    const lines = steps > 0 ? [`state.counters.steps += ${steps};`] : [];
    return work > 0 ? [...lines, `if (state.task.within === 0) state.counters.work += ${work};`] : lines;
  }
}
