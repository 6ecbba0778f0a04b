// Whole programs: data types, definitions, and a main that uses them on an input of a random type.

import { type Chance, type ChoiceNode, Choices } from "./choices.ts";
import { generateData } from "./data.ts";
import { type Definitions, generateDefinitions, REDEFINABLE, redefinition } from "./definition.ts";
import { expression } from "./expression.ts";
import type { Feature } from "./feature.ts";
import { generateInput, type Input, mainDefinition } from "./main.ts";
import { Printer, type Style, spell } from "./print.ts";
import { sample } from "./sample.ts";
import { extend, type Variable } from "./scope.ts";
import { Site, type World } from "./site.ts";
import { Body } from "./statements.ts";
import { type Declaration, type Term, tuple } from "./syntax.ts";
import { type Measurement, measure } from "./trial.ts";
import { arrow, Int, listOf, Real, showType, substitute, type Type, tupleOf, variable } from "./type.ts";

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
  /** The numbers of the result, Reals and Ints, from left to right, by the generator's own interpreter. */
  readonly value: readonly number[];
}

const LIMITS = { operations: 200, paths: 20_000 };
const LONGEST_PER_SIZE = 1_600;
const LEAST_USED = 0.4;

/** The size of a program, and whether it asks for derivatives. */
export interface Wanted {
  readonly size: number;
  readonly hasDerivatives?: boolean;
}

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
  { size, hasDerivatives = false }: Wanted,
): Generated | undefined {
  const choices = new Choices("program", recorded, chance);
  const world: World = {
    features: new Set(),
    data: [],
    taken: new Set(["main"]),
    redefined: new Set(),
    hasDerivatives,
    expression,
  };
  const root = new Site(world, [], choices, Math.min(5, size));
  const draft = generateDraft(root, size);
  const source = print(root, draft);
  if (source.length > LONGEST_PER_SIZE * (size + 0.5)) return undefined;
  const measurement = tryOut(draft, source);
  if (measurement === undefined || (chance !== undefined && measurement.used < LEAST_USED)) return undefined;
  const { inputScalars, operations, paths, value } = measurement;
  return {
    program: { source, features: world.features, inputScalars, operations, paths, value },
    choices: choices.made,
  };
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

/** The names of the fields of each record, by its constructor. */
function labelsIn(declarations: readonly Declaration[]): ReadonlyMap<string, readonly string[]> {
  const constructors = declarations.flatMap((one) => (one.tag === "DataDeclaration" ? one.data.constructors : []));
  return new Map(constructors.flatMap(({ name, labels }) => (labels === undefined ? [] : [[name, labels]])));
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
    labels: root.choices.chance("labels", 60) ? labelsIn(declarations) : new Map(),
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
