// Prose with numbers that a run gives.
import { lazy, Suspense, useEffect, useMemo } from "react";
import { nth, present } from "../../../engine/base/nth.ts";
import type { CellId } from "../../document/document.ts";
import { PlainText } from "../../ui/plain-text.tsx";
import type { CellSetting } from "../model/cells.ts";
import { filled, inlinesOf } from "../model/inline.ts";
import { OWN_SETTING, useAnswers, wantAnswers } from "../state/answers.ts";
import { askedAt, queryIn, wordsOf } from "../state/filled-text.ts";
import { useDeeds } from "../state/progress.ts";
import { useShownDocument } from "./shown-document.ts";

const Rendered = lazy(() => import("../../prose/rendered-prose.tsx"));

/** A text, and its queries' subjects. */
export interface LessonTextProps {
  readonly text: string;
  /** The cell that it stands in: its queries are about the nearest program above. */
  readonly cell: CellId;
  /** The program that queries are about where they name none. */
  readonly of?: string;
  readonly setting?: CellSetting;
}

/** Prose with the answers of its queries filled in; it is marked busy while answers are missing. */
export default function LessonText({ text, cell, of = "", setting = OWN_SETTING }: LessonTextProps) {
  const document = useShownDocument();
  const inlines = useMemo(() => inlinesOf(text), [text]);
  const deeds = useDeeds();
  const asked = inlines.map((inline) => askedAt({ document, cell, of, setting, deeds }, inline));
  const queries = asked.map(queryIn);
  const answers = useAnswers(queries);
  useEffect(() => wantAnswers(queries.filter((one) => one !== undefined)));
  const words = new Map(inlines.map(({ source }, index) => [source, wordsOf(nth(asked, index), answers[index])]));
  const shown = inlines.length === 0 ? text : filled(text, ({ source }) => present(words.get(source)));
  const isWaiting = queries.some((one, index) => one !== undefined && answers[index] === undefined);
  return (
    <div aria-busy={isWaiting}>
      <Suspense fallback={<PlainText className="quiet" text={shown} />}>
        <Rendered text={shown} />
      </Suspense>
    </div>
  );
}
