// The timeline of a picture that is played by its score: its parts, and over it a slider for the pointer and the keyboard.
import { t } from "@lingui/core/macro";
import { useLayoutEffect, useRef } from "react";
import { present } from "../../../engine/base/nth.ts";
import { Picture, type Shape } from "../../picture/shape.ts";
import { Painter } from "../../picture/view/painter.ts";
import { leaveKeys } from "../transport/dock.tsx";
import type { Played, Player } from "./player.ts";

/** More turns than this have no marks. */
const MOST_MARKS = 200;

/** The timeline at a time: a mark for each turn, what has passed, and the place now. */
function timeAt({ turns, end }: Played, at: number, width: number, height: number): readonly Shape[] {
  const picture = new Picture();
  const x = (time: number): number => (width * time) / end;
  const [top, h] = [height * 0.36, height * 0.4];
  picture.rect("ground", "track", [0, top, width, h], { r: 3, fill: "bp-soft" });
  picture.rect("band", "past", [0, top + h, x(at), 3], { fill: "ink" });
  if (turns.length <= MOST_MARKS)
    for (const [index, { from }] of turns.entries())
      picture.rect("edge", `turn${index}`, [x(from), top + h * 0.25, 1.5, h * 0.5], { fill: "bp" });
  picture.path("top", "head", {
    path: [["M", x(at) - 6, 0], ["h", 12], ["l", -6, 8], ["z"]],
    dy: top - 8,
    fill: "ink",
  });
  picture.rect("top", "now", [x(at) - 1, top - 2, 2, h + 5], { fill: "ink" });
  return picture.shapes;
}

interface ScoreTimeProps<Score extends Played> {
  readonly player: Player<Score>;
  readonly score: Score;
  /** The place of a time in the run, in words. */
  words(score: Score, at: number): string;
}

/** Shows the timeline; it paints without React. */
export function ScoreTime<Score extends Played>({ player, score, words }: ScoreTimeProps<Score>) {
  const box = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const painter = new Painter(present(picture.current), "score-time");
    let [width, height] = [0, 0];
    const paint = (): void => {
      const at = player.time();
      painter.paint(timeAt(score, at, width, height), 0, width, height);
      const input = present(slider.current);
      input.value = String(Math.round(at));
      input.setAttribute("aria-valuetext", at >= score.end - 1 ? t`the end` : words(score, at));
    };
    const lay = (): void => {
      ({ clientWidth: width, clientHeight: height } = present(box.current));
      paint();
    };
    lay();
    const observer = new ResizeObserver(lay);
    observer.observe(present(box.current));
    const stop = player.use.subscribe((state, before) => state.t !== before.t && paint());
    return () => {
      observer.disconnect();
      stop();
    };
  }, [player, score, words]);
  return (
    <div className="score-time" ref={box}>
      <svg ref={picture} aria-hidden="true" />
      <input
        ref={slider}
        type="range"
        min={0}
        max={score.end}
        step={10}
        defaultValue={0}
        aria-label={t`Time of the run`}
        onInput={(event) => player.seek(Number(event.currentTarget.value))}
        onKeyDown={leaveKeys}
      />
    </div>
  );
}
