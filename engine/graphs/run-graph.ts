// The data-flow graph of a run in typed columns: plain data that crosses to the page as it is, however large.

import type { CallTree, DataFlowGraph, DataFlowNode, DiscreteUse, TracedRule } from "../core/events/trace.ts";
import { subscript } from "../core/terms/term.ts";
import { isUsersText, type Span, spanKey } from "../source/span.ts";
import { isTie } from "./ties.ts";

/** The kinds of scalars; the column `kinds` of a graph has places in this list. */
export const NODE_KINDS = ["input", "constant", "operation"] as const;

/** A function that a run has called. */
export interface RunFunction {
  readonly name: string;
  /** The definition of the prelude that was called, by its name; undefined for what stands in the user's texts. */
  readonly builtin: string | undefined;
  /** Whether the source gives it that name: a lambda has the name of the function that it stands in. */
  readonly isNamed: boolean;
}

/** The calls of a run that made scalars, the first of them the run itself. What the prelude calls for a definition of it belongs to that call. */
export interface RunCalls {
  /** By scalar, the call that made it. */
  readonly of: Int32Array;
  /** By call, the one that made it, and how many led there. */
  readonly parents: Int32Array;
  readonly depths: Int32Array;
  /** By call, the place of its function in `functions`; -1 for the run itself. */
  readonly fns: Int32Array;
  readonly functions: readonly RunFunction[];
  /** By call, its place in `spans`, where the user's text makes it; -1 elsewhere. */
  readonly sites: Int32Array;
}

/** Nodes are scalars by their numbers; lists of a node's operands lie one after the other, from `starts[n]` on. */
export interface RunGraph {
  readonly size: number;
  /** Places in {@link NODE_KINDS}. */
  readonly kinds: Uint8Array;
  readonly values: Float64Array;
  /** Places in `ops`, `names` and `spans`; -1 for none. */
  readonly op: Int32Array;
  readonly ops: readonly string[];
  readonly name: Int32Array;
  readonly names: readonly string[];
  readonly span: Int32Array;
  readonly spans: readonly Span[];
  /** One more than nodes. */
  readonly starts: Uint32Array;
  readonly operands: Int32Array;
  readonly partials: Float64Array;
  /** The Ints that operations have among their operands: nodes, places among all operands, and values. */
  readonly ints: { readonly node: Int32Array; readonly place: Uint8Array; readonly value: Float64Array };
  /**
   * Uses that give no Real, a row for each Real among their operands: the node, places in `ops` and `spans`, what came out, and whether it
   * was decided at this very point, so that a step to one side may lead to another.
   */
  readonly discrete: {
    readonly node: Int32Array;
    readonly op: Int32Array;
    readonly span: Int32Array;
    readonly result: Float64Array;
    readonly isTie: Uint8Array;
  };
  /** The scalars of the result, each as often as it occurs there, and the cotangents that these occurrences have. */
  readonly outputs: Int32Array;
  readonly seeds: Float64Array;
  /** The cotangent at the end, where the result can be reached from the scalar. */
  readonly cotangents: Float64Array;
  readonly reached: Uint8Array;
  readonly calls: RunCalls;
  /** The scalars that were computed for derivatives within the program. */
  readonly derived: Uint8Array;
}

/** Distinct things, by a key, in the order in which they came. */
class Table<T> {
  readonly items: T[] = [];
  private readonly places = new Map<unknown, number>();

  place(key: unknown, make: () => T): number {
    if (key === undefined) return -1;
    let place = this.places.get(key);
    if (place === undefined) {
      place = this.items.length;
      this.items.push(make());
      this.places.set(key, place);
    }
    return place;
  }
}

/** The graph of a run in columns, with the cotangents that a sweep over it gives. */
export function runGraph(
  { nodes, outputs, calls, discrete, derived = [], isSingle }: DataFlowGraph,
  /** The cotangents of the result's scalars, in their order. */
  cotangent: readonly number[],
  nameOf: (scalar: { kind: string; number: number; span: Span | undefined }) => string | undefined,
): RunGraph {
  const size = nodes.length;
  const ops = new Table<string>();
  const names = new Table<string>();
  const spans = new Table<Span>();
  const placeOf = (span: Span | undefined): number => spans.place(span && spanKey(span), () => span!);
  const graph = {
    kinds: new Uint8Array(size),
    values: new Float64Array(size),
    op: new Int32Array(size),
    name: new Int32Array(size),
    span: new Int32Array(size),
    ...edgesOf(nodes),
    ints: intsOf(nodes),
  };
  for (const node of nodes) {
    const { number, kind, op, value, span } = node;
    graph.kinds[number] = NODE_KINDS.indexOf(kind);
    graph.values[number] = value;
    graph.op[number] = ops.place(op, () => op!);
    const name = nameOf(node);
    graph.name[number] = names.place(name, () => name!);
    graph.span[number] = placeOf(span);
  }
  const uses = discrete.flatMap((use) => [...new Set(use.operands)].map((node) => ({ ...use, node })));
  const column = (of: (use: DiscreteUse) => number): Int32Array => Int32Array.from(uses, of);
  const discreteUses = {
    node: Int32Array.from(uses, ({ node }) => node),
    op: column(({ op }) => ops.place(op, () => op)),
    span: column(({ span }) => placeOf(span)),
    result: Float64Array.from(uses, ({ result }) => result),
    isTie: Uint8Array.from(uses, (use) => (isTie(nodes, use) ? 1 : 0)),
  };
  const seeds = Float64Array.from(outputs, (_, index) => cotangent[index] ?? 0);
  const swept = reverseSweep(graph, outputs, seeds, isSingle);
  const callsFound = runCalls(size, calls, placeOf);
  const isDerived = new Uint8Array(size);
  for (const [from, to] of derived) isDerived.fill(1, from, to);
  return {
    ...graph,
    ops: ops.items,
    names: names.items,
    spans: spans.items,
    discrete: discreteUses,
    outputs: Int32Array.from(outputs),
    seeds,
    ...swept,
    calls: callsFound,
    derived: isDerived,
  };
}

/** The calls of a run in columns. Without any, all of it is what the run itself does. */
function runCalls(
  size: number,
  { of, calls }: CallTree = { of: [], calls: [] },
  placeOf: (span: Span | undefined) => number,
): RunCalls {
  const count = Math.max(1, calls.length);
  const [parents, depths, fns] = [new Int32Array(count), new Int32Array(count), new Int32Array(count).fill(-1)];
  const sites = new Int32Array(count).fill(-1);
  const functions = new Table<RunFunction>();
  /** By call, the one that it is a part of: itself, but for parts of forks, and for what the prelude calls for itself. */
  const whole = Int32Array.from({ length: count }, (_, call) => call);
  for (let call = 1; call < count; call++) {
    const { parent, fn, site } = calls[call]!;
    const outer = whole[parent]!;
    const isWithin = outer > 0 && fn?.builtin !== undefined && functions.items[fns[outer]!]!.builtin !== undefined;
    if (fn === undefined || fn.kind === "part" || isWithin) {
      whole[call] = outer;
      continue;
    }
    const { builtin, kind } = fn;
    // a name's key ends in a number, a subscript, or the number types that it stands at; the user's names do not
    const name = builtin ?? fn.name.replace(/(?:#\d+)?(?:@.*)?$|[₀-₉]+$/u, "");
    parents[call] = outer;
    if (site !== undefined && isUsersText(site.source)) sites[call] = placeOf(site);
    depths[call] = depths[outer]! + 1;
    fns[call] = functions.place(fn, () => ({ name, builtin, isNamed: kind === "named" || builtin !== undefined }));
  }
  const made = Int32Array.from({ length: size }, (_, scalar) => whole[of[scalar] ?? 0]!);
  return { of: made, parents, depths, fns, functions: functions.items, sites };
}

/** The part of a graph for sweeps. */
export type Edges = Pick<RunGraph, "size" | "starts" | "operands" | "partials">;

/** Whether two graphs have the same edges, whatever their partials. */
export function hasSameEdges(one: Edges, other: Edges): boolean {
  const alike = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
    a.length === b.length && Array.prototype.every.call(a, (value, at) => value === b[at]);
  return alike(one.starts, other.starts) && alike(one.operands, other.operands);
}

/** The edges of a graph in columns. */
export function edgesOf(nodes: readonly DataFlowNode[]): Edges {
  const size = nodes.length;
  const count = nodes.reduce((sum, { operands }) => sum + operands.length, 0);
  const edges = {
    size,
    starts: new Uint32Array(size + 1),
    operands: new Int32Array(count),
    partials: new Float64Array(count),
  };
  let edge = 0;
  for (const { number, operands } of nodes) {
    edges.starts[number] = edge;
    for (const operand of operands) {
      edges.operands[edge] = operand.number;
      edges.partials[edge++] = operand.partial;
    }
  }
  edges.starts[size] = edge;
  return edges;
}

function intsOf(nodes: readonly DataFlowNode[]): RunGraph["ints"] {
  const found = nodes.flatMap(({ number, kind, ints }) =>
    kind === "operation" ? ints.map((int) => ({ number, ...int })) : [],
  );
  return {
    node: Int32Array.from(found, ({ number }) => number),
    place: Uint8Array.from(found, ({ place }) => place),
    value: Float64Array.from(found, ({ value }) => value),
  };
}

/** The Ints among the operands of a node, by their places. */
export function intsAt({ ints }: RunGraph, node: number): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  let low = 0;
  for (let high = ints.node.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (ints.node[middle]! < node) low = middle + 1;
    else high = middle;
  }
  for (; ints.node[low] === node; low++) found.set(ints.place[low]!, ints.value[low]!);
  return found;
}

/**
 * Reverse AD on the graph itself (thesis §2.2.6): cotangents against the order of evaluation, from occurrences in the result and their
 * seeds. What these do not reach has the cotangent 0, whatever the partials. In single precision, each product and sum is rounded.
 */
export function reverseSweep(
  { size, starts, operands, partials }: Edges,
  outputs: ArrayLike<number>,
  seeds: ArrayLike<number>,
  isSingle = false,
  rules: readonly TracedRule[] = [],
): Pick<RunGraph, "cotangents" | "reached"> {
  const cotangents = new Float64Array(size);
  const reached = new Uint8Array(size);
  for (let index = 0; index < outputs.length; index++) {
    cotangents[outputs[index]!]! += seeds[index]!;
    reached[outputs[index]!] = 1;
  }
  let latest = rules.length - 1;
  for (let number = size - 1; number >= 0; number--) {
    const rule = rules[latest];
    if (rule !== undefined && number === rule.first + rule.outputs - 1) {
      latest--;
      number = rule.first;
      takeBack(rule, cotangents, reached);
      continue;
    }
    if (reached[number] === 0) continue;
    for (let edge = starts[number]!; edge < starts[number + 1]!; edge++) {
      const share = partials[edge]! * cotangents[number]!;
      const sum = cotangents[operands[edge]!]! + (isSingle ? Math.fround(share) : share);
      cotangents[operands[edge]!] = isSingle ? Math.fround(sum) : sum;
      reached[operands[edge]!] = 1;
    }
  }
  return { cotangents, reached };
}

/** Adds what a rule gives for the cotangents of its outputs to those of its inputs. */
function takeBack({ first, outputs, inputs, pull }: TracedRule, cotangents: Float64Array, reached: Uint8Array): void {
  if (!reached.subarray(first, first + outputs).includes(1)) return;
  const pulled = pull([...cotangents.subarray(first, first + outputs)]);
  inputs.forEach((input, index) => {
    if (input === undefined) return;
    cotangents[input]! += pulled[index]!;
    reached[input] = 1;
  });
}

/** For each node, the edges in which it is an operand, in the order of their uses: indices of edges, and their users. */
export interface Uses {
  readonly starts: Uint32Array;
  readonly edges: Uint32Array;
  /** By edge, the node whose operand it is. */
  readonly users: Int32Array;
}

/** Turns the edges around: for each node the operations that use it. It takes a time in the number of edges. */
export function usesOf({ size, starts, operands }: RunGraph): Uses {
  const users = new Int32Array(operands.length);
  const first = new Uint32Array(size + 2);
  for (const operand of operands) first[operand + 2]!++;
  for (let i = 2; i < first.length; i++) first[i]! += first[i - 1]!;
  const edges = new Uint32Array(operands.length);
  for (let node = 0; node < size; node++)
    for (let edge = starts[node]!; edge < starts[node + 1]!; edge++) {
      users[edge] = node;
      edges[first[operands[edge]! + 1]!++] = edge;
    }
  return { starts: first.subarray(0, size + 1), edges, users };
}

/** The name of a node: as in the source, a constant by its value, anything else by its number. */
export function labelOf(graph: RunGraph, node: number): string {
  return (
    indexedName(graph, node) ??
    (NODE_KINDS[graph.kinds[node]!] === "constant" ? String(graph.values[node]) : `#${node}`)
  );
}

/** The name of a scalar in the source; undefined where it has none. */
export function nameIn(graph: RunGraph, node: number): string | undefined {
  const name = graph.name[node]!;
  return name < 0 ? undefined : graph.names[name];
}

/** By graph and scalar, which of those with its name it is, from 1; 0 where it is the only one, or has none. */
const indexes = new WeakMap<RunGraph, Int32Array>();

function indexesIn(graph: RunGraph): Int32Array {
  let found = indexes.get(graph);
  if (found === undefined) {
    const [counts, seen] = [new Int32Array(graph.names.length), new Int32Array(graph.names.length)];
    for (const name of graph.name) if (name >= 0) counts[name]!++;
    found = graph.name.map((name) => (name < 0 || counts[name]! < 2 ? 0 : ++seen[name]!));
    indexes.set(graph, found);
  }
  return found;
}

/** The name of a scalar in the source, with an index where several scalars have it: `l₁`, `l₂`; undefined where it has none. */
export function indexedName(graph: RunGraph, node: number): string | undefined {
  const name = nameIn(graph, node);
  const index = name === undefined ? 0 : indexesIn(graph)[node]!;
  return index === 0 ? name : subscript(name!, index);
}

/** The label of a node ({@link labelOf}), whose name has an index where several scalars have it. */
export function indexedLabel(graph: RunGraph, node: number): string {
  return indexedName(graph, node) ?? labelOf(graph, node);
}

/** The symbol of the operation that computed a scalar; undefined for inputs and constants. */
export function opIn(graph: RunGraph, node: number): string | undefined {
  const op = graph.op[node]!;
  return op < 0 ? undefined : graph.ops[op];
}

/** The place in a text that computed a scalar, which may be that of the prelude; undefined where there is none. */
export function spanIn(graph: RunGraph, node: number): Span | undefined {
  const span = graph.span[node]!;
  return span < 0 ? undefined : graph.spans[span];
}

/** The place in the user's text where a scalar is computed: its own, or that of the call of what is built in. */
export function placeIn(graph: RunGraph, node: number): Span | undefined {
  const own = spanIn(graph, node);
  if (own !== undefined && isUsersText(own.source)) return own;
  const { of, sites, parents } = graph.calls;
  for (let call = of[node]!; call > 0; call = parents[call]!) if (sites[call]! >= 0) return graph.spans[sites[call]!];
  return undefined;
}

/** The kind of scalar of a node. */
export function kindIn(graph: RunGraph, node: number): (typeof NODE_KINDS)[number] {
  return NODE_KINDS[graph.kinds[node]!]!;
}

/** The operands of a node, with the places of their edges. */
export function operandsIn(graph: RunGraph, node: number): readonly { readonly edge: number; readonly node: number }[] {
  const found: { edge: number; node: number }[] = [];
  for (let edge = graph.starts[node]!; edge < graph.starts[node + 1]!; edge++)
    found.push({ edge, node: graph.operands[edge]! });
  return found;
}

/** The edges from a node to one of its operands, in order: one for each time that it uses it. */
export function edgesBetween(graph: RunGraph, user: number, operand: number): readonly number[] {
  return operandsIn(graph, user).flatMap(({ node, edge }) => (node === operand ? [edge] : []));
}

/** The node whose operand an edge is. */
export function userOf({ size, starts }: RunGraph, edge: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle + 1]! <= edge) low = middle + 1;
    else high = middle;
  }
  return low;
}
