// Text to AST, with every mistake of syntax. A declaration with a mistake is left out but named.

import { NodeType, type SyntaxNode, Tree } from "@lezer/common";
import type { LRParser } from "@lezer/lr";
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { step } from "../../base/watch.ts";
import { type Diagnostics, mistake } from "../../source/diagnostic.ts";
import { type SourceName, type Span, span } from "../../source/span.ts";
import { type Advice, advisers } from "../advice.ts";
import type { Declaration, Expr } from "../ast.ts";
import { deepBrackets } from "../brackets.ts";
import { type Header, misplacedDirective, readHeader } from "../header.ts";
import { type Extent, Regions } from "../regions.ts";
import {
  childrenOf,
  DEEPEST_NESTING,
  type Excess,
  expressionParser,
  firstError,
  isTooDeep,
  LONGEST_ROW,
  programParser,
  textOf,
  tooDeep,
} from "../tree.ts";
import { Trials } from "../trials.ts";
import { convertDeclaration, convertExpr } from "./convert.ts";
import type { Conversion } from "./convert-types.ts";

/** The result of parsing. */
export interface ParsedProgram {
  readonly header: Header;
  readonly declarations: readonly Declaration[];
  /** Names that a faulty declaration would define, so that their uses are not reported as well. */
  readonly faulty: ReadonlySet<string>;
}

/** How long a program may be, in UTF-16 code units. */
export const LONGEST_PROGRAM = 4_000_000;

/** Parses a program; takes linear time and never throws, whatever the text is. */
export function parseProgram(source: SourceName, text: string, diagnostics: Diagnostics): ParsedProgram {
  const c: Conversion = { source, text, diagnostics };
  const faulty = new Set<string>();
  if (text.length > LONGEST_PROGRAM) {
    const message = `the program has ${text.length} characters; at most ${LONGEST_PROGRAM} are read`;
    diagnostics.report(mistake("program-length", span(source, 0, 1), message));
    return { header: {}, declarations: [], faulty };
  }
  const header = readHeader(c, diagnostics);
  const deep = deepBrackets(text, MOST_BRACKETS);
  if (deep !== undefined) {
    reportDepth(c, span(source, deep, deep + 1));
    return { header, declarations: [], faulty };
  }
  const { tree, isFaultless } = parseWithin(programParser, text);
  const mayBeUnclosed = text.includes("{-");
  const declarations: Declaration[] = [];
  const regions = new Regions(text);
  const trials = new Trials(diagnostics.work);
  const explained: Span[] = [];
  const report = (wrong: SyntaxNode, declaration: SyntaxNode | undefined): void => {
    if (!regions.isNew(wrong.from)) return;
    if (isTooDeep(wrong)) reportDepth(c, span(source, (declaration ?? wrong).from, (declaration ?? wrong).from + 1));
    else if (diagnostics.isFull) diagnostics.report(unexplained(c, wrong).diagnostic);
    else {
      const extent = regions.extentOf(wrong.from);
      const advice = advisers()?.explainSyntax(c, wrong, declaration, extent, trials) ?? unexplained(c, wrong);
      for (const name of advice.defines) faulty.add(name);
      if (advice.part === undefined) diagnostics.report(advice.diagnostic);
      else {
        diagnostics.reportInstead(advice.diagnostic, advice.part);
        explained.push(advice.part);
      }
    }
  };
  let isBelowHeader = false;
  for (let child = tree.topNode.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === "BlockComment") continue;
    if (child.name === "LineComment") {
      const misplaced = isBelowHeader ? misplacedDirective(c, child, header) : undefined;
      if (misplaced !== undefined) diagnostics.report(misplaced);
      continue;
    }
    isBelowHeader = true;
    if (child.name === "UnclosedComment") reportUnclosedComment(c, child);
    else if (child.type.isError) {
      report(child, undefined);
    } else {
      const declaration = convertOrReport(c, child);
      if (declaration === undefined) for (const name of definedNames(c, child)) faulty.add(name);
      else declarations.push(declaration);
    }
  }
  return { header, declarations: withoutExplained(declarations, explained, faulty), faulty };

  function convertOrReport(conversion: Conversion, node: SyntaxNode): Declaration | undefined {
    const excess = tooDeep(tree, node.from, node.to, conversion.diagnostics.work);
    const comment = mayBeUnclosed ? findUnclosedComment(node) : undefined;
    const wrong = isFaultless ? undefined : firstError(tree, node.from, node.to);
    // where there is a mistake, recovery may have made the row
    const deep = excess?.what === "row" && wrong !== undefined ? undefined : excess;
    if (comment !== undefined) reportUnclosedComment(conversion, comment);
    if (comment !== undefined || deep !== undefined) regions.isNew(node.from);
    if (deep !== undefined) reportExcess(conversion, deep);
    else if (wrong !== undefined && comment === undefined) report(wrong, node);
    else if (wrong === undefined) return convertDeclaration(conversion, node);
    return undefined;
  }
}

/** A mistake of syntax that nothing explains. */
function unexplained({ source }: Conversion, { from }: SyntaxNode): Advice {
  const diagnostic = mistake("syntax", span(source, from, from + 1), "this cannot stand here");
  return { diagnostic, part: undefined, defines: [] };
}

/** The declarations that recovery made whole, but that an explained mistake is a part of, are faulty. Both lists are in source order. */
function withoutExplained(
  declarations: readonly Declaration[],
  explained: readonly Span[],
  faulty: Set<string>,
): readonly Declaration[] {
  if (explained.length === 0) return declarations;
  const parts = explained.toSorted((a, b) => a.from - b.from);
  let next = 0;
  return declarations.filter((declaration) => {
    const { from, to } = declaration.span;
    while (next < parts.length && nth(parts, next).to <= from) next++;
    const isWhole = next >= parts.length || nth(parts, next).from >= to;
    if (!isWhole) for (const name of namesOf(declaration)) faulty.add(name);
    return isWhole;
  });
}

function namesOf(declaration: Declaration): readonly string[] {
  switch (declaration.tag) {
    case "def":
      return [declaration.binding.name.text];
    case "data":
      return [declaration.name.text, ...declaration.constructors.map(({ name }) => name.text)];
    default:
      return [declaration.name.text];
  }
}

/** Parses one declaration of a text that has no mistakes, from its first offset to the next declaration's. */
export function parseDeclaration(c: Conversion, { from, to }: Extent): Declaration {
  const part = programParser.parse(c.text, [], [{ from, to }]);
  // places in the tree of a part begin at the part
  const whole = new Tree(NodeType.none, [part], [from], from + part.length);
  const node = whole.topNode.firstChild?.firstChild ?? internal("a declaration is missing", from);
  return convertDeclaration(c, node) ?? internal("a declaration has a mistake", from);
}

/** Parses one expression, as `--at` and the header's directives hold. */
export function parseExpression(source: SourceName, text: string, diagnostics: Diagnostics): Expr | undefined {
  const c: Conversion = { source, text, diagnostics };
  if (text.trim() === "") {
    diagnostics.report(mistake("empty-expression", span(source, 0, text.length), "an expression was expected here"));
    return undefined;
  }
  const brackets = deepBrackets(text, MOST_BRACKETS);
  if (brackets !== undefined) {
    reportDepth(c, span(source, brackets, brackets + 1));
    return undefined;
  }
  const { tree } = parseWithin(expressionParser, text);
  const wrong = firstError(tree, 0, tree.length);
  const deep = tooDeep(tree, 0, tree.length, diagnostics.work);
  if (deep !== undefined && !(deep.what === "row" && wrong !== undefined)) {
    reportExcess(c, deep);
    return undefined;
  }
  const comment = findUnclosedComment(tree.topNode);
  if (comment !== undefined) {
    reportUnclosedComment(c, comment);
    return undefined;
  }
  const node = tree.topNode.getChild("Expr");
  if (wrong === undefined && node !== null && tree.length === text.length) return convertExpr(c, node);
  const extent = { from: 0, to: text.length };
  const trials = new Trials(diagnostics.work);
  const at = wrong ?? tree.topNode;
  const advice = advisers()?.explainSyntax(c, at, tree.topNode, extent, trials) ?? unexplained(c, at);
  diagnostics.report(advice.diagnostic);
  return undefined;
}

/** Brackets open at once beyond which no parse is tried: error recovery takes quadratic time in them. */
const MOST_BRACKETS = 1500;

/**
 * Recovery from many mistakes takes quadratic time, and up to 700 MB a second where all is wrong (the shape “keywords” of
 * `test/bench/sizes.bench.ts`): after this many milliseconds the rest of the text is left unread.
 */
const LONGEST_RECOVERY = 1000;

/** Parses a text; of one with mistakes as much as can be parsed in time, the tree then ends early. */
function parseWithin(parser: LRParser, text: string): { readonly tree: Tree; readonly isFaultless: boolean } {
  try {
    const parse = parser.configure({ strict: true }).startParse(text);
    for (;;) {
      // a token takes several microseconds
      step(4);
      const tree = parse.advance();
      if (tree !== null) return { tree, isFaultless: true };
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const parse = parser.startParse(text);
  const deadline = performance.now() + LONGEST_RECOVERY;
  for (let steps = 1; ; steps++) {
    const tree = parse.advance();
    if (tree !== null) return { tree, isFaultless: false };
    if (steps % 4096 === 0 && parse.stoppedAt === null && performance.now() > deadline) parse.stopAt(parse.parsedPos);
  }
}

function findUnclosedComment(node: SyntaxNode): SyntaxNode | undefined {
  let found: SyntaxNode | undefined;
  node.cursor().iterate((at) => {
    if (at.name === "UnclosedComment") found = at.node;
    return undefined;
  });
  return found;
}

function reportUnclosedComment(c: Conversion, node: SyntaxNode): void {
  const at = span(c.source, node.from, node.from + 2);
  c.diagnostics.report(mistake("unclosed-comment", at, "this comment `{-` is never closed: `-}` is missing"));
}

function reportDepth(c: Conversion, at: Span): void {
  const message = `this is nested too deeply: expressions, patterns and types may nest up to ${DEEPEST_NESTING} deep`;
  c.diagnostics.report(mistake("nesting", at, message, { notes: [{ message: "name its parts with `let` or `def`" }] }));
}

function reportExcess(c: Conversion, { what, from, to }: Excess): void {
  const at = span(c.source, from, to);
  if (what === "nest") return reportDepth(c, at);
  const message = `there is too much in a row here: parameters, arguments, fields, arrows and the parts of a list pattern go up to ${LONGEST_ROW}`;
  const notes = [{ message: "put some of them together in a tuple, which may have any size" }];
  c.diagnostics.report(mistake("row", at, message, { notes }));
}

/** The names that a declaration defines, found even in a faulty one. */
function definedNames(c: Conversion, node: SyntaxNode): readonly string[] {
  return childrenOf(node)
    .flatMap((child) => (child.name === "Constructor" ? childrenOf(child).slice(0, 1) : [child]))
    .filter((child) => ["DefinitionName", "TypeName", "ConstructorName"].includes(child.name) && child.from < child.to)
    .map((child) => textOf(c, child));
}
