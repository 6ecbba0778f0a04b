// The reverse pass of straight code.
import { present } from "../../../base/nth.ts";
import { step } from "../../../base/watch.ts";
import { type Item, isTruth } from "../../analyse/items.ts";
import { type RecordPlan, ROOT } from "../../analyse/record-plan.ts";
import type { Block, Fn } from "../../ir/ir.ts";
import { piecesOf } from "../../optimise/outlining.ts";
import { AdjointWriter } from "../reverse/adjoint.ts";
import type { AdjointContext, AdjointMode, Cotangents, Exchange } from "../reverse/cotangents.ts";
import { extents, type Piece, pass, withMore } from "./pieces.ts";
import { itemsOf, type Places, resultsOf } from "./places.ts";

/** The parameter of the reverse pass. */
const OUTPUT = { name: "y" };

/** With fixed places: each Real of the input has one for its cotangent. */
function inPlaces(places: Places): Exchange {
  return {
    take(c, group) {
      for (const item of itemsOf(group)) {
        c.local(item);
        c.emit(takenFrom(places, item), c.originOf(item.of));
      }
    },
    // no other place adds to it
    send(c, one) {
      const place = `G[${places.inputs.get(one)}]`;
      if (c.mode === "nan-safe") c.emit(`${place} = ${c.d(one)};`);
      else {
        c.emit(`${place} = ${c.d(one)} + 0;`);
        c.frame.sent.push(c.items.cotangent(one));
      }
    },
    // all of the gradient is sent at once
    total(c, total, sent) {
      for (const item of sent) c.local(item);
      c.emit(`Z[0] = ${total};`, ...sent.map(({ of }) => c.originOf(of)));
    },
  };
}

function takenFrom(places: Places, item: Item): string {
  return `${item.name} = ${places.of(item)}${isTruth(item) ? " === 1" : ""};`;
}

/** The reverse pass; y are the cotangents of the output. */
export class ReversePass {
  private readonly a: AdjointWriter;
  private readonly c: Cotangents;
  private readonly places: Places;
  private readonly plan: RecordPlan;
  private readonly body: Block;

  /** `plan`: what is remembered, where that is known. */
  constructor(
    { body }: Fn,
    context: Omit<AdjointContext, "exchange" | "keepsAll">,
    places: Places,
    mode: AdjointMode,
    plan: RecordPlan = new Map(),
  ) {
    this.a = new AdjointWriter(body.stmts, { ...context, exchange: inPlaces(places), keepsAll: true }, mode, plan);
    this.c = this.a.c;
    this.places = places;
    this.plan = plan;
    this.body = body;
  }

  /** The reverse pass's needs of the forward pass. */
  plans(): RecordPlan {
    this.pieces();
    return this.a.planned;
  }

  /** The functions that its code calls, once that is written. */
  get calls(): ReadonlySet<string> {
    return this.c.frame.calls.names;
  }

  /** A pass as text, with a comment. */
  reverse(about: string, name: string): string {
    return pass(about, name, [OUTPUT], this.linked(this.pieces()));
  }

  /** The lines of the pieces, the last piece of the program first. */
  private pieces(): readonly Piece[] {
    this.a.begin();
    this.seed();
    const pieces = piecesOf(this.body.stmts)
      .toReversed()
      .map((stmts) => {
        this.a.backwards(stmts);
        return this.piece();
      });
    this.a.end();
    return withMore(pieces, this.piece());
  }

  /** The text written since the last piece. */
  private piece(): Piece {
    const { lines, names } = this.c.frame;
    const piece = { lines: lines.splice(0), names: new Set(names) };
    names.clear();
    return piece;
  }

  /** Seeds the output atoms with their cotangents. */
  private seed(): void {
    const reals = resultsOf(this.body).filter((_, index) => this.places.outputs[index] !== undefined);
    reals.forEach((atom, index) => {
      this.c.at = atom.tag === "var" ? this.c.originOf(atom) : undefined;
      this.c.add(atom, `${OUTPUT.name}[${index}]`, true);
    });
  }

  /** Pieces that take values from where they are, and cotangents from the piece before. */
  private linked(pieces: readonly Piece[]): readonly Piece[] {
    const order = new Map(itemsOf(this.plan.get(ROOT)).map((item, place) => [item, place]));
    const extent = extents(pieces);
    return pieces.map(({ lines, names: here }, index) => {
      step(lines.length + here.size);
      const cotangents = [...here].filter(({ is }) => is === "cotangent");
      const before = cotangents.filter((item) => present(extent.get(item)).first < index);
      const after = cotangents.filter((item) => present(extent.get(item)).last > index);
      const taken = [...here]
        .filter((item) => order.has(item))
        .sort((a, b) => present(order.get(a)) - present(order.get(b)));
      const all = [
        ...taken.map((item) => this.c.linkedTo(item, takenFrom(this.places, item))),
        ...before.map((item) => this.c.linkedTo(item, `${item.name} = ${this.places.between(item)};`)),
        ...lines,
        ...after.map((item) => this.c.linkedTo(item, `${this.places.between(item)} = ${item.name};`)),
      ];
      return { lines: all, names: new Set([...taken, ...before, ...here]) };
    });
  }
}
