// The types of what others use of worth.js, which is JavaScript because threads are started with its text.

/** Depths of forks that are told apart. */
export const DEPTHS: number;

/** Facts about a program's forks, by fork and by how deep they are nested. */
export class Worth {
  /** With `passes`, code passes by forks that are known not to be worth it, without asking. */
  constructor(forks: number, passes: boolean);
  /** How many forks code passes by before it asks again: it counts them itself. */
  readonly stays: Int32Array;
  /** Whether a fork is to be handed over although that was slower, to find out whether it still is: of the last one that was asked about. */
  readonly isTrial: boolean;
  /** Nothing is known any more. */
  forget(): void;
  placeOf(fork: number, depth: number): number;
  /** Whether a fork is to be handed over: 1 if so, 0 if not; a negative time if not, and the fork is to be timed from then on. */
  asks(place: number): number;
  /** The same where the cores are not free; `handoff` is the milliseconds of a hand-off. */
  asksWhereBusy(place: number, handoff: number): number;
  /** Notes the milliseconds that a fork took on one thread. */
  tookAlone(place: number, time: number): void;
  /**
   * Notes the milliseconds that a fork took on several threads, and about those of its jobs on one of them: these are no measure where the
   * cores are not free.
   */
  tookTogether(place: number, time: number, jobs: number, isFree: boolean): void;
}
