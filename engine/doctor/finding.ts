// Findings about a gradient: what is wrong or worth knowing, with its place in the program and in the run.
import { groupedBy } from "../base/grouped-by.ts";
import { present } from "../base/nth.ts";
import { type Span, spanKey } from "../source/span.ts";

/** The kinds of findings, the most serious first. */
const FINDING_KINDS = [
  "nan",
  "infinite",
  "underflow",
  "partial",
  "unconfirmed",
  "exploding",
  "cancellation",
  "vanishing",
  "zero",
  "kink",
] as const;

/** The kind of a finding. */
type FindingKind = (typeof FINDING_KINDS)[number];

/** The kinds that say that a gradient is wrong, or not to be relied upon. */
const FAULTS: ReadonlySet<FindingKind> = new Set(["nan", "infinite", "underflow", "partial", "unconfirmed"]);

/** Whether a finding says that something is wrong. */
export function isFault({ kind }: Pick<Finding, "kind">): boolean {
  return FAULTS.has(kind);
}

/** A place in a text of the user's, and in the run. */
export interface Placed {
  readonly span: Span;
  /** Line and column, from 1. */
  readonly line: number;
  readonly column: number;
  /** The text there, in one line. */
  readonly text: string;
  /** The definition that is at work there; undefined where no scalar of the run is meant. */
  readonly call: string | undefined;
  /** In a loop, the round, from 1. */
  readonly round: number | undefined;
}

/** A finding. */
export interface Finding extends Placed {
  readonly kind: FindingKind;
  /** A clause about it, without the place. */
  readonly message: string;
  /** The entry of the gradient that it is about, by its path in the input: `xs[3]`. */
  readonly entry: string | undefined;
  /** The operands' numbers. */
  readonly values: readonly number[] | undefined;
  /** Of a zero, what lets no derivative pass: the operation (`relu`, `floor`), `comparison`, `branch`, `factor`, `saturated`, `unused`, .. */
  readonly cut: string | undefined;
  /** The largest cotangent of each round, from the last to the first, as the way back goes; of long loops, of some. */
  readonly curve: readonly number[] | undefined;
  /** The scalar of the run that it is about. */
  readonly scalar: number | undefined;
}

/** The order in which findings are told: the most serious kinds first, each in the order in which it was found. */
export function bySeriousness(findings: readonly Finding[]): readonly Finding[] {
  // an infinity is as serious as the NaN that it leads to
  const rank = ({ kind }: Finding): number => Math.max(1, FINDING_KINDS.indexOf(kind));
  return findings.toSorted((one, other) => rank(one) - rank(other));
}

/** Findings that are alike: of one kind, at one place, with one cut. They differ in their entries. */
export interface Alike {
  readonly first: Finding;
  readonly others: readonly Finding[];
}

/** The findings for a reader: those that are alike are one, and an infinity is left out where it is told as the beginning of a NaN. */
export function foldedAlike(findings: readonly Finding[]): readonly Alike[] {
  const nans = findings.filter(({ kind }) => kind === "nan");
  const isTold = (one: Finding): boolean =>
    nans.some((nan) => spanKey(nan.span) === spanKey(one.span) && nan.message.startsWith(one.message));
  const told = findings.filter((one) => one.kind !== "infinite" || !isTold(one));
  const groups = groupedBy(told, (one) => `${one.kind} ${one.cut} ${spanKey(one.span)}`);
  return [...groups.values()].map(([first, ...others]) => ({ first: present(first), others }));
}

/** Entries of findings that are alike that are named. */
const MOST_NAMED = 4;

/** The message of findings that are alike, with the entries that it holds for, too. */
export function alikeText({ first, others }: Alike): string {
  const names = new Set(others.flatMap(({ entry }) => (entry === undefined || entry === first.entry ? [] : [entry])));
  if (names.size === 0) return first.message;
  const named = [...names].slice(0, MOST_NAMED).map((name) => `\`${name}\``);
  const more = names.size - named.length;
  return `${first.message} (so for ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""})`;
}
