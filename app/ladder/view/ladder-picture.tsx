// The picture of a ladder: painted past React, as it is climbed.
import { t } from "@lingui/core/macro";
import { type PointerEvent, useLayoutEffect, useRef } from "react";
import { Painter } from "../../film/view/painter.ts";
import { ladderAt } from "../drawn/picture.ts";
import type { Ladder } from "../model/ladder.ts";
import { type LadderPaper, ladderPaper } from "../model/paper.ts";
import { shownPlace, useClimb } from "../state.ts";

export function LadderPicture({ ladder }: { readonly ladder: Ladder }) {
  const box = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const light = useRef<(event: PointerEvent | undefined) => void>(undefined);
  useLayoutEffect(() => {
    const painter = new Painter(picture.current!, "ladder-rows");
    let paper: LadderPaper | undefined;
    let lit: number | undefined;
    const paint = (): void => {
      if (paper === undefined) return;
      painter.paint(ladderAt(ladder, paper, shownPlace(useClimb.getState()), lit), 0, paper.width, paper.height);
    };
    const lay = (): void => {
      const { clientWidth: width, clientHeight: height } = box.current!;
      if (width < 40 || height < 40) return;
      const isProjected = getComputedStyle(box.current!).getPropertyValue("--projected").trim() === "1";
      paper = ladderPaper(ladder, { width, height, isProjected });
      paint();
    };
    light.current = (event) => {
      const { left, width } = box.current!.getBoundingClientRect();
      const x = event === undefined ? Number.NaN : ((event.clientX - left) * box.current!.clientWidth) / width;
      const found = paper?.x.findIndex((middle, number) => Math.abs(x - middle) <= paper!.w[number]! / 2) ?? -1;
      const next = found < 0 ? undefined : found;
      if (next === lit) return;
      lit = next;
      paint();
    };
    lay();
    const observer = new ResizeObserver(lay);
    observer.observe(box.current!);
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
