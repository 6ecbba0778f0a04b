// The picture of a film as a table, for screen readers: it shows where playing rests.
import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { foldOf } from "../../../engine/animation/animation.ts";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { definition } from "../../exploration/drawn/words.ts";
import { scalarName } from "../../exploration/model/scalar.ts";
import { hover, pin } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { textOf } from "../../picture/parts.ts";
import {
  type Film,
  type FilmColumn,
  filmWithout,
  foldsOf,
  isMade,
  lastCall,
  NO_MARKS,
} from "../../playback/model/film.ts";
import { piecesNow } from "../../playback/model/pieces.ts";
import { shownTime, useFilm } from "../../playback/state.ts";
import { sumOf } from "../../words/numbers.ts";
import { calledWith } from "../drawn/changed.ts";
import { type Moment, momentOf } from "../drawn/moment.ts";
import { type Paper, paperOf } from "../model/paper.ts";
import { EXPLANATION } from "./beside.tsx";

/** Shows the picture as a table for screen readers; shows nothing while the film plays. */
export function FilmTable({ film: whole }: { readonly film: Film }) {
  const cut = useFilm((state) => state.cut);
  const film = filmWithout(whole, cut);
  // while it plays the table stands still: readers of tables are not to be hurried
  const at = useFilm((state) => (state.isPlaying ? undefined : shownTime(state)));
  const pinned = useExplorer((state) => state.pinned);
  const paper = useMemo<Paper>(
    () => paperOf({ width: 800, height: 800, projected: 0 }, film.graph.size, [], []),
    [film],
  );
  if (at === undefined) return null;
  const moment = momentOf(whole, paper, at, { ...NO_MARKS, cut });
  const rows = [...film.graph.kinds.keys()].filter((number) => nth(film.animation.scalars, number).from <= at);
  return (
    <div className="visually-hidden film-table">
      <table>
        <caption>{t`The state of the film`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`scalar`}</th>
            {film.columns.map(({ id }) => (
              <th key={id} scope="col" translate="no">
                {id}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((number) => (
            <tr key={number}>
              <th scope="row">
                <button
                  type="button"
                  aria-expanded={pinned === number}
                  aria-controls={pinned === number ? EXPLANATION : undefined}
                  onClick={() => pin(pinned === number ? undefined : number)}
                  onFocus={() => hover(number)}
                  onBlur={() => hover(undefined)}
                >
                  <span translate="no">{textOf(definition(film.graph, number, true))}</span>
                  <span className="visually-hidden">{scalarName(film.graph, number)}</span>
                </button>
              </th>
              {film.columns.map((column) => {
                const words = stateWords(moment, column, number);
                return <td key={column.id}>{words.join(", ")}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Waiting contributions of a scalar in a column, and its cotangent; with their values before edges were cut. */
function stateWords(moment: Moment, column: FilmColumn, number: number): readonly string[] {
  const { animation } = column;
  const waits =
    animation.tag === "waiting"
      ? piecesNow(animation, moment.t).filter(({ piece, phase }) => piece.to === number && phase === "waits")
      : [];
  const words: string[] = [];
  const waiting = sumOf(waits.filter(({ isMissing }) => !isMissing).map(({ value }) => shortReal(value)));
  if (waiting !== "") words.push(t`waits with ${waiting}`);
  for (const { was, value, isMissing } of waits) {
    const before = shortReal(was ?? value);
    if (was !== undefined || isMissing) words.push(t`with all edges ${before}`);
  }
  const last = lastCall(moment, column, number);
  if (last === undefined) return words;
  const fold = foldOf({ folds: foldsOf(moment.film, animation) }, number);
  // calls that have become one have the sum of their arguments
  const isOne = fold !== undefined && moment.t >= fold.slide.to;
  const sum = isOne ? calledWith(moment.film, column, number, moment.t) : undefined;
  const before = sum === undefined ? animation.whole?.replayOrder.calls.cotangent[last] : sum.was;
  const times = animation.tag === "waiting" ? nth(animation.calls, last).before + 1 : 1;
  const all = times === 1 ? undefined : calledWith(moment.film, column, number, moment.t);
  if (all !== undefined && !all.isMissing) {
    const total = shortReal(all.value);
    words.push(t`called ${times} times, with ${total} in all`);
    if (all.was !== undefined) {
      const beforeCut = shortReal(all.was);
      words.push(t`with all edges ${beforeCut}`);
    }
    return words;
  }
  const called = shortReal(sum?.value ?? nth(animation.replayOrder.calls.cotangent, last));
  const isCalled = sum === undefined ? isMade(animation, last) : !sum.isMissing;
  const beforeWords = before === undefined ? "" : shortReal(before);
  words.push(isCalled ? t`called with ${called}` : t`not called`);
  if (beforeWords !== "" && (beforeWords !== called || !isCalled)) words.push(t`with all edges ${beforeWords}`);
  return words;
}
