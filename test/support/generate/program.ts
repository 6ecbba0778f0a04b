// Whole programs: data types, definitions, and a main that uses them on an input of a random type.

import { type Alternative, type Chance, type ChoiceNode, Choices } from "./choices.ts";
import { CONTROL_RULES } from "./control.ts";
import { generateData } from "./data.ts";
import {
  type Definitions,
  definitionUses,
  generateDefinitions,
  REDEFINABLE,
  redefinition,
  type Statements,
} from "./definition.ts";
import { combine, digestVariable } from "./digest.ts";
import { expression, rulesFor } from "./expression.ts";
import type { Feature } from "./feature.ts";
import { generateInput, type Input, mainDefinition } from "./main.ts";
import { Printer, type Style, spell } from "./print.ts";
import { sample } from "./sample.ts";
import { extend, holdsReals, type Variable } from "./scope.ts";
import { Site, type World } from "./site.ts";
import { bind, type Declaration, letIn, type Term, tuple } from "./syntax.ts";
import { type Measurement, measure } from "./trial.ts";
import {
  arrayOf,
  arrow,
  Bool,
  dataOf,
  Int,
  listOf,
  Real,
  showType,
  substitute,
  type Type,
  tupleOf,
  variable,
} from "./type.ts";

/** A program for tests. */
export interface GeneratedProgram {
  /** A complete file with the header `-- at:`; the entry is `main`. */
  readonly source: string;
  readonly features: ReadonlySet<Feature>;
  /** The number of Reals in the input. */
  readonly inputScalars: number;
  /** The Real operations that a run performs, by the generator's own count. */
  readonly operations: number;
  /** The paths from the Reals of the result down to inputs and constants: the calls of the naive algorithm. */
  readonly paths: number;
}

const LIMITS = { operations: 200, paths: 20_000 };
const LONGEST_PER_SIZE = 1_600;
const LEAST_USED = 0.4;

/** A program and the choices that make it. */
export interface Generated {
  readonly program: GeneratedProgram;
  readonly choices: ChoiceNode;
}

/**
 * Makes a program, from fresh choices or from recorded ones; undefined if it is not tame.
 * Fresh programs are also refused where the result depends on few of the Reals of the input.
 */
export function generate(
  recorded: ChoiceNode | undefined,
  chance: Chance | undefined,
  size: number,
): Generated | undefined {
  const choices = new Choices("program", recorded, chance);
  const world: World = { features: new Set(), data: [], taken: new Set(["main"]), redefined: new Set(), expression };
  const root = new Site(world, [], choices, Math.min(5, size));
  const draft = generateDraft(root, size);
  const source = print(root, draft);
  if (source.length > LONGEST_PER_SIZE * (size + 0.5)) return undefined;
  const measurement = tryOut(draft, source);
  if (measurement === undefined || (chance !== undefined && measurement.used < LEAST_USED)) return undefined;
  const { inputScalars, operations, paths } = measurement;
  return { program: { source, features: world.features, inputScalars, operations, paths }, choices: choices.made };
}

function tryOut({ declarations, argument }: Draft, source: string): Measurement | undefined {
  try {
    return measure(declarations, argument, LIMITS);
  } catch (error) {
    throw new Error(`internal: the trial run of this program failed\n${source}`, { cause: error });
  }
}

interface Draft {
  readonly declarations: readonly Declaration[];
  readonly argument: Term;
  readonly aliases: ReadonlyMap<string, string>;
}

function generateDraft(root: Site, size: number): Draft {
  const alias = root.choices.chance("type alias", 12) ? generateAlias(root) : NO_ALIAS;
  const redefined = root.choices.chance("redefined built-in", 5)
    ? root.choices.oneOf("redefined", REDEFINABLE)
    : undefined;
  if (redefined !== undefined) root.world.redefined.add(redefined);
  const groups = root.choices
    .many("data", "data", 0, size > 1 ? 2 : 1)
    .map((choices) => generateData(root.part("", "data", choices)));
  let globals: readonly Variable[] = groups.flatMap((group) => group.variables);
  const define = (
    choices: Choices,
    make: (site: Site) => Definitions,
  ): { choices: Choices; definitions: Definitions } => {
    const definitions = make(new Site(root.world, globals, choices, Math.max(1, root.depth - 1)));
    globals = extend(globals, definitions.variables);
    return { choices, definitions };
  };
  const defined = root.choices
    .many("definitions", "definition", 0, size)
    .map((choices) => define(choices, generateDefinitions));
  if (redefined !== undefined) {
    defined.push(define(root.choices.at("redefinition", "definition"), (site) => redefinition(site, redefined)));
  }
  const site = new Site(root.world, globals, root.choices.at("main", "main"), root.depth);
  const input = generateInput(site, alias === NO_ALIAS, alias.type);
  const body = new Body(site.with(input.variables), input.anchor);
  for (const { choices, definitions } of defined) body.exercise(choices, definitions);
  for (const choices of site.choices.many("statements", "statement", 0, size + 1, Math.min(2, size)))
    body.statement(choices);
  const main = mainDefinition(body.site, input, (at, result) => body.finish(at, result));
  const declarations = [
    ...alias.declarations,
    ...groups.flatMap((group) => group.declarations),
    ...defined.flatMap(({ definitions }) => definitions.declarations),
    main,
  ];
  const argument = sampleInput(site, input);
  return { declarations, argument, aliases: alias.names };
}

function sampleInput(site: Site, { types }: Input): Term {
  const values = types.map((type, index) => sample(site, `input ${index}`, type));
  const [only] = values;
  return values.length === 1 && only !== undefined ? only : tuple(...values);
}

interface Alias {
  readonly declarations: readonly Declaration[];
  readonly names: ReadonlyMap<string, string>;
  /** A type without functions that has the name. */
  readonly type: Type | undefined;
}

const NO_ALIAS: Alias = { declarations: [], names: new Map(), type: undefined };

/** A name for a type, or for a family of types. */
function generateAlias(root: Site): Alias {
  const name = root.choices.oneOf("alias", ["Point", "Value", "Scene"]);
  root.world.taken.add(name);
  root.feature("type alias");
  const a = variable("a");
  const families = [tupleOf(a, a), listOf(tupleOf(a, Real)), arrow(a, Real)];
  const types = [tupleOf(Real, Real), listOf(Real), tupleOf(Real, tupleOf(Real, Real)), arrow(Real, Real)];
  const family = root.choices.chance("family", 30);
  const several = family ? families : types;
  const type = several[root.choices.integer("alias of", several.length - 1)] ?? Real;
  const at = (argument: Type): Type => substitute(type, new Map([["a", argument]]));
  const named = family
    ? [Real, Int].map((argument) => [showType(at(argument)), `${name} ${showType(argument)}`] as const)
    : [[showType(type), name] as const];
  const declaration: Declaration = { tag: "AliasDeclaration", name, parameters: family ? ["a"] : [], type };
  const instance = type.tag === "Function" ? undefined : at(Real);
  return { declarations: [declaration], names: new Map(named), type: instance };
}

const GOALS: readonly (readonly [Type, number])[] = [
  [Real, 8],
  [Int, 2],
  [Bool, 4],
  [tupleOf(Real, Real), 3],
  [listOf(Real), 4],
  [arrayOf(Real), 3],
  [arrow(Real, Real), 2],
  [arrow(Real, Real, Real), 2],
  [listOf(Int), 3],
  [listOf(tupleOf(Real, Real)), 3],
  [listOf(listOf(Real)), 1],
  [dataOf("Maybe", Real), 1],
  [dataOf("Either", Real, Int), 1],
  [listOf(dataOf("Maybe", Real)), 1],
  [tupleOf(Real, Real, Int), 1],
];

/** The names of the rules that apply to this type but not to every type. */
function specificRules(site: Site, type: Type): string[] {
  const general = new Set(CONTROL_RULES.map(({ label }) => label));
  return rulesFor(site, type)
    .map(({ label }) => label)
    .filter((label) => !general.has(label));
}

/** The statements of main, from the first to the last, and what they bring into scope. */
class Body {
  site: Site;
  readonly #wraps: ((body: Term) => Term)[] = [];

  constructor(site: Site, anchor: Statements | undefined) {
    this.site = site;
    if (anchor !== undefined) this.#add(anchor);
  }

  #add({ wrap, variables }: Statements): void {
    this.#wraps.push(wrap);
    this.site = this.site.with(variables);
  }

  exercise(choices: Choices, definitions: Definitions): void {
    this.#add(definitionUses(this.site.part("use", "use", choices.at("use", "use")), definitions));
  }

  /** `let x = e in`, sometimes under a comment; its type is such that what this program prefers can occur. */
  statement(choices: Choices): void {
    const part = this.site.part("", "statement", choices);
    const data = part.world.data.map(({ name, parameters }) => dataOf(name, ...parameters.map(() => Real)));
    const goals = [
      ...GOALS,
      ...data.flatMap(
        (type) =>
          [
            [type, 2],
            [listOf(type), 1],
          ] as const,
      ),
    ];
    const steered = goals.map(([type, weight]): Alternative => {
      const wanted = choices.fresh ? specificRules(part, type).filter((label) => choices.prefers(label)).length : 0;
      return [showType(type), weight + 60 * wanted];
    });
    const label = choices.pick("type", steered);
    const [type] = goals.find(([known]) => showType(known) === label) ?? [Real];
    const variable = part.fresh("name", type);
    const term = part.grow("bound", type);
    const annotated = choices.chance("annotated let", 8) && part.annotates("annotated let", type) ? type : undefined;
    const commented = choices.chance("line comment", 6);
    if (commented) part.feature("line comment");
    part.feature("let");
    const comment =
      ["-- next", "-- a value -- and why {- not a comment", "-- λ → ⋆"][choices.integer("comment", 2)] ?? "--";
    const wrap = (body: Term): Term => {
      const whole = letIn(bind(variable.name), term, body, annotated);
      return commented ? { tag: "Remark", text: comment, term: whole } : whole;
    };
    this.#add({ wrap, variables: [variable] });
  }

  /** The statements around a result that depends on whatever was not used yet. */
  finish(at: Site, result: (site: Site) => Term): Term {
    const unused = this.site.scope.filter(
      ({ origin, uses, type, quantified }) =>
        origin === "local" &&
        uses.count === 0 &&
        quantified.size === 0 &&
        (holdsReals(type) || type.tag === "Int" || type.tag === "Bool"),
    );
    const terms = unused
      .slice(0, 6)
      .map((variable) => digestVariable(at.part(`digest ${variable.name}`, "digest"), variable));
    const wrapAll = (body: Term): Term => this.#wraps.reduceRight((inner, wrap) => wrap(inner), body);
    if (terms.length < 2) return wrapAll(result(at));
    at.feature("let");
    const total = at.fresh("total", Real, [], ["total", "all'", "sum'"]);
    const digested = combine(at.part("total"), terms);
    return wrapAll(letIn(bind(total.name), digested, result(at.with([total]))));
  }
}

function print(root: Site, { declarations, argument, aliases }: Draft): string {
  const style: Style = {
    generous:
      root.choices.pick("parentheses", [
        ["few", 2],
        ["many", 1],
      ]) === "many",
    spelling: root.choices.oneOf("spelling", ["ascii", "unicode", "mixed"]),
    aliases,
  };
  const printer = new Printer(style);
  const reversed = declarations.length > 1 && root.choices.chance("use before definition", 20);
  if (reversed) root.feature("use before definition");
  const ordered = reversed ? declarations.toReversed() : declarations;
  const texts = ordered.map((declaration, index) => {
    const text = printer.declaration(declaration);
    if (index === 0 || !root.choices.chance(`line comment ${index}`, 6)) return text;
    root.feature("line comment");
    return `-- ${index} {- still one line\n${text}`;
  });
  const spelled = spell(`${texts.join("\n\n")}\n`, style.spelling);
  if (/[λ→≤≥≠⋆]/.test(spelled)) root.feature("Unicode spelling");
  if (/\\|->|<=|>=|\/=|\|\*\|/.test(spelled)) root.feature("ASCII spelling");
  const flat = new Printer({ ...style, generous: false }).term(argument, { level: 0, open: true, breaks: false });
  return `-- at: ${flat}\n${spelled}`;
}
