// The picture of a ladder: painted past React, as it is climbed.

import { t } from "@lingui/core/macro";
import { type PointerEvent, useRef } from "react";
import { pointIn, Stage, usePainted } from "../../picture/view/stage.tsx";
import type { FarLadder } from "../far/ladder.ts";
import type { Ladder } from "../model/ladder.ts";
import { shownPlace, useClimb } from "../state.ts";
import { sheetOf } from "./save-ladder.ts";

/** Shows the picture of a ladder; it paints without React as the climb moves. */
export function LadderPicture({ ladder }: { readonly ladder: Ladder | FarLadder }) {
  const lit = useRef<number>(undefined);
  const { box, picture, laid, paint } = usePainted(ladder, {
    id: "ladder-rows",
    lay: (room) => sheetOf(ladder, room),
    paint: (painter, { at, width, height }) =>
      painter.paint(at(shownPlace(useClimb.getState()), lit.current), 0, width, height),
    follow: (again) => [useClimb.subscribe((state, before) => state.at !== before.at && again())],
  });
  const light = (event: PointerEvent | undefined): void => {
    const next = laid.current?.under(event === undefined ? Number.NaN : pointIn({ box }, event)[0]);
    if (next === lit.current) return;
    lit.current = next;
    paint.current?.();
  };
  return (
    <Stage
      className="ladder-stage"
      box={box}
      picture={picture}
      label={t`The rung, a column for each scalar. The table below says what it counts.`}
      onPointerMove={(event) => event.pointerType === "mouse" && light(event)}
      onPointerLeave={() => light(undefined)}
    />
  );
}
