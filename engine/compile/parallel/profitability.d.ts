// The types of what others use of profitability.js, which is JavaScript because threads are started with its text.

/** Depths of forks with times of their own. */
export const DEPTHS: number;

/** The times of a program's forks, by fork and by how deep they are nested. */
export class Profitability {
  /** With `isEager` every fork is handed over, profitable or not. */
  constructor(forks: number, isEager: boolean);
  /** Forks to come that stay on their thread: the program's code counts them itself. */
  readonly stays: Int32Array;
  /** Drops all times. */
  forget(): void;
  placeOf(fork: number, depth: number): number;
  /** The number of tasks that a fork of `count` jobs makes; below 2 it stays on its thread. */
  tasks(place: number, count: number): number;
  /** Learns the milliseconds of a fork's jobs, in a moving average. */
  learn(place: number, time: number): void;
  /** A fork has stayed on its thread, and was timed. */
  stayed(place: number, time: number): void;
  /** A pass of a fork has taken so long, and its owner has waited for others so long. */
  waited(place: number, waited: number, elapsed: number): void;
}
