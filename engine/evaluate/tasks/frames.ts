// The stacks of a task: what it was doing, what it holds, and the calls that led there.
import { nth } from "../../base/nth.ts";
import type { Value } from "../../core/values/values.ts";
import type { Block } from "../code/code.ts";
import type { TrailEntry } from "./budget.ts";

/** Where a task stands. The values above `top` on the operand stack do not count. */
export interface Frames {
  stack: Value[];
  top: number;
  block: Block | undefined;
  pc: number;
  frame: Value[];
  captured: readonly Value[];
  blocks: Block[];
  pcs: number[];
  frames: Value[][];
  capturedBy: (readonly Value[])[];
  /** For each call under way: the last tail call of the user's that led to it, if one did. */
  sites: (TrailEntry | undefined)[];
  site: TrailEntry | undefined;
}

/** The frames of a task that has not begun. */
export function newFrames(): Frames {
  return {
    stack: [],
    top: 0,
    block: undefined,
    pc: 0,
    frame: [],
    captured: [],
    blocks: [],
    pcs: [],
    frames: [],
    capturedBy: [],
    sites: [],
    site: undefined,
  };
}

/** Frames that go on by themselves: what a run changes is not shared. */
export function copied(at: Frames): Frames {
  const { stack, top, frame, blocks, pcs, frames, capturedBy, sites } = at;
  return {
    ...at,
    stack: stack.slice(0, top),
    frame: frame.slice(),
    blocks: blocks.slice(),
    pcs: pcs.slice(),
    frames: frames.map((one) => one.slice()),
    capturedBy: capturedBy.slice(),
    sites: sites.slice(),
  };
}

/** The values that frames hold: on the operand stack, and in the frames of calls. */
export function slotsOf({ top, frame, frames }: Frames): number {
  return frames.reduce((sum, one) => sum + one.length, top + frame.length);
}

/** Everything that frames hold on to. */
export function* heldBy({ stack, top, frame, captured, frames, capturedBy }: Frames): Iterable<Value | undefined> {
  for (let i = 0; i < top; i++) yield stack[i];
  yield* frame;
  yield* captured;
  yield* frames;
  yield* capturedBy;
}

/** How many calls a trail names. */
const LONGEST_TRAIL = 12;

/** The innermost call of a task that runs, and those that led there, through the tasks that wait for it. */
export function trailOf(running: Frames, outer: readonly Frames[]): readonly TrailEntry[] {
  const trail: TrailEntry[] = [];
  const { block, pc, site } = running;
  if (block !== undefined) trail.push({ name: block.name, span: block.code[pc]?.span });
  if (site !== undefined) trail.push(site);
  addCalls(running, trail);
  for (const frames of outer) {
    const { block: waiting } = frames;
    // a part of a tuple belongs to the function that forks: that has one entry
    if (waiting !== undefined && waiting.name !== trail.at(-1)?.name && trail.length < LONGEST_TRAIL)
      trail.push({ name: waiting.name, span: waiting.code[frames.pc - 1]?.span });
    if (frames.site !== undefined) trail.push(frames.site);
    addCalls(frames, trail);
  }
  return trail;
}

/** Adds the calls that wait to a trail, the innermost first. */
function addCalls({ blocks, pcs, sites }: Frames, trail: TrailEntry[]): void {
  for (let i = blocks.length - 1; i >= 0 && trail.length < LONGEST_TRAIL; i--) {
    const block = nth(blocks, i);
    trail.push({ name: block.name, span: block.code[nth(pcs, i) - 1]?.span });
    const site = sites[i];
    if (site !== undefined) trail.push(site);
  }
}
