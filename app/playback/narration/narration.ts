// Narration of a film, sentence by sentence: each from a time on, until the next.

import { plural, t } from "@lingui/core/macro";
import { visitOf } from "../../../engine/algorithms/catalogue.ts";
import type { Merge, Piece, WaitingColumn } from "../../../engine/animation/waiting.ts";
import { lastOf, nth, present } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { kindIn } from "../../../engine/graphs/run-graph.ts";
import type { Keeps } from "../../algorithms/algorithm.ts";
import { stagePageOf } from "../../algorithms/index.ts";
import { backpropagator, definition, entry, returning, term } from "../../exploration/drawn/words.ts";
import { endedEarly } from "../../exploration/model/ending.ts";
import { shortName } from "../../exploration/model/scalar.ts";
import { briefValue } from "../../program/value/model/value-tree.ts";
import { grouped, sumOf } from "../../words/numbers.ts";
import { type Film, type FilmColumn, isMade, isTreeAway } from "../model/film.ts";
import { cutWords } from "./cut-words.ts";
import { folding } from "./folding.ts";
import { againWords, withinWords } from "./inner-runs.ts";
import { LAST, type Sentence, text } from "./sentence.ts";
import { spoilt } from "./spoilt.ts";
import { type VisitSentences, visitSentencesOf } from "./visits.ts";

/** The sentences of a film, in order, without those of columns that are put away. */
export function narrationOf(film: Film, away: ReadonlySet<string> = new Set()): readonly Sentence[] {
  const ending = endedEarly(film.explored);
  if (ending !== undefined) return [...forward(film), { at: film.animation.forwardEnd, text: ending }];
  const isAway = isTreeAway(film, away);
  const said = [
    ...forward(film),
    ...reverse(film),
    ...goingOn(film, away),
    ...(isAway ? [] : alone(film)),
    ...(isAway ? done(film) : folding(film)),
    ...spoilt(film),
    ...cutShort(film),
  ];
  return said.sort((a, b) => a.at - b.at);
}

/** The sentence of a time: where playing rests, of the last event, not of the next. */
export function sentenceAt(sentences: readonly Sentence[], at: number): string {
  return (sentences.findLast((one) => one.at < at) ?? sentences[0])?.text ?? "";
}

function forward({ explored, graph, inputs, animation, leader }: Film): readonly Sentence[] {
  const count = inputs.length;
  const { entry } = explored;
  const { keeps: kept } = stagePageOf(leader.id);
  const begin =
    kept === "function" && visitOf(leader.id) === "call"
      ? plural(count, {
          one: `One scalar goes into \`${entry}\`, with its backpropagator.`,
          other: `${count} scalars go into \`${entry}\`, each with its backpropagator.`,
        })
      : plural(count, {
          one: `One scalar goes into \`${entry}\`.`,
          other: `${count} scalars go into \`${entry}\`.`,
        });
  const said: Sentence[] = [{ at: 0, text: begin }];
  const within = withinWords(graph);
  for (const [number, { from }] of animation.scalars.entries()) {
    if (kindIn(graph, number) !== "operation") continue;
    const made = text(definition(graph, number, true));
    const more = within.get(number);
    const words = madeWords(made, kept, leader, graph, number);
    said.push({ at: from, text: more === undefined ? words : `${words} ${more}` });
  }
  // jobs may make them in another order than that of their numbers
  return said.sort((a, b) => a.at - b.at);
}

function madeWords(made: string, kept: Keeps, leader: FilmColumn, graph: Film["graph"], number: number): string {
  const back = text(backpropagator(graph, number));
  const list = text(entry(graph, number));
  switch (kept) {
    case "function":
      return t`\`${made}\`. Beside it, a function for the way back: \`${back}\`.`;
    case "data":
      return t`\`${made}\`. Beside it, what it will send back, as data: \`${list}\`.`;
    case "returning": {
      const its = text(returning(graph, number));
      return t`\`${made}\`. Beside it, a function for the way back, which returns what goes to each operand: \`${its}\`.`;
    }
    case "term":
    case "bound term": {
      const its = text(term(graph, number, leader.animation.replayOrder));
      return t`\`${made}\`. Beside it, what it will send back, as a term: \`${its}\`.`;
    }
    case "gradient":
      return t`\`${made}\`. Beside it, its derivative by each input.`;
    case "nothing":
      return `\`${made}\`.`;
  }
}

function reverse(film: Film): readonly Sentence[] {
  const { graph, animation, leader } = film;
  const outputs = graph.outputs.length;
  const cotangent = shortReal(graph.seeds[0] ?? 0);
  const begin =
    outputs === 1
      ? t`Now backwards. The cotangent of the result is \`${cotangent}\`.`
      : t`Now backwards. The result has ${outputs} scalars, each with a cotangent.`;
  const { id } = leader;
  const more =
    leader.animation.tag === "waiting" && visitOf(id) === "call" && callsOutputsAgain(film, leader)
      ? ` ${t`\`${id}\` calls each of them directly, and calls those that others use once more.`}`
      : "";
  const said: Sentence[] = [{ at: animation.forwardEnd, text: `${begin}${more}${againWords(graph)}` }];
  if (leader.animation.tag === "waiting") said.push(...waiting(film, leader, leader.animation));
  else said.push(...calledAtOnce(film, leader));
  const calls = madeCalls(leader);
  if (calls === 0)
    said.push({
      at: animation.forwardEnd + 1,
      text: t`\`${id}\` makes no calls: the derivatives are already known, and are multiplied by the cotangent.`,
    });
  else if (visitOf(id) === "line") said.push({ at: animation.reverseEnd, text: visitSentencesOf(id).done(calls) });
  else if (!film.columns.some(({ kind }) => kind === "tree"))
    said.push({ at: animation.togetherEnd, text: visitSentencesOf(id).done(calls) });
  return said;
}

/** Whether a stage calls scalars of the result directly, then again with their contributions, and nothing else twice. */
function callsOutputsAgain({ graph, callsOf }: Film, column: FilmColumn): boolean {
  const outputs = new Set(graph.outputs);
  const again = present(callsOf.get(column)).flatMap((calls, number) => (calls.length > 1 ? [number] : []));
  return !column.isBroken && again.length > 0 && again.every((number) => outputs.has(number));
}

/** Whether a contribution waits in the map at a time. */
function waitsAt({ fly, takenAt, lostAt, missing, into }: Piece, at: number): boolean {
  const isThere = missing === undefined && into === undefined && fly.to <= at;
  return isThere && (takenAt ?? Number.POSITIVE_INFINITY) > at && (lostAt ?? Number.POSITIVE_INFINITY) > at;
}

function waiting(
  film: Film,
  { id, kind }: FilmColumn,
  { calls, pieces, merges, replayOrder }: WaitingColumn,
): readonly Sentence[] {
  const { graph } = film;
  const words = visitSentencesOf(id);
  const said: Sentence[] = [];
  // a stage that is broken on purpose may begin at the lowest
  const taken = calls.filter((_, place) => replayOrder.calls.taken[place] === 1);
  const waitsBeside =
    (isBeside: (to: number, number: number) => boolean) =>
    ({ number, lift }: (typeof calls)[number]) =>
      pieces.some((piece) => isBeside(piece.to, number) && waitsAt(piece, lift.from));
  const takesLowest =
    taken.some(waitsBeside((to, number) => to > number)) && !taken.some(waitsBeside((to, number) => to < number));
  for (const [place, { number, cotangent, lift, pieces: sent, isMade }] of calls.entries()) {
    if (!isMade) {
      said.push({ at: lift.from, text: words.unreached(graph, number) });
      continue;
    }
    const [at, value] = [lift.from, shortReal(cotangent)];
    const one = { graph, number, cotangent };
    const isTaken = replayOrder.calls.taken[place] === 1 && kind === "map";
    const begin = isTaken ? words.taken(one, takesLowest) : words.visited(one);
    const told = (index: number): string => {
      const { to, amount } = nth(pieces, index);
      return words.sent({ graph, number: to, cotangent: amount });
    };
    const come = sent.filter((index) => nth(pieces, index).missing === undefined);
    // a broken stage passes on contributions that should wait
    const passed = listed(come.filter((index) => nth(replayOrder.contributions.made, index) >= 0).map(told));
    const asked = come.filter((index) => nth(replayOrder.contributions.made, index) < 0).map(told);
    const lost = listed(sent.filter((index) => nth(pieces, index).missing === "cut").map(told));
    const list = listed(asked);
    const onward = passed === "" ? "" : ` ${t`It calls ${passed} immediately.`}`;
    const lacks = onward + (lost === "" ? "" : ` ${t`The cut stops ${lost}.`}`);
    const isInput = kindIn(graph, number) === "input";
    const scalar = shortName(graph, number);
    if (isInput)
      said.push({
        at,
        text: `${begin} ${t`\`${scalar}\` is an input: \`${value}\` is added to its cell of the gradient.`}`,
      });
    else if (asked.length === 0) said.push({ at, text: `${begin}${passed === "" ? ` ${words.nothing}` : ""}${lacks}` });
    else {
      const rest = words.waits(list, asked.length, kind === "map");
      said.push({ at, text: `${begin} ${rest}${lacks}` });
    }
  }
  for (const merge of merges)
    if (merge.isMade) said.push({ at: merge.stand.from, text: merged(film, words, kind, pieces, merge) });
  for (const { to, amount, lostAt } of pieces) {
    if (lostAt === undefined) continue;
    const what = words.sent({ graph, number: to, cotangent: amount });
    said.push({ at: lostAt, text: t`\`${id}\` loses ${what}: it does not reach the gradient.` });
  }
  return said;
}

function merged(
  { graph }: Film,
  words: VisitSentences,
  kind: string,
  pieces: WaitingColumn["pieces"],
  { to, keeps, gives, before, addend, sum }: Merge,
): string {
  const scalar = shortName(graph, to);
  const [a, b, s] = [before, addend, sum].map(shortReal) as [string, string, string];
  const made = { before: a, addend: b, sum: s, both: sumOf([a, b]) };
  const areOfOne = nth(pieces, keeps).call === nth(pieces, gives).call && nth(pieces, keeps).call >= 0;
  if (areOfOne) return words.merges(graph, to, made);
  return kind === "map"
    ? words.adds(graph, to, made)
    : t`The cell of \`${scalar}\` already holds \`${a}\`. Add \`${b}\`: \`${s}\`.`;
}

function listed(asked: readonly string[]): string {
  if (asked.length <= 1) return asked[0] ?? "";
  const [last, before] = [lastOf(asked), asked.slice(0, -1).join(", ")];
  return t`${before} and ${last}`;
}

function calledAtOnce(film: Film, { animation, id }: FilmColumn): readonly Sentence[] {
  const { beats } = film.animation;
  return beats.map(({ from }, call): Sentence => ({ at: from, text: treeCall(film, id, animation, call) }));
}

function treeCall({ graph }: Film, id: string, animation: FilmColumn["animation"], call: number): string {
  const { calls } = animation.replayOrder;
  const number = calls.number[call];
  if (number === undefined) return "";
  const words = visitSentencesOf(id);
  if (!isMade(animation, call)) return words.notMade(graph, number);
  const before = calls.number.subarray(0, call);
  const which = before.filter((one, at) => one === number && isMade(animation, at)).length + 1;
  return words.atOnce({ graph, number, cotangent: present(calls.cotangent[call]) }, id, which);
}

/** Tells of the stage whose calls wait longest, from where the leading one has made all of its calls. */
function goingOn({ graph, columns, leader }: Film, away: ReadonlySet<string>): readonly Sentence[] {
  if (leader.animation.tag !== "waiting") return [];
  const done = leader.animation.calls.at(-1)?.end ?? Number.POSITIVE_INFINITY;
  const rest = columns.flatMap(({ id, animation }) => {
    if (animation.tag !== "waiting" || animation === leader.animation || away.has(id)) return [];
    return [{ id, calls: animation.calls.filter(({ lift, isMade }) => isMade && lift.from >= done) }];
  });
  const longest = rest.sort((a, b) => b.calls.length - a.calls.length)[0];
  if (longest === undefined) return [];
  const { id } = longest;
  return longest.calls.map(({ number, cotangent, lift, before }): Sentence => {
    const told = visitSentencesOf(id).continues({ graph, number, cotangent }, id, before + 1);
    return { at: lift.from, text: told };
  });
}

function madeCalls({ animation }: FilmColumn): number {
  return [...animation.replayOrder.calls.number.keys()].filter((call) => isMade(animation, call)).length;
}

function alone(film: Film): readonly Sentence[] {
  const { animation, columns, leader } = film;
  const tree = columns.find(({ kind }) => kind === "tree");
  if (tree === undefined || tree.animation.tag !== "tree" || animation.batches.length === 0) return [];
  const { id } = tree;
  const words = visitSentencesOf(id);
  const all = tree.animation.total.reduce((sum, count) => sum + count, 0);
  const whole = grouped(all);
  const { gone } = tree.animation;
  /** How many calls are made before a place, where edges are cut. */
  const madeBefore = (place: number): number => place - gone.subarray(0, place).reduce((sum, one) => sum + one, 0);
  const said: Sentence[] = [];
  if (leader !== tree) {
    const calls = madeCalls(leader);
    const made = grouped(madeBefore(nth(animation.batches, 0).first));
    said.push({
      at: animation.togetherEnd,
      text: `${visitSentencesOf(leader.id).leads(leader.id, calls)} ${words.alone(id, made, whole)}`,
    });
  }
  for (const [index, { from, first, count }] of animation.batches.entries()) {
    // the last beat has all that is left, recorded or not
    const isLast = index === animation.batches.length - 1;
    if (count === 1) said.push({ at: from + 1, text: treeCall(film, id, tree.animation, first) });
    else {
      const soFar = isLast ? all : madeBefore(first + count);
      const [many, far] = [grouped(soFar - madeBefore(first)), grouped(soFar)];
      said.push({ at: from + 1, text: words.more(id, many, far) });
    }
  }
  return said;
}

/** At the end of a film that is not over with a fold: the result of the leading column. */
function done({ explored, animation, leader, whole }: Film): readonly Sentence[] {
  const { gradient } = explored;
  if (leader.isBroken || whole !== undefined || gradient === undefined) return [];
  const { id } = leader;
  const [calls, found] = [madeCalls(leader), briefValue(gradient.text)];
  const told = visitSentencesOf(id).found(id, calls, found);
  return [{ at: animation.end - LAST, text: text([{ text: told }]) }];
}

/** At the end, the effect of cut edges on the gradient. */
function cutShort(film: Film): readonly Sentence[] {
  const told = cutWords(film);
  return told === undefined ? [] : [{ at: film.animation.end - LAST, text: told }];
}
