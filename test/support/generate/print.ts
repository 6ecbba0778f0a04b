// The text of generated programs: the fewest parentheses or generous ones, line breaks, both spellings of tokens.

import {
  type Arm,
  type Binding,
  type Declaration,
  infix,
  name,
  type Operator,
  type Pattern,
  type Term,
  tuple,
} from "./syntax.ts";
import { showType, type Type } from "./type.ts";

/** How a program is written. */
export interface Style {
  /** Parentheses around every compound operand, also where they could be left out. */
  readonly generous: boolean;
  readonly spelling: "ascii" | "unicode" | "mixed";
  /** Names for types, keyed by the type as printed without them. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The names of fields by the constructors of records, where records are written with them. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
}

const WIDTH = 90;
const LET_WIDTH = 56;

const PRECEDENCE: Readonly<Record<Operator, readonly [level: number, associates: "left" | "right" | "no"]>> = {
  "|*|": [1, "no"],
  "|>": [2, "left"],
  "||": [3, "right"],
  "&&": [4, "right"],
  "==": [5, "no"],
  "/=": [5, "no"],
  "<": [5, "no"],
  "<=": [5, "no"],
  ">": [5, "no"],
  ">=": [5, "no"],
  "::": [6, "right"],
  "++": [6, "right"],
  "+": [7, "left"],
  "-": [7, "left"],
  "*": [8, "left"],
  "/": [8, "left"],
  "^": [10, "right"],
  "!": [11, "left"],
};
const NEGATION = 9;
const APPLICATION = 12;
const ATOM = 13;

const SPELLINGS: readonly (readonly [unicode: string, ascii: string])[] = [
  ["λ", "\\"],
  ["→", "->"],
  ["≤", "<="],
  ["≥", ">="],
  ["≠", "/="],
  ["⋆", "|*|"],
];
const toUnicode = new Map(SPELLINGS.map(([unicode, ascii]) => [ascii, unicode]));
const toAscii = new Map(SPELLINGS);

/** Rewrites the tokens that have two spellings; the printer itself writes the Unicode ones. */
export function spell(text: string, spelling: Style["spelling"]): string {
  let count = 0;
  return text.replace(/[λ→≤≥≠⋆]/g, (token) => {
    count += 1;
    const ascii = spelling === "ascii" || (spelling === "mixed" && count % 3 !== 0);
    return ascii ? (toAscii.get(token) ?? token) : token;
  });
}

const printOperator = (operator: string): string => toUnicode.get(operator) ?? operator;
const indent = (text: string): string => text.replaceAll("\n", "\n  ");
const isOperator = (name: string): boolean => /^[^\p{L}_]/u.test(name);

/** Where a term stands: the weakest binding allowed, and whether a `\`, `let`, `if` or `case` may stand bare. */
interface Place {
  readonly level: number;
  readonly open: boolean;
  /** Line breaks are allowed. */
  readonly breaks: boolean;
}

/** Prints with one style. */
export class Printer {
  readonly #style: Style;

  constructor(style: Style) {
    this.#style = style;
  }

  type(type: Type): string {
    return showType(type, this.#style.aliases).replaceAll("->", "→");
  }

  /** A term on as many lines as it needs. */
  term(term: Term, place: Place = { level: 0, open: true, breaks: true }): string {
    const flat = this.#layout(term, { ...place, breaks: false });
    if (!place.breaks) return flat;
    const width = /\b(let|case)\b/.test(flat) ? LET_WIDTH : WIDTH;
    if (flat.length <= width && !flat.includes("\n")) return flat;
    return this.#layout(term, place);
  }

  #layout(term: Term, place: Place): string {
    const { breaks } = place;
    const inner = { level: 0, open: true, breaks };
    const bare = place.open && place.level < ATOM;
    switch (term.tag) {
      case "Name":
        return isOperator(term.name) ? `(${printOperator(term.name)})` : term.name;
      case "Number":
        return term.text;
      case "Negate": {
        const operand = this.term(term.operand, { level: NEGATION + 1, open: false, breaks });
        return wrap(`-${operand}`, place.level > NEGATION);
      }
      case "Field":
        return `${this.term(term.record, { level: ATOM, open: false, breaks: false })}.${term.label}`;
      case "With": {
        const record = this.term(term.record, { level: ATOM, open: false, breaks: false });
        return `${record} { ${term.label} = ${this.term(term.value, { ...inner, breaks: false })} }`;
      }
      case "Apply": {
        const labels = term.callee.tag === "Name" ? this.#style.labels.get(term.callee.name) : undefined;
        if (labels?.length === term.args.length) {
          const fields = labels.map(
            (label, index) => `${label} = ${this.term(term.args[index] ?? term, { ...inner, breaks: false })}`,
          );
          return `${this.term(term.callee)} { ${fields.join(", ")} }`;
        }
        const parts = [term.callee, ...term.args].map((part) => this.term(part, { level: ATOM, open: false, breaks }));
        return wrap(breaks ? indent(parts.join("\n")) : parts.join(" "), place.level > APPLICATION);
      }
      case "Infix":
        return this.#infix(term.left, term.operator, term.right, place);
      case "Lambda": {
        const head = `λ${term.parameters.map((pattern) => this.pattern(pattern, true)).join(" ")} →`;
        return wrap(`${head}${breaks ? "\n  " : " "}${indent(this.term(term.body, inner))}`, !bare);
      }
      case "Let": {
        const bindings = term.bindings.map((binding) => this.#binding(binding, breaks));
        const head = `let ${term.recursive ? "rec " : ""}${bindings.join(breaks ? "\nand " : " and ")}`;
        const separator = breaks ? (head.includes("\n") ? "\nin\n" : " in\n") : " in ";
        return wrap(head + separator + this.term(term.body, inner), !bare);
      }
      case "If": {
        const [condition, yes, no] = [term.condition, term.yes, term.no].map((part) => indent(this.term(part, inner)));
        const line = breaks ? "\n" : " ";
        return wrap(`if ${condition}${line}then ${yes}${line}else ${no}`, !bare);
      }
      case "Case":
        return wrap(this.#cases(indent(indent(this.term(term.subject, inner))), term.arms, breaks), !bare);
      case "Sequence": {
        const open = { tuple: "(", par: "par (", list: "[", array: "#[" }[term.kind];
        const close = term.kind === "tuple" || term.kind === "par" ? ")" : "]";
        const items = term.items.map((item) => {
          if (item.tag !== "Annotated" || close === "]") return this.term(item, inner);
          return `${this.term(item.term, inner)} : ${this.type(item.type)}`;
        });
        const text = breaks ? `${open}\n  ${indent(items.join(",\n"))}\n${close}` : open + items.join(", ") + close;
        return wrap(text, term.kind === "par" && place.level > APPLICATION);
      }
      case "Annotated":
        return `(${this.term(term.term, { ...inner, level: this.#style.generous ? ATOM : 0 })} : ${this.type(term.type)})`;
      case "Remark":
        return term.text.startsWith("--")
          ? `${term.text}\n${this.term(term.term, place)}`
          : `${term.text} ${this.term(term.term, place)}`;
    }
  }

  #infix(left: Term, operator: Operator, right: Term, place: Place): string {
    const [level, associates] = PRECEDENCE[operator];
    const { generous } = this.#style;
    const parenthesised = place.level > level;
    const side = (associating: boolean): number => (generous ? APPLICATION : associating ? level : level + 1);
    const open = !generous && (place.open || parenthesised);
    const first = this.term(left, { level: side(associates === "left"), open: false, breaks: place.breaks });
    const second = this.term(right, { level: side(associates === "right"), open, breaks: place.breaks });
    const middle = `${place.breaks ? "\n" : " "}${printOperator(operator)} `;
    return wrap(first + middle + indent(second), parenthesised);
  }

  #cases(subject: string, arms: readonly Arm[], breaks: boolean): string {
    const printed = arms.map(({ pattern, body }) => {
      const text = this.term(body, { level: 0, open: true, breaks });
      return `${this.pattern(pattern)} →${text.includes("\n") ? "\n  " : " "}${indent(text)}`;
    });
    if (!breaks) return `case ${subject} of { ${printed.join(" | ")} }`;
    return `case ${subject} of {${printed.map((arm) => `\n  | ${indent(indent(arm))}`).join("")}\n}`;
  }

  #binding({ pattern, parameters, type, body }: Binding, breaks: boolean): string {
    const head = [pattern, ...parameters].map((part, index) => this.pattern(part, index > 0 || this.#style.generous));
    const text = this.term(body, { level: 0, open: true, breaks });
    const annotation = type === undefined ? "" : ` : ${this.type(type)}`;
    return `${head.join(" ")}${annotation} =${text.includes("\n") ? "\n  " : " "}${indent(text)}`;
  }

  /** A pattern; an atomic one is a parameter or the argument of a constructor. */
  pattern(pattern: Pattern, atomic = false): string {
    switch (pattern.tag) {
      case "Bind":
        return pattern.name;
      case "Wildcard":
        return "_";
      case "NumberPattern":
        return wrap(pattern.text, atomic && pattern.text.startsWith("-"));
      case "Construct": {
        const labels = this.#style.labels.get(pattern.name);
        if (labels?.length === pattern.fields.length && labels.length > 0) {
          const named = pattern.fields.map((field, index) => `${labels[index]} = ${this.pattern(field)}`);
          return wrap(`${pattern.name} { ${named.join(", ")} }`, atomic);
        }
        const fields = pattern.fields.map((field) => ` ${this.pattern(field, true)}`);
        return wrap(pattern.name + fields.join(""), atomic && fields.length > 0);
      }
      case "Cons": {
        const { head, rest } = pattern;
        const first = this.pattern(head, this.#style.generous || head.tag === "Cons");
        return wrap(`${first} :: ${this.pattern(rest, this.#style.generous)}`, atomic);
      }
      case "SequencePattern": {
        const items = pattern.items.map((item) =>
          item.tag === "Typed" && pattern.kind === "tuple" ? this.#typed(item.pattern, item.type) : this.pattern(item),
        );
        return pattern.kind === "tuple" ? `(${items.join(", ")})` : `[${items.join(", ")}]`;
      }
      case "Typed":
        return `(${this.#typed(pattern.pattern, pattern.type)})`;
    }
  }

  #typed(pattern: Pattern, type: Type): string {
    return `${this.pattern(pattern)} : ${this.type(type)}`;
  }

  declaration(declaration: Declaration): string {
    switch (declaration.tag) {
      case "DataDeclaration": {
        const { name: self, parameters, constructors } = declaration.data;
        const alternatives = constructors.map(({ name: own, fields, labels }) => {
          if (labels === undefined) return [own, ...fields.map((field) => this.#field(field))].join(" ");
          return `${own} { ${fields.map((field, index) => `${labels[index]} : ${this.type(field)}`).join(", ")} }`;
        });
        const head = `data ${[self, ...parameters].join(" ")} =`;
        const flat = `${head} ${alternatives.join(" | ")}`;
        return flat.length <= WIDTH ? flat : `${head}\n    ${alternatives.join("\n  | ")}`;
      }
      case "AliasDeclaration":
        return `type ${[declaration.name, ...declaration.parameters].join(" ")} = ${showType(declaration.type).replaceAll("->", "→")}`;
      case "Definition":
        return `def ${this.#binding(declaration.binding, true)}`;
      case "Operation": {
        const [first, ...others] = declaration.parameters;
        const parameters = others.length === 0 ? first : `(${declaration.parameters.join(", ")})`;
        const { hasPullback = false } = declaration;
        const partials = declaration.partials.map((one) => (hasPullback ? infix(name("c'"), "*", one) : one));
        const [only = name("()")] = partials;
        const by = indent(this.term(others.length === 0 ? only : tuple(...partials)));
        const way = hasPullback ? "pullback λc' →" : "by";
        return `op ${declaration.name} ${parameters} = ${indent(this.term(declaration.value))}\n  ${way} ${by}`;
      }
    }
  }

  #field(type: Type): string {
    return showType(type, this.#style.aliases, 2).replaceAll("->", "→");
  }
}

function wrap(text: string, parentheses: boolean): string {
  return parentheses ? `(${text.replaceAll("\n", "\n ")})` : text;
}
