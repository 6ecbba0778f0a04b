// The legs of a program's derivatives as data: the rows that all legs go over, the walls around a derivative, and what comes over which row
// when. Read off the events of a run; nothing is worked out here.
import { CONFUSED, DROPPED, LEG } from "../../../../../engine/algorithms/lambda/descriptions.ts";
import { givenIn, type Leg, legOf } from "../../../../../engine/algorithms/lambda/nested/legs.ts";
import { nth } from "../../../../../engine/base/nth.ts";
import type { Event, OwnEvent } from "../../../../../engine/core/events/events.ts";
import { isUsersText, type Span } from "../../../../../engine/source/span.ts";
import { isUp, laneOf } from "./lanes.ts";

/** The names of the events that a picture of legs is made of. */
export const TOLD = ["scalar", "call", LEG, DROPPED, CONFUSED];

/** A row: an input, a number of a derivative's point, or an operation of the run. */
export interface Row {
  readonly kind: "input" | "point" | "operation";
  /** The term, or the name. */
  readonly text: string;
  /** The scalar, of an input and of an operation. */
  readonly scalar: number | undefined;
  /** The innermost derivative of the program that it is in. */
  readonly wall: number | undefined;
  /** The derivatives that it is in, that of the page among them. */
  readonly levels: number;
}

/** A derivative within the program: its rows are within a wall. */
export interface Wall {
  readonly text: string;
  /** The derivatives around its rows: itself, those around it, and that of the page. */
  readonly levels: number;
  readonly from: number;
  /** The last of its rows. */
  readonly to: number;
  readonly points: number;
}

/** The share of a variable that the inner function captured. */
export interface Given {
  readonly name: string;
  /** Undefined for zero. */
  readonly number: number | undefined;
}

/** A step of a run: something comes over a row on one of its legs, or to a wall. */
export type Beat =
  | {
      readonly tag: "over";
      readonly row: number;
      readonly back: Leg["back"];
      /** Undefined for a zero that is a symbol. */
      readonly number: number | undefined;
    }
  | { readonly tag: "dropped" | "confused"; readonly wall: number; readonly given: readonly Given[] };

/** A run, for a picture. */
export interface Legs {
  readonly rows: readonly Row[];
  readonly walls: readonly Wall[];
  readonly beats: readonly Beat[];
  /** The most derivatives around a row, that of the page among them. */
  readonly levels: number;
}

/** The program that a run is of: its text, and the names of scalars. */
export interface Named {
  readonly text: string;
  nameOf(scalar: number): string | undefined;
  /** The name of a number of a point that has none: the first, the second, .. of so many. */
  pointName(index: number, count: number): string;
}

/** The legs of a run, of its events with the names {@link TOLD}. */
export function legsOf(events: readonly Event[], program: Named): Legs {
  const reader = new Reader(program);
  for (const event of events) reader.take(event);
  const { rows, walls, beats } = reader;
  return { rows, walls, beats, levels: Math.max(1, ...rows.map(({ levels }) => levels)) };
}

class Reader {
  readonly rows: Row[] = [];
  readonly walls: (Wall & { to: number })[] = [];
  readonly beats: Beat[] = [];
  private readonly program: Named;
  private readonly open: number[] = [];
  private readonly byScalar = new Map<number, number>();
  /** By place and levels of a derivative, and the scalar before it: its walls, with the legs that have come over their points. */
  private readonly byPoint = new Map<string, { readonly wall: number; readonly come: Set<string> }[]>();

  constructor(program: Named) {
    this.program = program;
  }

  take(event: Event): void {
    if (event.tag === "scalar" && event.kind !== "constant") this.scalar(event);
    if (event.tag === "call") this.call(event.number, event.cotangent);
    if (event.tag !== "own") return;
    if (event.event === LEG) this.leg(event);
    if (event.event === DROPPED || event.event === CONFUSED) this.given(event, event.event);
  }

  private get levels(): number {
    const inner = this.open.at(-1);
    return inner === undefined ? 1 : nth(this.walls, inner).levels;
  }

  private scalar({ number, value, kind, span, op }: Extract<Event, { tag: "scalar" }>): void {
    const name = this.program.nameOf(number);
    const term = span === undefined ? undefined : textAt(this.program.text, span);
    const text =
      kind === "input" ? (name ?? `#${number}`) : [...(name === undefined ? [] : [name]), term ?? op ?? ""].join(" = ");
    const { levels } = this;
    this.byScalar.set(number, this.rows.length);
    this.over(this.rows.length, Array<boolean>(levels).fill(false), value);
    this.rows.push({
      kind: kind === "input" ? "input" : "operation",
      text,
      scalar: number,
      wall: this.open.at(-1),
      levels,
    });
  }

  private call(number: number, cotangent: number): void {
    const row = this.byScalar.get(number);
    if (row !== undefined) this.over(row, lastBack(nth(this.rows, row).levels), cotangent);
  }

  private over(row: number, back: Leg["back"], number: number | undefined): void {
    this.beats.push({ tag: "over", row, back, number });
  }

  private leg(event: OwnEvent): void {
    const { row, back, numbers } = legOf(event);
    const key = `${event.span?.source} ${event.span?.from} ${event.span?.to} ${row} ${back.length}`;
    if (!back.includes(true)) return this.enter(key, event.span, back, numbers);
    const wall = this.wallAt(key, back);
    if (wall === undefined) {
      const at = this.byScalar.get(row);
      if (at !== undefined) this.over(at, back, numbers[0]);
      return;
    }
    const { from, points } = nth(this.walls, wall);
    // in the direction of the lane; a zero that is a symbol stands for all of them
    for (let at = 0; at < points; at++) {
      const index = isUp(laneOf(back)) ? points - 1 - at : at;
      this.over(from + index, back, numbers[index]);
    }
    if (this.open.at(-1) === wall && back.indexOf(true) === back.lastIndexOf(true) && back[0] === true) {
      nth(this.walls, wall).to = this.rows.length - 1;
      this.open.pop();
    }
  }

  /** The latest derivative at a place over whose point this leg has not come yet. */
  private wallAt(key: string, back: Leg["back"]): number | undefined {
    const leg = back.join();
    const found = this.byPoint.get(key)?.findLast(({ come }) => !come.has(leg));
    found?.come.add(leg);
    return found?.wall;
  }

  private enter(key: string, span: Span | undefined, back: Leg["back"], numbers: Leg["numbers"]): void {
    const { program } = this;
    const text = span === undefined ? "" : (textAt(program.text, span) ?? "");
    const levels = back.length;
    const [wall, from] = [this.walls.length, this.rows.length];
    this.byPoint.set(key, [...(this.byPoint.get(key) ?? []), { wall, come: new Set() }]);
    this.walls.push({ text, levels, from, to: from, points: numbers.length });
    this.open.push(wall);
    const names = namesIn(program.text, text, numbers.length);
    for (const [index, number] of numbers.entries()) {
      const name = names[index] ?? program.pointName(index, numbers.length);
      this.over(this.rows.length, back, number);
      this.rows.push({ kind: "point", text: name, scalar: undefined, wall, levels });
    }
  }

  private given(event: OwnEvent, tag: typeof DROPPED | typeof CONFUSED): void {
    const wall = this.open.at(-1);
    if (wall === undefined) return;
    const given = givenIn(event).map(({ name, numbers }) => ({ name, number: numbers[0] }));
    this.beats.push({ tag, wall, given });
  }
}

/** The last leg of a row in so many derivatives: back by that of the page, there by all others. */
const lastBack = (levels: number): readonly boolean[] => [...Array<boolean>(levels - 1).fill(false), true];

/** A place of the user's text in one line. */
function textAt(text: string, span: Span): string | undefined {
  if (!isUsersText(span.source)) return undefined;
  return text.slice(span.from, span.to).replace(/--.*$/gm, "").replace(/\s+/g, " ").trim();
}

/** The names of a point's numbers, where the text has them: of `grad (\\(x, y) -> ..) ..`, or of `grad f ..` with `def f (x, y) = ..`. */
function namesIn(program: string, term: string, count: number): readonly string[] {
  const [, fn] = /^\w+ (\w+) /.exec(term) ?? [];
  const [, param] =
    fn === undefined
      ? (/^\w+ \(\\ ?(\w+|\([\w, ]+\)) ?->/.exec(term) ?? [])
      : (new RegExp(`^def ${fn} (\\w+|\\([\\w, ]+\\)) =`, "m").exec(program) ?? []);
  const names = (param ?? "")
    .replace(/[()]/g, "")
    .split(",")
    .map((name) => name.trim());
  return names.length === count && param !== undefined ? names : [];
}
