// The picture as a table: for each stage, what it has written so far and its environment now.
import { t } from "@lingui/core/macro";
import { nth } from "../../../../engine/base/nth.ts";
import { grouped } from "../../../words/numbers.ts";
import { textOf } from "./model/contents.ts";
import { isShown, type RowsLadder } from "./model/ladder.ts";
import { framesAt, livesOf } from "./model/lives.ts";
import { cellName } from "./model/moves.ts";
import { countsAt, type Part, type Score } from "./model/score.ts";
import { player } from "./state.ts";

/** Boxes of an environment that are listed at most. */
const MOST = 40;

/** The environment of a stage at a time: its latest row, or the innermost one that is handed on. */
export function environmentText(ladder: RowsLadder, part: Part, at: number): string {
  const lives = livesOf(part);
  const { rows, kind } = part.column;
  const boxes: (readonly [string, string])[] = [];
  if (kind === "dense" || kind === "sparse") {
    const life = lives.rows.findLast(({ timed, used }) => timed.to <= at && used > at) ?? undefined;
    const row = life === undefined ? undefined : nth(rows, life.row);
    for (const [index, name] of (row?.names ?? []).entries()) boxes.push([name, textOf(row?.contents[index])]);
  } else {
    const last = framesAt(lives, at).frames.findLast(({ frame }) => nth(part.column.frames, frame).isOwn);
    for (const [cell, { content }] of last?.cells ?? [])
      if (isShown(ladder, part.column, last?.frame ?? 0, cell)) boxes.push([cellName(cell), textOf(content)]);
  }
  const shown = boxes.slice(0, MOST).map(([name, text]) => `${name} ${text}`);
  return [...shown, ...(boxes.length > MOST ? ["…"] : [])].join(", ");
}

/** Shows the table; it changes with the time. */
export function RowsTable({ score }: { readonly score: Score }) {
  const now = player.use((state) => {
    const at = player.time(state);
    // one text, so that the page changes only when it does
    return JSON.stringify(
      score.parts.map((part) => {
        const { calls, made, moved } = countsAt(part, at);
        return [part.column.stage, grouped(calls), grouped(made + moved), environmentText(score.ladder, part, at)];
      }),
    );
  });
  const rows = JSON.parse(now) as readonly (readonly [string, string, string, string])[];
  return (
    <table>
      <caption>{t`The environment of each stage at this moment`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Stage`}</th>
          <th scope="col">{t`Calls`}</th>
          <th scope="col">{t`Boxes`}</th>
          <th scope="col">{t`Environment`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([stage, calls, boxes, environment]) => (
          <tr key={stage}>
            <th scope="row" translate="no">
              {stage}
            </th>
            <td>{calls}</td>
            <td>{boxes}</td>
            <td translate="no">
              <code>{environment}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
