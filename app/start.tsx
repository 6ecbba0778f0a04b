// The page itself: its stores, and the first run.

import { I18nProvider } from "@lingui/react";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { present } from "../engine/base/nth.ts";
import { i18n } from "./base/locale.ts";
import { IS_EMBEDDED, KEEPS_NOTHING, NOTES_OF } from "./base/mode.ts";
import { pagePool } from "./client/worker-pool.ts";
import { useDocument } from "./document/state/document.ts";
import { hasFailed, startDrawing } from "./document/state/drawn.ts";
import { startLeaving } from "./document/state/leaving.ts";
import { loadDocument, startSharing } from "./document/state/opening.ts";
import { useEntrance, welcome } from "./entrance/state.ts";
import { startLinks } from "./navigation/links.ts";
import { loadEditors } from "./notebook/cell/loading.ts";
import { Rescue, RescueBoundary } from "./page/rescue.tsx";
import { startUpdates } from "./page/update.ts";
import { startSceneLinks } from "./present/scene-links.ts";
import { startPresenting } from "./present/state.ts";
import { startChecking } from "./program/state/checking.ts";
import { startLive } from "./program/state/live.ts";
import { runAll, runSettled, startFollowing } from "./program/state/running.ts";
import { Root } from "./root.tsx";
import { startTheme } from "./ui/theme.ts";

/** Milliseconds. */
const AFTER_DRAWING = 2000;

startTheme();
// the first worker is fetched while the document is read and drawn
if (NOTES_OF === undefined) pagePool.warm();
// the document is known before anything is drawn
void loadDocument().then(start);

async function start(isKnown: boolean): Promise<void> {
  if (!IS_EMBEDDED) welcome(!isKnown);
  if (NOTES_OF === undefined) await startLinks();
  const { key } = useDocument.getState();
  const isText = hasFailed(key);
  // a window of notes shows another's state
  if (!isText && NOTES_OF === undefined) {
    // a page within another one leaves nothing behind
    if (!KEEPS_NOTHING) startDrawing(key);
    startChecking();
    startFollowing();
    startLive();
    startSharing();
    startLeaving();
    startPresenting();
    startSceneLinks();
    // the welcome shows a result at once; so does a program that ran to its end before and is unchanged
    if (isKnown && !useEntrance.getState().isOpen) runSettled();
    else runAll();
  }
  // of a first visit, whose first screen has no editor in sight, they are loaded after its first answer
  if (!isText && NOTES_OF === undefined && !useEntrance.getState().isOpen) await loadEditors();
  draw(isText);
  setTimeout(() => {
    document.documentElement.dataset.started = "";
    // before, another worker would take the processor from the first screen
    if (!isText && NOTES_OF === undefined) pagePool.warm();
  }, AFTER_DRAWING);
  // before, the files of all other screens would take the network from the first worker; a page within another one leaves nothing behind
  if (import.meta.env.PROD && !KEEPS_NOTHING && "serviceWorker" in navigator)
    setTimeout(() => void startUpdates(), AFTER_DRAWING / 2);
}

/** Draws the page in slices, so that the reader's actions do not wait. */
function draw(isText: boolean): void {
  const root = createRoot(present(document.getElementById("page")));
  startTransition(() =>
    root.render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          {isText ? (
            <Rescue />
          ) : (
            <RescueBoundary>
              <Root />
            </RescueBoundary>
          )}
        </I18nProvider>
      </StrictMode>,
    ),
  );
}
