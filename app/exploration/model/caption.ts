// One sentence for each step, from the event that led to it.

import { t } from "@lingui/core/macro";
import { visitOf } from "../../../engine/algorithms/catalogue.ts";
import { nth, present } from "../../../engine/base/nth.ts";
import { unreachable } from "../../../engine/base/unreachable.ts";
import type { Content, Event } from "../../../engine/core/events/events.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { ColumnInfo } from "../../../engine/explore/column.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { jobName } from "../../../engine/graphs/jobs.ts";
import { operandsIn } from "../../../engine/graphs/run-graph.ts";
import { elementsOf } from "../../../engine/timeline/contents.ts";
import type { ColumnFrame } from "../../../engine/timeline/frame.ts";
import { stagePageOf } from "../../algorithms/index.ts";
import { briefValue, derivativeText } from "../../program/value/model/value-tree.ts";
import { countedCells, countedEntries, countedEvents, countedScalars } from "../../words/counts.ts";
import { conjunction } from "../../words/lists.ts";
import { message, plainMessage, type Run } from "../../words/rich-text.ts";
import { backName, expressionOf, numbered, partialFormula, scalarName } from "./scalar.ts";
import { visitSentence } from "./visit-sentence.ts";
import { wholeWords } from "./visits.ts";

/** The colours of meaning. */
export type Meaning = "primal" | "cot" | "bp" | "staged" | "job" | "plain";

/** The sentence about a step, as text, as marked-up pieces, and as it is spoken; `meaning` decides its colour. */
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

/** The sentence for the step that a column shows: the start, the event that led there, or how the recording ended. */
export function captionOf(explored: Explored, info: ColumnInfo, frame: ColumnFrame): Caption {
  const { event } = frame;
  if (event === undefined) {
    const { stage } = info;
    const events = countedEvents(info.steps);
    return caption("plain", t`Start`, t`Nothing has happened yet. The run by \`${stage}\` has ${events}.`);
  }
  if (frame.step === info.steps) return ending(explored, info, frame, event);
  return eventCaption(explored, info, frame, event);
}

/** The end; of a stopped run, with its last event. */
function ending(explored: Explored, info: ColumnInfo, frame: ColumnFrame, event: Event): Caption {
  if (info.ended.tag === "done") {
    const gradient = clipped(briefValue(derivativeText(info.gradient)));
    const done = stagePageOf(info.stage).phases.done(gradient, info.totals.calls);
    return caption("cot", t`Done`, done);
  }
  const last = eventCaption(explored, info, frame, event).text;
  const lately = t`Last: ${last}`;
  const events = countedEvents(info.steps);
  const stopped =
    info.ended.tag === "too-many-events"
      ? t`The recording ends here, after ${events}: the whole run is too long to record.`
      : t`The recording ends here, before the end of the run.`;
  return caption("plain", t`Stopped`, [stopped, ...wholeWords(info), lately].join(" "));
}

/** The lead of the caption of a call that starts to wait. */
const STAGE = t({ message: "Stage", context: "a call is staged" });

/** The lead of the caption of a cotangent that grows. */
const ADD = t`Add`;

/** Characters of a value that a sentence holds. */
const LONGEST = 80;

function clipped(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

function eventCaption(explored: Explored, info: ColumnInfo, frame: ColumnFrame, event: Event): Caption {
  const { graph } = explored;
  const nameOf = (id: number): string => nameOfJob(info, frame, id);
  switch (event.tag) {
    case "phase":
      return phaseCaption(info, event.phase);
    case "scalar":
      return scalarCaption(explored, event);
    case "call":
      return visitCaption(explored, info, frame, event);
    case "merge":
      return mergeCaption(explored, info, event);
    case "touch":
      return touchCaption(event);
    case "map":
      return mapCaption(explored, event);
    case "highest": {
      const scalar = numbered(graph, event.number);
      return caption(
        "staged",
        t`Highest ID`,
        t`\`${scalar}\` is taken from the map. Only higher IDs could still call it, and they are done, so its cotangent is complete.`,
      );
    }
    case "alloc": {
      if (event.of === undefined) {
        const cells = countedCells(event.size);
        return caption("staged", t`Array`, t`An array of ${cells} is created.`);
      }
      const entries = countedEntries(event.size);
      return visitOf(info.stage) === "binding"
        ? caption("staged", t`Grow`, t`The array of bindings grows to hold ${entries}.`)
        : caption("staged", t`Grow`, t`The tape grows to hold ${entries}.`);
    }
    case "write":
      return writeCaption(explored, info, frame, event);
    case "save": {
      const { id } = event;
      const scalar = numbered(graph, frame.scalar ?? id);
      const kept = showContent(event.content);
      return caption("staged", t`Binding`, t`\`${kept}\` is bound to the ID ${id}, that of \`${scalar}\`.`);
    }
    case "own":
      return ownCaption(info, event);
    case "freeze":
      return caption("cot", t`Freeze`, t`The array is frozen: from here on it is a result.`);
    case "fork": {
      const job = nameOf(event.job);
      const jobs = conjunction(event.into.map(nameOf));
      return caption("job", t`Fork`, t`Job ${job} ends and starts ${jobs}, which may run at the same time.`);
    }
    case "join": {
      const job = nameOf(event.into);
      const jobs = conjunction(event.jobs.map(nameOf));
      return caption("job", t`Join`, t`${jobs} are done, and job ${job} continues.`);
    }
    case "definition": {
      const { name } = event;
      const [job, other] = [nameOf(event.into), nameOf(event.job)];
      return caption("job", t`Definition`, t`Job ${job} begins to evaluate \`${name}\`, which job ${other} waits for.`);
    }
    case "job": {
      const job = nameOf(event.job);
      return caption("job", t`Job`, t`The next events are in job ${job}.`);
    }
    default:
      return unreachable(event);
  }
}

type EventOf<Tag extends Event["tag"]> = Extract<Event, { readonly tag: Tag }>;

function scalarCaption({ graph, customPartials }: Explored, event: EventOf<"scalar">): Caption {
  const { kind, number } = event;
  const scalar = numbered(graph, number);
  const value = shortReal(event.value);
  if (kind === "input") return caption("primal", t`Input`, t`\`${scalar}\` is ${value}.`);
  if (kind === "constant")
    return caption("primal", t`Constant`, t`${value} is \`#${number}\`; what is sent to it is dropped.`);
  const expression = (number < graph.size ? expressionOf(graph, number) : undefined) ?? event.op ?? t`an operation`;
  const words = t`\`${scalar}\` is \`${expression}\` = ${value}.`;
  const partials = operandsIn(graph, number).map(({ node, edge }, place) => {
    const formula = partialFormula(graph, number, place, customPartials);
    const amount = shortReal(nth(graph.partials, edge));
    const partial = formula === undefined ? amount : `${formula} = ${amount}`;
    const operand = scalarName(graph, node);
    return t({ message: `${partial} by ${operand}`, comment: "a partial derivative, such as “y = 2 by x”" });
  });
  if (partials.length === 0) return caption("primal", t`Operation`, words);
  const list = partials.join(", ");
  return caption("primal", t`Operation`, `${words} ${t`Its partial derivatives: ${list}.`}`);
}

function mergeCaption({ graph }: Explored, { stage }: ColumnInfo, event: EventOf<"merge">): Caption {
  const back = backName(graph, event.number);
  const [before, sum] = [shortReal(event.before), shortReal(event.sum)];
  // infinities and NaN cannot be taken apart
  const isPlain = event.before + (event.sum - event.before) === event.sum;
  const added = isPlain ? shortReal(event.sum - event.before) : "…";
  if (visitOf(stage) !== "call") {
    const scalar = numbered(graph, event.number);
    const equation = `${before} + ${added} = ${sum}`;
    return caption("staged", t`Sum`, t`The contributions to \`${scalar}\` are added up: \`${equation}\`.`);
  }
  const equation = `${back}(${before}) + ${back}(${added}) = ${back}(${sum})`;
  return caption(
    "staged",
    t`Linear factoring`,
    t`\`${equation}\`: \`${back}\` is linear, so one call with ${sum} replaces both.`,
  );
}

function phaseCaption(info: ColumnInfo, phase: "forward" | "reverse"): Caption {
  const { lead, forward, reverse } = stagePageOf(info.stage).phases;
  return phase === "forward" || reverse === undefined
    ? caption("primal", lead ?? t`Forward pass`, forward)
    : caption("cot", t`Reverse pass`, reverse(clipped(derivativeText(info.cotangent))));
}

/** The name of a job; those of the reverse pass have the names of the jobs that they mirror. */
function nameOfJob(info: ColumnInfo, frame: ColumnFrame, job: number): string {
  if (frame.phase === "forward") return jobName(job);
  const mirrored = info.mirrors[job];
  if (mirrored !== undefined) return jobName(mirrored);
  const number = job + 1;
  return t({ message: `${number} of the reverse pass`, comment: "what a job is called: “job 3 of the reverse pass”" });
}

/** A visit of the reverse pass: a call, an evaluation, a cotangent that is passed on. */
function visitCaption(explored: Explored, { stage }: ColumnInfo, frame: ColumnFrame, event: EventOf<"call">): Caption {
  const { graph } = explored;
  const { number, cotangent } = event;
  const at = shortReal(cotangent);
  const goes = operandsIn(graph, number).map(({ node, edge }) => {
    const partial = nth(graph.partials, edge);
    const product = `${shortReal(partial)} × ${at} = ${shortReal(partial * cotangent)}`;
    const scalar = scalarName(graph, node);
    return t({ message: `${product} to ${scalar}`, comment: "a contribution, such as “2 × 3 = 6 to x”" });
  });
  const visit = visitOf(stage);
  if (visit !== "call" && visit !== undefined)
    return caption("bp", ...visitSentence(graph, visit, { ...event, of: visitsIn(frame, number), goes }));
  const made = `${backName(graph, number)} ${at}`;
  const which = whichCall(event.call, visitsIn(frame, number));
  const words = event.input
    ? t({
        message: `\`${made}\` (\`#${number}\`), ${which}: it adds its share to the gradient.`,
        comment: "which is “call 1 of 2” or “its only call”",
      })
    : goes.length === 0
      ? t({
          message: `\`${made}\` (\`#${number}\`), ${which}: it depends on nothing.`,
          comment: "which is “call 1 of 2” or “its only call”",
        })
      : `\`${made}\` (\`#${number}\`), ${which}: ${goes.join(", ")}.`;
  return caption("bp", frame.isTaken ? t`Resolve` : t`Call`, words);
}

/** How often the reverse pass visits a scalar, where its row is known. */
function visitsIn(frame: ColumnFrame, number: number): number | undefined {
  return frame.rows.find((one) => one.number === number)?.calls;
}

function whichCall(call: number, total: number | undefined): string {
  if (total === undefined) return t`call ${call}`;
  return total === 1 ? t`its only call` : t`call ${call} of ${total}`;
}

/** An event of the algorithm's own, in its words. */
function ownCaption({ stage }: ColumnInfo, event: EventOf<"own">): Caption {
  const [lead, text] = stagePageOf(stage).told?.[event.event]?.(event) ?? [event.event, showContent(event.content)];
  return caption("bp", lead, text);
}

function touchCaption({ what, scalars }: EventOf<"touch">): Caption {
  const count = countedScalars(scalars);
  if (what === "zero")
    return caption("cot", t`Zero`, t`A zero of the type of the whole gradient is created: ${count} touched.`);
  if (what === "plus") return caption("cot", t`Plus`, t`Two gradients are added, scalar by scalar: ${count} touched.`);
  return caption("cot", t`One-hot`, t`A gradient that is zero except in one place is created: ${count} touched.`);
}

function mapCaption({ graph }: Explored, { what, key, content, holds, number }: EventOf<"map">): Caption {
  switch (what) {
    case "empty":
      return caption("staged", t`Empty map`, t`An empty map is created.`);
    case "insert": {
      const id = present(key);
      if (typeof content === "number" && holds === "waiting") {
        const scalar = numbered(graph, present(number));
        const value = shortReal(content);
        return caption("staged", ADD, t`The sum for \`${scalar}\` so far, ${value}, waits in the map under #${id}.`);
      }
      if (typeof content === "number") {
        const scalar = numbered(graph, id);
        const value = shortReal(content);
        return caption("cot", t`Collect`, t`\`${scalar}\` has ${value} in the gradient.`);
      }
      const argument = callArgument(content);
      const staged = `${backName(graph, id)} ${argument === undefined ? "" : shortReal(argument)}`;
      return caption("staged", STAGE, t`The call \`${staged}\` is not made now: it waits in the map under \`#${id}\`.`);
    }
    case "delete": {
      const scalar = numbered(graph, number ?? present(key));
      return caption("staged", t`Resolved`, t`\`${scalar}\` leaves the map.`);
    }
    case "union":
      return caption("staged", t`Union`, t`Two maps of waiting calls become one: calls with the same ID are merged.`);
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
  { stage }: ColumnInfo,
  frame: ColumnFrame,
  { content, entry, index, pushed }: EventOf<"write">,
): Caption {
  const written = showContent(content);
  if (entry) {
    const scalar = numbered(graph, index);
    if (visitOf(stage) === "binding")
      return caption("staged", t`Binding`, t`\`${written}\` is bound to the ID ${index}, that of \`${scalar}\`.`);
    return caption("staged", t`Tape`, t`Entry ${index} is written: \`${written}\`, for \`${scalar}\`.`);
  }
  if (pushed)
    return caption("job", t`Send`, t`A call for a scalar of another job waits in that job’s inbox: \`${written}\`.`);
  const { scalar } = frame;
  if (scalar !== undefined && typeof content === "object" && "fields" in content) {
    const argument = content.fields.at(-1);
    const id = frame.rows.find(({ number }) => number === scalar)?.id;
    const at = typeof argument === "number" ? shortReal(argument) : written;
    if (visitOf(stage) === "binding") {
      const name = numbered(graph, scalar);
      return caption(
        "staged",
        ADD,
        t`What has come to \`${name}\` so far, ${at}, waits in cell ${index}: the index is its ID.`,
      );
    }
    const staged = `${backName(graph, scalar)} ${at}`;
    if (id === undefined || id.length === 1)
      return caption("staged", STAGE, t`The call \`${staged}\` waits in cell ${index}: the index is its ID.`);
    const job = jobName(nth(id, 0));
    return caption("staged", STAGE, t`The call \`${staged}\` waits in cell ${index} of job ${job}.`);
  }
  if (typeof content === "number") return caption("cot", t`Collect`, t`Cell ${index} now holds ${written}.`);
  return caption("staged", t`Write`, t`Cell ${index} now holds \`${written}\`.`);
}

/** Elements of a list that are shown. */
const MOST_SHOWN = 4;

/** The content of a cell, in the papers' notation. */
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
