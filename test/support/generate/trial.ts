// The trial run: evaluates a generated program on its input, to refuse what is not tame and to count operations.

import { builtIns, negated } from "./primitive.ts";
import type { Binding, Declaration, Pattern, Term } from "./syntax.ts";
import {
  arrayValue,
  booleanOf,
  call,
  constant,
  element,
  input,
  itemsOf,
  type Limits,
  listValue,
  Meter,
  scalarOf,
  scalarsIn,
  tupleValue,
  Untame,
  type Value,
} from "./value.ts";

/** Properties of a program's run. */
export interface Measurement {
  readonly operations: number;
  readonly paths: number;
  readonly inputScalars: number;
  /** The share of the input's Reals that the result depends on. */
  readonly used: number;
  /** The numbers of the result, Reals and Ints, from left to right: a literal of the one is not told from the other. */
  readonly value: readonly number[];
}

/** Runs `main` on the input; undefined if the program is not tame. */
export function measure(declarations: readonly Declaration[], argument: Term, limits: Limits): Measurement | undefined {
  try {
    const meter = new Meter(limits);
    const run = new Trial(meter, declarations);
    let inputScalars = 0;
    const value = asInput(run.closed(argument), () => inputScalars++);
    meter.operations = 0;
    const result = run.main(value);
    const { paths, inputs } = meter.judge(result);
    const used = bits(inputs) / Math.max(1, Math.min(31, inputScalars));
    return { operations: meter.operations, paths, inputScalars, used, value: numbersIn(result) };
  } catch (error) {
    if (error instanceof Untame || error instanceof RangeError) return undefined;
    throw error;
  }
}

function numbersIn(value: Value): readonly number[] {
  if (typeof value === "number") return [value];
  if (typeof value !== "object") return [];
  if (value.tag === "scalar") return [value.value];
  return (value.tag === "data" ? value.fields : value.items).flatMap(numbersIn);
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Makes inputs of the constants in a value; `next` numbers them. */
function asInput(value: Value, next: () => number): Value {
  if (typeof value !== "object") return value;
  const go = (part: Value): Value => asInput(part, next);
  if (value.tag === "scalar") return input(value.value, next());
  if (value.tag === "data") return { ...value, fields: value.fields.map(go) };
  return { ...value, items: value.items.map(go) };
}

type Frame = { readonly names: Map<string, Value>; readonly outer: Frame } | undefined;

class Trial {
  readonly #meter: Meter;
  readonly #globals = new Map<string, () => Value>();
  /** The places of fields by their names. */
  readonly #places = new Map<string, number>();
  readonly #main: Binding | undefined;

  constructor(meter: Meter, declarations: readonly Declaration[]) {
    this.#meter = meter;
    for (const [name, value] of builtIns(meter)) this.#globals.set(name, () => value);
    let main: Binding | undefined;
    for (const declaration of declarations) {
      if (declaration.tag === "DataDeclaration") {
        for (const { labels = [] } of declaration.data.constructors)
          for (const [place, label] of labels.entries()) this.#places.set(label, place);
      } else if (declaration.tag === "Definition") {
        const { binding } = declaration;
        if (binding.pattern.tag !== "Bind") throw new Error("internal: a definition has a name");
        if (binding.pattern.name === "main") main = binding;
        const cached = once(() => this.#bound(binding, undefined));
        this.#globals.set(binding.pattern.name, cached);
      } else if (declaration.tag === "Operation") {
        const { name, parameters, value } = declaration;
        this.#globals.set(name, () => (argument) => {
          const args = parameters.length === 1 ? [argument] : itemsOf(argument);
          const names = new Map(parameters.map((parameter, index) => [parameter, args[index] ?? 0]));
          const scalars = args.map(scalarOf);
          const plain = this.#term(value, { names, outer: undefined });
          return this.#meter.result(scalarsIn(plain)[0]?.value ?? Number.NaN, ...scalars);
        });
      }
    }
    this.#main = main;
  }

  closed(term: Term): Value {
    return this.#term(term, undefined);
  }

  /** Several parameters of main take the components of its argument. */
  main(argument: Value): Value {
    const main = this.#globals.get("main")?.();
    if (main === undefined || this.#main === undefined) throw new Error("internal: no main");
    return this.#main.parameters.length > 1 ? call(main, ...itemsOf(argument)) : call(main, argument);
  }

  #place(label: string): number {
    const place = this.#places.get(label);
    if (place === undefined) throw new Error(`internal: no field ${label}`);
    return place;
  }

  #bound({ parameters, body }: Binding, frame: Frame): Value {
    return this.#lambda(parameters, body, frame);
  }

  #lambda(parameters: readonly Pattern[], body: Term, frame: Frame): Value {
    const [first, ...others] = parameters;
    if (first === undefined) return this.#term(body, frame);
    return (argument) => {
      const names = new Map<string, Value>();
      if (!this.#matches(first, argument, names)) throw new Error("internal: a refutable parameter");
      return this.#lambda(others, body, { names, outer: frame });
    };
  }

  #name(name: string, frame: Frame): Value {
    for (let current = frame; current !== undefined; current = current.outer) {
      const value = current.names.get(name);
      if (value !== undefined) return value;
    }
    const global = this.#globals.get(name);
    if (global !== undefined) return global();
    if (name === "True" || name === "False") return name === "True";
    return { tag: "data", name, fields: [] };
  }

  #term(term: Term, frame: Frame): Value {
    this.#meter.step();
    switch (term.tag) {
      case "Name":
        return this.#name(term.name, frame);
      case "Number":
        return term.kind === "Real" ? constant(Number(term.text)) : Number(term.text);
      case "Negate": {
        if (term.operand.tag === "Number" && term.operand.kind === "Real") {
          return constant(-Number(term.operand.text));
        }
        return negated(this.#meter, this.#term(term.operand, frame));
      }
      case "Apply":
        return term.args.reduce<Value>(
          (callee, argument) => call(callee, this.#term(argument, frame)),
          this.#term(term.callee, frame),
        );
      case "Infix":
        return this.#infix(term.operator, term.left, term.right, frame);
      case "Lambda":
        return this.#lambda(term.parameters, term.body, frame);
      case "Let": {
        const names = new Map<string, Value>();
        const inner = { names, outer: frame };
        for (const binding of term.bindings) {
          const value = this.#bound(binding, term.recursive ? inner : frame);
          if (!this.#matches(binding.pattern, value, names)) throw new Error("internal: a refutable let");
        }
        return this.#term(term.body, inner);
      }
      case "If":
        return this.#term(booleanOf(this.#term(term.condition, frame)) ? term.yes : term.no, frame);
      case "Case": {
        const subject = this.#term(term.subject, frame);
        for (const arm of term.arms) {
          const names = new Map<string, Value>();
          if (this.#matches(arm.pattern, subject, names)) return this.#term(arm.body, { names, outer: frame });
        }
        throw new Error("internal: a case that misses a value");
      }
      case "Sequence": {
        const items = term.items.map((item) => this.#term(item, frame));
        return term.kind === "list"
          ? listValue(items)
          : term.kind === "array"
            ? arrayValue(items)
            : tupleValue(...items);
      }
      case "Field":
        return element(recordOf(this.#term(term.record, frame)).fields, this.#place(term.label));
      case "With": {
        const record = recordOf(this.#term(term.record, frame));
        const value = this.#term(term.value, frame);
        return { ...record, fields: record.fields.with(this.#place(term.label), value) };
      }
      case "Annotated":
      case "Remark":
        return this.#term(term.term, frame);
    }
  }

  #infix(operator: string, left: Term, right: Term, frame: Frame): Value {
    const first = this.#term(left, frame);
    if (operator === "&&" && !booleanOf(first)) return false;
    if (operator === "||" && booleanOf(first)) return true;
    const second = this.#term(right, frame);
    if (operator === "|*|") return tupleValue(first, second);
    if (operator === "|>") return call(second, first);
    return call(this.#name(operator, undefined), first, second);
  }

  /** Whether the pattern matches; binds its names. */
  #matches(pattern: Pattern, value: Value, names: Map<string, Value>): boolean {
    switch (pattern.tag) {
      case "Bind":
        names.set(pattern.name, value);
        return true;
      case "Wildcard":
        return true;
      case "NumberPattern": {
        const literal = Number(pattern.text);
        const number: Value = typeof value === "number" ? literal : constant(literal);
        return this.#meter.compare(value, number) === 0;
      }
      case "Construct": {
        if (typeof value === "boolean") return value === (pattern.name === "True");
        if (typeof value !== "object" || value.tag !== "data") throw new Error("internal: data was expected");
        return value.name === pattern.name && this.#allMatch(pattern.fields, value.fields, names);
      }
      case "Cons": {
        const [first, ...others] = itemsOf(value);
        if (first === undefined) return false;
        return this.#matches(pattern.head, first, names) && this.#matches(pattern.rest, listValue(others), names);
      }
      case "SequencePattern": {
        const items = itemsOf(value);
        return items.length === pattern.items.length && this.#allMatch(pattern.items, items, names);
      }
      case "Typed":
        return this.#matches(pattern.pattern, value, names);
    }
  }

  #allMatch(patterns: readonly Pattern[], values: readonly Value[], names: Map<string, Value>): boolean {
    return patterns.every((pattern, index) => {
      const value = values[index];
      return value !== undefined && this.#matches(pattern, value, names);
    });
  }
}

function recordOf(value: Value): Extract<Value, { readonly tag: "data" }> {
  if (typeof value !== "object" || value.tag !== "data") throw new Error("internal: a record was expected");
  return value;
}

function once<T>(compute: () => T): () => T {
  let cached: { readonly value: T } | undefined;
  return () => {
    cached ??= { value: compute() };
    return cached.value;
  };
}
