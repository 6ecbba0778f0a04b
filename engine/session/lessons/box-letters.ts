// How much stands in a box of a lesson's graph: the layout makes room for it, and what is drawn is cut and rounded to it.

/** Letters of each part that a box has room for. */
export const BOX_LETTERS = { name: 8, op: 8, number: 8 } as const;
