// The kind of a place in a program, and the local names there, read off the tokens before it: this also works while the text does not
// parse.

/** The kind of a place: for a name of the program, a pattern with names of its own, or a type. */
export type Place = "expression" | "pattern" | "type";

/** The kind of a place, and the names that are bound there. */
export interface AtPlace {
  readonly place: Place;
  /** The names bound around the place, the nearest first. */
  readonly locals: readonly string[];
}

/** Characters before a place that are looked at: a definition longer than this is known from here on. */
const MOST = 20_000;

const DECLARATION = /^(?:def|op|data|type)\b/gm;
const TOKEN = /--[^\n]*|\{-[\s\S]*?(?:-\}|$)|[\p{L}_][\p{L}\p{N}_']*|->|\|\*\||\|\||\|>|[=/<>]=|[→\\λ()[\]{}|=:,]/gu;
const LOWER = /^[\p{Ll}\p{Lo}_]/u;
const WORDS_OF_EXPRESSIONS = new Set(["in", "if", "then", "else", "case", "of", "par", "by", "pullback"]);

/** A bracket that is open: the kind of place before it, and how many names were bound. */
interface Open {
  readonly bracket: string;
  readonly place: Place;
  readonly bound: number;
}

/** Finds the kind of place at an offset of a program. */
export function placeAt(text: string, offset: number): AtPlace {
  const from = Math.max(0, offset - MOST);
  const before = text.slice(from, offset);
  let start = 0;
  for (const { index } of before.matchAll(DECLARATION)) start = index;
  const scan = new Scan();
  for (const [token] of before.slice(start).matchAll(TOKEN)) scan.take(token);
  return { place: scan.place, locals: scan.locals() };
}

/** Scans the tokens of one declaration. */
class Scan {
  place: Place = "expression";
  private readonly open: Open[] = [];
  private bound: string[] = [];
  /** Where a binder ends: at `=` for definitions and `let`, at an arrow for lambdas and branches, nowhere for data types. */
  private end: "=" | "->" | undefined = "=";
  private isName = false;

  /** The names that are bound now, the nearest first. */
  locals(): readonly string[] {
    return [...new Set(this.bound.toReversed())];
  }

  take(token: string): void {
    switch (token) {
      case "def":
      case "op":
        // the defined name is not local
        this.isName = true;
        return this.bind("=");
      case "data":
      case "type":
        this.place = "type";
        this.end = undefined;
        return;
      case "let":
      case "rec":
      case "and":
        return this.bind("=");
      case "\\":
      case "λ":
        return this.bind("->");
      case "=":
        if (this.place !== "expression" && this.end === "=") this.place = "expression";
        return;
      case "->":
      case "→":
        if (this.place === "pattern" && this.end === "->") this.place = "expression";
        return;
      case ":":
        this.place = "type";
        return;
      case "|":
        if (this.open.at(-1)?.bracket === "{") this.bind("->");
        return;
      case "(":
      case "[":
      case "{":
        this.open.push({ bracket: token, place: this.place, bound: this.bound.length });
        if (token === "{") this.bind("->");
        return;
      case ")":
      case "]":
      case "}":
        return this.close();
      case ",":
        this.place = this.open.at(-1)?.place ?? this.place;
        return;
      default:
        return this.word(token);
    }
  }

  private bind(end: "=" | "->"): void {
    this.place = "pattern";
    this.end = end;
  }

  private close(): void {
    const opened = this.open.pop();
    if (opened === undefined) return;
    this.place = opened.place;
    // names from brackets of a pattern hold behind them
    if (opened.place === "expression") this.bound.length = opened.bound;
  }

  private word(token: string): void {
    if (WORDS_OF_EXPRESSIONS.has(token)) {
      this.place = "expression";
      return;
    }
    if (this.isName) {
      this.isName = false;
      return;
    }
    if (this.place === "pattern" && token !== "_" && LOWER.test(token)) this.bound.push(token);
  }
}
