// The precedence table, and how a flat chain of heads, operators and operands becomes a tree.
import { lastOf, nth } from "../../base/nth.ts";
import { type Diagnostics, mistake } from "../../source/diagnostic.ts";
import { cover, type Span } from "../../source/span.ts";
import { type Expr, type LetItem, type Operation, type Operator, outerSpan, type Pattern } from "../ast.ts";

/** A piece of a chain, in source order. A head owns everything to its right. */
export type Piece =
  | { readonly tag: "let"; readonly item: LetItem; readonly span: Span }
  | { readonly tag: "lambda"; readonly params: readonly Pattern[]; readonly span: Span }
  | { readonly tag: "if"; readonly condition: Expr; readonly consequent: Expr; readonly span: Span }
  | { readonly tag: "negate"; readonly span: Span }
  | { readonly tag: "operand"; readonly expr: Expr; readonly span: Span }
  | { readonly tag: "operator"; readonly operator: Operator; readonly span: Span };

type Head = Extract<Piece, { readonly tag: "let" | "lambda" | "if" }>;

interface Level {
  readonly operators: readonly Operator[];
  readonly associates: "left" | "right" | "none";
}

/** Loosest first. Negation binds between `* /` and `^`. */
export const PRECEDENCE: readonly Level[] = [
  { operators: ["|*|"], associates: "none" },
  { operators: ["|>"], associates: "left" },
  { operators: ["||"], associates: "right" },
  { operators: ["&&"], associates: "right" },
  { operators: ["==", "/=", "<", "<=", ">", ">="], associates: "none" },
  { operators: ["::", "++"], associates: "right" },
  { operators: ["+", "-"], associates: "left" },
  { operators: ["*", "/"], associates: "left" },
  { operators: ["^"], associates: "right" },
  { operators: ["!"], associates: "left" },
];

/** The level of `^`: from here on an operand cannot begin with a minus. */
const POWER_LEVEL = 8;

/** Resolves a chain of at least one operand; reports chains that do not associate. Takes linear time. */
export function resolveChain(pieces: readonly Piece[], diagnostics: Diagnostics): Expr {
  let end = pieces.length;
  let tail: Expr | undefined;
  while (true) {
    let head = end - 1;
    while (head >= 0 && !isHead(nth(pieces, head))) head--;
    const segment = pieces.slice(head + 1, end);
    if (tail !== undefined) segment.push({ tag: "operand", expr: tail, span: tail.span });
    const body = level(0, segment, diagnostics);
    if (head < 0) return body;
    const items: LetItem[] = [];
    let first = head;
    for (let piece = pieces[first]; piece?.tag === "let"; piece = pieces[--first]) items.push(piece.item);
    if (items.length > 0) {
      first++;
      items.reverse();
      tail = { tag: "let", items, body, span: cover(nth(pieces, first).span, outerSpan(body)) };
    } else {
      first = head;
      tail = applyHead(pieces[head] as Exclude<Head, { tag: "let" }>, body);
    }
    end = first;
    if (end === 0) return tail;
  }
}

/** The span of a run of pieces, the parentheses of its operands included. */
function outer(pieces: readonly Piece[]): Span {
  return cover(nth(pieces, 0).span, lastOf(pieces).span);
}

function isHead(piece: Piece): piece is Head {
  return piece.tag === "let" || piece.tag === "lambda" || piece.tag === "if";
}

function applyHead(head: Exclude<Head, { tag: "let" }>, body: Expr): Expr {
  const span = cover(head.span, outerSpan(body));
  return head.tag === "lambda"
    ? { tag: "lambda", params: head.params, body, span }
    : { tag: "if", condition: head.condition, consequent: head.consequent, alternative: body, span };
}

/** Resolves pieces that hold no heads, at a level of the table and tighter. */
function level(index: number, pieces: readonly Piece[], diagnostics: Diagnostics): Expr {
  const first = nth(pieces, 0);
  if (pieces.length === 1 && first.tag === "operand") return first.expr;
  if (index === POWER_LEVEL && first.tag === "negate") {
    const signs = pieces.findIndex((piece) => piece.tag !== "negate");
    let operand = level(POWER_LEVEL, pieces.slice(signs), diagnostics);
    for (let at = signs - 1; at >= 0; at--)
      operand = { tag: "negate", operand, span: cover(nth(pieces, at).span, lastOf(pieces).span) };
    return operand;
  }
  const row = PRECEDENCE[index];
  if (row === undefined) return misplacedMinus(pieces, diagnostics);
  const cuts: number[] = [];
  pieces.forEach((piece, at) => {
    if (piece.tag === "operator" && row.operators.includes(piece.operator)) cuts.push(at);
  });
  if (cuts.length === 0) return level(index + 1, pieces, diagnostics);
  const operands = [...cuts, pieces.length].map((cut, at) =>
    level(index + 1, pieces.slice(at === 0 ? 0 : nth(cuts, at - 1) + 1, cut), diagnostics),
  );
  const operators = cuts.map((cut) => pieces[cut] as Extract<Piece, { tag: "operator" }>);
  if (row.associates === "none" && operators.length > 1) {
    reportChain(operators, operands, diagnostics);
    // what follows is part of this mistake
    operators.length = 1;
    operands.length = 2;
  }
  const span = outer(pieces);
  if (row.associates === "right") {
    const init = operators.map((piece, at) => operation(piece, nth(operands, at)));
    return { tag: "right", init, last: lastOf(operands), span };
  }
  return {
    tag: "left",
    first: nth(operands, 0),
    rest: operators.map((piece, at) => operation(piece, nth(operands, at + 1))),
    span,
  };
}

function operation(piece: Extract<Piece, { tag: "operator" }>, operand: Expr): Operation {
  return { operator: piece.operator, operatorSpan: piece.span, operand };
}

function misplacedMinus(pieces: readonly Piece[], diagnostics: Diagnostics): Expr {
  const operand = level(POWER_LEVEL, pieces, diagnostics);
  const span = outer(pieces);
  diagnostics.report(
    mistake("minus-operand", span, "a minus after `^` or `!` needs parentheses, as in `x ^ (-2)`", {
      fix: {
        title: "put parentheses around the negative operand",
        edits: [
          { span: { ...span, to: span.from }, text: "(" },
          { span: { ...span, from: span.to }, text: ")" },
        ],
      },
    }),
  );
  return operand;
}

function reportChain(
  operators: readonly Extract<Piece, { tag: "operator" }>[],
  operands: readonly Expr[],
  diagnostics: Diagnostics,
): void {
  const second = nth(operators, 1);
  const span = second.span;
  if (second.operator === "|*|") {
    const message = "`|*|` pairs two things and does not associate; write `par (.., .., ..)` for more than two";
    diagnostics.report(mistake("parallel-chain", span, message));
    return;
  }
  const [one, two] = [nth(operators, 0).operator, second.operator];
  const message = `comparisons do not chain: split \`a ${one} b ${two} c\` into \`a ${one} b && b ${two} c\``;
  diagnostics.report(
    mistake("comparison-chain", span, message, {
      notes: [{ message: "the shared operand", span: nth(operands, 1).span }],
    }),
  );
}
