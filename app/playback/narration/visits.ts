// The sentences about the visits of a stage's reverse pass to scalars, in the stage's own words: it calls backpropagators, evaluates terms,
// or passes cotangents on.
import { plural, t } from "@lingui/core/macro";
import { visitOf } from "../../../engine/algorithms/catalogue.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { kindIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import { shortBackName, shortName } from "../../exploration/model/scalar.ts";
import { grouped } from "../../words/numbers.ts";

/** One visit: the scalar, and the cotangent that it is visited with. */
export interface Visited {
  readonly graph: RunGraph;
  readonly number: number;
  readonly cotangent: number;
}

/** A sum that is made while a scalar waits, as texts. */
interface Sum {
  readonly before: string;
  readonly addend: string;
  readonly sum: string;
  readonly both: string;
}

/** The sentences about visits of one kind; `id` is the stage, `nth` which visit of the scalar it is, from 1. */
export interface VisitSentences {
  visited(one: Visited): string;
  /** Of a scalar that has the highest number of those in the map, or the lowest. */
  taken(one: Visited, isLowest: boolean): string;
  unreached(graph: RunGraph, number: number): string;
  /** A contribution to a scalar, in a list. */
  sent(one: Visited): string;
  /** That the listed contributions are sent, and wait. */
  waits(list: string, count: number, isMap: boolean): string;
  readonly nothing: string;
  /** Of two that one visit sends to the same scalar. */
  merges(graph: RunGraph, number: number, sum: Sum): string;
  /** Of a scalar for which something waits in the map. */
  adds(graph: RunGraph, number: number, sum: Sum): string;
  atOnce(one: Visited, id: string, nth: number): string;
  notMade(graph: RunGraph, number: number): string;
  continues(one: Visited, id: string, nth: number): string;
  done(count: number): string;
  found(id: string, count: number, gradient: string): string;
  /** Of the leading stage, before another plays alone; and of that one. */
  leads(id: string, count: number): string;
  alone(id: string, made: string, whole: string): string;
  more(id: string, many: string, far: string): string;
  /** Of a fold: that nothing was visited twice, how often a scalar was, and that its visits become one. */
  once(id: string): string;
  often(id: string, graph: RunGraph, number: number, times: string): string;
  folds(one: Visited, count: string): string;
  /** `names`, where there are some: others whose visits fold along; else all below. */
  foldsAlong(one: Visited, count: string, names: string | undefined): string;
  left(count: string): string;
  folded(whole: string, left: number): string;
  /** How a scalar is named among others whose visits fold along. */
  name(graph: RunGraph, number: number): string;
  /** Of a large run: one visit of many, the stage that plays on alone, and their number. */
  far(one: Visited, place: string, count: string): string;
  farAlone(id: string): string;
  made(id: string, n: number, count: string): string;
  atLeast(id: string, count: string): string;
}

/** The name of a scalar's backpropagator, and its cotangent, as texts. */
function called({ graph, number, cotangent }: Visited): readonly [name: string, value: string] {
  return [shortBackName(graph, number), shortReal(cotangent)];
}

/** The name of a scalar, and its cotangent, as texts. */
function named({ graph, number, cotangent }: Visited): readonly [name: string, value: string] {
  return [shortName(graph, number), shortReal(cotangent)];
}

const CALLS: VisitSentences = {
  visited: (one) => {
    const [name, value] = called(one);
    return t`\`${name}\` is called with \`${value}\`.`;
  },
  taken: (one, isLowest) => {
    const [name, value] = called(one);
    return isLowest
      ? t`\`${name}\` has the lowest ID in the map, so it runs, with \`${value}\`.`
      : t`\`${name}\` has the highest ID in the map, so it runs, with \`${value}\`.`;
  },
  unreached: (graph, number) => {
    const name = shortBackName(graph, number);
    return t`Without the cut edges, nothing reaches \`${name}\`, so it is not called.`;
  },
  sent: (one) => {
    const [name, value] = called(one);
    return t`\`${name}\` with \`${value}\``;
  },
  waits: (list, count, isMap) =>
    isMap
      ? count === 1
        ? t`It asks for ${list}, which waits in the map.`
        : t`It asks for ${list}; these calls wait in the map.`
      : count === 1
        ? t`It asks for ${list}; the number is added to its cell.`
        : t`It asks for ${list}; each number is added to its cell.`,
  nothing: t`It asks for nothing.`,
  merges: (graph, number, { both, sum: s }) => {
    const name = shortBackName(graph, number);
    return t`Two calls of \`${name}\` merge: \`${both} = ${s}\`.`;
  },
  adds: (graph, number, { before: a, addend: b, sum: s }) => {
    const name = shortBackName(graph, number);
    return t`The map already holds \`${name}\` with \`${a}\`. Add \`${b}\`: one call, with \`${s}\`.`;
  },
  atOnce: (one, id, nth) => {
    const [name, value] = called(one);
    return nth === 1
      ? t`\`${id}\` calls \`${name}\` immediately, with \`${value}\`.`
      : t`\`${id}\` calls \`${name}\` again, with \`${value}\`: ${nth} calls of it so far.`;
  },
  notMade: (graph, number) => {
    const name = shortBackName(graph, number);
    return t`Without the cut edges, this call of \`${name}\` is not made.`;
  },
  continues: (one, id, nth) => {
    const [name, value] = called(one);
    return nth === 1
      ? t`\`${id}\` continues: \`${name}\` is called with \`${value}\`.`
      : t`\`${id}\` continues: \`${name}\` is called with \`${value}\`, its call number ${nth}.`;
  },
  done: (calls) => plural(calls, { one: "Done after one call.", other: `Done after ${calls} calls.` }),
  found: (id, count, found) =>
    plural(count, {
      one: `\`${id}\` is done after ${count} call. The gradient is \`${found}\`.`,
      other: `\`${id}\` is done after ${count} calls. The gradient is \`${found}\`.`,
    }),
  leads: (id, count) =>
    plural(count, {
      one: `\`${id}\` is done after ${count} call.`,
      other: `\`${id}\` is done after ${count} calls.`,
    }),
  alone: (id, made, whole) => t`\`${id}\` has made ${made} of its ${whole}, and continues alone.`,
  more: (id, many, far) => t`\`${id}\` makes ${many} more calls: ${far} so far.`,
  once: (id) => t`\`${id}\` called no backpropagator twice: there is nothing to fold.`,
  often: (id, graph, number, times) => {
    const name = shortBackName(graph, number);
    return t`\`${id}\` called \`${name}\` ${times}. A backpropagator is linear: calls of the same one fold together, and their arguments add up.`;
  },
  folds: (one, calls) => {
    const [back, sum] = called(one);
    return t`${calls} calls of \`${back}\` become one, with \`${sum}\`.`;
  },
  foldsAlong: (one, calls, names) => {
    const [back, sum] = called(one);
    return names === undefined
      ? t`${calls} calls of \`${back}\` become one, with \`${sum}\`, and so do all calls that only they make.`
      : t`${calls} calls of \`${back}\` become one, with \`${sum}\`, and so do the calls of ${names} that they make.`;
  },
  left: (left) =>
    t({ message: `That leaves ${left} calls.`, comment: "after calls of one backpropagator have become one" }),
  folded: (whole, left) =>
    t`${whole} calls become ${left}. The tree of calls was the data-flow graph all along, drawn once for every path.`,
  name: shortBackName,
  far: (one, place, count) => {
    const [name, value] = called(one);
    return t`Call ${place} of ${count}: \`${name}\` is called with \`${value}\`. Each backpropagator runs once all its users have run.`;
  },
  farAlone: (stage) =>
    t`The other stages are done. \`${stage}\` continues alone: every call repeats all calls below it.`,
  made: (stage, n, count) =>
    plural(n, { one: `\`${stage}\` makes ${count} call`, other: `\`${stage}\` makes ${count} calls` }),
  atLeast: (stage, count) => t`\`${stage}\` makes more than ${count} calls, and only these are recorded`,
};

const EVALUATIONS: VisitSentences = {
  visited: (one) => {
    const [name, value] = named(one);
    return t`The term of \`${name}\` is evaluated with \`${value}\`.`;
  },
  taken: (one, isLowest) => {
    const [name, value] = named(one);
    return isLowest
      ? t`\`${name}\` has the lowest ID in the map, so its term is evaluated, with \`${value}\`.`
      : t`\`${name}\` has the highest ID in the map, so its term is evaluated, with \`${value}\`.`;
  },
  unreached: (graph, number) => {
    const name = shortName(graph, number);
    return t`Without the cut edges, nothing reaches \`${name}\`, so its term is not evaluated.`;
  },
  sent: (one) => {
    const [name, value] = named(one);
    return t({ message: `\`${value}\` to \`${name}\``, comment: "a number that is sent to a scalar" });
  },
  waits: (list, count, isMap) =>
    isMap
      ? count === 1
        ? t`It sends ${list}; the number waits in the map.`
        : t`It sends ${list}; the numbers wait in the map.`
      : count === 1
        ? t`It sends ${list}; the number is added to its cell.`
        : t`It sends ${list}; each number is added to its cell.`,
  nothing: t`It sends nothing.`,
  merges: (graph, number, { both, sum: s }) => {
    const name = shortName(graph, number);
    return t`Two numbers for \`${name}\` merge: \`${both} = ${s}\`.`;
  },
  adds: (graph, number, { before: a, addend: b, sum: s }) => {
    const name = shortName(graph, number);
    return t`The map already holds \`${a}\` for \`${name}\`. Add \`${b}\`: \`${s}\`.`;
  },
  atOnce: (one, id, nth) => {
    const [name, value] = named(one);
    return nth === 1
      ? t`\`${id}\` evaluates the term of \`${name}\` immediately, with \`${value}\`.`
      : t`\`${id}\` evaluates the term of \`${name}\` again, with \`${value}\`: ${nth} evaluations of it so far.`;
  },
  notMade: (graph, number) => {
    const name = shortName(graph, number);
    return t`Without the cut edges, the term of \`${name}\` is not evaluated here.`;
  },
  continues: (one, id, nth) => {
    const [name, value] = named(one);
    return nth === 1
      ? t`\`${id}\` continues: the term of \`${name}\` is evaluated with \`${value}\`.`
      : t`\`${id}\` continues: the term of \`${name}\` is evaluated with \`${value}\`, its evaluation number ${nth}.`;
  },
  done: (count) => plural(count, { one: "Done after one evaluation.", other: `Done after ${count} evaluations.` }),
  found: (id, count, found) =>
    plural(count, {
      one: `\`${id}\` is done after ${count} evaluation. The gradient is \`${found}\`.`,
      other: `\`${id}\` is done after ${count} evaluations. The gradient is \`${found}\`.`,
    }),
  leads: (id, count) =>
    plural(count, {
      one: `\`${id}\` is done after ${count} evaluation.`,
      other: `\`${id}\` is done after ${count} evaluations.`,
    }),
  alone: (id, made, whole) => t`\`${id}\` has made ${made} of its ${whole} evaluations, and continues alone.`,
  more: (id, many, far) => t`\`${id}\` makes ${many} more evaluations: ${far} so far.`,
  once: (id) => t`\`${id}\` evaluated no term twice: there is nothing to fold.`,
  often: (id, graph, number, times) => {
    const name = shortName(graph, number);
    return t`\`${id}\` evaluated the term of \`${name}\` ${times}. Evaluation is linear: evaluations of the same term fold together, and their cotangents add up.`;
  },
  folds: (one, count) => {
    const [name, sum] = named(one);
    return t`${count} evaluations of the term of \`${name}\` become one, with \`${sum}\`.`;
  },
  foldsAlong: (one, count, names) => {
    const [name, sum] = named(one);
    return names === undefined
      ? t`${count} evaluations of the term of \`${name}\` become one, with \`${sum}\`, and so do all evaluations that only they make.`
      : t`${count} evaluations of the term of \`${name}\` become one, with \`${sum}\`, and so do those of ${names} that they make.`;
  },
  left: (left) =>
    t({ message: `That leaves ${left} evaluations.`, comment: "after evaluations of one term have become one" }),
  folded: (whole, left) =>
    t`${whole} evaluations become ${left}. The tree of terms was the data-flow graph all along, drawn once for every path.`,
  name: shortName,
  far: (one, place, count) => {
    const [name, value] = named(one);
    return t`Evaluation ${place} of ${count}: the term of \`${name}\` is evaluated with \`${value}\`. Each term is evaluated once all its users have been.`;
  },
  farAlone: (stage) =>
    t`The other stages are done. \`${stage}\` continues alone: every evaluation repeats all those below it.`,
  made: (stage, n, count) =>
    plural(n, {
      one: `\`${stage}\` makes ${count} evaluation`,
      other: `\`${stage}\` makes ${count} evaluations`,
    }),
  atLeast: (stage, count) => t`\`${stage}\` makes more than ${count} evaluations, and only these are recorded`,
};

/** Of lines that are turned around: each passes one cotangent on, so none waits or folds. */
const LINES: VisitSentences = {
  ...CALLS,
  atOnce: (one) => {
    const [scalar, value] = named(one);
    return t`The cotangent of \`${scalar}\` is complete: \`${value}\`. Its line, transposed, passes it on.`;
  },
  done: (count) => {
    const passed = grouped(count);
    return plural(count, {
      one: "Done: one cotangent was passed on.",
      other: `Done: ${passed} cotangents were passed on, each once.`,
    });
  },
  found: (id, count, found) =>
    plural(count, {
      one: `\`${id}\` has passed on ${count} cotangent. The gradient is \`${found}\`.`,
      other: `\`${id}\` has passed on ${count} cotangents. The gradient is \`${found}\`.`,
    }),
  leads: (id, count) =>
    plural(count, {
      one: `\`${id}\` is done after passing on ${count} cotangent.`,
      other: `\`${id}\` is done after passing on ${count} cotangents.`,
    }),
  alone: (id, made, whole) => t`\`${id}\` has passed on ${made} of its ${whole} cotangents, and continues alone.`,
  more: (id, many, far) => t`\`${id}\` passes on ${many} more cotangents: ${far} so far.`,
  far: (one, place, count) => {
    const [name, value] = named(one);
    return t`Cotangent ${place} of ${count}: that of \`${name}\` is complete, \`${value}\`. Its line, transposed, passes it on.`;
  },
  farAlone: (stage) => t`The other stages are done. \`${stage}\` continues alone.`,
  made: (stage, n, count) =>
    plural(n, {
      one: `\`${stage}\` passes on ${count} cotangent`,
      other: `\`${stage}\` passes on ${count} cotangents`,
    }),
  atLeast: (stage, count) => t`\`${stage}\` passes on more than ${count} cotangents, and only these are recorded`,
};

/** Of stages whose inputs have no backpropagators, and which may call others again for what a function has captured. */
const CALLS_WITHIN: VisitSentences = {
  ...LINES,
  atOnce: (one, id, nth) => inputWords(one) ?? CALLS.atOnce(one, id, nth),
  continues: (one, id, nth) => inputWords(one) ?? CALLS.continues(one, id, nth),
  once: (id) => t`Each scalar stands once in the column of \`${id}\`: there is nothing to fold.`,
  far: (one, place, count) => {
    const [name, value] = named(one);
    return t`Cotangent ${place} of ${count}: that of \`${name}\` is complete, \`${value}\`.`;
  },
};

function inputWords(one: Visited): string | undefined {
  if (kindIn(one.graph, one.number) !== "input") return undefined;
  const [name, value] = named(one);
  return t`The cotangent of \`${name}\` is complete: \`${value}\`.`;
}

/** The sentences about the visits of a stage's reverse pass to scalars. */
export function visitSentencesOf(stage: string): VisitSentences {
  const visit = visitOf(stage);
  if (visit === "line") return LINES;
  if (visit === "term" || visit === "binding") return EVALUATIONS;
  return visit === "cotangent" ? CALLS_WITHIN : CALLS;
}
