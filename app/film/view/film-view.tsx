// The film of a run: rows for scalars, columns for the program, the graph and the stages, all drawn from one animation at one time.
import { nth, present } from "../../../engine/base/nth.ts";
import { isStill } from "../../base/motion.ts";
import "../film.css";
import { t } from "@lingui/core/macro";
import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { graphWithout } from "../../../engine/animation/without.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { ProgramCell } from "../../document/document.ts";
import { projectedIn } from "../../drawing/projected.ts";
import { hover, isSameProgram, pin } from "../../exploration/state/explorer.ts";
import { type ExplorerState, litOf, useExplorer } from "../../exploration/state/store.ts";
import { useKeys } from "../../exploration/view/use-keys.ts";
import { Painter } from "../../picture/view/painter.ts";
import { followScenes } from "../../playback/follow-scenes.ts";
import type { ColumnKind, Film, Marks } from "../../playback/model/film.ts";
import { forgetPath, playPath } from "../../playback/path.ts";
import { lookBy, lookedAt, noteRows, showRow } from "../../playback/rows.ts";
import {
  type FilmState,
  forgetFilm,
  makeFilm,
  noteShown,
  shownTime,
  toggleCut,
  useFilm,
} from "../../playback/state.ts";
import { FILM_KEYS, foldTree } from "../../playback/transport/film-keys.ts";
import { FilmTransport } from "../../playback/transport/film-transport.tsx";
import { Recording, StillRecorded } from "../../playback/view/recording.tsx";
import { pictureAt } from "../drawn/picture.ts";
import { columnsChosen } from "../model/columns.ts";
import { type Column, isOnMap, mappedAt, type Paper, paperOf } from "../model/paper.ts";
import { firstRow } from "../model/sight.ts";
import { Beside } from "./beside.tsx";
import { EdgeCuts } from "./edge-cuts.tsx";
import { FilmTable } from "./film-table.tsx";
import { InputNumber } from "./input-number.tsx";

interface FilmViewProps {
  readonly cell: ProgramCell;
  readonly explored: Explored;
}

/** Milliseconds after which a stage that is still being recorded does not hold up the others any more. */
const PATIENCE = 2000;

/** Shows the film of the recorded run, and the progress until then; handles the keys of the film. */
export function FilmView({ cell, explored }: FilmViewProps) {
  const stages = useExplorer((state) => state.stages);
  const recorded = useExplorer(({ columns }) => stages.filter((stage) => columns[stage]?.info !== undefined).join(" "));
  const [isLate, setLate] = useState(false);
  const film = useFilm((state) => state.film);
  const edges = useFilm((state) => state.cut);
  const graph = film?.explored.graph;
  const cut = useMemo(
    () => (graph === undefined || edges.size === 0 ? undefined : { edges, graph: graphWithout(graph, edges) }),
    [graph, edges],
  );
  const isWhole = recorded === stages.join(" ");
  useEffect(() => {
    setLate(false);
    if (isWhole) return;
    const late = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(late);
  }, [isWhole]);
  useEffect(() => {
    if (isWhole || (isLate && recorded !== "")) void makeFilm(explored, recorded.split(" "));
  }, [explored, recorded, isWhole, isLate]);
  useEffect(() => forgetFilm, []);
  useEffect(followScenes, []);
  useKeys(FILM_KEYS);
  // while a run at another input is prepared, the one before stays, so that a dragged number is not lost
  if (film === undefined || !isSameProgram(film.explored, explored)) return <Recording />;
  const missing = isLate ? stages.filter((stage) => !film.columns.some(({ id }) => id === stage)) : [];
  return (
    <>
      <StillRecorded stages={missing} />
      <div className="film-body">
        <Stage film={film} />
        <Beside explored={film.explored} cut={cut} onPath={playPath} below={<EdgeCuts graph={film.explored.graph} />}>
          <InputNumber cell={cell} explored={film.explored} />
        </Beside>
      </div>
      <FilmTable film={film} />
      <FilmTransport film={film} />
    </>
  );
}

/** Pixels that a finger moves before it moves the rows. */
const PAN = 8;

/** Pixels beside an edge at which a press still means it. */
const NEAR = 6;

/** The edge of the graph at a point of the window, or right beside it. */
function edgeAt(x: number, y: number): number | undefined {
  const aside = [0, NEAR / 2, NEAR].flatMap((by) => [
    [by, 0],
    [-by, 0],
    [0, by],
    [0, -by],
  ]);
  for (const [right, down] of aside) {
    const found = document.elementFromPoint(x + present(right), y + present(down));
    const edge = found?.closest("[data-edge]")?.getAttribute("data-edge");
    // a click on a scalar is not a click on an edge
    if (found?.closest("[data-scalar]") != null) return undefined;
    if (edge != null) return Number(edge);
  }
  return undefined;
}

/** The present event, where the film plays event by event. */
function eventIn({ pace, cut }: FilmState, { leader, frames }: ExplorerState): Marks["event"] {
  const frame = frames[leader];
  if (pace !== "event" || cut.size > 0 || frame === undefined) return undefined;
  return { column: leader, step: frame.step, number: frame.scalar };
}

/** The picture, painted past React. */
function Stage({ film }: { readonly film: Film }) {
  const box = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const laid = useRef<Paper>(undefined);
  /** Whether the pointer moves the window on the map. */
  const isMapping = useRef(false);
  /** Where a finger is that may move the rows, and whether it does. */
  const finger = useRef<{ readonly pointerId: number; readonly y: number; readonly moves: boolean }>(undefined);
  useLayoutEffect(() => {
    const painter = new Painter(present(picture.current), "film-rows");
    let paper: Paper | undefined;
    /** Where none of them has room: program and graph while the program runs; on a phone, later the tree alone. */
    let [forward, alone]: (Paper | undefined)[] = [];
    const lay = (): void => {
      // as it is laid out: a slide is scaled as a whole
      const { clientWidth: width, clientHeight: height } = present(box.current);
      if (width < 40 || height < 40) return;
      const { wanted, order } = columnsChosen(film, useFilm.getState());
      const projected = projectedIn(present(box.current));
      paper = paperOf({ width, height, projected }, film.graph.size, wanted, order);
      const isChosen = useFilm.getState().wanted.length > 0;
      const only = (columns: readonly Column[]): Paper | undefined =>
        isChosen ? undefined : paperOf({ width, height, projected }, film.graph.size, columns, order);
      const isForward = ({ kind }: { readonly kind: ColumnKind }): boolean => kind === "graph" || kind === "program";
      const forwards = wanted.filter(isForward);
      const tree = wanted.filter(({ kind }) => kind === "tree");
      forward = forwards.length === 0 || paper.places.some(isForward) ? undefined : only(forwards);
      alone = paper.isNarrow && tree.length > 0 ? only(tree) : undefined;
      laid.current = paper;
      // a finger moves the rows where not all are in sight
      present(box.current).style.touchAction = paper.shown < paper.rows ? "pan-x pinch-zoom" : "";
      paint();
    };
    const paint = (): void => {
      if (paper === undefined) return;
      const state = useFilm.getState();
      const { isWeighted, hasNumbers, cut, before, path } = state;
      const explorer = useExplorer.getState();
      const event = eventIn(state, explorer);
      const at = shownTime(state);
      const first = lookedAt(state);
      const marks = {
        lit: litOf(explorer),
        isWeighted,
        hasNumbers,
        cut,
        before,
        path,
        event,
        first,
        isStill: isStill(),
      };
      const { forwardEnd, togetherEnd } = film.animation;
      const now = (at < forwardEnd ? forward : at > togetherEnd ? alone : undefined) ?? paper;
      laid.current = now;
      const row = firstRow(now, film.animation, at, first);
      noteRows(row, now.shown, now.rows);
      noteShown(
        now.places.map(({ id }) => id),
        now.isNarrow,
      );
      painter.paint(pictureAt(film, now, at, marks), now.top, now.width, now.height, row * now.rowHeight);
    };
    lay();
    const { pinned } = useExplorer.getState();
    if (pinned !== undefined) showRow(pinned);
    const observer = new ResizeObserver(lay);
    observer.observe(present(box.current));
    const stops = [
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
    const turn = (event: WheelEvent): void => {
      if (paper === undefined || event.ctrlKey || event.deltaY === 0) return;
      const { rowHeight, shown } = present(laid.current);
      // in pixels, rows or pages
      const rows = nth([event.deltaY / rowHeight, event.deltaY, event.deltaY * shown], event.deltaMode);
      if (lookBy(rows)) event.preventDefault();
    };
    const stage = present(box.current);
    stage.addEventListener("wheel", turn, { passive: false });
    // dragging the map's window selects no text
    const hold = (event: MouseEvent): void => {
      if (isMapping.current) event.preventDefault();
    };
    stage.addEventListener("mousedown", hold);
    return () => {
      observer.disconnect();
      stage.removeEventListener("wheel", turn);
      stage.removeEventListener("mousedown", hold);
      for (const stop of stops) stop();
    };
  }, [film]);
  /** Where a pointer is in the picture. */
  const within = (event: PointerEvent): { readonly x: number; readonly y: number } => {
    const { left, top, width } = present(box.current).getBoundingClientRect();
    const scale = width / present(box.current).clientWidth;
    return { x: (event.clientX - left) / scale, y: (event.clientY - top) / scale };
  };
  const rowAt = (event: PointerEvent): number | undefined => {
    const paper = laid.current;
    if (paper === undefined) return undefined;
    const { x, y } = within(event);
    if (y < paper.top) return undefined;
    if (isOnMap(paper, x, y)) return mappedAt(paper, y);
    const state = useFilm.getState();
    const first = firstRow(paper, film.animation, shownTime(state), lookedAt(state));
    const row = Math.floor((y - paper.top) / paper.rowHeight + first);
    return row >= 0 && row < film.graph.size ? row : undefined;
  };
  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    const paper = laid.current;
    const { x, y } = within(event);
    isMapping.current = paper !== undefined && isOnMap(paper, x, y);
    const isLong = paper !== undefined && paper.shown < paper.rows;
    const { pointerId, pointerType } = event;
    finger.current = isLong && pointerType === "touch" ? { pointerId, y, moves: false } : undefined;
    if (paper === undefined || !isMapping.current) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    showRow(mappedAt(paper, y), true);
  };
  const move = (event: PointerEvent): void => {
    if (isMapping.current && event.buttons > 0) {
      showRow(mappedAt(present(laid.current), within(event).y), true);
    } else if (finger.current?.pointerId === event.pointerId) {
      const { y } = within(event);
      const by = y - finger.current.y;
      if (finger.current.moves || Math.abs(by) > PAN) {
        finger.current = { ...finger.current, y, moves: true };
        lookBy(-by / present(laid.current).rowHeight);
      }
    }
    if (event.pointerType === "mouse") hover(rowAt(event));
  };
  const press = (event: PointerEvent): void => {
    // moving the window chooses nothing
    const isMoved = isMapping.current || finger.current?.moves === true;
    isMapping.current = false;
    finger.current = undefined;
    if (isMoved) return;
    const edge = edgeAt(event.clientX, event.clientY);
    if (edge !== undefined) return toggleCut(edge);
    const { x } = within(event);
    const column = laid.current?.places.find((place) => x >= place.x && x < place.right);
    const { animation } = film;
    const { t: now } = useFilm.getState();
    if (column?.kind === "tree" && animation.folds.length > 0 && now >= animation.togetherEnd && now < animation.end)
      return foldTree();
    const row = rowAt(event);
    pin(row === useExplorer.getState().pinned ? undefined : row);
  };
  return (
    <div
      className="film-stage"
      ref={box}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerLeave={() => hover(undefined)}
      onPointerUp={press}
      onPointerCancel={() => {
        isMapping.current = false;
        finger.current = undefined;
      }}
    >
      <svg
        ref={picture}
        role="img"
        aria-label={t`The run, with a row for each scalar. The table below has the same content.`}
      />
    </div>
  );
}
