// The scalars of the run, each in its column at all rungs; below them the record of each for the way back, and where there is a tape, its
// entries.

import { nth, present } from "../../../engine/base/nth.ts";
import { kindIn, operandsIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import type { ScalarTexts } from "../../algorithms/rung.ts";
import { back, backpropagator, call, entry } from "../../exploration/drawn/words.ts";
import { shortName } from "../../exploration/model/scalar.ts";
import { between } from "../../picture/motion.ts";
import { cot, fitted, forms, lengthOf, plain, primal, strong } from "../../picture/parts.ts";
import { rectPath } from "../../picture/path.ts";
import { around, type Part, soft } from "../../picture/shape.ts";
import type { LadderRung } from "../model/ladder.ts";
import { compoundId } from "./jobs.ts";
import {
  arrived,
  fade,
  hasTape,
  type LadderMoment,
  nameRows,
  presence,
  sizeWithin,
  waits,
  within,
  writeFitting,
} from "./moment.ts";

/** Draws the scalars, their records, and the tape's entries where the rung has one. */
export function drawScalars(moment: LadderMoment): void {
  nameRows(moment, arrived(moment, waits));
  for (let number = 0; number < moment.ladder.graph.size; number++) {
    drawScalar(moment, number);
    drawCarried(moment, number);
    drawTaped(moment, number);
  }
}

function drawScalar(moment: LadderMoment, number: number): void {
  const { ladder, paper, picture, lit } = moment;
  const { graph } = ladder;
  const [x, w] = [nth(paper.x, number), nth(paper.w, number)];
  const h = paper.size * 1.9;
  const isOperation = kindIn(graph, number) === "operation";
  const value = primal(nth(graph.values, number), true);
  const name = { text: shortName(graph, number), colour: "ink" };
  const isLit = lit === number;
  picture.rect("node", `scalar ${number}`, [x - w * 0.46, paper.scalarY - h / 2, w * 0.92, h], {
    r: isOperation ? h / 2 : 4,
    fill: isLit ? "primal-soft" : "surface",
    stroke: "primal",
    width: isOperation ? 1.8 : 1,
    data: { scalar: number },
  });
  const isNamed = name.text !== value.text;
  const short = forms(value, nth(graph.values, number));
  const texts = isNamed ? [[name, plain(" "), value], ...short, [name]] : short;
  writeFitting(moment, "top", `scalar ${number}t`, [x, paper.scalarY], w * 0.84, texts);
  drawId(moment, number);
}

/** The number of a scalar: below it, or in the place of its record where that is no more. */
function drawId(moment: LadderMoment, number: number): void {
  const { paper, from, to, u } = moment;
  const sizeOf = sizeWithin(moment, nth(paper.w, number) * 0.95);
  // a pair of a job and a place, where there is room for it
  const idAt = (rung: LadderRung): readonly Part[] | undefined => {
    if (rung.look.hasNoIds) return undefined;
    const texts = [compoundId(rung, number), `#${number}`].filter((text) => text !== undefined);
    const forms = texts.map((text) => [strong(text, text.startsWith("#") ? "bp" : "job")]);
    return forms.find((parts) => sizeOf(parts) !== undefined);
  };
  const [before, after] = [from, to].map(({ look }) => (look.carries.isPlace ? 1 : 0));
  const up = between(present(before), present(after), within(u, 0.55, 0.95));
  const y = between(paper.idY, paper.carryY, up);
  const size = Math.max(paper.least, paper.size * between(0.88, 1.15, up));
  const place = { layer: "top", key: `id ${number}`, x: nth(paper.x, number), y } as const;
  fade(moment, { before: idAt(from), after: idAt(to) }, place, (parts) => Math.min(present(sizeOf(parts)), size));
}

/** Where a line of a record stands, in letters from the middle of its row. */
const SLOTS = { one: 0, upper: -0.7, lower: 0.7 } as const;
type Slots = Readonly<Partial<Record<keyof typeof SLOTS, readonly Part[]>>>;

function drawCarried(moment: LadderMoment, number: number): void {
  const { paper, from, to, u } = moment;
  const [x, w] = [nth(paper.x, number), nth(paper.w, number) * 0.9];
  // a list rises to the tape
  const isRising = from.look.carries === to.look.tape?.risesFrom && u > 0.2;
  const before = isRising ? {} : slotsOf(moment, from, number, w);
  const after = slotsOf(moment, to, number, w);
  for (const [slot, dy] of Object.entries(SLOTS) as [keyof typeof SLOTS, number][]) {
    const place = { layer: "label", key: `carried ${number} ${slot}`, x, y: paper.carryY + dy * paper.size } as const;
    fade(moment, { before: before[slot], after: after[slot] }, place, sizeWithin(moment, w));
  }
  drawGradient(moment, number);
}

/** A record in one line, or two terms in two where one has no room for them. */
function slotsOf(moment: LadderMoment, rung: LadderRung, number: number, width: number): Slots {
  const texts = rung.look.carries.texts(textsIn(moment.ladder.graph), number);
  const fits = (parts: readonly Part[]): boolean => sizeWithin(moment, width)(parts) !== undefined;
  const [whole] = texts;
  if (whole === undefined) return {};
  const at = whole.findIndex(({ text }, index) => index > 0 && (text === " + " || text === " ("));
  if (!fits(whole) && at > 0) {
    const [upper, lower] = [whole.slice(0, at), [plain(nth(whole, at).text.trimStart()), ...whole.slice(at + 1)]];
    if (fits(upper) && fits(lower)) return { upper, lower };
  }
  const one = texts.find(fits);
  return one === undefined ? {} : { one };
}

/** A whole gradient that a scalar carries: a strip of one square for each input. */
function drawGradient(moment: LadderMoment, number: number): void {
  const { ladder, paper, picture } = moment;
  const opacity = presence(moment, ({ look }) => look.carries.isGradient === true);
  if (opacity < 0.02 || kindIn(ladder.graph, number) === "constant") return;
  const count = ladder.inputs.length;
  const [w, h] = [nth(paper.w, number) * 0.9, paper.size * 0.9];
  const x = nth(paper.x, number) - w / 2;
  const own = w / Math.max(1, count);
  const shown = own < 2 ? 1 : count;
  const path = Array.from({ length: shown }, (_, index) => {
    const each = w / shown;
    return rectPath(x + index * each, paper.carryY - h / 2, each * 0.9, h);
  }).flat();
  picture.path("node", `gradient ${number}`, { path, ...soft("cot", 1), opacity });
}

/** The entry of the forward pass for a scalar; between rungs, the scalar's record rises to its place. */
function drawTaped(moment: LadderMoment, number: number): void {
  const { ladder, paper, picture, from, to, u } = moment;
  const { graph } = ladder;
  const opacity = presence(moment, hasTape);
  if (opacity < 0.02 && !hasTape(to)) return;
  const [x, w] = [nth(paper.x, number), nth(paper.w, number)];
  const h = paper.size * 1.9;
  const isRising = !hasTape(from) && from.look.carries === to.look.tape?.risesFrom;
  const rise = isRising ? within(u, 0.2, 0.85) : 1;
  const y = between(paper.carryY, paper.tapeY, rise);
  const look = { ...soft("primal", 1), opacity };
  picture.rect("band", `tape ${number}`, around(x, paper.tapeY, w, h), look);
  const listed = (to.look.tape ?? from.look.tape)?.text(textsIn(graph), number) ?? [];
  const list = lengthOf(listed) === 0 ? [plain("[]")] : listed;
  const seen = isRising ? (u > 0.2 ? 1 : 0) : opacity;
  const texts = [list, [plain("[…]")]];
  if (fitted(texts, w * 0.92, paper) === undefined || seen < 0.02) return;
  if (isRising && rise > 0 && rise < 1)
    // it passes behind the scalars
    picture.rect("band", `rising ${number}`, around(x, y, w, h), { ...look, r: 4, width: 1.4, opacity: 1 });
  const layer = isRising && rise < 1 ? "edge" : "label";
  writeFitting(moment, layer, `taped ${number}`, [x, y], w * 0.92, texts, { opacity: seen });
}

/** The texts of the scalars of a run. */
export function textsIn(graph: RunGraph): ScalarTexts {
  return {
    kind: (number) => kindIn(graph, number),
    backpropagator: (number) => backpropagator(graph, number).slice(2),
    entry: (number) => entry(graph, number),
    term: (number) =>
      operandsIn(graph, number).flatMap(({ edge, node }, index) => [
        plain(index === 0 ? "" : " + "),
        primal(nth(graph.partials, edge)),
        plain("·"),
        back(graph, node),
      ]),
    call: (number, cotangent) => call(graph, number, cotangent),
    cotangent: cot,
  };
}
