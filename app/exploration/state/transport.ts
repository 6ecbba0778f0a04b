// The transport: going to a step, jumping, playing. The leading column moves, the others follow (explorer.ts).
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import type { Breakpoint, Jump } from "../../../engine/timeline/jumps.ts";
import { Latest } from "../../base/latest.ts";
import { Line } from "../../base/line.ts";
import { exploration, look } from "./explorer.ts";
import { useExplorer } from "./store.ts";

/** The speeds to choose from; 1 is the usual speed. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16] as const;
/** Milliseconds from a step to the next at single speed. */
const PACE = 900;

const get = useExplorer.getState;
const set = useExplorer.setState;

/** Puts the leader at a step. */
export function go(step: number): void {
  const { leader } = get();
  goIn(leader, step);
}

/** Puts a column at a step: the others follow the leader only. Pending jumps are dropped. */
export function goIn(id: StageId, step: number): void {
  jumps.end();
  stand(id, step);
}

function stand(id: StageId, step: number): void {
  const steps = get().columns[id]?.info?.steps ?? 0;
  const bounded = Math.max(0, Math.min(Math.round(step), steps));
  set(({ cursors }) => ({ cursors: { ...cursors, [id]: bounded }, stoppedBy: undefined }));
  void look();
}

/** Jumps come to nothing where a step was chosen since. */
const jumps = new Latest();
/** Jumps arrive one after the other. */
const line = new Line();

/** Jumps, once the jumps before have arrived; whether there was somewhere to go. */
export function move(to: Jump, direction: 1 | -1, breakpoints: readonly Breakpoint[] = []): Promise<boolean> {
  const counts = jumps.now();
  return line.add(async () => counts() && moveNow(counts, to, direction, breakpoints));
}

async function moveNow(
  counts: () => boolean,
  to: Jump,
  direction: 1 | -1,
  breakpoints: readonly Breakpoint[],
): Promise<boolean> {
  const { leader, cursors, columns, subject, isOpening } = get();
  // nothing of this program is recorded yet
  if (isOpening || columns[leader]?.info === undefined) return false;
  const found = await exploration.about("move", {
    stage: leader,
    from: cursors[leader] ?? 0,
    to,
    direction,
    breakpoints,
  });
  if (found?.step === undefined || !counts() || get().subject !== subject || get().leader !== leader) return false;
  stand(leader, found.step);
  if (found.breakpoint !== undefined) set({ stoppedBy: found.breakpoint, isPlaying: false });
  return true;
}

const plays = new Latest();

/** Plays from the current step, or from the start when at the end; pauses when it plays already. */
export async function play(): Promise<void> {
  // a paused play does not continue with this one
  const isLatest = plays.begin();
  if (get().isPlaying) return set({ isPlaying: false });
  const { leader, cursors, columns } = get();
  const steps = columns[leader]?.info?.steps ?? 0;
  if ((cursors[leader] ?? 0) >= steps) go(0);
  set({ isPlaying: true, stoppedBy: undefined });
  const goesOn = (): boolean => get().isPlaying && isLatest();
  while (goesOn()) {
    const began = performance.now();
    if (!(await move({ tag: "change" }, 1, get().breakpoints)) && goesOn()) set({ isPlaying: false });
    if (!goesOn()) break;
    const left = PACE / get().speed - (performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, left)));
  }
}

/** Sets how fast playing goes; 1 is the usual speed. */
export function setSpeed(speed: number): void {
  set({ speed });
}

/** Goes to the next faster speed, or the next slower one with -1; does nothing at the last. */
export function faster(by: 1 | -1): void {
  const place = SPEEDS.indexOf(get().speed as (typeof SPEEDS)[number]) + by;
  const speed = SPEEDS[place];
  if (speed !== undefined) set({ speed });
}
