// Common to `forward`, `vectorised` and `naive`: the transformed program around D on terms without a monad.
//
//   Wrap[f] = .. Deinterleave_τ (D[f] (Interleave_σ ..)) ..

import type { CoreProgram, Term } from "../../../core/terms/term.ts";
import type { Span } from "../../../source/span.ts";
import type { Type } from "../../../types/type.ts";
import type { SourceProgram } from "../../algorithm.ts";
import type { CommonOptions } from "../options.ts";
import { definition, global } from "../rule-terms.ts";
import type { TypeTransform } from "../types.ts";
import { type Family, WRAP } from "../wrapper.ts";
import { assembled, type Interface } from "./assembled.ts";
import { type ScalarRules, TermTransform } from "./terms.ts";

/** A stage's part of its transformed program. */
export interface DirectRules extends Omit<ScalarRules, "plain" | "forgotten">, Interface {
  /** The monoid that backpropagators map to, where its zero and plus are among the definitions. */
  readonly monoid?: Type;
  literal(value: Term, span?: Span): Term;
  interleave(types: TypeTransform): Family;
  deinterleave(types: TypeTransform): Family;
  /** Wrap and its type, of Interleave at the input's type, D[f], and Deinterleave at the result's. */
  wrap(into: Term, entry: Term, out: Term): { readonly type: Type; readonly term: Term };
}

/** The transformed program of a stage. */
export function directProgram(source: SourceProgram, rules: DirectRules, options: CommonOptions): CoreProgram {
  return assembled(
    source,
    {
      interface: rules,
      dual: rules.dualPart,
      monoid: rules.monoid,
      transform: (program, plain, forgotten) =>
        new TermTransform(program, {
          plain,
          forgotten,
          dualPart: rules.dualPart,
          literal: (value, span) => rules.literal(value, span),
          operation: (op, operands, span) => rules.operation(op, operands, span),
        }),
      wrapped: (program, { types }) => {
        const [into, out] = [rules.interleave(types), rules.deinterleave(types)];
        const { type, term } = rules.wrap(into.at(source.param), global(program.entry), out.at(source.result));
        return { into, out, wrap: definition(WRAP, type, term) };
      },
    },
    options,
  );
}
