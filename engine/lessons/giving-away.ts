// Queries that give the answer of a question away: those of the same number of the same run, alone or within a larger query.
import { type CallQuery, type Query, QueryMistake, readQuery } from "../queries/query.ts";
import type { Setting } from "../queries/subject.ts";

/** A query with the setting in which it is asked. */
export interface SetQuery {
  readonly query: string;
  readonly setting: Setting;
}

/**
 * A query's subject, as far as it can be compared without a run: a cotangent is revealed by the argument of its scalar, and an entry of the
 * gradient by the gradient.
 */
interface GivenNumber {
  readonly kind: string;
  /** The scalar, or another word that is asked about; undefined for all of them. */
  readonly about: string | undefined;
  /** The stage, where what is asked differs from stage to stage. */
  readonly by: string | undefined;
  /** The run: its setting, with what the query says itself. */
  readonly run: string;
}

/** Queries that give one number under several names. */
const KINDS: Readonly<Record<string, string>> = {
  gradient: "cotangent",
  argument: "cotangent",
  waits: "cotangent",
  predicted: "calls",
};

/** Whether the answer of a query gives that of another one away. A query that cannot be read gives nothing away. */
export function givesAway(given: SetQuery, asked: SetQuery): boolean {
  const parts = partsOf(given);
  return partsOf(asked).some((one) => parts.some((part) => isSame(part, one)));
}

function isSame(a: GivenNumber, b: GivenNumber): boolean {
  const isSameScalar = a.about === b.about || a.about === undefined || b.about === undefined;
  return a.kind === b.kind && isSameScalar && a.by === b.by && a.run === b.run;
}

function partsOf({ query, setting }: SetQuery): readonly GivenNumber[] {
  try {
    return partsIn(readQuery(query), setting);
  } catch (error) {
    if (error instanceof QueryMistake) return [];
    throw error;
  }
}

function partsIn(query: Query, setting: Setting): readonly GivenNumber[] {
  switch (query.tag) {
    case "negative":
      return partsIn(query.of, setting);
    case "binary":
      return [...partsIn(query.a, setting), ...partsIn(query.b, setting)];
    case "name":
      return [partOf({ tag: "call", name: query.name, args: [], named: new Map() }, setting)];
    case "call":
      return [
        partOf(query, setting),
        // the words of a call are no queries
        ...query.args.flatMap((arg) => (arg.tag === "name" ? [] : partsIn(arg, setting))),
      ];
    default:
      return [];
  }
}

function partOf({ name, args: [first], named }: CallQuery, setting: Setting): GivenNumber {
  const kind = KINDS[name] ?? name;
  const { by, ...own } = Object.fromEntries([...named].map(([word, value]) => [word, wordOf(value)]));
  const { at, cotangent, n, variations } = setting;
  const run = {
    at,
    seed: cotangent,
    n: n === undefined ? undefined : String(n),
    with: variations || undefined,
    ...own,
  };
  return {
    kind,
    about: first === undefined ? undefined : wordOf(first),
    by: kind === "cotangent" ? undefined : by,
    run: JSON.stringify(Object.entries(run).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** An argument as one word, however it is written. */
function wordOf(query: Query): string {
  switch (query.tag) {
    case "string":
      return query.text;
    case "name":
      return query.name;
    case "number":
      return String(query.value);
    case "scalar":
      return `#${query.number}`;
    default:
      return JSON.stringify(query, (_, value) => (value instanceof Map ? [...value] : value));
  }
}
