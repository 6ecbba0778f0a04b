// How much stands in a box of a lesson's graph: the layout makes room for it, and what is drawn is cut and rounded to it.

/** Letters that a box has room for: of what a scalar is computed by, of a name and an operation that stand for that, and of a number. */
export const BOX_LETTERS = { line: 16, name: 8, op: 8, number: 8 } as const;

/** The height of a scalar's box, with two lines; in pixels. */
export const BOX_HEIGHT = 44;
