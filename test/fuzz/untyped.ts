// Programs that know no types: small terms put together by chance. The checker refuses nearly all; what it accepts must run.
import type { Random } from "./random.ts";

const FUNCTIONS =
  "sin exp real round fst snd map foldl foldr sum zip zipWith head tail length append reverse build size sumA mapA parMap not max mod erf hypot clamp softmax sort at2 build2 rows flat zipA last lookup elem iterate";
const BUILT_IN = FUNCTIONS.split(" ");
const OPERATORS = ["+", "-", "*", "/", "^", "++", "::", "!", "==", "<", "&&", "||", "|>"];
const CONSTRUCTORS = ["True", "False", "A", "B"];
const NAMES = ["x", "y", "z", "f", "g", "xs"];

/** A program of up to three definitions and an entry, with an input in its header. */
export function untypedProgram(random: Random): string {
  const terms = new Terms(random);
  const names = ["f", "g", "h"].slice(0, random.below(4));
  const definitions = names.map((name) => terms.binding(`def ${name}`, names));
  const [type, input] = random.pick(INPUTS);
  const calls = names.reduce((inner, name) => `(${name} ${inner})`, "x");
  const body = random.chance(0.5) ? calls : terms.term([...names, "x"], random.between(2, 9));
  const main = `def main (x${random.chance(0.6) ? ` : ${type}` : ""}) = ${body}`;
  return `-- at: ${input}\ndata D a = A | B a (D a)\n${definitions.join("\n")}\n${main}\n`;
}
const INPUTS = [
  ["Real", "2.5"],
  ["(Real, Real)", "(1.5, -2.0)"],
  ["[Real]", "[1.0, 3.5]"],
  ["Array Real", "#[1.0, 3.5]"],
  ["(Real, Int)", "(0.5, 2)"],
  ["D Real", "B 1.0 (B 2.0 A)"],
] as const;

class Terms {
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  /** `head p1 .. pn = e`. */
  binding(head: string, scope: readonly string[]): string {
    const params = this.random.chance(0.6)
      ? [this.pattern(1)]
      : this.random.times(this.random.below(3), () => this.pattern(1));
    return `${[head, ...params].join(" ")} = ${this.term([...scope, ...namesIn(params.join(" "))], this.random.between(1, 8))}`;
  }

  /** A term of about `size` nodes, in parentheses where it is more than a word. */
  term(scope: readonly string[], size: number): string {
    const { random } = this;
    if (size <= 1) return this.leaf(scope);
    const part = (share = 2): string => this.term(scope, Math.floor((size - 1) / share));
    switch (random.below(14)) {
      case 0:
      case 1:
      case 2:
      case 3: {
        const count = random.chance(0.6) ? 1 : random.between(2, 3);
        const fn = random.chance(0.8) ? this.name(scope) : part();
        return `(${[fn, ...random.times(count, () => part(count))].join(" ")})`;
      }
      case 4:
      case 5:
        return `(${part()} ${random.pick(OPERATORS)} ${part()})`;
      case 6:
        return `(${part()}, ${part()})`;
      case 7:
        return `${random.pick(["", "#"])}[${random.times(random.below(3), () => part()).join(", ")}]`;
      case 8: {
        const pattern = this.pattern(1);
        return `(\\${pattern} -> ${this.term([...scope, ...namesIn(pattern)], size - 1)})`;
      }
      case 9:
      case 10:
        return this.local(scope, size);
      case 11:
        return `(if ${part()} then ${part()} else ${part()})`;
      case 12: {
        const branches = random.times(random.between(1, 3), () => {
          const pattern = this.pattern(2);
          return `${pattern} -> ${this.term([...scope, ...namesIn(pattern)], Math.floor(size / 2))}`;
        });
        return `(case ${part()} of { ${branches.join(" | ")} })`;
      }
      default:
        return random.chance(0.5) ? `(par (${part()}, ${part()}))` : `(-${part()})`;
    }
  }

  private local(scope: readonly string[], size: number): string {
    const { random } = this;
    const half = Math.floor(size / 2);
    if (random.chance(0.3)) {
      const pattern = this.pattern(1);
      return `(let ${pattern} = ${this.term(scope, half)} in ${this.term([...scope, ...namesIn(pattern)], half)})`;
    }
    const name = random.pick(NAMES);
    const isRec = random.chance(0.3);
    const inside = isRec ? [...scope, name] : scope;
    return `(let ${isRec ? "rec " : ""}${this.binding(name, inside)} in ${this.term([...scope, name], half)})`;
  }

  private leaf(scope: readonly string[]): string {
    const { random } = this;
    if (random.chance(0.75) && scope.length > 0) return this.known(scope);
    return random.pick(["1", "2.5", "0", "[]", "()", random.pick(CONSTRUCTORS), random.pick(BUILT_IN)]);
  }

  private name(scope: readonly string[]): string {
    const { random } = this;
    return random.chance(0.6) && scope.length > 0 ? this.known(scope) : random.pick([...BUILT_IN, "B"]);
  }

  /** A name that is bound, more often one of the last: it has the fewest uses that fix its type. */
  private known(scope: readonly string[]): string {
    return this.random.pick(this.random.chance(0.6) ? scope.slice(-2) : scope);
  }

  private pattern(depth: number): string {
    const { random } = this;
    if (depth === 0 || random.chance(0.5)) return random.chance(0.1) ? "_" : random.pick(NAMES);
    const part = (): string => this.pattern(depth - 1);
    switch (random.below(5)) {
      case 0:
        return `(${part()} : ${random.pick(["Real", "Int", "[Real]", "a", "a -> b"])})`;
      case 1:
        return `(B ${part()} ${part()})`;
      case 2:
        return `(${part()} :: ${part()})`;
      default:
        return `(${part()}, ${part()})`;
    }
  }
}

/** The names that patterns bind. */
function namesIn(patterns: string): readonly string[] {
  return NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(patterns));
}
