// Large graphs as few nodes: what repeats is folded into one node with a count, and any of them can be opened.
//
// The scalars of a run in their order are a sequence of program points. Where a stretch of it comes again and again, a loop
// or a recursion ran; such tandem repeats are found from the inside out. Every part is a range of scalars, so a part's
// nodes and edges follow from its bounds.
import { NODE_KINDS, type RunGraph } from "./run-graph.ts";

/** A part of a run: the scalars from a number up to another. */
export type Part =
  | { readonly tag: "scalar"; readonly from: number; readonly to: number }
  /** The same stretch of the program, `count` times. */
  | { readonly tag: "repeat"; readonly from: number; readonly to: number; readonly iterations: readonly Iteration[] }
  /** Some parts after each other, put together because there are many. */
  | { readonly tag: "block"; readonly from: number; readonly to: number; readonly parts: readonly Part[] }
  /** Some iterations of a repeat. */
  | {
      readonly tag: "iterations";
      readonly from: number;
      readonly to: number;
      readonly first: number;
      readonly iterations: readonly Iteration[];
    };

/** The parts of one iteration. */
export type Iteration = readonly Part[];

/** Stretches longer than this are not looked for. */
const LONGEST = 5_000;
/** Fewer than this are no repetition. */
const FEWEST = 3;
/** A run of at most this many scalars is shown as it is. */
const ALL_SEEN = 30;
/** As many inputs stand one by one: their names and cotangents are what a reader looks for first. */
const MOST_INPUTS = 12;
/** How many parts opening one may give, and how many the whole begins with. */
const BRANCHES = 24;
const MOST_PARTS = 160;

interface Token {
  readonly symbol: number;
  readonly part: Part;
}

/** The parts that a run begins with; few, however large it is. */
export function partsOf(graph: RunGraph): readonly Part[] {
  const symbols = new Map<string, number>();
  const intern = (key: string): number => {
    let symbol = symbols.get(key);
    if (symbol === undefined) {
      symbol = symbols.size;
      symbols.set(key, symbol);
    }
    return symbol;
  };
  const isInput = (node: number): boolean => NODE_KINDS[graph.kinds[node]!] === "input";
  const areFew = graph.kinds.reduce((count, _, node) => count + (isInput(node) ? 1 : 0), 0) <= MOST_INPUTS;
  let tokens: Token[] = [];
  for (let node = 0; node < graph.size; node++) {
    const own = areFew && isInput(node) ? ` ${node}` : "";
    const symbol = intern(`${graph.kinds[node]} ${graph.op[node]} ${graph.span[node]}${own}`);
    tokens.push({ symbol, part: { tag: "scalar", from: node, to: node + 1 } });
  }
  for (let level = 0; graph.size > ALL_SEEN && level < 8; level++) {
    const folded = fold(tokens, intern);
    if (folded.length === tokens.length) break;
    tokens = folded;
  }
  return inBlocks(
    tokens.map(({ part }) => part),
    MOST_PARTS,
  );
}

/** Folds the repeats of a sequence, from left to right. */
function fold(tokens: readonly Token[], intern: (key: string) => number): Token[] {
  const next = nextOccurrences(tokens);
  const folded: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const period = next[at]! - at;
    const count = period > 0 && period <= LONGEST ? repetitions(tokens, at, period) : 1;
    if (count < FEWEST) {
      folded.push(tokens[at++]!);
      continue;
    }
    const iterations = Array.from({ length: count }, (_, index) =>
      tokens.slice(at + index * period, at + (index + 1) * period).map(({ part }) => part),
    );
    const body = tokens.slice(at, at + period).map(({ symbol }) => symbol);
    const end = at + count * period;
    const part: Part = { tag: "repeat", from: tokens[at]!.part.from, to: tokens[end - 1]!.part.to, iterations };
    folded.push({ symbol: intern(`repeat ${body.join(" ")}`), part });
    at = end;
  }
  return folded;
}

/** For each token, where its symbol comes next; -1 where it does not. */
function nextOccurrences(tokens: readonly Token[]): Int32Array {
  const next = new Int32Array(tokens.length).fill(-1);
  const last = new Map<number, number>();
  for (let at = tokens.length - 1; at >= 0; at--) {
    const { symbol } = tokens[at]!;
    next[at] = last.get(symbol) ?? -1;
    last.set(symbol, at);
  }
  return next;
}

function repetitions(tokens: readonly Token[], from: number, period: number): number {
  let same = 0;
  while (from + period + same < tokens.length && tokens[from + same]!.symbol === tokens[from + period + same]!.symbol)
    same++;
  return 1 + Math.floor(same / period);
}

/** At most `most` parts: where there are more, neighbours are put together. */
function inBlocks(parts: readonly Part[], most: number): readonly Part[] {
  if (parts.length <= most) return parts;
  return chunks(parts, BRANCHES).map((chunk): Part => {
    const [first] = chunk;
    if (chunk.length === 1) return first!;
    return { tag: "block", from: first!.from, to: chunk.at(-1)!.to, parts: chunk };
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
export function partId({ tag, from, to }: Part): string {
  return tag === "scalar" ? String(from) : `${tag}-${from}-${to}`;
}

/** What a part consists of, a step further; nothing for a scalar. */
export function opened(part: Part): readonly Part[] {
  switch (part.tag) {
    case "scalar":
      return [];
    case "block":
      return inBlocks(part.parts, BRANCHES);
    case "repeat":
      return pieces(part.iterations, 0);
    case "iterations":
      return part.iterations.length === 1
        ? inBlocks(part.iterations[0]!, BRANCHES)
        : pieces(part.iterations, part.first);
  }
}

function pieces(iterations: readonly Iteration[], first: number): readonly Part[] {
  let at = first;
  return chunks(iterations, BRANCHES).flatMap((chunk): readonly Part[] => {
    const start = at;
    at += chunk.length;
    // an iteration of one part is that part
    if (chunk.length === 1 && chunk[0]!.length === 1) return chunk[0]!;
    const from = chunk[0]![0]!.from;
    return [{ tag: "iterations", from, to: chunk.at(-1)!.at(-1)!.to, first: start, iterations: chunk }];
  });
}

/** An edge between parts: it stands for one operand and its use, or for several. */
export interface PartEdge {
  readonly from: string;
  readonly to: string;
  /** The edge of the run, where it is one between two scalars. */
  readonly edge: number | undefined;
  readonly count: number;
}

/** A run's graph with some of its parts open: what is laid out and drawn. */
export interface PartGraph {
  readonly parts: readonly Part[];
  readonly edges: readonly PartEdge[];
}

/** Which parts of a run's graph are shown: what is open, and what is left out. */
export interface ViewOptions {
  /** The names of the parts that are open. */
  readonly open: ReadonlySet<string>;
  /** Whether constants are left out. */
  readonly hideConstants: boolean;
  /** Show only what is at most `distance` edges from a scalar. */
  readonly around: { readonly scalar: number; readonly distance: number } | undefined;
  /** Whether everything is open. */
  readonly all: boolean;
}

/** What a run shows when some of its parts are open. */
export function partGraph(graph: RunGraph, whole: readonly Part[], options: ViewOptions): PartGraph {
  const parts: Part[] = [];
  const visit = (part: Part): void => {
    if (part.tag === "scalar") {
      if (!options.hideConstants || graph.kinds[part.from] !== 1) parts.push(part);
    } else if (options.all || options.open.has(partId(part))) opened(part).forEach(visit);
    else parts.push(part);
  };
  whole.forEach(visit);
  const owner = new Int32Array(graph.size).fill(-1);
  parts.forEach((part, index) => {
    owner.fill(index, part.from, part.to);
  });
  const edges = edgesBetween(graph, parts, owner);
  return options.around === undefined
    ? { parts, edges }
    : near(parts, edges, owner[options.around.scalar]!, options.around.distance);
}

function edgesBetween(graph: RunGraph, parts: readonly Part[], owner: Int32Array): readonly PartEdge[] {
  const ids = parts.map(partId);
  const edges: PartEdge[] = [];
  const counts = new Map<number, number>();
  for (let node = 0; node < graph.size; node++) {
    const to = owner[node]!;
    if (to < 0) continue;
    for (let edge = graph.starts[node]!; edge < graph.starts[node + 1]!; edge++) {
      const from = owner[graph.operands[edge]!]!;
      if (from < 0 || from === to) continue;
      if (parts[from]!.tag === "scalar" && parts[to]!.tag === "scalar")
        edges.push({ from: ids[from]!, to: ids[to]!, edge, count: 1 });
      else counts.set(from * parts.length + to, (counts.get(from * parts.length + to) ?? 0) + 1);
    }
  }
  for (const [key, count] of counts) {
    const from = ids[Math.floor(key / parts.length)]!;
    edges.push({ from, to: ids[key % parts.length]!, edge: undefined, count });
  }
  return edges;
}

function near(parts: readonly Part[], edges: readonly PartEdge[], center: number, distance: number): PartGraph {
  const beside = new Map<string, string[]>();
  const add = (a: string, b: string): void => {
    const list = beside.get(a);
    if (list === undefined) beside.set(a, [b]);
    else list.push(b);
  };
  for (const { from, to } of edges) {
    add(from, to);
    add(to, from);
  }
  const middle = parts[center];
  const kept = new Set(middle === undefined ? [] : [partId(middle)]);
  let border = [...kept];
  for (let step = 0; step < distance; step++) {
    const next: string[] = [];
    for (const id of border)
      for (const other of beside.get(id) ?? [])
        if (!kept.has(other)) {
          kept.add(other);
          next.push(other);
        }
    border = next;
  }
  return {
    parts: parts.filter((part) => kept.has(partId(part))),
    edges: edges.filter(({ from, to }) => kept.has(from) && kept.has(to)),
  };
}
