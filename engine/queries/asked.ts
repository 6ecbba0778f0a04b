// A query with its arguments, as the kind of query that answers it looks at them.

import type { StageId } from "../algorithms/algorithm.ts";
import { nth } from "../base/nth.ts";
import { labelOf, nameIn, type RunGraph } from "../graphs/run-graph.ts";
import { inputCount } from "../graphs/sweeps.ts";
import { readVariations, variationsText } from "../session/input/variations.ts";
import type { Steps } from "../session/run/drive.ts";
import { type Answer, answerText } from "./answer.ts";
import { type CallQuery, type Query, QueryMistake, readQuery } from "./query.ts";
import type { Setting, Subject } from "./subject.ts";

/** Answers a query within another one. */
export type Within = (query: Query, setting: Setting) => Steps<Answer>;

/**
 * The arguments of a query, read by its kind. All of it throws {@link QueryMistake} where an argument is not of the kind that is read.
 */
export class Asked {
  readonly subject: Subject;
  readonly setting: Setting;
  private readonly query: CallQuery;
  private readonly within: Within;
  /** The arguments that its kind has not read: their places, and their names. */
  private readonly unread: Set<number | string>;

  /** `setting` holds for the query but where its own `at`, `seed`, `n` and `with` say otherwise. */
  constructor(subject: Subject, setting: Setting, query: CallQuery, within: Within) {
    this.subject = subject;
    this.query = query;
    this.within = within;
    this.setting = setting;
    this.unread = new Set([...query.args.keys(), ...query.named.keys()].filter((one) => !SETTINGS.has(one)));
  }

  /** Throws {@link QueryMistake} where an argument was not read: the answer would be that of another query. */
  end(usage: string): void {
    const { name } = this.query;
    for (const one of this.unread) {
      const what = typeof one === "string" ? `no \`${one}:\`` : one === 0 ? "no argument" : "fewer arguments";
      throw new QueryMistake(`\`${name}\` takes ${what}: it is written \`${usage}\``);
    }
  }

  /** As many arguments as there are. */
  get count(): number {
    return this.query.args.length;
  }

  argument(place: number): Query {
    const argument = this.query.args[place];
    if (argument === undefined) throw new QueryMistake(`\`${this.query.name}\` needs more arguments`);
    this.unread.delete(place);
    return argument;
  }

  /** The word of a named argument. */
  word(name: string): string | undefined {
    const query = this.namedQuery(name);
    return query === undefined ? undefined : wordOf(query);
  }

  /** The word of an argument. */
  wordAt(place: number): string {
    return wordOf(this.argument(place));
  }

  /** The stage that is asked about. */
  by(otherwise: StageId): StageId {
    return this.word("by") ?? otherwise;
  }

  *answer(query: Query, setting = this.setting): Steps<Answer> {
    return yield* this.within(query, setting);
  }

  /** Answers the text of a query. */
  *text(text: string, setting = this.setting): Steps<Answer> {
    return yield* this.within(readQuery(text), setting);
  }

  *number(place: number, otherwise?: number): Steps<number> {
    if (place >= this.count && otherwise !== undefined) return otherwise;
    return numberIn(yield* this.answer(this.argument(place)));
  }

  *named(name: string, otherwise: number): Steps<number> {
    const query = this.namedQuery(name);
    return query === undefined ? otherwise : numberIn(yield* this.answer(query));
  }

  private namedQuery(name: string): Query | undefined {
    this.unread.delete(name);
    return this.query.named.get(name);
  }

  graph(): Steps<RunGraph> {
    return this.subject.graph(this.setting);
  }

  /** The first scalars of the run, and why there are no more, as {@link Subject.graphSoFar} has them. */
  graphSoFar(): ReturnType<Subject["graphSoFar"]> {
    return this.subject.graphSoFar(this.setting);
  }

  /** The scalar that an argument names. */
  *scalar(place: number): Steps<number> {
    const query = this.argument(place);
    const graph = yield* this.graph();
    if (query.tag === "scalar") return within(graph, query.number);
    if (query.tag === "name" || query.tag === "string") return scalarNamed(graph, wordOf(query));
    const answer = yield* this.answer(query);
    if (answer.tag !== "text") throw new QueryMistake("a scalar is meant, by its name");
    return scalarNamed(graph, answer.text);
  }
}

/** The named arguments that every query takes ({@link settingOf}). */
const SETTINGS: ReadonlySet<number | string> = new Set(["at", "seed", "n", "with"]);

/** The setting of a query, whose own arguments come first. */
export function settingOf(query: CallQuery, before: Setting, number: (query: Query) => number): Setting {
  const { named } = query;
  const word = (name: string): string | undefined => {
    const one = named.get(name);
    return one === undefined ? undefined : wordOf(one);
  };
  const n = named.get("n");
  return {
    at: word("at") ?? before.at,
    cotangent: word("seed") ?? before.cotangent,
    n: n === undefined ? before.n : number(n),
    variations: variationsText(readVariations(word("with") ?? before.variations)),
  };
}

function isWord(query: Query): boolean {
  if (query.tag === "binary") return query.op === "-" && isWord(query.a) && query.b.tag === "name";
  return query.tag === "name";
}

function wordOf(query: Query): string {
  if (query.tag === "name") return query.name;
  if (query.tag === "string") return query.text;
  if (query.tag === "number") return String(query.value);
  // `delta-lets` reads as a difference of names
  if (query.tag === "binary" && query.op === "-" && isWord(query)) return `${wordOf(query.a)}-${wordOf(query.b)}`;
  throw new QueryMistake("a name is meant here, or a text in quotes");
}

/** The number of an answer. Throws {@link QueryMistake} where it is none. */
export function numberIn(answer: Answer): number {
  if (answer.tag !== "number") throw new QueryMistake(`a number is meant here, not \`${answerText(answer)}\``);
  return answer.value;
}

/** The number of an answer with all its digits. Throws {@link QueryMistake} where it is none. */
export function countIn(answer: Answer): number | bigint {
  return answer.tag === "number" && answer.exact !== undefined ? BigInt(answer.exact) : numberIn(answer);
}

function within(graph: RunGraph, number: number): number {
  if (number >= graph.size) throw new QueryMistake(`the run has no scalar #${number}`);
  return number;
}

/** The scalars of a name, in the order of the run. */
function scalarsNamed(graph: RunGraph, name: string): readonly number[] {
  const found: number[] = [];
  for (let number = 0; number < graph.size; number++) if (nameIn(graph, number) === name) found.push(number);
  return found;
}

/** The scalar that a name means: `x`, `xs[2]`; `x/2` for the second of several; `#5` by its number; `result`. Throws {@link QueryMistake}. */
export function scalarNamed(graph: RunGraph, text: string): number {
  const [, number] = /^#(\d+)$/.exec(text) ?? [];
  if (number !== undefined) return within(graph, Number(number));
  const [, base = text, place] = /^(.*)\/(\d+)$/.exec(text) ?? [];
  const found = scalarsNamed(graph, base);
  const result = base === "result" && found.length === 0 ? graph.outputs[Number(place ?? 1) - 1] : undefined;
  if (result !== undefined) return result;
  if (place !== undefined) {
    const one = found[Number(place) - 1];
    if (one === undefined) throw new QueryMistake(`the run has no ${place} scalars that are called \`${base}\``);
    return one;
  }
  if (found.length === 1) return nth(found, 0);
  if (found.length > 1)
    throw new QueryMistake(`${found.length} scalars are called \`${text}\`: say which, as in "${text}/2"`);
  const inputs = Array.from({ length: Math.min(inputCount(graph), MOST_NAMED) }, (_, input) =>
    nameOfScalar(graph, input),
  );
  const written = inputs.map((one) => `\`${/^[\p{L}_][\p{L}\d_']*$/u.test(one) ? one : `"${one}"`}\``);
  const named = inputs.length === 0 ? "" : `; those of the input are ${written.join(", ")}`;
  const more = inputCount(graph) > MOST_NAMED ? ", .." : "";
  throw new QueryMistake(`no scalar of the run is called \`${text}\`${named}${more}`);
}

/** Scalars of the input that are named at most. */
const MOST_NAMED = 4;

/** A scalar's name by which {@link scalarNamed} finds it. */
export function nameOfScalar(graph: RunGraph, number: number): string {
  const name = nameIn(graph, number);
  if (name === undefined) {
    const place = graph.outputs.indexOf(number);
    return place < 0 ? labelOf(graph, number) : place === 0 ? "result" : `result/${place + 1}`;
  }
  const alike = scalarsNamed(graph, name);
  return alike.length === 1 ? name : `${name}/${alike.indexOf(number) + 1}`;
}
