// Below a lesson: how far the reader is, and the way to the next lesson.
import "../locale.ts";
import { t } from "@lingui/core/macro";
import { LESSONS } from "../../course/model/lessons.ts";
import { standingOf } from "../../course/model/standing.ts";
import { openLesson } from "../../course/state/lessons.ts";
import { useDeeds } from "../../course/state/progress.ts";
import { toggleEditing, useIsRead } from "../../course/state/reading.ts";
import { useDocument } from "../../document/state/document.ts";
import { openDialog } from "../../navigation/dialogs.ts";
import { Icon } from "../../ui/icon.tsx";

export default function CourseFoot({ lesson }: { readonly lesson: number }) {
  const document = useDocument((state) => state.document);
  const isRead = useIsRead();
  const { right, of } = standingOf(document, useDeeds());
  const before = LESSONS.find(({ number }) => number === lesson - 1);
  const after = LESSONS.find(({ number }) => number === lesson + 1);
  return (
    <>
      <p className="course-foot note">
        {t`${right} of ${of} questions and exercises done.`}{" "}
        <button type="button" className="button line small" onClick={() => openDialog("course")}>
          {t`All lessons`}
        </button>{" "}
        <button type="button" className="button line small" aria-pressed={!isRead} onClick={toggleEditing}>
          {t`Edit this lesson`}
        </button>
      </p>
      <nav className="pager" aria-label={t`Previous and next lesson`}>
        {before !== undefined && (
          <button type="button" className="pager-link before" onClick={() => void openLesson(before.number)}>
            <span className="label">
              <Icon name="left" /> {t`Previous lesson`}
            </span>
            <span className="pager-title" lang="en">
              {before.title}
            </span>
          </button>
        )}
        {after !== undefined && (
          <button type="button" className="pager-link after" onClick={() => void openLesson(after.number)}>
            <span className="label">
              {t`Next lesson`} <Icon name="right" />
            </span>
            <span className="pager-title" lang="en">
              {after.title}
            </span>
          </button>
        )}
      </nav>
    </>
  );
}
