// Why a cotangent is what it is: the contributions that add up to it, and where an odd one began.
import { operandsIn, type RunGraph, type Uses } from "./run-graph.ts";

/** What one use of a scalar, or one occurrence in the result, adds to its cotangent. */
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
    const seed = graph.seeds[index]!;
    shares.push({ user: undefined, edge: undefined, partial: 1, cotangent: seed, amount: seed });
  });
  const edges = [...uses.edges.subarray(uses.starts[node]!, uses.starts[node + 1]!)];
  // resolving goes from the highest number down; an operation contributes to its operands in their order
  edges.sort((a, b) => uses.users[b]! - uses.users[a]! || a - b);
  for (const edge of edges) {
    const user = uses.users[edge]!;
    if (graph.reached[user] === 0) continue;
    const partial = graph.partials[edge]!;
    const cotangent = graph.cotangents[user]!;
    shares.push({ user, edge, partial, cotangent, amount: partial * cotangent });
  }
  return shares;
}

/** What is odd about a number: in a gradient a zero may be as unexpected as NaN. */
export type Oddity = "nan" | "infinite" | "zero";

/** What is odd about a value or a cotangent; undefined where nothing is. Both zeros are odd, 0 and -0. */
export function oddityOf(x: number): Oddity | undefined {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return "infinite";
  return x === 0 ? "zero" : undefined;
}

/** Where an odd cotangent began. */
export type Origin =
  /** A partial derivative of an operation is odd, though the cotangent that arrives there is not. */
  | { readonly tag: "partial"; readonly user: number; readonly edge: number; readonly chain: readonly number[] }
  /** The operation has an odd value already. */
  | { readonly tag: "value"; readonly node: number; readonly chain: readonly number[] }
  /** The result's cotangent is odd. */
  | { readonly tag: "seed"; readonly chain: readonly number[] }
  /** Contributions cancel out, or overflow, in the sum of this scalar. */
  | { readonly tag: "sum"; readonly node: number; readonly chain: readonly number[] }
  /** Nothing leads from the scalar to the result. */
  | { readonly tag: "unreached"; readonly chain: readonly number[] };

/** Follows an odd cotangent towards the result, to the first operation where it appears; `chain` is the way there. */
export function originOf(graph: RunGraph, uses: Uses, node: number): Origin | undefined {
  const chain: number[] = [node];
  if (graph.reached[node] === 0) return { tag: "unreached", chain };
  const odd = oddityOf(graph.cotangents[node]!);
  if (odd === undefined) return undefined;
  for (let at = node; ; ) {
    const all = sharesOf(graph, uses, at);
    const shares = all.filter(({ amount }) => isAlike(amount, odd));
    const [share] = shares;
    // a sum is zero by one of its parts only where all of them are
    if (share === undefined || (odd === "zero" && shares.length < all.length)) return { tag: "sum", node: at, chain };
    const { user, edge, cotangent, partial } = share;
    if (user === undefined || edge === undefined) return { tag: "seed", chain };
    if (isAlike(cotangent, odd) && !(odd === "zero" && partial === 0)) {
      at = user;
      chain.push(user);
      continue;
    }
    chain.push(user);
    return oddValue(graph, user, chain) ?? { tag: "partial", user, edge, chain };
  }
}

/** An infinity makes NaN, so they are followed alike. */
function isAlike(x: number, odd: Oddity): boolean {
  return odd === "zero" ? x === 0 : !Number.isFinite(x);
}

/** The first operation in the order of evaluation whose value is no finite number, among what an operation is made of. */
function oddValue(graph: RunGraph, user: number, chain: readonly number[]): Origin | undefined {
  let found: number | undefined;
  for (let at: number | undefined = user; at !== undefined; ) {
    if (!Number.isFinite(graph.values[at]!)) found = at;
    at = operandsIn(graph, at).find(({ node }) => !Number.isFinite(graph.values[node]!))?.node;
  }
  return found === undefined ? undefined : { tag: "value", node: found, chain };
}
