// Variables, functions and their calls: how they are compiled, and their instructions.
import { internal } from "../../base/unreachable.ts";
import type { CalledFunction } from "../../core/events/trace.ts";
import type { CorePattern, Term } from "../../core/terms/term.ts";
import type { Value } from "../../core/values/values.ts";
import { isUsersText, type Span } from "../../source/span.ts";
import type { Builder, Compilers } from "../code/builder.ts";
import type { Block, GlobalCode, Matcher } from "../code/code.ts";
import { meansOf } from "../code/roles.ts";
import type { CallsOfRun } from "../operations/calls.ts";
import { type PieceWriter, written, writtenEnd } from "../pieces/writer.ts";
import type { Instruction } from "../state/instruction.ts";
import type { MachineState } from "../state/state.ts";
import { finish } from "../state/switching.ts";
import { Closure } from "../values/closure.ts";
import { enterOnce, keepOnce } from "./definitions.ts";
import { matches, noMatch, writeMatch } from "./matching.ts";

/** → v, from the frame */
const slot: Instruction<number> = written(
  (state, index) => {
    state.stack[state.top++] = state.frame[index]!;
  },
  (to, index) => to.pushSame(to.slot(index)),
);

/** → v, from the closure at hand */
export const captured: Instruction<number> = written(
  (state, index) => {
    state.stack[state.top++] = state.captured[index]!;
  },
  (to, index) => to.pushSame(to.captured(index)),
);

/** → closure */
const closure: Instruction<Block> = written(
  (state, block) => state.push(state.closure(block)),
  (to, block) => {
    const captured = capturedBy(to, block);
    const made = `new ${to.constant(Closure)}(${to.constant(block)}, [${captured.join(", ")}])`;
    to.pushClosure(made, block, captured, true);
  },
);

function capturedBy(to: PieceWriter, { captures }: Block): string[] {
  return captures.map(({ from, index }) => (from === "slot" ? to.slot(index) : to.captured(index)));
}

/** → ; closures that may capture each other go into the frame */
const recursive: Instruction<readonly { readonly block: Block; readonly slot: number }[]> = written(
  (state, functions) => {
    const closures = functions.map(({ block }) => new Closure(block, new Array(block.captures.length)));
    functions.forEach(({ slot }, index) => {
      state.frame[slot] = closures[index]!;
    });
    for (const { block, captured } of closures) state.capture(block.captures, captured);
  },
  (to, functions) => {
    for (const { block, slot } of functions) {
      const room = `new Array(${block.captures.length})`;
      to.setSlot(slot, to.value(`new ${to.constant(Closure)}(${to.constant(block)}, ${room})`));
    }
    for (const { block, slot } of functions)
      capturedBy(to, block).forEach((value, index) => {
        to.line(`${to.slot(slot)}.captured[${index}] = ${value};`);
      });
  },
);

/** f v → f v, by a call */
export const call: Instruction<undefined> = writtenEnd(
  (state) => {
    state.suspend();
    state.top -= 2;
    state.enter(state.stack[state.top] as Closure, state.stack[state.top + 1]!);
  },
  (to, _, { span }, pc) => writeCall(to, span, pc, false),
);

/** f v → ; its result is that of the function at hand */
const tailCall: Instruction<undefined> = writtenEnd(
  (state, _, { span }) => {
    if (span !== undefined && isUsersText(span.source)) state.site = { name: state.block!.name, span };
    state.top -= 2;
    const [fn, argument] = [state.stack[state.top] as Closure, state.stack[state.top + 1]!];
    if (state.calls === undefined) state.enter(fn, argument);
    else goOn(state, state.calls, fn, argument, span);
  },
  (to, _, { span }, pc) => writeCall(to, span, pc, true),
);

function writeCall(to: PieceWriter, span: Span | undefined, pc: number, isLast: boolean): void {
  const argument = to.pop();
  to.call({ fn: to.pop(), argument, isLast, span, pc });
}

/** A tail call of a traced run. */
function goOn(state: MachineState, calls: CallsOfRun, fn: Closure, argument: Value, site: Span | undefined): void {
  const { block, frame, captured } = state;
  state.enter(fn, argument);
  calls.goesOn(
    { block: block!, frame, captured },
    { block: fn.block, frame: state.frame, captured: fn.captured, site },
  );
}

/** v → v, in the function that called */
export const giveBack: Instruction<undefined> = writtenEnd(returned, (to, _, { run }, pc) => to.giveBack(pc + 1, run));

function returned(state: MachineState): void {
  const block = state.blocks.pop();
  if (state.observer !== undefined) state.backpropagation.returned(state.blocks.length, state.stack[state.top - 1]!);
  if (block === undefined) return finish(state);
  state.block = block;
  state.pc = state.pcs.pop()!;
  state.frame = state.frames.pop()!;
  state.captured = state.capturedBy.pop()!;
  state.site = state.sites.pop();
}

/** → ; the argument, in slot 0, is taken apart */
const parameter: Instruction<Matcher> = written(
  (state, matcher) => {
    if (!matches(matcher, state.frame[0]!, state.frame)) noMatch("the parameter's pattern does not match the argument");
  },
  (to, matcher) => writeMatch(to, matcher, to.slot(0)),
);

type Lambda = Extract<Term, { readonly tag: "lam" }>;

/** Compiles the body of a function; that of a `once` definition is computed by its first call. */
export function compileBody(to: Builder, term: Lambda, once?: GlobalCode): void {
  const { param, body, span } = term;
  const argument = to.newSlot();
  if (once !== undefined) to.emit(enterOnce, once, span, 0);
  if (param.tag === "var") to.bind(param.name, argument);
  else if (param.tag !== "any") to.emit(parameter, to.matcher(param), span, 0);
  to.compile(body, once === undefined);
  if (once !== undefined) to.emit(keepOnce, once, span, 0);
  to.emit(giveBack, undefined, span, 0);
}

/** The name of a function's parameter, where it has one. */
export function parameterName(param: CorePattern): string | undefined {
  return param.tag === "var" ? param.name : undefined;
}

function functionBlock(term: Lambda, outer: Builder, of: CalledFunction, isRecursive = false): Block {
  const means = term.named === undefined ? undefined : meansOf(outer.linking.program.meaning, term.named, term.span);
  const to = outer.within({ ...of, params: [...of.params, parameterName(term.param)] }, term.body, isRecursive, means);
  compileBody(to, term);
  return to.block;
}

/** Emits the closure of a function that is bound to a name. */
export function compileNamed(to: Builder, name: string, term: Lambda): void {
  to.emit(closure, functionBlock(term, to, localOf(to, name)), term.span);
}

/** A function within another one. */
function localOf({ block }: Builder, name: string): CalledFunction {
  return { name, builtin: block.of.builtin, kind: "named", params: [] };
}

/** Compilers of variables, functions and calls. */
export const FUNCTIONS: Compilers<"var" | "lam" | "letrec" | "app"> = {
  var({ name, span }, to) {
    const { from, index } = to.locate(name);
    to.emit(from === "slot" ? slot : captured, index, span);
  },
  lam(term, to) {
    const { block } = to;
    const isNext = to.body === term;
    const made = functionBlock(term, to, isNext ? block.of : { ...block.of, kind: "anonymous", params: [] });
    if (isNext) block.rest = made;
    to.emit(closure, made, term.span);
  },
  letrec({ functions, body, span }, to, isLast) {
    to.scoped(() => {
      const slots = functions.map(({ name }) => to.bindNew(name));
      const made = functions.map(({ name, term }, index) => ({
        slot: slots[index]!,
        block:
          term.tag === "lam"
            ? functionBlock(term, to, localOf(to, name), true)
            : internal("a recursive definition is no function", name),
      }));
      to.emit(recursive, made, span);
      to.compile(body, isLast);
    });
  },
  app({ fn, arg, span }, to, isLast) {
    to.compile(fn);
    to.compile(arg);
    to.emit(isLast ? tailCall : call, undefined, span);
  },
};
