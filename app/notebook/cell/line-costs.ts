// The costs that stand beside the lines of a cell's program, as long as its profile is open.
import { create } from "zustand";
import type { CellId } from "../../document/document.ts";
import type { LineCost } from "../../editor/dual/line-costs.ts";

const NONE: readonly LineCost[] = [];

const useCosts = create<ReadonlyMap<CellId, readonly LineCost[]>>()(() => new Map());

/** Sets the costs beside the lines of a cell's program. */
export function setLineCosts(cell: CellId, costs: readonly LineCost[]): void {
  useCosts.setState((known) => new Map(known).set(cell, costs), true);
}

/** The costs beside the lines of a cell's program. */
export function useLineCosts(cell: CellId): readonly LineCost[] {
  return useCosts((known) => known.get(cell) ?? NONE);
}
