// Whether the reader wants movement.
import { kept } from "./kept.ts";

/** A query is asked at each frame: the browser keeps one up to date, and takes time to make another. */
const queryOf = kept((page: Window) => page.matchMedia("(prefers-reduced-motion: reduce)"));

/** Reduced motion shows states, not movements. */
export const isStill = (): boolean => queryOf(window).matches;

/** One movement at a time, over frames or after a rest; a new one ends the one before. */
export class Motion {
  private end: () => void = () => undefined;

  /** Calls a function at each frame, with the milliseconds since the one before, as long as it returns true. */
  run(advance: (passed: number) => boolean): void {
    let last = performance.now();
    const tick = (now: number): void => {
      const passed = Math.max(0, now - last);
      last = now;
      const { end } = this;
      // it may have ended itself, or begun another
      if (advance(passed) && this.end === end) this.next(tick);
    };
    this.stop();
    this.next(tick);
  }

  /** Calls a function after some milliseconds. */
  rest(milliseconds: number, then: () => void): void {
    this.stop();
    const timer = setTimeout(then, milliseconds);
    this.end = () => clearTimeout(timer);
  }

  stop(): void {
    this.end();
    this.end = () => undefined;
  }

  private next(tick: (now: number) => void): void {
    const frame = requestAnimationFrame(tick);
    this.end = () => cancelAnimationFrame(frame);
  }
}
