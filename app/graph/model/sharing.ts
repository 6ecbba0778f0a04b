// Memory of scalars for the way back, as a drawing and in words: closures, lists of contributions (thesis, Fig. 3.13), terms.
import { plural, t } from "@lingui/core/macro";
import { nth, present } from "../../../engine/base/nth.ts";
import { POINTER, type Sharing, type SharingBox, type SharingField } from "../../../engine/explore/sharing-boxes.ts";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { sharingWordsOf } from "../../algorithms/index.ts";
import type { Drawing, DrawnEdge, DrawnNode, NodeMark } from "../../drawing/model/drawing.ts";
import { numbered } from "../../exploration/model/scalar.ts";
import { sized } from "../../words/magnitude.ts";
import { grouped } from "../../words/numbers.ts";

/** `lit` is a scalar: its backpropagator lights up, with the arrows from and to it. */
export function sharingDrawing(sharing: Sharing, lit: number | undefined): Drawing {
  const { boxes, arrows } = sharing;
  const isLit = (box: SharingBox | undefined): boolean => lit !== undefined && box?.scalar === lit;
  const nodes = boxes.map((box): DrawnNode => {
    const marks: NodeMark[] = box.scalar === undefined ? ["result"] : box.heldBy > 1 ? ["shared"] : [];
    if (isLit(box)) marks.push("lit");
    const { x, y, width, height } = box;
    const detail = rowsOf(sharing, box).join("\n");
    return { id: boxId(box), kind: "box", x, y, width, height, title: boxTitle(box), detail, flag: undefined, marks };
  });
  const edges = arrows.map(
    ({ from, to, label, bends }, index): DrawnEdge => ({
      id: `arrow ${index}`,
      from: nth(nodes, from).id,
      to: nth(nodes, to).id,
      label,
      bends,
      marks: isLit(boxes[from]) || isLit(boxes[to]) ? ["lit"] : [],
    }),
  );
  return { nodes, edges, isReversed: false, isDownward: true };
}

/** The scalar of a backpropagator by its number, and which of its boxes it is; the result has none. */
export function boxId({ scalar, copy }: SharingBox): string {
  if (scalar === undefined) return "result";
  return copy === 0 ? String(scalar) : `${scalar} ${copy}`;
}

/** The scalar of a box by its ID. */
export function scalarOf(id: string): number | undefined {
  const number = Number.parseInt(id, 10);
  return Number.isNaN(number) ? undefined : number;
}

/** `#2 z`, `#3 *`, or the result. */
function boxTitle({ scalar, title }: SharingBox): string {
  if (scalar === undefined) return t`result`;
  return title === `#${scalar}` ? title : `#${scalar} ${title}`;
}

/** A box's fields, line by line, and how often it is held. */
function rowsOf({ form }: Sharing, { scalar, fields, moreFields, heldBy }: SharingBox): readonly string[] {
  const isList = form.isList && scalar !== undefined;
  const rows = fields.map(({ name, text }, index) => {
    if (name !== undefined) return `${name} = ${text}`;
    if (!isList) return text;
    const isLast = index === fields.length - 1 && moreFields === 0;
    return `${index === 0 ? "[" : " "}${text}${isLast ? "]" : ","}`;
  });
  if (fields.length === 0) rows.push(sharingWordsOf(form).empty);
  if (moreFields > 0) rows.push(moreWords(moreFields));
  if (heldBy > 1) rows.push(sharedBy(heldBy));
  return rows;
}

function moreWords(count: number): string {
  const more = grouped(count);
  return plural(count, { one: `… ${more} more`, other: `… ${more} more` });
}

function sharedBy(count: number): string {
  const holders = grouped(count);
  return t`shared by ${holders}`;
}

/** A box in a sentence: its fields, with the scalars that its pointers lead to, and its count of holders. */
export function boxWords(sharing: Sharing, graph: RunGraph, box: SharingBox): string {
  const { form } = sharing;
  const { scalar, fields, moreFields, heldBy } = box;
  const title = boxTitle(box);
  const held = fields.map((field) => fieldWords(graph, field));
  if (moreFields > 0) held.push(moreWords(moreFields));
  const list = held.join(", ");
  if (scalar === undefined) return t`${title} is ${list}`;
  if (form.isTerm) {
    const term = held[0] ?? sharingWordsOf(form).holdsNothing;
    const words = t`${title} is ${term}`;
    return heldBy > 1 ? `${words}; ${sharedBy(heldBy)}` : words;
  }
  const what =
    fields.length === 0 ? sharingWordsOf(form).holdsNothing : form.isList ? t`is [${list}]` : t`captures ${list}`;
  return heldBy > 1 ? `${title} ${what}; ${sharedBy(heldBy)}` : `${title} ${what}`;
}

function fieldWords(graph: RunGraph, { name, text, to }: SharingField): string {
  let place = 0;
  const pointed = text.replaceAll(POINTER, () => `→ ${numbered(graph, nth(to, place++))}`);
  return name === undefined ? pointed : `${name} = ${pointed}`;
}

/** Shared backpropagators that are named. */
const MOST_NAMED = 4;

/** The counts: backpropagators, arrows, and sharing. */
export function sharingCounts({ form, boxes, total }: Sharing): string {
  if (form.isUnfolded) return visitCounts(boxes.length - 1, total.boxes);
  const [boxCount, arrowCount] = [grouped(total.boxes), grouped(total.arrows)];
  const boxWords = form.isTerm
    ? plural(total.boxes, { one: `${boxCount} term`, other: `${boxCount} terms` })
    : plural(total.boxes, { one: `${boxCount} backpropagator`, other: `${boxCount} backpropagators` });
  const arrowWords = plural(total.arrows, { one: `${arrowCount} arrow`, other: `${arrowCount} arrows` });
  const drawn = boxes.length - 1;
  const first = grouped(drawn);
  const sentences = [`${boxWords}, ${arrowWords}.`];
  if (drawn < total.boxes) sentences.push(t`The ${first} nearest to the result are drawn.`);
  const shared = boxes
    .filter(({ heldBy }) => heldBy > 1)
    .sort((a, b) => b.heldBy - a.heldBy || present(a.scalar) - present(b.scalar));
  const named = shared.slice(0, MOST_NAMED);
  for (const box of named) {
    const title = boxTitle(box);
    const holders = grouped(box.heldBy);
    sentences.push(t`${title} is shared by ${holders}.`);
  }
  const others = total.shared - named.length;
  const more = grouped(others);
  if (total.shared === 0) sentences.push(t`Nothing is shared.`);
  else if (others > 0)
    sentences.push(plural(others, { one: `${more} other is shared.`, other: `${more} others are shared.` }));
  return sentences.join(" ");
}

/** How many terms an evaluation that ignores sharing visits. */
function visitCounts(drawn: number, visits: number): string {
  const count = sized(visits);
  const all = plural(visits, { one: `${count} visit, and no sharing.`, other: `${count} visits, and no sharing.` });
  const first = grouped(drawn);
  return drawn < visits ? `${all} ${t`The ${first} nearest to the result are drawn.`}` : all;
}
