// Local variables of generated code: an item is a variable of a function or an adjoint, with what it represents.
import type { For, Loop, Var } from "../ir/ir.ts";

/** A local variable of the code. There is one of the same name only: see {@link Items}. */
export interface Item {
  /** `v12` the value of a variable, `c12` its cell, `d12` its cotangent, `e12` that of the round after; `k3` the rounds of a loop. */
  readonly name: string;
  readonly is: "value" | "cell" | "cotangent" | "carried" | "rounds" | "round" | "stretch";
  /** The variable that it is of; undefined for what is of a loop. */
  readonly of: Var | undefined;
}

/** Names of the kinds of items. */
const LETTERS: Readonly<Record<Item["is"], string>> = {
  value: "v",
  cell: "c",
  cotangent: "d",
  carried: "e",
  rounds: "k",
  round: "i",
  stretch: "m",
};

/** The items of a program: asked for twice, it is the same. */
export class Items {
  private readonly made = new Map<string, Item>();
  private readonly loops = new Map<Loop | For, number>();

  value = (one: Var): Item => this.item("value", one.id, one);

  /** The number of a Real's cell. */
  cell = (one: Var): Item => this.item("cell", one.id, one);

  cotangent = (one: Var): Item => this.item("cotangent", one.id, one);

  /** The cotangent of a loop's parameter in the round after. */
  carried = (param: Var): Item => this.item("carried", param.id, param);

  /** How many rounds a loop has made. */
  rounds = (loop: Loop): Item => this.item("rounds", this.numberOf(loop), undefined);

  /** The round of a loop that is taken back. */
  round = (loop: Loop | For): Item =>
    loop.tag === "for" ? this.value(loop.index) : this.item("round", this.numberOf(loop), undefined);

  /** The round up to which there is room. */
  stretch = (loop: Loop | For): Item => this.item("stretch", this.numberOf(loop), undefined);

  /** The item of a name; undefined where it is none's. */
  named(name: string): Item | undefined {
    return this.made.get(name);
  }

  /** The number of a loop in names. */
  numberOf(loop: Loop | For): number {
    let id = this.loops.get(loop);
    if (id === undefined) {
      id = this.loops.size;
      this.loops.set(loop, id);
    }
    return id;
  }

  private item(is: Item["is"], id: number, of: Var | undefined): Item {
    const name = `${LETTERS[is]}${id}`;
    let item = this.made.get(name);
    if (item === undefined) {
      item = { name, is, of };
      this.made.set(name, item);
    }
    return item;
  }
}

/** Whether an item is a truth value: a word of the tape, 0 or 1. */
export function isTruth({ is, of }: Item): boolean {
  return is === "value" && of?.kind === "bool";
}
