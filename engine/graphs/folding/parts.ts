// Large graphs as few nodes: a call of the program is one node, and so is what repeats, with a count; any of them can be opened.
//
// The content of a call is a sequence of scalars and of calls. Where a stretch of it comes again and again, a loop ran: such tandem
// repeats are found from the inside out (`repeats.ts`). A function that calls itself once goes round, too: its rounds stand one after
// the other, down to the last one, and what each does when it has come back. Every part is a range of scalars, so a part's nodes and
// edges follow from its bounds.
import { lastOf, nth, present } from "../../base/nth.ts";
import { differentiates } from "../inner-runs.ts";
import { NODE_KINDS, type RunFunction, type RunGraph } from "../run-graph.ts";
import { folded, Symbols, type Token } from "./repeats.ts";
import { isSegment, type Segment, segmentsOf } from "./segments.ts";

/** A part of a run: the scalars from a number up to another. */
export type RunPart =
  | { readonly tag: "scalar"; readonly from: number; readonly to: number }
  /** A call, or what a round of one does before or after the next. */
  | {
      readonly tag: "call";
      readonly from: number;
      readonly to: number;
      readonly fn: RunFunction;
      /** Whether it is what a round does when the later ones have come back. */
      readonly isBack: boolean;
      /** The call, by its place among those of the run. */
      readonly call: number;
      readonly parts: () => readonly RunPart[];
    }
  /** The same stretch of the program, `count` times; `fn` is the function whose loop it is, where there is one. */
  | {
      readonly tag: "repeat";
      readonly from: number;
      readonly to: number;
      readonly fn: RunFunction | undefined;
      readonly isBack: boolean;
      readonly iterations: readonly Iteration[];
    }
  /** Some parts after each other, put together because there are many. */
  | { readonly tag: "block"; readonly from: number; readonly to: number; readonly parts: readonly RunPart[] }
  /** Some iterations of a repeat, which has `total`. */
  | {
      readonly tag: "iterations";
      readonly from: number;
      readonly to: number;
      readonly fn: RunFunction | undefined;
      readonly isBack: boolean;
      readonly first: number;
      readonly total: number;
      readonly iterations: readonly Iteration[];
    };

/** The parts of one iteration. */
export type Iteration = readonly RunPart[];

type CallPart = Extract<RunPart, { readonly tag: "call" }>;

/** A run of at most this many scalars is shown as it is. */
const ALL_SEEN = 30;
/** As many inputs stand one by one: their names and cotangents are what a reader looks for first. */
const MOST_INPUTS = 12;
/** Into how many pieces rounds and blocks are put, and how many parts stand side by side without being put into blocks. */
const BRANCHES = 24;
const MOST_PARTS = 160;

/** The parts that a run begins with; few, however large it is. A small run is shown as it is, but for the derivatives that it asks for. */
export function partsOf(graph: RunGraph): readonly RunPart[] {
  if (graph.size <= ALL_SEEN)
    return graph.calls.functions.some(differentiates)
      ? new Folding(graph).whole().flatMap(butDerivatives)
      : Array.from({ length: graph.size }, (_, node) => scalarPart(node));
  return inBlocks(new Folding(graph).whole().map(plain), MOST_PARTS);
}

/** Folds the calls of one run. */
class Folding {
  readonly #graph: RunGraph;
  readonly #symbols = new Symbols();
  readonly #areFewInputs: boolean;

  constructor(graph: RunGraph) {
    this.#graph = graph;
    const inputs = graph.kinds.reduce((count, _, node) => count + (this.#isInput(node) ? 1 : 0), 0);
    this.#areFewInputs = inputs <= MOST_INPUTS;
  }

  /** The run is what its entry does: that is no call among others. */
  whole(): readonly RunPart[] {
    let run = segmentsOf(this.#graph);
    const inputs: Token<RunPart>[] = [];
    for (;;) {
      const own = run.items.filter((item): item is number => !isSegment(item));
      const inner = run.items.filter(isSegment);
      if (inner.length !== 1 || own.some((node) => !this.#isInput(node))) break;
      inputs.push(...own.map((node) => this.#scalar(node)));
      run = nth(inner, 0);
    }
    return this.#folded([...inputs, ...this.#tokensOf(run)]);
  }

  #isInput(node: number): boolean {
    return NODE_KINDS[nth(this.#graph.kinds, node)] === "input";
  }

  #scalar(node: number): Token<RunPart> {
    const { kinds, op, span } = this.#graph;
    const own = this.#areFewInputs && this.#isInput(node) ? ` ${node}` : "";
    return { symbol: this.#symbols.of(`${kinds[node]} ${op[node]} ${span[node]}${own}`), part: scalarPart(node) };
  }

  /** The content of a call, each scalar and each call that it makes; of a function that goes round, its rounds. */
  #tokensOf(segment: Segment): readonly Token<RunPart>[] {
    const [down, up]: [Token<RunPart>[], Token<RunPart>[][]] = [[], []];
    let round = segment;
    for (let next = this.#nextRound(round); next !== undefined; next = this.#nextRound(round)) {
      const at = round.items.indexOf(next);
      down.push(...this.#round(round, round.items.slice(0, at), "before"));
      up.push([...this.#round(round, round.items.slice(at + 1), "after")]);
      round = next;
    }
    if (round === segment) return this.#each(segment.items);
    return [...down, ...this.#round(round, round.items, "before"), ...up.toReversed().flat()];
  }

  /** The call of the same function in a call of it, where there is one and no other. */
  #nextRound({ fn, items }: Segment): Segment | undefined {
    const again = fn < 0 ? [] : items.filter((item): item is Segment => isSegment(item) && item.fn === fn);
    return again.length === 1 ? again[0] : undefined;
  }

  #round(of: Segment, items: Segment["items"], when: "before" | "after"): readonly Token<RunPart>[] {
    const [first, last] = [items[0], items.at(-1)];
    if (first === undefined || last === undefined) return [];
    const from = isSegment(first) ? first.from : first;
    const to = isSegment(last) ? last.to : last + 1;
    return this.#call({ ...of, from, to, items }, when, () => this.#each(items));
  }

  #each(items: Segment["items"]): readonly Token<RunPart>[] {
    return items.flatMap((item) =>
      isSegment(item) ? this.#call(item, "whole", () => this.#tokensOf(item)) : [this.#scalar(item)],
    );
  }

  /** A call as one part; as what it does, where that is a single operation. */
  #call(
    segment: Segment,
    when: "before" | "after" | "whole",
    tokens: () => readonly Token<RunPart>[],
  ): readonly Token<RunPart>[] {
    const { fn, call, from, to } = segment;
    let operations = 0;
    for (let node = from; node < to && operations < 2; node++)
      if (NODE_KINDS[nth(this.#graph.kinds, node)] === "operation") operations++;
    if (operations < 2) return Array.from({ length: to - from }, (_, at) => this.#scalar(from + at));
    let parts: readonly RunPart[] | undefined;
    const part: CallPart = {
      tag: "call",
      from,
      to,
      fn: nth(this.#graph.calls.functions, fn),
      isBack: when === "after",
      call,
      parts: () => {
        parts ??= this.#folded(tokens());
        return parts;
      },
    };
    return [{ symbol: this.#symbols.of(`call ${fn} ${when}`), part }];
  }

  #folded(tokens: readonly Token<RunPart>[]): readonly RunPart[] {
    return folded(tokens, this.#symbols, repeatOf);
  }
}

/** A part as its scalars, but for calls that differentiate: each is one part, and so are those within it. */
function butDerivatives(part: RunPart): readonly RunPart[] {
  if (part.tag === "scalar") return [part];
  if (part.tag !== "call" || !differentiates(part.fn)) return opened(part).flatMap(butDerivatives);
  return [{ ...part, parts: () => part.parts().flatMap(butDerivatives) }];
}

function scalarPart(node: number): RunPart {
  return { tag: "scalar", from: node, to: node + 1 };
}

function repeatOf(iterations: readonly Iteration[]): RunPart {
  const [first, last] = [nth(iterations, 0), lastOf(iterations)];
  const calls = first.flatMap((part) => (part.tag === "call" && part.fn.isNamed ? [part.fn] : []));
  const fn = calls.length === 1 ? calls[0] : undefined;
  const isBack = first.every((part) => part.tag === "call" && part.isBack);
  return { tag: "repeat", from: nth(first, 0).from, to: lastOf(last).to, fn, isBack, iterations };
}

/** A call that does nothing but one loop, or one other call, as that one. It has the name of the user's function, or of the outer one. */
function plain(part: RunPart): RunPart {
  if (part.tag !== "call") return part;
  let { fn, call } = part;
  for (let at: CallPart = part; ; ) {
    const inner: readonly RunPart[] = at.parts();
    const [only] = inner;
    if (inner.length === 1 && only?.tag === "repeat")
      return { ...only, fn: only.fn !== undefined && rank(only.fn) > rank(fn) ? only.fn : fn };
    if (inner.length !== 1 || only?.tag !== "call") return { ...at, fn, call };
    at = only;
    if (rank(at.fn) > rank(fn)) ({ fn, call } = at);
  }
}

/** Rank of a function's name: one of the user's, one of the prelude's, none. */
function rank({ isNamed, builtin }: RunFunction): number {
  return !isNamed ? 0 : builtin === undefined ? 2 : 1;
}

/** At most `most` parts: where there are more, neighbours are put together. */
function inBlocks(parts: readonly RunPart[], most: number): readonly RunPart[] {
  if (parts.length <= most) return parts;
  return chunks(parts, BRANCHES).map((chunk): RunPart => {
    const [first] = chunk;
    if (chunk.length === 1) return present(first);
    return { tag: "block", from: present(first).from, to: lastOf(chunk).to, parts: chunk };
  });
}

/** A list in at most `most` pieces of about the same length. */
function chunks<T>(items: readonly T[], most: number): readonly (readonly T[])[] {
  const length = Math.ceil(items.length / Math.min(most, items.length));
  const pieces: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += length) pieces.push(items.slice(at, at + length));
  return pieces;
}

/** A part's name, the same for the same part whatever else is open. */
export function partId({ tag, from, to }: RunPart): string {
  return tag === "scalar" ? String(from) : `${tag}-${from}-${to}`;
}

/** The members of a part, one step down; nothing for a scalar. */
export function opened(part: RunPart): readonly RunPart[] {
  switch (part.tag) {
    case "scalar":
      return [];
    case "call":
      return inBlocks(part.parts().map(plain), MOST_PARTS);
    case "block":
      return inBlocks(part.parts, BRANCHES);
    case "repeat":
      return pieces(part, part.iterations, 0, part.iterations.length);
    case "iterations":
      return part.iterations.length === 1
        ? inBlocks(roundOf(nth(part.iterations, 0)), MOST_PARTS)
        : pieces(part, part.iterations, part.first, part.total);
  }
}

/** The work of a round: a round that is one call is what that call does. */
function roundOf(iteration: Iteration): readonly RunPart[] {
  const [only] = iteration;
  return only !== undefined && iteration.length === 1 && only.tag === "call"
    ? opened(plain(only))
    : iteration.map(plain);
}

function pieces(
  { fn, isBack }: Pick<Extract<RunPart, { readonly tag: "repeat" }>, "fn" | "isBack">,
  iterations: readonly Iteration[],
  first: number,
  total: number,
): readonly RunPart[] {
  let at = first;
  return chunks(iterations, BRANCHES).flatMap((chunk): readonly RunPart[] => {
    const start = at;
    at += chunk.length;
    const [only] = nth(chunk, 0);
    // an iteration of one scalar or one loop is that
    if (chunk.length === 1 && nth(chunk, 0).length === 1 && present(only).tag !== "call") return [present(only)];
    const { from } = present(only);
    return [
      { tag: "iterations", from, to: lastOf(lastOf(chunk)).to, fn, isBack, first: start, total, iterations: chunk },
    ];
  });
}
