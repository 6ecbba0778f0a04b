// The complexity lab: its settings, and the curves of one program or of two.

import { create } from "zustand";
import { USUAL } from "../../../engine/algorithms/catalogue.ts";
import { nth } from "../../../engine/base/nth.ts";
import type { CurvesKnown, LabSettings } from "../model/curves.ts";
import { curvesOverN } from "./curves.ts";

/** The state of the lab: its settings, its programs and their n. */
export type LabState = LabSettings & Pick<CurvesKnown, "subjects" | "ns">;

/** The budgets of a run to choose from, in steps. */
export const BUDGETS: readonly number[] = [1_000_000, 10_000_000, 100_000_000];

const FIRST_SETTINGS: LabSettings = {
  stages: USUAL.curves,
  quantities: ["calls"],
  x: "linear",
  y: "log",
  steps: nth(BUDGETS, 1),
};

/** The store of the complexity lab. */
export const useLab = create<LabState>()(() => ({ ...FIRST_SETTINGS, subjects: [], ns: [] }));

/** The place of the lab's curves. */
export const LAB = "lab";

/** Changes programs, n or settings, and runs missing points. */
export function change(change: Partial<LabState>): void {
  useLab.setState(change);
  goOn();
}

/** Runs missing points, also after a stop or a failure. */
export function goOn(): void {
  const { subjects, ns, stages, steps } = useLab.getState();
  void curvesOverN.ask({ subjects, ns, stages, steps, isPredicted: true }, LAB);
}

/** Stops at once; finished runs stay. */
export function stopLab(): void {
  curvesOverN.stop(LAB);
}
