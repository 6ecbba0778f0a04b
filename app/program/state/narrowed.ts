// Programs laid out for narrow lines, as slides have them: by the formatter. They stay so: a slide is shown again as it was.
import { useEffect } from "react";
import { Question, useAsked } from "../../client/question.ts";

/** The question for a program laid out for lines of some columns; no answer where it has mistakes of syntax. */
const narrowed = new Question<{ readonly text: string; readonly width: number }, string>((request, { ask }) =>
  ask("formatWithin", request),
);

/** The text of a program with its long lines broken where the formatter breaks them; as it is until that is known. */
export function useNarrowed(text: string, width: number): string {
  const place = `${width} ${text}`;
  const { question, answer = text } = useAsked(narrowed, place);
  const isDue = question === undefined && text.split("\n").some((line) => line.length > width);
  useEffect(() => {
    if (isDue) void narrowed.ask({ text, width }, place);
  }, [isDue, text, width, place]);
  return answer;
}
