// The formatter: a program's text in its usual layout, with its comments. Line breaks that the writer made stay; long lines get more.
//
// Layout is by the document printer of Prettier, after Wadler, "A prettier printer". Signs that stand one under the other (`=`, `->`,
// comments behind code) still do so afterwards.

import type { SyntaxNode, Tree } from "@lezer/common";
import { builders, printer, utils } from "prettier/doc";
import { lastOf, nth, present } from "../../base/nth.ts";
import { Work } from "../../base/work.ts";
import { deepBrackets } from "../brackets.ts";
import { childrenOf, programParser, tooDeep } from "../tree.ts";
import { aligned, COMMENTS, SIGNS } from "./alignment.ts";
import {
  BLANK_CONTINUATION,
  COMMENT,
  KEPT,
  sameProgram,
  type Token,
  tokensOf,
  withoutEmptyEnd,
  withoutTrailing,
} from "./same-program.ts";

type Doc = builders.Doc;

const { align, group, hardline, ifBreak, indent, join, line, lineSuffix, lineSuffixBoundary } = builders;

/** Columns of a line, where nothing is said about them. */
const WIDTH = 100;
const MOST_BRACKETS = 400;

/** Rounds after which a layout that still changes is taken as it is. */
const MOST_ROUNDS = 6;

/** Characters of a text that is formatted: laying out takes a kilobyte for each of them. */
const LONGEST_TEXT = 500_000;

/** The text formatted for lines of some columns; undefined where it has mistakes of syntax, is too long, or is nested too deeply. */
export function formatted(text: string, width = WIDTH): string | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  if (deepBrackets(text, MOST_BRACKETS) !== undefined) return undefined;
  if (text.trim() === "") return text;
  let now = text;
  try {
    // a comment in an odd place may move once more: what is formatted shall stay as it is
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const next = laidOut(now, width);
      if (next === undefined || next === now) return next;
      now = next;
    }
    return now;
  } catch (error) {
    // thousands of `let`s in a row go deeper than the stack is
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function laidOut(text: string, width: number): string | undefined {
  const tree = faultlessTree(text);
  if (tree === undefined) return undefined;
  if (tooDeep(tree, 0, text.length, new Work()) !== undefined) return undefined;
  const options = { printWidth: width, tabWidth: 2, useTabs: false };
  const { formatted: made } = printer.printDocToString(new Layout(text, tree.topNode).program(), options);
  const plain = `${withoutEmptyEnd(withoutTrailing(made).trimStart())}\n`;
  // comments last: what stands before them moves them
  const next = aligned(text, aligned(text, plain, SIGNS), COMMENTS);
  // whatever the layout does, the program stays the same
  return sameProgram(text, next) ? next : undefined;
}

/** The tree of a text without mistakes. What has some is not read to its end, for recovering from many takes long. */
function faultlessTree(text: string): Tree | undefined {
  try {
    return strictParser.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const strictParser = programParser.configure({ strict: true });

/** Operators that a writer may leave no room around. */
const TIGHT = new Set(["Times", "Divide", "Power", "Index"]);

class Layout {
  private readonly text: string;
  private readonly top: SyntaxNode;
  /** Comments before a token on lines of their own, and behind one on its line, by where the token begins. */
  private readonly leading = new Map<number, Token[]>();
  private readonly trailing = new Map<number, Token[]>();
  private readonly last: Token[] = [];

  constructor(text: string, top: SyntaxNode) {
    this.text = text;
    this.top = top;
    const tokens = tokensOf(text, top);
    let before: Token | undefined;
    let waiting: Token[] = [];
    for (const token of tokens) {
      if (token.name === "Bar") {
        // bars are written anew: what stands around one is about the alternative behind it
        before = undefined;
      } else if (!COMMENT.test(token.name)) {
        this.leading.set(token.from, waiting);
        waiting = [];
        before = token;
      } else if (before !== undefined && waiting.length === 0 && !this.hasBreak(before.to, token.from)) {
        const known = this.trailing.get(before.from);
        if (known === undefined) this.trailing.set(before.from, [token]);
        else known.push(token);
      } else waiting.push(token);
    }
    this.last = waiting;
  }

  private hasBreak(from: number, to: number): boolean {
    return this.text.slice(from, to).includes("\n");
  }

  /** Whether a line is left blank between two places. */
  private hasBlank(from: number, to: number): boolean {
    return /\n[ \t\r]*\n/.test(this.text.slice(from, to));
  }

  /** A break where the writer has one, else where it is needed. */
  private brk(before: SyntaxNode, after: SyntaxNode): Doc {
    return this.hasBreak(before.to, after.from) ? hardline : line;
  }

  private comment({ text }: Token): Doc {
    return utils.replaceEndOfLine(BLANK_CONTINUATION.test(text) ? `${text}${KEPT}` : text.trimEnd());
  }

  /** A comment at the end of its line; one that is to be there already ends that line. */
  private behind(one: Token): Doc {
    return [lineSuffixBoundary, lineSuffix([" ", this.comment(one)])];
  }

  private comments(all: readonly Token[], end: number): Doc[] {
    return all.map((one, at): Doc => {
      const next = all[at + 1]?.from ?? end;
      if (one.name !== "LineComment" && !this.hasBreak(one.to, next)) return [this.comment(one), " "];
      return [lineSuffixBoundary, this.comment(one), hardline, this.hasBlank(one.to, next) ? hardline : ""];
    });
  }

  /** A token with the comments around it. */
  private token(node: SyntaxNode): Doc {
    const before = this.comments(this.leading.get(node.from) ?? [], node.from);
    const behind = (this.trailing.get(node.from) ?? []).map(
      (one): Doc => (one.name === "LineComment" ? this.behind(one) : [" ", this.comment(one)]),
    );
    return [...before, this.text.slice(node.from, node.to), ...behind];
  }

  program(): Doc {
    const parts: Doc[] = [];
    let end: number | undefined;
    for (const node of childrenOf(this.top)) {
      const before = this.leading.get(node.from) ?? [];
      if (end !== undefined) parts.push(hardline, this.hasBlank(end, before[0]?.from ?? node.from) ? hardline : "");
      // they stand before the declaration, and break nothing in it
      this.leading.delete(node.from);
      parts.push(...this.comments(before, node.from), this.node(node));
      end = this.trailing.get(lastLeaf(node).from)?.at(-1)?.to ?? node.to;
    }
    if (this.last.length > 0) {
      if (end !== undefined) parts.push(hardline, this.hasBlank(end, nth(this.last, 0).from) ? hardline : "");
      parts.push(...this.comments(this.last, this.text.length));
    }
    return parts;
  }

  private node(node: SyntaxNode): Doc {
    const children = childrenOf(node);
    if (children.length === 0) return this.token(node);
    switch (node.name) {
      case "Definition":
      case "ValueBinding":
      case "FunctionBinding":
      case "RecBinding":
        return this.binding(children);
      case "OpDeclaration": {
        const by = children.findIndex(({ name }) => name === "ByWord" || name === "PullbackWord");
        const [value, partials] = [this.binding(children.slice(0, by)), children.slice(by)];
        const [word, expr] = partials as [SyntaxNode, SyntaxNode];
        return group([value, indent([this.brk(nth(children, by - 1), word), this.token(word), " ", this.node(expr)])]);
      }
      case "DataDeclaration":
        return this.data(children);
      case "Expr":
        return group(this.pieces(children));
      case "LetHead":
        return this.letHead(children);
      case "LambdaHead":
        return [this.token(nth(children, 0)), this.spaced(children.slice(1))];
      case "Application":
        return group([this.node(nth(children, 0)), indent(this.broken(children))]);
      case "Parenthesised":
      case "ListLiteral":
      case "ArrayLiteral":
      case "ParenPattern":
      case "ListPattern":
      case "ParenType":
      case "ListType":
        return this.bracketed(children);
      case "OperatorFunction":
      case "NegativeNumber":
        return children.map((child) => this.node(child));
      case "FieldAccess":
        return [this.node(nth(children, 0)), ".", this.node(nth(children, 1))];
      case "RecordExpr":
      case "RecordPattern":
        return this.record(children);
      case "Constructor":
        return children.some(({ name }) => name === "Field") ? this.record(children) : this.spaced(children);
      case "Case":
        return this.cases(children);
      case "Branch": {
        const [pattern, arrow, expr] = children as [SyntaxNode, SyntaxNode, SyntaxNode];
        const body = indent([this.brk(arrow, expr), this.node(expr)]);
        return group([this.node(pattern), " ", this.token(arrow), body]);
      }
      default:
        return this.spaced(children);
    }
  }

  private spaced(children: readonly SyntaxNode[]): Doc {
    return join(
      " ",
      children.map((child) => this.node(child)),
    );
  }

  /** All but the first, each behind a break. */
  private broken(children: readonly SyntaxNode[]): Doc[] {
    return children.slice(1).map((child, at): Doc => [this.brk(nth(children, at), child), this.node(child)]);
  }

  /** The head before `=`, and behind it the rest. */
  private binding(children: readonly SyntaxNode[]): Doc {
    const equals = children.findIndex(({ name }) => name === "Equals");
    const body = nth(children, equals + 1);
    const head = this.spaced(children.slice(0, equals + 1));
    return group([head, indent([this.brk(nth(children, equals), body), this.node(body)])]);
  }

  private data(children: readonly SyntaxNode[]): Doc {
    const equals = children.findIndex(({ name }) => name === "Equals");
    const constructors = children.slice(equals + 1).filter(({ name }) => name !== "Bar");
    const isBroken = this.hasBreak(nth(children, equals).from, lastOf(children).to);
    return group([this.spaced(children.slice(0, equals + 1)), indent(this.alternatives(constructors))], {
      shouldBreak: isBroken,
    });
  }

  /** Branches or constructors, each on a line of its own where they do not fit on one; comments stand above the bar. */
  private alternatives(nodes: readonly SyntaxNode[]): Doc[] {
    return nodes.map((node, at): Doc => {
      const { from } = firstLeaf(node);
      const before = this.leading.get(from) ?? [];
      this.leading.delete(from);
      return [line, ...this.comments(before, from), at === 0 ? ifBreak("| ", "") : "| ", this.node(node)];
    });
  }

  private letHead(children: readonly SyntaxNode[]): Doc {
    const parts = children.map((child, at): Doc => {
      if (at === 0) return this.node(child);
      if (nth(children, at - 1).name === "and") return align(4, [" ", this.node(child)]);
      const before = nth(children, at - 1);
      // `in` stays on a line of its own where the writer has put it there
      const isBelow = child.name === "in" && this.hasBreak(before.to, child.from);
      if (child.name === "and") return align(4, [this.brk(before, child), this.node(child)]);
      return [isBelow ? hardline : " ", this.node(child)];
    });
    return group(parts);
  }

  /** `let`s, lambdas, `if`s and operators in a row, from one of them on: each leads to the rest. */
  private pieces(children: readonly SyntaxNode[], from = 0): Doc {
    const parts: Doc[] = [];
    for (let at = from; at < children.length; at++) {
      const [first, next] = [nth(children, at), children[at + 1]];
      if (next === undefined) parts.push(this.node(first));
      else if (first.name === "LetHead") parts.push(this.node(first), this.brk(first, next));
      else if (first.name === "LambdaHead") {
        parts.push(this.node(first));
        if (this.hasBreak(first.to, next.from)) return [...parts, indent([hardline, this.pieces(children, at + 1)])];
        parts.push(" ");
      } else if (first.name === "Negate") parts.push(this.node(first), next.name === "Negate" ? " " : "");
      else if (first.name === "IfHead") return [...parts, this.decision(children, at)];
      else return [...parts, this.chain(children, at)];
    }
    return parts;
  }

  /** An `if`, and what follows its `else`. */
  private decision(children: readonly SyntaxNode[], at: number): Doc {
    const [word, test, then, yes, otherwise] = childrenOf(nth(children, at)) as [
      SyntaxNode,
      SyntaxNode,
      SyntaxNode,
      SyntaxNode,
      SyntaxNode,
    ];
    const head = [this.token(word), " ", this.node(test), this.brk(test, then)];
    const isBelow = this.hasBreak(otherwise.to, nth(children, at + 1).from);
    return group([
      group([...head, this.token(then), " ", align(2, this.node(yes))]),
      [this.brk(yes, otherwise), this.token(otherwise)],
      isBelow ? indent([hardline, this.pieces(children, at + 1)]) : [" ", this.pieces(children, at + 1)],
    ]);
  }

  /** Operands with operators between them; what follows the last operator may be a `let` or a lambda again. */
  private chain(children: readonly SyntaxNode[], from: number): Doc {
    const parts: Doc[] = [];
    let at = from;
    for (; at + 1 < children.length; at += 2) {
      const [operand, operator] = [nth(children, at), nth(children, at + 1)];
      const isOperand = !/Head$|^Negate$/.test(operand.name);
      if (!isOperand) break;
      const next = nth(children, at + 2);
      const isTight = operand.to === operator.from && operator.to === next.from && TIGHT.has(operator.name);
      if (isTight) parts.push(this.node(operand), this.token(operator));
      else parts.push(this.node(operand), this.brk(operand, operator), this.token(operator), " ");
    }
    parts.push(this.pieces(children, at));
    const [head, ...tail] = parts;
    return group([present(head), indent(tail)]);
  }

  private bracketed(children: readonly SyntaxNode[]): Doc {
    const [open, close] = [nth(children, 0), lastOf(children)];
    const parts: Doc[] = [];
    children.slice(1, -1).forEach((child, at) => {
      if (child.name === "Annotation") parts.push(" ", this.node(child));
      else if (child.name === ",") parts.push(this.token(child), this.brk(child, nth(children, at + 2)));
      else parts.push(this.node(child));
    });
    const width = open.to - open.from;
    return group([this.token(open), align(width, parts), this.token(close)]);
  }

  /** A constructor or a record, and its fields in braces. */
  private record(children: readonly SyntaxNode[]): Doc {
    const parts: Doc[] = [];
    children.slice(1, -1).forEach((child, at) => {
      parts.push(child.name === "," ? [this.token(child), this.brk(child, nth(children, at + 2))] : this.node(child));
    });
    return group([[this.node(nth(children, 0)), " {"], indent([line, ...parts]), line, this.token(lastOf(children))]);
  }

  private cases(children: readonly SyntaxNode[]): Doc {
    const open = children.findIndex(({ name }) => name === "{");
    const inside = children.slice(open + 1, -1);
    const branches = inside.filter(({ name }) => name === "Branch");
    const close = lastOf(children);
    const isBroken = this.hasBreak(nth(children, open).from, close.to);
    // comments before the end belong to what is inside
    const last = this.leading.get(close.from) ?? [];
    this.leading.delete(close.from);
    return group(
      [
        this.spaced(children.slice(0, open + 1)),
        indent([...this.alternatives(branches), ...last.map((one): Doc => [hardline, this.comment(one)])]),
        [line, this.token(close)],
      ],
      { shouldBreak: isBroken },
    );
  }
}

function firstLeaf(node: SyntaxNode): SyntaxNode {
  let leaf = node;
  for (let child = childrenOf(leaf)[0]; child !== undefined; child = childrenOf(leaf)[0]) leaf = child;
  return leaf;
}

function lastLeaf(node: SyntaxNode): SyntaxNode {
  let leaf = node;
  for (let child = childrenOf(leaf).at(-1); child !== undefined; child = childrenOf(leaf).at(-1)) leaf = child;
  return leaf;
}
