// Names of Linear A. A tangent is its variable's name with a dot, a cotangent has two; the dots have no meaning but for the reader.
import { step } from "../../../base/watch.ts";
import { subscript } from "../../../core/terms/term.ts";
import { boundBy, type Definition } from "./syntax.ts";

const DOT = "\u0307";
const TWO_DOTS = "\u0308";

/** Names that are not taken. */
export class Fresh {
  private readonly taken: Set<string>;
  /** The last subscript that each name has got. */
  private readonly last = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
  }

  /** A name, with the next subscript where it is taken. */
  name(wanted: string): string {
    let found = wanted;
    let index = this.last.get(wanted) ?? 0;
    while (this.taken.has(found)) {
      step();
      found = withIndex(wanted, ++index);
    }
    this.last.set(wanted, index);
    this.taken.add(found);
    return found;
  }

  /** The name of a variable's tangent. */
  tangent(name: string): string {
    return this.name(dotted(name, DOT));
  }

  /** The name of the cotangent of a linear variable. */
  cotangent(name: string): string {
    return this.name(dotted(name.replaceAll(DOT, "").replaceAll(TWO_DOTS, ""), TWO_DOTS));
  }
}

/** A name with a mark over its first letter. */
function dotted(name: string, mark: string): string {
  const [first = ""] = name;
  return first + mark + name.slice(first.length);
}

/** A name with a subscript, after the one that it has. */
function withIndex(name: string, index: number): string {
  return subscript(/[₀-₉]$/.test(name) ? `${name}'` : name, index);
}

/** The names that J, U, T and L give, and the name of the gradient; no program can have written such a name. */
export const derived = {
  jvp: (name: string): string => `${name}°J`,
  nonlin: (name: string): string => `${name}°nonlin`,
  lin: (name: string): string => `${name}°lin`,
  transpose: (name: string): string => `${name}°T`,
  erased: (name: string): string => `${name}°L`,
  gradient: (name: string): string => `${name}°grad`,
  /** The recomputing function: no scalars of the program are made there. */
  again: (name: string): string => `${name}°again`,
};

/** The names that a definition binds, parameters among them. */
export function namesIn({ nonlinear, linear, body }: Definition): ReadonlySet<string> {
  const bound = body.bindings.flatMap((one) => {
    const all = boundBy(one);
    return [...all.nonlinear, ...all.linear];
  });
  return new Set([...nonlinear, ...linear, ...bound].map(({ name }) => name));
}
