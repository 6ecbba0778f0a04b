// Common to all stages that keep the structure of the program: the transformed program, of D on its definitions, the interface of its
// dual parts, Interleave, Deinterleave and Wrap.
import type { NativeOperation } from "../../../core/events/native.ts";
import { readDefinitions } from "../../../core/notation/read.ts";
import type { Meaning } from "../../../core/terms/meaning.ts";
import { type CoreProgram, type Global, MONOID, type Term } from "../../../core/terms/term.ts";
import type { Type } from "../../../types/type.ts";
import type { SourceProgram } from "../../algorithm.ts";
import { renamedApart } from "../hygiene.ts";
import { type CommonOptions, forgottenOperands, withSwappedPartials } from "../options.ts";
import { PlainForms, PlainOperands } from "../plain.ts";
import type { TypeTransform } from "../types.ts";
import { type Family, WRAP } from "../wrapper.ts";

/** The interface of a stage's dual parts. */
export interface Interface {
  /** Definitions, in the notation. */
  readonly definitions?: string;
  /** The native operations of the algorithm's own that {@link definitions} have. */
  readonly natives?: readonly NativeOperation[];
  /** Meanings of type names in {@link definitions}. */
  readonly types?: Readonly<Record<string, Type>>;
  /** The parts' meanings; the definitions that make the input's scalars are known. */
  readonly meaning: Omit<Meaning, "inputs">;
}

/** D on the definitions of a program. */
interface Transform {
  readonly types: TypeTransform;
  globals(globals: readonly Global[]): readonly Global[];
}

/** The parts of a transformed program. */
interface Assembly<T extends Transform> {
  readonly interface: Interface;
  /** The dual part of a scalar. */
  readonly dual: Type;
  /** The monoid that backpropagators map to, where its zero and plus are among the definitions. */
  readonly monoid: Type | undefined;
  /** D, with the operands of discrete operations plain and captured operands forgotten where the options ask for it. */
  transform(program: CoreProgram, plain: PlainOperands | undefined, forgotten: ReadonlySet<Term> | undefined): T;
  /** Interleave, Deinterleave, and Wrap at the types of the program. */
  wrapped(program: CoreProgram, terms: T): { readonly into: Family; readonly out: Family; readonly wrap: Global };
}

/** The transformed program of its parts. */
export function assembled<T extends Transform>(
  source: SourceProgram,
  assembly: Assembly<T>,
  options: CommonOptions,
): CoreProgram {
  const { definitions = "", types, natives, meaning } = assembly.interface;
  const added = readDefinitions(definitions, types, natives);
  const program = renamedApart(source.program, added.globals);
  const forms = new PlainForms(program);
  const plain = options.plainDiscrete === true ? new PlainOperands(program, forms, () => terms.types) : undefined;
  const terms: T = assembly.transform(program, plain, forgottenOperands(program, options));
  const { into, out, wrap } = assembly.wrapped(program, terms);
  const ops = forms.ops(program.ops);
  const transformed = terms.globals(program.globals);
  const hasMonoid = added.globals.some(({ name }) => name === MONOID.plus);
  const made: CoreProgram = {
    dual: assembly.dual,
    monoid: assembly.monoid !== undefined && hasMonoid ? { type: assembly.monoid, ...MONOID } : undefined,
    meaning: { ...meaning, inputs: into.globals.map(({ name }) => name) },
    added: added.globals.map(({ name }) => name),
    data: [...terms.types.dataTypes(), ...added.data],
    ops,
    globals: [
      ...forms.globals,
      ...transformed,
      ...(plain?.globals ?? []),
      ...added.globals,
      ...into.globals,
      ...out.globals,
      wrap,
    ],
    entry: WRAP,
  };
  return options.swapPartials === true ? withSwappedPartials(made) : made;
}
