// Where jobs are in the fork/join graph: columns by what must come first, rows by the parts of forks, as far as there is room for both. The
// rest is folded: parts of parts, neighbours of a wide fork, stretches of a long chain become one box.
import { nth } from "../../../engine/base/nth.ts";
import type { JobInfo } from "../../../engine/explore/job-picture.ts";

/** A box: one job, or several that are folded. Columns and rows are counted from 0; a row is its middle. */
export interface FoldedNode {
  readonly jobs: readonly number[];
  readonly column: number;
  readonly row: number;
}

/** The boxes of a graph after folding, with the number of columns and rows that they take. */
export interface Folded {
  readonly nodes: readonly FoldedNode[];
  readonly columns: number;
  readonly rows: number;
}

/** How many columns and rows of boxes there is room for. */
export interface Room {
  readonly columns: number;
  readonly rows: number;
}

type Block =
  | { readonly tag: "node"; readonly jobs: readonly number[] }
  | { readonly tag: "series" | "parallel"; readonly items: readonly Block[] };

/** How deep forks within forks are looked into. */
const DEEPEST = 24;
/** Definitions without parameters that have boxes of their own. */
const MOST_DEFINITIONS = 3;

/** Folds the jobs of a forward pass as little as room needs. */
export function folded(jobs: readonly JobInfo[], room: Room): Folded {
  const forks = forksOf(jobs);
  let best = placed(jobs, forks, room, 0);
  for (let depth = 1; depth <= DEEPEST; depth++) {
    const next = placed(jobs, forks, room, depth);
    if (next.rows > room.rows || next.columns > room.columns) break;
    const isSame = next.nodes.length === best.nodes.length;
    best = next;
    if (isSame) break;
  }
  return best;
}

/** By job that forks: the first jobs of the parts, and the job after the join. */
interface Forks {
  readonly parts: ReadonlyMap<number, readonly number[]>;
  readonly joins: ReadonlyMap<number, number>;
}

function forksOf(jobs: readonly JobInfo[]): Forks {
  const parts = new Map<number, number[]>();
  const joins = new Map<number, number>();
  for (const { id, kind, from } of jobs) {
    if (from === undefined) continue;
    if (kind === "join") joins.set(from, id);
    if (kind !== "part") continue;
    const list = parts.get(from);
    if (list === undefined) parts.set(from, [id]);
    else list.push(id);
  }
  return { parts, joins };
}

function placed(jobs: readonly JobInfo[], forks: Forks, room: Room, depth: number): Folded {
  const starts = jobs.filter(({ kind }) => kind === "entry").map(({ id }) => id);
  const definitions = jobs.filter(({ kind }) => kind === "definition").map(({ id }) => id);
  const main: Block = { tag: "series", items: starts.map((id) => task(id, forks, room, depth)) };
  const before: Block = {
    tag: "parallel",
    items:
      definitions.length > MOST_DEFINITIONS
        ? [{ tag: "node", jobs: definitions.flatMap((id) => jobsWithin(id, forks)) }]
        : definitions.map((id) => task(id, forks, room, 0)),
  };
  const nodes: FoldedNode[] = [];
  const [shift, rows] = [columnsOf(before), rowsOf(main)];
  place(main, shift, 0, nodes);
  place(before, 0, rows, nodes);
  return { nodes, columns: shift + columnsOf(main), rows: rows + rowsOf(before) };
}

/** A task: its jobs one after the other, with the forks between them. */
function task(start: number, forks: Forks, room: Room, depth: number): Block {
  const items: Block[] = [];
  for (let at: number | undefined = start; at !== undefined; at = forks.joins.get(at)) {
    items.push({ tag: "node", jobs: [at] });
    const parts = forks.parts.get(at);
    if (parts !== undefined) items.push({ tag: "parallel", items: sideBySide(parts, forks, room, depth) });
  }
  const shortened = inGroups(items, room.columns).map((group) =>
    group.length === 1 ? nth(group, 0) : ({ tag: "node", jobs: group.flatMap(jobsOf) } satisfies Block),
  );
  return { tag: "series", items: shortened };
}

function sideBySide(parts: readonly number[], forks: Forks, room: Room, depth: number): readonly Block[] {
  return inGroups(parts, room.rows).map((group): Block => {
    if (group.length === 1 && depth > 0) return task(nth(group, 0), forks, room, depth - 1);
    return { tag: "node", jobs: group.flatMap((id) => jobsWithin(id, forks)) };
  });
}

/** Puts neighbours together until there are at most `most` groups. */
function inGroups<T>(items: readonly T[], most: number): readonly (readonly T[])[] {
  const size = Math.ceil(items.length / Math.max(1, most));
  const groups: T[][] = [];
  for (let from = 0; from < items.length; from += size) groups.push(items.slice(from, from + size));
  return groups;
}

/** All jobs of a task, and of the tasks that it starts. */
function jobsWithin(start: number, { parts, joins }: Forks): readonly number[] {
  const found: number[] = [];
  const tasks = [start];
  for (let next = tasks.pop(); next !== undefined; next = tasks.pop())
    for (let at: number | undefined = next; at !== undefined; at = joins.get(at)) {
      found.push(at);
      tasks.push(...(parts.get(at) ?? []));
    }
  return found;
}

function jobsOf(block: Block): readonly number[] {
  return block.tag === "node" ? block.jobs : block.items.flatMap(jobsOf);
}

function columnsOf(block: Block): number {
  if (block.tag === "node") return 1;
  const sizes = block.items.map(columnsOf);
  return block.tag === "series" ? sizes.reduce((sum, size) => sum + size, 0) : Math.max(0, ...sizes);
}

function rowsOf(block: Block): number {
  if (block.tag === "node") return 1;
  const sizes = block.items.map(rowsOf);
  return block.tag === "parallel" ? sizes.reduce((sum, size) => sum + size, 0) : Math.max(0, ...sizes);
}

/** Puts a block's boxes into their places; successive ones are at the middle of the rows of all of it. */
function place(block: Block, column: number, top: number, nodes: FoldedNode[]): void {
  if (block.tag === "node") {
    nodes.push({ jobs: block.jobs, column, row: top + 0.5 });
    return;
  }
  const rows = rowsOf(block);
  let [x, y] = [column, top];
  for (const item of block.items) {
    const own = rowsOf(item);
    place(item, x, block.tag === "series" ? top + (rows - own) / 2 : y, nodes);
    if (block.tag === "series") x += columnsOf(item);
    else y += own;
  }
}
