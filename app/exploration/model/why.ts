// The reasons for a cotangent, in lines: contributions, where an odd one began, paths, and finite differences.

import { plural, t } from "@lingui/core/macro";
import { lastOf, nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { CustomPartials } from "../../../engine/explore/custom-partials.ts";
import type { DifferencesFound, PartialCheck } from "../../../engine/explore/differences.ts";
import type { PathsFound } from "../../../engine/graphs/paths.ts";
import { indexedLabel, placeIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import { originOf, sharesOf } from "../../../engine/graphs/why.ts";
import { opNameIn } from "../../../engine/graphs/written-in.ts";
import type { Span } from "../../../engine/source/span.ts";
import { placeInWords } from "../../program/model/mistakes.ts";
import { countedMore } from "../../words/counts.ts";
import { groupedDigits } from "../../words/numbers.ts";
import { expressionOf, partialFormula, scalarName, usesIn } from "./scalar.ts";
import { type CutGraph, edgeShare, type ShareLine } from "./shares.ts";

/** The explanation of one cotangent: the scalar, its value, and the contributions that its cotangent is the sum of. */
export interface WhyLines {
  readonly name: string;
  readonly expression: string | undefined;
  readonly value: string;
  readonly total: string;
  readonly shares: readonly ShareLine[];
  /** Contributions that are not listed. */
  readonly more: number;
}

const MOST_SHARES = 12;

/** Explains the cotangent of a scalar by its contributions; those whose edge is among `cut` are marked, and are no part of it. */
export function whyOf(
  graph: RunGraph,
  customs: CustomPartials,
  number: number,
  cut: CutGraph["edges"] = new Set(),
): WhyLines {
  const shares = sharesOf(graph, usesIn(graph), number);
  const name = scalarName(graph, number);
  const lines = shares.slice(0, MOST_SHARES).map(({ user, edge, cotangent, amount }, index): ShareLine => {
    const rest = { amount: shortReal(amount), isOdd: !Number.isFinite(amount) };
    if (user === undefined || edge === undefined)
      return {
        key: `r${index}`,
        source: t`as the result`,
        scalar: undefined,
        derivative: "",
        product: t`its cotangent`,
        ...rest,
      };
    const scalar = scalarName(graph, user);
    const share = edgeShare(graph, customs, { user, operand: number, edge }, cotangent);
    return { ...share, ...rest, source: t`through ${scalar}`, scalar: user, isCut: cut.has(edge) };
  });
  const total = graph.reached[number] === 0 ? "0" : shortReal(nth(graph.cotangents, number));
  const value = shortReal(nth(graph.values, number));
  return {
    name,
    expression: expressionOf(graph, number),
    value,
    total,
    shares: lines,
    more: shares.length - lines.length,
  };
}

/** A sentence about where something began, and the scalar to look at. */
export interface Reason {
  readonly words: string;
  readonly go: number | undefined;
}

/** Where a cotangent that is NaN or infinite began; undefined for any other. */
export function originWords(
  graph: RunGraph,
  customs: CustomPartials,
  number: number,
  text: string,
): Reason | undefined {
  const origin = originOf(graph, usesIn(graph), number);
  if (origin === undefined) return undefined;
  const isNaN = Number.isNaN(nth(graph.cotangents, number));
  switch (origin.tag) {
    case "seed":
      return {
        words: isNaN
          ? t`The NaN is the cotangent of the result itself.`
          : t`The infinity is the cotangent of the result itself.`,
        go: origin.chain.at(-1),
      };
    case "sum": {
      const scalar = numberedName(graph, origin.node);
      return {
        words: isNaN
          ? t`The NaN arises where the contributions to ${scalar} are added.`
          : t`The infinity arises where the contributions to ${scalar} are added.`,
        go: origin.node,
      };
    }
    case "value":
      return { words: forwardWords(graph, origin.node, text), go: origin.node };
    case "partial":
      return { words: partialWords(graph, customs, origin.user, origin.edge, text), go: origin.user };
  }
}

/** That something odd began with a value. */
export function forwardWords(graph: RunGraph, number: number, text: string): string {
  const scalar = equation(graph, number);
  const at = inBrackets(placeIn(graph, number), text);
  const value = shortReal(nth(graph.values, number));
  return t`It began in the forward pass: ${scalar} is ${value}${at}.`;
}

/** Where an odd partial derivative came into it. */
function partialWords(graph: RunGraph, customs: CustomPartials, user: number, edge: number, text: string): string {
  const at = inBrackets(placeIn(graph, user), text);
  const { partial, operation, operand } = partialAt(graph, customs, user, edge);
  return Number.isNaN(nth(graph.partials, edge))
    ? t`It began with a partial derivative that is not a number: ${partial}, of ${operation} at ${operand}${at}.`
    : t`It began with an infinite partial derivative: ${partial}, of ${operation} at ${operand}${at}.`;
}

/** ` (line 8)`; empty where there is no place. */
export function inBrackets(place: Span | undefined, text: string): string {
  const words = place === undefined ? "" : placeInWords(place, text);
  return words === "" ? "" : ` (${words})`;
}

/** A partial derivative, its operation and its operand, in formulas with their numbers. */
export function partialAt(
  graph: RunGraph,
  customs: CustomPartials,
  user: number,
  edge: number,
): { readonly partial: string; readonly operation: string; readonly operand: string } {
  const formula = partialFormula(graph, user, edge - nth(graph.starts, user), customs);
  const node = nth(graph.operands, edge);
  const name = scalarName(graph, node);
  const value = shortReal(nth(graph.partials, edge));
  return {
    partial: `∂${scalarName(graph, user)}/∂${name} = ${formula === undefined ? "" : `${formula} = `}${value}`,
    operation: equation(graph, user),
    operand: `${name} = ${shortReal(nth(graph.values, node))}`,
  };
}

/** `#3 z = x + y`, or just `#0 x` where it comes from no operation. */
function equation(graph: RunGraph, number: number): string {
  const name = numberedName(graph, number);
  const expression = expressionOf(graph, number);
  return expression === undefined ? name : `${name} = ${expression}`;
}

/** The number of a scalar, and its name where it has one: `#3 z`. */
export function numberedName(graph: RunGraph, number: number): string {
  const name = indexedLabel(graph, number);
  return name.startsWith("#") ? name : `#${number} ${name}`;
}

/** Paths from a scalar to the result that read the same, with the product of their partials. */
export interface PathLine {
  readonly key: string;
  /** `x —1→ b —a→ c`. */
  readonly way: string;
  readonly product: string;
  /** How many paths read so. */
  readonly count: number;
  /** The edges of the first of them, in the direction of evaluation. */
  readonly edges: readonly number[];
  /** Whether they include a cut edge, so that they carry nothing. */
  readonly isCut: boolean;
}

/** Paths that read the same, as one line. */
function alike(paths: readonly PathLine[]): readonly PathLine[] {
  const lines = new Map<string, PathLine>();
  for (const path of paths) {
    const key = `${path.way} ${path.product} ${path.isCut}`;
    const known = lines.get(key);
    lines.set(key, known === undefined ? path : { ...known, count: known.count + 1 });
  }
  return [...lines.values()];
}

/** A partial on an arrow: a minus sign would be read as a part of that. */
const factor = (partial: number): string => (partial < 0 ? `(${shortReal(partial)})` : shortReal(partial));

/** Scalars of one path that are named; between them the rest is counted. */
const LONGEST_WAY = 9;

/** The paths from a scalar to the result as lines, and in `rest` words on those that are not listed, or cut. */
export function pathLines(
  graph: RunGraph,
  from: number,
  { paths, total, log2 }: PathsFound,
  cut: CutGraph["edges"] = new Set(),
): { readonly paths: readonly PathLine[]; readonly rest: string } {
  const users = usesIn(graph).users;
  const all = paths.map(({ edges, output, product }): PathLine => {
    const steps = edges.map((edge) => ` —${factor(nth(graph.partials, edge))}→ ${scalarName(graph, nth(users, edge))}`);
    const shown =
      steps.length <= LONGEST_WAY
        ? steps
        : [...steps.slice(0, LONGEST_WAY - 2), ` — ${countedMore(steps.length - LONGEST_WAY + 1)} → `, lastOf(steps)];
    return {
      key: `${edges.join(" ")} ${output}`,
      way: `${scalarName(graph, from)}${shown.join("")}`,
      product: shortReal(product),
      count: 1,
      edges,
      isCut: edges.some((edge) => cut.has(edge)),
    };
  });
  const lines = alike(all);
  const left = paths.filter((_, index) => !nth(all, index).isCut);
  const sum = shortReal(left.reduce((all, { product }) => all + product, 0));
  if (left.length < paths.length) {
    const cutWords = t`Nothing passes along a cut edge.`;
    if (total !== BigInt(paths.length))
      return { paths: lines, rest: `${cutWords} ${restWords(paths.length, total, log2, sum)}` };
    if (left.length === 0) return { paths: lines, rest: cutWords };
    return { paths: lines, rest: t`Nothing passes along a cut edge. The sum of the other paths is ${sum}.` };
  }
  return { paths: lines, rest: restWords(paths.length, total, log2, sum) };
}

/** How many paths there are beside those that are listed, whose sum is given. */
function restWords(listed: number, total: bigint | undefined, log2: number, sum: string): string {
  if (total === undefined) {
    const exponent = Math.round(log2);
    return t`And about 2^${exponent} more.`;
  }
  const left = total - BigInt(listed);
  if (left === 0n)
    return listed === 0 ? t`No path leads to the result.` : t`These are all the paths. Their sum is ${sum}.`;
  const n = Number(left);
  const count = groupedDigits(left.toString());
  return plural(n, { one: `And ${count} more, each no larger.`, other: `And ${count} more, each no larger.` });
}

/** The comparison of one partial with finite differences, in words. */
export interface CheckLine {
  readonly key: string;
  readonly words: string;
  readonly isWrong: boolean;
}

/** The partials of a scalar beside finite differences; one line with the reason where nothing can be compared. */
export function checkLines(graph: RunGraph, found: DifferencesFound): readonly CheckLine[] {
  if (found.tag === "nothing") {
    const { reason } = found;
    return [{ key: "none", words: t`Nothing to compare: ${reason}.`, isWrong: false }];
  }
  return found.partials.map((check) => checkLine(graph, check));
}

/** A partial beside its difference. */
export function checkLine(graph: RunGraph, check: PartialCheck): CheckLine {
  return {
    key: `${check.edge}`,
    words: checkWords(graph, check),
    isWrong: check.agrees === false,
  };
}

function checkWords(graph: RunGraph, { user, operand, partial, slope, agrees }: PartialCheck): string {
  const scalar = scalarName(graph, operand);
  const value = shortReal(partial);
  const operation = opNameIn(graph, user) ?? "";
  switch (slope.tag) {
    case "unsettled":
      return unsettledWords(scalar, value, slope.why);
    case "kink": {
      const [left, right] = [shortReal(slope.left), shortReal(slope.right)];
      return agrees === "kink"
        ? t`for ${scalar}: ${value}, at a kink of ${operation}: the slopes are ${left} and ${right}`
        : t`for ${scalar}: ${value}, but the slopes on both sides are ${left} and ${right}: the partial of ${operation} is wrong`;
    }
    case "smooth": {
      if (agrees === true) return t`for ${scalar}: ${value}; differences agree`;
      const other = shortReal(slope.slope);
      return t`for ${scalar}: ${value}, but differences give ${other}: the partial of ${operation} is wrong`;
    }
  }
}

/** That differences say nothing of a partial, and why. */
function unsettledWords(scalar: string, value: string, why: "jump" | "edge" | "unsteady"): string {
  switch (why) {
    case "jump":
      return t`for ${scalar}: ${value}; it jumps here, so there is nothing to compare`;
    case "edge":
      return t`for ${scalar}: ${value}; it has no value on one side, so there is nothing to compare`;
    case "unsteady":
      return t`for ${scalar}: ${value}; differences do not converge here`;
  }
}
