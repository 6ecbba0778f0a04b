// Whether the reader wants movement.
import { kept } from "./kept.ts";

/** A query is asked at each frame: the browser keeps one up to date, and takes time to make another. */
const queryOf = kept((page: Window) => page.matchMedia("(prefers-reduced-motion: reduce)"));

/** Reduced motion shows states, not movements. */
export const isStill = (): boolean => queryOf(window).matches;
