// The examples that can be opened, filtered by a query.
import type { Example } from "../../document/examples.ts";
import { headerOf, titleOf } from "../../document/header.ts";
import { sweepNumbers } from "../../program/model/sweep.ts";

/** Something that can be opened, as a list of choices shows it. */
export interface Choice {
  readonly key: string;
  /** Its place in the list that it comes from. */
  readonly index: number;
  readonly title: string;
  readonly about: string;
}

/** An example in the list: its number, and whether it is open. */
export interface ExampleChoice extends Choice {
  readonly number: number;
  readonly isOpen: boolean;
}

/** The examples that have all words of a query in their text, those with the query in their title first. */
export function exampleChoices(examples: readonly Example[], query: string, open: string): readonly ExampleChoice[] {
  return examples
    .map((example, index) => ({
      key: example.name,
      index,
      number: example.number,
      title: example.title,
      about: firstSentence(headerOf(example.text).about?.text ?? ""),
      isOpen: example.text === open,
      text: example.text,
    }))
    .filter(({ text }) => matches(text, query))
    .map(({ text: _, ...choice }) => choice)
    .sort((a, b) => Number(isIn(b.title, query)) - Number(isIn(a.title, query)));
}

/** The n at which a program's graph shows its subject, and is small. */
export function tellingN(text: string): number | undefined {
  const sweep = headerOf(text).sweep?.text;
  const ns = sweep === undefined ? [] : sweepNumbers(sweep);
  return typeof ns === "string" ? undefined : (ns.findLast((n) => n <= 5) ?? ns[0]);
}

/** The example that a text is, or was before it was changed: the one with its title. */
export function exampleBehind(examples: readonly Example[], text: string): Example | undefined {
  const title = titleOf(text);
  return (
    examples.find((example) => example.text === text) ??
    examples.find((example) => title !== undefined && example.title === title)
  );
}

function isIn(title: string, query: string): boolean {
  return query.trim() !== "" && title.toLowerCase().includes(query.trim().toLowerCase());
}

function matches(text: string, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/);
  const lower = words.every((word) => word === "") ? "" : text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** The first sentence of a Markdown text, without its marks. */
function firstSentence(text: string): string {
  const flat = text.replace(/\s+/g, " ").replace(/[`*]/g, "");
  return /^.*?[.?!](?=\s\p{Lu}|$)/u.exec(flat)?.[0] ?? flat;
}
