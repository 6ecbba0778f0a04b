// The picture of a film, painted past React, and what a pointer does in it.
import { t } from "@lingui/core/macro";
import { useRef } from "react";
import { isStill } from "../../base/motion.ts";
import { type ExplorerState, litOf, useExplorer } from "../../exploration/state/store.ts";
import type { Room } from "../../picture/scale.ts";
import { Stage, usePainted } from "../../picture/view/stage.tsx";
import type { ColumnKind, Film, Marks } from "../../playback/model/film.ts";
import { forgetPath } from "../../playback/path.ts";
import { lookedAt, noteRows, showRow } from "../../playback/rows.ts";
import { type FilmState, noteShown, shownTime, useFilm } from "../../playback/state.ts";
import { pictureAt } from "../drawn/picture.ts";
import { columnsChosen } from "../model/columns.ts";
import { type Column, type Paper, paperOf } from "../model/paper.ts";
import { firstRow } from "../model/sight.ts";
import { usePointer } from "./use-pointer.ts";

/** The layouts of a film in a room; undefined where the usual one will do. */
interface Layouts {
  readonly usual: Paper;
  /** Program and graph while the program runs, where none of them has room beside the stages. */
  readonly forward: Paper | undefined;
  /** On a phone, the tree alone in the end. */
  readonly alone: Paper | undefined;
}

function layoutsOf(film: Film, room: Room): Layouts {
  const chosen = useFilm.getState();
  const { wanted, order } = columnsChosen(film, chosen);
  const laidOut = (columns: readonly Column[]): Paper => paperOf(room, film.graph.size, columns, order);
  const usual = laidOut(wanted);
  const isForward = ({ kind }: { readonly kind: ColumnKind }): boolean => kind === "graph" || kind === "program";
  const only = (columns: readonly Column[], isNeeded: boolean): Paper | undefined =>
    chosen.wanted.length > 0 || columns.length === 0 || !isNeeded ? undefined : laidOut(columns);
  return {
    usual,
    forward: only(wanted.filter(isForward), !usual.places.some(isForward)),
    alone: only(
      wanted.filter(({ kind }) => kind === "tree"),
      usual.isNarrow,
    ),
  };
}

/** The layout at a time. */
function layoutAt({ usual, forward, alone }: Layouts, { animation }: Film, t: number): Paper {
  return (t < animation.forwardEnd ? forward : t > animation.togetherEnd ? alone : undefined) ?? usual;
}

/** The present event, where the film plays event by event. */
function eventIn({ pace, cut }: FilmState, { leader, frames }: ExplorerState): Marks["event"] {
  const frame = frames[leader];
  if (pace !== "event" || cut.size > 0 || frame === undefined) return undefined;
  return { column: leader, step: frame.step, number: frame.scalar };
}

/** The reader's marks now. */
function marksNow(state: FilmState): Marks {
  const { isWeighted, hasNumbers, cut, before, path } = state;
  const explorer = useExplorer.getState();
  const [lit, event, first] = [litOf(explorer), eventIn(state, explorer), lookedAt(state)];
  return { lit, isWeighted, hasNumbers, cut, before, path, event, first, isStill: isStill() };
}

/** Shows the picture of a film. A press chooses a row, cuts an edge or folds the tree; wheel and finger scroll the rows. */
export function FilmStage({ film }: { readonly film: Film }) {
  const shown = useRef<Paper>(undefined);
  const { box, picture } = usePainted<Layouts>(film, {
    id: "film-rows",
    lay: (room, element) => {
      const layouts = layoutsOf(film, room);
      const { usual } = layouts;
      // a finger moves the rows where not all are in sight
      element.style.touchAction = usual.shown < usual.rows ? "pan-x pinch-zoom" : "";
      return layouts;
    },
    paint: (painter, layouts) => {
      const state = useFilm.getState();
      const [at, marks] = [shownTime(state), marksNow(state)];
      const paper = layoutAt(layouts, film, at);
      shown.current = paper;
      const row = firstRow(paper, film.animation, at, marks.first);
      noteRows(row, paper.shown, paper.rows);
      noteShown(
        paper.places.map(({ id }) => id),
        paper.isNarrow,
      );
      painter.paint(pictureAt(film, paper, at, marks), paper.top, paper.width, paper.height, row * paper.rowHeight);
    },
    follow: (again, lay) => {
      const { pinned } = useExplorer.getState();
      if (pinned !== undefined) showRow(pinned);
      return [
        useFilm.subscribe((state, before) =>
          state.hidden === before.hidden && state.wanted === before.wanted ? again() : lay(),
        ),
        useExplorer.subscribe((state, before) => {
          const isTold = useFilm.getState().pace === "event" && state.frames !== before.frames;
          if (state.pinned !== before.pinned) forgetPath();
          if (state.pinned !== undefined && state.pinned !== before.pinned) showRow(state.pinned);
          if (isTold || litOf(state) !== litOf(before)) again();
        }),
      ];
    },
  });
  const handlers = usePointer(film, box, shown);
  return (
    <Stage
      box={box}
      picture={picture}
      label={t`The run, with a row for each scalar. The table below has the same content.`}
      {...handlers}
    />
  );
}
