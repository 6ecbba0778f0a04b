// Syntax mistakes in the user's words: the construct, the token met there, and the fix where it is sure.
import type { SyntaxNode } from "@lezer/common";
import { type Diagnostic, mistake } from "../../source/diagnostic.ts";
import { type Span, span } from "../../source/span.ts";
import type { Advice } from "../advice.ts";
import { advise } from "../habits/advise.ts";
import type { Extent } from "../regions.ts";
import { childrenOf, spanOf, type Text } from "../tree.ts";
import type { Trials } from "../trials.ts";
import { contextOf, type ErrorContext, inWords, isAtEnd, isOperator, need } from "./context.ts";
import { ruleFor } from "./rules.ts";

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
  const context = contextOf(text, node, declaration);
  return ruleFor(context) ?? mistake("syntax", unfinishedAt(context), `${need(context)}, not ${inWords(context.met)}`);
}

/** The place of an unfinished construct: the token met, or its own beginning where the next declaration was met. */
function unfinishedAt(context: ErrorContext): Span {
  const { text, parent, last, met } = context;
  if (!isAtEnd(context)) return spanOf(text, met);
  const operator = childrenOf(parent).findLast((child) => isOperator(child.name));
  if (operator !== undefined && isOperator(last)) return spanOf(text, operator);
  if (parent.name === "Program") return span(text.source, Math.max(0, met.from - 1), met.from);
  const first = parent.firstChild ?? parent;
  const end = Math.min(first.to, parent.to, text.text.length);
  return span(text.source, first.from, Math.max(first.from + 1, end));
}
