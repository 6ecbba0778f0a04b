// The words in the place of a text's queries, from runs that are asked for as they are shown.
import { useEffect, useMemo } from "react";
import { nth } from "../../../engine/base/nth.ts";
import type { CellId } from "../../document/document.ts";
import type { CellSetting } from "../model/cells.ts";
import { inlinesOf } from "../model/inline.ts";
import { OWN_SETTING, useAnswers, wantAnswers } from "../state/answers.ts";
import { askedAt, queryIn, wordsOf } from "../state/filled-text.ts";
import { useDeeds } from "../state/progress.ts";
import { useShownDocument } from "./shown-document.ts";

/** A text, and its queries' subjects. */
export interface TextPlace {
  readonly text: string;
  /** The cell that it stands in: its queries are about the nearest program above. */
  readonly cell: CellId;
  /** The program that queries are about where they name none. */
  readonly of?: string | undefined;
  readonly setting?: CellSetting | undefined;
}

/** The words for each query of a text, by its source, and whether answers are missing. */
export function useFilled({ text, cell, of = "", setting = OWN_SETTING }: TextPlace): {
  readonly words: ReadonlyMap<string, string>;
  readonly isWaiting: boolean;
} {
  const document = useShownDocument();
  const inlines = useMemo(() => inlinesOf(text), [text]);
  const deeds = useDeeds();
  const asked = inlines.map((inline) => askedAt({ document, cell, of, setting, deeds }, inline));
  const queries = asked.map(queryIn);
  const answers = useAnswers(queries);
  useEffect(() => wantAnswers(queries.filter((one) => one !== undefined)));
  const words = new Map(inlines.map(({ source }, index) => [source, wordsOf(nth(asked, index), answers[index])]));
  return { words, isWaiting: queries.some((one, index) => one !== undefined && answers[index] === undefined) };
}
