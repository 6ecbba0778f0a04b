// The documents of this browser, and the way to the versions of the open one.
import { t } from "@lingui/core/macro";
import { emptyDocument } from "../document/document.ts";
import type { Entry } from "../document/shelf/listing.ts";
import { useDocument } from "../document/state/document.ts";
import { beginDocument, deleteDocument, openDocument, storedText } from "../document/state/opening.ts";
import { useDocuments } from "../document/state/use-documents.ts";
import { closeDialog, openDialog } from "../navigation/dialogs.ts";
import { download } from "../ui/download.ts";
import { Icon } from "../ui/icon.tsx";
import { moment } from "../words/moments.ts";
import { Frame } from "./frame.tsx";
import { OpenTag } from "./open-tag.tsx";

/** Shows the documents that this browser keeps, to open, save or delete one, and the way to the versions of the open one. */
export default function DocumentsDialog() {
  const open = useDocument((state) => state.key);
  const [list = [], look] = useDocuments();
  return (
    <Frame title={t`Documents in this browser`}>
      <div className="dialog-body">
        <button
          type="button"
          className="button solid small"
          onClick={() => {
            void beginDocument(emptyDocument());
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
              onDelete={() => void deleteDocument(entry.key).then(look)}
            />
          ))}
        </ul>
        <button type="button" className="button line small" onClick={() => openDialog("versions")}>
          <Icon name="back" /> {t`Earlier versions of the open document`}
        </button>
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
  const run = async (): Promise<void> => {
    if (unreadable !== undefined)
      return download(new Blob([await storedText(key)], { type: "text/plain" }), `${title}.txt`);
    if (!isOpen) await openDocument(key);
    closeDialog();
  };
  return (
    <li className="with-action">
      <button type="button" className="choice" aria-current={isOpen ? "true" : undefined} onClick={() => void run()}>
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

function unreadableWords(reason: string): string {
  return t`cannot be read: ${reason}; save its contents as a file`;
}

function savedWords(time: number): string {
  if (time === 0) return t`saved at an unknown time`;
  const saved = moment(time);
  return t`saved ${saved}`;
}
