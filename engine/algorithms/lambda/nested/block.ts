// A term that is being written, binding by binding.
import {
  type CoreBinding,
  type CorePattern,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import type { Span } from "../../../source/span.ts";
import type { Scope, Value } from "./known-functions.ts";

/** The bindings of a term so far, and the names that its definition has given. */
export class Block {
  lines: CoreBinding[] = [];
  private readonly used: Set<string>;

  /** Within another block, names are none of those that this has given. */
  constructor(outer?: Block) {
    this.used = outer?.used ?? new Set();
  }

  /** A name that no other binder of the definition has. */
  fresh(name: string): string {
    const { used } = this;
    let chosen = name;
    for (let index = 1; used.has(chosen); index++) chosen = subscript(name, index);
    used.add(chosen);
    return chosen;
  }

  /** A variable that is bound to a value here. */
  bound(value: Value, name = "v"): Value {
    if (value.known !== undefined || value.term.tag === "var") return value;
    const chosen = this.fresh(name);
    this.lines.push({
      pattern: varPattern(chosen, value.type),
      variables: [],
      bound: value.term,
      span: value.term.span,
    });
    return { term: variable(chosen), type: value.type };
  }

  /** A pattern with names of its own, and the scope behind it. */
  pattern(
    pattern: CorePattern,
    scope: Scope | undefined,
  ): { readonly pattern: CorePattern; readonly scope: Scope | undefined } {
    let inner = scope;
    const visit = (at: CorePattern): CorePattern => {
      switch (at.tag) {
        case "var": {
          const name = this.fresh(at.name);
          inner = { name: at.name, value: { term: variable(name), type: at.type }, outer: inner };
          return { ...at, name };
        }
        case "tuple":
          return { ...at, items: at.items.map(visit) };
        case "con":
          return { ...at, args: at.args.map(visit) };
        default:
          return at;
      }
    };
    const made = visit(pattern);
    return { pattern: made, scope: inner };
  }

  /** The bindings around a result. */
  around(result: Term, span: Span | undefined): Term {
    return this.lines.length === 0 ? result : { tag: "let", bindings: this.lines, body: result, span };
  }
}
