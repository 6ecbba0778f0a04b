// The types of what others use of control.js, which is JavaScript because threads are started with its text.

/** A thread has died, or does not answer. */
export class ThreadLost extends Error {}

/** The end of a run that another thread asked for. */
export class Stopped extends Error {}
