// One sentence for each step, from the event that led to it.

import { unreachable } from "../../engine/base/unreachable.ts";
import type { Content, Event } from "../../engine/core/events.ts";
import { shortReal } from "../../engine/core/show-value.ts";
import { operandsIn } from "../../engine/graphs/run-graph.ts";
import type { ColumnInfo, Explored } from "../../engine/session/exploration.ts";
import { elementsOf } from "../../engine/timeline/contents.ts";
import type { ColumnFrame } from "../../engine/timeline/frame.ts";
import { counted } from "./numbers.ts";
import { message, plainMessage, type Run } from "./rich-text.ts";
import { backName, expressionOf, jobName, numbered, partialFormula, scalarName } from "./scalar.ts";

/** The colours of meaning (mockups/README.md). */
export type Meaning = "primal" | "cot" | "bp" | "staged" | "job" | "plain";

export interface Caption {
  readonly meaning: Meaning;
  /** The word that it begins with. */
  readonly lead: string;
  /** The rest, with backquotes around code; and the same in pieces. */
  readonly text: string;
  readonly runs: readonly Run[];
  /** All of it, as it is spoken. */
  readonly spoken: string;
}

function caption(meaning: Meaning, lead: string, text: string): Caption {
  return { meaning, lead, text, runs: message(text), spoken: `${lead}. ${plainMessage(text)}` };
}

export function captionOf(explored: Explored, info: ColumnInfo, frame: ColumnFrame): Caption {
  const { event } = frame;
  if (event === undefined)
    return caption(
      "plain",
      "Start",
      `Nothing has happened yet. The run by \`${info.stage}\` has ${counted(info.steps, "event")}.`,
    );
  if (frame.step === info.steps) return ending(explored, info, frame, event);
  return eventCaption(explored, info, frame, event);
}

/** The end, with what the last event did. */
function ending(explored: Explored, info: ColumnInfo, frame: ColumnFrame, event: Event): Caption {
  const last = eventCaption(explored, info, frame, event);
  const lately = ` Last: ${last.text}`;
  if (info.ended.tag === "done") {
    const from =
      info.mode === "forward"
        ? "from a pass for each Real of the input"
        : `after ${counted(info.totals.calls, "call")} of backpropagators`;
    return caption("cot", "Done", `The gradient is \`${clipped(info.gradient)}\`, ${from}.${lately}`);
  }
  const total =
    info.predictedCalls === undefined ? "" : ` The whole run would make ${grouped(info.predictedCalls)} calls.`;
  const why =
    info.ended.tag === "too-many-events"
      ? `after ${counted(info.steps, "event")}, as many as are kept`
      : "before its end";
  return caption("plain", "Stopped", `The recording ends here, ${why}.${total}${lately}`);
}

/** Characters of a value that a sentence holds. */
const LONGEST = 80;

function clipped(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

/** A number of any size, in groups of three digits; a very long one as its first digits and a power of ten. */
export function grouped(digits: string): string {
  if (digits.length > 30) return `${digits[0]}.${digits.slice(1, 3)} × 10^${digits.length - 1}`;
  return digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, "\u202f") : digits;
}

function eventCaption(explored: Explored, info: ColumnInfo, frame: ColumnFrame, event: Event): Caption {
  const { graph, customPartials } = explored;
  const job = (id: number): string => nameOfJob(info, frame, id);
  const name = (number: number): string => `\`${numbered(graph, number)}\``;
  switch (event.tag) {
    case "phase":
      return phaseCaption(info, event.phase);
    case "scalar": {
      const value = shortReal(event.value);
      if (event.kind === "input") return caption("primal", "Input", `${name(event.number)} is ${value}.`);
      if (event.kind === "constant")
        return caption("primal", "Constant", `${value} is \`#${event.number}\`; what is sent to it is dropped.`);
      const expression = event.number < graph.size ? expressionOf(graph, event.number) : undefined;
      const partials = operandsIn(graph, event.number).map(({ node, edge }, place) => {
        const formula = partialFormula(graph, event.number, place, customPartials);
        const number = shortReal(graph.partials[edge]!);
        return `${formula === undefined ? number : `${formula} = ${number}`} by ${scalarName(graph, node)}`;
      });
      return caption(
        "primal",
        "Operation",
        `${name(event.number)} is \`${expression ?? event.op ?? "an operation"}\` = ${value}.${partials.length === 0 ? "" : ` Its partial derivatives: ${partials.join(", ")}.`}`,
      );
    }
    case "call":
      return callCaption(explored, frame, event);
    case "merge": {
      const back = backName(graph, event.number);
      const [before, sum] = [shortReal(event.before), shortReal(event.sum)];
      // what is no number any more cannot be taken apart
      const isPlain = event.before + (event.sum - event.before) === event.sum;
      const added = isPlain ? shortReal(event.sum - event.before) : "…";
      return caption(
        "staged",
        "Linear factoring",
        `\`${back} ${before} + ${back} ${added} = ${back} ${sum}\`: \`${back}\` is linear, so one call at ${sum} will do for both.`,
      );
    }
    case "touch":
      return touchCaption(event);
    case "map":
      return mapCaption(explored, event);
    case "highest":
      return caption(
        "staged",
        "Highest ID",
        `${name(event.key)} is taken from the map: all that could still call it had higher IDs, so its cotangent is complete.`,
      );
    case "alloc":
      if (event.of !== undefined)
        return caption("staged", "Grow", `The tape grows to room for ${counted(event.size, "entry", "entries")}.`);
      return caption("staged", "Array", `An array of ${counted(event.size, "cell")} is made.`);
    case "write":
      return writeCaption(explored, frame, event);
    case "freeze":
      return caption("cot", "Freeze", "The array that gathered the gradient is frozen: from here on it is a result.");
    case "fork":
      return caption(
        "job",
        "Fork",
        `Job ${job(event.job)} ends and starts ${event.into.map(job).join(" and ")}, which may run at once.`,
      );
    case "join":
      return caption(
        "job",
        "Join",
        `${event.jobs.map(job).join(" and ")} are done, and job ${job(event.into)} goes on.`,
      );
    case "job":
      return caption("job", "Job", `What follows happens in job ${job(event.job)}.`);
    default:
      return unreachable(event);
  }
}

function phaseCaption(info: ColumnInfo, phase: "forward" | "reverse"): Caption {
  if (info.mode === "forward")
    return caption(
      "primal",
      "A pass",
      "The program runs with a tangent beside each scalar, 1 at one Real of the input.",
    );
  const isTape = info.totals.tapeEntries > 0;
  if (phase === "reverse") {
    const way = isTape ? "back along the tape" : "back through the backpropagators";
    return caption("cot", "Reverse pass", `The cotangent of the result, \`${clipped(info.cotangent)}\`, goes ${way}.`);
  }
  const paired = isTape
    ? "what every scalar that it makes contributes to is written to the tape"
    : info.state === "graph"
      ? "every scalar that it makes is paired with its ID and with the contributions that it makes"
      : "every scalar that it makes is paired with a backpropagator";
  return caption("primal", "Forward pass", `The program runs; ${paired}.`);
}

/** The name of a job; those of the reverse pass have the names of the jobs that they mirror. */
function nameOfJob(info: ColumnInfo, frame: ColumnFrame, job: number): string {
  if (frame.phase === "forward") return jobName(job);
  const mirrored = info.mirrors[job];
  return mirrored === undefined ? `${job + 1} of the reverse pass` : jobName(mirrored);
}

function callCaption(
  { graph }: Explored,
  frame: ColumnFrame,
  { number, cotangent, call, input }: Extract<Event, { readonly tag: "call" }>,
): Caption {
  const at = shortReal(cotangent);
  const row = frame.rows.find((one) => one.number === number);
  const total = row?.calls;
  const isOnce = total === 1;
  const times = total === undefined ? `call ${call}` : isOnce ? "its only call" : `call ${call} of ${total}`;
  const operands = operandsIn(graph, number);
  const goes = operands.map(({ node, edge }) => {
    const partial = graph.partials[edge]!;
    return `${shortReal(partial)} × ${at} = ${shortReal(partial * cotangent)} to ${scalarName(graph, node)}`;
  });
  const what = input
    ? "it gives the gradient its part"
    : goes.length === 0
      ? "there is nothing that it depends on"
      : goes.join(", ");
  const lead = frame.isTaken ? "Resolve" : "Call";
  return caption("bp", lead, `\`${backName(graph, number)} ${at}\` (\`#${number}\`), ${times}: ${what}.`);
}

function touchCaption({ what, scalars }: Extract<Event, { readonly tag: "touch" }>): Caption {
  const count = counted(scalars, "scalar");
  if (what === "zero") return caption("cot", "Zero", `A zero of the whole gradient's type is made: ${count} touched.`);
  if (what === "plus") return caption("cot", "Plus", `Two gradients are added, scalar by scalar: ${count} touched.`);
  return caption("cot", "One-hot", `A gradient that is zero but in one place: ${count} touched.`);
}

function mapCaption({ graph }: Explored, event: Extract<Event, { readonly tag: "map" }>): Caption {
  const { what, key, content } = event;
  switch (what) {
    case "empty":
      return caption("staged", "Empty map", "Nothing is staged.");
    case "insert": {
      if (typeof content === "number")
        return caption("cot", "Collect", `\`${numbered(graph, key!)}\` has ${shortReal(content)} in the gradient.`);
      const argument = callArgument(content);
      return caption(
        "staged",
        "Stage",
        `The call \`${backName(graph, key!)} ${argument === undefined ? "" : shortReal(argument)}\` is not made now: it waits in the map under \`${key}\`.`,
      );
    }
    case "delete":
      return caption("staged", "Resolved", `\`${numbered(graph, key!)}\` leaves the map.`);
    case "union":
      return caption("staged", "Union", "Two maps of waiting calls become one; what has the same ID is added.");
    default:
      return unreachable(what);
  }
}

function callArgument(content: Content | undefined): number | undefined {
  if (typeof content !== "object" || !("tuple" in content)) return undefined;
  const last = content.tuple.at(-1);
  return typeof last === "number" ? last : undefined;
}

function writeCaption(
  { graph }: Explored,
  frame: ColumnFrame,
  { content, entry, index, pushed }: Extract<Event, { readonly tag: "write" }>,
): Caption {
  if (entry)
    return caption(
      "staged",
      "Tape",
      `Entry ${index} is written: \`${showContent(content)}\`, for \`${numbered(graph, index)}\`.`,
    );
  if (pushed)
    return caption(
      "job",
      "Send",
      `What goes to a scalar of another job waits in its inbox: \`${showContent(content)}\`.`,
    );
  const { scalar } = frame;
  if (scalar !== undefined && typeof content === "object" && "fields" in content) {
    const argument = content.fields.at(-1);
    const id = frame.rows.find(({ number }) => number === scalar)?.id;
    const at = typeof argument === "number" ? shortReal(argument) : showContent(content);
    return caption(
      "staged",
      "Stage",
      `The call \`${backName(graph, scalar)} ${at}\` waits in cell ${index}${id === undefined ? ", whose place is its ID" : ` of job ${jobName(id[0])}`}.`,
    );
  }
  if (typeof content === "number") return caption("cot", "Collect", `Cell ${index} now holds ${shortReal(content)}.`);
  return caption("staged", "Write", `Cell ${index} now holds \`${showContent(content)}\`.`);
}

/** Elements of a list that are shown. */
const MOST_SHOWN = 4;

/** What stands in a cell, in the papers' notation. */
export function showContent(content: Content): string {
  if (typeof content === "number") return shortReal(content);
  if ("first" in content || "list" in content) {
    const elements = elementsOf(content, MOST_SHOWN + 1);
    const shown = elements.slice(0, MOST_SHOWN).map(showContent);
    return `[${shown.join(", ")}${elements.length > MOST_SHOWN ? ", …" : ""}]`;
  }
  if ("backpropagator" in content) return `d#${content.backpropagator}`;
  if ("array" in content) return `array ${content.array}`;
  if ("map" in content) return `map ${content.map}`;
  if ("function" in content) return "λ";
  if ("tuple" in content) return `(${content.tuple.map(showContent).join(", ")})`;
  return content.fields.length === 0 ? content.con : `${content.con}(${content.fields.map(showContent).join(", ")})`;
}
