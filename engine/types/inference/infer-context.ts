// Shared context of inference: the state of inferring one text, and the two ways to continue with an expression.
import type { SourceName, Span } from "../../source/span.ts";
import type { Expr, Name } from "../../syntax/ast.ts";
import type { Trials } from "../../syntax/trials.ts";
import type { OpenType } from "../open.ts";
import type { MessageContext, Reason } from "../reasons.ts";
import type { LocalScope, Match } from "../scope.ts";
import type { Scheme } from "../type.ts";
import type { PatternInference } from "./infer-patterns.ts";

/** The state of inferring one module's expressions; `infer.ts` holds it. */
export interface InferenceContext extends PatternInference, MessageContext {
  /** The places where patterns must cover a type, for `exhaustive.ts`. */
  readonly matches: Match[];
  /** The local functions without `rec` whose bodies are being inferred. */
  readonly defining: Name[];
  text(span: Span): string | undefined;
  /** The whole text that a source has. */
  wholeText(source: SourceName): string | undefined;
  /** How much of the text may be read again to find fixes. */
  readonly trials: Trials;
  /** Whether a name is a type variable of the annotations of the definition at hand. */
  isTypeVariable(name: string): boolean;
  /** The type of an expression. */
  infer(expr: Expr, scope: LocalScope | undefined): OpenType;
  /** Demands a type of an expression, and reports where it has another; says whether all is well. */
  check(expr: Expr, expected: OpenType, scope: LocalScope | undefined, reason: Reason): boolean;
  /** Unifies an expression's type with the expected one, and reports a clash. */
  demand(expr: Expr, actual: OpenType, expected: OpenType, reason: Reason): boolean;
  /** Quantifies the variables of types that belong to the current level's inside; numbers too if asked. */
  generalise(types: readonly OpenType[], specialised: boolean): Scheme["variables"];
}
