// Numbers along the edges of a drawing.

/** A number on its way along an edge, from its operand to its use, or back. */
export interface Traveller {
  readonly edge: string;
  readonly isBack: boolean;
  readonly label: string;
}

/** The same at a part of its way, from 0 to 1. */
export interface Underway extends Traveller {
  readonly at: number;
  /** Whether its way begins at the label of its edge, and not at the end of that. */
  readonly isFromLabel?: boolean | undefined;
}

/** A place on the canvas. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The way of an edge as an SVG path: through the middles between its points, bent towards them, as it is drawn. */
export function wayOf(from: Spot, points: readonly Spot[], to: Spot): string {
  const shown = ({ x, y }: Spot): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  const middle = (a: Spot, b: Spot): Spot => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  if (points.length === 0) return `M${shown(from)}L${shown(to)}`;
  const bends = points.map((point, index) => {
    const next = points[index + 1];
    return `Q${shown(point)} ${shown(next === undefined ? to : middle(point, next))}`;
  });
  return `M${shown(from)}${bends.join("")}`;
}
