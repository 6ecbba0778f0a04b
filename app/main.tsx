// The page's entry: styles, stores, and the first run.
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/card.css";
import "./styles/editor.css";
import "./styles/result.css";
import "./styles/dialog.css";
import "./styles/transformed.css";
import "./styles/look.css";
import "./styles/notebook.css";
import "./styles/play.css";
import "./styles/menu.css";
import "./help/help.css";
import "./styles/phone.css";
import "./styles/print.css";
import { I18nProvider } from "@lingui/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openEntrance } from "./entrance/state.ts";
import { i18n } from "./locale.ts";
import { startSceneLinks } from "./present/scene-links.ts";
import { startPresenting } from "./present/state.ts";
import { Root } from "./root.tsx";
import { startChecking } from "./state/checking.ts";
import { startClosing } from "./state/closing.ts";
import { loadDocument, startSharing, useDocument } from "./state/document.ts";
import { hasFailed, startDrawing } from "./state/drawing.ts";
import { startLeaving } from "./state/leaving.ts";
import { startLinks } from "./state/links.ts";
import { startLive } from "./state/live.ts";
import { IS_EMBEDDED, KEEPS_NOTHING, NOTES_OF } from "./state/mode.ts";
import { runAll, runSettled, startFollowing } from "./state/running.ts";
import { startTheme } from "./state/theme.ts";
import { startUpdates } from "./state/update.ts";
import { Rescue, RescueBoundary } from "./views/rescue.tsx";
import { pagePool } from "./worker-pool.ts";

startTheme();
// what is open is known before anything is drawn
void loadDocument().then(start);

async function start(isKnown: boolean): Promise<void> {
  if (!isKnown && !IS_EMBEDDED) openEntrance();
  if (NOTES_OF === undefined) await startLinks();
  const { key } = useDocument.getState();
  const isText = hasFailed(key);
  // a window of notes shows what another one tells it
  if (!isText && NOTES_OF === undefined) {
    // a page within another one leaves nothing behind
    if (!KEEPS_NOTHING) startDrawing(key);
    startChecking();
    startFollowing();
    startLive();
    startSharing();
    startClosing();
    startLeaving();
    startPresenting();
    startSceneLinks();
    // a first visit shows a result at once; so does a program that ran to its end before and is unchanged
    if (isKnown) runSettled();
    else runAll();
    pagePool.warm();
  }
  draw(isText);
}

function draw(isText: boolean): void {
  createRoot(document.getElementById("page")!).render(
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
  );
}

// the next visit needs no network; a page within another one leaves nothing behind
if (import.meta.env.PROD && !KEEPS_NOTHING && "serviceWorker" in navigator)
  addEventListener("load", () => void startUpdates());
