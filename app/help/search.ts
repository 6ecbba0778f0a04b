// The search of the help: headwords first, then other names, then code, then descriptions.
import { nearest } from "../../engine/source/nearest.ts";
import { type Item, textsOf } from "./items.ts";

/** How well a name fits a query; 0 where it does not. */
function fitOfName(name: string, query: string): number {
  const text = name.toLowerCase();
  if (text === query) return 100;
  if (text.startsWith(query)) return 80;
  if (wordStarts(text, query)) return 60;
  // within a word one or two letters say nothing
  return query.length > 2 && text.includes(query) ? 40 : 0;
}

function wordStarts(text: string, query: string): boolean {
  const at = text.indexOf(query);
  if (at < 0) return false;
  if (at === 0 || !/^[\p{L}\p{N}]/u.test(query)) return true;
  return new RegExp(`(?<![\\p{L}\\p{N}])${query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "u").test(text);
}

/** How well an item fits one thing that is looked for, in lower case; 0 where it does not. */
function fitOf(item: Item, query: string): number {
  const { names, form, words } = textsOf(item);
  const [head = "", ...others] = names;
  const ofHead = fitOfName(head, query);
  if (ofHead === 100) return 110;
  const ofNames = Math.max(ofHead, ...others.map((name) => fitOfName(name, query) * 0.9));
  if (ofNames > 0) return ofNames;
  if (wordStarts(form.toLowerCase(), query)) return 20;
  return wordStarts(words.toLowerCase(), query) ? 10 : 0;
}

/** Of items that fit alike: words are explained before they are used. */
const ORDER: Readonly<Record<Item["tag"], number>> = { word: 5, entry: 4, topic: 3, speed: 3, key: 2, origin: 1 };

/** Words of a question without meaning for the search. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  "a an and are by can do does for how i in is it my of on the to use what when where which why with you".split(" "),
);

/** The words that are looked for: without small ones, unless there are no others. */
function wordsThatTell(query: string): readonly string[] {
  const all = query.split(" ");
  const telling = all.filter((word) => !SMALL_WORDS.has(word));
  return telling.length === 0 ? all : telling;
}

/** The items that fit a query, the best first. Several words must all fit. */
export function search(items: readonly Item[], query: string): readonly Item[] {
  const whole = query.trim().toLowerCase().replace(/\s+/g, " ");
  if (whole === "") return items;
  const parts = wordsThatTell(whole);
  const scored = items.flatMap((item) => {
    const least = Math.min(...parts.map((part) => fitOf(item, part)));
    const score = Math.max(fitOf(item, whole), whole.includes(" ") ? least / 2 : 0);
    // `ID` is the word, `id` the function
    const isSameCase = textsOf(item).names.includes(query.trim()) ? 0.5 : 0;
    return score === 0 ? [] : [{ item, score: score + isSameCase }];
  });
  return scored
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        ORDER[b.item.tag] - ORDER[a.item.tag] ||
        (textsOf(a.item).names[0]?.length ?? 0) - (textsOf(b.item).names[0]?.length ?? 0),
    )
    .map(({ item }) => item);
}

/** The name that was probably meant, where nothing fits. */
export function suggestion(items: readonly Item[], query: string): string | undefined {
  const word = query.trim().toLowerCase();
  const found = nearest(word, new Set(items.flatMap((item) => textsOf(item).names)));
  return found !== undefined && shared(word, found.toLowerCase()) * 2 > word.length ? found : undefined;
}

/** How many letters two words have in common. */
function shared(a: string, b: string): number {
  const left = [...b];
  return [...a].filter((letter) => {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}
