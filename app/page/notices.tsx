// Notices about the document: a program was opened beside it, or kept data could not be read.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { unreachable } from "../../engine/base/unreachable.ts";
import { saveAsMarkdown } from "../commands/commands.ts";
import { dismissNotice, type Notice, useDocument } from "../document/state/document.ts";
import { openDocument } from "../document/state/opening.ts";
import { useRoute } from "../navigation/route.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { takeUpdate } from "./update.ts";

/** Removes the notice of a program that was opened when its reader moves to another view; returns the function that ends this. */
export function endNoticesWithViews(): () => void {
  return useRoute.subscribe(({ view }, before) => {
    if (view !== before.view && useDocument.getState().notice?.tag === "beside") dismissNotice();
  });
}

/** The present notice; `isAbove`: above a view that fills the page. */
export function AnyNotice({ isAbove }: { readonly isAbove?: true }) {
  const notice = useDocument((state) => state.notice);
  if (notice === undefined) return null;
  const props = noticeOf(notice);
  return <NoticeView key={notice.tag} {...props} {...(isAbove && { place: "above" })} />;
}

interface NoticeProps {
  readonly words: ReactNode;
  /** Its place: on top of the document, below it, or above another view; always in sight. */
  readonly place?: "top" | "said" | "above";
  /** Whether it is heard at once. */
  readonly isUrgent?: boolean;
  readonly action?: { readonly words: string; readonly icon?: IconName; run(): void } | undefined;
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
        aria-label={t`Dismiss`}
        title={t`Dismiss`}
      >
        <Icon name="cross" />
      </button>
    </div>
  );
}

/** An action after which its notice goes. */
function taken({ words, run }: NonNullable<NoticeProps["action"]>): NoticeProps["action"] {
  return {
    words,
    run: () => {
      dismissNotice();
      run();
    },
  };
}

function noticeOf(notice: Notice): NoticeProps {
  switch (notice.tag) {
    case "beside": {
      const { key, title } = notice;
      return {
        words: t`The example opened as a new document. Yours, “${title}”, is unchanged, under Documents.`,
        action: { words: t`Back to your version`, icon: "back", run: () => void openDocument(key) },
      };
    }
    case "unreadable": {
      const { reason, name } = notice;
      return {
        words: (
          <Trans>
            A document stored in this browser cannot be read: {reason}. It is kept unchanged as{" "}
            <code translate="no">{name}</code>; save it as a file from “Documents”.
          </Trans>
        ),
      };
    }
    case "unkept":
      return {
        words: t`What you type is not saved: browser storage is full or blocked. Save it as a file before you leave, or delete documents you no longer need.`,
        isUrgent: true,
        action: { words: t`Save as a Markdown file`, run: saveAsMarkdown },
      };
    case "said":
      return { words: notice.words, place: "said", isUrgent: true, action: notice.way && taken(notice.way) };
    case "update":
      return {
        words: t`A new version is available. Your documents stay as they are.`,
        action: { words: t`Update`, run: () => void takeUpdate() },
      };
    case "forked":
      return {
        words: t`Another tab is changing this document too. What you write here is now a separate document; both are under “Documents”.`,
      };
    case "refused": {
      const { reason } = notice;
      const words = t({
        message: `Could not open it: ${reason}. Your document is unchanged.`,
        comment: "reason is a clause of its own, such as: notes.md is empty",
      });
      return { words, isUrgent: true };
    }
    default:
      return unreachable(notice);
  }
}
