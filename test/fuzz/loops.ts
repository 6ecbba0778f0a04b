// Random programs of loops over arrays, lists and tables of Reals, with little but arithmetic in their rounds: they run in WebAssembly where
// the input has long rows.
import { Random } from "./random.ts";

/** The names in scope. */
interface Scope {
  readonly reals: readonly string[];
  /** Numbers of rounds, and arrays that have so many elements. */
  readonly rounds: readonly (readonly [name: string, array: string])[];
  readonly arrays: readonly string[];
}

/** The program of a seed. */
export function loopProgram(seed: number): string {
  return new Loops(new Random(seed)).program();
}

class Loops {
  private readonly random: Random;
  private names = 0;

  constructor(random: Random) {
    this.random = random;
  }

  program(): string {
    const { random } = this;
    let scope: Scope = { reals: ["k"], rounds: [], arrays: ["a", "a", "b"] };
    const lets = random.times(random.between(0, 3), () => {
      const isArray = random.chance(0.6);
      const [name, value] = [this.name("v"), isArray ? this.array(scope, 3) : this.sum(scope, 3)];
      scope = { ...scope, [isArray ? "arrays" : "reals"]: [...scope[isArray ? "arrays" : "reals"], name] };
      return `let ${name} = ${value} in `;
    });
    const result = random.chance(0.4) ? this.sum(scope, 3) : this.array(scope, 3);
    const inputs = "a : Array Real, b : Array Real, t : Array2 Real, xs : [Real], k, m : Int";
    return `-- at: (#[1, 2], #[0.5, 3], fromRows [[1, 2], [3, 4]], [1, 2], 2, 1)\ndef main (${inputs}) = let o = max 0 (min 1 m) in ${lets.join("")}${result}\n`;
  }

  private name(letter: string): string {
    return `${letter}${this.names++}`;
  }

  /** A Real. */
  private real(scope: Scope, depth: number): string {
    const { random } = this;
    const inner = (): string => this.real(scope, depth - 1);
    if (depth === 0) {
      const leaves = [
        random.pick(scope.reals.slice(-3)),
        random.pick(scope.reals),
        random.pick(["0.5", "2", "(-1)", "0"]),
      ];
      return random.chance(0.3) ? this.element(scope) : random.pick(leaves);
    }
    return random.weighted<() => string>([
      [9, () => `(${inner()} ${random.pick(["+", "-", "*", "*", "/"])} ${inner()})`],
      [1, () => `(${random.pick(["max", "min"])} ${inner()} ${inner()})`],
      [1, () => `(${random.pick(["sqrt", "abs"])} ${inner()})`],
      [0.5, () => `(if ${inner()} < ${inner()} then ${inner()} else ${inner()})`],
      [1, () => (scope.rounds.length === 0 ? inner() : `(real ${random.pick(scope.rounds)[0]})`)],
      [1, () => this.sum(scope, depth - 1)],
      [3, () => this.real(scope, 0)],
    ])();
  }

  /** An element that is there: of two mistakes the compiled engine may tell the second. */
  private element({ reals, rounds }: Scope): string {
    const { random } = this;
    if (rounds.length === 0) return random.pick(reals);
    const [i, array] = random.pick([...rounds, ...rounds.slice(-1)]);
    return `(${array} ! ${random.pick([i, i, i, `(size ${array} - 1 - ${i})`, `(${i} * o)`, `(max 0 (${i} - 1))`, "0"])})`;
  }

  /** A fold. */
  private sum(scope: Scope, depth: number): string {
    const { random } = this;
    const [s, u, x, i] = [this.name("s"), this.name("u"), this.name("x"), this.name("i")];
    const array = (): string => this.array(scope, Math.max(0, depth - 1));
    const one = random.pick(scope.arrays);
    const round = (reals: readonly string[], rounds: Scope["rounds"] = []): string =>
      this.real({ ...scope, reals: [...scope.reals, ...reals], rounds: [...scope.rounds, ...rounds] }, depth);
    return random.pick<() => string>([
      () => `(sumA ${array()})`,
      () => `(foldA (\\${s} ${x} -> ${round([x, s])}) k ${array()})`,
      () => `(foldl (\\${s} ${i} -> ${round([s], [[i, one]])}) k (range 0 (size ${one})))`,
      () => `(fst (foldA (\\(${s}, ${u}) ${x} -> (${round([x, u, s])}, ${round([s, x, u])})) (k, 1) ${array()}))`,
      () => `(snd (foldA (\\(${i}, ${s}) ${x} -> (${i} + 1, ${round([x, s], [[i, one]])})) (0, k) ${one}))`,
      () => `(foldl (\\${s} ${x} -> ${round([x, s])}) k xs)`,
      () => `(dot ${one} (reverseA ${one}))`,
    ])();
  }

  /** An array of Reals. */
  private array(scope: Scope, depth: number): string {
    const { random } = this;
    if (depth === 0) return random.pick(scope.arrays);
    const [s, x, y, i] = [this.name("s"), this.name("x"), this.name("y"), this.name("i")];
    const one = random.pick(scope.arrays);
    const inner = (): string => this.array(scope, depth - 1);
    const round = (reals: readonly string[], rounds: Scope["rounds"] = []): string =>
      this.real({ ...scope, reals: [...scope.reals, ...reals], rounds: [...scope.rounds, ...rounds] }, depth);
    return random.pick<() => string>([
      () => `(build (size ${one}) (\\${i} -> ${round([], [[i, one]])}))`,
      () => `(mapA (\\${x} -> ${round([x])}) ${inner()})`,
      () => `(zipWithA (\\${x} ${y} -> ${round([x, y])}) ${one} ${random.pick([one, `(reverseA ${one})`])})`,
      () => `(scanA (\\${s} ${x} -> ${round([x, s])}) k ${inner()})`,
      () => `(dropA 1 ${one})`,
      () => `(fromList (map (\\${x} -> ${round([x])}) (append xs (reverse (toList ${one})))))`,
      () => `(flat (map2 (\\${x} -> ${round([x])}) (transpose t)))`,
      () =>
        random.pick([
          "(matVec t (sumCols t))",
          "(flat (matMul t (transpose t)))",
          "(sumCols t)",
          `(flat (outer ${one} b))`,
        ]),
    ])();
  }
}
