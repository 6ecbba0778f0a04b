// Rules for syntax mistakes that the grammar alone explains badly.
import type { SyntaxNode } from "@lezer/common";
import { type Diagnostic, mistake } from "../../source/diagnostic.ts";
import { KEYWORDS } from "../keywords.ts";
import { childrenOf, spanOf, textOf } from "../tree.ts";
import {
  CLOSERS,
  type ErrorContext,
  enclosing,
  inWords,
  isAtEnd,
  isOperator,
  type Met,
  openBracket,
} from "./context.ts";

/** The end of an explanation: its message, its place (the token met if it has none), its note and its fix. */
interface Explanation {
  readonly message: string;
  readonly at?: Met | SyntaxNode;
  readonly note?: readonly [message: string, at: Met | SyntaxNode];
  /** The title of the fix, and the text in the place of the mistake. */
  readonly fix?: readonly [title: string, text: string];
}

/** A rule: a kind of mistake, and its explanation where it is of that kind. */
type Rule = readonly [kind: string, explain: (context: ErrorContext) => Explanation | undefined];

const DEFINING = ["Definition", "OpDeclaration", "LetHead", "RecBinding"];
const TYPED = ["TypeName", "ConstructorName", "DataDeclaration", "TypeDeclaration", "Constructor"];
const BRACKETED = "Parenthesised ListLiteral ArrayLiteral ParenPattern ListPattern ParenType ListType".split(" ");
const LONGEST_NAME = 60;

/** Where the bracket at an offset closes; the offset itself where it does not within a section's length. */
function closedAt(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + LONGEST_SECTION); at++) {
    if ("([{".includes(text.charAt(at))) depth++;
    else if (")]}".includes(text.charAt(at)) && --depth === 0) return at + 1;
  }
  return from;
}
const COMPARING = "IfHead ValueBinding FunctionBinding RecBinding Definition Branch TypedExpr".split(" ");

/** Whether an error stands where the name of a definition does. */
function isName({ node, parent, before }: ErrorContext): boolean {
  const isBound = before.some((name) => ["Equals", "DefinitionName", "ValueBinding"].includes(name));
  return node.from < node.to && DEFINING.includes(parent.name) && !isBound;
}

/** Whether an error stands among the parameters of a definition, on the line of its name. */
function isParameter({ text, parent, before, met }: ErrorContext): boolean {
  const line = text.text.slice(text.text.lastIndexOf("\n", met.from - 1) + 1, met.from);
  return parent.name === "Definition" && before.length >= 2 && !before.includes("Equals") && line.trim() !== "";
}

/** A text with its first letter changed. */
function withFirst(text: string, change: (letter: string) => string): string {
  return change(text.charAt(0)) + text.slice(1);
}

/** The rules; the first that explains a mistake is taken. */
const RULES: readonly Rule[] = [
  [
    "keyword-name",
    (context) => {
      const isNamed = isName(context) || isParameter(context) || ["let", "Lambda", "rec"].includes(context.last);
      if (!isNamed || !KEYWORDS.includes(context.met.text)) return undefined;
      return { message: `\`${context.met.text}\` is a keyword of Dual; choose another name` };
    },
  ],
  [
    "upper-case-definition",
    (context) => {
      const { text: name } = context.met;
      if (!isName(context) || !/^\p{Lu}/u.test(name)) return undefined;
      const lower = withFirst(name, (letter) => letter.toLowerCase());
      const message = `a definition's name starts with a lower-case letter; \`${name}\` would be a constructor`;
      return { message, fix: [`call it ${lower}`, lower] };
    },
  ],
  [
    "single-bar",
    ({ met, parent, before }) => {
      if (met.text !== "|" || parent.name === "DataDeclaration") return undefined;
      if (/^(?:Definition|RecBinding|FunctionBinding)$/.test(parent.name) && !before.includes("Equals"))
        return { message: "Dual has no guards `|`: write `if .. then .. else ..`" };
      if (parent.name === "Branch" && !before.includes("Arrow")) {
        const message =
          "this branch has no `->` before `|`: a branch has one pattern, `p -> e | q -> e`, and a condition is an `if` behind its `->`";
        return { message };
      }
      return { message: "a single `|` separates the branches of a `case`; logical or is `||`" };
    },
  ],
  [
    "section",
    ({ text, parent, met, last }) => {
      const isRight = parent.name === "OperatorFunction";
      if (!isRight && !(parent.name === "Expr" && met.text === ")" && isOperator(last))) return undefined;
      const group = enclosing(parent, "OperatorFunction", "Parenthesised");
      if (group === undefined || group.to - group.from > LONGEST_SECTION) return undefined;
      const inside = childrenOf(group.getChild("Expr") ?? group).filter((child) => !child.type.isError);
      if (!isRight && inside.length !== 2) return undefined;
      // where the parser gives up within the section, its brackets tell where it ends
      const at = { from: group.from, to: isRight ? closedAt(text.text, group.from) : group.to };
      const written = text.text.slice(at.from, at.to);
      if (!written.endsWith(")") || written.length > LONGEST_SECTION) return undefined;
      const operand = written.slice(1, -1).trim();
      const instead = isRight ? `(\\x -> x ${operand})` : `(\\x -> ${operand} x)`;
      const message = `Dual has no operator sections: write \`${instead}\` for \`${written}\``;
      return { message, at, fix: [`write ${instead}`, instead] };
    },
  ],
  [
    "empty-case",
    ({ parent, met, last }) => {
      if (parent.name !== "Case" || met.text !== "}" || last !== "{") return undefined;
      return { message: "this `case` has no branches: write `{ pattern -> expression | .. }`", at: parent };
    },
  ],
  [
    "par",
    ({ text, met }) => {
      const before = text.text.slice(Math.max(0, met.from - LONGEST_SECTION), met.from);
      const isPair = /\bpar\s*(?:\([^(),]*(?:\([^()]*\)[^(),]*)*\)\s*)?$/.test(before);
      return isPair ? { message: "`par` takes a literal tuple of two or more parts, `par (e1, e2)`" } : undefined;
    },
  ],
  [
    "wildcard",
    ({ met, parent }) => {
      const isPattern = /Pattern|Head|Branch|Field|Declaration|Type/.test(parent.name);
      if (met.text !== "_" || isPattern) return undefined;
      return { message: "`_` stands in patterns, for a value without a name: an expression was expected here" };
    },
  ],
  [
    "record-pattern",
    ({ met, parent, last }) => {
      const isPattern = /Pattern$/.test(parent.name) || (parent.name === "LetHead" && last === "let");
      if (met.text !== "{" || !isPattern) return undefined;
      return { message: "a pattern of a record begins with its constructor: `P { x, y }`" };
    },
  ],
  [
    "bare-argument",
    ({ parent, met, last, before }) => {
      const isArgument = ["Application", "Parenthesised", "Expr", "Definition"].includes(parent.name);
      // the parser goes on as if a parenthesis stood here
      const isOpened = parent.name === "Parenthesised" && before.length === 0 && parent.parent?.name === "Application";
      const isApplied = isOpened || ["Variable", "ConstructorName", "Expr", "Application"].includes(last);
      if (!["if", "let", "case", "par", "\\", "λ"].includes(met.text) || !isArgument || !isApplied) return undefined;
      const isFunction = met.text === "\\" || met.text === "λ";
      const what = isFunction ? "a function" : met.text === "if" ? "an `if`" : `a \`${met.text}\``;
      const shown = isFunction ? `${met.text}x ->` : met.text;
      return { message: `${what} as an argument needs parentheses around it, \`f (${shown} ..)\`` };
    },
  ],
  [
    "op-curried",
    ({ text, parent, before, met }) => {
      const first = childrenOf(parent)[2];
      const isSecond = parent.name === "OpDeclaration" && !before.includes("Equals") && before.length === 3;
      if (!isSecond || !/^[\p{L}_]/u.test(met.text) || first === undefined) return undefined;
      const tuple = `(${textOf(text, first)}, ${met.text})`;
      return { message: `an op has one parameter, a variable or a tuple of them: write \`${tuple}\`` };
    },
  ],
  [
    "named-input",
    ({ text, declaration, met }) => {
      if (met.text !== "=" || declaration?.name !== "Expression") return undefined;
      const values = text.text
        .split(",")
        .map((part) => /^\s*[\p{Ll}_][\p{L}\p{N}_']*\s*=\s*([^\s=].*?)\s*$/su.exec(part)?.[1]);
      if (values.includes(undefined)) return undefined;
      const written = values.length === 1 ? values.join() : `(${values.join(", ")})`;
      const at = { text: "", from: 0, to: text.text.length };
      return { message: `an input has no names: write \`${written}\``, at, fix: [`write \`${written}\``, written] };
    },
  ],
  [
    "bare-tuple",
    ({ text, declaration, met }) => {
      if (met.text !== "," || declaration?.name !== "Expression") return undefined;
      return { message: `a tuple needs parentheses: write \`(${text.text.trim()})\`` };
    },
  ],
  [
    "single-equals",
    ({ text, parent, met }) => {
      const isExpression = ["Expr", "Application", "IfHead", "Parenthesised"].includes(parent.name);
      if (met.text !== "=" || !isExpression || enclosing(parent, ...COMPARING) === undefined) return undefined;
      const [, record, field] = /(?:=|\bin|->)\s*([\p{Ll}_][\p{L}\p{N}_']*)\.([\p{Ll}_][\p{L}\p{N}_']*)\s*$/u.exec(
        text.text.slice(Math.max(0, met.from - LONGEST_NAME), met.from),
      ) ?? [""];
      if (record !== undefined && parent.name !== "IfHead") {
        const instead = `no field changes in place: \`${record} { ${field} = .. }\` is \`${record}\` with another value of it`;
        return { message: `${instead}; two values are compared by \`==\`` };
      }
      // `def f x = y = x * x`, where `y` is to be a new name
      const before = text.text.slice(Math.max(0, met.from - LONGEST_NAME), met.from);
      const name = /(?:=|\bin|->)\s*([\p{Ll}_][\p{L}\p{N}_']*)\s*$/u.exec(before)?.[1];
      if (name === undefined)
        return { message: "`=` defines a name; to compare two values write `==`", fix: ["write ==", "=="] };
      const message = `\`=\` defines a name, by \`let ${name} = .. in\`; two values are compared by \`==\``;
      return { message };
    },
  ],
  [
    "stray",
    ({ node, parent, declaration, before, met }) => {
      if (declaration !== undefined && declaration.from < declaration.to && before.length > 0) return undefined;
      if (parent.name !== "Program" && node.from !== declaration?.from) return undefined;
      if (Object.values(CLOSERS).includes(met.text)) return undefined;
      const message = `a program is made of \`def\`, \`data\`, \`type\` and \`op\`; ${inWords(met)} cannot stand here`;
      return { message };
    },
  ],
  [
    "stray-closer",
    (context) => {
      const { met, node } = context;
      const opener = Object.keys(CLOSERS).find((one) => CLOSERS[one] === met.text);
      if (opener === undefined || node.from === node.to || openBracket(context) !== undefined) return undefined;
      return { message: `this \`${met.text}\` closes nothing: there is no open \`${opener}\` for it` };
    },
  ],
  [
    "mismatched-closer",
    (context) => {
      const opener = openBracket(context);
      const closer = opener && CLOSERS[opener.name];
      const { text } = context.met;
      if (opener === undefined || text === closer || !Object.values(CLOSERS).includes(text)) return undefined;
      if (context.last === "," && !isAtEnd(context)) return undefined;
      const message = `this \`${text}\` does not close the \`${opener.name}\`: \`${closer}\` was expected`;
      return { message, note: [`the open \`${opener.name}\``, opener] };
    },
  ],
  [
    "unclosed",
    (context) => {
      const { parent, met, last } = context;
      const opener = openBracket(context);
      const isInside = BRACKETED.includes(parent.name) && last !== ",";
      if (opener === undefined || !(isAtEnd(context) || isInside)) return undefined;
      const closer = CLOSERS[opener.name];
      const message = `this \`${opener.name}\` is never closed: \`${closer}\` is missing before ${inWords(met)}`;
      return { message, at: opener, note: [`\`${closer}\` was expected here`, met] };
    },
  ],
  [
    "lower-case-type",
    ({ parent, before, met }) => {
      if (!TYPED.includes(parent.name) || !/^\p{Ll}/u.test(met.text) || KEYWORDS.includes(met.text)) return undefined;
      const upper = withFirst(met.text, (letter) => letter.toUpperCase());
      const isConstructor = parent.name !== "TypeName" && before.includes("Equals");
      const what = isConstructor || parent.name === "ConstructorName" ? "a constructor" : "a type's name";
      const message = `${what} starts with an upper-case letter: \`${upper}\` instead of \`${met.text}\``;
      return { message, fix: [`call it ${upper}`, upper] };
    },
  ],
];
/** UTF-16 units of a section that is written out in full. */
const LONGEST_SECTION = 60;

/** The mistake of the first rule that explains an error; undefined where none does. */
export function ruleFor(context: ErrorContext): Diagnostic | undefined {
  for (const [kind, explain] of RULES) {
    const found = explain(context);
    if (found === undefined) continue;
    const at = spanOf(context.text, found.at ?? context.met);
    return mistake(kind, at, found.message, {
      ...(found.note && { notes: [{ message: found.note[0], span: spanOf(context.text, found.note[1]) }] }),
      ...(found.fix && { fix: { title: found.fix[0], edits: [{ span: at, text: found.fix[1] }] } }),
    });
  }
  return undefined;
}
