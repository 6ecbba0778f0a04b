// The syntax tree of Dual: what the parser makes and the type checker reads. Every node has its span.
import type { Span } from "../source/span.ts";

/** A name and where it stands. */
export interface Name {
  readonly text: string;
  readonly span: Span;
}

/** The symbolic operators, in their ASCII spelling. */
export type Operator =
  | "|*|"
  | "|>"
  | "||"
  | "&&"
  | "=="
  | "/="
  | "<"
  | "<="
  | ">"
  | ">="
  | "::"
  | "++"
  | "+"
  | "-"
  | "*"
  | "/"
  | "^"
  | "!";

/** A type as it is written; `types/syntax-types.ts` says which type that is. */
export type SyntaxType =
  | {
      readonly tag: "name";
      readonly name: string;
      readonly args: readonly SyntaxType[];
      readonly span: Span;
      readonly nameSpan: Span;
    }
  | { readonly tag: "variable"; readonly name: string; readonly span: Span }
  | { readonly tag: "tuple"; readonly items: readonly SyntaxType[]; readonly span: Span }
  | { readonly tag: "list"; readonly item: SyntaxType; readonly span: Span }
  | { readonly tag: "function"; readonly from: SyntaxType; readonly to: SyntaxType; readonly span: Span };

/** A number without a point; `isRounded` where it is another one than is written. */
export interface IntegerLiteral {
  readonly value: number;
  readonly isRounded?: boolean;
}

/** A pattern as it is written, in a parameter, a `let` or a `case`. */
export type Pattern =
  | { readonly tag: "variable"; readonly name: string; readonly span: Span }
  | { readonly tag: "wildcard"; readonly span: Span }
  | (IntegerLiteral & { readonly tag: "integer"; readonly span: Span })
  | { readonly tag: "real"; readonly value: number; readonly span: Span }
  | { readonly tag: "tuple"; readonly items: readonly Pattern[]; readonly span: Span }
  | { readonly tag: "list"; readonly items: readonly Pattern[]; readonly span: Span }
  /** A constructor with some of its fields by their names. */
  | {
      readonly tag: "record";
      readonly name: string;
      readonly fields: readonly { readonly name: Name; readonly pattern: Pattern }[];
      readonly span: Span;
      readonly nameSpan: Span;
    }
  | {
      readonly tag: "constructor";
      readonly name: string;
      readonly args: readonly Pattern[];
      readonly span: Span;
      readonly nameSpan: Span;
    }
  | { readonly tag: "annotated"; readonly pattern: Pattern; readonly type: SyntaxType; readonly span: Span };

/** `f p1 .. pn : t = e`; a value definition has no parameters. */
export interface FunctionBinding {
  readonly name: Name;
  readonly params: readonly Pattern[];
  readonly result: SyntaxType | undefined;
  readonly body: Expr;
  readonly span: Span;
}

/** One `let .. in` of a chain. */
export type LetItem =
  | { readonly tag: "value"; readonly pattern: Pattern; readonly bound: Expr; readonly span: Span }
  | { readonly tag: "function"; readonly binding: FunctionBinding; readonly span: Span }
  | { readonly tag: "rec"; readonly bindings: readonly FunctionBinding[]; readonly span: Span };

/** A branch of a `case`, as it is written. */
export interface Branch {
  readonly pattern: Pattern;
  readonly body: Expr;
  readonly span: Span;
}

/**
 * An expression as it is written. What is sugar is left for lowering. Its span begins and ends with the expression itself; where it stands
 * in parentheses, `grouped` is the place with them.
 */
export type Expr = ExprNode & { readonly grouped?: Span };

/** The place of an expression with the parentheses around it: what is made of expressions begins and ends there. */
export function outerSpan(expr: Expr): Span {
  return expr.grouped ?? expr.span;
}

type ExprNode =
  | { readonly tag: "variable"; readonly name: string; readonly span: Span }
  | { readonly tag: "constructor"; readonly name: string; readonly span: Span }
  | (IntegerLiteral & { readonly tag: "integer"; readonly span: Span })
  | { readonly tag: "real"; readonly value: number; readonly span: Span }
  /** A text in quotes, which `error` and `trace` take. */
  | { readonly tag: "text"; readonly value: string; readonly span: Span }
  | { readonly tag: "operator"; readonly operator: Operator; readonly span: Span }
  | { readonly tag: "tuple"; readonly items: readonly Expr[]; readonly span: Span }
  | { readonly tag: "list"; readonly items: readonly Expr[]; readonly span: Span }
  | { readonly tag: "array"; readonly items: readonly Expr[]; readonly span: Span }
  /** A function with a pullback of its own: its name, and of what `param` names, the value and the pullback there. */
  | {
      readonly tag: "rule";
      readonly name: string;
      readonly param: Pattern;
      readonly value: Expr;
      readonly pullback: Expr;
      readonly span: Span;
    }
  | { readonly tag: "lambda"; readonly params: readonly Pattern[]; readonly body: Expr; readonly span: Span }
  | { readonly tag: "apply"; readonly fn: Expr; readonly args: readonly Expr[]; readonly span: Span }
  | { readonly tag: "let"; readonly items: readonly LetItem[]; readonly body: Expr; readonly span: Span }
  | {
      readonly tag: "if";
      readonly condition: Expr;
      readonly consequent: Expr;
      readonly alternative: Expr;
      readonly span: Span;
    }
  | { readonly tag: "case"; readonly scrutinee: Expr; readonly branches: readonly Branch[]; readonly span: Span }
  /** Operands joined left to right: `first op₁ e₁ op₂ e₂ ..`, all of one left-associative level. */
  | { readonly tag: "left"; readonly first: Expr; readonly rest: readonly Operation[]; readonly span: Span }
  /** `e₁ op₁ (e₂ op₂ .. last)`, all of one right-associative level. */
  | { readonly tag: "right"; readonly init: readonly Operation[]; readonly last: Expr; readonly span: Span }
  | { readonly tag: "negate"; readonly operand: Expr; readonly span: Span }
  | { readonly tag: "parallel"; readonly items: readonly Expr[]; readonly span: Span }
  | { readonly tag: "field"; readonly record: Expr; readonly field: Name; readonly span: Span }
  /** `C { f = e, .. }` for a constructor C makes a record; `r { f = e, .. }` is r with other values of these fields. */
  | {
      readonly tag: "record";
      readonly record: Expr;
      readonly fields: readonly { readonly name: Name; readonly value: Expr }[];
      readonly span: Span;
    }
  | { readonly tag: "annotated"; readonly expr: Expr; readonly type: SyntaxType; readonly span: Span };

/** An operator and the operand on its far side (right of it in `left`, left of it in `right`). */
export interface Operation {
  readonly operator: Operator;
  readonly operatorSpan: Span;
  readonly operand: Expr;
}

/** A constructor of a `data` declaration, with the types of its fields, and their names where they have some. */
export interface ConstructorDeclaration {
  readonly name: Name;
  readonly fields: readonly SyntaxType[];
  readonly fieldNames?: readonly Name[] | undefined;
}

/** A top-level declaration: a data type, a type alias, a definition, or an operation with its partials. */
export type Declaration =
  | {
      readonly tag: "data";
      readonly name: Name;
      readonly params: readonly Name[];
      readonly constructors: readonly ConstructorDeclaration[];
      readonly span: Span;
    }
  | {
      readonly tag: "type";
      readonly name: Name;
      readonly params: readonly Name[];
      readonly type: SyntaxType;
      readonly span: Span;
    }
  | { readonly tag: "def"; readonly binding: FunctionBinding; readonly span: Span }
  | {
      readonly tag: "op";
      readonly name: Name;
      readonly param: Pattern;
      readonly value: Expr;
      readonly partials: Expr;
      readonly span: Span;
    };
