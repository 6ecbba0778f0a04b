// Paths of a picture as data: commands of SVG with their numbers in pixels, which the painter writes and the files read.

/** A command of a path, by its letter in SVG: capital letters have places, small ones ways from the place before. */
export type Command =
  | readonly ["M" | "L" | "m" | "l", x: number, y: number]
  | readonly ["H" | "V" | "h" | "v", to: number]
  /** Cubic curves, each by its two handles and its end. */
  | readonly ["C", ...points: number[]]
  | readonly ["q", handleX: number, handleY: number, x: number, y: number]
  | readonly ["z"];

/** A line or an area: commands, one after the other. */
export type Path = readonly Command[];

/** The outline of a rectangle, from its upper left corner. */
export function rectPath(x: number, y: number, w: number, h: number): Path {
  return [["M", x, y], ["h", w], ["v", h], ["h", -w], ["z"]];
}

/** How far the handles of a quarter of a circle are from its ends, of its radius. */
export const ROUND = 0.5523;

/** A circle, by its middle and its radius. */
export function circlePath(x: number, y: number, r: number): Path {
  const k = r * ROUND;
  return [
    ["M", x - r, y],
    ["C", x - r, y - k, x - k, y - r, x, y - r, x + k, y - r, x + r, y - k, x + r, y],
    ["C", x + r, y + k, x + k, y + r, x, y + r, x - k, y + r, x - r, y + k, x - r, y],
    ["z"],
  ];
}

/** A straight line from left to right, or back. */
export function level(from: number, to: number, y: number): Path {
  return [
    ["M", from, y],
    ["H", to],
  ];
}

/** A straight line from top to bottom, or up. */
export function upright(x: number, from: number, to: number): Path {
  return [
    ["M", x, from],
    ["V", to],
  ];
}

/** A line to the right, or down, with a short one across each of its ends. */
export function measurePath(x: number, y: number, length: number, half: number, isUpright = false): Path {
  const [along, across] = isUpright ? (["v", "h"] as const) : (["h", "v"] as const);
  const aside = (by: number): readonly [number, number] => (isUpright ? [by, 0] : [0, by]);
  const [dx, dy] = aside(-half);
  const end: Path = [[across, 2 * half]];
  return [["M", x + dx, y + dy], ...end, ["m", dx, dy], [along, length], ["m", dx, dy], ...end];
}

/** Stretches of a list of which each place is as the first one: from it up to before another. */
export function runsOf(
  length: number,
  isAsFirst: (first: number, at: number) => boolean,
): readonly (readonly [from: number, to: number])[] {
  const runs: [number, number][] = [];
  for (let from = 0, to = 0; from < length; from = to) {
    do to++;
    while (to < length && isAsFirst(from, to));
    runs.push([from, to]);
  }
  return runs;
}

/** Whether two paths are the same. */
export function isSamePath(a: Path, b: Path): boolean {
  return a === b || (a.length === b.length && a.every((command, at) => isSameCommand(command, b[at])));
}

function isSameCommand(a: readonly unknown[], b: readonly unknown[] | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((one, at) => one === b[at]);
}

/** A path that is moved down, in hundredths of a pixel. */
export function lowered(path: Path, dy = 0): Path {
  return path.map(([letter, ...numbers]) => {
    const isHeight = (at: number): boolean => letter === "V" || (/[MLC]/.test(letter) && at % 2 === 1);
    return [letter, ...numbers.map((one, at) => hundredths(hundredths(one) + (isHeight(at) ? dy : 0)))] as Command;
  });
}

/** A path as the `d` attribute of SVG, moved down. */
export function pathText(path: Path, dy?: number): string {
  return lowered(path, dy).reduce((text, [letter, ...numbers]) => text + letter + numbers.join(" "), "");
}

/** The letters of a path, each with the count of its numbers: paths with the same ones differ in numbers alone. */
export function formOf(path: Path): string {
  return path.map(({ 0: letter, length }) => letter + length).join("");
}

/** A number rounded to hundredths of a pixel. */
export function hundredths(x: number): number {
  return Math.round(x * 100) / 100;
}
