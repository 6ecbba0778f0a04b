// Prose of a document: code for computed numbers is loaded where it has some.
import { lazy, Suspense } from "react";
import { PlainText } from "../../ui/plain-text.tsx";
import { hasInline } from "../model/inline.ts";
import type { TextPlace } from "./use-filled.ts";

const Rendered = lazy(() => import("../../prose/rendered-prose.tsx"));
const LessonText = lazy(() => import("./lesson-text.tsx"));

/** Prose, with answers filled in where it has queries; plain text while the code for it loads. */
export function Text(props: TextPlace) {
  return (
    <Suspense fallback={<PlainText className="quiet" text={props.text} />}>
      {hasInline(props.text) ? <LessonText {...props} /> : <Rendered text={props.text} />}
    </Suspense>
  );
}
