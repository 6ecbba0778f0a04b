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
  /** Minutes that it takes. */
  readonly minutes: number;
  /** One sentence about what its reader does and sees. */
  readonly shows: string;
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
    const { lesson: number = index + 1, needs = "" } = course ?? {};
    const minutes = Number(fieldOf(text, "minutes"));
    return [{ number, title, needs, minutes, shows: fieldOf(text, "shows"), document: read.value }];
  });

/** A field of a file's header that is for the list of lessons alone; empty where it has none. */
function fieldOf(text: string, name: string): string {
  return new RegExp(`^${name}: "?(.*?)"?$`, "m").exec(text)?.[1] ?? "";
}

/** The lesson of a number. */
export function lessonOf(number: number): Lesson | undefined {
  return LESSONS.find((lesson) => lesson.number === number);
}
