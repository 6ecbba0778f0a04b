// The documents of this browser, and the open one as it was.
import { useState } from "react";
import { Icon } from "../../components/icon.tsx";
import { closeDialog } from "../../state/dialogs.ts";
import {
  beginDocument,
  deleteDocument,
  documents,
  emptyDocument,
  openDocument,
  replaceDocument,
  useDocument,
  versions,
} from "../../state/document.ts";
import { grouped } from "../../view-models/numbers.ts";
import { Frame } from "./frame.tsx";
import { moveAmongChoices } from "./move-among-choices.ts";

export function DocumentsDialog() {
  const open = useDocument((state) => state.key);
  const [list, setList] = useState(() => documents());
  const [past] = useState(() => versions());
  const when = (time: number): string => new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return (
    <Frame title="Documents in this browser" onKeyDown={moveAmongChoices}>
      <div className="dialog-body">
        <button
          type="button"
          className="button solid small"
          onClick={() => {
            beginDocument(emptyDocument());
            closeDialog();
          }}
        >
          <Icon name="plus" /> New document
        </button>
        <ul className="choices">
          {list.map(({ key, title, time }) => (
            <li key={key} className="with-action">
              <button
                type="button"
                className="choice"
                aria-current={key === open ? "true" : undefined}
                onClick={() => {
                  if (key !== open) openDocument(key);
                  closeDialog();
                }}
              >
                <span className="choice-number">{key === open && <Icon name="tick" />}</span>
                <b>{title}</b>
                <span className="choice-about">saved {when(time)}</span>
              </button>
              {key !== open && (
                <button
                  type="button"
                  className="button quiet icon-only"
                  aria-label={`Delete “${title}” for good`}
                  title="Delete for good"
                  onClick={() => {
                    if (!window.confirm(`Delete “${title}” for good?`)) return;
                    deleteDocument(key);
                    setList(documents());
                  }}
                >
                  <Icon name="cross" />
                </button>
              )}
            </li>
          ))}
        </ul>
        <h3 className="small-caps">This document as it was</h3>
        {past.length === 0 && (
          <p className="soft">There is no earlier version yet: one is kept every minute in which it changes.</p>
        )}
        <ul className="choices">
          {past.map(({ time, document }) => (
            <li key={time}>
              <button
                type="button"
                className="choice"
                onClick={() => {
                  replaceDocument(document, "an earlier version was taken");
                  closeDialog();
                }}
              >
                <span className="choice-number">
                  <Icon name="back" />
                </span>
                <b>{when(time)}</b>
                <span className="choice-about">
                  {document.cells.length === 1 ? "one cell" : `${document.cells.length} cells`},{" "}
                  {grouped(document.cells.reduce((sum, { text }) => sum + text.length, 0))} characters; Undo leads back
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Frame>
  );
}
