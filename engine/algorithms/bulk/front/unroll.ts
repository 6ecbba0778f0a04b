// A program as one expression of the array language: functions are put in place of their calls, recursion is unrolled as far as what is
// known of the input goes, arrays of tuples become tuples of arrays.
import { nth, present } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import { step } from "../../../base/watch.ts";
import { failureIn, isDerivative } from "../../../core/terms/prims.ts";
import type { CoreBranch, CorePattern, CoreProgram, Global, OpRef, Term } from "../../../core/terms/term.ts";
import { ScalarMistake } from "../../../scalars/mistake.ts";
import { OPS, type OpId } from "../../../scalars/ops.ts";
import type { Span } from "../../../source/span.ts";
import type { Names } from "../language/names.ts";
import { type Bulk, condOf, isAtom, opOf, scalarOf, variableOf } from "../language/syntax.ts";
import { listPart, listParts } from "./input.ts";
import { arrayOf, type Binding, type Block, loopOver } from "./loops.ts";
import {
  elementAt,
  mapNumbers,
  numberPart,
  numbersIn,
  OutsideBulk,
  operandOf,
  type Part,
  together,
  truthPart,
} from "./parts.ts";
import { fieldsOf, itemsOf, namesOf, testsOf } from "./patterns.ts";

/** Operations that an unrolled program may have. */
const MOST_OPERATIONS = 5000;
/** Calls of unrolled functions within each other. */
const MOST_DEPTH = 250;
/** Steps of unrolling, of programs that loop without making any. */
const MOST_STEPS = 200_000;

type TermOf<Tag extends Term["tag"]> = Extract<Term, { readonly tag: Tag }>;

/** Local variables, innermost first. */
interface Environment {
  readonly name: string;
  readonly part: Part;
  readonly outer: Environment | undefined;
}

const NEVER_ALIKE = "the form of this value depends on numbers: both branches of a strict choice have one shape";

/** Unrolls a program at what is known of its input. Throws {@link OutsideBulk}. */
export class Unroller implements Block {
  /** The bindings of the innermost loop that is unrolled, or of the program. */
  scope: Binding[] = [];
  readonly names: Names;
  private readonly program: CoreProgram;
  private readonly globals: ReadonlyMap<string, Global>;
  private readonly values = new Map<string, Part>();
  private readonly root: Binding[];
  private plain = 0;
  private operations = 0;
  private steps = 0;
  private depth = 0;
  /** The calls that something is within, and the last one that was within itself. */
  private readonly active = new Set<Span>();
  private again: Span | undefined;
  /** Choices by numbers around what is unrolled. */
  private choices = 0;

  constructor(program: CoreProgram, names: Names) {
    this.program = program;
    this.globals = new Map(program.globals.map((one) => [one.name, one]));
    this.names = names;
    this.root = this.scope;
  }

  /** The result of the entry at an input, with the bindings that it needs. */
  result(input: Part): { readonly part: Part; readonly bindings: readonly Binding[] } {
    const entry = present(this.globals.get(this.program.entry));
    const part = this.call(this.global(entry.name), input, entry.span);
    return { part, bindings: this.root };
  }

  /** Binds what is computed to a variable, unless it is one. */
  bind(part: Part, word: string): Part {
    return mapNumbers(part, (term) => (isAtom(term) ? term : this.bound(term, word)));
  }

  private bound(term: Bulk, word: string): Bulk {
    const name = this.names.fresh(word);
    this.scope.push({ name, bound: term, isPlain: this.plain > 0 });
    return variableOf(name, term, term.span);
  }

  /** The result of a function at an argument. */
  call(fn: Part, argument: Part, at: Span | undefined): Part {
    if (fn.tag === "failure") return fn;
    if (fn.tag !== "function") return internal("what is called is no function", fn.tag);
    if (++this.depth > MOST_DEPTH) this.tooMuch(`${MOST_DEPTH} calls within each other`, at);
    const isAgain = at !== undefined && this.active.has(at);
    if (isAgain && !isOfPrelude(at)) this.again = at;
    if (at !== undefined) this.active.add(at);
    try {
      return fn.call(argument, at);
    } catch (error) {
      // a place in the prelude is that of the call that leads there
      if (error instanceof OutsideBulk && isOfPrelude(error.at) && !isOfPrelude(at)) error.at = at;
      throw error;
    } finally {
      this.depth--;
      if (at !== undefined && !isAgain) this.active.delete(at);
    }
  }

  private counted(at: Span | undefined): void {
    step();
    if (++this.steps > MOST_STEPS || this.operations > MOST_OPERATIONS)
      this.tooMuch(`${MOST_OPERATIONS} operations`, at);
  }

  private tooMuch(limit: string, at: Span | undefined): never {
    const why =
      this.choices > 0
        ? "recursion that ends by numbers: both branches of a choice are evaluated, and one calls itself again"
        : `recursion of more than ${limit}: it is unrolled, as the array language has none`;
    throw new OutsideBulk(why, this.again ?? at);
  }

  /** The value of a term. What calls nest in has methods of its own: their frames are small. */
  private term(term: Term, environment: Environment | undefined): Part {
    this.counted(term.span);
    switch (term.tag) {
      case "app":
        return this.call(this.term(term.fn, environment), this.term(term.arg, environment), term.span);
      case "let":
        return this.term(term.body, this.bindings(term, environment));
      case "letrec":
        return this.term(term.body, this.functions(term, environment));
      case "case":
        return this.choice(this.term(term.scrutinee, environment), term.branches, environment, term.span);
      case "op":
        return this.operation(term.op, this.terms(term.args, environment), term.span);
      case "list":
        return listPart(this.terms(term.items, environment), term.tail && this.term(term.tail, environment));
      default:
        return this.other(term, environment);
    }
  }

  private terms(terms: readonly Term[], environment: Environment | undefined): readonly Part[] {
    const parts: Part[] = [];
    for (const one of terms) parts.push(this.term(one, environment));
    return parts;
  }

  private bindings({ bindings }: TermOf<"let">, environment: Environment | undefined): Environment | undefined {
    let known = environment;
    for (const { pattern, bound } of bindings) known = this.matched(pattern, this.term(bound, known), known);
    return known;
  }

  private functions({ functions }: TermOf<"letrec">, environment: Environment | undefined): Environment | undefined {
    const known: { at: Environment | undefined } = { at: environment };
    for (const { name, term: fn } of functions) {
      const part: Part = { tag: "function", call: (argument, at) => this.call(this.term(fn, known.at), argument, at) };
      known.at = { name, part, outer: known.at };
    }
    return known.at;
  }

  private other(term: Term, environment: Environment | undefined): Part {
    const { span } = term;
    const inside = (one: Term): Part => this.term(one, environment);
    switch (term.tag) {
      case "var":
        return lookUp(environment, term.name);
      case "global":
        return this.global(term.name);
      case "real":
        return numberPart(scalarOf(term.value, "Real", span));
      case "int":
        return { tag: "int", value: term.value };
      case "tuple":
      case "fork":
        return { tag: "tuple", items: term.items.map(inside) };
      case "proj": {
        const of = inside(term.term);
        return of.tag === "tuple" ? nth(of.items, term.index) : of;
      }
      case "field": {
        const of = inside(term.term);
        return of.tag === "data" ? nth(of.fields, term.index) : of;
      }
      case "array":
        return arrayOf(term.items.map(inside), span);
      case "con":
        return { tag: "data", con: term.con, fields: term.args.map(inside) };
      case "lam":
        return {
          tag: "function",
          call: (argument) => this.term(term.body, this.matched(term.param, argument, environment)),
        };
      case "forkList": {
        const thunks = listParts(inside(term.thunks)) ?? [];
        return listPart(thunks.map((one) => this.call(one, { tag: "tuple", items: [] }, span)));
      }
      case "prim":
        return this.native(term, term.args.map(inside), span);
      default:
        return internal("a source program has no dual numbers", term.tag);
    }
  }

  private global(name: string): Part {
    const one = present(this.globals.get(name));
    const loop = loopOver(this, one);
    if (loop !== undefined) return loop;
    if (one.kind === "function") return this.term(one.term, undefined);
    const known = this.values.get(name);
    if (known !== undefined) return known;
    const { scope } = this;
    this.scope = this.root;
    const value = this.bind(this.term(one.term, undefined), name);
    this.scope = scope;
    this.values.set(name, value);
    return value;
  }

  /** The environment in which a pattern is bound that always fits. */
  private matched(pattern: CorePattern, part: Part, environment: Environment | undefined): Environment | undefined {
    if (part.tag === "failure")
      return namesOf(pattern).reduce<Environment | undefined>((outer, name) => ({ name, part, outer }), environment);
    switch (pattern.tag) {
      case "var":
        return { name: pattern.name, part: this.bind(part, pattern.name), outer: environment };
      case "tuple":
      case "con": {
        const [patterns, parts] =
          pattern.tag === "tuple" ? [pattern.items, itemsOf(part)] : [pattern.args, fieldsOf(part)];
        return patterns.reduce((known, one, index) => this.matched(one, nth(parts, index), known), environment);
      }
      default:
        return environment;
    }
  }

  /** The branch that fits; where numbers decide, both are evaluated. */
  private choice(
    scrutinee: Part,
    branches: readonly CoreBranch[],
    environment: Environment | undefined,
    at: Span | undefined,
  ): Part {
    if (scrutinee.tag === "failure") return scrutinee;
    // a truth value is used once, unless it decides several numbers
    const isTruth = scrutinee.tag === "number" && scrutinee.term.element === "Bool";
    const known = isTruth ? scrutinee : this.bind(scrutinee, "c");
    const from = (index: number): Part => {
      const branch = branches[index];
      if (branch === undefined) return { tag: "failure" };
      const tests = testsOf(branch.pattern, known);
      if (tests === undefined) return from(index + 1);
      const body = (): Part => this.term(branch.body, this.matched(branch.pattern, known, environment));
      const [first, ...rest] = tests;
      if (first === undefined || index === branches.length - 1) return body();
      const test = rest.reduce((all, one) => condOf(all, one, scalarOf(0, "Bool")), first);
      this.choices++;
      const parts = [body(), from(index + 1)];
      this.choices--;
      const isUsedOnce = parts.every((one) => numbersIn(one).length <= 1);
      const chosen = isUsedOnce || isAtom(test) ? test : this.bound(test, "c");
      return together(parts, ([yes, no]) => condOf(chosen, present(yes), present(no), at), NEVER_ALIKE, at);
    };
    return from(0);
  }

  private operation(op: OpRef, parts: readonly Part[], at: Span | undefined): Part {
    this.operations++;
    if (parts.some(({ tag }) => tag === "failure")) return { tag: "failure" };
    if (op.tag === "custom") return this.custom(op.name, parts, at);
    return this.builtin(op.id, parts, at);
  }

  private builtin(id: OpId, parts: readonly Part[], at: Span | undefined): Part {
    const { result, value, args } = OPS[id];
    const ints = parts.flatMap((one) => (one.tag === "int" ? [one.value] : []));
    if (ints.length < parts.length)
      return numberPart(
        opOf(
          id,
          parts.map((one, index) => operandOf(one, nth(args, index), at)),
          at,
        ),
      );
    try {
      const found = value(...ints);
      if (result === "Real") return numberPart(scalarOf(found, "Real", at));
      return result === "Int" ? { tag: "int", value: found } : truthPart(found !== 0);
    } catch (error) {
      if (error instanceof ScalarMistake) return { tag: "failure" };
      throw error;
    }
  }

  private custom(name: string, parts: readonly Part[], at: Span | undefined): Part {
    const op = present(this.program.ops.find((one) => one.name === name));
    const operands = parts.map((one) => this.bind(one, "x"));
    const argument: Part = operands.length === 1 ? nth(operands, 0) : { tag: "tuple", items: operands };
    this.plain++;
    const real = (fn: Term): Bulk => {
      const found = this.call(this.term(fn, undefined), argument, at);
      return operandOf(this.bind(found, "v"), "Real", at);
    };
    const value = real(op.value);
    const partials = op.partials.map(real);
    this.plain--;
    return numberPart({
      tag: "custom",
      name,
      value,
      operands: partials.map((partial, index) => ({ of: operandOf(nth(operands, index), "Real", at), partial })),
      shape: [],
      element: "Real",
      span: at,
    });
  }

  private native({ prim }: Extract<Term, { tag: "prim" }>, parts: readonly Part[], at: Span | undefined): Part {
    if (isDerivative(prim)) throw new OutsideBulk("the program asks for a derivative itself", at);
    const [first, second] = parts;
    if (first === undefined || (typeof prim !== "string" && failureIn(prim) !== undefined)) return { tag: "failure" };
    if (first.tag === "failure" || second?.tag === "failure") return { tag: "failure" };
    switch (prim) {
      case "size":
        return { tag: "int", value: arrayIn(first).size };
      case "index":
        return this.element(arrayIn(first), present(second), at);
      case "fromList": {
        const items = listParts(first);
        return items === undefined ? { tag: "failure" } : arrayOf(items, at);
      }
      case "toList": {
        const { size, rows } = arrayIn(this.bind(first, "a"));
        return listPart(Array.from({ length: size }, (_, index) => elementAt(rows, scalarOf(index, "Int"), at)));
      }
      case "failBuild":
      case "failSizes":
        return { tag: "failure" };
      default:
        return internal("an operation that no source program has", typeof prim === "string" ? prim : prim.name);
    }
  }

  private element({ size, rows }: Extract<Part, { tag: "array" }>, at: Part, span: Span | undefined): Part {
    if (at.tag === "int" && (at.value < 0 || at.value >= size)) return { tag: "failure" };
    const several = numbersIn(rows).length > 1;
    return elementAt(
      several ? this.bind(rows, "a") : rows,
      operandOf(several ? this.bind(at, "i") : at, "Int", span),
      span,
    );
  }
}

/** Whether a place is none of the user's text. */
function isOfPrelude(at: Span | undefined): boolean {
  return at === undefined || at.source === "<prelude>";
}

/** The array that a value is. */
function arrayIn(part: Part): Extract<Part, { tag: "array" }> {
  return part.tag === "array" ? part : internal("a value is no array", part.tag);
}

function lookUp(environment: Environment | undefined, name: string): Part {
  for (let at = environment; at !== undefined; at = at.outer) if (at.name === name) return at.part;
  return internal("a variable is not bound", name);
}
