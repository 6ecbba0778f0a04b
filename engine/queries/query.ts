// Queries: what a question, a picture or a sentence of a document asks of a run of a program. They are read here, and answered in
// `evaluate.ts`; `catalogue.ts` has all that can be asked.

import type { SyntaxNode } from "@lezer/common";
import { present } from "../base/nth.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { Answer } from "./answer.ts";
import { parser } from "./query.grammar";

/** A query that cannot be read or answered: the sentence says why. Where the program has mistakes, they are here with their places. */
export class QueryMistake extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.diagnostics = diagnostics;
  }
}

/** The bound that a query goes beyond: of its budget, or of what is kept of a run. */
export type Lacking = "time" | "memory" | "room";

/** A query that could not be answered within its bounds; an answer from what it has, where that suffices for one. */
export class QueryUsedUp extends QueryMistake {
  readonly what: Lacking;
  readonly answer: Answer | undefined;

  constructor(message: string, what: Lacking, answer?: Answer) {
    super(message);
    this.what = what;
    this.answer = answer;
  }
}

/** A comparison of two answers, as it is written in a query. */
export type CompareOp = "=" | "<" | ">" | "<=" | ">=" | "!=";

/** A query. */
export type Query =
  | { readonly tag: "number"; readonly value: number }
  | { readonly tag: "string"; readonly text: string }
  /** A name alone: `n`, a scalar, a stage, or a query without arguments. */
  | { readonly tag: "name"; readonly name: string }
  /** A scalar by its number in the run. */
  | { readonly tag: "scalar"; readonly number: number }
  | { readonly tag: "negative"; readonly of: Query }
  | { readonly tag: "binary"; readonly op: "+" | "-" | "*" | "/" | CompareOp; readonly a: Query; readonly b: Query }
  | CallQuery;

/** A query of the catalogue with its arguments, in order and by their names. */
export interface CallQuery {
  readonly tag: "call";
  readonly name: string;
  readonly args: readonly Query[];
  readonly named: ReadonlyMap<string, Query>;
}

/** Characters of a query. */
const LONGEST = 1000;

/** Signs that people type in two ways. */
const SIGNS: Readonly<Record<string, string>> = { "·": "*", "−": "-", "≤": "<=", "≥": ">=", "≠": "!=" };

/** A part of an input or of a result as an argument, without the quotes that it needs. */
const PATH = /[(,]\s*([\p{L}_][\p{L}\d_']*(?:\[\d+\]|\.[\p{L}\d_']+)+)\s*[,)]/u;

/** Reads a query. Throws {@link QueryMistake}. */
export function readQuery(text: string): Query {
  if (text.length > LONGEST) throw new QueryMistake(`a query has at most ${LONGEST} characters`);
  const tree = parser.parse(text);
  let wrong: number | undefined;
  tree.iterate({
    enter: (node) => {
      if (node.type.isError) wrong ??= node.from;
    },
  });
  if (wrong !== undefined) {
    const rest = text.slice(wrong).trim();
    const path = PATH.exec(text)?.[1];
    const quotes = path === undefined ? "" : `; a name with brackets or dots stands in quotes, \`"${path}"\``;
    throw new QueryMistake(
      `the query \`${text}\` cannot be read ${rest === "" ? "at its end" : `from \`${rest.slice(0, 30)}\` on`}${quotes}`,
    );
  }
  return new Reader(text).read(present(tree.topNode.firstChild));
}

class Reader {
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(node: SyntaxNode): Query {
    const word = this.of(node);
    switch (node.name) {
      case "Number":
        return { tag: "number", value: Number(word) };
      case "String":
        return { tag: "string", text: word.slice(1, -1) };
      case "Name":
        return { tag: "name", name: word };
      case "Scalar":
        return { tag: "scalar", number: Number(word.slice(1)) };
      case "Group":
        return this.read(present(children(node).find(({ name }) => /^[A-Z]/.test(name))));
      case "Negative":
        return { tag: "negative", of: this.read(present(node.lastChild)) };
      case "Call":
        return this.call(node);
      default: {
        const [a, op, b] = children(node) as [SyntaxNode, SyntaxNode, SyntaxNode];
        const sign = this.of(op);
        return { tag: "binary", op: (SIGNS[sign] ?? sign) as "+", a: this.read(a), b: this.read(b) };
      }
    }
  }

  private call(node: SyntaxNode): CallQuery {
    const [head, ...rest] = children(node) as [SyntaxNode, ...SyntaxNode[]];
    const args: Query[] = [];
    const named = new Map<string, Query>();
    for (const part of rest) {
      if (part.name === "Named") named.set(this.of(present(part.firstChild)), this.read(present(part.lastChild)));
      else if (/^[A-Z]/.test(part.name)) args.push(this.read(part));
    }
    return { tag: "call", name: this.of(head), args, named };
  }

  private of(node: SyntaxNode): string {
    return this.text.slice(node.from, node.to);
  }
}

function children(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) found.push(child);
  return found;
}
