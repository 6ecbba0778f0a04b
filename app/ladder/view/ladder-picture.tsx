// The picture of a ladder: painted past React, as it is climbed.

import { t } from "@lingui/core/macro";
import { type PointerEvent, useLayoutEffect, useRef } from "react";
import { present } from "../../../engine/base/nth.ts";
import { projectedIn } from "../../drawing/projected.ts";
import { Painter } from "../../picture/view/painter.ts";
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
    const painter = new Painter(present(picture.current), "ladder-rows");
    let sheet: Sheet | undefined;
    let lit: number | undefined;
    const paint = (): void => {
      if (sheet === undefined) return;
      painter.paint(sheet.at(shownPlace(useClimb.getState()), lit), 0, sheet.width, sheet.height);
    };
    const lay = (): void => {
      const { clientWidth: width, clientHeight: height } = present(box.current);
      if (width < 40 || height < 40) return;
      const projected = projectedIn(present(box.current));
      const size = { width, height, projected };
      sheet = sheetOf(ladder, size);
      paint();
    };
    light.current = (event) => {
      const { left, width } = present(box.current).getBoundingClientRect();
      const x = event === undefined ? Number.NaN : ((event.clientX - left) * present(box.current).clientWidth) / width;
      const next = sheet?.under(x);
      if (next === lit) return;
      lit = next;
      paint();
    };
    lay();
    const observer = new ResizeObserver(lay);
    observer.observe(present(box.current));
    const stop = useClimb.subscribe((state, before) => state.at !== before.at && paint());
    return () => {
      observer.disconnect();
      stop();
    };
  }, [ladder]);
  return (
    <div
      className="ladder-stage film-stage"
      ref={box}
      onPointerMove={(event) => event.pointerType === "mouse" && light.current?.(event)}
      onPointerLeave={() => light.current?.(undefined)}
    >
      <svg
        ref={picture}
        role="img"
        aria-label={t`The rung, a column for each scalar. The table below says what it counts.`}
      />
    </div>
  );
}
