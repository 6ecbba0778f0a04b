// The store of the cost curves below programs, each program's measured by a worker of its own.

import { create } from "zustand";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { present } from "../../../engine/base/nth.ts";
import { withEntry, withoutEntry } from "../../base/entries.ts";
import { EngineClient } from "../../client/client.ts";
import {
  answered,
  type Curve,
  type CurvesKnown,
  curveKey,
  NO_CURVE,
  type Subject,
} from "../../complexity/model/curves.ts";
import type { CellId } from "../../document/document.ts";

/** The curves below a program. */
export type EmbeddedCurves = CurvesKnown & {
  readonly stages: readonly StageId[];
  readonly isBusy: boolean;
};

/** The store of the curves below programs; cells that are not open have none. */
export const useEmbeddedCurves = create<{ readonly shown: ReadonlyMap<CellId, EmbeddedCurves> }>()(() => ({
  shown: new Map(),
}));

/** The budget of a run, in steps: a curve in a cell is there soon. */
const STEPS = 1_000_000;

/** Measures a program's curves, and others when it changes. One for each program whose curves are open. */
export class CurveFollower {
  private readonly client = new EngineClient();
  private readonly id: CellId;
  private turn = 0;

  constructor(id: CellId) {
    this.id = id;
  }

  async follow(subject: Subject, stages: readonly StageId[], ns: readonly number[]): Promise<void> {
    const turn = ++this.turn;
    const before = useEmbeddedCurves.getState().shown.get(this.id);
    // runs of the same program stay
    const curves = before?.curves ?? {};
    this.set({ subjects: [subject], stages, ns, curves, foretold: {}, isBusy: true });
    for (const n of ns) for (const stage of stages) if (!(await this.measure(turn, subject, stage, n))) return;
    this.set({ ...present(useEmbeddedCurves.getState().shown.get(this.id)), isBusy: false });
  }

  end(): void {
    this.turn++;
    this.client.end();
    useEmbeddedCurves.setState(({ shown }) => ({ shown: withoutEntry(shown, this.id) }));
  }

  /** Runs one point, unless known or beyond the curve's end; whether to continue. */
  private async measure(turn: number, subject: Subject, stage: StageId, n: number): Promise<boolean> {
    const key = curveKey(subject, stage);
    const known: Curve = useEmbeddedCurves.getState().shown.get(this.id)?.curves[key] ?? NO_CURVE;
    const isDone = known.end !== undefined || [...known.runs, ...known.mistakes].some((one) => one.n === n);
    if (isDone) return turn === this.turn;
    const answer = await this.client.begin("measure", { ...subject.ask, n, stage, steps: STEPS }).answer;
    if (turn !== this.turn || answer === undefined) return false;
    const curve = answered(known, { n, steps: STEPS, answer });
    const now = present(useEmbeddedCurves.getState().shown.get(this.id));
    this.set({ ...now, curves: { ...now.curves, [key]: curve } });
    return true;
  }

  private set(curves: EmbeddedCurves): void {
    useEmbeddedCurves.setState(({ shown }) => ({ shown: withEntry(shown, this.id, curves) }));
  }
}
