// Reads the moves of a stage off the events of its recording: a fold with the calls that are open.
import { EVENTS } from "../../../../../engine/algorithms/chad/descriptions.ts";
import { boxesOf, entriesOf, sum } from "../../../../../engine/algorithms/chad/lists.ts";
import { nth } from "../../../../../engine/base/nth.ts";
import type { Content, OwnEvent } from "../../../../../engine/core/events/events.ts";
import { heldIn, isNothing } from "./contents.ts";
import { type Lines, placeKey } from "./lines.ts";
import { type Call, type Column, cellName, type Frame, type Kind, type Move, type Run } from "./moves.ts";
import { type Found, withDropped, withNames, withSplits } from "./scopes.ts";

/** A call that has not returned; `call` is undefined where it is on no line of the program. */
interface Open {
  readonly call: number | undefined;
  readonly run: number;
  readonly key: string | undefined;
  /** The rows that came back in its run, and the last row of all. */
  readonly rows: number[];
  last: number | undefined;
  /** The numbers of the variables in maps that are not yet part of others, the latest last. */
  readonly maps: Set<number>[];
  made: number;
  moved: number;
  zeros: number;
  /** The variables of its row, where an event named them. */
  names: readonly string[] | undefined;
  /** The entry of a log that the next call of a body is for, and the one that is evaluated again. */
  logged: Content | undefined;
  replayed: Content | undefined;
  replays: number;
  isLeaf: boolean;
}

interface OpenFrame {
  readonly frame: number;
  readonly values: Map<string, Content | undefined>;
  /** Calls that have returned what is to be done to a cell, in order. */
  readonly waiting: { readonly name: string; readonly call: number | undefined; readonly isOwn: boolean }[];
  /** The last call on each line. */
  readonly called: Map<number, number>;
}

/** The moves of a stage's run, of its events. */
export function columnOf(stage: string, kind: Kind, lines: Lines, events: readonly OwnEvent[]): Column {
  return new Reader(kind, lines).column(stage, events);
}

class Reader {
  private readonly kind: Kind;
  private readonly lines: Lines;
  private readonly calls: Call[] = [];
  private readonly runs: Run[] = [];
  private readonly rows: Found[] = [];
  private readonly moves: Move[] = [];
  private readonly frames: (Frame & { run: number; isOwn: boolean; readonly cells: string[] })[] = [];
  private readonly open: Open[] = [];
  private readonly entered: OpenFrame[] = [];
  /** The variables by their numbers in maps. */
  private readonly named = new Map<number, string>();

  constructor(kind: Kind, lines: Lines) {
    this.kind = kind;
    this.lines = lines;
  }

  column(stage: string, events: readonly OwnEvent[]): Column {
    for (const event of events) this.take(event);
    const { kind, calls, runs, frames } = this;
    const rows = withNames(this.rows);
    const moves = withDropped(withoutEnd(this.moves), rows, runs, this.lines.lines);
    return { stage, kind, calls, runs, frames, rows, moves: kind === "dense" ? withSplits(moves, rows) : moves };
  }

  /** The innermost open call that is on a line. */
  private get caller(): Open | undefined {
    return this.open.findLast(({ call }) => call !== undefined);
  }

  private take(event: OwnEvent): void {
    const { about, content } = event;
    const top = this.open.at(-1);
    switch (event.event) {
      case EVENTS.call:
        return this.call(event);
      case EVENTS.back:
        return this.back(content);
      case EVENTS.one:
        return this.one(event, top);
      case EVENTS.zero:
        if (top !== undefined) top.zeros++;
        return;
      case EVENTS.plus:
        return this.plus(event, top);
      case EVENTS.scope:
        return this.scope(about, content, top);
      case EVENTS.log:
        return this.log(content);
      case EVENTS.replay:
        return this.replay(content, top);
      default:
        return this.frame(event, top);
    }
  }

  private call({ span, content }: OwnEvent): void {
    const { lines, at } = this.lines;
    const { caller } = this;
    const top = this.open.at(-1);
    if (top !== undefined) top.isLeaf = false;
    const key = placeKey(span);
    const line = key === undefined || key === caller?.key ? undefined : at.get(key);
    const from = caller === undefined ? 0 : this.open.lastIndexOf(caller);
    const again = this.open.slice(from).findLast(({ replayed }) => replayed !== undefined);
    const within = line === undefined ? undefined : this.callOn(nth(lines, line).parent, caller);
    const isForeign = within === undefined && caller !== undefined;
    // a function that is called is on the line of its body; that it was made gives its captures back
    const isMade = heldIn(content) !== undefined || isNothing(content);
    const isPassed =
      line !== undefined &&
      nth(lines, line).body !== undefined &&
      again === undefined &&
      (isForeign || (this.kind !== "dense" && !isMade));
    if (line === undefined || isPassed) {
      this.open.push(opened(undefined, top?.run ?? 0, undefined));
      this.moves.push({ tag: "unseen" });
      return;
    }
    const run =
      within === undefined || again !== undefined ? this.begin(line, caller, again) : nth(this.calls, within).run;
    if (again !== undefined) for (const one of this.open.slice(from)) one.replayed = undefined;
    const call = this.calls.length;
    this.calls.push({ line, run, caller: within ?? caller?.call, cotangent: content });
    const inside = this.entered.at(-1);
    inside?.called.set(line, call);
    if (inside !== undefined) nth(this.frames, inside.frame).isOwn = true;
    this.moves.push({ tag: "call", call });
    this.open.push(opened(call, run, key));
  }

  /** The call on a line that a call is made for: the innermost open one, or one that returned what is done now in its environment. */
  private callOn(line: number | undefined, caller: Open | undefined): number | undefined {
    if (line === undefined) return undefined;
    if (caller?.call !== undefined && nth(this.calls, caller.call).line === line) return caller.call;
    return this.entered.at(-1)?.called.get(line);
  }

  /** Begins a run of a body, called in another run. */
  private begin(line: number, caller: Open | undefined, again: Open | undefined): number {
    const entry = again?.replayed ?? caller?.logged;
    const half = again !== undefined ? "environment" : caller?.logged !== undefined ? "argument" : "both";
    if (again === undefined && caller !== undefined) caller.logged = undefined;
    this.runs.push({
      line,
      parent: caller?.run,
      caller: caller?.call,
      half,
      argument: typeof entry === "object" && "tuple" in entry ? entry.tuple[0] : undefined,
      depth: caller === undefined ? 0 : nth(this.runs, caller.run).depth + 1,
    });
    const run = this.runs.length - 1;
    const at = this.entered.at(-1);
    if (at !== undefined && at.called.size === 0) nth(this.frames, at.frame).run = run;
    return run;
  }

  private back(content: Content): void {
    const done = this.open.pop();
    if (done === undefined) return;
    if (this.kind === "dense" || this.kind === "sparse") return this.backWithRow(done, content);
    const name = done.isLeaf ? sentTo(content) : undefined;
    const { call } = done;
    if (name !== undefined)
      this.entered.at(-1)?.waiting.push({ name, call: call ?? this.caller?.call, isOwn: call !== undefined });
    else if (call !== undefined) this.moves.push({ tag: "back", call });
  }

  private backWithRow(done: Open, content: Content): void {
    const top = this.open.at(-1);
    const entries = this.kind === "sparse" ? entriesOf(content) : [];
    const contents = this.kind === "sparse" ? entries.map(([, box]) => unboxed(box)) : boxesOf(content);
    const made = done.made + done.zeros * (this.kind === "dense" ? contents.length : 0);
    top?.maps.push(new Set(entries.map(([key]) => key)));
    if (done.call === undefined) {
      if (top === undefined) return;
      top.made += made;
      top.moved += done.moved;
      top.last = done.last ?? top.last;
      if (top.run === done.run) top.rows.push(...done.rows);
      return;
    }
    const { line, run } = nth(this.calls, done.call);
    const names = this.kind === "sparse" ? entries.map(([key]) => this.named.get(key) ?? "") : done.names;
    const row = this.rows.length;
    this.rows.push({ call: done.call, line, run, names, contents, from: done.rows, made, moved: done.moved });
    this.moves.push({ tag: "row", row });
    if (top === undefined) return;
    top.last = row;
    // what is on no line is in the run of its caller
    if (top.run === run) top.rows.push(row);
    else this.moves.push({ tag: "ended", run, row, kept: [], dropped: [] });
  }

  private one({ about, content }: OwnEvent, top: Open | undefined): void {
    const [name = "", number = ""] = about;
    switch (this.kind) {
      case "dense":
        if (top === undefined) return;
        top.names = about.slice(1);
        top.made += about.length - 1;
        return;
      case "sparse":
        this.named.set(Number(number), name);
        if (top !== undefined) top.made++;
        return;
      default:
        return this.oneCell(about.join(" "), content);
    }
  }

  private oneCell(cell: string, content: Content): void {
    const at = this.entered.at(-1);
    if (at === undefined) return;
    const before = at.values.get(cell);
    const after = before === undefined ? content : sum(before, content);
    at.values.set(cell, after);
    // what was to be done is done in the order of the calls
    const index = at.waiting.findIndex(({ name }) => name === plainName(cellName(cell)));
    const [sent] = index < 0 ? [] : at.waiting.splice(index, 1);
    const { call, isOwn = false } = sent ?? {};
    this.moves.push({ tag: "one", call, isOwn, frame: at.frame, cell, before, content, after });
  }

  private plus({ about, content }: OwnEvent, top: Open | undefined): void {
    if (top === undefined) return;
    if (this.kind === "dense") {
      top.names = about;
      top.moved += about.length;
      return;
    }
    // the entries of the smaller map are moved into the larger one
    const [right, left] = [top.maps.pop(), top.maps.pop()];
    top.moved += Math.min(left?.size ?? 0, right?.size ?? 0);
    top.maps.push(new Set(entriesOf(content).map(([key]) => key)));
  }

  private scope(about: readonly string[], content: Content, top: Open | undefined): void {
    const at = this.entered.at(-1);
    if (at !== undefined) {
      const cell = about.join(" ");
      at.values.delete(cell);
      this.moves.push({ tag: "scope", frame: at.frame, cell, content });
      return;
    }
    const [name = "", number = ""] = about;
    const key = Number(number);
    this.named.set(key, name);
    if (top === undefined) return;
    top.maps.at(-1)?.delete(key);
    const row = top.last;
    if (row !== undefined && nth(this.rows, row).names?.includes(name) === true)
      this.moves.push({ tag: "split", row, name, content });
  }

  private log(entry: Content): void {
    const { caller } = this;
    if (caller?.call === undefined) return;
    caller.logged = entry;
    this.moves.push({ tag: "log", call: caller.call, entry });
  }

  private replay(entry: Content, top: Open | undefined): void {
    const { caller } = this;
    if (top !== undefined) top.replayed = entry;
    if (caller?.call !== undefined)
      this.moves.push({ tag: "replay", call: caller.call, entry, index: caller.replays++ });
  }

  private frame({ event, about }: OwnEvent, top: Open | undefined): void {
    if (event === EVENTS.enter) {
      const frame = this.frames.length;
      this.frames.push({ depth: this.entered.length, run: top?.run ?? 0, cells: [], isOwn: false });
      this.entered.push({ frame, values: new Map(), waiting: [], called: new Map() });
      this.moves.push({ tag: "enter", frame });
      return;
    }
    if (event === EVENTS.leave) {
      const left = this.entered.pop();
      if (left !== undefined) this.moves.push({ tag: "leave", frame: left.frame });
      return;
    }
    const at = this.entered.at(-1);
    if (event !== EVENTS.open || at === undefined) return;
    const cell = about.join(" ");
    at.values.set(cell, undefined);
    const { cells } = nth(this.frames, at.frame);
    if (!cells.includes(cell)) cells.push(cell);
    this.moves.push({ tag: "open", frame: at.frame, cell });
  }
}

/** The moves without the last ones, in which the gradient is read: the arguments' boxes stay. */
function withoutEnd(moves: readonly Move[]): readonly Move[] {
  const last = moves.findLastIndex(({ tag }) => tag !== "scope" && tag !== "leave");
  return moves.slice(0, last + 1);
}

/** The variable that a function, which a call returned, sends to. */
function sentTo(content: Content): string | undefined {
  if (typeof content !== "object" || !("function" in content)) return undefined;
  return /^one_(.*?)[₀-₉]*$/u.exec(content.function)?.[1];
}

/** A name without its subscript, for definitions have subscripts of their own. */
const plainName = (name: string): string => name.replace(/[₀-₉]+$/u, "");

/** The cotangent in a box of a map. */
function unboxed(box: Content): Content {
  return typeof box === "object" && "con" in box && /^Box[₀-₉]/u.test(box.con) ? (box.fields[0] ?? box) : box;
}

const opened = (call: number | undefined, run: number, key: string | undefined): Open => ({
  call,
  run,
  key,
  rows: [],
  last: undefined,
  maps: [],
  made: 0,
  moved: 0,
  zeros: 0,
  names: undefined,
  logged: undefined,
  replayed: undefined,
  replays: 0,
  isLeaf: true,
});
