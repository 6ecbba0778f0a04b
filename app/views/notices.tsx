// What the user should know of the document: a program was opened beside it, or what was kept could not be read.
import { Icon } from "../components/icon.tsx";
import { dismissNotice, openDocument, useDocument } from "../state/document.ts";
import { takeUpdate } from "../state/update.ts";

/** A program was opened in a document of its own. */
export function BesideNotice() {
  const notice = useDocument((state) => state.notice);
  if (notice?.tag !== "beside") return null;
  const { key, title } = notice;
  return (
    <div className="notice top" role="status">
      <p>It is a document of its own. Yours, “{title}”, is as it was, under Documents.</p>
      <button type="button" className="button line small" onClick={() => openDocument(key)}>
        <Icon name="back" /> Back to what you had
      </button>
      <Dismiss />
    </div>
  );
}

export function UnreadableNotice() {
  const notice = useDocument((state) => state.notice);
  if (notice?.tag !== "unreadable") return null;
  return (
    <div className="notice top" role="status">
      <p>
        What was kept in this browser cannot be read: {notice.reason}. It is still there, unchanged, as{" "}
        <code>{notice.name}</code> in the browser’s storage.
      </p>
      <Dismiss />
    </div>
  );
}

/** Why something cannot be done. */
export function SaidNotice() {
  const notice = useDocument((state) => state.notice);
  if (notice?.tag !== "said") return null;
  return (
    <div className="notice said" role="alert">
      <p>{notice.words}</p>
      <Dismiss />
    </div>
  );
}

/** A newer build of the page. */
export function UpdateNotice() {
  const notice = useDocument((state) => state.notice);
  if (notice?.tag !== "update") return null;
  return (
    <div className="notice top" role="status">
      <p>A newer Dualscope is there. Your documents stay as they are.</p>
      <button type="button" className="button line small" onClick={takeUpdate}>
        Use it now
      </button>
      <Dismiss />
    </div>
  );
}

/** Two tabs on one document. */
export function ForkedNotice() {
  const notice = useDocument((state) => state.notice);
  if (notice?.tag !== "forked") return null;
  return (
    <div className="notice top" role="status">
      <p>
        Another tab changes this document, too. What you write here goes on as a document of its own; both are under
        “Documents”.
      </p>
      <Dismiss />
    </div>
  );
}

/** A link or a file that could not be opened. */
export function RefusedNotice() {
  const notice = useDocument((state) => state.notice);
  if (notice?.tag !== "refused") return null;
  return (
    <div className="notice top" role="alert">
      <p>It was not opened: {notice.reason}. Your document is as it was.</p>
      <Dismiss />
    </div>
  );
}

function Dismiss() {
  return (
    <button
      type="button"
      className="button icon-only quiet"
      onClick={dismissNotice}
      aria-label="Dismiss"
      title="Dismiss"
    >
      <Icon name="cross" />
    </button>
  );
}
