// Data types for a program, and definitions that consume and transform them by structural recursion.

import { combine } from "./digest.ts";
import { freeName, global, local, type Variable } from "./scope.ts";
import type { Site } from "./site.ts";
import { type Arm, apply, bind, cases, construct, type Declaration, name, type Pattern, type Term } from "./syntax.ts";
import {
  arrow,
  Bool,
  type Constructor,
  type DataType,
  dataOf,
  Int,
  listOf,
  Real,
  type Type,
  tupleOf,
  variable,
} from "./type.ts";

/** Data types and what is defined for them. */
export interface DataGroup {
  readonly declarations: Declaration[];
  readonly variables: Variable[];
}

const TYPE_NAMES = ["Shape", "Signal", "Move", "Cell", "Wave", "Tree", "Chain", "Expr", "Rose", "Forest", "Mix", "Kit"];
const CONSTRUCTOR_NAMES = [
  "Dot",
  "Disc",
  "Box",
  "Leaf",
  "Node",
  "Link",
  "Stop",
  "Blend",
  "Only",
  "Add",
  "Scale",
  "Full",
];

const LABELS = ["mass", "speed", "left", "right", "rate", "level", "hue", "at'"];

/** Declares a data type, or two mutually recursive ones, into the world, and defines functions for those that recurse. */
export function generateData(site: Site): DataGroup {
  const kind = site.choices.pick("kind", [
    ["several constructors", 3],
    ["record", 4],
    ["polymorphic data", 2],
    ["recursive data", 3],
    ["mutually recursive data", 2],
  ]);
  site.feature(kind);
  const mutual = kind === "mutually recursive data";
  const recursive = mutual || kind === "recursive data";
  const polymorphic = kind === "polymorphic data" || (recursive && site.choices.chance("polymorphic data", 30));
  if (polymorphic) site.feature("polymorphic data");
  const group = newNames(site, "type", TYPE_NAMES, mutual ? 2 : 1);
  const types = group.map((text): Type & { tag: "Data" } => ({
    tag: "Data",
    name: text,
    args: polymorphic ? [variable("a")] : [],
  }));
  const added = types.map((self, index): DataType => {
    const next = types[(index + 1) % types.length] ?? self;
    const part = site.part(`data ${index}`, "data");
    const element = polymorphic ? variable("a") : Real;
    const all = recursive ? recursiveFields(part, self, next, element) : plainFields(part, element);
    const isRecord = kind === "record";
    const shapes = isRecord ? all.slice(0, 1) : all;
    const constructors = newNames(part, "constructor", CONSTRUCTOR_NAMES, shapes.length).map(
      (text, place): Constructor => {
        const fields = shapes[place] ?? [];
        const labels = isRecord ? newNames(part, "label", LABELS, fields.length) : undefined;
        return { name: text, fields, ...(labels && { labels }) };
      },
    );
    return { name: self.name, parameters: polymorphic ? ["a"] : [], constructors, group: recursive ? group : [] };
  });
  site.world.data.push(...added);
  const declarations = added.map((data): Declaration => ({ tag: "DataDeclaration", data }));
  if (!recursive) return { declarations, variables: [] };
  const consumers = structural(site.part("consumer"), added, "total");
  const transformers = site.choices.chance("transformer", 40)
    ? [structural(site.part("transformer"), added, "map")]
    : [];
  const groups = [consumers, ...transformers];
  site.feature(mutual ? "mutually recursive definitions" : "recursive definition");
  return {
    declarations: [...declarations, ...groups.flatMap((made) => made.declarations)],
    variables: groups.flatMap((made) => made.variables),
  };
}

function newNames(site: Site, key: string, pool: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const { taken } = site.world;
    const made = site.choices.remember(
      `${key} ${index}`,
      (chance) => freeName(pool[chance?.integer(0, pool.length - 1) ?? index] ?? "T", taken),
      (recorded) => !taken.has(recorded),
    );
    taken.add(made);
    return made;
  });
}

/** The fields of each constructor. */
function plainFields(site: Site, element: Type): Type[][] {
  const others = [Real, element, tupleOf(Real, Real), Int, Bool, listOf(Real), dataOf("Maybe", Real)];
  const shapes = site.choices.many("constructors", "constructor", 1, 3).map((choices) =>
    site
      .part("", "constructor", choices)
      .choices.many("fields", "field", 0, 3)
      .map((field) => others[field.integer("type", others.length - 1)] ?? Real),
  );
  const [first = [], ...rest] = shapes;
  return [[element, ...first.slice(0, 2)], ...rest];
}

/** The fields of each constructor; the first constructor does not recurse. */
function recursiveFields(site: Site, self: Type, next: Type, element: Type): Type[][] {
  const leaves = [[element], []];
  const nodes = [
    [next, element],
    [element, next],
    [self, element, next],
    [next, next],
    [element, listOf(next)],
    [tupleOf(element, element), next],
  ];
  const leaf = leaves[site.choices.integer("leaf", 1)] ?? [];
  const node = nodes[site.choices.integer("node", nodes.length - 1)] ?? [];
  const more = site.choices.chance("third", 25) ? [[Real, self]] : [];
  return [leaf, node, ...more];
}

const TOTALS = ["total", "weigh", "measure", "collect", "tally"];
const MAPS = ["change", "remap", "adjust", "alter", "redo"];

/** One definition for each data type of a group: a fold into a Real, or a map over its elements. */
function structural(site: Site, group: readonly DataType[], kind: "total" | "map"): DataGroup {
  const polymorphic = group.some((data) => data.parameters.length > 0);
  const names = newNames(site, "name", kind === "total" ? TOTALS : MAPS, group.length);
  const [a, b] = [variable("a"), variable("b")];
  const results = group.map((data) => (kind === "total" ? Real : dataOf(data.name, ...(polymorphic ? [b] : []))));
  const variables = group.map((data, index) => {
    const subject = dataOf(data.name, ...(polymorphic ? [a] : []));
    const result = results[index] ?? Real;
    const through = arrow(a, kind === "total" ? Real : b);
    const type = polymorphic ? arrow(through, subject, result) : arrow(subject, result);
    return global(names[index] ?? "", type, new Set(polymorphic ? (kind === "total" ? ["a"] : ["a", "b"]) : []));
  });
  if (polymorphic) site.feature("polymorphic definition", "higher-order definition");
  const frame = { group, variables, kind, polymorphic };
  const declarations = group.map((data, index) =>
    definition(site.part(`definition ${index}`, "definition"), frame, data, index),
  );
  return { declarations, variables };
}

interface Frame {
  readonly group: readonly DataType[];
  readonly variables: readonly Variable[];
  readonly kind: "total" | "map";
  readonly polymorphic: boolean;
}

function definition(site: Site, frame: Frame, data: DataType, index: number): Declaration {
  const [a, b] = [variable("a"), variable("b")];
  const through = arrow(a, frame.kind === "total" ? Real : b);
  const mapper = frame.polymorphic ? [site.fresh("function", through)] : [];
  const subject = site.fresh("subject", dataOf(data.name), mapper);
  const arms = data.constructors.map((constructor): Arm => {
    const part = site.part(`arm ${constructor.name}`, "arm");
    const fields: Variable[] = [];
    for (const [place, type] of constructor.fields.entries()) {
      fields.push(part.fresh(`field ${place}`, type, [...mapper, subject, ...fields]));
    }
    const patterns = fields.map((field): Pattern => bind(field.name));
    const body =
      frame.kind === "total" ? totalArm(part, frame, mapper, fields) : mapArm(part, frame, mapper, fields, constructor);
    return { pattern: construct(constructor.name, ...patterns), body };
  });
  const self = frame.variables[index];
  if (self === undefined) throw new Error("internal: no such definition");
  const parameters = [...mapper, subject].map((parameter) => bind(parameter.name));
  const body = cases(name(subject.name), ...arms);
  return { tag: "Definition", binding: { pattern: bind(self.name), parameters, body } };
}

/** The recursion's result for a field, if the field recurses or is an element. */
function recursed(
  { group, variables, polymorphic }: Frame,
  mapper: readonly Variable[],
  term: Term,
  type: Type,
): Term | undefined {
  const functions = mapper.map((each) => name(each.name));
  if (type.tag === "Variable" && polymorphic) return apply(functions[0] ?? name(""), term);
  const index = group.findIndex((data) => type.tag === "Data" && data.name === type.name);
  const callee = variables[index];
  return callee === undefined ? undefined : apply(callee.name, ...functions, term);
}

function totalArm(site: Site, frame: Frame, mapper: readonly Variable[], fields: readonly Variable[]): Term {
  const parts: Term[] = [];
  const plain: Variable[] = [];
  for (const field of fields) {
    const whole = recursed(frame, mapper, name(field.name), field.type);
    if (whole !== undefined) parts.push(whole);
    else if (field.type.tag === "List") {
      const each = site.fresh("each", field.type.of, [...mapper, ...fields]);
      const element = recursed(frame, mapper, name(each.name), field.type.of) ?? name(each.name);
      const mapped = element.tag === "Apply" && element.args.length === 1 ? element.callee : undefined;
      const step: Term = mapped ?? { tag: "Lambda", parameters: [bind(each.name)], body: element };
      site.feature("sum", "map", ...(mapped === undefined ? ["lambda"] : []));
      parts.push(apply("sum", apply("map", step, name(field.name))));
    } else if (field.type.tag === "Tuple" && frame.polymorphic) {
      site.feature("fst", "snd");
      for (const half of ["fst", "snd"]) {
        const element = recursed(frame, mapper, apply(half, name(field.name)), variable("a"));
        if (element !== undefined) parts.push(element);
      }
    } else plain.push(field);
  }
  const scope = site.with(plain);
  return combine(
    scope,
    [plain.length > 0 || parts.length === 0 ? scope.grow("own", Real) : undefined, ...parts].filter(
      (term) => term !== undefined,
    ),
  );
}

function mapArm(
  site: Site,
  frame: Frame,
  mapper: readonly Variable[],
  fields: readonly Variable[],
  { name: constructor }: Constructor,
): Term {
  const plain = fields.filter((field) => recursed(frame, mapper, name(""), field.type) === undefined);
  const args = fields.map((field, index): Term => {
    const whole = recursed(frame, mapper, name(field.name), field.type);
    if (whole !== undefined) return whole;
    if (field.type.tag === "List") {
      const each = local(freeName("each", new Set(fields.map((other) => other.name))), field.type.of);
      const element = recursed(frame, mapper, name(each.name), field.type.of) ?? name(each.name);
      site.feature("map", "lambda");
      return apply("map", { tag: "Lambda", parameters: [bind(each.name)], body: element }, name(field.name));
    }
    if (field.type.tag === "Tuple" && frame.polymorphic) {
      site.feature("fst", "snd");
      const halves = ["fst", "snd"].map((half) =>
        recursed(frame, mapper, apply(half, name(field.name)), variable("a")),
      );
      return { tag: "Sequence", kind: "tuple", items: halves.filter((half) => half !== undefined) };
    }
    return site.grow(`field ${index}`, field.type, plain);
  });
  return apply(constructor, ...args);
}
