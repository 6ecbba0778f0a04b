// The smallest input at which a stage that is broken on purpose gives a wrong gradient: inputs of the entry's type are tried from the
// smallest on.

import type { Stage } from "../algorithms/algorithm.ts";
import { present } from "../base/nth.ts";
import { runGradient } from "../derive/gradient.ts";
import type { Budget } from "../evaluate/tasks/budget.ts";
import { exampleOf } from "../session/input/example-input.ts";
import type { Request } from "../session/input/prepare.ts";
import { entryName, findEntry } from "../session/program/entry.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import type { Contradiction } from "../session/run/contradiction.ts";
import type { Steps } from "../session/run/drive.ts";
import { span } from "../source/span.ts";
import { LIST, showType, type Type } from "../types/type.ts";

/** The answer of the search for the smallest input that a broken stage gets wrong. */
export interface Smallest {
  /** The inputs that were tried, this one among them. */
  readonly tried: number;
  /** The first that goes wrong, and how; undefined where all that were tried go right. */
  readonly wrong: { readonly at: string; readonly contradiction: Contradiction } | undefined;
}

/** Inputs that are tried, and how large they become. */
const MOST_TRIED = 150;
const MOST_WEIGHT = 14;

/** Numbers in the order in which they are tried: those that are simple, and differ from each other in what can go wrong. */
const REALS = ["1.0", "2.0", "0.5", "3.0", "-1.0"] as const;
const INTS = ["0", "1", "2", "3"] as const;

/** Undefined where the program has no such entry. */
export function* smallestWrong(
  checked: CheckedProgram,
  request: Request,
  stage: Stage,
  budget: Budget,
): Steps<Smallest | undefined> {
  const name = entryName(checked, request.entry);
  const entry = findEntry(checked, name, span("<program>", 0, 0));
  if (!("param" in entry)) return undefined;
  const made = new Inputs(checked, entry.param);
  let tried = 0;
  for (let weight = 1; weight <= MOST_WEIGHT && tried < MOST_TRIED; weight++)
    for (const at of made.of(entry.param, weight)) {
      if (tried++ >= MOST_TRIED) break;
      const run = yield* runGradient(checked, { ...request, at }, stage, budget, { checks: "quick" });
      const contradiction = run.checks?.contradiction;
      if (contradiction !== undefined) return { tried, wrong: { at, contradiction } };
    }
  return { tried, wrong: undefined };
}

/** Values of types as texts, by their weight: a number of its place in its list, everything else of its parts and one more. */
export class Inputs {
  private readonly checked: CheckedProgram;
  private readonly known = new Map<string, readonly string[]>();
  private readonly whole: Type;

  constructor(checked: CheckedProgram, whole: Type) {
    this.checked = checked;
    this.whole = whole;
  }

  /** All values of a type that have a weight. */
  of(type: Type, weight: number): readonly string[] {
    if (weight < 1) return [];
    const key = `${showType(type)} ${weight}`;
    let found = this.known.get(key);
    if (found === undefined) {
      found = this.made(type, weight);
      this.known.set(key, found);
    }
    return found;
  }

  private made(type: Type, weight: number): readonly string[] {
    if (type.tag === "tuple") {
      if (type.items.length === 0) return weight === 1 ? ["()"] : [];
      return this.lists(type.items, weight).map((items) => `(${items.join(", ")})`);
    }
    if (type.tag !== "con") return [];
    const at = <T>(list: readonly T[]): readonly T[] => list.slice(weight - 1, weight);
    const [item] = type.args;
    switch (type.name) {
      case "Real":
        return at(REALS);
      case "Int":
        return at(INTS);
      case "Bool":
        return at(["True", "False"]);
      case LIST:
      case "Array": {
        const open = type.name === "Array" ? "#[" : "[";
        if (weight === 1) return [`${open}]`];
        const counts = Array.from({ length: weight - 1 }, (_, count) => count + 1);
        return counts.flatMap((count) =>
          this.lists(new Array<Type>(count).fill(present(item)), weight - 1).map(
            (items) => `${open}${items.join(", ")}]`,
          ),
        );
      }
      default: {
        // of a data type there is one example, and only where it is the whole input or a part of it
        const example = exampleOf(this.checked.module, type);
        return weight === 1 && example !== undefined ? [type === this.whole ? example : `(${example})`] : [];
      }
    }
  }

  /** Values of several types whose weights come to a sum. */
  private lists(types: readonly Type[], weight: number): readonly (readonly string[])[] {
    const [first, ...rest] = types;
    if (first === undefined) return weight === 0 ? [[]] : [];
    const found: (readonly string[])[] = [];
    for (let own = 1; own <= weight - rest.length; own++)
      for (const one of this.of(first, own))
        for (const others of this.lists(rest, weight - own)) {
          found.push([one, ...others]);
          if (found.length >= MOST_TRIED) return found;
        }
    return found;
  }
}
