// The run's progress that the graph shows, and the numbers in flight along its edges: by the film of the run, or, of a large run, event by
// event.

import { type RefObject, useEffect, useMemo, useRef } from "react";
import { nth } from "../../../engine/base/nth.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { nodeOf } from "../../../engine/explore/picture.ts";
import { operandsIn } from "../../../engine/graphs/run-graph.ts";
import { isStill } from "../../base/motion.ts";
import type { GraphCanvas } from "../../drawing/graph-canvas.ts";
import { refusedByAll } from "../../exploration/model/ending.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import type { Film } from "../../playback/model/film.ts";
import { isPlayable } from "../../playback/playable.ts";
import { shownTime, useFilm } from "../../playback/state.ts";
import { changeAt, changesOf, nowOfFilm, productAt, travellersAt } from "../model/film-now.ts";
import { type GraphNow, nowOfFrame } from "../model/now.ts";
import { travellersBetween } from "../model/travelling.ts";
import { graphOf, useGraph } from "../state.ts";

/** Whether a run is shown by its film: it is small enough, and a stage takes it. */
export function isFilmOf(explored: Explored | undefined): boolean {
  return explored !== undefined && isPlayable(explored) && refusedByAll(explored) === undefined;
}

/** The graph's present state; undefined while nothing is recorded, and where no stage takes the program. Numbers also travel on the canvas. */
export function useNow(explored: Explored, canvas: RefObject<GraphCanvas | undefined>): GraphNow | undefined {
  const { film, now } = useReached(explored);
  useFilmTravellers(explored, film, canvas);
  useEventTravellers(explored, film === undefined, canvas);
  useFollowing(explored, film, now, canvas);
  return now;
}

/** Moves a graph that is too large to be read to the present event, as long as its run plays. */
function useFollowing(
  explored: Explored,
  film: Film | undefined,
  now: GraphNow | undefined,
  canvas: RefObject<GraphCanvas | undefined>,
): void {
  const isOver = useFilm((state) => film !== undefined && shownTime(state) >= film.animation.togetherEnd);
  const scalar = film === undefined || isOver ? undefined : now?.scalar;
  useEffect(() => {
    const { picture } = graphOf(explored);
    if (film === undefined || picture === undefined || (scalar === undefined && !isOver)) return;
    // first of all the scalar made or called, and its operands
    const near = scalar === undefined ? [] : [scalar, ...operandsIn(explored.graph, scalar).map(({ node }) => node)];
    const seen = near.map((one) => nodeOf(picture.nodes, one)?.id);
    canvas.current?.follow(seen.filter((id) => id !== undefined));
  }, [explored, film, scalar, isOver, canvas]);
}

/** The run's progress, and the film that gives it where there is one. */
export function useReached(explored: Explored): {
  readonly film: Film | undefined;
  readonly now: GraphNow | undefined;
} {
  const isFilm = isFilmOf(explored);
  const made = useFilm((state) => state.film);
  const film = isFilm && made?.explored === explored ? made : undefined;
  const changes = useMemo(() => (film === undefined ? [] : changesOf(film)), [film]);
  // the picture is drawn anew where something changes, and not at every frame
  const change = useFilm((state) => (film === undefined ? 0 : changeAt(changes, shownTime(state))));
  const frame = useExplorer(({ frames, leader }) => frames[leader]);
  const now = useMemo(() => {
    if (film !== undefined) return nowOfFilm(film, nth(changes, change));
    return frame === undefined || refusedByAll(explored) !== undefined ? undefined : nowOfFrame(frame);
  }, [explored, film, changes, change, frame]);
  return { film, now };
}

/** Numbers in flight are drawn at their place at the film's time. */
function useFilmTravellers(
  explored: Explored,
  film: Film | undefined,
  canvas: RefObject<GraphCanvas | undefined>,
): void {
  useEffect(() => {
    if (film === undefined) return;
    const show = (): void => {
      const { picture } = graphOf(explored);
      if (picture === undefined) return;
      const state = useFilm.getState();
      const { path } = state;
      canvas.current?.stand(
        path === undefined ? travellersAt(film, picture, shownTime(state)) : productAt(film, picture, path),
      );
    };
    show();
    const stops = [
      useFilm.subscribe((state, before) => (state.t !== before.t || state.path !== before.path) && show()),
      // where nodes have gone to is known when the canvas has drawn them
      useGraph.subscribe((state, before) => state.picture !== before.picture && requestAnimationFrame(show)),
    ];
    return () => {
      for (const stop of stops) stop();
      canvas.current?.stand([]);
    };
  }, [explored, film, canvas]);
}

/** Part of the time from a step to the next in which numbers travel, at single speed in milliseconds; below the least no one sees them. */
const TRAVELS = 760;
const LEAST_TRAVELS = 120;

/** While the run plays event by event, numbers travel along the edges; without motion, live parts are only coloured. */
function useEventTravellers(explored: Explored, isOn: boolean, canvas: RefObject<GraphCanvas | undefined>): void {
  const frame = useExplorer(({ frames, leader }) => frames[leader]);
  const before = useRef<{ readonly leader: string; readonly step: number } | undefined>(undefined);
  useEffect(() => {
    const { leader, speed } = useExplorer.getState();
    const { picture } = graphOf(explored);
    const from = before.current;
    before.current = frame === undefined || !isOn ? undefined : { leader, step: frame.step };
    const milliseconds = TRAVELS / speed;
    if (!isOn || frame === undefined || picture === undefined) return;
    // another column is elsewhere, without having gone there
    if (from?.leader !== leader || from.step === frame.step) return;
    const isShown = isStill() || milliseconds < LEAST_TRAVELS;
    const travellers = isShown ? [] : travellersBetween(explored.graph, picture, from.step, frame);
    canvas.current?.travel(travellers, milliseconds);
  }, [explored, frame, isOn, canvas]);
}
