// Straight code of a block as JavaScript. Values that are pushed and popped within it are variables there; what is left at its end is on the
// operand stack. Nothing of the machine changes but at places where it becomes as the instructions would leave it there: so what throws can be
// done again by the instructions themselves, which tell the mistake.
import { nth } from "../../base/nth.ts";
import type { Instr } from "../code/code.ts";
import type { Instruction } from "../state/instruction.ts";

/** Writes an instruction, which stands at `pc`. */
type Write<Operand> = (to: PieceWriter, operand: Operand, at: Instr, pc: number) => void;

/** How instructions are written; those that end a piece go on elsewhere than at the next one. */
const WRITTEN = new Map<unknown, { readonly write: Write<unknown>; readonly isEnd: boolean }>();

/** An instruction that goes on at the next one, and how it is written. */
export function written<Operand>(run: Instruction<Operand>, write: Write<Operand>): Instruction<Operand> {
  WRITTEN.set(run, { write: write as Write<unknown>, isEnd: false });
  return run;
}

/** An instruction that goes on elsewhere, and how it is written. */
export function writtenEnd<Operand>(run: Instruction<Operand>, write: Write<Operand>): Instruction<Operand> {
  WRITTEN.set(run, { write: write as Write<unknown>, isEnd: true });
  return run;
}

/** An instruction that calls nothing and goes on at the next one: it is called as it is. */
export function steady<Operand>(run: Instruction<Operand>): Instruction<Operand> {
  return written(run, (to, _, at, pc) => to.instruction(at, pc));
}

/** Instructions that one way through a piece has at most. */
const LONGEST = 80;

/** The text of a piece, and facts about it. */
export class PieceText {
  readonly lines: string[] = [];
  /** The values of its names k0, k1, .. */
  readonly constants: unknown[] = [];
  /** Places after calls, and after what is not written: other pieces begin there. */
  readonly begins = new Set<number>();
  /** The most instructions of a way through it. */
  length = 0;
  private readonly named = new Map<unknown, string>();
  private variables = 0;

  /** A number as it is written, or the name of another constant. */
  constant(value: unknown): string {
    if (typeof value === "number") return `(${Object.is(value, -0) ? "-0" : value})`;
    let name = this.named.get(value);
    if (name === undefined) {
      name = `k${this.constants.push(value) - 1}`;
      this.named.set(value, name);
    }
    return name;
  }

  /** A variable that has the value of an expression. */
  variable(expression: string): string {
    const name = `v${this.variables++}`;
    this.lines.push(`const ${name} = ${expression};`);
    return name;
  }
}

/** Writes one way through a piece. */
export class PieceWriter {
  readonly text: PieceText;
  private readonly code: readonly Instr[];
  /** Values that are pushed but not yet on the operand stack: names, and other expressions that give the same wherever they stand. */
  private values: string[] = [];
  /** How many values of the operand stack are popped already. */
  private popped = 0;
  /** The values in slots of the frame, as far as they are known. */
  private slots = new Map<number, string>();
  private instructions = 0;
  /** Steps and work that the counters do not have yet. */
  private steps = 0;
  private work = 0;

  constructor(text: PieceText, code: readonly Instr[]) {
    this.text = text;
    this.code = code;
  }

  /** Writes the code from a place on, to where it calls, returns or does what is not written. */
  follow(from: number): void {
    for (let pc = from; ; pc++) {
      const at = nth(this.code, pc);
      const how = WRITTEN.get(at.run);
      if (how === undefined || this.instructions === LONGEST) {
        if (how === undefined) this.text.begins.add(pc + 1);
        return this.end(pc);
      }
      this.instructions++;
      this.steps += at.steps;
      how.write(this, at.operand, at, pc);
      if (how.isEnd) return;
    }
  }

  /** Writes one of several ways to go on, from a place on: after what `begin` writes. */
  branch(pc: number, begin: (to: PieceWriter) => void): void {
    const to = new PieceWriter(this.text, this.code);
    to.values = [...this.values];
    to.slots = new Map(this.slots);
    to.popped = this.popped;
    to.instructions = this.instructions;
    to.steps = this.steps;
    to.work = this.work;
    begin(to);
    to.follow(pc);
  }

  /** Counts steps beside those of instructions, and work. */
  count(steps: number, work: number): void {
    this.steps += steps;
    this.work += work;
  }

  line(text: string): void {
    this.text.lines.push(text);
  }

  constant(value: unknown): string {
    return this.text.constant(value);
  }

  /** Pushes the value of an expression that is evaluated here. */
  push(expression: string): void {
    this.values.push(this.text.variable(expression));
  }

  /** A variable with the value of an expression. */
  value(expression: string): string {
    return this.text.variable(expression);
  }

  /** Pushes a name, or another expression that gives the same wherever it stands. */
  pushSame(expression: string): void {
    this.values.push(expression);
  }

  pop(): string {
    return this.values.pop() ?? this.text.variable(`stack[top - ${++this.popped}]`);
  }

  /** Pops values, the deepest first. */
  popAll(size: number): string[] {
    const popped: string[] = [];
    while (popped.length < size) popped.unshift(this.pop());
    return popped;
  }

  /** The value in a slot of the frame. */
  slot(index: number): string {
    let known = this.slots.get(index);
    if (known === undefined) {
      known = this.text.variable(`frame[${index}]`);
      this.slots.set(index, known);
    }
    return known;
  }

  setSlot(index: number, value: string): void {
    this.line(`frame[${index}] = ${value};`);
    this.slots.set(index, value);
  }

  /** Calls an instruction as it is; what it throws is not done again. */
  instruction(at: Instr, pc: number): void {
    this.settle(pc + 1);
    this.line("state.isDoneAgain = false;");
    this.line(`${this.constant(at.run)}(state, ${this.constant(at.operand)}, ${this.constant(at)});`);
    this.line("state.isDoneAgain = true;");
    this.line("top = state.top;");
  }

  /** Ends where another piece begins; `last` calls or returns before. */
  end(pc: number, last?: string): void {
    this.text.begins.add(pc);
    this.settle(pc);
    if (last !== undefined) this.line(`state.isDoneAgain = false;\n${last}`);
    this.line(`return ${this.instructions};`);
    this.text.length = Math.max(this.text.length, this.instructions);
  }

  /** Brings the machine to where it is before the instruction at a place. */
  private settle(pc: number): void {
    this.values.forEach((value, index) => {
      this.line(`stack[top - ${this.popped - index}] = ${value};`);
    });
    const moved = this.values.length - this.popped;
    if (moved !== 0) this.line(`state.top = top += ${moved};`);
    this.values = [];
    this.popped = 0;
    if (this.steps > 0) this.line(`state.counters.steps += ${this.steps};`);
    if (this.work > 0) this.line(`if (state.task.within === 0) state.counters.work += ${this.work};`);
    this.steps = 0;
    this.work = 0;
    this.line(`state.pc = ${pc};`);
  }
}
