// Common to `forward`, `vectorised` and `naive`: the transformed program around D on terms without a monad.
//
//   Wrap[f] = .. Deinterleave_τ (D[f] (Interleave_σ ..)) ..

import { readDefinitions } from "../../core/notation/read.ts";
import type { Meaning } from "../../core/terms/meaning.ts";
import { type CoreProgram, MONOID, type Term } from "../../core/terms/term.ts";
import type { Span } from "../../source/span.ts";
import type { Type } from "../../types/type.ts";
import type { SourceProgram } from "../algorithm.ts";
import { forgottenOperands } from "./captured.ts";
import { renamedApart } from "./hygiene.ts";
import { type CommonOptions, withSwappedPartials } from "./options.ts";
import { PlainForms, PlainOperands } from "./plain.ts";
import { definition, global } from "./rule-terms.ts";
import { type ScalarRules, TermTransform } from "./terms.ts";
import type { TypeTransform } from "./types.ts";
import { type Family, WRAP } from "./wrapper.ts";

/** A stage's part of its transformed program. */
export interface DirectRules extends Omit<ScalarRules, "plain"> {
  /** Definitions for the dual parts, in the notation. */
  readonly definitions?: string;
  /** Meanings of type names in {@link definitions}. */
  readonly types?: Readonly<Record<string, Type>>;
  /** The parts' meanings; the definitions that make the input's scalars are known. */
  readonly meaning: Omit<Meaning, "inputs">;
  /** The monoid that backpropagators map to, where its zero and plus are among {@link definitions}. */
  readonly monoid?: Type;
  literal(value: Term, span?: Span): Term;
  interleave(types: TypeTransform): Family;
  deinterleave(types: TypeTransform): Family;
  /** Wrap and its type, of Interleave at the input's type, D[f], and Deinterleave at the result's. */
  wrap(into: Term, entry: Term, out: Term): { readonly type: Type; readonly term: Term };
}

/** The transformed program of a stage. */
export function directProgram(source: SourceProgram, rules: DirectRules, options: CommonOptions): CoreProgram {
  const { param, result } = source;
  const interface_ = readDefinitions(rules.definitions ?? "", rules.types);
  const program = renamedApart(source.program, interface_.globals);
  const forms = new PlainForms(program);
  const plain = options.plainDiscrete === true ? new PlainOperands(program, forms, () => terms.types) : undefined;
  const terms: TermTransform = new TermTransform(program, {
    plain,
    forgotten: forgottenOperands(program, options),
    dualPart: rules.dualPart,
    literal: (value, span) => rules.literal(value, span),
    operation: (op, operands, span) => rules.operation(op, operands, span),
  });
  const into = rules.interleave(terms.types);
  const out = rules.deinterleave(terms.types);
  const wrap = rules.wrap(into.at(param), global(program.entry), out.at(result));
  const ops = forms.ops(program.ops);
  const transformed = program.globals.map((one) => terms.global(one));
  const made: CoreProgram = {
    dual: rules.dualPart,
    monoid: rules.monoid === undefined ? undefined : { type: rules.monoid, ...MONOID },
    meaning: { ...rules.meaning, inputs: into.globals.map(({ name }) => name) },
    added: interface_.globals.map(({ name }) => name),
    data: [...terms.types.dataTypes(), ...interface_.data],
    ops,
    globals: [
      ...forms.globals,
      ...transformed,
      ...(plain?.globals ?? []),
      ...interface_.globals,
      ...into.globals,
      ...out.globals,
      definition(WRAP, wrap.type, wrap.term),
    ],
    entry: WRAP,
  };
  return options.swapPartials === true ? withSwappedPartials(made) : made;
}
