// The pointer in the picture of a film: it lights and chooses rows, cuts edges, and scrolls rows by the map, the wheel or a finger.
import { type ComponentProps, type PointerEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { nth, present } from "../../../engine/base/nth.ts";
import { hover, pin } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { pointIn } from "../../picture/view/stage.tsx";
import type { Film } from "../../playback/model/film.ts";
import { lookBy, lookedAt, showRow } from "../../playback/rows.ts";
import { shownTime, toggleCut, useFilm } from "../../playback/state.ts";
import { foldTree } from "../../playback/transport/film-keys.ts";
import { isOnMap, mappedAt, type Paper } from "../model/paper.ts";
import { firstRow } from "../model/sight.ts";

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

/** The row at a point of a paper; on a map, the one that is mapped there. */
function rowAt(film: Film, paper: Paper, x: number, y: number): number | undefined {
  if (y < paper.top) return undefined;
  if (isOnMap(paper, x, y)) return mappedAt(paper, y);
  const state = useFilm.getState();
  const row = Math.floor(
    (y - paper.top) / paper.rowHeight + firstRow(paper, film.animation, shownTime(state), lookedAt(state)),
  );
  return row >= 0 && row < film.graph.size ? row : undefined;
}

/** Chooses what is at a point: cuts an edge, folds the tree of calls, or chooses the row or lets go of it. */
function chooseAt(
  film: Film,
  paper: Paper | undefined,
  [x, y]: readonly [number, number],
  edge: number | undefined,
): void {
  if (edge !== undefined) return toggleCut(edge);
  const { folds, togetherEnd, end } = film.animation;
  const column = paper?.places.find((place) => x >= place.x && x < place.right);
  const { t } = useFilm.getState();
  if (column?.kind === "tree" && folds.length > 0 && t >= togetherEnd && t < end) return foldTree();
  const row = paper && rowAt(film, paper, x, y);
  pin(row === useExplorer.getState().pinned ? undefined : row);
}

/** Scrolls the rows by the wheel, and selects no text while the map's window is dragged, for as long as the stage is there. */
function useWheel(
  box: RefObject<HTMLDivElement | null>,
  laid: RefObject<Paper | undefined>,
  isMapping: RefObject<boolean>,
): void {
  useLayoutEffect(() => {
    const turn = (event: WheelEvent): void => {
      if (laid.current === undefined || event.ctrlKey || event.deltaY === 0) return;
      const { rowHeight, shown } = laid.current;
      // in pixels, rows or pages
      const rows = nth([event.deltaY / rowHeight, event.deltaY, event.deltaY * shown], event.deltaMode);
      if (lookBy(rows)) event.preventDefault();
    };
    const hold = (event: MouseEvent): void => {
      if (isMapping.current) event.preventDefault();
    };
    const stage = present(box.current);
    stage.addEventListener("wheel", turn, { passive: false });
    stage.addEventListener("mousedown", hold);
    return () => {
      stage.removeEventListener("wheel", turn);
      stage.removeEventListener("mousedown", hold);
    };
  }, [box, laid, isMapping]);
}

/** The handlers of a film's stage; `laid` is its present layout. */
export function usePointer(
  film: Film,
  box: RefObject<HTMLDivElement | null>,
  laid: RefObject<Paper | undefined>,
): ComponentProps<"div"> {
  /** Whether the pointer moves the window on the map. */
  const isMapping = useRef(false);
  /** Where a finger is that may move the rows, and whether it does. */
  const finger = useRef<{ readonly pointerId: number; readonly y: number; readonly moves: boolean }>(undefined);
  useWheel(box, laid, isMapping);
  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    const paper = laid.current;
    const [x, y] = pointIn({ box }, event);
    isMapping.current = paper !== undefined && isOnMap(paper, x, y);
    const isLong = paper !== undefined && paper.shown < paper.rows;
    const { pointerId, pointerType } = event;
    finger.current = isLong && pointerType === "touch" ? { pointerId, y, moves: false } : undefined;
    if (paper === undefined || !isMapping.current) return;
    event.currentTarget.setPointerCapture(pointerId);
    showRow(mappedAt(paper, y), true);
  };
  const move = (event: PointerEvent): void => {
    const [x, y] = pointIn({ box }, event);
    if (isMapping.current && event.buttons > 0) showRow(mappedAt(present(laid.current), y), true);
    else if (finger.current?.pointerId === event.pointerId) {
      const by = y - finger.current.y;
      if (finger.current.moves || Math.abs(by) > PAN) {
        finger.current = { ...finger.current, y, moves: true };
        lookBy(-by / present(laid.current).rowHeight);
      }
    }
    if (event.pointerType === "mouse") hover(laid.current && rowAt(film, laid.current, x, y));
  };
  const end = (): boolean => {
    const isMoved = isMapping.current || finger.current?.moves === true;
    isMapping.current = false;
    finger.current = undefined;
    return isMoved;
  };
  return {
    onPointerDown: begin,
    onPointerMove: move,
    onPointerLeave: () => hover(undefined),
    onPointerUp: (event) => {
      // moving the window chooses nothing
      if (!end()) chooseAt(film, laid.current, pointIn({ box }, event), edgeAt(event.clientX, event.clientY));
    },
    onPointerCancel: end,
  };
}
