// Prose with numbers that a run gives.
import { lazy, Suspense, useEffect, useMemo } from "react";
import { answerText } from "../../../engine/session/queries/answer.ts";
import type { Answered } from "../../../engine/session/queries/evaluate.ts";
import type { CellId, Document } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";
import { PlainText } from "../../ui/plain-text.tsx";
import { programAbout } from "../model/asked-program.ts";
import type { CellSetting } from "../model/cells.ts";
import { filled, type Inline, inlinesOf } from "../model/inline.ts";
import { type Deeds, waitsForAnswer } from "../model/open-questions.ts";
import { type AskedQuery, askedQuery, OWN_SETTING, useAnswers, wantAnswers } from "../state/answers.ts";
import { useDeeds } from "../state/progress.ts";

const Rendered = lazy(() => import("../../prose/rendered-prose.tsx"));

interface LessonTextProps {
  readonly text: string;
  /** The cell that it stands in: its queries are about the nearest program above. */
  readonly cell: CellId;
  /** The program that queries are about where they name none. */
  readonly of?: string;
  readonly setting?: CellSetting;
}

/** What stands in the place of an answer that is not there yet, and of one that cannot be had. */
const WAITING = "…";
const NOTHING = "?";

export function LessonText({ text, cell, of = "", setting = OWN_SETTING }: LessonTextProps) {
  const document = useDocument((state) => state.document);
  const inlines = useMemo(() => inlinesOf(text), [text]);
  const deeds = useDeeds();
  const asked = inlines.map((inline) => askedOf({ document, cell, of, setting, deeds }, inline));
  const answers = useAnswers(asked);
  useEffect(() => wantAnswers(asked.filter((one) => one !== undefined)));
  const words = new Map(inlines.map(({ source }, index) => [source, wordsOf(asked[index], answers[index])]));
  const shown = inlines.length === 0 ? text : filled(text, ({ source }) => words.get(source) ?? NOTHING);
  return (
    <Suspense fallback={<PlainText className="quiet" text={shown} />}>
      <Rendered text={shown} />
    </Suspense>
  );
}

/** Where a text stands. */
interface Place extends Required<Pick<LessonTextProps, "cell" | "of" | "setting">> {
  readonly document: Document;
  readonly deeds: Deeds;
}

function askedOf({ document, cell, of, setting, deeds }: Place, inline: Inline): AskedQuery | undefined {
  const program = programAbout(document, cell, inline.of === "" ? of : inline.of);
  // nothing of a program from elsewhere runs before its reader asks, and nothing is told that a question above asks for
  if (program === undefined || program.foreign || waitsForAnswer(document, cell, program.id, deeds)) return undefined;
  return askedQuery(program, inline.query, setting);
}

function wordsOf(asked: AskedQuery | undefined, answer: Answered | undefined): string {
  if (asked === undefined) return NOTHING;
  if (answer === undefined) return WAITING;
  return answer.tag === "answer" ? answerText(answer.answer) : `${NOTHING} (${answer.message})`;
}
