// Prose with numbers that a run gives.
import { lazy, Suspense } from "react";
import { present } from "../../../engine/base/nth.ts";
import { PlainText } from "../../ui/plain-text.tsx";
import { filled } from "../model/inline.ts";
import { type TextPlace, useFilled } from "./use-filled.ts";

const Rendered = lazy(() => import("../../prose/rendered-prose.tsx"));

/** Prose with the answers of its queries filled in; it is marked busy while answers are missing. */
export default function LessonText(place: TextPlace) {
  const { words, isWaiting } = useFilled(place);
  const shown = words.size === 0 ? place.text : filled(place.text, ({ source }) => present(words.get(source)));
  return (
    <div aria-busy={isWaiting}>
      <Suspense fallback={<PlainText className="quiet" text={shown} />}>
        <Rendered text={shown} />
      </Suspense>
    </div>
  );
}
