// The forward pass of straight code.
import { present } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import { step } from "../../../base/watch.ts";
import { type Item, isTruth } from "../../analyse/items.ts";
import { type RecordPlan, ROOT } from "../../analyse/record-plan.ts";
import { commentCode } from "../../ir/literals.ts";
import { piecesOf } from "../../optimise/outlining.ts";
import type { Segment } from "../codegen-context.ts";
import { FunctionWriter } from "../forward/function-writer.ts";
import type { Leave } from "../forward/leaving.ts";
import type { Writer } from "../forward/writer.ts";
import { extents, type Piece, pass, withMore } from "./pieces.ts";
import { itemsOf, type Places, resultsOf } from "./places.ts";

/** The forward pass of a program as text. */
export function forwardPass(w: Writer, plan: RecordPlan, places: Places): string {
  return new ForwardPass(w, plan, places).text();
}

class ForwardPass {
  private readonly w: Writer;
  private readonly plan: RecordPlan;
  private readonly places: Places;

  constructor(w: Writer, plan: RecordPlan, places: Places) {
    this.w = w;
    this.plan = plan;
    this.places = places;
  }

  text(): string {
    const { w, plan } = this;
    const { params, body, name } = w.fn;
    const inside: Segment = { id: undefined, plan, counted: new Set(), loops: new Set(), size: body.stmts.length };
    const writer = new FunctionWriter(w, { segments: new Map(), isGenerator: false, leave: this.leave });
    const pieces = piecesOf(body.stmts).map((stmts) => {
      for (const stmt of stmts) writer.stmt(stmt, inside);
      return this.piece();
    });
    this.giveOut();
    const given = params.filter(({ kind }) => kind !== "real").map(w.context.items.value);
    const linked = this.linked(withMore(pieces, this.piece()), given);
    return pass(`The forward pass of ${commentCode(name)}.`, "forward", given, linked);
  }

  /** The text written since the last piece. */
  private piece(): Piece {
    const { lines, names } = this.w;
    const written = lines.splice(0);
    const code = written.map((line) =>
      typeof line === "string" ? line : internal("straight code has no stores", line),
    );
    const piece = { lines: code, names: new Set(names) };
    names.clear();
    return piece;
  }

  /** The output's places; what is there where it is defined is not put there again. */
  private giveOut(): void {
    const { w } = this;
    resultsOf(w.fn.body).forEach((atom, index) => {
      const place = this.places.outputs[index];
      const code = place === undefined ? `$${index}` : `V[${place}]`;
      const isThere = place !== undefined && atom.tag === "var" && this.places.of(w.context.items.value(atom)) === code;
      const from = atom.tag === "var" ? w.storage.originOf(atom) : w.fn.at;
      if (!isThere) w.emit(`${code} = ${w.value(atom)};`, from);
    });
  }

  /** Pieces that take what they need from its place, and put what is needed of them there. */
  private linked(pieces: readonly Piece[], given: readonly Item[]): readonly Piece[] {
    const { w } = this;
    const extent = extents(pieces);
    const isGiven = new Set(given);
    const needed = new Set(itemsOf(this.plan.get(ROOT)));
    const inputs = new Set([...this.places.inputs.keys()].map(w.context.items.value));
    for (const atom of resultsOf(w.fn.body))
      if (atom.kind === "real" && atom.tag === "var") needed.add(w.context.items.value(atom));
    // in the order in which they became known
    const known = new Map([...inputs].map((item, place) => [item, place]));
    return pieces.map(({ lines, names }, index) => {
      step(lines.length + names.size);
      const here = [...names, ...(index === 0 ? given.filter((item) => !names.has(item)) : [])];
      const later = (item: Item): boolean => (extent.get(item)?.last ?? index) > index;
      const taken = [...names]
        .filter((item) => known.has(item) && !isGiven.has(item))
        .sort((a, b) => present(known.get(a)) - present(known.get(b)));
      const take = taken.map((item) =>
        this.linkedTo(item, `${item.name} = ${this.places.of(item)}${isTruth(item) ? " === 1" : ""};`),
      );
      const put = here
        .filter((item) => !known.has(item) && (needed.has(item) || (later(item) && !isGiven.has(item))))
        .map((item) =>
          this.linkedTo(item, `${this.places.of(item)} = ${isTruth(item) ? `${item.name} ? 1 : 0` : item.name};`),
        );
      for (const item of here) if (!known.has(item)) known.set(item, known.size);
      return { lines: [...take, ...lines, ...put], names: new Set([...taken, ...here]) };
    });
  }

  private linkedTo({ of }: Item, line: string): string {
    const { context, storage } = this.w;
    return context.links?.mark(line, [storage.originOf(of)]) ?? line;
  }

  /** A branch's values for the reverse pass; those of the whole are put where they are defined. */
  private readonly leave: Leave = (w, group) => {
    for (const item of itemsOf(group)) {
      const name = w.local(item);
      w.emit(`${this.places.of(item)} = ${isTruth(item) ? `${name} ? 1 : 0` : name};`, w.storage.originOf(item.of));
    }
  };
}
