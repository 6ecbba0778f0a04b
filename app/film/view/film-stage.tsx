// The picture of a film, painted past React, and what a pointer does in it.
import { t } from "@lingui/core/macro";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { present } from "../../../engine/base/nth.ts";
import { isStill } from "../../base/motion.ts";
import { type ExplorerState, litOf, useExplorer } from "../../exploration/state/store.ts";
import type { Room } from "../../picture/scale.ts";
import { Stage, type StageRefs, staged } from "../../picture/view/stage.tsx";
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

/** Paints a film in its stage, for as long as it is on the page; what is laid out now is in `laid`. */
function usePainted(film: Film, { box, picture }: StageRefs, laid: RefObject<Paper | undefined>): void {
  useLayoutEffect(() => {
    let layouts: Layouts | undefined;
    const { painter, lay, leave } = staged({ box, picture }, "film-rows", (room) => {
      layouts = layoutsOf(film, room);
      const { usual } = layouts;
      laid.current = usual;
      // a finger moves the rows where not all are in sight
      present(box.current).style.touchAction = usual.shown < usual.rows ? "pan-x pinch-zoom" : "";
      paint();
    });
    const paint = (): void => {
      if (layouts === undefined) return;
      const state = useFilm.getState();
      const [at, marks] = [shownTime(state), marksNow(state)];
      const paper = layoutAt(layouts, film, at);
      laid.current = paper;
      const row = firstRow(paper, film.animation, at, marks.first);
      noteRows(row, paper.shown, paper.rows);
      noteShown(
        paper.places.map(({ id }) => id),
        paper.isNarrow,
      );
      painter.paint(pictureAt(film, paper, at, marks), paper.top, paper.width, paper.height, row * paper.rowHeight);
    };
    lay();
    const { pinned } = useExplorer.getState();
    if (pinned !== undefined) showRow(pinned);
    const stops = [
      leave,
      useFilm.subscribe((state, before) =>
        state.hidden === before.hidden && state.wanted === before.wanted ? paint() : lay(),
      ),
      useExplorer.subscribe((state, before) => {
        const isTold = useFilm.getState().pace === "event" && state.frames !== before.frames;
        if (state.pinned !== before.pinned) forgetPath();
        if (state.pinned !== undefined && state.pinned !== before.pinned) showRow(state.pinned);
        if (isTold || litOf(state) !== litOf(before)) paint();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [film, box, picture, laid]);
}

/** Shows the picture of a film. A press chooses a row, cuts an edge or folds the tree; wheel and finger scroll the rows. */
export function FilmStage({ film }: { readonly film: Film }) {
  const box = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const laid = useRef<Paper>(undefined);
  usePainted(film, { box, picture }, laid);
  const handlers = usePointer(film, box, laid);
  return (
    <Stage
      box={box}
      picture={picture}
      label={t`The run, with a row for each scalar. The table below has the same content.`}
      {...handlers}
    />
  );
}
