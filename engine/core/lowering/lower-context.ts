// Shared context of lowering expressions: facts about the instance that is lowered, and the way to any expression.
import type { Span } from "../../source/span.ts";
import type { Expr, Operation, Pattern } from "../../syntax/ast.ts";
import type { OpenType } from "../../types/open.ts";
import type { GlobalEntity, LocalEntity, Module, Use } from "../../types/scope.ts";
import type { Type } from "../../types/type.ts";
import type { CorePattern, Term } from "../terms/term.ts";
import type { Equalities } from "./equality.ts";
import type { Instance } from "./lower-types.ts";

/** Where the instances of definitions come from. */
export interface Instances {
  /** The core name of an instance of a definition; it will be lowered. */
  instanceName(entity: GlobalEntity, instance: Instance): string;
  /** The key of a custom op; it will be lowered. */
  customOp(entity: GlobalEntity): string;
  /** The variable that stands for what is shown by `trace`, with that text, at that place. */
  shown(text: string, span: Span): string;
  /** The definitions of `==` on data. */
  readonly equalities: Equalities;
}

/** The lowering of one instance of one definition. */
export interface Lowering {
  readonly instances: Instances;
  readonly module: Module;
  readonly instance: Instance;
  /** The instances that the uses of generalised local functions need. */
  readonly wanted: Map<LocalEntity, Map<string, Instance>>;
  term(expr: Expr): Term;
  pattern(pattern: Pattern): CorePattern;
  type(type: OpenType): Type;
  typeOf(expr: Expr): Type;
  /** A name's or operator's use. */
  use(node: Expr | Operation): Use;
  /** p₁, p₂, ..: names that no program can have written, and that no transformation uses. */
  freshName(): string;
}

/** Whether a type is Int: decides which of the two forms of an overloaded operator a use becomes. */
export function isInt(type: Type): boolean {
  return type.tag === "con" && type.name === "Int";
}

/** Whether a type is Real. */
export function isReal(type: Type): boolean {
  return type.tag === "con" && type.name === "Real";
}
