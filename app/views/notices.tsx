// What the user should know of the document: a program was opened beside it, or what was kept could not be read.
import type { ReactNode } from "react";
import { unreachable } from "../../engine/base/unreachable.ts";
import { Icon, type IconName } from "../components/icon.tsx";
import { dismissNotice, type Notice, openDocument, useDocument } from "../state/document.ts";
import { takeUpdate } from "../state/update.ts";

/** What there is to be known, whatever it is. */
export function AnyNotice() {
  const notice = useDocument((state) => state.notice);
  return notice === undefined ? null : <NoticeView key={notice.tag} {...noticeOf(notice)} />;
}

/** That a program was opened in a document of its own. */
export function BesideNotice() {
  const notice = useDocument((state) => state.notice);
  return notice?.tag === "beside" ? <NoticeView {...noticeOf(notice)} /> : null;
}

interface NoticeProps {
  readonly words: ReactNode;
  /** Where it stands: on top of the document, or in sight wherever that was scrolled to. */
  readonly place?: "top" | "said";
  /** Whether it is heard at once. */
  readonly isUrgent?: boolean;
  readonly action?: { readonly words: string; readonly icon?: IconName; run(): void };
}

function NoticeView({ words, place = "top", isUrgent = false, action }: NoticeProps) {
  return (
    <div className={`notice ${place}`} role={isUrgent ? "alert" : "status"}>
      <p>{words}</p>
      {action !== undefined && (
        <button type="button" className="button line small" onClick={action.run}>
          {action.icon !== undefined && <Icon name={action.icon} />} {action.words}
        </button>
      )}
      <button
        type="button"
        className="button icon-only quiet"
        onClick={dismissNotice}
        aria-label="Dismiss"
        title="Dismiss"
      >
        <Icon name="cross" />
      </button>
    </div>
  );
}

function noticeOf(notice: Notice): NoticeProps {
  switch (notice.tag) {
    case "beside": {
      const { key, title } = notice;
      return {
        words: `It is a document of its own. Yours, “${title}”, is as it was, under Documents.`,
        action: { words: "Back to what you had", icon: "back", run: () => openDocument(key) },
      };
    }
    case "unreadable": {
      const { reason, name } = notice;
      return {
        words: (
          <>
            What was kept in this browser cannot be read: {reason}. It is still there, unchanged, as <code>{name}</code>{" "}
            in the browser’s storage.
          </>
        ),
      };
    }
    case "said":
      return { words: notice.words, place: "said", isUrgent: true };
    case "update":
      return {
        words: "A newer Dualscope is there. Your documents stay as they are.",
        action: { words: "Use it now", run: takeUpdate },
      };
    case "forked":
      return {
        words:
          "Another tab changes this document, too. What you write here goes on as a document of its own; both are under “Documents”.",
      };
    case "refused": {
      const { reason } = notice;
      return { words: `It was not opened: ${reason}. Your document is as it was.`, isUrgent: true };
    }
    default:
      return unreachable(notice);
  }
}
