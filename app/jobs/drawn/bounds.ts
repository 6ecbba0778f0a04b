// Brent's bounds below the charts: no schedule ends before the wall T∞, every schedule without needless waits ends in the grey bar, and
// a tick says where this one does.
import { level, upright } from "../../picture/path.ts";
import { UI_LETTER } from "../../picture/shape.ts";
import { grouped } from "../../words/numbers.ts";
import type { Pass } from "../model/run.ts";
import { scaleOf } from "./chart.ts";
import type { JobsMoment } from "./moment.ts";

/** Draws Brent's bounds of both passes below their charts. */
export function drawBounds(moment: JobsMoment): void {
  drawBound(moment, "forward");
  drawBound(moment, "reverse");
}

function drawBound({ paper, picture, timing }: JobsMoment, pass: Pass): void {
  const { bounds, end } = timing[pass];
  const { axis, chart, letters } = paper;
  const sign = pass === "forward" ? -1 : 1;
  const scale = scaleOf(paper, timing);
  const at = (time: number): number => axis + sign * time * scale;
  const lanes = Math.max(1, timing.forward.lanes, timing.reverse.lanes);
  const base = chart.top + Math.min(letters * 4.5, (chart.bottom - chart.top) / lanes) * lanes;
  const y = base + letters * 2;
  const [near, far] = [at(bounds.least), at(bounds.most)];
  picture.line("band", `${pass} bounds`, level(near, far === near ? far + sign : far, y), "ink", letters * 0.5, {
    opacity: 0.3,
    data: { bounds: pass },
  });
  const wall = at(bounds.span);
  picture.line("top", `${pass} wall`, upright(wall, chart.top - 4, y + letters * 0.6), "ink", 1.75, {
    data: { wall: pass },
  });
  const time = at(end);
  picture.line(
    "top",
    `${pass} end`,
    [
      ["M", time, y - letters * 0.5],
      ["v", letters],
    ],
    "ink",
    3.5,
    { data: { end: pass } },
  );
  const size = letters * 0.86;
  const words = `T∞ ${grouped(bounds.span)}`;
  // between the wall and the axis; where that is too narrow, below the bar and away from the words of the other pass
  const isWithin = Math.abs(wall - axis) > words.length * size * UI_LETTER + 12;
  picture.say(
    "label",
    `${pass} wall`,
    [isWithin ? wall - sign * 6 : wall + sign * 2, isWithin ? y : y + letters * 1.05],
    words,
    "ink-2",
    size,
    { anchor: (pass === "forward") === isWithin ? "start" : "end", isName: true },
  );
}
