// The line of the source whose operation runs or is called back now, above the program; else the program that was run, and its input.
import { t as text } from "@lingui/core/macro";
import { present } from "../../../engine/base/nth.ts";
import { spanIn } from "../../../engine/graphs/run-graph.ts";
import { strong } from "../../picture/parts.ts";
import { LETTER } from "../../picture/shape.ts";
import { briefValue } from "../../program/value/model/value-tree.ts";
import type { Place } from "../model/paper.ts";
import type { Moment } from "./moment.ts";

/** Draws the line of the source for the scalar that runs; `pad` is left free at both sides. */
export function drawSource(moment: Moment, { x, w }: Place, pad: number, running: number | undefined): void {
  const { film, paper, picture, t } = moment;
  const { small, bandY } = paper;
  const letters = Math.floor((w - 2 * pad) / (small * LETTER));
  const isForward = t < film.animation.forwardEnd;
  const now = isForward ? film.animation.scalars.findLastIndex(({ from }) => from < t) : running;
  const line = now === undefined || now < 0 ? undefined : lineOf(moment, now, letters);
  const left = x + pad;
  if (line === undefined) {
    const { entry, at } = film.explored;
    const input = briefValue(at?.text ?? "");
    const words = text`${entry} at ${input}`;
    const shown = words.length <= letters ? words : `${words.slice(0, Math.max(1, letters - 1))}…`;
    picture.text("band", "entry", [left, bandY], [{ text: shown, colour: "ink-2" }], small);
    return;
  }
  const [before, marked, after] = line;
  picture.rect(
    "band",
    "sourcemark",
    [left + before.length * small * LETTER - 2, bandY - small * 0.8, marked.length * small * LETTER + 4, small * 1.6],
    { r: 3, fill: isForward ? "primal-soft" : "cot-soft", data: { source: present(now) } },
  );
  const parts = [{ text: before, colour: "ink-2" }, strong(marked), { text: after, colour: "ink-2" }];
  const told = parts.filter((part) => part.text !== "");
  picture.text("band", "source", [left, bandY], told, small);
}

/** Of the line that computes a scalar: the text before its operation, the operation, and the text after it. */
function lineOf({ film }: Moment, number: number, letters: number): readonly [string, string, string] | undefined {
  const { graph, explored } = film;
  const span = spanIn(graph, number);
  if (span?.source !== "<program>") return undefined;
  const source = explored.text;
  const start = source.lastIndexOf("\n", span.from - 1) + 1;
  const next = source.indexOf("\n", span.from);
  const end = next < 0 ? source.length : next;
  const whole = source.slice(start, end);
  const indent = whole.length - whole.trimStart().length;
  const [from, to] = [span.from - start - indent, Math.min(span.to, end) - start - indent];
  // a comment behind it takes the room of code
  const comment = whole.indexOf("--", span.to - start);
  const line = (comment < 0 ? whole : whole.slice(0, comment)).trim();
  const marked = line.slice(from, to);
  if (marked === "") return undefined;
  if (line.length <= letters) return [line.slice(0, from), marked, line.slice(to)];
  // around the operation
  const room = letters - 2;
  const first = Math.max(0, Math.min(line.length - room, from - Math.max(0, Math.floor((room - marked.length) / 2))));
  const last = Math.min(line.length, first + room);
  return [
    `${first > 0 ? "…" : ""}${line.slice(first, from)}`,
    line.slice(Math.max(first, from), Math.min(to, last)),
    `${line.slice(Math.min(to, last), last)}${last < line.length ? "…" : ""}`,
  ];
}
