// Lessons opened: each becomes a document of the reader's own.
import { useDocument } from "../../document/state/document.ts";
import { beginDocument, documents, openDocument } from "../../document/state/opening.ts";

/** Opens a lesson: the reader's own copy where there is one. */
export async function openLesson(number: number): Promise<void> {
  const { lessonOf } = await import("../model/lessons.ts");
  const lesson = lessonOf(number);
  if (lesson === undefined) return;
  if (useDocument.getState().document.title !== lesson.title) {
    const known = (await documents()).find(
      ({ title, unreadable }) => title === lesson.title && unreadable === undefined,
    );
    await (known === undefined ? beginDocument(lesson.document) : openDocument(known.key));
  }
  window.scrollTo({ top: 0 });
  location.hash = "#/";
}
