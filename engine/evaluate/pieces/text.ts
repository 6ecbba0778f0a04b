// The text of a piece while it is written: its lines and constants, and facts about the values that its names stand for.
import type { Value } from "../../core/values/values.ts";
import type { Block } from "../code/code.ts";

/**
 * A value that the piece itself makes: a closure of a block with what it captures, as it is after so many instructions that may give it a
 * number; or data or a tuple with its parts.
 */
export type Made =
  | { readonly tag: "closure"; readonly block: Block; readonly captured: readonly string[]; readonly after: number }
  | { readonly tag: "parts"; readonly con: string | undefined; readonly parts: readonly string[] };

/** A place of a block's code. */
export interface Begin {
  readonly block: Block;
  readonly pc: number;
}

/** The text of a piece, and facts about it. */
export class PieceText {
  readonly lines: string[] = [];
  /** The values of its names k0, k1, .. */
  readonly constants: unknown[] = [];
  /** Places after calls, and after what is not written: other pieces begin there. */
  readonly begins: Begin[] = [];
  /** The most instructions of a way through it. */
  length = 0;
  /** The instructions of all ways. */
  written = 0;
  private readonly named = new Map<unknown, string>();
  private variables = 0;
  private readonly made = new Map<string, Made>();
  /** Values that expressions have as the run first comes here: most functions that are called at a place are of one block. */
  private readonly seen = new Map<string, Value | undefined>();

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
  variable(expression: string, seen?: Value, made?: Made): string {
    const name = `v${this.variables++}`;
    this.lines.push(`const ${name} = ${expression};`);
    this.note(name, seen);
    if (made !== undefined) this.made.set(name, made);
    return name;
  }

  /** A variable that is set later. */
  unset(): string {
    const name = `v${this.variables++}`;
    this.lines.push(`let ${name};`);
    return name;
  }

  /** Notes the value that an expression has as the run first comes here. */
  note(expression: string, seen: Value | undefined): string {
    if (seen !== undefined) this.seen.set(expression, seen);
    return expression;
  }

  /** How the piece makes the value of an expression; undefined where it is not made here. */
  madeAs(expression: string): Made | undefined {
    return this.made.get(expression);
  }

  /** The value that an expression has as the run first comes here, where that is known. */
  seenAt(expression: string): Value | undefined {
    return this.seen.get(expression);
  }
}
