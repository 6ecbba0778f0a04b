// Entries of a gradient that are 0, each with what lets no derivative pass.
import { nth } from "../base/nth.ts";
import { showReal } from "../core/values/show-value.ts";
import { operandsIn, opIn, placeIn } from "../graphs/run-graph.ts";
import { type ZeroReason, zeroReasons } from "../graphs/why.ts";
import type { Finding } from "./finding.ts";
import type { Subject } from "./subject.ts";
import { lostContribution, underflowFinding, underflowsBehind } from "./underflow.ts";
import { unusedPlace } from "./unused.ts";

/** Entries whose reasons are told; of more, their count. */
const MOST_ENTRIES = 200;

/** Operations that choose an operand, or let it pass or not. */
const GATES: ReadonlySet<string> = new Set(["relu", "max", "min", "abs"]);
/** Smooth operations that grow flat: far from 0 their slopes round to 0. */
const SATURATING: ReadonlySet<string> = new Set("sigmoid tanh atan erf erfc softplus expm1".split(" "));
/** Operations whose slopes underflow with their values. */
const EXPONENTIALS: ReadonlySet<string> = new Set(["exp", "exp2"]);

/** The entries that are 0 with their reasons, and the underflows that alone explain some. */
export function zeroFindings(subject: Subject): readonly Finding[] {
  const { graph, inputs } = subject;
  const found: Finding[] = [];
  const underflows = new Map<number, Finding>();
  let entries = 0;
  let more = 0;
  for (let input = 0; input < inputs; input++) {
    if (graph.cotangents[input] !== 0) continue;
    if (entries++ >= MOST_ENTRIES) {
      more++;
      continue;
    }
    const entry = subject.entryName(input);
    const reasons = zeroReasons(graph, subject.uses, input);
    const cuts = reasons.map((reason) => cutOf(subject, reason, input));
    found.push(...cuts.map((cut) => zeroFinding(subject, entry, cut, cuts.length)));
    const isExplained = cuts.some(({ births }) => births.length === 0);
    const effect = `so the derivative by \`${entry}\` is 0.0`;
    for (const { births, lost } of isExplained ? [] : cuts)
      for (const birth of births) {
        const place = nth(graph.span, birth);
        if (underflows.has(place)) continue;
        const told =
          lost === undefined
            ? underflowFinding(subject, birth, effect, entry)
            : lostContribution(subject, lost, effect, entry);
        underflows.set(place, told);
      }
  }
  if (more > 0) found.push(subject.finding({ kind: "zero", message: `and ${more} entries more are 0.0` }));
  return [...underflows.values(), ...found];
}

/** A place where no derivative passes. */
interface Cut {
  readonly cut: string;
  readonly because: string;
  readonly scalar?: number;
  readonly span?: Finding["span"] | undefined;
  readonly values?: readonly number[];
  /** The operations that underflowed, where that is the reason. */
  readonly births: readonly number[];
  /** The contribution that underflowed on its way back, where it was one. */
  readonly lost?: { readonly user: number; readonly edge: number };
}

function zeroFinding(
  subject: Subject,
  entry: string,
  { because, births: _, lost: __, ...cut }: Cut,
  ways: number,
): Finding {
  const on = ways === 1 ? "" : "on one of its ways, ";
  return subject.finding({
    kind: "zero",
    message: `the derivative by \`${entry}\` is 0.0: ${on}${because}`,
    entry,
    ...cut,
  });
}

function cutOf(subject: Subject, reason: ZeroReason, input: number): Cut {
  const { graph } = subject;
  const often = reason.count === 1 ? "" : ` (${reason.count} times)`;
  switch (reason.tag) {
    case "factor":
      return factorCut(subject, reason.user, reason.edge, often);
    case "discrete": {
      const { discrete, ops, spans } = graph;
      const op = nth(ops, nth(discrete.op, reason.row));
      const place = nth(discrete.span, reason.row);
      const scalar = nth(discrete.node, reason.row);
      const span = place < 0 ? undefined : spans[place];
      const name = `\`${subject.written(span) ?? op}\``;
      const isInt = op === "floor" || op === "round";
      const does = isInt ? "turns it into an Int" : "makes a choice by it";
      return {
        cut: isInt ? op : "comparison",
        because: `${name} ${does}${often}, and no derivative passes; the value can depend on it`,
        scalar,
        span: span ?? placeIn(graph, scalar),
        values: [nth(graph.values, scalar)],
        births: [],
      };
    }
    case "dropped": {
      if (reason.node === input) return { ...unusedPlace(subject, input), scalar: input, births: [] };
      const name = subject.named(reason.node);
      return { cut: "unused", because: `nothing uses ${name}${often}`, scalar: reason.node, births: [] };
    }
    case "underflow": {
      const [partial, cotangent] = [nth(graph.partials, reason.edge), nth(graph.cotangents, reason.user)];
      const product = `the partial ${showReal(partial)} of ${subject.named(reason.user)} times the cotangent ${showReal(cotangent)}`;
      const { user, edge } = reason;
      return {
        cut: "underflow",
        because: `${product} underflows${often}`,
        scalar: user,
        births: [user],
        lost: { user, edge },
      };
    }
    case "sum": {
      const name = subject.named(reason.node);
      return {
        cut: "cancelled",
        because: `the contributions to ${name} cancel out${often}`,
        scalar: reason.node,
        births: [],
      };
    }
    case "seed":
      return { cut: "cotangent", because: "the cotangent of the result is 0.0 there", scalar: reason.node, births: [] };
  }
}

function factorCut(subject: Subject, user: number, edge: number, often: string): Cut {
  const { graph } = subject;
  const op = opIn(graph, user) ?? "";
  const name = subject.named(user);
  const values = subject.operandValues(user);
  const rest = { scalar: user, values };
  const at = `${subject.at(user)}${often}`;
  if (GATES.has(op)) return { ...rest, cut: op, because: `${name} lets nothing pass${at}`, births: [] };
  if (SATURATING.has(op))
    return { ...rest, cut: "saturated", because: `${name} is saturated${at}: its slope rounds to 0.0`, births: [] };
  const others = operandsIn(graph, user).filter((operand) => operand.edge !== edge);
  const isExponential = EXPONENTIALS.has(op);
  const births = isExponential
    ? underflowsBehind(subject, user)
    : others.flatMap(({ node }) => zeroBirths(subject, node));
  if (births.length > 0) {
    const because = isExponential
      ? `${name} underflowed${at}`
      : `${name} multiplies it by 0.0, which comes of an underflow${often}`;
    return { ...rest, cut: "underflow", because, births };
  }
  if (op === "*" || op === "/") {
    const zero = others.find(({ node }) => graph.values[node] === 0)?.node;
    const why = zero === undefined ? "" : zeroOperand(subject, zero);
    return { ...rest, cut: "factor", because: `${name} multiplies it by 0.0${at}${why}`, births };
  }
  return { ...rest, cut: "flat", because: `the slope of ${name} is 0.0${at}`, births };
}

function zeroBirths(subject: Subject, node: number): readonly number[] {
  return subject.graph.values[node] === 0 ? underflowsBehind(subject, node) : [];
}

/** Says of a factor that is 0 where that comes from. */
function zeroOperand(subject: Subject, node: number): string {
  const { graph } = subject;
  if (operandsIn(graph, node).length === 0) return "";
  const line = subject.lineOf(placeIn(graph, node));
  return `; the 0.0 is ${subject.named(node)}${subject.at(node)}${line === undefined ? "" : ` in ${line}`}`;
}
