// The picture of a ladder: painted past React, as it is climbed.

import { t } from "@lingui/core/macro";
import { type PointerEvent, useLayoutEffect, useRef } from "react";
import { pointIn, Stage, staged } from "../../picture/view/stage.tsx";
import type { FarLadder } from "../far/ladder.ts";
import type { Ladder } from "../model/ladder.ts";
import { shownPlace, useClimb } from "../state.ts";
import { type Sheet, sheetOf } from "./sheet.ts";

/** Shows the picture of a ladder; it paints without React as the climb moves. */
export function LadderPicture({ ladder }: { readonly ladder: Ladder | FarLadder }) {
  const box = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const light = useRef<(event: PointerEvent | undefined) => void>(undefined);
  useLayoutEffect(() => {
    let sheet: Sheet | undefined;
    let lit: number | undefined;
    const { painter, lay, leave } = staged({ box, picture }, "ladder-rows", (room) => {
      sheet = sheetOf(ladder, room);
      paint();
    });
    const paint = (): void => {
      if (sheet === undefined) return;
      painter.paint(sheet.at(shownPlace(useClimb.getState()), lit), 0, sheet.width, sheet.height);
    };
    light.current = (event) => {
      const next = sheet?.under(event === undefined ? Number.NaN : pointIn({ box }, event)[0]);
      if (next === lit) return;
      lit = next;
      paint();
    };
    lay();
    const stop = useClimb.subscribe((state, before) => state.at !== before.at && paint());
    return () => {
      leave();
      stop();
    };
  }, [ladder]);
  return (
    <Stage
      className="ladder-stage"
      box={box}
      picture={picture}
      label={t`The rung, a column for each scalar. The table below says what it counts.`}
      onPointerMove={(event) => event.pointerType === "mouse" && light.current?.(event)}
      onPointerLeave={() => light.current?.(undefined)}
    />
  );
}
