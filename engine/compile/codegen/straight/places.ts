// Where the numbers of a program of straight code lie.
import type { Item, Items } from "../../analyse/items.ts";
import type { Group } from "../../analyse/record-plan.ts";
import type { Atom, Block, Fn, Var } from "../../ir/ir.ts";

/** Where the numbers lie that the forward pass leaves. */
export class Places {
  /** The places of the Reals of the input, and of their cotangents. */
  readonly inputs: ReadonlyMap<Var, number>;
  /** The places of the Reals of the output, by component. */
  readonly outputs: readonly (number | undefined)[];
  /** How many numbers are in V. */
  readonly given: number;
  private readonly places = new Map<Item, string>();
  private readonly shared = new Map<Item, string>();
  private inT = 0;

  constructor({ params, results, body }: Fn, items: Items) {
    this.inputs = new Map(params.filter(({ kind }) => kind === "real").map((param, index) => [param, index]));
    let next = this.inputs.size;
    this.outputs = results.map((kind) => (kind === "real" ? next++ : undefined));
    this.given = next;
    resultsOf(body).forEach((atom, index) => {
      const place = this.outputs[index];
      if (atom.tag === "var" && place !== undefined) this.places.set(items.value(atom), `V[${place}]`);
    });
    for (const [input, place] of this.inputs) this.places.set(items.value(input), `V[${place}]`);
  }

  /** The place of a value, in T where it has none so far. */
  of(item: Item): string {
    let place = this.places.get(item);
    if (place === undefined) {
      place = `T[${this.inT++}]`;
      this.places.set(item, place);
    }
    return place;
  }

  /** The place of a value that has one. */
  known(item: Item): string | undefined {
    return this.places.get(item);
  }

  /** The place of a cotangent between pieces. */
  between(cotangent: Item): string {
    let place = this.shared.get(cotangent);
    if (place === undefined) {
      place = `D[${this.shared.size}]`;
      this.shared.set(cotangent, place);
    }
    return place;
  }

  /** How many numbers are in T and in D, once all has been emitted. */
  counted(): { readonly inT: number; readonly inD: number } {
    return { inT: this.inT, inD: this.shared.size };
  }
}

/** A program's results. */
export function resultsOf({ end }: Block): readonly Atom[] {
  return end.tag === "yield" ? end.atoms : [];
}

/** All that is remembered of a block. */
export function itemsOf(group: Group | undefined): readonly Item[] {
  return group === undefined ? [] : [...group.numbers, ...group.indices];
}
