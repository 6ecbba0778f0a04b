// The study of a definition as panes of lines: which lines belong together, and what is drawn between them.

import type { RecomputedNames, StudyLine } from "../../../../engine/algorithms/study.ts";
import type { LinearDefinition } from "../../../../engine/algorithms/yolo/definition.ts";
import { present } from "../../../../engine/base/nth.ts";

/** The panes in the order in which the transformations make them. */
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

/** A place as text, for sets and for `data-place`. */
export function placeKey({ pane, line }: Place): string {
  return `${pane} ${line}`;
}

/** A line by what it binds, whatever stands above it; `pane` is where it is looked for. */
export function lineKey(definition: LinearDefinition, place: Place, pane = place.pane): string {
  const { kind, binds } = present(lineAt(definition, place));
  const frame = place.line === 0 ? "head" : "result";
  return `${pane} ${kind} ${kind === "frame" ? frame : binds.join(" ")}`;
}

/** The lines of a pane; a definition that the reader wrote in Linear A itself has no program before it. */
export function linesOf(definition: LinearDefinition, pane: PaneId): readonly StudyLine[] {
  return definition.texts[pane]?.lines ?? [];
}

/** The line at a place. */
export function lineAt(definition: LinearDefinition, { pane, line }: Place): StudyLine | undefined {
  return linesOf(definition, pane)[line];
}

/** The lines that belong together with one: what comes from the same line of the program, and of those the mirrors. */
export function litWith(definition: LinearDefinition, place: Place): ReadonlySet<string> {
  const origin = lineAt(definition, place)?.origin;
  const lit = new Set([placeKey(place)]);
  if (origin !== undefined)
    for (const pane of PANES)
      for (const [line, one] of linesOf(definition, pane).entries())
        if (one.origin === origin) lit.add(placeKey({ pane, line }));
  return lit;
}

/** The line of the linear half that a line of its transpose mirrors, or the lines that mirror it. */
export function mirrorsOf(
  { texts: { linear, transpose } }: LinearDefinition,
  { pane, line }: Place,
): readonly number[] {
  if (pane === "transpose") {
    const mirrored = transpose.lines[line]?.mirrors;
    return mirrored === undefined ? [] : [mirrored];
  }
  if (pane !== "linear" || linear.lines[line] === undefined) return [];
  return transpose.lines.flatMap(({ mirrors }, index) => (mirrors === line ? [index] : []));
}

/** The strokes between the panes. */
export function strokesOf(definition: LinearDefinition): readonly Stroke[] {
  const { texts, tape } = definition;
  const { values, linear, transpose } = texts;
  const split = (["values", "linear"] as const).flatMap((pane) => splitOf(definition, pane));
  const taped = new Set(tape.map(({ name }) => name));
  const read = linesBy(linear.lines, ({ reads }) => reads);
  // one stroke from line to line, however many variables cross with it
  const crossing = values.lines.flatMap(({ binds }, from): readonly Stroke[] => {
    const made = binds.filter((name) => taped.delete(name));
    const readers = [...new Set(made.flatMap((name) => read.get(name) ?? []))].toSorted((a, b) => a - b);
    return readers.map((line) => ({
      from: { pane: "values", line: from },
      to: { pane: "linear", line },
      kind: "tape",
    }));
  });
  const mirrored = transpose.lines.flatMap((_, line): readonly Stroke[] => {
    const mirrors = mirroredBy(definition, line);
    return mirrors === undefined
      ? []
      : [{ from: { pane: "linear", line: mirrors }, to: { pane: "transpose", line }, kind: "mirror" }];
  });
  return [...split, ...crossing, ...mirrored];
}

/** The lines that have a name, by the name; each of them once. */
function linesBy(
  lines: readonly StudyLine[],
  namesOf: (line: StudyLine) => readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [index, line] of lines.entries())
    for (const name of new Set(namesOf(line))) {
      const at = found.get(name);
      if (at === undefined) found.set(name, [index]);
      else at.push(index);
    }
  return found;
}

/** A line of f.J goes to the half that binds what it binds. */
function splitOf({ texts: { tangents, ...halves } }: LinearDefinition, pane: "values" | "linear"): readonly Stroke[] {
  const bound = linesBy(tangents.lines, bindsOf);
  return halves[pane].lines.flatMap((one, line): readonly Stroke[] => {
    const from = bound.get(bindsOf(one)[0] ?? "")?.[0];
    return from === undefined ? [] : [{ from: { pane: "tangents", line: from }, to: { pane, line }, kind: "split" }];
  });
}

/** The names that a line binds, for the program to go on with. */
function bindsOf({ kind, binds }: StudyLine): readonly string[] {
  return kind === "frame" ? [] : binds;
}

/** The line of the linear half for which there is a line of its transpose; values are computed again, and mirror nothing. */
function mirroredBy({ texts: { transpose } }: LinearDefinition, line: number): number | undefined {
  const one = transpose.lines[line];
  return one?.kind === "value" ? undefined : one?.mirrors;
}

/** The Reals of the tape. */
export function tapeSize({ tape }: LinearDefinition): number {
  return tape.reduce((sum, { scalars }) => sum + scalars, 0);
}

/** Where a line of a pane comes from, for what moves there: a line of the pane before. */
export function sourceOf(definition: LinearDefinition, place: Place): Place | undefined {
  if (place.pane === "program") return undefined;
  if (place.pane === "tangents") {
    if (definition.texts.program === undefined) return undefined;
    const origin = definition.texts.tangents.lines[place.line]?.origin;
    return origin === undefined ? undefined : { pane: "program", line: origin };
  }
  if (place.pane === "transpose") {
    const mirrored = mirroredBy(definition, place.line);
    return mirrored === undefined ? undefined : { pane: "linear", line: mirrored };
  }
  const one = definition.texts[place.pane].lines[place.line];
  const [name] = one === undefined ? [] : bindsOf(one);
  const from = definition.texts.tangents.lines.findIndex(
    (other) => name !== undefined && bindsOf(other).includes(name),
  );
  return from < 0 ? undefined : { pane: "tangents", line: from };
}

/** The recomputed names, with one of a definition added or taken away. */
export function withToggled(recomputed: RecomputedNames, definition: string, name: string): RecomputedNames {
  const chosen = new Map(Object.entries(recomputed));
  const before = chosen.get(definition) ?? [];
  const names = before.includes(name) ? before.filter((one) => one !== name) : [...before, name];
  if (names.length > 0) chosen.set(definition, names);
  else chosen.delete(definition);
  return Object.fromEntries(chosen);
}
