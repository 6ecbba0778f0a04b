// The gauges beside the picture: the counts of each rung. A problem that a rung removes fades.

import { t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import type { LadderGauge } from "../../algorithms/rung.ts";
import { between } from "../../picture/motion.ts";
import { strong } from "../../picture/parts.ts";
import { level, upright } from "../../picture/path.ts";
import { LETTER, type Part, UI_LETTER } from "../../picture/shape.ts";
import { sized } from "../../words/magnitude.ts";
import type { GaugeBar } from "../model/gauges.ts";
import type { AnyLadder, AnyRung } from "../model/ladder.ts";
import type { RowPaper } from "../model/paper.ts";
import { counting, type MomentOf, nearest, onTheWay } from "./moment.ts";

/** The height of small letters, in pixels of a usual screen. */
const SMALL = 12.5;

/** A moment of a small run or a large one. */
type GaugeMoment = MomentOf<AnyLadder, RowPaper>;

/** Draws the gauges: at the side, or in a row on top where the picture is narrow. */
export function drawGauges(moment: GaugeMoment): void {
  const { ladder, paper, picture } = moment;
  const { gauges } = ladder;
  if (paper.isNarrow) {
    picture.line("ground", "gauges", level(0, paper.width, paper.gaugesHeight - 4), "line-strong", 1);
    const w = (paper.width - 12) / gauges.length;
    for (const [place, gauge] of gauges.entries()) drawSmall(moment, gauge, place, 6 + w * (place + 0.5));
    return;
  }
  picture.line("ground", "gauges", upright(paper.gaugesX, 0, paper.height), "line-strong", 1);
  const h = Math.min((paper.height - 16 * paper.scale) / gauges.length, 104 * paper.scale);
  for (const [place, gauge] of gauges.entries()) drawLarge(moment, gauge, place, 12 * paper.scale + h * place, h);
}

interface Now {
  readonly text: string;
  /** The same where it has no room. */
  readonly short: string;
  /** That of the nearer rung alone, where even that has none. */
  readonly shortest: string;
  readonly part: number;
  /** It was more than nothing at a rung before, and is nothing from here on. */
  readonly isOut: boolean;
  readonly isNothing: boolean;
}

/** The state of a gauge: between two rungs its bar is blended, and its number names both. */
function now(moment: GaugeMoment, place: number): Now {
  const { ladder, from, to, u } = moment;
  const bar = (rung: AnyRung): GaugeBar => nth(rung.counts.bars, place);
  const [a, b] = [bar(from), bar(to)];
  const at = counting(u);
  const value = between(finite(a.value), finite(b.value), at);
  const text = onTheWay(u, a.text, b.text);
  const short = onTheWay(u, shortOf(a), shortOf(b));
  const isNothing = Math.round(value) === 0;
  const past = ladder.rungs.slice(0, ladder.rungs.indexOf(nearest(moment)) + 1);
  return {
    text,
    short,
    shortest: shortOf(bar(nearest(moment))),
    part: value / finite(a.most),
    isNothing,
    isOut: isNothing && past.some((rung) => bar(rung).value > 0),
  };
}

/** The number of a gauge where it has no room. */
function shortOf({ text, value }: GaugeBar): string {
  return Number.isFinite(value) ? `${text.startsWith(">") ? "> " : ""}${sized(value)}` : text;
}

const finite = (value: number): number => Math.min(value, Number.MAX_SAFE_INTEGER);

function drawLarge(moment: GaugeMoment, gauge: LadderGauge, place: number, y: number, high: number): void {
  const { paper, picture } = moment;
  const { scale, gaugesX, width, least } = paper;
  const { text: long, short, shortest, part, isOut, isNothing } = now(moment, place);
  const colour = gauge.colour;
  const [x, right] = [gaugesX + 18 * scale, width - 16 * scale];
  const room = right - x - gauge.title.length * 11 * scale;
  const text = [long, short].find((one) => one.length * least * LETTER <= room) ?? shortest;
  const dim = isNothing && !isOut ? 0.5 : 1;
  const title = [strong(gauge.title, "ink")];
  const head = y + Math.min(high * 0.3, 24 * scale);
  if (place > 0) picture.line("ground", `gauge ${place} line`, level(x, right, y), "line", 1);
  picture.text("ground", `gauge ${place} title`, [x, head], title, 18 * scale, { font: "prose", opacity: dim });
  // a problem that is solved says so; one that has not come is nothing
  const shown = isOut ? t({ message: "none left", comment: "a gauge at 0, which was more" }) : text;
  const size = Math.max(least, Math.min((isOut ? 13 : 22) * scale, room / shown.length / LETTER));
  const parts = [{ text: shown, colour: isOut ? "ink-2" : colour, bold: !isOut }];
  const look = { font: isOut ? "ui" : "code", anchor: "end", opacity: dim } as const;
  picture.text("ground", `gauge ${place} ${isOut ? "out" : "number"}`, [right, head], parts, size, look);
  const small = Math.max(least, SMALL * scale);
  const below = head + 14 * scale;
  // on a projector letters are larger than their room
  const hasWords = high > 70 * scale && least <= SMALL * scale && gauge.words.length * small * UI_LETTER < right - x;
  const words = [x, below + 4 * scale] as const;
  if (hasWords) picture.say("ground", `gauge ${place} words`, words, gauge.words, "ink-2", small, { opacity: dim });
  const [top, h, r] = [below + (hasWords ? 16 : 2) * scale, 6 * scale, 3 * scale];
  const sunken = { r, fill: "sunken", stroke: "line", width: 0.5 };
  picture.rect("ground", `gauge ${place} room`, [x, top, right - x, h], sunken);
  const w = isNothing ? 0 : Math.max(3 * scale, (right - x) * Math.min(1, part));
  picture.rect("band", `gauge ${place} bar`, [x, top, w, h], { r, fill: colour });
}

function drawSmall(moment: GaugeMoment, gauge: LadderGauge, place: number, x: number): void {
  const { picture } = moment;
  const { text: long, short, shortest, isOut, isNothing } = now(moment, place);
  const room = (moment.paper.width - 12) / moment.ladder.gauges.length;
  const text = [long, short].find((one) => (one.length + 1) * 14 * LETTER <= room) ?? shortest;
  const colour = gauge.colour;
  const title = [strong(gauge.title, "ink")];
  const opacity = isNothing && !isOut ? 0.5 : 1;
  picture.write("ground", `gauge ${place} title`, [x, 14], title, 14, { font: "prose", opacity });
  const parts: readonly Part[] = [strong(text, colour)];
  picture.write("ground", `gauge ${place} number`, [x, 40], parts, 14, { opacity });
}
