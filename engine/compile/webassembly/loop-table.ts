// The loops of a program that also exist as functions of WebAssembly. Each stands in JavaScript, too, and runs there where it has few rounds,
// or where the platform does not have WebAssembly.
import type { Item, Items } from "../analyse/items.ts";
import type { Kind } from "../ir/kind.ts";
import { unmarked } from "../ir/source-links.ts";
import { encodedModule, type FunctionBody } from "./encoder.ts";
import { FREE_SUM, lanesOf } from "./lanes.ts";
import { loopFunction } from "./loop-code.ts";
import { MOST_GIVEN } from "./memory.js";
import { roundOf, type VariableType } from "./straight-code.ts";

/**
 * Rounds from which on a loop runs in WebAssembly: a call takes as long as some ten rounds of a scalar product in JavaScript, and lanes are
 * tested for conflicts first.
 */
const LEAST_ROUNDS = 12;

/** Numbers of rounds below this are integers of 32 bits. */
const INTEGERS = 2 ** 31;

/** A loop over the numbers `counter` up to, or down to, `end`, which is not reached. */
interface CountedLoop {
  /** The JavaScript of a round. */
  readonly lines: readonly string[];
  readonly counter: Item;
  readonly end: Item;
  readonly isDown: boolean;
  /** Variables that the next round takes over, also those that no round reads. */
  readonly carried: readonly Item[];
}

/** The functions of WebAssembly of a program, each a loop. */
export class LoopTable {
  private readonly functions: FunctionBody[] = [];
  private readonly known = new Map<string, string | undefined>();
  private readonly items: Items;

  constructor(items: Items) {
    this.items = items;
  }

  /** The statement that runs a loop's rounds where they are many; undefined where its rounds are no straight arithmetic. */
  call(loop: CountedLoop): string | undefined {
    const key = [loop.counter.name, loop.end.name, ...loop.lines.map(unmarked)].join("\n");
    if (!this.known.has(key)) this.known.set(key, this.made(loop));
    return this.known.get(key);
  }

  /** Whether no loop is in it. */
  get isEmpty(): boolean {
    return this.functions.length === 0;
  }

  /** The module in base64. */
  get module(): string {
    let text = "";
    // there may be more bytes than a call takes arguments
    for (const byte of encodedModule(this.functions)) text += String.fromCharCode(byte);
    return btoa(text);
  }

  private made({ lines, counter, end, isDown, carried }: CountedLoop): string | undefined {
    const typeOf = (name: string): VariableType | undefined => this.typeOf(name);
    const round = roundOf(lines.map(unmarked), counter.name, typeOf);
    if (round === undefined) return undefined;
    const isCarried = new Set(carried.map(({ name }) => name));
    const results = [...round.after].flatMap(([name, after]) => {
      const before = round.before.get(name);
      return (before !== undefined && before !== after) || (before === undefined && isCarried.has(name)) ? [name] : [];
    });
    if (results.length > MOST_GIVEN || results.some((name) => !isNumber(typeOf(name)))) return undefined;
    const read = round.values.flatMap((value) =>
      value.tag === "before" ? [{ name: value.name, type: value.type }] : [],
    );
    const unread = results.filter((name) => !round.before.has(name)).map((name) => ({ name, type: "f64" as const }));
    const inputs = [...read, ...unread];
    const number = this.functions.push(loopFunction({ round, lanes: lanesOf(round), inputs, results, isDown })) - 1;
    const [i, m] = [counter.name, end.name];
    const [high, low] = isDown ? [i, m] : [m, i];
    const taken = results.map((name, index) => `${name} = given[${index}];`);
    return `if (loops !== undefined && ${high} - ${low} >= ${LEAST_ROUNDS} && ${high} < ${INTEGERS}) { loops[${number}](${[i, m, ...inputs.map(({ name }) => name)].join(", ")}); ${[...taken, `${i} = ${m};`].join(" ")} }`;
  }

  private typeOf(name: string): VariableType | undefined {
    if (name === FREE_SUM) return "f64";
    const item = this.items.named(name);
    if (item === undefined) return undefined;
    switch (item.is) {
      case "cell":
        return "i32";
      case "cotangent":
      case "carried":
        return "f64";
      case "value":
        return item.of === undefined ? undefined : OF_KINDS[item.of.kind];
      default:
        return undefined;
    }
  }
}

const OF_KINDS: Readonly<Partial<Record<Kind, VariableType>>> = { real: "f64", int: "int", index: "i32", bool: "bool" };

const isNumber = (type: VariableType | undefined): boolean => type === "f64" || type === "int";
