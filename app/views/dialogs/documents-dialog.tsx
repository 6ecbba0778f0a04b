// The documents of this browser, and the open one as it was.
import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { download } from "../../components/download.ts";
import { Icon } from "../../components/icon.tsx";
import type { Document } from "../../document/document.ts";
import type { Entry } from "../../document/shelf.ts";
import { closeDialog } from "../../state/dialogs.ts";
import {
  beginDocument,
  deleteDocument,
  documents,
  emptyDocument,
  openDocument,
  replaceDocument,
  storedText,
  useDocument,
  versions,
} from "../../state/document.ts";
import { grouped } from "../../view-models/numbers.ts";
import { Frame } from "./frame.tsx";
import { moveAmongChoices } from "./move-among-choices.ts";
import { OpenTag } from "./open-tag.tsx";

export function DocumentsDialog() {
  const open = useDocument((state) => state.key);
  const [list, setList] = useState(() => documents());
  const [past] = useState(() => versions());
  return (
    <Frame title={t`Documents in this browser`} onKeyDown={moveAmongChoices}>
      <div className="dialog-body">
        <button
          type="button"
          className="button solid small"
          onClick={() => {
            beginDocument(emptyDocument());
            closeDialog();
          }}
        >
          <Icon name="plus" /> {t`New document`}
        </button>
        <ul className="choices">
          {list.map((entry) => (
            <Stored
              key={entry.key}
              entry={entry}
              isOpen={entry.key === open}
              onDelete={() => {
                deleteDocument(entry.key);
                setList(documents());
              }}
            />
          ))}
        </ul>
        <h3 className="small-caps">{t`Earlier versions`}</h3>
        {past.length === 0 && (
          <p className="soft">{t`No earlier version yet. Dualscope keeps one for every minute in which you change the document.`}</p>
        )}
        <ul className="choices">
          {past.map(({ time, document }) => (
            <li key={time}>
              <button
                type="button"
                className="choice"
                onClick={() => {
                  replaceDocument(document, t`an earlier version was restored`);
                  closeDialog();
                }}
              >
                <span className="choice-number">
                  <Icon name="back" />
                </span>
                <b>
                  <time dateTime={new Date(time).toISOString()}>{when(time)}</time>
                </b>
                <span className="choice-about">{sizeWords(document)}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Frame>
  );
}

interface StoredProps {
  readonly entry: Entry;
  readonly isOpen: boolean;
  onDelete(): void;
}

/** A stored document: it is opened, or, where it cannot be read, saved as it is. */
function Stored({ entry: { key, title, time, unreadable }, isOpen, onDelete }: StoredProps) {
  const run = (): void => {
    if (unreadable !== undefined) return download(new Blob([storedText(key)], { type: "text/plain" }), `${title}.txt`);
    if (!isOpen) openDocument(key);
    closeDialog();
  };
  return (
    <li className="with-action">
      <button type="button" className="choice" aria-current={isOpen ? "true" : undefined} onClick={run}>
        <span className="choice-number">
          {isOpen && <Icon name="tick" />}
          {unreadable !== undefined && <Icon name="save" />}
        </span>
        <b>
          {title}
          {isOpen && <OpenTag />}
        </b>
        <span className="choice-about">
          {unreadable === undefined ? savedWords(time) : unreadableWords(unreadable)}
        </span>
      </button>
      {!isOpen && (
        <button
          type="button"
          className="button quiet icon-only"
          aria-label={t`Delete “${title}” for good`}
          title={t`Delete for good`}
          onClick={() => {
            if (window.confirm(t`Delete “${title}” for good?`)) onDelete();
          }}
        >
          <Icon name="cross" />
        </button>
      )}
    </li>
  );
}

function when(time: number): string {
  return new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

function unreadableWords(reason: string): string {
  return t`cannot be read: ${reason}; save what is there as a file`;
}

function savedWords(time: number): string {
  if (time === 0) return t`saved at a time that is not known`;
  const moment = when(time);
  return t`saved ${moment}`;
}

/** `3 cells, 1234 characters; can be undone`. */
function sizeWords({ cells }: Document): string {
  const count = cells.length;
  const length = cells.reduce((sum, { text }) => sum + text.length, 0);
  const characters = grouped(length);
  return t`${plural(count, { one: "one cell", other: `${count} cells` })}, ${plural(length, { one: `${characters} character`, other: `${characters} characters` })}; can be undone`;
}
