// Where numbers that are NaN or infinite begin: in the values, in the partials, and in the cotangents; and the underflow that leads there.
import { nth } from "../base/nth.ts";
import { showReal } from "../core/values/show-value.ts";
import { kindIn, operandsIn, placeIn } from "../graphs/run-graph.ts";
import { oddBeginning, oddNumber } from "../graphs/why.ts";
import type { Finding } from "./finding.ts";
import { isOdd, type Subject } from "./subject.ts";
import { underflowFinding, underflowsBehind } from "./underflow.ts";

/** Places of one kind that are told. */
const MOST_PLACES = 8;

/** A place where something odd begins: a scalar's value, or the partial of an edge. */
interface Beginning {
  readonly node: number;
  readonly edge: number | undefined;
  readonly kind: "nan" | "infinite";
  /** Whether it begins in the cotangents. */
  readonly isBack?: true;
}

/** Findings about numbers that are none. */
export interface OddFindings {
  /** Where they begin in values and partials, one for each place. */
  readonly beginnings: readonly Finding[];
  /** Where they begin on the way back, if not in those, or the first NaN where these are infinite. */
  readonly back: readonly Finding[];
  /** The underflows that lead there. */
  readonly causes: readonly Finding[];
}

/** The beginnings of all that is NaN or infinite in value and gradient; none where all is finite. */
export function oddFindings(subject: Subject): OddFindings {
  if (!subject.isOdd) return { beginnings: [], back: [], causes: [] };
  const odd = subject.oddEntries();
  const [entry] = odd;
  const isNaNEntry = odd.some((input) => Number.isNaN(nth(subject.graph.cotangents, input)));
  const values = valueBeginnings(subject);
  const leadToNaN = isNaNEntry && !values.some(({ kind }) => kind === "nan");
  const partials = odd.length === 0 ? [] : partialBeginnings(subject, leadToNaN);
  const told = onePerPlace(subject, [...values, ...partials]).slice(0, MOST_PLACES);
  const wantsNaN = isNaNEntry && !told.some(({ kind }) => kind === "nan");
  const back = told.length === 0 || wantsNaN ? cotangentBeginnings(subject, isNaNEntry) : [];
  const begun = told.length + back.length === 0 ? anyBeginning(subject) : told;
  const findingsOf = (found: readonly Beginning[]) => found.map((one) => oddFinding(subject, one, entry));
  return { beginnings: findingsOf(begun), back: findingsOf(back), causes: causes(subject, begun) };
}

/** The same for a reader: the first says what comes of it. */
export function oddFindingsWithEffect(subject: Subject): readonly Finding[] {
  if (!subject.isOdd) return [];
  const { graph } = subject;
  const output = graph.outputs.find((node) => isOdd(nth(graph.values, node)));
  const value = output === undefined ? [] : [`the value is ${showReal(nth(graph.values, output))}`];
  const effect = [...value, ...oddEntriesText(subject)].join(", ");
  const { beginnings, back, causes: behind } = oddFindings(subject);
  const found = [...beginnings, ...back, ...behind];
  const [first] = found;
  if (first === undefined) return [subject.finding({ kind: "nan", message: effect })];
  return found.map((one) => (one === first ? { ...one, message: `${one.message}; ${effect}` } : one));
}

/** That entries are NaN or infinite: the first with its number. */
export function oddEntriesText(subject: Subject): readonly string[] {
  const [first, ...others] = subject.oddEntries();
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

/**
 * Partials that are NaN or infinite where all values are finite, on the way of the cotangents to the inputs. With `leadToNaN`, an infinite
 * one is where a NaN of the gradient begins, too: infinity times zero, further on.
 */
function partialBeginnings({ graph, depends }: Subject, leadToNaN: boolean): Beginning[] {
  const found: Beginning[] = [];
  for (let node = 0; node < graph.size; node++) {
    if (graph.reached[node] === 0 || isOdd(nth(graph.values, node))) continue;
    const operands = operandsIn(graph, node);
    if (operands.some((operand) => isOdd(nth(graph.values, operand.node)))) continue;
    for (const { edge, node: operand } of operands) {
      const partial = nth(graph.partials, edge);
      if (!isOdd(partial) || depends[operand] === 0) continue;
      found.push({ node, edge, kind: leadToNaN || Number.isNaN(partial) ? "nan" : "infinite" });
      if (leadToNaN && !Number.isNaN(partial)) found.push({ node, edge, kind: "infinite" });
    }
  }
  return found;
}

/** The first operation on the way back whose contribution, or whose own cotangent, is odd; of those that are NaN, if these are wanted. */
function cotangentBeginnings({ graph }: Subject, wantsNaN: boolean): Beginning[] {
  const isWanted = (x: number): boolean => (wantsNaN ? Number.isNaN(x) : isOdd(x));
  for (let node = graph.size - 1; node >= 0; node--) {
    if (graph.reached[node] === 0) continue;
    const cotangent = nth(graph.cotangents, node);
    const odd = [cotangent, ...operandsIn(graph, node).map(({ edge }) => nth(graph.partials, edge) * cotangent)];
    const first = odd.find(isWanted);
    if (first !== undefined)
      return [{ node, edge: undefined, kind: Number.isNaN(first) ? "nan" : "infinite", isBack: true }];
  }
  return [];
}

/** Where anything is odd, whatever it comes of: an infinity that the program says, say. */
function anyBeginning({ graph }: Subject): Beginning[] {
  const found = oddBeginning(graph);
  if (found === undefined) return [];
  return [{ ...found, kind: Number.isNaN(oddNumber(graph, found)) ? "nan" : "infinite" }];
}

function onePerPlace(subject: Subject, found: readonly Beginning[]): readonly Beginning[] {
  const kept = new Map<string, Beginning>();
  for (const one of found) {
    const key = `${one.kind} ${subject.placeKey(one.node)}`;
    if (!kept.has(key)) kept.set(key, one);
  }
  return [...kept.values()];
}

function oddFinding(subject: Subject, { node, edge, kind, isBack }: Beginning, entry?: number): Finding {
  return subject.finding({
    kind,
    message: isBack ? backText(subject, node, kind) : beginningText(subject, node, edge),
    values: subject.operandValues(node),
    entry: entry === undefined ? undefined : subject.entryName(entry),
    scalar: node,
  });
}

function beginningText(subject: Subject, node: number, edge: number | undefined): string {
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
