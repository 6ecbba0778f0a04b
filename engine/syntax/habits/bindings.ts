// Habits in local definitions: how other languages bind names in a body.
import { nth } from "../../base/nth.ts";
import { after, atTokens, before, drop, type Edit, found, type Habit, isTop, put } from "./habit.ts";
import type { Tokens } from "./tokens.ts";

/** Words that declarations of Dual begin with. */
export const DECLARATIONS = new Set(["def", "data", "type", "op"]);

const IN = new Set(["in"]);

/** Whether tokens are a name and parameters. */
export function isHeader(tokens: Tokens, start: number, end: number): boolean {
  let at = start + 1;
  while (at < end) {
    const next = tokens.atomEnd(at);
    if (next === at) return tokens.at(at) === ":" || tokens.at(at) === "->";
    at = next;
  }
  return at === end;
}

/** Binding words inside a body: `val x = e`, `const x = e`, `var x = e`. */
export const localWord: Habit = atTokens(["val", "var", "const", "auto", "def"], (tokens, index) => {
  const token = nth(tokens.list, index);
  if (isTop(tokens, index) || !token.isFirst || tokens.kind(index + 1) !== "word") return undefined;
  const message = `Dual begins a local definition with \`let\`, not with \`${token.text}\``;
  return found("missing-let", tokens, [index, index], message, "write `let`", [put(tokens, index, "let")]);
});

/** `y = e` and `y := e` on a line of its own in a body. */
export const localName: Habit = atTokens(["=", ":=", "<-"], (tokens, index) => {
  const start = tokens.lineStart(index);
  const token = nth(tokens.list, start);
  if (isTop(tokens, start) || !isBinder(tokens, start, index)) return undefined;
  const end = tokens.statementEnd(start);
  if (end >= tokens.closer(index) || tokens.at(end) === "in") return undefined;
  const isChanged = tokens.at(index) === ":=" || tokens.at(index) === "<-";
  const name = tokens.slice(start, index);
  const message = isChanged
    ? `Dual has no \`${tokens.at(index)}\`, because a variable never changes: write \`let ${name} = .. in\`, a new variable`
    : `Dual binds a local name by \`let ${name} = .. in\``;
  const edits: Edit[] = [before(tokens, start, "let ")];
  if (token.text === "let") return undefined;
  if (tokens.at(index) !== "=") edits.push(put(tokens, index, "="));
  const hasSemicolon = tokens.at(end - 1) === ";";
  edits.push(hasSemicolon ? put(tokens, end - 1, " in") : after(tokens, end, " in"));
  return found("missing-let", tokens, [start, index], message, "write `let .. in`", edits);
});

/** Whether tokens are a pattern to bind, or a name with parameters. */
function isBinder(tokens: Tokens, start: number, end: number): boolean {
  if (start >= end || DECLARATIONS.has(tokens.at(start))) return false;
  if (tokens.kind(start) === "open") return tokens.at(start) === "(" && tokens.atomEnd(start) === end;
  return tokens.kind(start) === "word" && !/^\p{Lu}/u.test(tokens.at(start)) && isHeader(tokens, start, end);
}

/** `let x = e` on a line of its own, without `in`. */
export const missingIn: Habit = atTokens(["let"], (tokens, index, error) => {
  if (isTop(tokens, index) || error <= index) return undefined;
  const end = bindingEnd(tokens, index);
  if (end >= tokens.closer(index) || tokens.at(end) === "in" || tokens.at(end) === "and") return undefined;
  if (tokens.next(index, IN) < end) return undefined;
  const equals = tokens.next(index, new Set(["="]));
  if (equals >= end) return undefined;
  const isMutable = MUTABLE.has(tokens.at(index + 1)) && tokens.kind(index + 2) === "word";
  const name = tokens.slice(index + (isMutable ? 2 : 1), equals).slice(0, 30);
  const message = `the \`let\` of \`${name}\` needs \`in\` ${error === end ? "before this" : "after its value"}: \`let ${name} = .. in ..\``;
  const hasSemicolon = tokens.at(end - 1) === ";";
  const at = error === end ? end : index;
  return found("let-in", tokens, [at, at], message, "write `in`", [
    ...(isMutable ? [drop(tokens, index + 1)] : []),
    hasSemicolon ? put(tokens, end - 1, " in") : after(tokens, end, " in"),
  ]);
});
/** Words that make a variable one that changes. */
const MUTABLE = new Set(["mut", "mutable"]);

/** The index after the binding of a `let`: at the next line that is not indented more than the `let` itself. */
function bindingEnd(tokens: Tokens, index: number): number {
  return tokens.lineLeftOf(nth(tokens.list, index).column + 1, index + 1, tokens.closer(index));
}

/** `let a = 1` and further bindings on lines of their own before one `in`, as in Haskell. */
export const letBlock: Habit = atTokens(["let"], (tokens, index) => {
  const first = tokens.list[index + 1];
  const end = tokens.next(index, IN);
  if (first === undefined || tokens.at(end) !== "in") return undefined;
  const edits: Edit[] = [];
  for (let at = index + 2; at < end; at++) {
    const token = nth(tokens.list, at);
    if (token.isFirst && token.column === first.column) edits.push(before(tokens, at, "in let "));
    if (token.kind === "open" && tokens.partner(at) > 0) at = tokens.partner(at);
  }
  if (edits.length === 0) return undefined;
  const message = "Dual gives each local definition its own `let .. in`";
  return found("let-in", tokens, [index, index], message, "write `let .. in` for each", edits);
});

/** `let a = 1 and b = 2 in ..`. */
export const letAnd: Habit = atTokens(["and"], (tokens, index) => {
  const binding = tokens.last(index, new Set(["let"]));
  if (binding < 0 || tokens.at(binding + 1) === "rec") return undefined;
  const message = "`and` belongs to `let rec` in Dual; other definitions chain as `let a = .. in let b = .. in ..`";
  return found("and-without-rec", tokens, [index, index], message, "write `in let`", [put(tokens, index, "in let")]);
});
