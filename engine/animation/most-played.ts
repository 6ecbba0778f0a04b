// The size up to which a run is played movement by movement. A file of its own: its users need not load the animation.

/** Scalars of a run that is played movement by movement. */
export const MOST_PLAYED = 300;
