// Commands by typed words: by the words of their names, by other words for the same, and by their subjects.

/** Found by words, and run. */
export interface Findable {
  readonly words: string;
  /** Other words that people look for it by. */
  readonly also?: string | undefined;
  /** Its subject. */
  readonly about: string;
}

/** Those in which every word of a query occurs: first where it begins a word of the name, then of the others, then within words. */
export function foundBy<F extends Findable>(query: string, all: readonly F[]): readonly F[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return all
    .map((one) => ({ one, rank: Math.max(0, ...wanted.map((word) => rankOf(word, one))) }))
    .filter(({ rank }) => rank < NOWHERE)
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

const NOWHERE = 3;

function rankOf(word: string, { words, also = "", about }: Findable): number {
  const others = `${also} ${about}`;
  if (begins(word, words)) return 0;
  if (begins(word, others)) return 1;
  return `${words} ${others}`.toLowerCase().includes(word) ? 2 : NOWHERE;
}

function begins(word: string, text: string): boolean {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .some((one) => one.startsWith(word));
}
