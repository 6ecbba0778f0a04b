// Up to which size a run is played movement by movement. It stands by itself, so that whoever asks need not load the animation.

/** Scalars of a run that is played movement by movement. */
export const MOST_PLAYED = 300;
