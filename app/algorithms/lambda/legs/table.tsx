// The picture as a table: the rows, and the numbers that have come over them, lane by lane.
import { t } from "@lingui/core/macro";
import { nth } from "../../../../engine/base/nth.ts";
import { shortReal } from "../../../../engine/core/values/show-value.ts";
import { laneOf, placeOf } from "./model/lanes.ts";
import type { Score } from "./model/score.ts";
import { player } from "./state.ts";

/** By row, the numbers in the lanes of the picture that have come up to a time; "" for none. */
export function numbersAt({ legs, timed }: Score, at: number): readonly (readonly string[])[] {
  const found = legs.rows.map(() => Array<string>(2 ** legs.levels).fill(""));
  for (const { beat, from } of timed) {
    if (beat.tag !== "over" || beat.number === undefined || from > at) continue;
    const row = nth(legs.rows, beat.row);
    nth(found, beat.row)[placeOf(laneOf(beat.back), row, legs.levels).from] = shortReal(beat.number);
  }
  return found;
}

/** Shows the table; it changes with the time. */
export function LegsTable({ score }: { readonly score: Score }) {
  // one text, so that the page changes only when it does
  const now = player.use((state) => JSON.stringify(numbersAt(score, player.time(state))));
  const rows = (JSON.parse(now) as readonly (readonly string[])[]).map((numbers, row) => {
    const { text } = nth(score.legs.rows, row);
    return { row, text, numbers };
  });
  const lanes = Array.from({ length: 2 ** score.legs.levels }, (_, lane) => lane + 1);
  return (
    <table>
      <caption>{t`The numbers that have come over each row at this moment, by lane`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Row`}</th>
          {lanes.map((lane) => (
            <th key={lane} scope="col">
              {lane}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, text, numbers }) => (
          <tr key={row}>
            <th scope="row" translate="no">
              <code>{text}</code>
            </th>
            {lanes.map((lane) => (
              <td key={lane}>{numbers[lane - 1]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
