// Where numbers that are NaN or infinite begin: in the values, in the partials, and in the cotangents; and the underflow that leads there.
import { nth, present } from "../base/nth.ts";
import { showReal } from "../core/values/show-value.ts";
import { kindIn, operandsIn, placeIn } from "../graphs/run-graph.ts";
import { oddBeginning } from "../graphs/why.ts";
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
}

/** The beginnings of all that is NaN or infinite in value and gradient, one for each place; none where all is finite. */
export function oddFindings(subject: Subject): readonly Finding[] {
  if (!subject.isOdd) return [];
  const values = valueBeginnings(subject);
  const found = [...values, ...partialBeginnings(subject, !values.some(({ kind }) => kind === "nan"))];
  if (found.length === 0) found.push(...cotangentBeginnings(subject));
  if (found.length === 0) found.push(...anyBeginning(subject));
  const told = onePerPlace(subject, found).slice(0, MOST_PLACES);
  const [entry] = subject.oddEntries();
  return [...told.map((beginning) => oddFinding(subject, beginning, entry)), ...causes(subject, told)];
}

/** The same for a reader: the first says what comes of it. */
export function oddFindingsWithEffect(subject: Subject): readonly Finding[] {
  if (!subject.isOdd) return [];
  const { graph } = subject;
  const output = graph.outputs.find((node) => isOdd(nth(graph.values, node)));
  const value = output === undefined ? [] : [`the value is ${showReal(nth(graph.values, output))}`];
  const effect = [...value, ...oddEntriesText(subject)].join(", ");
  const [first, ...others] = oddFindings(subject);
  if (first === undefined) return [subject.finding({ kind: "nan", message: effect })];
  return [{ ...first, message: `${first.message}; ${effect}` }, ...others];
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
 * Partials that are NaN or infinite where all values are finite, on the way of the cotangents to the inputs. Where no value is NaN
 * already, an infinite one is where a NaN of the gradient begins, too.
 */
function partialBeginnings(subject: Subject, makeNaN: boolean): Beginning[] {
  const { graph, depends } = subject;
  if (subject.oddEntries().length === 0) return [];
  // infinity times zero, further on
  const makesNaN = makeNaN && subject.oddEntries().some((input) => Number.isNaN(nth(graph.cotangents, input)));
  const found: Beginning[] = [];
  for (let node = 0; node < graph.size; node++) {
    if (graph.reached[node] === 0 || isOdd(nth(graph.values, node))) continue;
    const operands = operandsIn(graph, node);
    if (operands.some((operand) => isOdd(nth(graph.values, operand.node)))) continue;
    for (const { edge, node: operand } of operands) {
      const partial = nth(graph.partials, edge);
      if (!isOdd(partial) || depends[operand] === 0) continue;
      found.push({ node, edge, kind: makesNaN || Number.isNaN(partial) ? "nan" : "infinite" });
      if (makesNaN && !Number.isNaN(partial)) found.push({ node, edge, kind: "infinite" });
    }
  }
  return found;
}

/** The first operation on the way back whose contribution overflows, of finite factors; or a sum that does. */
function cotangentBeginnings({ graph }: Subject): Beginning[] {
  for (let node = graph.size - 1; node >= 0; node--) {
    if (graph.reached[node] === 0) continue;
    const cotangent = nth(graph.cotangents, node);
    if (isOdd(cotangent)) return [{ node, edge: undefined, kind: Number.isNaN(cotangent) ? "nan" : "infinite" }];
    for (const { edge } of operandsIn(graph, node)) {
      const share = nth(graph.partials, edge) * cotangent;
      if (isOdd(share)) return [{ node, edge: undefined, kind: Number.isNaN(share) ? "nan" : "infinite" }];
    }
  }
  return [];
}

/** Where anything is odd, whatever it comes of: an infinity that the program says, say. */
function anyBeginning({ graph }: Subject): Beginning[] {
  const found = oddBeginning(graph);
  if (found === undefined) return [];
  const value = found.edge === undefined ? nth(graph.values, found.node) : nth(graph.partials, found.edge);
  return [{ ...found, kind: Number.isNaN(value) ? "nan" : "infinite" }];
}

function onePerPlace({ graph }: Subject, found: readonly Beginning[]): readonly Beginning[] {
  const kept = new Map<string, Beginning>();
  for (const one of found) {
    const at = placeIn(graph, one.node);
    const key = `${one.kind} ${at === undefined ? `#${one.node}` : `${at.source} ${at.from} ${at.to}`}`;
    if (!kept.has(key)) kept.set(key, one);
  }
  return [...kept.values()];
}

function oddFinding(subject: Subject, { node, edge, kind }: Beginning, entry?: number): Finding {
  const { graph } = subject;
  const name = subject.named(node);
  const value = nth(graph.values, node);
  const what =
    edge === undefined
      ? isOdd(value)
        ? `${name} is ${showReal(value)}${subject.at(node)}`
        : `the cotangent overflows on the way back through ${name}: ${showReal(nth(graph.cotangents, node))} arrives there`
      : `a partial of ${name} is ${showReal(nth(graph.partials, edge))}${subject.at(node)}`;
  return subject.finding({
    kind,
    message: what,
    values: subject.operandValues(node),
    entry: entry === undefined ? undefined : subject.entryName(entry),
    scalar: node,
  });
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
  return [...found.values()].map(present);
}
