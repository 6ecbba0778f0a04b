// The window's content: the document and its views, its slides, or the notes to them.
import { lazy, Suspense } from "react";
import { NOTES_OF } from "./base/mode.ts";
import { Page } from "./page/page.tsx";
import { useShow } from "./present/state.ts";

const Present = lazy(() => import("./present/present.tsx"));
const NotesWindow = lazy(() => import("./present/notes/notes-window.tsx"));

/** Fills the window by its address and state: the notes, the slides, or else the page. */
export function Root() {
  const isPresenting = useShow(({ at }) => at !== undefined);
  if (NOTES_OF !== undefined)
    return (
      <Suspense fallback={null}>
        <NotesWindow />
      </Suspense>
    );
  if (isPresenting)
    return (
      <Suspense fallback={null}>
        <Present />
      </Suspense>
    );
  return <Page />;
}
