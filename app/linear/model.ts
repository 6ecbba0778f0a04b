// The study of a definition as panes of lines: which lines belong together, and what is drawn between them.
import type { RecomputedNames, StudiedDefinition, StudyLine } from "../../engine/algorithms/study.ts";

export const PANES = ["program", "tangents", "values", "linear", "transpose"] as const;

/** The texts of a study: f, f.J, f.nonlin, f.lin and f.lin.T. */
export type PaneId = (typeof PANES)[number];

/** A line of a pane, from 0, the head among them. */
export interface Place {
  readonly pane: PaneId;
  readonly line: number;
}

/** A stroke between two lines. */
export interface Stroke {
  readonly from: Place;
  readonly to: Place;
  /** `split`: U takes the line apart from the others; `tape`: the linear half reads what the other one computed; `mirror`: T. */
  readonly kind: "split" | "tape" | "mirror";
}

export function placeKey({ pane, line }: Place): string {
  return `${pane} ${line}`;
}

/** The lines of a pane; a definition that the reader wrote in Linear A itself has no program before it. */
export function linesOf(definition: StudiedDefinition, pane: PaneId): readonly StudyLine[] {
  return definition[pane]?.lines ?? [];
}

/** The line at a place. */
export function lineAt(definition: StudiedDefinition, { pane, line }: Place): StudyLine | undefined {
  return linesOf(definition, pane)[line];
}

/** The lines that belong together with one: what comes from the same line of the program, and of those the mirrors. */
export function litWith(definition: StudiedDefinition, place: Place): ReadonlySet<string> {
  const origin = lineAt(definition, place)?.origin;
  const lit = new Set([placeKey(place)]);
  if (origin !== undefined)
    for (const pane of PANES)
      for (const [line, one] of linesOf(definition, pane).entries())
        if (one.origin === origin) lit.add(placeKey({ pane, line }));
  return lit;
}

/** The line of the linear half that a line of its transpose mirrors, or the lines that mirror it. */
export function mirrorsOf({ linear, transpose }: StudiedDefinition, { pane, line }: Place): readonly number[] {
  if (pane === "transpose") {
    const mirrored = transpose.lines[line]?.mirrors;
    return mirrored === undefined ? [] : [mirrored];
  }
  if (pane !== "linear" || linear.lines[line] === undefined) return [];
  return transpose.lines.flatMap(({ mirrors }, index) => (mirrors === line ? [index] : []));
}

/** What is drawn between the panes. */
export function strokesOf(definition: StudiedDefinition): readonly Stroke[] {
  const { values, linear, transpose, tape } = definition;
  const split = (["values", "linear"] as const).flatMap((pane) => splitOf(definition, pane));
  const taped = new Set(tape.map(({ name }) => name));
  // one stroke from line to line, however many variables cross with it
  const crossing = values.lines.flatMap(({ binds }, from): readonly Stroke[] => {
    const made = binds.filter((name) => taped.delete(name));
    return linear.lines.flatMap(({ reads }, line): readonly Stroke[] =>
      made.some((name) => reads.includes(name))
        ? [{ from: { pane: "values", line: from }, to: { pane: "linear", line }, kind: "tape" }]
        : [],
    );
  });
  const mirrored = transpose.lines.flatMap(({ mirrors }, line): readonly Stroke[] =>
    mirrors === undefined || transpose.lines[line]!.kind === "value"
      ? []
      : [{ from: { pane: "linear", line: mirrors }, to: { pane: "transpose", line }, kind: "mirror" }],
  );
  return [...split, ...crossing, ...mirrored];
}

/** A line of f.J goes to the half that binds what it binds. */
function splitOf(definition: StudiedDefinition, pane: "values" | "linear"): readonly Stroke[] {
  return definition[pane].lines.flatMap(({ binds, kind }, line): readonly Stroke[] => {
    if (kind === "frame" || binds.length === 0) return [];
    const from = definition.tangents.lines.findIndex((one) => one.kind !== "frame" && one.binds.includes(binds[0]!));
    return from < 0 ? [] : [{ from: { pane: "tangents", line: from }, to: { pane, line }, kind: "split" }];
  });
}

/** The Reals of the tape. */
export function tapeSize({ tape }: StudiedDefinition): number {
  return tape.reduce((sum, { scalars }) => sum + scalars, 0);
}

/** Where a line of a pane comes from, for what moves there: a line of the pane before. */
export function sourceOf(definition: StudiedDefinition, place: Place): Place | undefined {
  if (place.pane === "program") return undefined;
  if (place.pane === "tangents") {
    if (definition.program === undefined) return undefined;
    const origin = definition.tangents.lines[place.line]?.origin;
    return origin === undefined ? undefined : { pane: "program", line: origin };
  }
  const stroke = strokesOf(definition).find(
    ({ to, kind }) => kind !== "tape" && to.pane === place.pane && to.line === place.line,
  );
  return stroke?.from;
}

/** What is computed again, with a name of a definition added or taken away. */
export function withToggled(recomputed: RecomputedNames, definition: string, name: string): RecomputedNames {
  const chosen = new Map(Object.entries(recomputed));
  const before = chosen.get(definition) ?? [];
  const names = before.includes(name) ? before.filter((one) => one !== name) : [...before, name];
  if (names.length > 0) chosen.set(definition, names);
  else chosen.delete(definition);
  return Object.fromEntries(chosen);
}
