// Where numbers that are NaN or infinite begin: in the values, in the partials, and in the cotangents; and the underflow that leads there.
import { groupedBy } from "../base/grouped-by.ts";
import { nth } from "../base/nth.ts";
import { showReal } from "../core/values/show-value.ts";
import { kindIn, operandsIn, placeIn } from "../graphs/run-graph.ts";
import { oddEffect, oddNumber } from "../graphs/why.ts";
import type { Finding } from "./finding.ts";
import { isOdd, type Subject } from "./subject.ts";
import { underflowFinding, underflowsBehind } from "./underflow.ts";

/** Places of one kind that are told. */
const MOST_PLACES = 8;

/** A place where something odd begins: a scalar's value, the partial of an edge, or a cotangent. */
interface Beginning {
  readonly node: number;
  readonly edge: number | undefined;
  readonly kind: "nan" | "infinite";
  /** Whether it begins in the cotangents: on the way back, or in one that was given. */
  readonly from?: "back" | "given";
}

/** A beginning, and the results and entries of the gradient that are odd because of it, or of others at its place. */
interface Cause extends Beginning {
  readonly outputs: readonly number[];
  readonly entries: readonly number[];
}

/** A finding about a number that is none, with the scalars of the result and of the input that are odd because of it. */
export interface OddFinding extends Pick<Cause, "outputs" | "entries"> {
  readonly finding: Finding;
}

/** Findings about numbers that are none. */
interface OddFindings {
  /** Where they begin in values, in partials and in the cotangent that was given, one for each place. */
  readonly beginnings: readonly OddFinding[];
  /** Where they begin on the way back, if an entry comes of none of those, or a NaN of none that is NaN. */
  readonly back: readonly OddFinding[];
  /** The underflows that lead there. */
  readonly causes: readonly Finding[];
}

/** The beginnings of all that is NaN or infinite in value and gradient; none where all is finite. */
export function oddFindings(subject: Subject): OddFindings {
  if (!subject.isOdd) return { beginnings: [], back: [], causes: [] };
  const own = causesIn(subject, [...valueBeginnings(subject), ...givenBeginnings(subject)]);
  const made = [...own, ...meantCauses(subject, own)];
  const told = [...made, ...partialCauses(subject, unexplainedNaNs(subject, made))].slice(0, MOST_PLACES);
  const back = cotangentCauses(subject, told);
  const findingsOf = (found: readonly Cause[]) => found.map((one) => oddFinding(subject, one));
  return { beginnings: findingsOf(told), back: findingsOf(back), causes: causes(subject, told) };
}

/** The same for a reader: the value and each entry that are odd are told once, beside their beginning where that is known. */
export function oddFindingsWithEffect(subject: Subject): readonly Finding[] {
  if (!subject.isOdd) return [];
  const { graph } = subject;
  const { beginnings, back, causes: behind } = oddFindings(subject);
  const found = [...beginnings, ...back];
  const output = graph.outputs.find((node) => isOdd(nth(graph.values, node)));
  const begins = found.find(({ outputs }) => output !== undefined && outputs.includes(output));
  const value = output === undefined ? [] : [`the value is ${showReal(nth(graph.values, output))}`];
  const { texts, left } = entriesByCause(subject, found);
  const told = found.map((one, index) => {
    const effect = [...(one === begins ? value : []), ...nth(texts, index)].join(", ");
    return effect === "" ? one.finding : { ...one.finding, message: `${one.finding.message}; ${effect}` };
  });
  const rest = [...(begins === undefined ? value : []), ...left].join(", ");
  const alone = rest === "" ? [] : [subject.finding({ kind: "nan", message: rest })];
  return [...told, ...alone, ...behind];
}

/** For each of some findings the entries that it explains and none before it, in words: the first with its number; and those that are left. */
export function entriesByCause(
  subject: Subject,
  found: readonly OddFinding[],
): { readonly texts: readonly (readonly string[])[]; readonly left: readonly string[] } {
  const left = new Set(subject.oddEntries());
  const texts = found.map(({ entries }) =>
    oddEntriesText(
      subject,
      entries.filter((input) => left.delete(input)),
    ),
  );
  return { texts, left: oddEntriesText(subject, [...left]) };
}

/** That entries are NaN or infinite. */
function oddEntriesText(subject: Subject, entries: readonly number[]): readonly string[] {
  const [first, ...others] = entries;
  if (first === undefined) return [];
  const more =
    others.length === 0
      ? ""
      : others.length === 1
        ? ", and another one is nan or infinite"
        : `, and ${others.length} others are nan or infinite`;
  return [
    `the derivative by \`${subject.entryName(first)}\` is ${showReal(nth(subject.graph.cotangents, first))}${more}`,
  ];
}

/** The entries that are NaN and come of nothing among some causes that is NaN. */
function unexplainedNaNs(subject: Subject, found: readonly Cause[]): ReadonlySet<number> {
  const known = new Set(found.flatMap(({ kind, entries }) => (kind === "nan" ? entries : [])));
  const { cotangents } = subject.graph;
  return new Set(subject.oddEntries().filter((input) => Number.isNaN(nth(cotangents, input)) && !known.has(input)));
}

/** Beginnings by their kind and place, each with what came of them: of many places, the first. */
function causesIn(subject: Subject, found: readonly Beginning[]): readonly Cause[] {
  const places = groupedBy(found, ({ kind, node }) => `${kind} ${subject.placeKey(node)}`);
  return [...places.values()].slice(0, MOST_PLACES).map((alike) => causeOf(subject, alike));
}

function causeOf(subject: Subject, alike: readonly Beginning[]): Cause {
  const { values, cotangents } = oddEffect(subject.graph, alike);
  return {
    ...nth(alike, 0),
    outputs: [...subject.graph.outputs].filter((node) => values[node] === 1),
    entries: subject.oddEntries().filter((input) => cotangents[input] === 1),
  };
}

/** Operations whose value is NaN though no operand is, or infinite though all operands are finite. */
function valueBeginnings({ graph }: Subject): Beginning[] {
  const found: Beginning[] = [];
  for (let node = 0; node < graph.size; node++) {
    const value = nth(graph.values, node);
    if (!isOdd(value) || graph.reached[node] === 0) continue;
    const operands = operandsIn(graph, node).map((operand) => nth(graph.values, operand.node));
    if (Number.isNaN(value) && !operands.some(Number.isNaN)) found.push({ node, edge: undefined, kind: "nan" });
    // an infinity that the program says itself is meant
    else if (!Number.isNaN(value) && kindIn(graph, node) === "operation" && !operands.some(isOdd))
      found.push({ node, edge: undefined, kind: "infinite" });
  }
  return found;
}

/** Cotangents of the result that were given so. */
function givenBeginnings({ graph }: Subject): readonly Beginning[] {
  return [...graph.outputs].flatMap((node, index): Beginning[] => {
    const seed = nth(graph.seeds, index);
    return isOdd(seed) ? [{ node, edge: undefined, kind: Number.isNaN(seed) ? "nan" : "infinite", from: "given" }] : [];
  });
}

/**
 * Partials that are NaN or infinite where all values are finite, on the way of the cotangents to the inputs. Where an infinite one leads to
 * a NaN that is not explained, infinity times zero further on, it is where that begins, too.
 */
function partialCauses(subject: Subject, unexplained: ReadonlySet<number>): readonly Cause[] {
  const { graph, depends } = subject;
  if (subject.oddEntries().length === 0) return [];
  const found: Beginning[] = [];
  for (let node = 0; node < graph.size; node++) {
    if (graph.reached[node] === 0 || isOdd(nth(graph.values, node))) continue;
    const operands = operandsIn(graph, node);
    if (operands.some((operand) => isOdd(nth(graph.values, operand.node)))) continue;
    for (const { edge, node: operand } of operands) {
      const partial = nth(graph.partials, edge);
      if (!isOdd(partial) || depends[operand] === 0) continue;
      found.push({ node, edge, kind: Number.isNaN(partial) ? "nan" : "infinite" });
    }
  }
  return causesIn(subject, found).flatMap((one): Cause[] =>
    one.kind === "infinite" && one.entries.some((input) => unexplained.has(input))
      ? [{ ...one, kind: "nan" }, one]
      : [one],
  );
}

/**
 * The first operation on the way back whose contribution, or whose own cotangent, is odd, for entries that have no cause among some; of
 * those that are NaN, if an entry is.
 */
function cotangentCauses(subject: Subject, told: readonly Cause[]): readonly Cause[] {
  const { graph } = subject;
  const nans = unexplainedNaNs(subject, told);
  const known = new Set(told.flatMap(({ entries }) => entries));
  const wanted = nans.size > 0 ? nans : new Set(subject.oddEntries().filter((input) => !known.has(input)));
  if (wanted.size === 0) return [];
  const isWanted = (x: number): boolean => (nans.size > 0 ? Number.isNaN(x) : isOdd(x));
  let tries = 0;
  for (let node = graph.size - 1; node >= 0 && tries < MOST_PLACES; node--) {
    if (graph.reached[node] === 0) continue;
    const cotangent = nth(graph.cotangents, node);
    const odd = [cotangent, ...operandsIn(graph, node).map(({ edge }) => nth(graph.partials, edge) * cotangent)];
    const first = odd.find(isWanted);
    if (first === undefined) continue;
    tries++;
    const kind = Number.isNaN(first) ? "nan" : "infinite";
    const cause = causeOf(subject, [{ node, edge: undefined, kind, from: "back" }]);
    if (cause.entries.some((input) => wanted.has(input))) return [cause];
  }
  return [];
}

/** The infinity that the program, or its input, says itself, of the first odd result that comes of nothing else. */
function meantCauses(subject: Subject, told: readonly Cause[]): readonly Cause[] {
  const { graph } = subject;
  const known = new Set(told.flatMap(({ outputs }) => outputs));
  let node = [...graph.outputs].find((output) => isOdd(nth(graph.values, output)) && !known.has(output));
  if (node === undefined) return [];
  for (let next: number | undefined = node; next !== undefined; ) {
    node = next;
    next = operandsIn(graph, node).find((operand) => isOdd(nth(graph.values, operand.node)))?.node;
  }
  const kind = Number.isNaN(nth(graph.values, node)) ? "nan" : "infinite";
  return [causeOf(subject, [{ node, edge: undefined, kind }])];
}

function oddFinding(subject: Subject, cause: Cause): OddFinding {
  const { node, kind, from, outputs, entries } = cause;
  const [entry] = entries;
  const message =
    from === "given"
      ? `the cotangent given to ${subject.named(node)} is ${showReal(nth(subject.graph.cotangents, node))}`
      : from === "back"
        ? backText(subject, node, kind)
        : beginningText(subject, cause);
  const finding = subject.finding({
    kind,
    message,
    values: subject.operandValues(node),
    entry: entry === undefined ? undefined : subject.entryName(entry),
    scalar: node,
  });
  return { finding, outputs, entries };
}

function beginningText(subject: Subject, { node, edge }: Beginning): string {
  const number = oddNumber(subject.graph, { node, edge });
  const of = edge === undefined ? "" : "a partial of ";
  return `${of}${subject.named(node)} is ${showReal(number)}${subject.at(node)}`;
}

/** That a product, or a sum, of the way back is odd. */
function backText(subject: Subject, node: number, kind: Beginning["kind"]): string {
  const { graph } = subject;
  const cotangent = nth(graph.cotangents, node);
  const name = subject.named(node);
  const isSo = (x: number): boolean => (kind === "nan" ? Number.isNaN(x) : isOdd(x));
  const odd = operandsIn(graph, node).find(({ edge }) => isSo(nth(graph.partials, edge) * cotangent));
  if (isSo(cotangent) || odd === undefined)
    return `the contributions to ${name} add up to ${showReal(cotangent)} on the way back`;
  const made = kind === "nan" ? "nan" : "inf";
  return `on the way back through ${name}, the cotangent ${showReal(cotangent)} times the partial ${showReal(nth(graph.partials, odd.edge))} is ${made}`;
}

/** The underflows that lead to what is odd. */
function causes(subject: Subject, beginnings: readonly Beginning[]): readonly Finding[] {
  const { graph } = subject;
  const found = new Map<number, Finding>();
  for (const { node } of beginnings)
    for (const { node: operand } of operandsIn(graph, node))
      for (const birth of underflowsBehind(subject, operand)) {
        const place = nth(graph.span, birth);
        if (found.has(place)) continue;
        const line = subject.lineOf(placeIn(graph, node));
        const effect = `that leads to ${subject.named(node)}${line === undefined ? "" : ` in ${line}`}`;
        found.set(place, underflowFinding(subject, birth, effect));
      }
  return [...found.values()];
}
