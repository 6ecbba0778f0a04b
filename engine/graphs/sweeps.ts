// Chapter 2 on the graph of a run: tangents in the order of evaluation, the Jacobian by sweeps of either kind, and what the modes cost.
import type { Watch } from "../base/watch.ts";
import { type Edges, NODE_KINDS, type RunGraph, reverseSweep } from "./run-graph.ts";

/** A tangent for each node, and whether the node depends on an input that moves; the tangent is 0 where it does not. */
export interface Tangents {
  readonly tangents: Float64Array;
  readonly moves: Uint8Array;
}

/**
 * Forward AD on the graph itself (thesis §2.2.5): dn = Σ label · dp over the edges p → n, in the order of evaluation. `direction` has a
 * number for each input; an input whose number is 0 does not move, and what depends on no other has the tangent 0, whatever the partials.
 */
export function tangentSweep({ size, starts, operands, partials }: Edges, direction: ArrayLike<number>): Tangents {
  const tangents = new Float64Array(size);
  const moves = new Uint8Array(size);
  for (let node = 0; node < size; node++) {
    if (node < direction.length) {
      tangents[node] = direction[node]!;
      moves[node] = direction[node] === 0 ? 0 : 1;
      continue;
    }
    for (let edge = starts[node]!; edge < starts[node + 1]!; edge++) {
      if (moves[operands[edge]!] === 0) continue;
      tangents[node]! += partials[edge]! * tangents[operands[edge]!]!;
      moves[node] = 1;
    }
  }
  return { tangents, moves };
}

/** Tangents where zeros are multiplied, too: an infinite partial of what does not move gives NaN. */
export function multipliedTangents(
  { size, starts, operands, partials }: Edges,
  direction: ArrayLike<number>,
): Float64Array {
  const tangents = new Float64Array(size);
  for (let node = 0; node < size; node++) {
    tangents[node] = direction[node] ?? 0;
    for (let edge = starts[node]!; edge < starts[node + 1]!; edge++)
      tangents[node]! += partials[edge]! * tangents[operands[edge]!]!;
  }
  return tangents;
}

/** Cotangents where zeros are multiplied, too: an infinite partial of what the result does not depend on gives NaN. */
export function multipliedCotangents(
  { size, starts, operands, partials }: Edges,
  outputs: ArrayLike<number>,
  seeds: ArrayLike<number>,
): Float64Array {
  const cotangents = new Float64Array(size);
  for (let index = 0; index < outputs.length; index++) cotangents[outputs[index]!]! += seeds[index]!;
  for (let node = size - 1; node >= 0; node--)
    for (let edge = starts[node]!; edge < starts[node + 1]!; edge++)
      cotangents[operands[edge]!]! += partials[edge]! * cotangents[node]!;
  return cotangents;
}

/** How many inputs a run has: they are the first of its scalars. */
export function inputCount({ size, kinds }: Pick<RunGraph, "size" | "kinds">): number {
  let count = 0;
  while (count < size && NODE_KINDS[kinds[count]!] === "input") count++;
  return count;
}

/** The sweeps of a Jacobian: a reverse sweep for each row, or a forward sweep for each column. */
export type JacobianBy = "rows" | "columns";

/** Whichever takes fewer sweeps; reverse ones where they are as many, for the program runs once for all of them. */
export function fewerSweeps(outputs: number, inputs: number): JacobianBy {
  return outputs <= inputs ? "rows" : "columns";
}

/** Row i of the Jacobian of the result by the inputs: the cotangents that a reverse sweep of output i leaves at the inputs. */
export function jacobianRow(graph: RunGraph, output: number): Float64Array {
  const { cotangents } = reverseSweep(graph, [graph.outputs[output]!], [1]);
  return cotangents.slice(0, inputCount(graph));
}

/** Column j: the tangents that a forward sweep of input j leaves at the outputs. */
export function jacobianColumn(graph: RunGraph, input: number): Float64Array {
  const direction = Float64Array.from({ length: inputCount(graph) }, (_, index) => (index === input ? 1 : 0));
  const { tangents } = tangentSweep(graph, direction);
  return Float64Array.from(graph.outputs, (output) => tangents[output]!);
}

/** The first rows and columns of a Jacobian. What nothing reaches is 0. Throws what the watch throws. */
export function jacobianOf(
  graph: RunGraph,
  by: JacobianBy,
  most: { readonly rows: number; readonly columns: number },
  watch: Watch,
): readonly Float64Array[] {
  const rows = Math.min(graph.outputs.length, most.rows);
  const columns = Math.min(inputCount(graph), most.columns);
  const work = graph.size + graph.operands.length;
  if (by === "rows")
    return Array.from({ length: rows }, (_, output) => {
      watch.step(work);
      return jacobianRow(graph, output).slice(0, columns);
    });
  const found = Array.from({ length: rows }, () => new Float64Array(columns));
  for (let input = 0; input < columns; input++) {
    watch.step(work);
    const column = jacobianColumn(graph, input);
    found.forEach((row, output) => {
      row[input] = column[output]!;
    });
  }
  return found;
}

/** The graph as a reverse sweep of one output leaves it: that output has the cotangent 1, and no other occurrence counts. */
export function seededAt(graph: RunGraph, output: number): RunGraph {
  const outputs = Int32Array.of(graph.outputs[output]!);
  const seeds = Float64Array.of(1);
  return { ...graph, outputs, seeds, ...reverseSweep(graph, outputs, seeds) };
}

/** ⟨a, b⟩, where what is 0 on one side does not count. */
export function innerProduct(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) {
    const [x, y] = [a[index]!, b[index]!];
    if (x !== 0 && y !== 0) sum += x * y;
  }
  return sum;
}

/** A mode's cost of the whole Jacobian of a run, in exact counts of its graph. */
export interface ModeCost {
  readonly mode: "forward" | "vectorised" | "reverse";
  readonly sweeps: number;
  /** How often the operations of the program are evaluated. */
  readonly evaluated: number;
  /** Multiplications by partials and additions, on tangents or cotangents. */
  readonly multiplications: number;
  readonly additions: number;
  /** Numbers that are held at once, at most: values beside their tangents; or the partials on the tape beside the cotangents. */
  readonly live: number;
}

/**
 * The modes beside each other. A forward sweep evaluates the program again and multiplies along the edges whose operand moves; the
 * vectorised one evaluates it once, for all inputs; a reverse sweep multiplies along the edges that the output reaches.
 * Values and tangents are held from where they are computed to their last use, results and the inputs that are waited for included; the
 * tape holds a partial for each edge, and a reverse sweep a cotangent for each scalar. Throws what the watch throws.
 */
export function modeCosts(graph: RunGraph, watch: Watch): readonly ModeCost[] {
  const inputs = inputCount(graph);
  const outputs = graph.outputs.length;
  const operations = operationCount(graph);
  const work = graph.size + graph.operands.length;
  const forward = { multiplications: 0, additions: 0, live: 0 };
  for (let input = 0; input < inputs; input++) {
    watch.step(work);
    const swept = forwardCost(graph, input);
    forward.multiplications += swept.multiplications;
    forward.additions += swept.additions;
    forward.live = Math.max(forward.live, swept.live);
  }
  const reverse = { multiplications: 0, additions: 0 };
  for (let output = 0; output < outputs; output++) {
    watch.step(work);
    const swept = reverseCost(graph, output);
    reverse.multiplications += swept.multiplications;
    reverse.additions += swept.additions;
  }
  watch.step(work);
  const { multiplications, additions } = forward;
  return [
    { mode: "forward", sweeps: inputs, evaluated: inputs * operations, ...forward },
    {
      mode: "vectorised",
      sweeps: Math.min(1, inputs),
      evaluated: operations,
      multiplications,
      additions,
      live: (1 + inputs) * mostAlive(graph, () => 1),
    },
    {
      mode: "reverse",
      sweeps: outputs,
      evaluated: operations,
      ...reverse,
      live: graph.operands.length + graph.size,
    },
  ];
}

/** The Jacobian as a table shows it. */
export interface JacobianSeen {
  readonly by: JacobianBy;
  readonly outputs: number;
  readonly inputs: number;
  /** By row, the first of them. */
  readonly entries: readonly Float64Array[];
  /** undefined where there are too many sweeps to go through. */
  readonly costs: readonly ModeCost[] | undefined;
}

/** Nodes and edges, over all sweeps, that are gone through for {@link modeCosts}. */
const MOST_WORK = 100_000_000;

/** The first `most` rows and columns, and the modes beside each other. Throws what the watch throws. */
export function jacobianSeen(graph: RunGraph, most: number, watch: Watch): JacobianSeen {
  const outputs = graph.outputs.length;
  const inputs = inputCount(graph);
  const by = fewerSweeps(outputs, inputs);
  const isMuch = (outputs + inputs) * (graph.size + graph.operands.length) > MOST_WORK;
  return {
    by,
    outputs,
    inputs,
    entries: jacobianOf(graph, by, { rows: most, columns: most }, watch),
    costs: isMuch ? undefined : modeCosts(graph, watch),
  };
}

function operationCount({ kinds }: RunGraph): number {
  return kinds.reduce((sum, kind) => sum + (NODE_KINDS[kind] === "operation" ? 1 : 0), 0);
}

function forwardCost(graph: RunGraph, input: number): { multiplications: number; additions: number; live: number } {
  const { size, starts, operands } = graph;
  const direction = Float64Array.from({ length: inputCount(graph) }, (_, index) => (index === input ? 1 : 0));
  const { moves } = tangentSweep(graph, direction);
  let [multiplications, additions] = [0, 0];
  for (let node = 0; node < size; node++) {
    let moving = 0;
    for (let edge = starts[node]!; edge < starts[node + 1]!; edge++) moving += moves[operands[edge]!]!;
    multiplications += moving;
    additions += Math.max(0, moving - 1);
  }
  return { multiplications, additions, live: mostAlive(graph, (node) => 1 + moves[node]!) };
}

function reverseCost(graph: RunGraph, output: number): { multiplications: number; additions: number } {
  const { size, starts, operands } = graph;
  const { reached } = reverseSweep(graph, [graph.outputs[output]!], [1]);
  const contributions = new Uint32Array(size);
  contributions[graph.outputs[output]!] = 1;
  let multiplications = 0;
  for (let node = 0; node < size; node++) {
    if (reached[node] === 0) continue;
    for (let edge = starts[node]!; edge < starts[node + 1]!; edge++) {
      multiplications++;
      contributions[operands[edge]!]!++;
    }
  }
  const additions = contributions.reduce((sum, count) => sum + Math.max(0, count - 1), 0);
  return { multiplications, additions };
}

/** The largest sum of sizes of the nodes that are held at once, in the order of evaluation: an operation holds its operands and its result. */
function mostAlive({ size, starts, operands, outputs }: RunGraph, sizeOf: (node: number) => number): number {
  const last = Int32Array.from({ length: size }, (_, node) => node);
  for (let node = 0; node < size; node++)
    for (let edge = starts[node]!; edge < starts[node + 1]!; edge++) last[operands[edge]!] = node;
  for (const output of outputs) last[output] = size;
  const freed = new Float64Array(size + 1);
  let [alive, most] = [0, 0];
  for (let node = 0; node < size; node++) {
    alive += sizeOf(node);
    freed[last[node]!]! += sizeOf(node);
    most = Math.max(most, alive);
    alive -= freed[node]!;
  }
  return most;
}
