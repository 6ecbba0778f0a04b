import { present } from "../../base/nth.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { KEYWORDS } from "../keywords.ts";
import { childrenOf, spanOf, textOf } from "../tree.ts";
import {
  DECLARATION_WORDS,
  enclosing,
  isOperator,
  isSection,
  metInWords,
  OPENERS,
  openBracket,
  openerOf,
  type Place,
  replace,
  say,
  tokenAt,
  undefinedLine,
} from "./mistake-place.ts";

/** Explains an error, if it is its kind. */
export type Rule = (place: Place) => Diagnostic | undefined;

/** The rules in the order in which they are asked. */
export const RULES: readonly Rule[] = [
  function reservedName(place) {
    const wantsName = ["Definition", "OpDeclaration", "LetHead", "RecBinding"].includes(place.parent.name);
    const first = place.node.from < place.node.to ? place.met : undefined;
    if (!wantsName || first === undefined || place.before.includes("Equals")) return undefined;
    if (place.before.includes("DefinitionName") || place.before.includes("ValueBinding")) return undefined;
    if (KEYWORDS.includes(first.text)) {
      return say("keyword-name", place, first, `\`${first.text}\` is a keyword of Dual; choose another name`);
    }
    if (/^\p{Lu}/u.test(first.text)) {
      const lower = first.text.charAt(0).toLowerCase() + first.text.slice(1);
      const message = `a definition's name starts with a lower-case letter; \`${first.text}\` would be a constructor`;
      return say("upper-case-definition", place, first, message, {
        fix: replace(place, first, `call it ${lower}`, lower),
      });
    }
    return undefined;
  },
  function keywordElsewhere(place) {
    // `let in = 2 in ..`, `\of -> ..`
    if (!["LetHead", "LambdaHead", "ValueBinding"].includes(place.parent.name)) return undefined;
    const token = tokenAt(place.text.text, place.node.from).text;
    if (!KEYWORDS.includes(token) || !["let", "Lambda", "rec"].includes(place.before.at(-1) ?? "")) return undefined;
    return say("keyword-name", place, place.met, `\`${token}\` is a keyword of Dual; choose another name`);
  },
  function guard(place) {
    if (place.met.text !== "|") return undefined;
    const isHeader = ["Definition", "RecBinding", "FunctionBinding"].includes(place.parent.name);
    if (isHeader && !place.before.includes("Equals")) {
      return say("guard", place, place.met, "Dual has no guards `|`: write `if .. then .. else ..`");
    }
    if (place.parent.name === "DataDeclaration") return undefined;
    return say("single-bar", place, place.met, "a single `|` separates the branches of a `case`; logical or is `||`");
  },
  function section(place) {
    const inside = place.parent.name === "OperatorFunction";
    const trailing = place.parent.name === "Expr" && place.met.text === ")" && isOperator(place.before.at(-1));
    if (!inside && !trailing) return undefined;
    const group = enclosing(place.parent, ["OperatorFunction", "Parenthesised"]);
    if (group === undefined || group.to - group.from > 60) return undefined;
    if (trailing && !isSection(group)) return undefined;
    const written = textOf(place.text, group);
    const example = inside ? `\\x -> x ${written.slice(1, -1).trim()}` : `\\x -> ${written.slice(1, -1).trim()} x`;
    return say("section", place, group, `Dual has no operator sections: write \`(${example})\` for \`${written}\``, {
      fix: replace(place, group, `write (${example})`, `(${example})`),
    });
  },
  function emptyCase(place) {
    if (place.parent.name !== "Case" || place.met.text !== "}" || place.before.at(-1) !== "{") return undefined;
    return say(
      "empty-case",
      place,
      place.parent,
      "this `case` has no branches: write `{ pattern -> expression | .. }`",
    );
  },
  function caseBraces(place) {
    if (place.parent.name !== "Case" || place.before.at(-1) !== "of") return undefined;
    return say(
      "case-braces",
      place,
      place.met,
      `put the branches of a \`case\` in braces, \`case .. of { p -> e | p -> e }\`; met ${metInWords(place.met)} instead of \`{\``,
    );
  },
  function parTuple(place) {
    if (place.parent.name !== "Parallel") return undefined;
    const message = `\`par\` takes a literal tuple of two or more parts, \`par (e1, e2)\`, not ${metInWords(place.met)}`;
    return say("parallel-parts", place, place.met, message);
  },
  function recPattern(place) {
    if (place.parent.name !== "LetHead" || place.before.at(-1) !== "rec") return undefined;
    return say(
      "let-rec-pattern",
      place,
      place.met,
      `\`let rec\` defines functions by name, \`let rec f x = ..\`; ${metInWords(place.met)} cannot stand here`,
    );
  },
  function missingDef(place) {
    if (place.met.text !== "=" || place.declaration === undefined || place.before.length === 0) return undefined;
    const head = undefinedLine(place, place.met.from);
    if (head === undefined) return undefined;
    return say("missing-def", place, head, `a definition begins with \`def\`: write \`def ${head.text} ..\``, {
      fix: replace(place, { ...head, to: head.from }, "write def", "def "),
    });
  },
  function signature(place) {
    // `main : Real -> Real`, with or without `def`, before the definition itself
    const isDeclaration = DECLARATION_WORDS.includes(place.met.text) && place.parent.name === "Definition";
    if (!isDeclaration || place.before.includes("Equals") || !place.before.includes("Annotation")) return undefined;
    const name = place.parent.getChild("DefinitionName");
    if (name === null) return undefined;
    const message = `Dual has no separate signatures: \`${textOf(place.text, name)}\` has its types in its definition, \`def f (x : Real) : Real = ..\`; here \`=\` is missing`;
    return say(
      "signature",
      place,
      name.from > place.parent.from ? { text: "def", from: place.parent.from, to: name.to } : name,
      message,
    );
  },
  function keywordParameter(place) {
    // a keyword among the parameters, on the line of its definition
    if (place.parent.name !== "Definition" || place.before.includes("Equals") || place.before.length < 2)
      return undefined;
    const line = place.text.text.slice(place.text.text.lastIndexOf("\n", place.met.from - 1) + 1, place.met.from);
    if (!KEYWORDS.includes(place.met.text) || line.trim() === "") return undefined;
    return say("keyword-name", place, place.met, `\`${place.met.text}\` is a keyword of Dual; choose another name`);
  },
  function bareArgument(place) {
    const isHead = ["if", "let", "\\", "λ"].includes(place.met.text);
    const follows =
      ["Application", "Parenthesised", "Expr", "Definition"].includes(place.parent.name) &&
      !isOperator(place.before.at(-1));
    if (
      !isHead ||
      !follows ||
      !["Variable", "ConstructorName", "Expr", "Application"].includes(place.before.at(-1) ?? "")
    )
      return undefined;
    const what = place.met.text === "if" || place.met.text === "let" ? `\`${place.met.text}\`` : "function";
    const message = `${what === "`if`" ? "an" : "a"} ${what} as an argument needs parentheses around it, \`f (${place.met.text} ..)\``;
    return say("bare-argument", place, place.met, message);
  },
  function andWithoutRec(place) {
    if (place.met.text !== "and" || place.parent.name !== "LetHead" || place.before.includes("rec")) return undefined;
    return say(
      "and-without-rec",
      place,
      place.met,
      "`and` belongs to `let rec`; other definitions chain as `let a = .. in let b = .. in ..`",
    );
  },
  function curriedOp(place) {
    if (place.parent.name !== "OpDeclaration" || place.before.includes("Equals") || place.before.length !== 3)
      return undefined;
    const [, , first] = childrenOf(place.parent);
    if (!/^[\p{L}_]/u.test(place.met.text) || first === undefined) return undefined;
    const message = `an op has one parameter, a variable or a tuple of them: write \`(${textOf(place.text, first)}, ${place.met.text})\``;
    return say("op-curried", place, place.met, message);
  },
  function bareTuple(place) {
    if (place.met.text !== "," || place.declaration?.name !== "Expression") return undefined;
    return say("bare-tuple", place, place.met, `a tuple needs parentheses: write \`(${place.text.text.trim()})\``);
  },
  function compareWithEquals(place) {
    if (place.met.text !== "=") return undefined;
    const inside = enclosing(place.parent, [
      "IfHead",
      "ValueBinding",
      "FunctionBinding",
      "RecBinding",
      "Definition",
      "Branch",
      "TypedExpr",
    ]);
    if (inside === undefined || !["Expr", "Application", "IfHead", "Parenthesised"].includes(place.parent.name))
      return undefined;
    return say("single-equals", place, place.met, "`=` defines a name; to compare two values write `==`", {
      fix: replace(place, place.met, "write ==", "=="),
    });
  },
  function declarationWithoutKeyword(place) {
    if (place.declaration !== undefined && place.declaration.from < place.declaration.to && place.before.length > 0)
      return undefined;
    const { met } = place;
    if (
      place.parent.name === "Program" ||
      (place.declaration !== undefined && place.node.from === place.declaration.from)
    ) {
      if (Object.values(OPENERS).includes(met.text)) return undefined;
      if (/^[\p{Ll}_]/u.test(met.text) && !KEYWORDS.includes(met.text)) {
        return say("missing-def", place, met, `a definition begins with \`def\`: write \`def ${met.text} ..\``, {
          fix: replace(place, { ...met, to: met.from }, "write def", "def "),
        });
      }
      return say(
        "stray",
        place,
        met,
        `a program is made of \`def\`, \`data\`, \`type\` and \`op\`; ${metInWords(met)} cannot stand here`,
      );
    }
    return undefined;
  },
  function strayCloser(place) {
    if (!Object.values(OPENERS).includes(place.met.text)) return undefined;
    if (place.node.from === place.node.to || openBracket(place) !== undefined) return undefined;
    return say(
      "stray-closer",
      place,
      place.met,
      `this \`${place.met.text}\` closes nothing: there is no open \`${openerOf(place.met.text)}\` for it`,
    );
  },
  function unclosed(place) {
    const opener = openBracket(place);
    if (opener === undefined) return undefined;
    const closer = present(OPENERS[opener.name]);
    const atEnd = place.met.text === "" || DECLARATION_WORDS.includes(place.met.text);
    const wants = [
      "Parenthesised",
      "ListLiteral",
      "ArrayLiteral",
      "ParenPattern",
      "ListPattern",
      "ParenType",
      "ListType",
      "Case",
    ];
    const foreignCloser = Object.values(OPENERS).includes(place.met.text) && place.met.text !== closer;
    if (!atEnd && !foreignCloser && !wants.includes(place.parent.name)) return undefined;
    if (!atEnd && !foreignCloser && place.parent.name === "Case") return undefined;
    if (place.before.at(-1) === "," && !atEnd) return undefined;
    if (foreignCloser) {
      const message = `this \`${place.met.text}\` does not close the \`${opener.name}\`: \`${closer}\` was expected`;
      return say("mismatched-closer", place, place.met, message, {
        notes: [{ message: `the open \`${opener.name}\``, span: spanOf(place.text, opener) }],
      });
    }
    return say(
      "unclosed",
      place,
      opener,
      `this \`${opener.name}\` is never closed: \`${closer}\` is missing before ${metInWords(place.met)}`,
      {
        notes: [{ message: `\`${closer}\` was expected here`, span: spanOf(place.text, place.met) }],
      },
    );
  },
  function lowerCaseType(place) {
    if (!["TypeName", "DataDeclaration", "TypeDeclaration", "Constructor"].includes(place.parent.name))
      return undefined;
    if (!/^\p{Ll}/u.test(place.met.text) || KEYWORDS.includes(place.met.text)) return undefined;
    const upper = place.met.text.charAt(0).toUpperCase() + place.met.text.slice(1);
    const what =
      place.parent.name === "TypeName"
        ? "a type's name"
        : place.before.includes("Equals")
          ? "a constructor"
          : "a type's name";
    return say(
      "lower-case-type",
      place,
      place.met,
      `${what} starts with an upper-case letter: \`${upper}\` instead of \`${place.met.text}\``,
      {
        fix: replace(place, place.met, `call it ${upper}`, upper),
      },
    );
  },
];
