// Below a lesson: how far the reader is, and the way to the next lesson.
import { t } from "@lingui/core/macro";
import { LESSONS, type Lesson } from "../../course/model/lessons.ts";
import { standingOf } from "../../course/model/standing.ts";
import { openLesson } from "../../course/state/lessons.ts";
import { useDeeds } from "../../course/state/progress.ts";
import { toggleEditing, useIsRead } from "../../course/state/reading.ts";
import { useDocument } from "../../document/state/document.ts";
import { openDialog } from "../../navigation/dialogs.ts";
import { PagerLinks } from "../../ui/pager-links.tsx";

/** Shows how many questions of a lesson are open, and the way to the next one. */
export default function CourseFoot({ lesson }: { readonly lesson: number }) {
  const document = useDocument((state) => state.document);
  const isRead = useIsRead();
  const { right, of } = standingOf(document, useDeeds());
  const before = LESSONS.find(({ number }) => number === lesson - 1);
  const after = LESSONS.find(({ number }) => number === lesson + 1);
  const link = (words: string, { title, number }: Lesson) => ({
    words,
    title,
    onOpen: () => void openLesson(number),
  });
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
      <PagerLinks
        label={t`Previous and next lesson`}
        before={before && link(t`Previous lesson`, before)}
        after={after && link(t`Next lesson`, after)}
      />
    </>
  );
}
