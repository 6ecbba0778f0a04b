// Whether the reader wants movement.

/** Reduced motion shows states, not movements. */
export const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
