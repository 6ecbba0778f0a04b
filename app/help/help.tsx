// The help beside the page: its head and its search, which are there at once; the rest is loaded when it is opened.
import { t } from "@lingui/core/macro";
import { type KeyboardEvent, lazy, type RefObject, Suspense, useEffect, useRef } from "react";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { Icon } from "../ui/icon.tsx";
import { moveFocus } from "../ui/menus/move-focus.ts";
import type { KeyGroup } from "./items.ts";
import { closeHelp, lookFor, SECTIONS, type Section, turnToSection, useHelp } from "./state.ts";

const Contents = lazy(() => import("./contents.tsx"));

const SECTION_WORDS: Readonly<Record<Section, string>> = {
  language: t`Language`,
  words: t`Glossary`,
  origins: t`Coming from`,
  writing: t`Lessons`,
  speed: t`How fast`,
  keys: t`Keys`,
};

/** Below this width the help fills the window, and the page rests. */
const FILLS = "(width < 50rem)";

interface HelpProps {
  /** All keys of the page, for whom they are looked for by. */
  loadKeys(): Promise<readonly KeyGroup[]>;
  /** Leads to where keys are changed. */
  onChangeKeys(): void;
  /** Opens a program that runs. */
  onOpen(text: string): void;
}

/** Shows the help beside the page where it is open; Escape closes it and gives the focus back. */
export function Help(props: HelpProps) {
  const isOpen = useHelp((state) => state.isOpen);
  return isOpen ? <OpenHelp {...props} /> : null;
}

function OpenHelp({ loadKeys, onChangeKeys, onOpen }: HelpProps) {
  const panel = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const query = useHelp((state) => state.query);
  const section = useHelp((state) => state.section);
  const asked = useHelp((state) => state.asked);
  useEffect(() => {
    document.documentElement.dataset.help = "open";
    return () => {
      delete document.documentElement.dataset.help;
    };
  }, []);
  useRest(panel);
  useEffect(() => {
    if (asked === 0) return;
    input.current?.focus();
    input.current?.select();
  }, [asked]);
  const key = (event: KeyboardEvent<HTMLElement>): void => {
    // the page has keys of its own: plain ones are for the help alone
    if (!event.ctrlKey && !event.metaKey && !/^F\d+$/.test(event.key)) event.stopPropagation();
    if (event.key === "Escape") {
      event.preventDefault();
      closeHelp();
    } else moveFocus(event, "input[type=search], article")?.scrollIntoView({ block: "nearest" });
  };
  const open = (text: string): void => {
    if (matchMedia(FILLS).matches) closeHelp();
    onOpen(text);
  };
  return (
    <aside ref={panel} className="help" aria-label={t`Help`} tabIndex={-1} onKeyDown={key}>
      <div className="help-head">
        <h2>{t`Help`}</h2>
        <button type="button" className="button line small" onClick={closeHelp}>
          {t`Close`}{" "}
          <span className="key" aria-hidden="true">
            {t`Esc`}
          </span>
        </button>
      </div>
      <search className="help-search">
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          aria-label={t`Search the help`}
          placeholder={t`let, foldl, cotangent, tape …`}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => lookFor(event.target.value)}
        />
      </search>
      <fieldset className="help-sections" aria-label={t`Sections of the help`}>
        {SECTIONS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={query.trim() === "" && one === section}
            onClick={() => turnToSection(one)}
          >
            {SECTION_WORDS[one]}
          </button>
        ))}
      </fieldset>
      <ErrorBoundary>
        <Suspense fallback={<p className="quiet help-loading">{t`loading …`}</p>}>
          <Contents loadKeys={loadKeys} onChangeKeys={onChangeKeys} onOpen={open} />
        </Suspense>
      </ErrorBoundary>
    </aside>
  );
}

/** While the help fills the window, the rest cannot be reached. */
function useRest(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const fills = matchMedia(FILLS);
    const rest = (isResting: boolean): void => {
      for (const other of panel.current?.parentElement?.children ?? [])
        if (other !== panel.current && other instanceof HTMLElement && other.tagName !== "DIALOG")
          other.inert = isResting;
    };
    const follow = (): void => rest(fills.matches);
    const parent = panel.current?.parentElement;
    follow();
    fills.addEventListener("change", follow);
    return () => {
      fills.removeEventListener("change", follow);
      for (const other of parent?.children ?? []) if (other instanceof HTMLElement) other.inert = false;
    };
  }, [panel]);
}
