// Code of a block while its term is compiled: variables become slots of the frame, or captures of the closure.
import { present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { step } from "../../base/watch.ts";
import type { CalledFunction } from "../../core/events/trace.ts";
import type { CorePattern, CoreProgram, Term } from "../../core/terms/term.ts";
import type { Shapes } from "../../core/values/shape.ts";
import type { Span } from "../../source/span.ts";
import { type Block, type CustomCode, type GlobalCode, type Instr, instr, type Label, type Matcher } from "./code.ts";

/** How terms of some kinds are compiled. `isLast`: the term's value is that of the block. */
export type Compilers<Tags extends Term["tag"]> = {
  readonly [Tag in Tags]: (term: Extract<Term, { readonly tag: Tag }>, to: Builder, isLast: boolean) => void;
};

/** A program while its definitions are compiled. */
export interface Linking {
  readonly program: CoreProgram;
  /** Of the program's types; type variables of native operations are closed by then. */
  readonly shapes: Shapes;
  /** The operations whose operands a tracer is not to note. */
  readonly plain: { has(term: Term): boolean } | undefined;
  readonly compilers: Compilers<Term["tag"]>;
  readonly globals: Map<string, GlobalCode>;
  readonly customs: Map<string, CustomCode>;
  readonly inlined: ReadonlyMap<string, Term>;
}

/** A block without code. */
export function newBlock(of: CalledFunction, means?: Block["means"]): Block {
  return {
    name: of.name,
    of,
    code: [],
    slots: 0,
    captures: [],
    means,
    inner: [],
    rest: undefined,
    found: 0,
    pieces: undefined,
  };
}

/** Builds the code of one block. */
export class Builder {
  readonly linking: Linking;
  readonly block: Block;
  /** The body of the function, which takes the next parameter where it is a function itself. */
  readonly body: Term | undefined;
  private readonly outer: Builder | undefined;
  private readonly slots = new Map<string, number | undefined>();
  /** The names bound so far, innermost last, with the slots that they hide. */
  private readonly bound: { readonly name: string; readonly slot: number | undefined }[] = [];
  private readonly captured = new Map<string, number>();

  constructor(linking: Linking, block: Block, body?: Term, outer?: Builder) {
    this.linking = linking;
    this.block = block;
    this.body = body;
    this.outer = outer;
  }

  /** The builder of a function or a part of a fork within this block. */
  within(of: CalledFunction, body?: Term, isRecursive = false, means?: Block["means"]): Builder {
    const block = newBlock(of, means);
    this.block.inner.push({ block, isRecursive });
    return new Builder(this.linking, block, body, this);
  }

  /** Adds an instruction, which counts one step if nothing else is said. */
  emit<Operand>(
    run: (state: never, operand: Operand, at: Instr) => void,
    operand: Operand,
    span: Span | undefined,
    steps?: number,
  ): void {
    this.block.code.push(instr(run, operand, span, steps));
  }

  compile(term: Term, isLast = false): void {
    step();
    const compile = this.linking.compilers[term.tag] as (term: Term, to: Builder, isLast: boolean) => void;
    compile(term, this, isLast);
  }

  compileAll(terms: readonly Term[]): void {
    for (const term of terms) this.compile(term);
  }

  /** Lets a label stand for the code that comes next. */
  place(label: Label): void {
    label.pc = this.block.code.length;
  }

  /** Runs with the names that it binds going out of scope at the end. */
  scoped(run: () => void): void {
    const before = this.bound.length;
    run();
    while (this.bound.length > before) {
      const { name, slot } = present(this.bound.pop());
      this.slots.set(name, slot);
    }
  }

  newSlot(): number {
    return this.block.slots++;
  }

  bind(name: string, slot: number): void {
    this.bound.push({ name, slot: this.slots.get(name) });
    this.slots.set(name, slot);
  }

  /** A slot of its own for a name. */
  bindNew(name: string): number {
    const slot = this.newSlot();
    this.bind(name, slot);
    return slot;
  }

  matcher(pattern: CorePattern): Matcher {
    switch (pattern.tag) {
      case "var":
        return { tag: "slot", slot: this.bindNew(pattern.name) };
      case "any":
        return { tag: "any" };
      case "number":
        return { tag: "number", value: pattern.value };
      case "tuple":
        return { tag: "tuple", items: pattern.items.map((item) => this.matcher(item)) };
      case "dual":
        return { tag: "tuple", items: [this.matcher(pattern.primal), this.matcher(pattern.dual)] };
      case "con":
        return { tag: "con", con: pattern.con, args: pattern.args.map((arg) => this.matcher(arg)) };
    }
  }

  /** A variable's place at run time; captures it through every function between. */
  locate(name: string): { readonly from: "slot" | "captured"; readonly index: number } {
    const slot = this.slots.get(name);
    if (slot !== undefined) return { from: "slot", index: slot };
    let index = this.captured.get(name);
    if (index === undefined) {
      if (this.outer === undefined) internal("a variable is not in scope", name);
      index = this.block.captures.length;
      this.block.captures.push({ name, ...this.outer.locate(name) });
      this.captured.set(name, index);
    }
    return { from: "captured", index };
  }
}
