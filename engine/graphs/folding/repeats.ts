import { nth } from "../../base/nth.ts";
// Repetitions in a sequence: tandem repeats, from the inside out.

/** Something in a sequence, and what it is: what is alike has the same symbol. */
export interface Token<T> {
  readonly symbol: number;
  readonly part: T;
}

/** Stretches longer than this are not looked for. */
const LONGEST = 5_000;
/** Fewer than this are no repetition. */
const FEWEST = 3;
/** Repeats within repeats that are looked for. */
const MOST_LEVELS = 8;

/** Gives numbers to texts, the same for the same. */
export class Symbols {
  readonly #known = new Map<string, number>();

  of(key: string): number {
    let symbol = this.#known.get(key);
    if (symbol === undefined) {
      symbol = this.#known.size;
      this.#known.set(key, symbol);
    }
    return symbol;
  }
}

/** A sequence with its repeats folded, and the repeats of that, and so on; `repeat` makes one thing of the rounds of a repeat. */
export function folded<T>(
  tokens: readonly Token<T>[],
  symbols: Symbols,
  repeat: (rounds: readonly (readonly T[])[]) => T,
): readonly T[] {
  let found = tokens;
  for (let level = 0; level < MOST_LEVELS; level++) {
    const next = foldedOnce(found, symbols, repeat);
    if (next.length === found.length) break;
    found = next;
  }
  return found.map(({ part }) => part);
}

/** Folds the repeats of a sequence, from left to right. */
function foldedOnce<T>(
  tokens: readonly Token<T>[],
  symbols: Symbols,
  repeat: (rounds: readonly (readonly T[])[]) => T,
): readonly Token<T>[] {
  const next = nextOccurrences(tokens);
  const found: Token<T>[] = [];
  for (let at = 0; at < tokens.length; ) {
    const period = nth(next, at) - at;
    const count = period > 0 && period <= LONGEST ? repetitions(tokens, at, period) : 1;
    if (count < FEWEST) {
      found.push(nth(tokens, at++));
      continue;
    }
    const rounds = Array.from({ length: count }, (_, index) =>
      tokens.slice(at + index * period, at + (index + 1) * period).map(({ part }) => part),
    );
    const body = tokens.slice(at, at + period).map(({ symbol }) => symbol);
    found.push({ symbol: symbols.of(`repeat ${body.join(" ")}`), part: repeat(rounds) });
    at += count * period;
  }
  return found;
}

/** For each token, where its symbol comes next; -1 where it does not. */
function nextOccurrences(tokens: readonly Token<unknown>[]): Int32Array {
  const next = new Int32Array(tokens.length).fill(-1);
  const last = new Map<number, number>();
  for (let at = tokens.length - 1; at >= 0; at--) {
    const { symbol } = nth(tokens, at);
    next[at] = last.get(symbol) ?? -1;
    last.set(symbol, at);
  }
  return next;
}

function repetitions(tokens: readonly Token<unknown>[], from: number, period: number): number {
  let same = 0;
  while (
    from + period + same < tokens.length &&
    nth(tokens, from + same).symbol === nth(tokens, from + period + same).symbol
  )
    same++;
  return 1 + Math.floor(same / period);
}
