// Everything that the help has, as one list of items that can be searched.
import { t } from "@lingui/core/macro";
import { type Entry, ORIGINS, type Origin, type Reference, type Rosetta } from "../../engine/reference/entry.ts";
import type { Card } from "../algorithms/algorithm.ts";
import { GLOSSARY } from "./texts/glossary.ts";
import { SPEED, type SpeedTable } from "./texts/speed.ts";
import { TOPICS, type Topic } from "./texts/writing.ts";
import { formsOf, WORD_IDS, type WordId } from "./words.ts";

/** A key and its action, as people read both. */
export interface KeyRow {
  readonly keys: string;
  readonly words: string;
}

/** Keys that work in one place. */
export interface KeyGroup {
  readonly title: string;
  readonly rows: readonly KeyRow[];
}

/** Something in the help that can be found. */
export type Item =
  | { readonly tag: "entry"; readonly entry: Entry }
  | { readonly tag: "word"; readonly word: WordId; readonly card: Card }
  | { readonly tag: "origin"; readonly origin: Origin; readonly row: Rosetta }
  | { readonly tag: "topic"; readonly topic: Topic }
  | { readonly tag: "speed"; readonly table: SpeedTable }
  | { readonly tag: "key"; readonly group: string; readonly row: KeyRow };

/** Unique among all items. */
export function keyOf(item: Item): string {
  switch (item.tag) {
    case "entry":
      return `entry ${item.entry.id}`;
    case "word":
      return `word ${item.word}`;
    case "origin":
      return `origin ${item.origin} ${item.row.topic}`;
    case "topic":
      return `topic ${item.topic.id}`;
    case "speed":
      return `speed ${item.table.id}`;
    case "key":
      return `key ${item.group} ${item.row.words}`;
  }
}

/** The searched texts of an item, the most telling first: its names, its form, and its description. */
export interface Found {
  readonly names: readonly string[];
  readonly form: string;
  readonly words: string;
}

/** The texts of an item that are searched, headwords apart from the description. */
export function textsOf(item: Item): Found {
  switch (item.tag) {
    case "entry":
      return {
        names: item.entry.names,
        form: item.entry.form,
        words: `${item.entry.words} ${partialWords(item.entry)}`,
      };
    case "word": {
      const { also = "", notation = "", words } = item.card;
      const others = also === "" ? [] : also.split(", ");
      return { names: [...formsOf(item.word), ...others], form: notation, words };
    }
    case "origin": {
      const { topic, there, dual, note = "" } = item.row;
      return { names: [topic], form: `${there} ${dual}`, words: `${item.origin} ${note}` };
    }
    case "topic": {
      const { title, words, parts } = item.topic;
      return { names: [title], form: parts.map(([code]) => code).join(" "), words };
    }
    case "speed": {
      const { title, words, rows } = item.table;
      const others = t({ message: "how fast, speed, benchmarks", comment: "words that a search finds" });
      return { names: [title, ...others.split(", ")], form: rows.map(([what]) => what).join(" "), words };
    }
    case "key":
      return { names: [item.row.keys], form: item.row.words, words: item.group };
  }
}

/** Further search words of an operation with partials. */
function partialWords({ partials }: Entry): string {
  return partials.length === 0 ? "" : t({ message: "derivative, gradient", comment: "words that a search finds" });
}

/** The cards of the glossary, in the order in which they are read. */
export const WORD_ITEMS: readonly Item[] = WORD_IDS.map((word) => ({ tag: "word", word, card: GLOSSARY[word] }));

/** The topics of the help on writing. */
export const TOPIC_ITEMS: readonly Item[] = TOPICS.map((topic) => ({ tag: "topic", topic }));

/** The tables of the help on speed. */
export const SPEED_ITEMS: readonly Item[] = SPEED.map((table) => ({ tag: "speed", table }));

/** The items of the language's reference. */
export function referenceItems({ entries, comingFrom }: Reference): readonly Item[] {
  return [
    ...entries.map((entry): Item => ({ tag: "entry", entry })),
    ...ORIGINS.flatMap((origin) => comingFrom[origin].map((row): Item => ({ tag: "origin", origin, row }))),
  ];
}

/** The items of keys. */
export function keyItems(groups: readonly KeyGroup[]): readonly Item[] {
  return groups.flatMap(({ title, rows }) => rows.map((row): Item => ({ tag: "key", group: title, row })));
}
