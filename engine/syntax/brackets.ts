// The depth of brackets in a text, measured before it is parsed.

const [NEWLINE, MINUS] = [0x0a, 0x2d];
const [ROUND, SQUARE, CURLY] = [0x28, 0x5b, 0x7b];
const [ROUND_END, SQUARE_END, CURLY_END] = [0x29, 0x5d, 0x7d];

/** Where brackets begin to nest deeper than a limit; undefined where there is none. Comments do not count. */
export function deepBrackets(text: string, most: number): number | undefined {
  const brackets = new Brackets(most);
  brackets.read(text);
  brackets.end();
  return brackets.deepAt;
}

/**
 * Reads a text part by part, and finds where brackets begin to nest too deeply. Editors do that at every key, with texts of megabytes, too:
 * characters are read one by one, a few milliseconds for a million.
 */
export class Brackets {
  readonly #most: number;
  #depth = 0;
  /** Comments that are open one within the other. */
  #comments = 0;
  #isLineComment = false;
  /** Where the outermost bracket stands that is open. */
  #start = 0;
  /** The last character of the part before, where it may be the first half of a sign. */
  #half = 0;
  /** Characters that were read. */
  length = 0;
  /** Where brackets begin that nest too deeply, once they are found. */
  deepAt: number | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  /** Reads on. */
  read(part: string): void {
    let before = this.#half;
    for (let at = 0; at < part.length && this.deepAt === undefined; at++) {
      const code = part.charCodeAt(at);
      if (this.#isLineComment) {
        const end = code === NEWLINE ? at : part.indexOf("\n", at);
        before = 0;
        if (end < 0) break;
        this.#isLineComment = false;
        at = end;
      } else before = this.#take(code, before, this.length + at);
    }
    this.#half = before;
    this.length += part.length;
  }

  /** Takes a character after another one; gives it back where it may begin a sign of two. */
  #take(code: number, before: number, at: number): number {
    if (before === MINUS && code === CURLY_END) {
      if (this.#comments > 0) this.#comments--;
      return 0;
    }
    if (before === CURLY && code === MINUS) {
      this.#comments++;
      return 0;
    }
    // a curly bracket that begins no comment is one
    if (before === CURLY) this.#open(at - 1);
    // a line comment inside a block comment hides nothing
    if (before === MINUS && code === MINUS && this.#comments === 0) {
      this.#isLineComment = true;
      return 0;
    }
    if (code === MINUS || code === CURLY) return code;
    if (code === ROUND || code === SQUARE) this.#open(at);
    else if ((code === ROUND_END || code === SQUARE_END || code === CURLY_END) && this.#comments === 0)
      this.#depth = Math.max(0, this.#depth - 1);
    return 0;
  }

  #open(at: number): void {
    if (this.#comments > 0) return;
    if (this.#depth === 0) this.#start = at;
    if (++this.#depth > this.#most) this.deepAt = this.#start;
  }

  /** Says that the text has ended. */
  end(): void {
    if (this.#half === CURLY) this.#open(this.length - 1);
    this.#half = 0;
  }
}
