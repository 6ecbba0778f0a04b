// Programs that hold and take very many numbers: literals of all containers, nested and wide, in definitions, functions and jobs, and inputs
// of the same kinds. Value and gradient are known: main (a, input) folds all numbers, in their order, by s ↦ 0.999 s + a x.
import { UNWATCHED } from "../../engine/base/watch.ts";
import { Compiled } from "../../engine/compile/engine.ts";
import { mapReals, realsOf } from "../../engine/core/values/shape.ts";
import { UNLIMITED } from "../support/conformance.ts";
import { plainData } from "../support/plain.ts";
import { preparedProgram } from "../support/run.ts";
import { moduleOf } from "./answers.ts";
import type { Finding } from "./programs.ts";
import { Random } from "./random.ts";

/** Part of the largest entry by which two answers may differ. */
const NEAR = 1e-11;
const DECAY = 0.999;

/** Literals of a type, and how they are folded. */
interface Holder {
  readonly type: string;
  /** The text of a value that takes its numbers from `next`. */
  readonly literal: (next: () => string) => string;
  /** The body of a function that goes on with the fold `s` over a value `v`. */
  readonly fold: (s: string, v: string) => string;
  /** How many numbers a value has. */
  readonly size: number;
}

const REAL: Holder = {
  type: "Real",
  literal: (next) => next(),
  fold: (s, v) => `step a (${s}) (${v})`,
  size: 1,
};

/** Holders of about so many numbers, by choices of `random`. */
class Holders {
  private readonly random: Random;
  private names = 0;

  constructor(random: Random) {
    this.random = random;
  }

  of(size: number, depth: number): Holder {
    const { random } = this;
    if (size < 2) return REAL;
    const kind = random.pick(["list", "array", "tuple", "wide", "maybe", "either", "tree"] as const);
    const parts = depth === 0 || size < 8 ? size : random.pick([size, Math.ceil(Math.sqrt(size)), 3]);
    const count = kind === "tuple" ? Math.min(size, random.between(2, 6)) : Math.min(parts, MOST_WIDE[kind] ?? parts);
    const item = this.of(Math.floor(size / count), depth - 1);
    const list = (open: string, next: () => string, one: (text: string) => string = (text) => text): string =>
      `${open}${random.times(count, () => one(item.literal(next))).join(", ")}]`;
    const whole = { size: count * item.size };
    const [t, x] = [`t${this.names++}`, `x${this.names++}`];
    const each = (pattern: string, body: string) => `\\${t} ${x} -> case ${x} of { ${pattern} -> ${body} }`;
    switch (kind) {
      case "list":
        return {
          ...whole,
          type: `[${item.type}]`,
          literal: (next) => list("[", next),
          fold: (s, v) => `foldl (\\${t} ${x} -> ${item.fold(t, x)}) (${s}) (${v})`,
        };
      case "array":
        return {
          ...whole,
          type: `Array (${item.type})`,
          literal: (next) => list("#[", next),
          fold: (s, v) => `foldA (\\${t} ${x} -> ${item.fold(t, x)}) (${s}) (${v})`,
        };
      case "maybe":
        return {
          ...whole,
          type: `[Maybe (${item.type})]`,
          literal: (next) => list("[", next, (text) => `Just (${text})`),
          fold: (s, v) => `foldl (${each(`Nothing -> ${t} | Just y${x}`, item.fold(t, `y${x}`))}) (${s}) (${v})`,
        };
      case "either":
        return {
          ...whole,
          type: `[Either Int (${item.type}, Int)]`,
          literal: (next) => list("[", next, (text) => `Right (${text}, ${random.between(0, 9)})`),
          fold: (s, v) => `foldl (${each(`Left n -> ${t} | Right (y${x}, n)`, item.fold(t, `y${x}`))}) (${s}) (${v})`,
        };
      case "tree":
        return {
          ...whole,
          type: `Tree (${item.type})`,
          literal: (next) => treeOf(random.times(count, () => `Leaf (${item.literal(next)})`)),
          fold: (s, v) => `foldTree (\\${t} ${x} -> ${item.fold(t, x)}) (${s}) (${v})`,
        };
      case "tuple":
      case "wide": {
        const names = random.times(count, (index) => `${x}c${index}`);
        return {
          ...whole,
          type: `(${names.map(() => item.type).join(", ")})`,
          literal: (next) => `(${names.map(() => item.literal(next)).join(", ")})`,
          // a chain of bindings, which goes as deep as the tuple is wide only in the text
          fold: (s, v) =>
            `let (${names.join(", ")}) = ${v} in let ${t}0 = ${s} in ${names
              .map((name, index) => `let ${t}${index + 1} = ${item.fold(`${t}${index}`, name)} in `)
              .join("")}${t}${count}`,
        };
      }
    }
  }
}

/** The widest tuples of each kind, and the most rounds of what stands once in the text for each. */
const MOST_WIDE: Readonly<Record<string, number>> = { wide: 400 };

function treeOf(leaves: readonly string[]): string {
  if (leaves.length === 1) return leaves[0]!;
  const middle = leaves.length >> 1;
  return `Node (${treeOf(leaves.slice(0, middle))}) (${treeOf(leaves.slice(middle))})`;
}

/** A program of very many numbers with its value and gradient. */
export interface LargeProgram {
  readonly text: string;
  readonly value: number;
  /** By `a` and then by the Reals of the input. */
  readonly gradient: readonly number[];
}

/** The program of a seed, with up to `most` numbers in its text and up to as many in its input. */
export function largeProgram(seed: number, most: number): LargeProgram {
  const random = new Random(seed);
  const holders = new Holders(random);
  const size = (): number => Math.max(1, Math.round(most ** (0.6 + 0.4 * random.unit())));
  const [held, taken] = [holders.of(size(), 2), holders.of(size(), 2)];
  const numbers: number[] = [];
  const next = (): string => {
    // different numbers, so that none shares the cell of another
    numbers.push(numbers.length * 0.25 + 0.125);
    return String(numbers.at(-1));
  };
  const literal = held.literal(next);
  const input = taken.literal(next);
  const known = random.pick([
    `def held : ${held.type} = ${literal}\ndef fold1 a s = ${held.fold("s", "held")}`,
    `def fold1 a s = ${held.fold("s", `(${literal} : ${held.type})`)}`,
    `def made = let held = (${literal} : ${held.type}) in \\a s -> ${held.fold("s", "held")}\ndef fold1 a s = made a s`,
    `def held : ${held.type} = ${literal}\ndef fold1 a s = let (x, y) = (${held.fold("s", "held")}) |*| (${held.fold("s", "held")}) in 0.5 * x + 0.5 * y`,
  ]);
  const a = 1.5;
  const text = `-- at: (${a}, ${input})
data Tree a = Leaf a | Node (Tree a) (Tree a)
def foldTree f s t = case t of { Leaf x -> f s x | Node l r -> foldTree f (foldTree f s l) r }
def step a s x : Real = ${DECAY} * s + a * x
${known}
def main (a : Real, input : ${taken.type}) = let s = fold1 a 0.0 in ${taken.fold("s", "input")}
`;
  const folded = (weight: number): number => numbers.reduce((s, x) => DECAY * s + weight * x, 0);
  const byInput = numbers.map((_, k) => a * DECAY ** (numbers.length - 1 - k)).slice(numbers.length - taken.size);
  return { text, value: folded(a), gradient: [folded(1), ...byInput] };
}

/** Finds a fault in the answers of the compiled engine and its module, in the first run and in the second one. */
export function largeCase(seed: number, most: number): Finding | undefined {
  const program = largeProgram(seed, most);
  const what = wrongIn(program);
  return what === undefined ? undefined : { seed, what, text: program.text };
}

function wrongIn({ text, value, gradient }: LargeProgram): string | undefined {
  const prepared = preparedProgram(text);
  const { core, input, paramShape, resultShape } = prepared;
  const differs = (who: string, found: readonly number[], wanted: readonly number[]): string | undefined => {
    const scale = Math.max(...wanted.map(Math.abs));
    if (found.length !== wanted.length) return `${who}: ${found.length} numbers for ${wanted.length}`;
    const at = found.findIndex((x, index) => !(Math.abs(x - wanted[index]!) <= NEAR * scale));
    return at < 0 ? undefined : `${who}: ${found[at]} for ${wanted[at]}, number ${at} of ${wanted.length}`;
  };
  const plain = Compiled.of(core, "plain");
  const active = Compiled.of(core, "active");
  const exported = moduleOf(prepared);
  for (const run of ["first", "second"]) {
    const found =
      differs(`value, ${run} run`, realsOf(resultShape, plain.value(input, UNLIMITED), UNWATCHED), [value]) ??
      differs(`value with gradient, ${run} run`, [active.value(input, UNLIMITED) as number], [value]) ??
      differs(`gradient, ${run} run`, [...active.gradient([1])], gradient);
    if (found !== undefined) return found;
    if (exported === undefined) continue;
    const answer = exported.gradient(plainData(paramShape, input), undefined);
    let at = 0;
    const wanted = plainData(
      paramShape,
      mapReals(paramShape, input, UNWATCHED, () => gradient[at++]!),
    );
    const wrong =
      differs(`module, ${run} call`, [answer.value as number], [value]) ??
      differs(`gradient of the module, ${run} call`, numbersOf(answer.gradient), numbersOf(wanted));
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** The numbers in plain data, from left to right. */
function numbersOf(data: unknown): readonly number[] {
  if (typeof data === "number") return [data];
  if (ArrayBuffer.isView(data)) return [...(data as Float64Array)];
  if (typeof data !== "object" || data === null) return [];
  return (Array.isArray(data) ? data : (data as { readonly fields: readonly unknown[] }).fields).flatMap(numbersOf);
}
