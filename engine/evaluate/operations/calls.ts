// Which call of the program made each scalar of a traced run: what is folded in its graph is a call, or a round of a loop.
import type { Call, CallArgument } from "../../core/events/trace.ts";
import type { Value } from "../../core/values/values.ts";
import { isUsersText, type Span } from "../../source/span.ts";
import type { Block } from "../code/code.ts";
import { TracedScalar } from "../scalars/tracer.ts";
import type { Frames } from "../tasks/frames.ts";
import type { Task } from "../tasks/tasks.ts";

/** A call that is under way. */
interface Open {
  readonly block: Block;
  readonly frame: readonly Value[];
  readonly captured: readonly Value[];
  /** The place of the call in its caller. */
  readonly site: Span | undefined;
  /** The call that went on as this one, by a tail call; undefined where it is the one that was waited for. */
  readonly from: Open | undefined;
  /** Its place among the calls that are noted; -1 until it has made a scalar. */
  place: number;
}

type Standing = Pick<Open, "block" | "frame" | "captured" | "site">;

/** Where a run stands: its own stacks, and the tasks that wait for it. */
type Running = Frames & { readonly task: Task };

/** Parts of an argument that are noted. */
const MOST_ARGUMENTS = 4;

/** Notes the calls of a run that make scalars: their frames say which they are. */
export class CallsOfRun {
  /** By scalar, the place of its call. */
  readonly of: number[] = [];
  /** The first is the run itself. */
  readonly calls: Call[] = [{ parent: 0, fn: undefined, args: [], site: undefined }];
  readonly #open = new WeakMap<readonly Value[], Open>();

  /** Notes as many scalars as those of the input. */
  begin(scalars: number): void {
    while (this.of.length < scalars) this.of.push(0);
  }

  /** Notes the call at hand as that of all scalars, of so many, that are not noted yet. */
  note(state: Running, scalars: number): void {
    if (this.of.length === scalars) return;
    const known = this.#open.get(state.frame)?.place ?? -1;
    const place = known >= 0 ? known : this.#placeOf(state);
    while (this.of.length < scalars) this.of.push(place);
  }

  /** The call in the user's texts that led to where a run stands; undefined where none did. */
  siteInText(state: Running): Span | undefined {
    const isOurs = (site: Span | undefined): boolean => site !== undefined && isUsersText(site.source);
    for (const { frame, site } of outward(state)) {
      // tail calls led from the one that the caller waits for to this one
      for (let at = this.#open.get(frame); at !== undefined; at = at.from) if (isOurs(at.site)) return at.site;
      if (isOurs(site)) return site;
    }
    return undefined;
  }

  /**
   * Notes that a call went on as another one. A loop that calls itself so does its rounds one after the other, not one within the other:
   * a call of what the ones before it in the chain have called already is beside that one.
   */
  goesOn(before: Omit<Standing, "site">, now: Standing): void {
    const last = this.#opened(before);
    let same: Open | undefined = last;
    while (same !== undefined && same.block !== now.block) same = same.from;
    this.#open.set(now.frame, { ...now, from: same === undefined ? last : same.from, place: -1 });
  }

  #opened({ block, frame, captured, site }: Omit<Standing, "site"> & Partial<Standing>): Open {
    const known = this.#open.get(frame);
    if (known !== undefined) return known;
    const open = { block, frame, captured, site, from: undefined, place: -1 };
    this.#open.set(frame, open);
    return open;
  }

  /** Notes all calls that led to where a run stands, from the innermost one that is known on. */
  #placeOf(state: Running): number {
    const waiting: Open[] = [];
    let place = 0;
    for (const standing of outward(state)) {
      const open = this.#opened(standing);
      place = Math.max(0, open.place);
      if (open.place >= 0) break;
      waiting.push(open);
    }
    for (const open of waiting.toReversed()) place = this.#noted(open, place);
    return place;
  }

  #noted(open: Open, waited: number): number {
    if (open.place >= 0) return open.place;
    const parent = open.from === undefined ? waited : this.#noted(open.from, waited);
    open.place = this.calls.length;
    this.calls.push({ parent, fn: open.block.of, args: argumentsOf(open), site: open.site });
    return open.place;
  }
}

/** The calls that led to where a run stands, the innermost first. */
function* outward(state: Running): Generator<Standing> {
  for (let [frames, task]: [Frames, Task] = [state, state.task]; ; ) {
    for (let depth = frames.blocks.length; depth >= 0; depth--) yield standingAt(frames, depth);
    if (task.parent === undefined) return;
    task = task.parent;
    frames = task.frames;
  }
}

/** The call at a depth of some stacks; the one at work is the deepest. */
function standingAt(frames: Frames, depth: number): Standing {
  const site = depth === 0 ? undefined : frames.blocks[depth - 1]!.code[frames.pcs[depth - 1]! - 1]?.span;
  if (depth === frames.blocks.length)
    return { block: frames.block!, frame: frames.frame, captured: frames.captured, site };
  return { block: frames.blocks[depth]!, frame: frames.frames[depth]!, captured: frames.capturedBy[depth]!, site };
}

/** The arguments that a call was given: its last parameter is in its frame, those before are captured where they are used. */
function argumentsOf({ block, frame, captured }: Open): readonly CallArgument[] {
  const { params } = block.of;
  return params.slice(0, MOST_ARGUMENTS).map((name, index): CallArgument => {
    const at = block.captures.findIndex((one) => one.name === name);
    return argument(name, index === params.length - 1 ? frame[0] : captured[at]);
  });
}

function argument(name: string | undefined, value: Value | undefined): CallArgument {
  if (value instanceof TracedScalar) return { tag: "scalar", number: value.number };
  if (typeof value === "number") return { tag: "number", value };
  if (Array.isArray(value) && value.length > 0 && value.length <= MOST_ARGUMENTS)
    return { tag: "tuple", items: (value as readonly Value[]).map((item) => argument(undefined, item)) };
  return { tag: "other", name };
}
