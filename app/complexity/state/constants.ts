// The constant of the bound over all examples.
import { create } from "zustand";
import { Inquiry } from "../../client/inquiry.ts";
import { EXAMPLES } from "../../document/examples.ts";
import { CONSTANT_STAGES, type Constant, constantOf } from "../model/lab.ts";
import { labClient } from "./lab.ts";

/** The largest constant of a stage over the examples, and of which one. */
interface OverExamples extends Constant {
  readonly title: string;
}

interface ConstantsState {
  /** By stage. */
  readonly found: Readonly<Record<string, OverExamples>>;
  /** Examples that are done; undefined where none is measured now. */
  readonly done: number | undefined;
}

/** The store of the constants found over the examples. */
export const useConstants = create<ConstantsState>()(() => ({ found: {}, done: undefined }));

const set = useConstants.setState;
const inquiry = new Inquiry();

/** The budget of a run, in steps. */
const STEPS = 5_000_000;

/** Measures all examples by all stages that have a constant. */
export async function measureConstants(): Promise<void> {
  const ask = inquiry.begin();
  set({ found: {} });
  for (const [index, { title, text }] of EXAMPLES.entries()) {
    set({ done: index });
    for (const stage of CONSTANT_STAGES) {
      const program = { text, above: [], entry: undefined, at: undefined, cotangent: undefined, n: undefined };
      const measured = await ask(labClient.begin("measure", { ...program, stage, steps: STEPS }));
      if (measured === undefined) return;
      const { row, size } = measured.answer ?? {};
      const c = row?.counters && row.counts !== "trace" && size && constantOf(row.counters, size);
      const { found } = useConstants.getState();
      if (c == null || c === false || (found[stage] !== undefined && found[stage].c >= c)) continue;
      set({ found: { ...found, [stage]: { c, n: 0, title } } });
    }
  }
  set({ done: undefined });
}

/** Stops; constants found stay. */
export function endConstants(): void {
  inquiry.end();
  set({ done: undefined });
}
