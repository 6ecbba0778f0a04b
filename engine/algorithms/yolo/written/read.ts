// Reads Linear A as people write it. What is nested gets names, as the paper's language wants it; types of variables that are bound are
// found, and a parameter without a type is a Real. Whether what is linear is so, the checker says (`check.ts`), at the places known here.

import type { SyntaxNode } from "@lezer/common";
import { nth, present } from "../../../base/nth.ts";
import { type Diagnostic, mistake } from "../../../source/diagnostic.ts";
import { span } from "../../../source/span.ts";
import { deepBrackets } from "../../../syntax/brackets.ts";
import { LONGEST_WRITTEN } from "../../study.ts";
import { checkDefinition, LinearityError } from "../linear-a/check.ts";
import { shownName } from "../linear-a/print.ts";
import type { Definition, LinearProgram } from "../linear-a/syntax.ts";
import { DefinitionReader } from "./definition.ts";
import { fixOf } from "./fixes.ts";
import { parser } from "./linear-a.grammar";
import { calledName, childrenOf, nameOf, type Place, spanOf } from "./nodes.ts";
import { isPure, Signatures, wantedOfDerivative } from "./signatures.ts";

/** A read text: the definitions that have a type by Fig. 4, in the order of the text, and the mistakes of the others. */
export interface Written {
  readonly definitions: LinearProgram;
  readonly diagnostics: readonly Diagnostic[];
}

/** Brackets that are open at once. */
const MOST_BRACKETS = 200;

/** Reads definitions that may call those of a program, and give the derivative of one: `f.J`. */
export function readLinear(text: string, program: LinearProgram = []): Written {
  const whole = span("<linear>", 0, text.length);
  if (text.length > LONGEST_WRITTEN)
    return {
      definitions: [],
      diagnostics: [mistake("too-long", whole, `a text in Linear A has at most ${LONGEST_WRITTEN} characters here`)],
    };
  const deep = deepBrackets(text, MOST_BRACKETS);
  if (deep !== undefined)
    return {
      definitions: [],
      diagnostics: [
        mistake("too-deep", span("<linear>", deep, deep + 1), "this is nested too deeply; bind what is within by lets"),
      ],
    };
  const signatures = new Signatures(program);
  const definitions: Definition[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const node of childrenOf(parser.parse(text).topNode)) {
    const wrong = firstError(node);
    if (wrong !== undefined) {
      diagnostics.push(unreadable(text, wrong));
      continue;
    }
    if (node.name !== "Definition") continue;
    const place: Place = { text, node };
    try {
      const definition = new DefinitionReader(place, signatures).definition();
      refuseName(definition, signatures, place);
      checkDefinition(definition, signatures.before);
      signatures.add(definition);
      definitions.push(definition);
    } catch (error) {
      if (!(error instanceof LinearityError)) throw error;
      diagnostics.push(told(error, place));
      signatures.spoil(calledName(place));
    }
  }
  return { definitions, diagnostics };
}

/** The innermost place that the parser could not read. */
function firstError(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type.isError) return node;
  for (const child of childrenOf(node)) {
    const found = firstError(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function unreadable(text: string, { from, to }: SyntaxNode): Diagnostic {
  const start = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
  const word = /^[^\s;,()]+/.exec(text.slice(start))?.[0].length ?? 1;
  const at = span("<linear>", Math.min(start, text.length), Math.min(text.length, Math.max(start + word, to)));
  // `let x = ..`: which side of the semicolon is meant, the reader must say
  const bare = /\blet\s+([^\s(=]+)\s*=?\s*$/.exec(text.slice(0, start).replace(/\s*=\s*$/, " ="));
  if (bare !== null) {
    const name = nth(bare, 1);
    return mistake(
      "syntax",
      at,
      `what a let binds stands in parentheses: \`let (${name};) =\` where it is not linear, \`let (; ${name}) =\` where it is`,
    );
  }
  const rest = text.slice(start).trim();
  const shown = nth(rest.split("\n"), 0).slice(0, 30);
  return mistake(
    "syntax",
    at,
    rest === ""
      ? "the definition ends too early: it ends in what it gives, `(values; tangents)`"
      : `this cannot be read from \`${shown}\` on; a definition reads \`def f(x; ẋ) = let (y;) = .. in let (; ẏ) = .. in (y; ẏ)\``,
  );
}

/** Names that J, U and T give are not for definitions of the reader's, but `f.J` is. */
function refuseName(definition: Definition, signatures: Signatures, place: Place): void {
  const { name } = definition;
  const at = spanOf(nameNode(place));
  const shown = shownName(name);
  const of = signatures.of(/^(.+)°J$/.exec(name)?.[1] ?? "");
  if (of !== undefined && isPure(of)) {
    const wanted = wantedOfDerivative(definition, of);
    if (wanted === undefined) return;
    throw new LinearityError(`\`${shown}\` is the derivative of \`${of.name}\` and must be ${wanted}`, undefined, at);
  }
  const derivative = /^([^°]+)°J$/.exec(name)?.[1];
  if (derivative !== undefined && of === undefined)
    throw new LinearityError(
      `\`${shown}\` would be the derivative of \`${derivative}\`, and there is no such definition: Linear A gives derivatives of definitions, not of \`op\`s, which have theirs`,
      undefined,
      at,
    );
  const base = /^(.+?)°/.exec(name)?.[1];
  if (base !== undefined && signatures.of(base) !== undefined)
    throw new LinearityError(`\`${shown}\` is what is made of \`${base}\`; choose another name`, undefined, at);
  if (signatures.of(name) !== undefined) throw new LinearityError(`\`${shown}\` is defined already`, undefined, at);
}

function nameNode({ node }: Place): SyntaxNode {
  return node.getChild("Name") ?? node;
}

function told(error: LinearityError, place: Place): Diagnostic {
  const { fault, variable } = error;
  const isUnused = fault === "unused" || fault === "unused-linear";
  const bound = isUnused && variable !== undefined ? whereBound(variable, place) : undefined;
  const at = bound === undefined ? error.at : spanOf(bound);
  return mistake("linear", at ?? spanOf(nameNode(place)), error.message.normalize(), { fix: fixOf(error, place) });
}

/** The place where a variable is bound in a definition. */
function whereBound(variable: string, place: Place): SyntaxNode | undefined {
  const find = (node: SyntaxNode): SyntaxNode | undefined => {
    if (node.name === "Variable" && nameOf(place, present(node.getChild("Name"))) === variable) return node;
    for (const child of childrenOf(node)) {
      const found = find(child);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(place.node);
}
