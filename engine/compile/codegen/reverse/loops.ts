// Loops backwards: the rounds of a loop that may end in several ways, each way with what it has left.
import { nth, present } from "../../../base/nth.ts";
import type { Activity } from "../../analyse/activity.ts";
import { compatible, compatibleSide, diverts, type LoopExit, type Round } from "../../analyse/loop-exits.ts";
import { ROOT } from "../../analyse/record-plan.ts";
import {
  type Atom,
  atomsOf,
  type Block,
  blocksOf,
  type End,
  endAtoms,
  type If,
  type Loop,
  type Stmt,
  type Var,
} from "../../ir/ir.ts";
import { tick } from "../calls.ts";
import type { Cotangents, Frame } from "./cotangents.ts";
import type { AdjointRounds } from "./rounds.ts";

/** An adjoint that is being written. */
export interface Backwards {
  readonly c: Cotangents;
  readonly rounds: AdjointRounds;
  /** The statements of the segment. */
  readonly stmts: readonly Stmt[];
  backwards(stmts: readonly Stmt[]): void;
  /** One of two frames, as a test says; `body` is that of the loop whose round it decides. */
  choose(test: Atom, then: Frame, otherwise: Frame, body: Block | undefined): void;
}

/** Whether a block hands on Reals that depend on the input. */
export function stores(activity: Activity, block: Block): boolean {
  const isActive = (atom: Atom): boolean => activity.isActive(atom);
  return (
    endAtoms(block.end).some(isActive) ||
    block.stmts.some((stmt) => atomsOf(stmt).some(isActive) || blocksOf(stmt).some((inner) => stores(activity, inner)))
  );
}

/** At the end of a round backwards, a parameter's cotangent is that of the round before. */
export function closeParam(c: Cotangents, param: Var): void {
  c.complete(param);
  if (!c.frame.set.has(param.id)) c.emit(`${c.d(param)} = ${c.unreached};`);
}

/** A loop backwards: rounds from the last to the first, each of which may have left the loop or gone on in several ways. */
export function loopBackwards(a: Backwards, loop: Loop): void {
  const { c } = a;
  const { params, outs, init, body } = loop;
  for (const out of outs) if (c.isLive(out)) c.complete(out);
  if (!stores(c.activity, body) && !params.some((param) => c.activity.isActive(param))) return;
  const carried = params.flatMap((param, index) =>
    c.activity.isActive(param) ? [{ param, init: nth(init, index), index }] : [],
  );
  for (const { param } of carried) c.reached.set(param.id, param);
  const place = placeOf(a, loop);
  const [k, i] = [c.items.rounds(loop).name, c.items.round(loop)];
  const yielded = (atoms: readonly Atom[]): void => c.yielded(outs, atoms);
  const open = (): void => {
    for (const { param } of carried) c.emit(`${c.e(param)} = ${c.d(param)};`);
  };
  const first = body.stmts.findIndex((stmt) => diverts(stmt, loop));
  const prefix = first < 0 ? [] : body.stmts.slice(0, first);
  const from = Math.max(0, first);
  const isPeeled = !prefix.some((stmt) => stores(c.activity, { stmts: [stmt], end: { tag: "stop" } }));
  c.planner.rounds(loop, place.block, place.order);
  if (isPeeled) {
    // the last round, then the others
    const last = c.nested([body], () => {
      a.rounds.pop(body);
      roundBackwards(a, body, from, { loop, exit: "leave", yielded });
      a.backwards(prefix);
    });
    const round = a.rounds.stretched(body, () =>
      c.nested([body], () => {
        a.rounds.pop(body);
        open();
        roundBackwards(a, body, from, { loop, exit: "next", yielded });
        a.backwards(prefix);
        for (const { param } of carried) closeParam(c, param);
      }),
    );
    c.prepare([last, round]);
    c.emit(`${c.local(i)} = ${k};`);
    c.emitAll(last);
    for (const { param } of carried) {
      const needsSlot = c.needsSlotHere(param);
      if (needsSlot) c.planner.cell(param);
      const start = needsSlot ? c.element("A", c.items.cell(param).name) : c.unreached;
      if (!last.set.has(param.id)) c.emit(`${c.d(param)} = ${start};`);
      else if (needsSlot) c.emit(`${c.d(param)} += ${start};`);
    }
    if (first >= 0 || body.end.tag === "next") {
      a.rounds.downwards(i, c.items.stretch(loop), `${k} - 1`, body, round);
    }
  } else {
    const round = c.nested([body], () => {
      a.rounds.pop(body);
      open();
      const way = (which: LoopExit): Frame =>
        c.nested([], () => roundBackwards(a, body, from, { loop, exit: which, yielded }));
      const [exiting, going] = [way("leave"), way("next")];
      c.prepare([exiting, going]);
      c.emit(`if (${i.name} === ${k}) {`);
      c.emitAll(exiting);
      c.emit("} else {");
      c.emitAll(going);
      c.emit("}");
      a.backwards(prefix);
      for (const { param } of carried) closeParam(c, param);
    });
    for (const { param } of carried) c.emit(`${c.d(param)} = ${c.unreached};`);
    c.prepare([round]);
    c.emit(`for (${c.local(i)} = ${k}; ${i.name} >= 0; ${i.name}--) {`);
    c.emit(tick(c.frame.calls));
    c.emitAll(round);
    c.emit("}");
  }
  for (const { param, init: start } of carried) c.add(start, c.d(param), true);
}

function placeOf({ stmts, c }: Backwards, loop: Loop): { readonly block: Block; readonly order: number } {
  // a loop is where its parameters' loop stands: the block around its body
  const found = blockAround(loop, stmts, ROOT);
  const order = loop.params[0] === undefined ? 0 : present(c.storage.place(loop.params[0])).order;
  return { block: found ?? ROOT, order };
}

function blockAround(loop: Loop, stmts: readonly Stmt[], block: Block): Block | undefined {
  for (const stmt of stmts) {
    if (stmt === loop) return block;
    for (const inner of blocksOf(stmt)) {
      const found = blockAround(loop, inner.stmts, inner);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** A round of a loop backwards, from the statement `from` on, for the ways that end as asked. */
function roundBackwards(a: Backwards, body: Block, from: number, round: Round): void {
  paths(a, body, from, [], round, (atoms) => round.yielded(atoms));
}

/**
 * The statements of a block from one on, and the ways that lead on from them. `around` are the blocks between the loop's
 * body and this one. Records come back in the order in which they left: those of what follows a block before its own.
 */
function paths(
  a: Backwards,
  block: Block,
  from: number,
  around: readonly Block[],
  round: Round,
  yields: (atoms: readonly Atom[]) => void,
): void {
  const { c } = a;
  const { body } = round.loop;
  const at = block.stmts.findIndex((stmt, index) => index >= from && diverts(stmt, round.loop));
  const here = block === body ? around : [...around, block];
  if (at < 0) {
    const { end } = block;
    if (end.tag === "yield") {
      yields(end.atoms);
      if (block !== body) a.rounds.pop(block);
    } else {
      for (const one of here) a.rounds.pop(one);
      ending(a, end, round);
    }
    return a.backwards(block.stmts.slice(from));
  }
  const stmt = block.stmts[at] as If;
  const past = (atoms: readonly Atom[]): void => {
    paths(a, block, at + 1, around, round, yields);
    for (const out of stmt.outs) if (c.isLive(out)) c.complete(out);
    c.yielded(stmt.outs, atoms);
  };
  const rest = compatible(block, at + 1, round);
  const sides = [stmt.yes, stmt.no].filter((side) => compatibleSide(side, round, rest));
  if (sides.length === 1) {
    const [side] = sides as [Block];
    c.frame.blocks.add(side);
    paths(a, side, 0, here, round, past);
  } else if (sides.length === 2) {
    const way = (side: Block): Frame => c.nested([side], () => paths(a, side, 0, here, round, past));
    a.choose(stmt.test, way(stmt.yes), way(stmt.no), body);
  }
  a.backwards(block.stmts.slice(from, at));
}

/** A round that ended by going on with the next, or out of the loop. */
function ending({ c }: Backwards, end: End, round: Round): void {
  if (end.tag === "leave") round.yielded(end.atoms);
  else if (end.tag === "next")
    round.loop.params.forEach((param, index) => {
      if (c.activity.isActive(param)) c.add(nth(end.atoms, index), c.e(param), true);
    });
}
