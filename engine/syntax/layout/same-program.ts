// The invariants of a program's layout: its signs, its comments, and its header's texts.

import type { SyntaxNode } from "@lezer/common";
import { present } from "../../base/nth.ts";
import { DiagnosticList } from "../../source/diagnostic.ts";
import { readHeader } from "../header.ts";
import { programParser } from "../tree.ts";

/** A sign of a text: a leaf of its tree. */
export interface Token {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The end of the names of comments. */
export const COMMENT = /Comment$/;

/** The leaves of a tree, comments among them. */
export function tokensOf(text: string, top: SyntaxNode): readonly Token[] {
  const tokens: Token[] = [];
  top.cursor().iterate(({ node, name, from, to }) => {
    if (node.firstChild === null && to > from) tokens.push({ name, from, to, text: text.slice(from, to) });
    return !COMMENT.test(name);
  });
  return tokens;
}

/** A program's signs without comments, and without the bars that may lead alternatives. */
function signsOf(tokens: readonly Token[]): string {
  const signs = tokens.filter(({ name }) => !COMMENT.test(name));
  return signs
    .filter(({ name }, at) => name !== "Bar" || !["{", "Equals"].includes(signs[at - 1]?.name ?? ""))
    .map((token) => token.text)
    .join(" ");
}

/** Whether two texts are the same program, laid out differently. */
export function sameProgram(before: string, after: string): boolean {
  const [a, b] = [before, after].map((text) => tokensOf(text, programParser.parse(text).topNode));
  const comments = (tokens: readonly Token[]): string =>
    tokens
      .filter(({ name }) => COMMENT.test(name))
      .map(({ text }) => withoutTrailing(text).trimEnd())
      .sort()
      .join("\n");
  return (
    signsOf(present(a)) === signsOf(present(b)) &&
    comments(present(a)) === comments(present(b)) &&
    headerOf(before) === headerOf(after)
  );
}

/** A header's texts, and its diagnostics, wherever it is. */
function headerOf(text: string): string {
  const diagnostics = new DiagnosticList();
  const header = readHeader({ source: "<program>", text }, diagnostics);
  const said = Object.entries(header).map(([key, one]) => [
    key,
    one.text,
    one.more?.map(({ text: further }) => further),
  ]);
  return JSON.stringify([said, diagnostics.items.map(({ kind }) => kind)]);
}

/** The text without empty lines at its end. */
export function withoutEmptyEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === "\n") end--;
  return text.slice(0, end);
}

/** An empty line of a header that continues the directive above it: it has the spaces of a continuation. */
export const BLANK_CONTINUATION = /^--(?: {3,}|\t)[ \t]*$/;

/** Ends such a line while it is laid out, for the printer drops spaces at the ends of lines. */
export const KEPT = "\ue000";

/** The text without spaces at the ends of lines, but those that mean something. */
export function withoutTrailing(text: string): string {
  return text
    .split("\n")
    .map((line) => {
      if (line.endsWith(KEPT)) return line.slice(0, -KEPT.length);
      let end = line.length;
      while (end > 0 && (line[end - 1] === " " || line[end - 1] === "\t")) end--;
      return end === line.length || BLANK_CONTINUATION.test(line) ? line : line.slice(0, end);
    })
    .join("\n");
}
