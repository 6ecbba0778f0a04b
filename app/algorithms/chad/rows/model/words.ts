// The sentences of a run: for each call, sum, scope and entry of a log one, and one at the end.
import { plural, t } from "@lingui/core/macro";
import { nth } from "../../../../../engine/base/nth.ts";
import type { Content } from "../../../../../engine/core/events/events.ts";
import { kept, keptByKey } from "../../../../base/kept.ts";
import { cut } from "../../../../words/cut.ts";
import { conjunction } from "../../../../words/lists.ts";
import { grouped } from "../../../../words/numbers.ts";
import { textOf } from "./contents.ts";
import { type Column, cellName, type Move } from "./moves.ts";
import { countsAt, isHidden, type Score, type Timed } from "./score.ts";

/** A sentence, with backquotes around code, from a time on. */
export interface Said {
  readonly at: number;
  readonly text: string;
}

/** Letters of a term and of a cotangent at most, and of a whole sentence. */
const [MOST_CODE, MOST_SAID] = [48, 330];

/** Code of at most some letters. */
const short = (text: string): string => cut(text, MOST_CODE);

const code = (content: Content | undefined): string => short(textOf(content));
const named = (names: readonly string[]): string => short(names.join(", "));

const told = kept((_: Score) => keptByKey<number | undefined, readonly Said[]>());

/** The sentences of a run, in order; of one column alone where the picture has no other. */
function sentencesOf(score: Score, only: number | undefined): readonly Said[] {
  const found: Said[] = [{ at: 0, text: beginning(score) }];
  const { parts, turns } = score;
  for (const { from, to } of turns) {
    const within = parts.map((part) =>
      part.timed.filter((one) => one.from >= from && one.from < to && !isHidden(score.ladder, part.column, one.move)),
    );
    // the first stage that does something leads; another one is told of once that is over
    const lead = only ?? within.findIndex((moves) => moves.length > 0);
    if (lead < 0) continue;
    found.push(...nth(within, lead).flatMap((one) => said(score, lead, one, only === undefined ? within : [])));
    const over = nth(within, lead).at(-1)?.to ?? from;
    const last = within.length - 1;
    if (only !== undefined || lead === last) continue;
    const late = nth(within, last).filter(
      ({ from: begins, move }) => begins >= over && (move.tag === "one" || move.tag === "scope"),
    );
    found.push(...late.flatMap((one) => said(score, last, one, within)));
  }
  found.push({ at: nth(turns, turns.length - 1).to + 100, text: ending(score, only) });
  return found.sort((a, b) => a.at - b.at).map(({ at, text }) => ({ at, text: cut(text, MOST_SAID) }));
}

/** The sentence of a time; of one column alone where the picture has no other. */
export function saidAt(score: Score, at: number, only?: number): string {
  const all = told(score)(only, () => sentencesOf(score, only));
  return (all.findLast((one) => one.at <= at) ?? nth(all, 0)).text;
}

function beginning({ ladder }: Score): string {
  return ladder.columns.length === 4
    ? t`The variables in scope are a row of boxes. The way back fills it; four stages keep it in four ways.`
    : t`The variables in scope are a row of boxes. The way back fills it.`;
}

function ending(score: Score, only: number | undefined): string {
  const { gradient } = score.ladder;
  const counts = conjunction(
    score.parts.map((part) => {
      const { made, moved } = countsAt(part, score.end);
      return `\`${part.column.stage}\` ${grouped(made + moved)}`;
    }),
  );
  if (gradient === "")
    return t`The run ends before its gradient is there. Boxes that were made, moved, added or touched: ${counts}.`;
  const shown = short(gradient);
  if (only !== undefined) {
    const { made, moved } = countsAt(nth(score.parts, only), score.end);
    const count = grouped(made + moved);
    return plural(made + moved, {
      one: `The gradient is \`${shown}\`, with ${count} box.`,
      other: `The gradient is \`${shown}\`, with ${count} boxes.`,
    });
  }
  return t`The gradient is \`${shown}\` in every column. Boxes that were made, moved, added or touched: ${counts}.`;
}

type Within = readonly (readonly Timed[])[];

function said(score: Score, index: number, { move, from, stands }: Timed, within: Within): readonly Said[] {
  const { column } = nth(score.parts, index);
  const text = sentence(score, column, move, within);
  return text === undefined ? [] : [{ at: move.tag === "one" ? stands : from, text }];
}

function sentence(score: Score, column: Column, move: Move, within: Within): string | undefined {
  const { lines } = score.ladder;
  const textAt = (line: number): string => short(nth(lines, line).text);
  switch (move.tag) {
    case "call":
      return callSentence(score, column, move.call);
    case "row":
      return rowSentence(score, column, move.row, within);
    case "split": {
      const [name, cotangent] = [move.name, code(move.content)];
      return t`The scope of \`${name}\` ends, and the row gets shorter. What it is bound to gets \`${cotangent}\`.`;
    }
    case "log": {
      const [term, entry] = [textAt(nth(column.calls, move.call).line), entryText(move.entry)];
      return t`\`${term}\` is written down: \`${entry}\`, argument and cotangent, goes into the log of the function.`;
    }
    case "replay": {
      const entry = entryText(move.entry);
      return t`The log is replayed: the call \`${entry}\` once more, now for the variables around the function.`;
    }
    case "ended":
      return endedSentence(column, move);
    case "one": {
      const [name, cotangent] = [cellName(move.cell), code(move.content)];
      return t`\`${cotangent}\` is added to the box of \`${name}\` in the one environment. No other box changes.`;
    }
    case "scope": {
      const [name, cotangent] = [cellName(move.cell), code(move.content)];
      return t`\`${name}\` goes out of scope: its box leaves the environment with \`${cotangent}\`.`;
    }
    default:
      return undefined;
  }
}

/** An entry of a log as the page shows it. */
export function entryText(entry: Content): string {
  const [argument, cotangent] = typeof entry === "object" && "tuple" in entry ? entry.tuple : [];
  return `(${code(argument)}, ${code(cotangent)})`;
}

function callSentence({ ladder }: Score, { calls, runs }: Column, call: number): string {
  const { line, run, cotangent, caller } = nth(calls, call);
  const [term, amount] = [short(nth(ladder.lines, line).text), code(cotangent)];
  if (call === 0) return t`The cotangent of the result is \`${amount}\`. It goes to the last line first.`;
  const { half, line: body } = nth(runs, run);
  if (run > 0 && line === body && caller !== undefined && nth(calls, caller).run !== run) {
    if (half === "argument") return t`The body of the function runs for its argument: \`${term}\` gets \`${amount}\`.`;
    if (half === "environment") return t`The body runs again: \`${term}\` gets \`${amount}\` once more.`;
    return t`The body runs, once for its arguments and all that it captured: \`${term}\` gets \`${amount}\`.`;
  }
  return t`\`${term}\` gets the cotangent \`${amount}\`.`;
}

function rowSentence({ ladder, parts }: Score, column: Column, row: number, within: Within): string | undefined {
  const { line, from, made, moved, names, contents } = nth(column.rows, row);
  const term = short(nth(ladder.lines, line).text);
  const isDense = column.kind === "dense";
  const isCompared = isDense && parts.length === 4 && within.length > 0;
  if (from.length > 1) {
    const count = grouped(moved);
    const added = isDense
      ? plural(moved, {
          one: `At \`${term}\` two rows are added: ${count} box.`,
          other: `At \`${term}\` rows are added, box by box: ${count} boxes.`,
        })
      : plural(moved, {
          one: `At \`${term}\` maps are joined: ${count} box moves.`,
          other: `At \`${term}\` maps are joined: ${count} boxes move.`,
        });
    const sparse = within[1]
      ?.flatMap(({ move }) => (move.tag === "row" ? [nth(nth(parts, 1).column.rows, move.row)] : []))
      .find((one) => one.line === line);
    if (!isCompared || sparse === undefined) return added;
    const joined = grouped(sparse.moved);
    const beside = plural(sparse.moved, { one: `Sparse moves ${joined}.`, other: `Sparse moves ${joined}.` });
    const idle = t`Local and cells have nothing to add.`;
    return `${added} ${beside} ${idle}`;
  }
  if (from.length > 0 || made === 0) return undefined;
  const zeros = contents.filter((content) => textOf(content) === "0").length;
  const [size, none] = [grouped(names.length), grouped(zeros)];
  const own = isDense
    ? plural(names.length, {
        one: `\`${term}\` gives a row of ${size} box.`,
        other: `\`${term}\` gives a row of ${size} boxes, ${none} of them zero.`,
      })
    : t`\`${term}\` gives a map of one box.`;
  if (!isCompared) return own;
  const others =
    zeros === names.length
      ? t`Sparse has an empty map; local and cells do nothing.`
      : t`Sparse makes that one box. Local and cells return what is to be done.`;
  return `${own} ${others}`;
}

function endedSentence(
  { rows, runs }: Column,
  { run, row, kept: own, dropped }: Extract<Move, { tag: "ended" }>,
): string | undefined {
  const { names, contents } = nth(rows, row);
  const [held, thrown] = [named(own), named(dropped)];
  const amount = code(contents[names.indexOf(own[0] ?? "")]);
  const { half } = nth(runs, run);
  if (half === "argument")
    return dropped.length === 0
      ? t`\`${held}\` has its cotangent, \`${amount}\`.`
      : t`The box of the argument is kept: \`${held}\` has \`${amount}\`. What the body sent to \`${thrown}\` is thrown away.`;
  if (half === "environment")
    return t`This time what goes to \`${held}\` is kept, and the box of \`${thrown}\` is thrown away.`;
  return own.length === 0 ? undefined : t`The body is done: the boxes of \`${held}\` go back to the call.`;
}
