// The body of main: statements that bind values of many types, and a total of whatever was not used otherwise.

import type { Alternative, Choices } from "./choices.ts";
import { CONTROL_RULES } from "./control.ts";
import { type Definitions, definitionUses, type Statements } from "./definition.ts";
import { combine, digestVariable } from "./digest.ts";
import { rulesFor } from "./expression.ts";
import { holdsReals } from "./scope.ts";
import type { Site } from "./site.ts";
import { bind, letIn, type Term } from "./syntax.ts";
import { arrayOf, arrow, Bool, dataOf, Int, listOf, Real, showType, type Type, tupleOf } from "./type.ts";

/** The types of statements, and how often each is taken. */
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
export class Body {
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

  /** Statements that use a definition. */
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
