// Prose with its numbers, where no component waits for them: for files.
import { nth } from "../../../engine/base/nth.ts";
import { answerText } from "../../../engine/queries/answer.ts";
import type { Answered } from "../../../engine/queries/evaluate.ts";
import type { CellId, Document } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";
import { briefValue } from "../../program/value/model/value-tree.ts";
import { programAbout } from "../model/asked-program.ts";
import type { CellSetting } from "../model/cells.ts";
import { filled, type Inline, inlinesOf } from "../model/inline.ts";
import type { Deeds } from "../model/open-questions.ts";
import { keptFrom } from "../model/told.ts";
import { type AskedQuery, answered, askedQuery, OWN_SETTING } from "./answers.ts";
import { deedsNow } from "./progress.ts";

/** The place of a text: its cell, and the program and setting of queries that name none. */
export interface Place {
  readonly document: Document;
  readonly cell: CellId;
  readonly of: string;
  readonly setting: CellSetting;
  readonly deeds: Deeds;
}

/** Placeholders for an answer that is not there yet, and for one that cannot be had or may not be shown. */
const WAITING = "…";
const NOTHING = "?";

/** The query of a place in a text; a placeholder where it may not be asked. */
export function askedAt({ document, cell, of, setting, deeds }: Place, inline: Inline): AskedQuery | string {
  const program = programAbout(document, cell, inline.of === "" ? of : inline.of);
  if (program === undefined) return NOTHING;
  // answers of open questions stay hidden, and a foreign program runs only when its reader agrees
  if (keptFrom(document, cell, program, [inline.query], setting, deeds).length > 0) return NOTHING;
  return program.foreign ? WAITING : askedQuery(program, inline.query, setting, document);
}

/** The query itself, where it may be asked. */
export function queryIn(asked: AskedQuery | string): AskedQuery | undefined {
  return typeof asked === "string" ? undefined : asked;
}

/** The text in the place of a query. */
export function wordsOf(asked: AskedQuery | string, answer: Answered | undefined): string {
  if (typeof asked === "string") return asked;
  if (answer === undefined) return WAITING;
  if (answer.tag === "mistake") return `${NOTHING} (${answer.message})`;
  const words = answerText(answer.answer);
  return answer.answer.tag === "text" ? briefValue(words) : words;
}

/** A text with its numbers: of the open document, or of another that it was. */
export async function filledText(
  cell: CellId,
  text: string,
  of = "",
  setting = OWN_SETTING,
  document = useDocument.getState().document,
): Promise<string> {
  const place = { document, cell, of, setting, deeds: deedsNow() };
  const inlines = inlinesOf(text);
  if (inlines.length === 0) return text;
  const asked = inlines.map((inline) => askedAt(place, inline));
  const answers = await answered(asked.map(queryIn));
  const words = new Map(inlines.map(({ source }, index) => [source, wordsOf(nth(asked, index), answers[index])]));
  return filled(text, ({ source }) => words.get(source) ?? NOTHING);
}
