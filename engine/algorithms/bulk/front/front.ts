// A source program as lines of the array language, at the shape of its input.
import { internal } from "../../../base/unreachable.ts";
import { derivativeIn } from "../../../core/terms/derivatives.ts";
import { type CorePattern, type CoreProgram, type Global, subscript } from "../../../core/terms/term.ts";
import type { Value } from "../../../core/values/values.ts";
import { BY_RUN, type Fragment, type SourceProgram } from "../../algorithm.ts";
import { type BulkStep, bulkOf, type RuleChoice } from "../bot.ts";
import { deltaInterface } from "../core/deltas.ts";
import { Flattening, type Line } from "../flat.ts";
import { Names } from "../language/names.ts";
import { type Bulk, type BulkOf, letOf } from "../language/syntax.ts";
import { inputOf } from "./input.ts";
import type { Binding } from "./loops.ts";
import { holds, mapNumbers, numbersIn, OutsideBulk, type Part } from "./parts.ts";
import { Unroller } from "./unroll.ts";

/** A program of the array language: its input, the variables that it binds one after the other, and its result. */
export interface ArrayProgram {
  /** The name of the user's function. */
  readonly name: string;
  readonly inputs: readonly BulkOf<"variable">[];
  readonly input: Part;
  readonly bindings: readonly Binding[];
  readonly result: Part;
  /** The steps to bulk form, where it is in that. */
  readonly steps: readonly BulkStep[];
  readonly names: Names;
}

/** The array program of a source whose input is known. Throws {@link OutsideBulk}. */
export function arrayProgram({ program, param, input: value }: SourceProgram): ArrayProgram {
  const entry = program.globals.find(({ name }) => name === program.entry);
  if (value === undefined || entry === undefined)
    return internal("a program at the shape of its input has none", program.entry);
  const names = new Names(deltaInterface().globals.map((one) => one.name));
  const called = calledBy(program, entry);
  const input = inputOf(param, value, called.pattern, program, names, entry.span);
  const { part, bindings } = new Unroller(program, names).result(input.part);
  if (holds(part, "failure")) throw new OutsideBulk("the program fails at every input of this shape", entry.span);
  return { name: called.name, inputs: input.variables, input: input.part, bindings, result: part, steps: [], names };
}

/** The name of an entry and the pattern of its input; of one that puts several parameters into a tuple, those of the user's function. */
function calledBy(
  { globals }: CoreProgram,
  { name, term }: Global,
): { readonly name: string; readonly pattern: CorePattern | undefined } {
  const own = globals.find((one) => subscript(one.name, 0) === name);
  if (own === undefined) return { name, pattern: term.tag === "lam" ? term.param : undefined };
  const items: CorePattern[] = [];
  for (let body = own.term; body.tag === "lam"; body = body.body) items.push(body.param);
  return { name: own.name, pattern: { tag: "tuple", items } };
}

/** The same program in bulk form. */
export function inBulk(program: ArrayProgram, choice: RuleChoice): ArrayProgram {
  const steps: BulkStep[] = [];
  const on = (term: Bulk): Bulk => {
    const found = bulkOf(term, program.names, choice);
    steps.push(...found.steps);
    return found.term;
  };
  const bindings = program.bindings.map((one) => ({ ...one, bound: on(one.bound) }));
  return { ...program, bindings, result: mapNumbers(program.result, on), steps };
}

/** The lines of a program, and the atoms of its result, from left to right. */
export function linesOf({ bindings, result, names }: ArrayProgram): {
  readonly lines: readonly Line[];
  readonly results: readonly Bulk[];
} {
  const flat = new Flattening(names);
  for (const { name, bound, isPlain } of bindings) flat.bind(name, bound, isPlain);
  const results = numbersIn(result).map((one) => flat.atom(one, false));
  return { lines: flat.lines, results };
}

/** The program as a term for each number of its result, the bindings around the first. */
export function termsOf({ bindings, result }: ArrayProgram): readonly Bulk[] {
  const [first, ...rest] = numbersIn(result);
  if (first === undefined) return [];
  return [bindings.reduceRight((body, { name, bound, isPlain }) => letOf(name, bound, body, isPlain), first), ...rest];
}

/** Whether a program is one of the array language at the shape of its input, or where it is not. */
export function fragmentOf(source: SourceProgram): Fragment {
  const asked = derivativeIn(source.program);
  if (asked !== undefined) {
    const why =
      "the program asks for a derivative itself, and D leads into a larger language than it takes (thesis, §4.1.2)";
    return { tag: "outside", at: asked.span, why, ...BY_RUN };
  }
  const { program, input } = source;
  if (input === undefined) return AT_SHAPE;
  const known = FRAGMENTS.get(program);
  if (known?.input === input) return known.fragment;
  const fragment = unrolled(source);
  FRAGMENTS.set(program, { input, fragment });
  return fragment;
}

/** The last answer for a program: all stages are asked, again and again, and unrolling takes a while. */
const FRAGMENTS = new WeakMap<CoreProgram, { readonly input: Value; readonly fragment: Fragment }>();

function unrolled(source: SourceProgram): Fragment {
  try {
    arrayProgram(source);
    return AT_SHAPE;
  } catch (error) {
    const isTooDeep = error instanceof RangeError && /call stack/i.test(error.message);
    if (isTooDeep)
      return { tag: "outside", at: undefined, why: "its calls nest too deeply to be unrolled", instead: "tape" };
    if (!(error instanceof OutsideBulk)) throw error;
    return { tag: "outside", at: error.at, why: error.message, instead: "tape" };
  }
}

const AT_SHAPE: Fragment = { tag: "inside", isForShape: true };
