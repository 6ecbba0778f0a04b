// Why a cotangent is what it is, in lines: contributions, where an odd one began, paths, and finite differences.
import { shortReal } from "../../engine/core/show-value.ts";
import type { PathsFound } from "../../engine/graphs/paths.ts";
import { kindIn, labelOf, opIn, type RunGraph } from "../../engine/graphs/run-graph.ts";
import { oddityOf, originOf, sharesOf } from "../../engine/graphs/why.ts";
import type { DifferencesFound, PartialCheck } from "../../engine/session/differences.ts";
import { grouped } from "./caption.ts";
import { expressionOf, partialFormula, scalarName, shortName, usesIn } from "./scalar.ts";

type Customs = Readonly<Record<string, readonly string[]>>;

export interface ShareLine {
  readonly key: string;
  readonly through: string;
  readonly user: number | undefined;
  readonly derivative: string;
  readonly product: string;
  readonly amount: string;
  readonly isOdd: boolean;
}

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

export function whyOf(graph: RunGraph, customs: Customs, number: number): WhyLines {
  const shares = sharesOf(graph, usesIn(graph), number);
  const name = scalarName(graph, number);
  const lines = shares.slice(0, MOST_SHARES).map(({ user, edge, partial, cotangent, amount }, index): ShareLine => {
    const isOdd = !Number.isFinite(amount);
    if (user === undefined || edge === undefined)
      return {
        key: `r${index}`,
        through: "as the result",
        user: undefined,
        derivative: "",
        product: `its cotangent`,
        amount: shortReal(amount),
        isOdd,
      };
    const formula = partialFormula(graph, user, edge - graph.starts[user]!, customs);
    return {
      key: `e${edge}`,
      through: `through ${scalarName(graph, user)}`,
      user,
      derivative: `∂${shortName(graph, user)}/∂${shortName(graph, number)}${formula === undefined ? "" : ` = ${formula}`}`,
      product: `${shortReal(partial)} × ${shortReal(cotangent)} =`,
      amount: shortReal(amount),
      isOdd,
    };
  });
  const total = graph.reached[number] === 0 ? "0" : shortReal(graph.cotangents[number]!);
  const value = shortReal(graph.values[number]!);
  return {
    name,
    expression: expressionOf(graph, number),
    value,
    total,
    shares: lines,
    more: shares.length - lines.length,
  };
}

const BEGINNINGS = {
  nan: "It began with a partial derivative that is not a number:",
  infinite: "It began with an infinite partial derivative:",
  zero: "A partial derivative is zero:",
} as const;

/** Where an odd cotangent began, and what to look at; undefined where nothing is odd. */
export function originWords(
  graph: RunGraph,
  customs: Customs,
  number: number,
): { readonly words: string; readonly go: number | undefined } | undefined {
  const origin = originOf(graph, usesIn(graph), number);
  if (origin === undefined) return undefined;
  const odd = oddityOf(graph.cotangents[number]!);
  // a constant's zero is no surprise
  if (odd === "zero" && kindIn(graph, number) === "constant") return undefined;
  const what = odd === "nan" ? "NaN" : odd === "infinite" ? "infinity" : "zero";
  switch (origin.tag) {
    case "unreached":
      return {
        words: `It is zero because the result does not depend on it: ${unreachedReason(graph, number)}.`,
        go: undefined,
      };
    case "seed":
      return { words: `The ${what} is the cotangent of the result itself.`, go: origin.chain.at(-1) };
    case "sum":
      return {
        words:
          odd === "zero"
            ? `The contributions to ${numberedName(graph, origin.node)} cancel out.`
            : `The ${what} arises where the contributions to ${numberedName(graph, origin.node)} are added.`,
        go: origin.node,
      };
    case "value":
      return {
        words: `It began in the forward pass: ${numberedName(graph, origin.node)} = ${expressionOf(graph, origin.node) ?? "it"} is ${shortReal(graph.values[origin.node]!)}.`,
        go: origin.node,
      };
    case "partial": {
      const { user, edge } = origin;
      const formula = partialFormula(graph, user, edge - graph.starts[user]!, customs);
      const operand = scalarName(graph, graph.operands[edge]!);
      return {
        words: `${BEGINNINGS[oddityOf(graph.partials[edge]!) ?? "zero"]} ∂${scalarName(graph, user)}/∂${operand} = ${formula === undefined ? "" : `${formula} = `}${shortReal(graph.partials[edge]!)}, of ${numberedName(graph, user)} = ${expressionOf(graph, user) ?? ""} at ${operand} = ${shortReal(graph.values[graph.operands[edge]!]!)}.`,
        go: user,
      };
    }
  }
}

function unreachedReason(graph: RunGraph, number: number): string {
  const uses = usesIn(graph);
  const count = uses.starts[number + 1]! - uses.starts[number]!;
  return count === 0 ? "no operation with a derivative uses it" : "what it is used for is dropped";
}

function numberedName(graph: RunGraph, number: number): string {
  const name = labelOf(graph, number);
  return name.startsWith("#") ? name : `#${number} ${name}`;
}

export interface PathLine {
  readonly key: string;
  /** `x —1→ b —a→ c`. */
  readonly way: string;
  readonly product: string;
  /** How many paths read so. */
  readonly count: number;
}

/** Paths that read the same, as one line. */
function alike(paths: readonly PathLine[]): readonly PathLine[] {
  const lines = new Map<string, PathLine>();
  for (const path of paths) {
    const known = lines.get(`${path.way} ${path.product}`);
    lines.set(`${path.way} ${path.product}`, known === undefined ? path : { ...known, count: known.count + 1 });
  }
  return [...lines.values()];
}

/** Scalars of one path that are named; between them the rest is counted. */
const LONGEST_WAY = 9;

export function pathLines(
  graph: RunGraph,
  from: number,
  { paths, total, log2 }: PathsFound,
): { readonly paths: readonly PathLine[]; readonly rest: string } {
  const users = usesIn(graph).users;
  const all = paths.map(({ edges, output, product }): PathLine => {
    const steps = edges.map((edge) => ` —${shortReal(graph.partials[edge]!)}→ ${scalarName(graph, users[edge]!)}`);
    const shown =
      steps.length <= LONGEST_WAY
        ? steps
        : [...steps.slice(0, LONGEST_WAY - 2), ` — ${steps.length - LONGEST_WAY + 1} more → `, steps.at(-1)!];
    return {
      key: `${edges.join(" ")} ${output}`,
      way: `${scalarName(graph, from)}${shown.join("")}`,
      product: shortReal(product),
      count: 1,
    };
  });
  const lines = alike(all);
  const left = total === undefined ? undefined : total - BigInt(paths.length);
  const sum = paths.reduce((all, { product }) => all + product, 0);
  const rest =
    left === undefined
      ? `And about 2^${Math.round(log2)} more.`
      : left === 0n
        ? paths.length === 0
          ? "There is no path: the result does not depend on it."
          : `That is all of them; their sum is ${shortReal(sum)}.`
        : `And ${grouped(left.toString())} more, each no larger.`;
  return { paths: lines, rest };
}

export interface CheckLine {
  readonly key: string;
  readonly words: string;
  readonly isWrong: boolean;
}

export function checkLines(graph: RunGraph, found: DifferencesFound): readonly CheckLine[] {
  if (found.tag === "nothing") return [{ key: "none", words: `Nothing to compare: ${found.reason}.`, isWrong: false }];
  return found.partials.map((check) => checkLine(graph, check));
}

/** A partial beside its difference. */
export function checkLine(
  graph: RunGraph,
  { user, edge, operand, partial, difference, agrees }: PartialCheck,
): CheckLine {
  const name = scalarName(graph, operand);
  const what = `by ${name}: ${shortReal(partial)}`;
  if (difference === undefined)
    return { key: `${edge}`, words: `${what}; differences settle on nothing here`, isWrong: false };
  if (agrees) return { key: `${edge}`, words: `${what}; differences say the same`, isWrong: false };
  return {
    key: `${edge}`,
    words: `${what}, but differences say ${shortReal(difference)}: the partial of ${opIn(graph, user) ?? "the operation"} is wrong`,
    isWrong: true,
  };
}
