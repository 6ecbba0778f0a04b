// How the compiler makes a program, as text and as data: `export --explain`.

import type { Held, TapePart } from "../compile/codegen/text.ts";
import type { LinkedLine } from "../compile/ir/source-links.ts";
import { place, type Sources } from "../source/render.ts";
import { positionOf, type Span } from "../source/span.ts";
import type { Explanation } from "../texts/explain.ts";

/** Places that are listed for a line of the text; JSON has all. */
const MOST_PLACES = 3;

/** An explanation as text: passes one after the other, lines beside the places that they come from. */
export function explanationText(explanation: Explanation, sources: Sources): string {
  const { passes, fixedTape, segments, leftToMachine } = explanation;
  const parts = passes.map(({ title, sentence, lines, isSame }, index) => {
    const head = `== ${index + 1}. ${title} ==\n${sentence}\n`;
    return isSame ? `${head}Nothing changes here.\n` : `${head}\n${linesText(lines, sources)}`;
  });
  if (leftToMachine !== undefined) parts.push(`${leftToMachine}\n`);
  else if (fixedTape !== undefined) parts.push(`== The tape ==\n${fixedTapeText(fixedTape)}\n`);
  else parts.push(`== The tape ==\n${segments.map((one) => segmentText(one, sources)).join("")}`);
  return parts.join("\n");
}

function linesText(lines: readonly LinkedLine[], sources: Sources): string {
  const placed = lines.map(({ text, spans }) => ({ text, places: placesText(spans, sources) }));
  const width = placed.reduce((most, { places }) => Math.max(most, places.length), 0);
  return placed.map(({ text, places }) => `${`${places.padStart(width)} | ${text}`.trimEnd()}\n`).join("");
}

/** `2:14`, or `above 1:2:14` in another text than the program; several one after the other. */
function placesText(spans: readonly Span[], sources: Sources): string {
  const shown = spans.slice(0, MOST_PLACES).map((span) => {
    const { line, column } = positionOf(sources.get(span.source)?.text ?? "", span.from);
    return span.source === "<program>" ? `${line}:${column}` : place(span, sources);
  });
  return [...shown, ...(spans.length > MOST_PLACES ? [`+${spans.length - MOST_PLACES}`] : [])].join(" ");
}

function fixedTapeText(bytes: number): string {
  const numbers = bytes / Float64Array.BYTES_PER_ELEMENT;
  return numbers === 0
    ? "Straight code, whose reverse pass needs only its input and output: no tape, 0 bytes."
    : `Straight code: ${numbers} ${numbers === 1 ? "number at a fixed place" : "numbers at fixed places"} in T, ${bytes} bytes.`;
}

function segmentText(
  { id, function: name, parts, ...whole }: Explanation["segments"][number],
  sources: Sources,
): string {
  const from = placesText(whole.spans, sources);
  const head = `segment ${id} of ${name}${from === "" ? "" : ` (${from})`}: ${whole.bytes} bytes${heldText(whole)}\n`;
  const each = parts.map((part) => {
    const where = placesText(part.spans, sources);
    const what = part.of === "round" ? "each round" : "each time in a branch";
    return `  ${what}${where === "" ? "" : ` (${where})`}: ${part.bytes} bytes${heldText(part)}\n`;
  });
  return [head, ...each].join("");
}

function heldText({ holds }: TapePart): string {
  return `, ${holds.map(({ name, what, bytes }) => `${[what, name].filter((one) => one !== "").join(" ")} (${bytes})`).join(", ")}`;
}

/** An explanation as data. Places have lines and columns from 1, and offsets in UTF-16 units from 0. */
export function explanationJson(explanation: Explanation, sources: Sources) {
  const { entry, passes, segments, fixedTape, leftToMachine } = explanation;
  const spanOf = (span: Span) => ({
    ...positionOf(sources.get(span.source)?.text ?? "", span.from),
    from: span.from,
    to: span.to,
    ...(span.source !== "<program>" && { source: span.source }),
  });
  const held = ({ spans, ...rest }: Held) => ({ ...rest, spans: spans.map(spanOf) });
  const part = ({ of, spans, holds, bytes }: TapePart) => ({
    of,
    spans: spans.map(spanOf),
    holds: holds.map(held),
    bytes,
  });
  return {
    entry,
    straight: fixedTape !== undefined,
    ...(fixedTape !== undefined && { tapeBytes: fixedTape }),
    leftToMachine: leftToMachine ?? null,
    passes: passes.map(({ id, title, sentence, language, lines, isSame }) => ({
      id,
      title,
      sentence,
      language,
      unchanged: isSame,
      text: lines.map(({ text }) => `${text}\n`).join(""),
      lines: lines.map(({ text, spans }) => ({ text, spans: spans.map(spanOf) })),
    })),
    segments: segments.map(({ id, function: name, parts, ...whole }) => ({
      id,
      function: name,
      ...part(whole),
      parts: parts.map(part),
    })),
  };
}
