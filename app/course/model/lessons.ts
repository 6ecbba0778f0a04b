// The lessons of the course, as the repository has them: loaded when one of them is asked for.

import type { Document } from "../../document/document.ts";
import { readNotebook } from "../../document/files/notebook-file.ts";

/** One lesson as the course has it, before the reader opens a copy. */
export interface Lesson {
  /** Its place in the course, from 1. */
  readonly number: number;
  readonly title: string;
  /** Its prerequisites. */
  readonly needs: string;
  readonly document: Document;
}

const FILES: Readonly<Record<string, string>> = import.meta.glob("../lessons/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** All lessons, by the names of their files; a file that cannot be read is left out. */
export const LESSONS: readonly Lesson[] = Object.entries(FILES)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([, text], index) => {
    const read = readNotebook(text);
    if (read.tag === "error") return [];
    const { title, course } = read.value;
    return [{ number: course?.lesson ?? index + 1, title, needs: course?.needs ?? "", document: read.value }];
  });

/** The lesson of a number. */
export function lessonOf(number: number): Lesson | undefined {
  return LESSONS.find((lesson) => lesson.number === number);
}
