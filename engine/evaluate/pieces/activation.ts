// A function at work within a piece. The outermost may be the machine's own; those that the piece calls itself have no frame, and stand in the
// machine only where the piece ends.
import type { Value } from "../../core/values/values.ts";
import type { Block } from "../code/code.ts";
import type { TrailEntry } from "../tasks/budget.ts";
import type { PieceText } from "./text.ts";

/** The captured values: an array, its items where the piece makes it, and those that are in it as the run first comes here. */
export interface Captures {
  readonly array: string;
  readonly items?: readonly string[] | undefined;
  readonly seen?: readonly Value[] | undefined;
}

/** A function at work. */
export class Activation {
  readonly block: Block;
  /** The last tail call of the user's that led to it; undefined where none did, or where the machine has it. */
  readonly site: TrailEntry | undefined;
  /** The values in the machine's frame as the run first comes here; undefined where it is not the machine's own. */
  readonly frame: readonly Value[] | undefined;
  /** Where it goes on after the call that it waits for. */
  pc = 0;
  private readonly text: PieceText;
  private readonly captures: Captures;
  /** The values in its slots and in its captures, as far as they are known. */
  private readonly slots = new Map<number, string>();
  private readonly captured = new Map<number, string>();

  /** `given`: its argument, or the machine's frame. */
  constructor(
    text: PieceText,
    block: Block,
    captures: Captures,
    given: string | readonly Value[],
    site?: TrailEntry | undefined,
  ) {
    this.text = text;
    this.block = block;
    this.captures = captures;
    this.site = site;
    this.frame = typeof given === "string" ? undefined : given;
    if (typeof given === "string") this.slots.set(0, given);
  }

  /** The same on another way through the piece. */
  copy(): Activation {
    const { text, block, captures, frame, site } = this;
    const to = new Activation(text, block, captures, frame ?? "", site);
    to.pc = this.pc;
    for (const [index, value] of this.slots) to.slots.set(index, value);
    for (const [index, value] of this.captured) to.captured.set(index, value);
    return to;
  }

  /** The value in a slot. */
  slot(index: number): string {
    return known(this.slots, index, () => this.text.variable(`frame[${index}]`, this.frame?.[index]));
  }

  setSlot(index: number, value: string): void {
    if (this.frame !== undefined) this.text.lines.push(`frame[${index}] = ${value};`);
    this.slots.set(index, value);
  }

  /** The value that it captures. */
  capture(index: number): string {
    const { array, items, seen } = this.captures;
    return items?.[index] ?? known(this.captured, index, () => this.text.variable(`${array}[${index}]`, seen?.[index]));
  }

  /** The arguments of `stand`, by which it is the machine's function at hand: block, captures and frame. */
  standing(): string {
    const { array, items } = this.captures;
    const captured = items === undefined ? array : `[${items.join(",")}]`;
    // slots that nothing is in yet are holes
    const slots = Array.from({ length: this.block.slots }, (_, index) => `${this.slots.get(index) ?? ""},`).join("");
    return `${this.text.constant(this.block)}, ${captured}, [${slots}]`;
  }
}

function known(of: Map<number, string>, index: number, read: () => string): string {
  const value = of.get(index) ?? read();
  of.set(index, value);
  return value;
}
