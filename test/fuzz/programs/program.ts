// Whole programs: data types, definitions and a `main` on an input of any type without functions, with its header.
//
// They favour oddities: patterns that overlap or are not enough, names that hide others, empty structures, functions in
// data, numbers that are none, mistakes of the run. Recursion counts down from small numbers or goes down data.
import { Random } from "../random.ts";
import { BUILT_IN, constructorsOf, EITHER, type Known, local, MAYBE, TABLE } from "./builtins.ts";
import { countedBody, parametersOf } from "./control.ts";
import { leaf, shallowest, tableOf } from "./leaves.ts";
import { Patterns } from "./patterns.ts";
import { Scope, type World } from "./scope.ts";
import { Stuck, Terms } from "./terms.ts";
import {
  atomText,
  type DataType,
  data,
  fieldsOf,
  fun,
  holds,
  REAL,
  SIZE,
  type Type,
  typeText,
  variable,
} from "./types.ts";

/** Terms of `main`; definitions have half as many. */
const MOST_TERMS = 40;
const DEPTH = 5;

/** The text of a program with its input in the header; the same for the same seed. */
export function oddProgram(seed: number): string {
  const random = new Random(seed);
  while (true) {
    try {
      return new Program(random).text();
    } catch (error) {
      if (!(error instanceof Stuck)) throw error;
    }
  }
}

/** Names of definitions: some of the prelude's, which are hidden then. */
const HIDDEN = [
  "sum",
  "map",
  "id",
  "fst",
  "foldl",
  "compose",
  "head",
  "size",
  "length",
  "relu",
  "abs",
  "sin",
  "not",
  "row",
  "dot",
  "erf",
];

class Program {
  private readonly random: Random;
  private readonly terms: Terms;
  private readonly world: World;
  private globals: readonly Known[];
  private readonly declarations: string[] = [];
  private readonly room: number;

  constructor(random: Random) {
    this.random = random;
    this.terms = new Terms(random);
    this.room = random.between(6, MOST_TERMS);
    const own = dataTypes(this.terms);
    const constructors = new Set(own.flatMap((one) => one.constructors.map(({ name }) => name)));
    const isFree = (one: DataType): boolean =>
      own.every(({ name }) => name !== one.name) && one.constructors.every(({ name }) => !constructors.has(name));
    const builtIn = [MAYBE, EITHER].filter(isFree);
    this.world = { data: [...own, ...builtIn, TABLE], fresh: 0, room: MOST_TERMS };
    const hidden = new Set(
      [MAYBE, EITHER].filter((one) => !isFree(one)).flatMap((one) => constructorsOf(one).map(({ text }) => text)),
    );
    this.globals = [...BUILT_IN.filter(({ text }) => !hidden.has(text)), ...own.flatMap(constructorsOf)];
    for (const one of own) this.declarations.push(declaration(one));
  }

  text(): string {
    const { random } = this;
    const names = this.definitionNames(
      random.weighted([
        [3, 0],
        [3, 1],
        [2, 2],
        [1, 3],
      ]),
    );
    // a name that is defined anywhere hides the prelude's everywhere
    this.globals = this.globals.filter(({ text }) => !names.includes(text));
    for (const name of names) this.define(name);
    const params = random.times(
      random.weighted([
        [6, 1],
        [3, 2],
        [1, 3],
      ]),
      (index) => this.firstOrder(2, index === 0 && random.chance(0.9)),
    );
    const result = random.chance(0.5) ? REAL : this.firstOrder(2, random.chance(0.8));
    const { parameters, names: bound } = parametersOf(this.terms, params, this.scope(), true);
    this.world.room = this.room;
    const body = this.terms.make(result, this.scope().with(bound));
    this.declarations.push(`def main ${parameters}${random.chance(0.3) ? ` : ${typeText(result)}` : ""} = ${body}`);
    const inputs = params.map((one) => this.input(one, 3));
    const at = inputs.length === 1 ? inputs[0] : `(${inputs.join(", ")})`;
    return `-- at: ${at}\n${random.shuffled(this.declarations).join("\n")}\n`;
  }

  private scope(): Scope {
    return new Scope(this.world, this.globals, DEPTH);
  }

  private definitionNames(count: number): string[] {
    const names = new Set<string>();
    for (let index = 0; index < count; index++)
      names.add(this.random.chance(0.12) ? this.random.pick(HIDDEN) : `d${index}`);
    return [...names];
  }

  /** Adds a definition of some kind, and makes it known to what comes after it. */
  private define(name: string): void {
    const { random, terms } = this;
    this.world.room = this.room / 2;
    const scope = this.scope();
    const type = (): Type => terms.anyType(scope, 2);
    const add = (text: string, known: Omit<Known, "text" | "weight">): void => {
      this.declarations.push(`def ${name} ${text}`);
      this.globals = [...this.globals, { text: name, weight: 3, ...known }];
    };
    const kinds: Record<string, () => void> = {
      function: () => {
        const from = random.times(random.between(1, 3), type);
        const to = type();
        const { parameters, names } = parametersOf(terms, from, scope, random.chance(0.4));
        const result = random.chance(0.3) ? ` : ${typeText(to)}` : "";
        add(`${parameters}${result} = ${terms.make(to, scope.with(names))}`, { type: fun(...from, to) });
      },
      value: () => {
        const of = type();
        add(`: ${typeText(of)} = ${terms.make(of, scope)}`, { type: of });
      },
      counted: () => {
        const from = random.times(random.between(0, 2), type);
        const to = type();
        add(`(k0 : Int) ${countedBody(terms, name, "k0", from, to, scope)}`, { type: fun(SIZE, ...from, to) });
      },
      polymorphic: () => {
        const names = ["a", "b"].slice(0, random.between(1, 2));
        const of = (): Type =>
          random.weighted<() => Type>([
            [3, () => variable(random.pick(names))],
            [1, () => ({ tag: "list", item: variable(random.pick(names)) })],
            [1, () => ({ tag: "tuple", items: [variable(random.pick(names)), REAL] })],
            [1, () => fun(variable(random.pick(names)), variable(random.pick(names)))],
            [1, type],
          ])();
        const from = [...names.map(variable), ...random.times(random.between(0, 2), of)];
        const to = of();
        const patterns = new Patterns(random, this.world.data);
        const made = from.map((one, index) =>
          index < names.length ? local(`${names[index]}${index}`, one) : undefined,
        );
        const rest = from.slice(names.length).map((one) => patterns.parameter(one, true));
        const first = made.flatMap((one) => (one === undefined ? [] : [one]));
        const parameters = [
          ...first.map((one) => `(${one.text} : ${typeText(one.type)})`),
          ...rest.map(({ text }) => text),
        ];
        const body = terms.make(to, scope.with([...first, ...rest.flatMap((one) => one.names)]));
        add(`${parameters.join(" ")} : ${typeText(to)} = ${body}`, { type: fun(...from, to), generic: new Set(names) });
      },
      op: () => this.defineOp(name),
    };
    random.weighted([
      [4, kinds.function!],
      [1.5, kinds.value!],
      [1, kinds.counted!],
      [1, kinds.polymorphic!],
      [1.2, kinds.op!],
    ])();
  }

  /** An operation with partials of its own: total functions of Reals, so that no partial ends in a mistake. */
  private defineOp(name: string): void {
    const { random } = this;
    const names = ["x", "y", "z"].slice(0, random.between(1, 3));
    const part = (depth: number): string => {
      if (depth === 0) return random.chance(0.7) ? random.pick(names) : random.pick(["2.0", "1.0", "0.5"]);
      const inner = (): string => part(depth - 1);
      return random.pick([
        () => `(${inner()} ${random.pick(["+", "-", "*", "/"])} ${inner()})`,
        () => `(if ${inner()} < ${inner()} then ${inner()} else ${inner()})`,
        () => `(-${inner()})`,
        inner,
      ])();
    };
    const of = (parts: readonly string[]): string => (parts.length === 1 ? parts[0]! : `(${parts.join(", ")})`);
    this.declarations.push(`op ${name} ${of(names)} = ${part(2)} by ${of(names.map(() => part(2)))}`);
    const from: Type = names.length === 1 ? REAL : { tag: "tuple", items: names.map(() => REAL) };
    this.globals = [...this.globals, { text: name, type: fun(from, REAL), weight: 3 }];
  }

  /** A type without functions; with a Real if that is asked for. */
  private firstOrder(depth: number, withReal: boolean): Type {
    while (true) {
      const type = this.terms.anyType(this.scope(), depth);
      if (holds("fun", type, this.world.data)) continue;
      if (!withReal || holds("real", type, this.world.data)) return type;
    }
  }

  /** A literal of a type without functions. */
  private input(type: Type, depth: number): string {
    const { random } = this;
    const inside = (one: Type): string => this.input(one, depth - 1);
    const scope = new Scope(this.world, [], 0);
    switch (type.tag) {
      case "real":
        return random.weighted([
          [8, () => random.pick(["0.37", "1.25", "(-0.75)", "2.0", "1.0", "(-1.5)", "0.5"])],
          [1, () => leaf(this.terms, REAL, scope)],
          [0.3, () => random.pick(["nan", "inf", "(-inf)"])],
        ])();
      case "tuple":
        return `(${type.items.map(inside).join(", ")})`;
      case "list":
      case "array": {
        const count = depth < 0 || random.chance(0.15) ? 0 : random.between(1, 3);
        return `${type.tag === "list" ? "[" : "#["}${random.times(count, () => inside(type.item)).join(", ")}]`;
      }
      case "data": {
        if (type.name === TABLE.name) return tableOf(random, () => inside(type.args[0]!));
        const of = this.world.data.find(({ name }) => name === type.name)!;
        const con = depth > 0 ? random.pick(of.constructors) : shallowest(of);
        const fields = fieldsOf(of, type.args, con.fields).map(inside);
        return fields.length === 0 ? con.name : `(${[con.name, ...fields].join(" ")})`;
      }
      default:
        return leaf(this.terms, type, scope);
    }
  }
}

/** The data types of a program: each may hold itself and, where they come in pairs, the other; the first constructor ends. */
function dataTypes(terms: Terms): readonly DataType[] {
  const { random } = terms;
  const count = random.weighted([
    [3, 0],
    [4, 1],
    [3, 2],
    [1, 3],
  ]);
  const names = random.times(count, (index) =>
    random.chance(0.05) ? random.pick(["Maybe", "Either", "Tree"]) : `T${index}`,
  );
  const distinct = [...new Set(names)].map((name) => ({ name, params: random.chance(0.25) ? ["a"] : [] }));
  const made: DataType[] = [];
  for (const [index, { name, params }] of distinct.entries()) {
    const self = data(name, ...params.map(variable));
    const next = distinct[index + 1];
    const known = new Scope({ data: made, fresh: 0, room: 1 }, [], 0);
    const field = (mayRecur: boolean): Type =>
      random.weighted<() => Type>([
        [4, () => REAL],
        [params.length > 0 ? 4 : 0, () => variable("a")],
        [2, () => terms.anyType(known, 1)],
        [mayRecur ? 2 : 0, () => self],
        [mayRecur ? 0.7 : 0, () => ({ tag: "list", item: self })],
        [mayRecur && next?.params.length === 0 && params.length === 0 ? 0.7 : 0, () => data(next!.name)],
      ])();
    const width = random.weighted([
      [2, 1],
      [3, 2],
      [2, 3],
      [1, 4],
    ]);
    const constructors = random.times(width, (way) => {
      const fields = random.times(
        random.weighted([
          [3, 0],
          [4, 1],
          [3, 2],
          [1, 3],
        ]),
        () => field(way > 0),
      );
      const letter = String.fromCharCode(65 + index * 5 + way);
      const isRecord = fields.length > 0 && random.chance(0.35);
      return {
        name: `${letter}${random.chance(0.1) ? "'" : ""}${index}`,
        fields,
        names: isRecord ? fields.map((_, at) => `${"wbr"[at]}${letter.toLowerCase()}`) : undefined,
      };
    });
    made.push({ name, params, constructors });
  }
  return made;
}

function declaration({ name, params, constructors }: DataType): string {
  const ways = constructors.map((con) => {
    if (con.names === undefined) return [con.name, ...con.fields.map(atomText)].join(" ");
    return `${con.name} { ${con.names.map((field, at) => `${field} : ${typeText(con.fields[at]!)}`).join(", ")} }`;
  });
  return `data ${[name, ...params].join(" ")} = ${ways.join(" | ")}`;
}
