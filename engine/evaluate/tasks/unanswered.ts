// Calls that have given no answer yet: how often each function of the user's has been called since it gave one last. A run that is
// asked for this reports each call; no other run pays for it.
import { lastOf, present } from "../../base/nth.ts";
import { isUsersText, type Span } from "../../source/span.ts";
import type { Block, Code } from "../code/code.ts";

/** A function of the user's whose calls are counted. */
export interface Counted {
  readonly name: string;
  readonly span: Span;
  /** Its calls that have given no answer yet. */
  open: number;
}

/** A function has been called as often as that without an answer. */
export class Unending extends Error {
  readonly fn: Counted;
  constructor(fn: Counted) {
    super(`${fn.name} does not answer`);
    this.fn = fn;
  }
}

/** Counts the calls of a program that have given no answer. Throws {@link Unending} where one function has `most` of them. */
export class Unanswered {
  readonly functions: Counted[] = [];
  private readonly most: number;
  /** By what was called and has not returned: how many calls wait below it, which function it is, and how often it was called there. */
  private readonly depths: number[] = [];
  private readonly called: Counted[] = [];
  private readonly times: number[] = [];

  /** `recursive` are the definitions to be counted. The code is for this count alone: its blocks tell of their calls from now on. */
  constructor(code: Code, recursive: ReadonlySet<string>, most: number) {
    this.most = most;
    for (const { name, kind, block, span } of code.globals.values()) {
      this.listen(block);
      if (kind !== "value" && recursive.has(name)) this.count(block, span);
    }
  }

  /** The functions that have given no answer, as calls wait below the one that runs: the most often called first. */
  open(depth: number): readonly Counted[] {
    this.answered(depth + 1);
    return this.functions.filter(({ open }) => open > 0).sort((a, b) => b.open - a.open);
  }

  /** Observes every call: one that is not counted also shows that calls before it have returned. */
  private listen(block: Block): void {
    if (block.means?.called !== undefined) return;
    tell(block, (depth, isLast) => this.answered(isLast ? depth + 1 : depth));
    for (const { block: inner, isRecursive } of block.inner) {
      this.listen(inner);
      if (isRecursive) this.count(inner, inner.code.at(-1)?.span);
    }
  }

  private count(block: Block, span: Span | undefined): void {
    if (span === undefined || !isUsersText(span.source)) return;
    const fn = { name: block.name, span, open: 0 };
    this.functions.push(fn);
    tell(bodyOf(block), (depth, isLast) => this.call(fn, depth, isLast));
  }

  /** `depth` calls wait; `isLast`: the call is the last act of the function that makes it, and takes its place. */
  private call(fn: Counted, depth: number, isLast: boolean): void {
    this.answered(isLast ? depth + 1 : depth);
    if (++fn.open >= this.most) throw new Unending(fn);
    for (let at = this.depths.length - 1; at >= 0 && this.depths[at] === depth; at--) {
      if (this.called[at] !== fn) continue;
      this.times[at]!++;
      return;
    }
    this.depths.push(depth);
    this.called.push(fn);
    this.times.push(1);
  }

  /** Notes that all that was called where as many calls wait, or more, has given its answer. */
  private answered(depth: number): void {
    while (this.depths.length > 0 && lastOf(this.depths) >= depth) {
      this.depths.pop();
      present(this.called.pop()).open -= present(this.times.pop());
    }
  }
}

function tell(block: Block, called: NonNullable<NonNullable<Block["means"]>["called"]>): void {
  const none = { call: false, resolve: false, about: [], counters: [], mirror: false };
  block.means = { ...none, event: undefined, returned: undefined, span: undefined, ...block.means, called };
}

/** The block of a function whose parameters are all there: each but the last gives a function of the rest. */
function bodyOf(block: Block): Block {
  return block.rest === undefined ? block : bodyOf(block.rest);
}
