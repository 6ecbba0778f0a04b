// One mistake: its place, its message, notes to understand it, and the fix where there is one.
import { plural, t } from "@lingui/core/macro";
import type { Fix } from "../../../engine/source/diagnostic.ts";
import type { Span } from "../../../engine/source/span.ts";
import { i18n } from "../../base/locale.ts";
import { Icon } from "../../ui/icon.tsx";
import { keyed } from "../../ui/keyed.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { message } from "../../words/rich-text.ts";
import type { MistakeView } from "../model/mistakes.ts";

interface MistakeProps {
  readonly mistake: MistakeView;
  /** Whether the mistake is about the text as it is now: then places can be gone to and fixes applied. */
  readonly current: boolean;
  onGo(span: Span): void;
  onFix(fix: Fix): void;
}

const MOST_NOTES = 8;

const WORDS: Readonly<Record<MistakeView["severity"], string>> = {
  error: t`Error`,
  warning: t`Warning`,
  missing: t`Missing`,
};

/** Shows one mistake with its notes and its fix; `current` marks the one at the caret. */
export function MistakeItem({ mistake, current, onGo, onFix }: MistakeProps) {
  const { severity, fix, notes } = mistake;
  const shown = notes.slice(0, MOST_NOTES);
  const rest = notes.length - shown.length;
  return (
    <div className={`mistake ${severity === "error" ? "error" : "warning"}`}>
      <span className="mistake-sign">
        <Icon name={severity === "error" ? "cross" : "question"} />
        <span className="visually-hidden">{WORDS[severity]}</span>
      </span>
      <div className="mistake-words">
        <p lang="en">
          {mistake.place !== "" && (
            <>
              <Place words={mistake.place} span={mistake.span} current={current} onGo={onGo} />
              {": "}
            </>
          )}
          <RichText runs={message(mistake.message)} />
        </p>
        {shown.length > 0 && (
          <ul className="notes">
            {keyed(shown).map(({ key, item: note }) => (
              <li key={key} lang="en">
                <RichText runs={message(note.message)} />
                {note.place !== "" && (
                  <>
                    {" ("}
                    <Place words={note.place} span={note.span} current={current} onGo={onGo} />)
                  </>
                )}
              </li>
            ))}
            {rest > 0 && <li>{plural(rest, { one: `and ${rest} more`, other: `and ${rest} more` })}</li>}
          </ul>
        )}
      </div>
      {fix !== undefined && current && (
        <button type="button" className="button line small" lang="en" onClick={() => onFix(fix)}>
          <span>
            <RichText runs={message(fix.title.charAt(0).toUpperCase() + fix.title.slice(1))} />
          </span>
        </button>
      )}
    </div>
  );
}

interface PlaceProps {
  readonly words: string;
  readonly span: Span | undefined;
  readonly current: boolean;
  onGo(span: Span): void;
}

/** Shows `line 3`, as a way there where there is one. */
export function Place({ words, span, current, onGo }: PlaceProps) {
  // the message around it is the engine's
  const { locale } = i18n;
  if (span === undefined || !current || span.source === "<prelude>")
    return (
      <span className="place" lang={locale}>
        {words}
      </span>
    );
  return (
    <button type="button" className="link place" lang={locale} onClick={() => onGo(span)}>
      {words}
    </button>
  );
}
