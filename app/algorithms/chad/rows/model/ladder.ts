// CHAD's ladder as data: the lines of the program, and a column of moves for each stage.
import type { StageId } from "../../../../../engine/algorithms/algorithm.ts";
import { nth } from "../../../../../engine/base/nth.ts";
import type { OwnEvent } from "../../../../../engine/core/events/events.ts";
import { kept } from "../../../../base/kept.ts";
import { columnOf } from "./column.ts";
import { type Line, linesOf } from "./lines.ts";
import { type Column, cellName, type Kind } from "./moves.ts";

/** The stages that have a column, with how they keep environments. */
const KINDS: Readonly<Record<StageId, Kind>> = {
  chad: "dense",
  "chad-sparse": "sparse",
  "chad-local": "local",
  "chad-cells": "cells",
};

/** A run by the stages of CHAD, for a picture. */
export interface RowsLadder {
  readonly lines: readonly Line[];
  readonly columns: readonly Column[];
  /** By line, the variables in scope, as far as rows or cells say. */
  readonly scopes: readonly (readonly string[])[];
  /** The arguments and the values that the head shows, and the gradient. */
  readonly at: string;
  readonly value: string;
  readonly gradient: string;
}

/** The results of a run, for the head of its picture. */
export type Results = Pick<RowsLadder, "at" | "value" | "gradient">;

/** The ladder of a program of the events of its stages. */
export function rowsLadderOf(
  text: string,
  stages: readonly { readonly stage: StageId; readonly events: readonly OwnEvent[] }[],
  results: Results,
): RowsLadder {
  const found = linesOf(
    text,
    stages.map(({ events }) => events),
  );
  const columns = stages.map(({ stage, events }) => columnOf(stage, KINDS[stage] ?? "cells", found, events));
  return { lines: found.lines, columns, scopes: scopesOf(found.lines, columns), ...results };
}

/** By line, the variables in scope: those of the dense row that its call returns, or of what was sent within its run. */
function scopesOf(lines: readonly Line[], columns: readonly Column[]): readonly (readonly string[])[] {
  const dense = columns.find(({ kind }) => kind === "dense");
  const scopes = lines.map((): readonly string[] => []);
  for (const { line, names } of dense?.rows ?? []) if (nth(scopes, line).length < names.length) scopes[line] = names;
  if (dense !== undefined) return scopes;
  const sent = lines.map(() => new Set<string>());
  for (const { calls, moves } of columns)
    for (const move of moves)
      if (move.tag === "one" && move.call !== undefined && move.isOwn)
        for (let at: number | undefined = nth(calls, move.call).line; at !== undefined; at = nth(lines, at).parent)
          nth(sent, at).add(cellName(move.cell));
  return sent.map((names) => [...names]);
}

/** Whether a cell is one of the program: of a variable that is in scope on some line, in the environment of a definition with lines. */
export function isShown({ scopes }: RowsLadder, { frames }: Column, frame: number, cell: string): boolean {
  return nth(frames, frame).isOwn && namesIn(scopes).has(cellName(cell));
}

/** The variables of all scopes. */
const namesIn = kept((scopes: RowsLadder["scopes"]): ReadonlySet<string> => new Set(scopes.flat()));

/** Boxes that a stage has written so far, and how often it has called backpropagators of terms on lines. */
export interface Counts {
  readonly calls: number;
  /** Boxes made in rows or touched in cells, and boxes moved or added by sums of rows. */
  readonly made: number;
  readonly moved: number;
  /** Runs of bodies. */
  readonly bodies: number;
}
