// The picture of a run that is too large for single movements: all scalars from top to bottom, and how both passes go through them.
import { t } from "@lingui/core/macro";
import { type PointerEvent, useRef } from "react";
import { present } from "../../../engine/base/nth.ts";
import { scalarsIn } from "../../exploration/drawn/bundles.ts";
import { pin } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { pointIn, Stage, usePainted } from "../../picture/view/stage.tsx";
import type { FarFilm } from "../../playback/model/far.ts";
import { shownTime, useFilm } from "../../playback/state.ts";
import { type FarPaper, farPaper } from "./paper.ts";
import { farPicture } from "./picture.ts";
import { rowWords } from "./row-bars.ts";

/** Shows the picture of a large run, painted past React. A press on it chooses a scalar. */
export function FarStage({ far: { animation } }: { readonly far: FarFilm }) {
  const tip = useRef<HTMLDivElement>(null);
  const pointer = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const { box, picture, laid } = usePainted<FarPaper>(animation, {
    id: "far-rows",
    lay: (room) => farPaper(animation, room),
    paint: (painter, paper) => {
      const shapes = farPicture(animation, paper, shownTime(useFilm.getState()), useExplorer.getState().pinned);
      painter.paint(shapes, 0, paper.width, paper.height);
      // the pointer may rest where another column is now
      tell();
    },
    follow: (again) => [
      useFilm.subscribe((state, before) => shownTime(state) !== shownTime(before) && again()),
      useExplorer.subscribe((state, before) => state.pinned !== before.pinned && again()),
    ],
  });
  /** Converts a place of the page: its place in the picture, and the row there. */
  const under = (place: {
    readonly x: number;
    readonly y: number;
  }): { x: number; y: number; row: number; paper: FarPaper } | undefined => {
    const paper = laid.current;
    if (paper === undefined) return undefined;
    const [x, y] = pointIn({ box }, { clientX: place.x, clientY: place.y });
    const row = Math.floor((y - paper.top) / paper.rowHeight);
    return row < 0 || row >= paper.rows ? undefined : { x, y, row, paper };
  };
  /** Says how often the row of a tree is called that is under the pointer. */
  const tell = (): void => {
    const found = pointer.current === undefined ? undefined : under(pointer.current);
    const place = found?.paper.places.find(({ x, w }) => found.x >= x && found.x < x + w)?.column;
    const column = typeof place === "number" ? animation.columns[place] : undefined;
    const isTree = found !== undefined && column !== undefined && !column.replayOrder.waits;
    present(tip.current).hidden = !isTree;
    if (!isTree) return;
    present(tip.current).textContent = rowWords(animation, found.paper, found.row, column);
    const isRight = found.x > found.paper.width / 2;
    present(tip.current).style.translate = `${found.x}px ${found.y}px`;
    present(tip.current).dataset.side = isRight ? "right" : "left";
  };
  const press = (event: PointerEvent): void => {
    const found = under({ x: event.clientX, y: event.clientY });
    if (found === undefined) return;
    const [first] = scalarsIn(animation.graph.size, found.paper.rows, found.row);
    pin(first === useExplorer.getState().pinned ? undefined : first);
  };
  const point = (event: PointerEvent): void => {
    const isOver = event.pointerType === "mouse" && event.type !== "pointerleave";
    pointer.current = isOver ? { x: event.clientX, y: event.clientY } : undefined;
    tell();
  };
  return (
    <Stage
      box={box}
      picture={picture}
      label={t`All scalars of the run, from top to bottom. The sentence below describes the current moment.`}
      onPointerUp={press}
      onPointerMove={point}
      onPointerLeave={point}
    >
      <div className="far-tip" ref={tip} hidden aria-hidden="true" />
    </Stage>
  );
}
