// The table of habits of other languages, as tests read it from its golden file.
import { readFileSync } from "node:fs";

/** A text as one writes it who is used to another language, and what it has of that. */
export interface Habit {
  readonly title: string;
  readonly text: string;
}

/** The table: a habit begins with a line `=== title`; its text ends before the first line that begins with `---`. */
export const HABITS: readonly Habit[] = readFileSync(new URL("../golden/habits/habits.txt", import.meta.url), "utf8")
  .split(/^=== /m)
  .slice(1)
  .map((part) => {
    const [title = "", ...lines] = part.trimEnd().split("\n");
    const end = lines.findIndex((line) => line.startsWith("---"));
    return { title, text: `${lines.slice(0, end < 0 ? lines.length : end).join("\n")}\n` };
  });
