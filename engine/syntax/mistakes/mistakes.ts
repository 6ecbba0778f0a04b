// Syntax mistakes in the user's words: which construct, what was met there, and the fix where it can be told.
import type { SyntaxNode } from "@lezer/common";
import { type Diagnostic, mistake } from "../../source/diagnostic.ts";
import { type Span, span } from "../../source/span.ts";
import { type Advice, advise, type Extent, type Trials } from "../habits/advise.ts";
import { childrenOf, spanOf, type Text } from "../tree.ts";
import { constructInWords, DECLARATION_WORDS, isOperator, metInWords, type Place, tokenAt } from "./mistake-place.ts";
import { RULES } from "./mistake-rules.ts";

/**
 * Explains the first error node of a declaration (or of the text outside of any): by a habit of another language in its region, else
 * by what the grammar expected there.
 */
export function explainSyntax(
  text: Text,
  node: SyntaxNode,
  declaration: SyntaxNode | undefined,
  region: Extent,
  trials: Trials,
): Advice {
  const isExpression = declaration?.name === "Expression";
  const advice = advise(text, region, node.from, trials, { isExpression });
  if (advice !== undefined) return advice;
  const diagnostic = explained(text, node, declaration);
  return { diagnostic, part: undefined, defines: [] };
}

function explained(text: Text, node: SyntaxNode, declaration: SyntaxNode | undefined): Diagnostic {
  const parent = node.parent ?? node;
  const before = childrenOf(parent)
    .filter((child) => child.to <= node.from && !child.type.isError && child.from < child.to)
    .map((child) => child.name);
  const met = tokenAt(text.text, node.from);
  const place: Place = { text, node, parent, declaration, met, before };
  for (const rule of RULES) {
    const found = rule(place);
    if (found !== undefined) return found;
  }
  return mistake("syntax", unfinishedAt(place), `${constructInWords(place)}, not ${metInWords(met)}`);
}

/** Where an unfinished construct is told: at what was met, or at its beginning where the next declaration was met. */
function unfinishedAt({ text, parent, before, met }: Place): Span {
  const isEnd = met.text === "" || DECLARATION_WORDS.includes(met.text);
  if (!isEnd) return spanOf(text, met);
  const operator = childrenOf(parent).findLast((child) => isOperator(child.name));
  if (operator !== undefined && isOperator(before.at(-1))) return spanOf(text, operator);
  const first = parent.firstChild ?? parent;
  const end = Math.min(parent.to, text.text.length);
  if (parent.name === "Program") return span(text.source, Math.max(0, met.from - 1), met.from);
  return span(text.source, first.from, Math.max(first.from + 1, Math.min(first.to, end)));
}
