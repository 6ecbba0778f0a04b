// The lines of the picture: the terms of the user's program whose backpropagators were called in some stage, each below its parts.

import { EVENTS } from "../../../../../engine/algorithms/chad/descriptions.ts";
import { groupedBy } from "../../../../../engine/base/grouped-by.ts";
import { nth } from "../../../../../engine/base/nth.ts";
import type { OwnEvent } from "../../../../../engine/core/events/events.ts";
import { isUsersText, type Span, spanKey } from "../../../../../engine/source/span.ts";

/** A term of the program. */
export interface Line {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The line of the term that it is a part of; of a function's body, that of the function. */
  readonly parent: number | undefined;
  readonly depth: number;
  /** The line of its body, where it is a function. */
  readonly body: number | undefined;
}

/** The lines of a program, and the line of each place. */
export interface Lines {
  readonly lines: readonly Line[];
  readonly at: ReadonlyMap<string, number>;
}

/** The key of a place of the user's text; undefined for other texts. */
export function placeKey(span: Span | undefined): string | undefined {
  return span !== undefined && isUsersText(span.source) ? spanKey(span) : undefined;
}

interface Place {
  readonly key: string;
  readonly span: Span;
}

/** The places of a stage's calls, and the functions whose bodies were evaluated again, with those bodies. */
function placesOf(events: readonly OwnEvent[], places: Map<string, Place>, bodies: Map<string, string>): void {
  const open: { readonly key: string | undefined; replays: boolean }[] = [];
  for (const { event, span } of events) {
    const top = open.at(-1);
    if (event === EVENTS.back) open.pop();
    if (event === EVENTS.replay && top !== undefined) top.replays = true;
    if (event !== EVENTS.call) continue;
    const key = placeKey(span);
    const caller = open.findLast((one) => one.key !== undefined);
    const isOwn = key !== undefined && key !== caller?.key;
    if (isOwn && span !== undefined) places.set(key, { key, span });
    if (isOwn && open.some((one) => one.replays) && caller?.key !== undefined) {
      const from = open.findLastIndex((one) => one.key !== undefined);
      const replaying = open.slice(from).find((one) => one.replays);
      if (replaying !== undefined) {
        bodies.set(caller.key, key);
        for (const one of open.slice(from)) one.replays = false;
      }
    }
    open.push({ key: isOwn ? key : undefined, replays: false });
  }
}

/** The lines of a program, by the events of its stages. */
export function linesOf(text: string, stages: readonly (readonly OwnEvent[])[]): Lines {
  const places = new Map<string, Place>();
  const bodies = new Map<string, string>();
  for (const events of stages) placesOf(events, places, bodies);
  const outside = [...places.values()].sort((a, b) => a.span.from - b.span.from || b.span.to - a.span.to);
  const parents = parentsOf(outside);
  // a function's body is a part of it, wherever it stands
  for (const [fn, body] of bodies) if (fn !== body) parents.set(body, fn);
  const parts = groupedBy(outside, ({ key }) => parents.get(key));
  const lines: (Line & { parent: number | undefined })[] = [];
  const at = new Map<string, number>();
  const add = ({ key, span }: Place, depth: number): void => {
    const inner = parts.get(key) ?? [];
    for (const part of inner) add(part, depth + 1);
    const body = bodies.get(key);
    const index = lines.length;
    const { from, to } = span;
    lines.push({
      from,
      to,
      text: oneLine(text, span),
      parent: undefined,
      depth,
      body: body === undefined ? undefined : at.get(body),
    });
    at.set(key, index);
    for (const part of inner) nth(lines, at.get(part.key) ?? index).parent = index;
  };
  for (const place of parts.get(undefined) ?? []) add(place, 0);
  // where no stage has functions as values, a λ is known by its text: its last part is its body
  for (const [index, line] of lines.entries())
    if (line.text.startsWith("\\") && line.body === undefined && lines[index - 1]?.parent === index)
      lines[index] = { ...line, body: index - 1 };
  return { lines, at };
}

/** By place, the smallest place around it. */
function parentsOf(outside: readonly Place[]): Map<string, string> {
  const parents = new Map<string, string>();
  const around: Place[] = [];
  for (const place of outside) {
    const isWithin = ({ span }: Place): boolean =>
      span.source === place.span.source && span.from <= place.span.from && span.to >= place.span.to;
    while (around.length > 0 && !isWithin(nth(around, around.length - 1))) around.pop();
    const parent = around.at(-1);
    if (parent !== undefined) parents.set(place.key, parent.key);
    around.push(place);
  }
  return parents;
}

/** A term in one line. */
function oneLine(text: string, { from, to }: Span): string {
  return text.slice(from, to).replace(/--.*$/gm, "").replace(/\s+/g, " ").trim();
}
