// Code of a block as JavaScript, through the calls of functions that are known. Values that are pushed and popped within it are variables there;
// what is left at its end is on the operand stack, and the calls that wait are in the machine. Nothing of the machine changes but at places where
// it becomes as the instructions would leave it there: so what throws can be done again by the instructions themselves, which tell the mistake.
import { lastOf, nth } from "../../base/nth.ts";
import type { Value } from "../../core/values/values.ts";
import { isUsersText, type Span } from "../../source/span.ts";
import type { Block, Instr } from "../code/code.ts";
import type { Instruction } from "../state/instruction.ts";
import type { MachineState } from "../state/state.ts";
import { Closure } from "../values/closure.ts";
import { Activation, type Captures } from "./activation.ts";
import { Operands } from "./operands.ts";
import type { Made, PieceText } from "./text.ts";

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

/** An instruction that calls nothing, goes on at the next one, and works on operands alone: it is called as it is. */
export function steady<Operand>(run: Instruction<Operand>): Instruction<Operand> {
  return written(run, (to, _, at, pc) => to.instruction(at, pc));
}

/** Instructions that one way through a piece has at most, and all ways together. */
const LONGEST = 80;
const MOST = 200;
/** Calls within calls. */
const DEEPEST = 8;

/** A call that is written. */
interface Call {
  readonly fn: string;
  readonly argument: string;
  /** Whether its result is that of the function at hand. */
  readonly isLast: boolean;
  readonly span: Span | undefined;
  readonly pc: number;
}

/** Writes one way through a piece. */
export class PieceWriter {
  readonly text: PieceText;
  /** The functions at work; the last is at hand. */
  private activations: Activation[];
  private operands = new Operands();
  private instructions = 0;
  /** Whether an instruction was called as it is: then the operand stack is another one. */
  private isMoved = false;
  /** How often closures may have got numbers. */
  private numberings = 0;
  /** Whether something has happened where the machine does not have all operands and calls. */
  private isApart = false;
  /** The names of values that are numbers. */
  private numberNames = new Set<string>();
  /** Where the instruction at hand stands, and operands before it: its mistakes are told from there. */
  private place = 0;
  private before = new Operands();

  constructor(text: PieceText, activations: readonly Activation[]) {
    this.text = text;
    this.activations = [...activations];
  }

  /** Begins where a machine is. */
  static at(text: PieceText, block: Block, { frame, captured, stack, top }: MachineState): PieceWriter {
    const to = new PieceWriter(text, [new Activation(text, block, { array: "captured", seen: captured }, frame)]);
    to.stack = stack.slice(Math.max(0, top - LONGEST), top);
    return to;
  }

  /** The operand stack as the run first comes here. */
  private stack: readonly Value[] = [];

  private get hand(): Activation {
    return lastOf(this.activations);
  }

  /** Writes the code of the function at hand from a place on, to where what follows is not written. */
  follow(from: number): void {
    const { code } = this.hand.block;
    for (let pc = from; ; pc++) {
      const at = nth(code, pc);
      const how = WRITTEN.get(at.run);
      if (how === undefined || this.instructions >= LONGEST || this.text.written >= MOST) {
        if (how === undefined) this.begins(pc + 1);
        return this.end(pc);
      }
      this.place = pc;
      this.before = this.operands.copy();
      this.instructions++;
      this.text.written++;
      this.operands.steps += at.steps;
      how.write(this, at.operand, at, pc);
      if (how.isEnd) return;
    }
  }

  /** One of several ways to go on. */
  private way(): PieceWriter {
    const to = new PieceWriter(
      this.text,
      this.activations.map((one) => one.copy()),
    );
    to.stack = this.stack;
    to.operands = this.operands.copy();
    to.instructions = this.instructions;
    to.isMoved = this.isMoved;
    to.numberings = this.numberings;
    to.isApart = this.isApart;
    to.numberNames = new Set(this.numberNames);
    to.place = this.place;
    to.before = this.before;
    return to;
  }

  /** Writes one of several ways to go on, from a place on: after what `begin` writes. */
  branch(pc: number, begin: (to: PieceWriter) => void): void {
    const to = this.way();
    begin(to);
    to.follow(pc);
  }

  /** Counts steps beside those of instructions, and work. */
  count(steps: number, work: number): void {
    this.operands.steps += steps;
    this.operands.work += work;
  }

  line(text: string): void {
    this.text.lines.push(text);
  }

  constant(value: unknown): string {
    return this.text.constant(value);
  }

  /** Pushes the value of an expression that is evaluated here. */
  push(expression: string, made?: Made): void {
    this.operands.values.push(this.text.variable(expression, undefined, made));
  }

  /** From here on, closures that were made before may have a number. */
  numbersClosures(): void {
    this.numberings++;
  }

  /** Pushes a closure that is made here; `isNew`: it has no number yet. */
  pushClosure(expression: string, block: Block, captured: readonly string[], isNew: boolean): void {
    this.push(expression, { tag: "closure", block, captured, after: isNew ? this.numberings : -1 });
  }

  /** A variable with the value of an expression. */
  value(expression: string, seen?: Value): string {
    return this.text.variable(expression, seen);
  }

  /** A variable with the value of an expression that may throw: then the instruction at hand is done by itself. */
  attempt(expression: string): string {
    // where nothing has happened, whatever throws is done again
    if (!this.isApart) return this.value(expression);
    const name = this.text.unset();
    this.line(`try { ${name} = ${expression}; } catch {`);
    this.fail();
    this.line("}");
    return name;
  }

  pushConstant(value: Value): void {
    const name = this.text.constant(value);
    if (typeof value === "number") this.pushNumber(name);
    else this.pushSame(name);
  }

  /** Pushes a name, or another expression that gives the same wherever it stands. */
  pushSame(expression: string): void {
    this.operands.values.push(expression);
  }

  pop(): string {
    const value = this.operands.values.pop();
    if (value !== undefined) return value;
    const place = ++this.operands.popped;
    return this.text.variable(`stack[top - ${place}]`, this.isMoved ? undefined : this.stack.at(-place));
  }

  /** Pops values, the deepest first. */
  popAll(size: number): string[] {
    const popped: string[] = [];
    while (popped.length < size) popped.unshift(this.pop());
    return popped;
  }

  /** The value in a slot of the frame. */
  slot(index: number): string {
    return this.hand.slot(index);
  }

  setSlot(index: number, value: string): void {
    this.hand.setSlot(index, value);
  }

  /** The value that the function at hand captures. */
  captured(index: number): string {
    return this.hand.capture(index);
  }

  /** A part of a value, of a tuple where `field` is empty: what it was made of, or a variable. */
  part(value: string, field: string, index: number): string {
    const made = this.text.madeAs(value);
    // a branch that is never taken may be of a constructor with more fields
    const known = made?.tag === "parts" ? made.parts[index] : undefined;
    if (known !== undefined) return known;
    const seen = this.text.seenAt(value) as { readonly [key: string]: unknown } | undefined;
    const parts = (field === "" ? seen : seen?.[field]) as readonly Value[] | undefined;
    return this.text.variable(`${value}${field === "" ? "" : `.${field}`}[${index}]`, parts?.[index]);
  }

  /** Goes on only if some values are numbers; else the instruction at hand is done by itself. */
  numbers(values: readonly string[]): void {
    const others = values.filter((value) => !this.numberNames.has(value));
    if (others.length > 0) this.unless(others.map((value) => `typeof ${value} !== "number"`).join(" || "));
    for (const value of others) this.numberNames.add(value);
  }

  /** Pushes a variable that is a number. */
  pushNumber(name: string): void {
    this.numberNames.add(name);
    this.operands.values.push(name);
  }

  /** Goes on unless a test holds; then the instruction at hand is done by itself. */
  unless(test: string): void {
    this.line(`if (${test}) {`);
    this.fail();
    this.line("}");
  }

  /** Has the instruction at hand, and what follows, done by themselves. */
  fail(): void {
    // where nothing has happened, all is done again from where the machine is
    if (this.isApart)
      this.lines([...this.before.moved(), ...this.before.copy().counted(), ...this.standing(this.place)]);
    this.line(`${this.isApart ? "state.isDoneAgain = true; " : ""}throw undefined;`);
  }

  /** Calls an instruction as it is; what it throws is not done again. */
  instruction(at: Instr, pc: number): void {
    const isInMachine = this.activations.length === 1 && this.hand.frame !== undefined;
    this.settleOperands();
    this.isApart = !isInMachine;
    if (isInMachine) this.line(`state.pc = ${pc + 1};`);
    this.line("state.isDoneAgain = false;");
    const done = `${this.constant(at.run)}(state, ${this.constant(at.operand)}, ${this.constant(at)});`;
    if (isInMachine) this.line(`${done}\nstate.isDoneAgain = true;`);
    else {
      this.line(`try { ${done} } catch (error) {`);
      this.lines(this.standing(pc + 1));
      this.line("throw error;\n}");
    }
    this.line("top = state.top;");
    this.isMoved = true;
    this.numberings++;
  }

  /** Pushes what an instruction gives, as an expression; what it throws is not done again. */
  result(expression: string, pc: number): void {
    this.lines(this.operands.counted());
    const name = this.text.unset();
    this.line(`state.isDoneAgain = false; try { ${name} = ${expression}; } catch (error) {`);
    this.lines(this.before.moved());
    this.lines(this.standing(pc + 1));
    this.line("throw error;\n}");
    this.isApart = true;
    this.operands.values.push(name);
  }

  /** Writes a call: of a function that is known by going on in it. */
  call(call: Call): void {
    const { fn, argument, isLast, span, pc } = call;
    const made = this.text.madeAs(fn);
    const seen = this.text.seenAt(fn);
    const block =
      made?.tag === "closure" ? made.block : seen instanceof Closure && seen.number < 0 ? seen.block : undefined;
    if (block !== undefined && this.canEnter(block)) {
      const tests = made?.tag === "closure" ? [] : [`${fn}.block === ${this.constant(block)}`];
      if (made?.tag !== "closure" || made.after !== this.numberings) tests.push(`${fn}.number < 0`);
      const captures: Captures = {
        array: `${fn}.captured`,
        items: made?.tag === "closure" ? made.captured : undefined,
        seen: seen instanceof Closure ? seen.captured : undefined,
      };
      if (tests.length === 0) return this.enter(block, captures, call);
      this.line(`if (${tests.join(" && ")}) {`);
      this.way().enter(block, captures, call);
      this.line("}");
    }
    const entered = `state.enter(${fn}, ${argument});`;
    if (!isLast) return this.end(pc + 1, `state.suspend(); ${entered}`);
    const site = this.siteOf(span);
    this.end(pc + 1, `${site === undefined ? "" : `state.site = ${this.constant(site)}; `}${entered}`, true);
  }

  /** Whether a call goes on in a function: not within itself, nor where its call means something. */
  private canEnter(block: Block): boolean {
    return (
      block.means === undefined &&
      this.activations.length < DEEPEST &&
      this.instructions < LONGEST &&
      this.text.written < MOST &&
      !this.activations.some((one) => one.block === block) &&
      WRITTEN.has(nth(block.code, 0).run)
    );
  }

  private enter(block: Block, captures: Captures, { argument, isLast, span, pc }: Call): void {
    const site = isLast ? (this.siteOf(span) ?? this.hand.site) : undefined;
    this.hand.pc = pc + 1;
    if (isLast) this.activations.pop();
    else this.begins(pc + 1);
    this.activations.push(new Activation(this.text, block, captures, argument, site));
    this.follow(0);
  }

  private siteOf(span: Span | undefined): { readonly name: string; readonly span: Span } | undefined {
    return span !== undefined && isUsersText(span.source) ? { name: this.hand.block.name, span } : undefined;
  }

  /** Returns: to a function of the piece, or to where the machine goes on. */
  giveBack(pc: number, returned: unknown): void {
    if (this.activations.length > 1) {
      this.activations.pop();
      return this.follow(this.hand.pc);
    }
    this.end(pc, `${this.constant(returned)}(state);`, true);
  }

  /** Ends where another piece begins; `last` calls or returns before, and may leave the function at hand. */
  end(pc: number, last?: string, isLeft = false): void {
    if (!isLeft) this.begins(pc);
    this.settleOperands();
    this.lines(this.standing(pc, isLeft));
    if (last !== undefined) this.line(`state.isDoneAgain = false;\n${last}`);
    this.line(`return ${this.instructions};`);
    this.text.length = Math.max(this.text.length, this.instructions);
  }

  private begins(pc: number): void {
    this.text.begins.push({ block: this.hand.block, pc });
  }

  private lines(lines: readonly string[]): void {
    this.text.lines.push(...lines);
  }

  /** Brings operands and counters to where they are. */
  private settleOperands(): void {
    this.lines(this.operands.moved());
    this.lines(this.operands.counted());
    this.operands = new Operands();
  }

  /** Brings the machine to where it is before the instruction at a place, but for operands. A function that is left needs no frame. */
  private standing(pc: number, isLeft = false): string[] {
    const lines = this.activations.flatMap((one, depth) => {
      const stands: string[] = [];
      if (depth > 0) stands.push(`state.standIn(${nth(this.activations, depth - 1).pc}, ${one.standing()});`);
      else if (one.frame === undefined && isLeft && one === this.hand)
        stands.push(`state.block = ${this.constant(one.block)};`);
      else if (one.frame === undefined) stands.push(`state.stand(${one.standing()});`);
      if (one.site !== undefined) stands.push(`state.site = ${this.constant(one.site)};`);
      return stands;
    });
    return [...lines, `state.pc = ${pc};`];
  }
}
