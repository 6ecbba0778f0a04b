// The moves of a stage's run: the events of its recording, with the rows of boxes that calls return and the runs of bodies that they are in.
import type { StageId } from "../../../../../engine/algorithms/algorithm.ts";
import type { Content } from "../../../../../engine/core/events/events.ts";

/** A call of the backpropagator of a term on a line. */
export interface Call {
  readonly line: number;
  /** The run of a body that it is in, and the call that it is made in. */
  readonly run: number;
  readonly caller: number | undefined;
  readonly cotangent: Content;
}

/** The half of the derivative that a run of a body is for: of the argument, of the variables around, or both at once. */
export type Half = "argument" | "environment" | "both";

/** A run of the body of a function, a definition or, the first, the entry. */
export interface Run {
  readonly line: number;
  /** The run in which it was called, and the call. */
  readonly parent: number | undefined;
  readonly caller: number | undefined;
  readonly half: Half;
  /** The argument, where it is known. */
  readonly argument: Content | undefined;
  readonly depth: number;
}

/** A row of boxes, which a call returned: a cotangent for each variable in scope; undefined where the row has none. */
export interface Row {
  readonly call: number;
  readonly line: number;
  readonly run: number;
  readonly names: readonly string[];
  readonly contents: readonly (Content | undefined)[];
  /** The rows that it is made of. */
  readonly from: readonly number[];
  /** Boxes that were written for it: made, and moved or added. */
  readonly made: number;
  readonly moved: number;
}

/** A move of a stage. */
export type Move =
  | { readonly tag: "call"; readonly call: number }
  /** A call of what conversions made, which is on no line. */
  | { readonly tag: "unseen" }
  | { readonly tag: "row"; readonly row: number }
  /** A call returns, in a stage that has no rows. */
  | { readonly tag: "back"; readonly call: number }
  /** A box is cut off a row: its variable leaves its scope. */
  | { readonly tag: "split"; readonly row: number; readonly name: string; readonly content: Content | undefined }
  | { readonly tag: "log"; readonly call: number; readonly entry: Content }
  | { readonly tag: "replay"; readonly call: number; readonly entry: Content; readonly index: number }
  /** The run of a body is over: the boxes that are kept, and those that are thrown away. */
  | {
      readonly tag: "ended";
      readonly run: number;
      readonly row: number;
      readonly kept: readonly string[];
      readonly dropped: readonly string[];
    }
  | { readonly tag: "enter" | "leave"; readonly frame: number }
  | { readonly tag: "open"; readonly frame: number; readonly cell: string }
  | { readonly tag: "scope"; readonly frame: number; readonly cell: string; readonly content: Content }
  /** A cotangent is added to a cell of the one environment. */
  | {
      readonly tag: "one";
      readonly call: number | undefined;
      /** Whether it is sent by a term on a line, or by what was made of one. */
      readonly isOwn: boolean;
      readonly frame: number;
      readonly cell: string;
      readonly before: Content | undefined;
      readonly content: Content;
      readonly after: Content;
    };

/** A stage's environments: a row for each call, with all boxes or without zeros; or one that is handed on, as a map or as cells. */
export type Kind = "dense" | "sparse" | "local" | "cells";

/** The environment of a call of a definition, in a stage that has one: its place in the stack, and its variables in order. */
export interface Frame {
  readonly depth: number;
  readonly run: number;
  readonly cells: readonly string[];
  /** Whether it is that of a definition with lines, or of one that is built in or made by a conversion. */
  readonly isOwn: boolean;
}

/** A stage's run as it is drawn. */
export interface Column {
  readonly stage: StageId;
  readonly kind: Kind;
  readonly calls: readonly Call[];
  readonly runs: readonly Run[];
  readonly rows: readonly Row[];
  readonly frames: readonly Frame[];
  readonly moves: readonly Move[];
}

/** The name of a variable in a cell, which has its number too. */
export const cellName = (cell: string): string => cell.split(" ", 1)[0] ?? "";

const numberOf = (cell: string): number => Number(cell.split(" ")[1]);

/** The cells on the way to one in the tree of a map, from the root on: the bits of its number lead there, the lowest first. */
export function pathTo(cells: readonly string[], cell: string): readonly string[] {
  const key = numberOf(cell);
  const path: string[] = [];
  for (let bit = 1; bit <= key; bit *= 2) path.push(...cells.filter((one) => numberOf(one) === bit + (key % bit)));
  return path;
}
