// Shared state of emitting a whole program's functions, and their segments with the adjoints.
import { step } from "../../base/watch.ts";
import { isUsersText, type Span } from "../../source/span.ts";
import type { Activity } from "../analyse/activity.ts";
import { Items } from "../analyse/items.ts";
import type { RecordPlan } from "../analyse/record-plan.ts";
import type { StorageAnalysis } from "../analyse/storage-analysis.ts";
import { blocksOf, type ColumnValue, type Failure, type Fn, type Fork, type Loop, type Stmt } from "../ir/ir.ts";
import { type ConLayout, LeftToMachine } from "../ir/layout.ts";
import type { Links } from "../ir/source-links.ts";
import { LoopTable } from "../webassembly/loop-table.ts";
import { Calls } from "./calls.ts";
import { AdjointWriter } from "./reverse/adjoint.ts";
import type { AdjointMode } from "./reverse/cotangents.ts";
import { ON_SHARED_CELLS, ON_TAPE } from "./reverse/on-tape.ts";
import type { AdjointCode } from "./runtime-state.ts";

/** Characters of code that a program may come to. */
const LARGEST = 16 * 2 ** 20;

/** Shared state of a program's functions. */
export class CodegenContext {
  readonly sites: Failure[] = [];
  /** The program's constants that have cells, by their bits: the first cells. */
  readonly constants = new Map<string, number>();
  readonly constantValues: number[] = [];
  /** Columns of known Reals by the first of their cells. */
  private readonly rows = new Map<readonly ColumnValue[], number>();
  /** Columns of known Ints and truth values. */
  readonly columns: (readonly ColumnValue[])[] = [];
  /** Segments that leave records, by their number from 1, with their adjoints. */
  readonly recorded: Recorded[] = [];
  /** The local variables of its code. */
  readonly items = new Items();
  /** The functions that its code calls. */
  readonly calls = new Calls();
  private readonly classes = new Map<string, number>();
  readonly constructors: { readonly con: ConLayout; readonly id: number }[] = [];
  /** The most results of a function. */
  widest = 1;
  /** Functions that are objects somewhere, with how many of their parameters are captured. */
  readonly objects = new Map<Fn, number>();
  private size = 0;

  /** Functions that have one form only. */
  readonly shallow: ReadonlySet<Fn>;
  /** Where lines of code are to tell where they come from. */
  readonly links: Links | undefined;
  /** Counters of the parts of the tape, by part (see {@link partsOf}), where the code is to count how often it leaves each. */
  readonly counters: Map<object, number> | undefined;

  /** Where jobs are to run on several threads: the functions of jobs, and how many forks there are. */
  readonly jobs: JobTable | undefined;

  /** Loops that are functions of WebAssembly, too; undefined where threads share cells, or derivatives move them. */
  readonly loops: LoopTable | undefined;

  constructor(shallow: ReadonlySet<Fn>, links?: Links, isCounting = false, isParallel = false, hasPasses = false) {
    this.jobs = isParallel ? new JobTable() : undefined;
    this.loops = isParallel || hasPasses ? undefined : new LoopTable(this.items);
    this.shallow = shallow;
    this.links = links;
    this.counters = isCounting ? new Map() : undefined;
  }

  /** The counter of what is left on the tape together; undefined where nothing is counted. */
  counter(what: object): number | undefined {
    const { counters } = this;
    if (counters === undefined) return undefined;
    const known = counters.get(what) ?? counters.size;
    counters.set(what, known);
    return known;
  }

  /** Code that has been written, as it is. Throws LeftToMachine where that is too much. */
  written(code: string): string {
    this.size += code.length;
    if (this.size > LARGEST) throw new LeftToMachine();
    step(code.length);
    return code;
  }

  private readonly known = new Map<string, number>();

  /** The number of a failure; the same for failures that say the same at the same place. `at` is the part of the user's text that fails. */
  site(failure: Failure, at?: Span): number {
    const { kind, message, span } = failure;
    const call = span !== undefined && isUsersText(span.source) ? undefined : at;
    const key = JSON.stringify([kind, span, call, message.map((part) => (typeof part === "string" ? part : null))]);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.known.set(key, this.sites.length);
    this.sites.push({ ...failure, call });
    return this.sites.length - 1;
  }

  constant(value: number): number {
    const key = Object.is(value, -0) ? "-0" : String(value);
    let cell = this.constants.get(key);
    if (cell === undefined) {
      cell = this.constantValues.length;
      this.constants.set(key, cell);
      this.constantValues.push(value);
    }
    return cell;
  }

  /** The first of the cells of known Reals, which are constants in a row. */
  cellsOf(values: readonly ColumnValue[]): number {
    const known = this.rows.get(values) ?? this.constantValues.length;
    if (!this.rows.has(values)) for (const value of values) this.constantValues.push(Number(value));
    this.rows.set(values, known);
    return known;
  }

  /** The name of the array of known Ints or truth values. */
  columnOf(values: readonly ColumnValue[]): string {
    const known = this.columns.indexOf(values);
    return `column${known >= 0 ? known : this.columns.push(values) - 1}`;
  }

  /** The number of a constructor's class. */
  classOf(con: ConLayout): number {
    const key = `${con.data.key} ${con.index}`;
    let id = this.classes.get(key);
    if (id === undefined) {
      id = this.constructors.length;
      this.classes.set(key, id);
      this.constructors.push({ con, id });
      // a test against one constructor may look at the other
      for (const other of con.data.cons) this.classOf(other);
    }
    return id;
  }
}

/** The functions that forks run as jobs, by their numbers. */
export class JobTable {
  /** Each with how many of its arguments are the same for all jobs. */
  readonly fns: { readonly fn: Fn; readonly captured: number }[] = [];
  forks = 0;

  /** The number of a job's function. */
  numberOf(fn: Fn, captured: number): number {
    const known = this.fns.findIndex((one) => one.fn === fn && one.captured === captured);
    return known >= 0 ? known : this.fns.push({ fn, captured }) - 1;
  }

  /** A fork is written. */
  fork({ id }: Fork): number {
    this.forks = Math.max(this.forks, id + 1);
    return id;
  }
}

/** A segment that leaves a record, with its two adjoints. */
export interface Recorded {
  readonly fn: Fn;
  readonly stmts: readonly Stmt[];
  readonly plan: RecordPlan;
  readonly fast: AdjointCode;
  readonly nanSafe: AdjointCode;
}

/** A straight piece of a function that has been written, and what its record holds. */
export interface Segment {
  /** Its number on the tape; undefined where it leaves no record. */
  readonly id: number | undefined;
  readonly plan: RecordPlan;
  /** The loops whose rounds are counted. */
  readonly counted: Set<Loop>;
  readonly loops: ReadonlySet<Loop>;
  /** How many statements it has. */
  readonly size: number;
}

/** How many items a plan has: remembered, or computed again. */
function itemsIn(plan: RecordPlan): number {
  return [...plan.values()].reduce(
    (sum, { numbers, indices, recompute }) => sum + numbers.length + indices.length + recompute.length,
    0,
  );
}

/** Decides what the record of a segment of a function holds, and writes its adjoints. `stmts` are all of it. */
export function makeSegment(
  fn: Fn,
  stmts: readonly Stmt[],
  storage: StorageAnalysis,
  activity: Activity,
  context: CodegenContext,
): Segment {
  const loops = new Set<Loop>();
  const size = stmts.length;
  const visit = (some: readonly Stmt[]): void => {
    for (const stmt of some) {
      if (stmt.tag === "loop") loops.add(stmt);
      for (const block of blocksOf(stmt)) visit(block.stmts);
    }
  };
  visit(stmts);
  const exchange = context.jobs === undefined ? ON_TAPE : ON_SHARED_CELLS;
  const segmentAdjoint = (mode: AdjointMode, known?: RecordPlan): AdjointWriter =>
    new AdjointWriter(stmts, { storage, activity, shared: context, exchange, keepsAll: false }, mode, known);
  let planning = segmentAdjoint("plan");
  const content = planning.run();
  if (content.length === 0) return { id: undefined, plan: new Map(), counted: new Set(), loops, size };
  let plan = planning.planned;
  // a way that has nothing to do may have a record to take back: which way it was is known only if it is remembered
  for (let before = 0; planning.hasLeftOut && before !== itemsIn(plan); ) {
    before = itemsIn(plan);
    planning = segmentAdjoint("plan", plan);
    planning.run();
    plan = planning.planned;
  }
  const saved = new Set([...plan.values()].flatMap(({ numbers }) => numbers));
  const counted = new Set([...loops].filter((loop) => saved.has(context.items.rounds(loop))));
  const adjoint = (mode: "fast" | "nan-safe"): AdjointCode => {
    const made = segmentAdjoint(mode, plan).written();
    context.written(made.code);
    context.calls.addAll(made.calls);
    return made;
  };
  context.recorded.push({ fn, stmts, plan, fast: adjoint("fast"), nanSafe: adjoint("nan-safe") });
  return { id: context.recorded.length, plan, counted, loops, size };
}
