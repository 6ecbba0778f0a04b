// Why a cotangent is what it is: the contributions that add up to it, and where an odd one began.
import { addAt, nth } from "../base/nth.ts";
import { operandsIn, type RunGraph, type Uses } from "./run-graph.ts";

/** The share of one use of a scalar, or one occurrence in the result, in its sum. */
export interface Share {
  /** The operation that uses it; undefined for an occurrence in the result. */
  readonly user: number | undefined;
  /** The edge of that use. */
  readonly edge: number | undefined;
  readonly partial: number;
  /** The cotangent of the operation, or of the occurrence. */
  readonly cotangent: number;
  readonly amount: number;
}

/** The contributions to a scalar's cotangent in the order in which the reverse pass makes them. */
export function sharesOf(graph: RunGraph, uses: Uses, node: number): readonly Share[] {
  const shares: Share[] = [];
  graph.outputs.forEach((output, index) => {
    if (output !== node) return;
    const seed = nth(graph.seeds, index);
    shares.push({ user: undefined, edge: undefined, partial: 1, cotangent: seed, amount: seed });
  });
  const edges = [...uses.edges.subarray(nth(uses.starts, node), nth(uses.starts, node + 1))];
  // resolving goes from the highest number down; an operation contributes to its operands in their order
  edges.sort((a, b) => nth(uses.users, b) - nth(uses.users, a) || a - b);
  for (const edge of edges) {
    const user = nth(uses.users, edge);
    if (graph.reached[user] === 0) continue;
    const partial = nth(graph.partials, edge);
    const cotangent = nth(graph.cotangents, user);
    shares.push({ user, edge, partial, cotangent, amount: partial * cotangent });
  }
  return shares;
}

/** Where an odd cotangent began. */
export type Origin =
  /** A partial derivative of an operation is odd, though the cotangent that arrives there is not. */
  | { readonly tag: "partial"; readonly user: number; readonly edge: number; readonly chain: readonly number[] }
  /** The operation has an odd value already. */
  | { readonly tag: "value"; readonly node: number; readonly chain: readonly number[] }
  /** The result's cotangent is odd. */
  | { readonly tag: "seed"; readonly chain: readonly number[] }
  /** Contributions overflow in the sum of this scalar. */
  | { readonly tag: "sum"; readonly node: number; readonly chain: readonly number[] };

/** Where a number that is not finite came into a run: the value of a scalar, or one of its partials, that of an edge. */
export interface OddBeginning {
  readonly node: number;
  readonly edge: number | undefined;
}

/**
 * Where what is not finite began in a run: the first NaN that comes of no other, or infinity that comes of finite operands, among what the
 * result depends on. An infinity that the program says itself is meant, and is where it began only if nothing else is. Undefined where all
 * is finite.
 */
export function oddBeginning(graph: RunGraph): OddBeginning | undefined {
  let meant: OddBeginning | undefined;
  let beside: OddBeginning | undefined;
  for (let node = 0; node < graph.size; node++) {
    const found = oddAt(graph, node);
    if (found === undefined) continue;
    const operands = operandsIn(graph, node).map((operand) => nth(graph.values, operand.node));
    const isOwn = Number.isNaN(oddNumber(graph, found))
      ? !operands.some(Number.isNaN)
      : operands.length > 0 && operands.every(Number.isFinite);
    if (!isOwn) meant ??= found;
    else if (graph.reached[node] === 1) return found;
    else beside ??= found;
  }
  return beside ?? meant;
}

/** The value of a scalar that is not finite, or else the first of its partials that is not. */
function oddAt(graph: RunGraph, node: number): OddBeginning | undefined {
  if (!Number.isFinite(nth(graph.values, node))) return { node, edge: undefined };
  const edge = operandsIn(graph, node).find((operand) => !Number.isFinite(nth(graph.partials, operand.edge)))?.edge;
  return edge === undefined ? undefined : { node, edge };
}

/** The number that is not finite, of a beginning. */
export function oddNumber(graph: RunGraph, { node, edge }: OddBeginning): number {
  return edge === undefined ? nth(graph.values, node) : nth(graph.partials, edge);
}

/** The effect of beginnings: 1 for each scalar with a value, or a cotangent, that is not finite because of them. */
export interface OddEffect {
  readonly values: Uint8Array;
  readonly cotangents: Uint8Array;
}

/**
 * Follows what is not finite from where it began: through values towards the result, and from partials and cotangents to the input. With
 * `from`, it began in the cotangent of a scalar, or in the products of that.
 */
export function oddEffect(
  graph: RunGraph,
  beginnings: readonly (OddBeginning & { readonly from?: "back" | "given" })[],
): OddEffect {
  const { size, starts, operands, partials, reached } = graph;
  const [values, cotangents] = [new Uint8Array(size), new Uint8Array(size)];
  const [edges, products] = [new Set<number>(), new Set<number>()];
  for (const one of beginnings) {
    if (one.from !== undefined) {
      products.add(one.node);
      cotangents[one.node] = 1;
    } else if (one.edge === undefined) values[one.node] = 1;
    else edges.add(one.edge);
  }
  const isOddValue = (node: number): boolean => !Number.isFinite(nth(graph.values, node));
  const isOddCotangent = (node: number): boolean => !Number.isFinite(nth(graph.cotangents, node));
  const hasOdd = (node: number): boolean => operandsIn(graph, node).some((operand) => values[operand.node] === 1);
  for (let node = 0; node < size; node++) if (isOddValue(node) && hasOdd(node)) values[node] = 1;
  for (let user = size - 1; user >= 0; user--) {
    if (reached[user] === 0) continue;
    const passes = cotangents[user] === 1 && (isOddCotangent(user) || products.has(user));
    const isMade = values[user] === 1 || hasOdd(user);
    for (let edge = nth(starts, user); edge < nth(starts, user + 1); edge++) {
      const [partial, operand] = [nth(partials, edge), nth(operands, edge)];
      if (!isOddCotangent(operand) || Number.isFinite(partial * nth(graph.cotangents, user))) continue;
      if (passes || edges.has(edge) || (isMade && !Number.isFinite(partial))) cotangents[operand] = 1;
    }
  }
  return { values, cotangents };
}

/** Why nothing comes to a scalar along some of its paths. */
export type ZeroReason =
  /** The result is multiplied by a partial that is 0. */
  | { readonly tag: "factor"; readonly user: number; readonly edge: number; readonly count: number }
  /** A use that gives no Real: no derivative passes, and the result may depend on it all the same. `row` is that of `graph.discrete`. */
  | { readonly tag: "discrete"; readonly row: number; readonly count: number }
  /** Nothing uses this scalar. */
  | { readonly tag: "dropped"; readonly node: number; readonly count: number }
  /** A contribution is 0 because the product of its partial and a cotangent is too small to be represented. */
  | { readonly tag: "underflow"; readonly user: number; readonly edge: number; readonly count: number }
  /** Contributions to this scalar cancel out. */
  | { readonly tag: "sum"; readonly node: number; readonly count: number }
  /** The result's own cotangent is 0 there. */
  | { readonly tag: "seed"; readonly node: number; readonly count: number };

/** The rows of discrete uses by their nodes: `first[n]` to `first[n + 1]` of `rows`. */
function discreteRows({ size, discrete }: RunGraph): { readonly first: Uint32Array; readonly rows: Uint32Array } {
  const first = new Uint32Array(size + 2);
  for (const node of discrete.node) addAt(first, node + 2, 1);
  for (let i = 2; i < first.length; i++) addAt(first, i, nth(first, i - 1));
  const rows = new Uint32Array(discrete.node.length);
  discrete.node.forEach((node, row) => {
    rows[nth(first, node + 1)] = row;
    addAt(first, node + 1, 1);
  });
  return { first, rows };
}

/**
 * The reasons for which the cotangent of a scalar is 0, one for each place in the program and kind, the first met on the way to the result
 * first. Each scalar is looked at once; the time is that of the run's edges.
 */
export function zeroReasons(graph: RunGraph, uses: Uses, node: number): readonly ZeroReason[] {
  const found = new Map<string, ZeroReason>();
  const add = (key: string, reason: ZeroReason): void => {
    const known = found.get(key);
    found.set(key, known === undefined ? reason : { ...known, count: known.count + 1 });
  };
  const { first, rows } = discreteRows(graph);
  const outputs = new Set(graph.outputs);
  const seen = new Uint8Array(graph.size);
  const waiting = [node];
  seen[node] = 1;
  for (let at = 0; at < waiting.length; at++) {
    const here = nth(waiting, at);
    for (let i = nth(first, here); i < nth(first, here + 1); i++) {
      const row = nth(rows, i);
      add(`discrete ${graph.discrete.op[row]} ${graph.discrete.span[row]}`, { tag: "discrete", row, count: 1 });
    }
    const [from, to] = [nth(uses.starts, here), nth(uses.starts, here + 1)];
    const isLast = outputs.has(here);
    if (from === to && !isLast && first[here] === first[here + 1])
      add(`dropped ${graph.op[here]} ${graph.span[here]}`, { tag: "dropped", node: here, count: 1 });
    if (isLast && graph.cotangents[here] === 0) add("seed", { tag: "seed", node: here, count: 1 });
    let isSum = false;
    for (let i = from; i < to; i++) {
      const edge = nth(uses.edges, i);
      const user = nth(uses.users, edge);
      const isReached = graph.reached[user] === 1;
      if (isReached && graph.partials[edge] === 0)
        add(`factor ${graph.op[user]} ${graph.span[user]}`, { tag: "factor", user, edge, count: 1 });
      else if (
        isReached &&
        graph.cotangents[user] !== 0 &&
        nth(graph.partials, edge) * nth(graph.cotangents, user) === 0
      )
        add(`underflow ${graph.op[user]} ${graph.span[user]}`, { tag: "underflow", user, edge, count: 1 });
      else if (isReached && graph.cotangents[user] !== 0) isSum = true;
      else if (seen[user] === 0) {
        seen[user] = 1;
        waiting.push(user);
      }
    }
    if (isSum) add(`sum ${graph.op[here]} ${graph.span[here]}`, { tag: "sum", node: here, count: 1 });
  }
  return [...found.values()];
}

/**
 * Follows a cotangent that is NaN or infinite towards the result, to the first operation where that appears; `chain` is the way there.
 * Undefined for any other cotangent; zeros have {@link zeroReasons}.
 */
export function originOf(graph: RunGraph, uses: Uses, node: number): Origin | undefined {
  const chain: number[] = [node];
  if (Number.isFinite(nth(graph.cotangents, node))) return undefined;
  for (let at = node; ; ) {
    // an infinity makes NaN, so they are followed alike
    const share = sharesOf(graph, uses, at).find(({ amount }) => !Number.isFinite(amount));
    if (share === undefined) return { tag: "sum", node: at, chain };
    const { user, edge, cotangent } = share;
    if (user === undefined || edge === undefined) return { tag: "seed", chain };
    if (!Number.isFinite(cotangent)) {
      at = user;
      chain.push(user);
      continue;
    }
    chain.push(user);
    return oddValue(graph, user, chain) ?? { tag: "partial", user, edge, chain };
  }
}

/** The first operation in the order of evaluation whose value is no finite number, among what an operation is made of. */
function oddValue(graph: RunGraph, user: number, chain: readonly number[]): Origin | undefined {
  let found: number | undefined;
  for (let at: number | undefined = user; at !== undefined; ) {
    if (!Number.isFinite(nth(graph.values, at))) found = at;
    at = operandsIn(graph, at).find(({ node }) => !Number.isFinite(nth(graph.values, node)))?.node;
  }
  return found === undefined ? undefined : { tag: "value", node: found, chain };
}
