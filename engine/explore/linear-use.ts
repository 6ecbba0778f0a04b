// Linear use: each stage's counts for a scalar that is used twice, of one that is not used, of dead code, a projection, a captured variable and a branch: from the
// recordings of some stages. Of the program that is explored, where its data-flow graph has one; else of a small one.

import type { Fragment, StageId } from "../algorithms/algorithm.ts";
import { type ReplayOrder, VECTOR_KINDS } from "../animation/replay-order.ts";
import { addAt, nth, present } from "../base/nth.ts";
import { type Budget, DEFAULT_BUDGET } from "../evaluate/tasks/budget.ts";
import { kindIn, labelOf, operandsIn, type RunGraph } from "../graphs/run-graph.ts";
import { writtenIn } from "../graphs/written-in.ts";
import { checkSource } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import { Exploration } from "./exploration.ts";

/** A kind of use of a scalar: of each, the page shows the counts of some stages. */
export type UseKind = "fan-out" | "drop" | "dead-code" | "projection" | "capture" | "branch";

/** A stage's counts for one scalar, in one run. */
export interface UseCounts {
  readonly fragment: Fragment;
  /** Whether the run came to its end. */
  readonly isWhole: boolean;
  /** Additions to the scalar's waiting sum; in stages where nothing waits, the calls of its backpropagator. */
  readonly sent: number;
  readonly calls: number;
  /** Of these calls, those with the cotangent 0. */
  readonly zeroCalls: number;
  /** Additions to what waited for it. */
  readonly merges: number;
  /** Calls that the run made, for all scalars: none where scalars carry whole gradients. */
  readonly allCalls: number;
  /** Sums of whole gradients that the run made, for all scalars. */
  readonly vectorSums: number;
  readonly gradient: string;
}

/** A scalar of a kind of use, and the counts of each stage for it. */
export interface UseRow {
  readonly use: UseKind;
  /** The program in which it was looked at; undefined for that which is explored. */
  readonly text: string | undefined;
  readonly scalar: number;
  readonly label: string;
  /** How often the scalar is an operand, or is in the result. */
  readonly uses: number;
  /** Whether a cotangent of 0 would be multiplied by an infinite partial derivative on its way from the scalar, or by NaN. */
  readonly hasInfinitePartial: boolean;
  readonly counts: Readonly<Record<StageId, UseCounts>>;
}

interface Probe {
  readonly use: UseKind;
  /** A program that shows it, where the one that is explored does not. */
  readonly text: string;
  /** The scalar that it is about; undefined where there is none. */
  find(graph: RunGraph): number | undefined;
  /** Whether the data-flow graph alone shows it: then the program that is explored is searched for it. */
  readonly isOfTheGraph: boolean;
}

const PROBES: readonly Probe[] = [
  {
    use: "fan-out",
    text: "-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = x * y + sin x",
    find: mostUsed,
    isOfTheGraph: true,
  },
  {
    use: "drop",
    text: "-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = x * x",
    find: unusedInput,
    isOfTheGraph: true,
  },
  {
    use: "dead-code",
    text: "-- at: (0.0, 2.0)\ndef main (x : Real, y : Real) = let d = sqrt x in y * y",
    find: (graph) => first(graph, (node) => kindIn(graph, node) === "operation" && graph.reached[node] === 0),
    isOfTheGraph: true,
  },
  {
    use: "projection",
    text: "-- at: (2.0, 3.0)\ndef main (p : (Real, Real)) = let (a, b) = p in a * 3.0",
    find: unusedInput,
    isOfTheGraph: false,
  },
  {
    use: "capture",
    text: "-- at: 5.0\ndef main (a : Real) = let h = \\v -> a * v in h a + h (3.0 * a)",
    find: (graph) => first(graph, (node) => kindIn(graph, node) === "input"),
    isOfTheGraph: false,
  },
  {
    use: "branch",
    text: "-- at: 2.0\ndef main (x : Real) = if x < 0.0 then 0.0 - x else x * x",
    find: (graph) => graph.outputs[0],
    isOfTheGraph: false,
  },
];

/** The counts of some stages for a scalar of each kind of use; stages are recorded where they are not. */
export function* linearUses(explored: Exploration, stages: readonly StageId[]): Steps<readonly UseRow[]> {
  const rows: UseRow[] = [];
  for (const { use, text, find, isOfTheGraph } of PROBES) {
    const own = isOfTheGraph ? find(explored.graph) : undefined;
    const exploration = own === undefined ? yield* openedProbe(text) : explored;
    const { graph } = exploration;
    const scalar = own ?? find(graph);
    if (scalar === undefined) continue;
    const counts: Record<StageId, UseCounts> = {};
    for (const stage of stages) {
      const { fragment, ended, gradient } = yield* exploration.record(stage);
      const [replayOrder] = exploration.replayOrders([stage]);
      counts[stage] = { fragment, isWhole: ended.tag === "done", gradient, ...seen(present(replayOrder), scalar) };
    }
    rows.push({
      use,
      text: own === undefined ? text : undefined,
      scalar,
      label: writtenIn(graph, scalar, exploration.text, LONGEST_LABEL) ?? labelOf(graph, scalar),
      uses: nth(allUses(graph), scalar),
      hasInfinitePartial: operandsIn(graph, scalar).some(({ edge }) => !Number.isFinite(nth(graph.partials, edge))),
      counts,
    });
  }
  return rows;
}

/** Labels that are longer have no room. */
const LONGEST_LABEL = 28;

/** More than any of the small programs takes. */
const PROBE_BUDGET: Budget = { ...DEFAULT_BUDGET, steps: 1_000_000 };

function* openedProbe(text: string): Steps<Exploration> {
  const exploration = new Exploration(checkSource(text), {}, PROBE_BUDGET);
  yield* exploration.open();
  return exploration;
}

/** A recording's counts of a scalar. */
function seen(
  { calls, contributions, merges, vectors, waits }: ReplayOrder,
  scalar: number,
): Omit<UseCounts, "fragment" | "isWhole" | "gradient"> {
  const called = [...calls.number.keys()].filter((call) => calls.number[call] === scalar);
  const direct = called.filter((call) => calls.taken[call] === 0);
  const staged = count(contributions.to, scalar);
  return {
    sent: waits ? staged + direct.length : called.length,
    calls: called.length,
    zeroCalls: called.filter((call) => calls.cotangent[call] === 0).length,
    merges: count(merges.to, scalar),
    allCalls: calls.number.length,
    vectorSums: count(vectors.kind, VECTOR_KINDS.indexOf("plus")),
  };
}

function count(list: Int32Array | Uint8Array, one: number): number {
  let found = 0;
  for (const item of list) if (item === one) found++;
  return found;
}

/** By scalar, how often it is an operand of an operation that counts, or is in the result. */
function usesIn({ size, starts, operands, outputs }: RunGraph, counts: (operation: number) => boolean): Uint32Array {
  const uses = new Uint32Array(size);
  for (let node = 0; node < size; node++)
    if (counts(node))
      for (let edge = nth(starts, node); edge < nth(starts, node + 1); edge++) addAt(uses, nth(operands, edge), 1);
  for (const node of outputs) addAt(uses, node, 1);
  return uses;
}

function allUses(graph: RunGraph): Uint32Array {
  return usesIn(graph, () => true);
}

/** The input or operation that is used most by what is reached, if that is twice at least; of several, the first. */
function mostUsed(graph: RunGraph): number | undefined {
  const uses = usesIn(graph, (node) => graph.reached[node] === 1);
  let best: number | undefined;
  for (let node = 0; node < graph.size; node++)
    if (kindIn(graph, node) !== "constant" && nth(uses, node) > (best === undefined ? 1 : nth(uses, best))) best = node;
  return best;
}

function unusedInput(graph: RunGraph): number | undefined {
  const uses = allUses(graph);
  return first(graph, (node) => kindIn(graph, node) === "input" && uses[node] === 0);
}

function first({ size }: RunGraph, holds: (node: number) => boolean): number | undefined {
  for (let node = 0; node < size; node++) if (holds(node)) return node;
  return undefined;
}
