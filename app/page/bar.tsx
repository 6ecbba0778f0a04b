// The bar on top: the page's name, the document's title and whether it is saved, and the theme.
import { t } from "@lingui/core/macro";
import { STUDY_PAGES } from "../algorithms/studies.ts";
import { OPENS_WITH_SLIDES } from "../base/mode.ts";
import { CommandMenu } from "../commands/command-menu.tsx";
import { present } from "../commands/commands.ts";
import { useCurrentProgram } from "../commands/focus-cell.ts";
import { addressOf, type PageView, TEXT_VIEWS, VIEWS, type View } from "../document/address.ts";
import { nameOf } from "../document/shelf/entry.ts";
import { setTitle } from "../document/state/changing.ts";
import { type Saved, useDocument } from "../document/state/document.ts";
import { isUntouched, useEntrance } from "../entrance/state.ts";
import { openHelp } from "../help/state.ts";
import { openDialog } from "../navigation/dialogs.ts";
import { useRoute, VIEW_WORDS } from "../navigation/route.ts";
import { Icon, type IconName, Mark } from "../ui/icon.tsx";
import { ProgramPicker } from "./program-picker.tsx";

const SAVED_WORDS: Readonly<Record<Saved, string>> = {
  saved: t`saved in this browser`,
  saving: t`saving …`,
  full: t`not saved: browser storage is full`,
  closed: t`not saved: the browser keeps no data for this page`,
  deleted: t`deleted in another tab; any change saves it again`,
};

/** Shows the bar on top: the name of the page, the title of the document with whether it is saved, views, commands and themes. */
export function Bar() {
  const title = useDocument(({ document }) => document.title);
  const name = useDocument(({ document }) => nameOf(document));
  const saved = useDocument((state) => state.saved);
  const isFailed = saved !== "saved" && saved !== "saving";
  // a newcomer has nothing to share until the program is edited
  const isSample = useDocument(({ document }) => isUntouched(document));
  const isWelcomed = useEntrance(({ isOpen }) => isOpen);
  const isFirstScreen = useRoute(({ view }) => view === "document") && isWelcomed && isSample;
  // on a projector a view has the screen, and the way to the others large letters
  const isProjected = useRoute(({ view }) => OPENS_WITH_SLIDES && view !== "document");
  return (
    <header className={isProjected ? "bar of-projector" : "bar"}>
      <span className="brand">
        <Mark /> <span translate="no">Dualscope</span>
      </span>
      <div className="document-title">
        {!isFirstScreen && (
          <input
            type="text"
            aria-label={t`Title of the document`}
            placeholder={name}
            autoComplete="off"
            spellCheck={false}
            title={name}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
        <small className={isFailed ? "failed" : undefined} role={isFailed ? "alert" : undefined}>
          {SAVED_WORDS[saved]}
        </small>
      </div>
      <ProgramPicker />
      <ViewLinks />
      <span className="bar-tools">
        <button
          type="button"
          className="button small help-button"
          data-part="help-button"
          title={t`Help: language, glossary and keys (F1)`}
          onClick={() => openHelp()}
        >
          <Icon name="question" /> <span>{t`Help`}</span>
        </button>
        {!isFirstScreen && (
          <>
            <button type="button" className="button line small wide-only" onClick={() => openDialog("share")}>
              {t`Share`}
            </button>
            <button type="button" className="button line small wide-only" onClick={present}>
              {t`Present`}
            </button>
          </>
        )}
        <CommandMenu label={t`Menu`} groups={["document", "page"]} />
      </span>
    </header>
  );
}

function tabsBeside(open: View): readonly View[] {
  const shown = TEXT_VIEWS.includes(open) ? open : TEXT_VIEWS[0];
  return VIEWS.filter((view) => view === shown || !TEXT_VIEWS.includes(view));
}

/** Shown over the words where the views are tabs at the foot. */
const ICONS: Readonly<Record<PageView, IconName>> = {
  document: "book",
  explorer: "columns",
  graph: "graph",
  ladder: "ladder",
  complexity: "curve",
  jobs: "fork",
  systems: "tiles",
  compiled: "code",
};

const VIEW_ICONS: Readonly<Record<View, IconName>> = {
  ...ICONS,
  ...Object.fromEntries(STUDY_PAGES.map(({ view, icon }) => [view, icon])),
};

function ViewLinks() {
  const open = useRoute(({ view }) => view);
  const viewed = useRoute((state) => state.cell);
  const current = useCurrentProgram();
  // from a document the views lead to the program that was touched last
  const cell = open === "document" ? current : viewed;
  return (
    <nav className="views" aria-label={t`Views`}>
      {tabsBeside(open).map((view) => (
        <a key={view} href={addressOf(view, cell)} aria-current={view === open ? "page" : undefined}>
          <Icon name={VIEW_ICONS[view]} />
          {VIEW_WORDS[view]}
        </a>
      ))}
    </nav>
  );
}
