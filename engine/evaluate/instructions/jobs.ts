// Forks: how they are compiled, and their instructions.

import type { Term } from "../../core/terms/term.ts";
import { listItems, UNIT_VALUE } from "../../core/values/values.ts";
import type { Span } from "../../source/span.ts";
import { type Builder, type Compilers, newBlock } from "../code/builder.ts";
import { type Block, type Instr, instr } from "../code/code.ts";
import type { Instruction } from "../state/instruction.ts";
import type { MachineState } from "../state/state.ts";
import { fork } from "../state/switching.ts";
import { Closure } from "../values/closure.ts";
import { constant, list, tuple } from "./data.ts";
import { call, captured, giveBack } from "./functions.ts";

interface ForkCode {
  readonly parts: readonly Block[];
  readonly places: readonly (Span | undefined)[];
}

/** → (v₁, .., vₙ), by a task for each part */
const forkTuple: Instruction<ForkCode> = (state, { parts, places }, at) => {
  const thunks = parts.map((part) => state.closure(part));
  if (state.task.passes > 0) callInTurn(state, thunks, false, at);
  else fork(state, thunks, { isList: false, places, span: at.span });
};

/** thunks → list, by a task for each thunk */
const forkList: Instruction<undefined> = (state, _, at) => {
  const thunks = listItems(state.stack[--state.top]!, state.watch) as Closure[];
  if (state.task.passes > 0) callInTurn(state, thunks, true, at);
  else fork(state, thunks, { isList: true, places: undefined, span: at.span });
};

/** Calls the parts of a fork within a pass, which keeps operations in one order. */
function callInTurn(state: MachineState, thunks: readonly Closure[], isList: boolean, { span }: Instr): void {
  const size = thunks.length;
  const block = newBlock({ ...state.block!.of, kind: "part", params: [] });
  thunks.forEach((_, index) => {
    block.code.push(instr(captured, index, span), instr(constant, UNIT_VALUE, span), instr(call, undefined, span));
  });
  const join = isList ? instr(list, { size, hasTail: false }, span, Math.max(1, size)) : instr(tuple, size, span);
  block.code.push(join, instr(giveBack, undefined, span, 0));
  block.slots = 1;
  state.suspend();
  state.enter(new Closure(block, [...thunks]), UNIT_VALUE);
}

/** The code of a part: a function of a parameter that it ignores. */
function partBlock(term: Term, outer: Builder): Block {
  const to = outer.within({ ...outer.block.of, kind: "part", params: [] });
  to.newSlot();
  to.compile(term, true);
  to.emit(giveBack, undefined, term.span, 0);
  return to.block;
}

/** The place of a part: that of the part which a stage applies to the state of its monad. */
function placeOf(part: Term): Span | undefined {
  return part.span ?? (part.tag === "app" ? part.fn.span : undefined);
}

/** Compilers of forks. */
export const JOBS: Compilers<"fork" | "forkList"> = {
  fork({ items, span }, to) {
    to.emit(forkTuple, { parts: items.map((item) => partBlock(item, to)), places: items.map(placeOf) }, span, 0);
  },
  forkList({ thunks, span }, to) {
    to.compile(thunks);
    to.emit(forkList, undefined, span, 0);
  },
};
