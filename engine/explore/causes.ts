// Notes on a gradient, each with its place in the program: where a NaN began, which partial is wrong, which operation is at a kink, which
// comparison is decided at this very point, and where no derivative passes.
import { nth } from "../base/nth.ts";
import { showReal } from "../core/values/show-value.ts";
import type { Finding } from "../derive/checks.ts";
import type { GradientRun } from "../derive/gradient.ts";
import type { Budget } from "../evaluate/tasks/budget.ts";
import { labelOf, operandsIn, opIn, type RunGraph, spanIn } from "../graphs/run-graph.ts";
import { inputCount } from "../graphs/sweeps.ts";
import { oddBeginning, zeroReasons } from "../graphs/why.ts";
import type { Request } from "../session/input/prepare.ts";
import { type CheckedProgram, sourcesOf } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import { isUsersText, type Span } from "../source/span.ts";
import type { PartialCheck, PartialsChecked } from "./differences.ts";
import { Exploration } from "./exploration.ts";

/** A note on a gradient: where in the program, as far as that is known, and whether it says that something is wrong. */
export interface GradientNote {
  readonly span: Span | undefined;
  readonly message: string;
  readonly isFault: boolean;
}

/** Notes of one kind that are listed one by one; more are summed up. */
const MOST_TOLD = 12;

/** Steps of the machine for the run that is looked at. */
const STEPS = 2_000_000;

/** Notes on the gradient of a run, the most serious first; the program runs once more for them, traced, where there is something to say. */
export function* gradientNotes(
  checked: CheckedProgram,
  request: Request,
  budget: Budget,
  { gradient, checks }: GradientRun,
): Steps<readonly GradientNote[]> {
  if (gradient === undefined) return [];
  const findings = checks?.findings ?? [];
  const isOdd = gradient.reals.hasNan || gradient.reals.hasInfinity;
  if (!isOdd && findings.length === 0 && !gradient.scalars.includes(0)) return [];
  const exploration = new Exploration(checked, { ...request, variations: undefined }, { ...budget, steps: STEPS });
  const explored = yield* exploration.open();
  const look = explored.ended.tag === "done" ? new Looking(checked, exploration) : undefined;
  return [
    ...(isOdd ? oddNotes(gradient, look) : []),
    ...findingNotes(findings, look),
    ...(look === undefined ? [] : look.lost(new Set(findings.map(({ entry }) => entry)))),
  ];
}

/** That entries are NaN or infinite, with where that began. */
function oddNotes({ reals }: NonNullable<GradientRun["gradient"]>, look: Looking | undefined): GradientNote[] {
  const odd = look?.odd() ?? [];
  const what = reals.hasNan ? "nan" : "infinite";
  const [first, ...others] = odd;
  const who =
    first === undefined
      ? `the gradient has an entry that is ${what}`
      : `the derivative by \`${first.name}\` is ${showReal(first.value)}${othersText(others.length)}`;
  const cause = look?.beginning();
  return [{ span: cause?.span, message: cause === undefined ? who : `${who}: ${cause.message}`, isFault: true }];
}

function othersText(count: number): string {
  if (count === 0) return "";
  return count === 1 ? ", and another one is nan or infinite" : `, and ${count} others are nan or infinite`;
}

/** Tells the findings of differences, with their likely causes. */
function findingNotes(findings: readonly Finding[], look: Looking | undefined): GradientNote[] {
  const told = findings.slice(0, MOST_TOLD).map((finding): GradientNote => {
    const { entry, here } = finding;
    const who = entry === undefined ? "the derivative along a random direction" : `the derivative by \`${entry}\``;
    const cause = look?.causeOf(finding);
    const because = cause === undefined ? "" : `: ${cause.message}`;
    const span = cause?.span;
    switch (finding.tag) {
      case "differs":
        return {
          span,
          message: `${who} is ${showReal(here)}, and finite differences give ${rounded(finding.there)}${because}`,
          isFault: true,
        };
      case "kink": {
        const slopes = `${rounded(finding.left)} and ${rounded(finding.right)}`;
        return {
          span,
          message: `${who} is ${showReal(here)} at a kink: the slopes are ${slopes}${because}`,
          isFault: false,
        };
      }
      case "unconfirmed":
        return {
          span,
          message: `${who} is ${showReal(here)}, which differences could not confirm: ${WHY[finding.why]}${because}`,
          isFault: false,
        };
    }
  });
  const more = findings.length - told.length;
  if (more === 0) return told;
  const isFault = findings.slice(MOST_TOLD).some(({ tag }) => tag === "differs");
  return [...told, { span: undefined, message: `and ${more} entries more`, isFault }];
}

const WHY: Readonly<Record<Extract<Finding, { readonly tag: "unconfirmed" }>["why"], string>> = {
  jump: "the value jumps here",
  edge: "the program has no value beside this input",
  unsteady: "they settle on nothing",
};

/** A number found by differences, without the digits that rounding made. */
function rounded(x: number): string {
  return showReal(Number(x.toPrecision(6)));
}

interface Cause {
  readonly span: Span | undefined;
  readonly message: string;
}

/** The traced run of a program, looked at for causes. */
class Looking {
  private readonly checked: CheckedProgram;
  private readonly exploration: Exploration;
  private readonly graph: RunGraph;
  private partials: PartialsChecked | undefined;

  constructor(checked: CheckedProgram, exploration: Exploration) {
    this.checked = checked;
    this.exploration = exploration;
    this.graph = exploration.graph;
  }

  /** The inputs whose derivative is NaN or infinite. */
  odd(): readonly { readonly name: string; readonly value: number }[] {
    const { graph } = this;
    return Array.from({ length: inputCount(graph) }, (_, node) => ({
      name: labelOf(graph, node),
      value: nth(graph.cotangents, node),
    })).filter(({ value }) => !Number.isFinite(value));
  }

  beginning(): Cause | undefined {
    const { graph } = this;
    const found = oddBeginning(graph);
    if (found === undefined) return undefined;
    const { node, edge } = found;
    const operands = operandsIn(graph, node).map((operand) => nth(graph.values, operand.node));
    const at = operands.length === 0 ? "" : ` at ${operands.map(showReal).join(", ")}`;
    const value = edge === undefined ? nth(graph.values, node) : nth(graph.partials, edge);
    const of = edge === undefined ? "" : "a partial of ";
    return this.cause(node, `${of}${this.textOf(node)} is ${showReal(value)}${at}`);
  }

  /** The likely cause of what differences found. */
  causeOf({ tag }: Finding): Cause | undefined {
    this.partials ??= this.exploration.disagreeingPartials();
    const { wrong, kinks } = this.partials;
    const [first] = wrong;
    if (first !== undefined && tag === "differs") return this.wrongPartial(first);
    const { discrete, ops, spans } = this.graph;
    const tie = discrete.isTie.indexOf(1);
    const [kink] = kinks;
    if (kink !== undefined && (tag === "kink" || tie < 0))
      return this.cause(kink.user, `${this.textOf(kink.user)} is at a kink, where the derivative of one side is taken`);
    if (tie < 0) return undefined;
    const place = nth(discrete.span, tie);
    const span = place < 0 ? undefined : spans[place];
    return {
      span,
      message: `${this.sourceOf(span) ?? `\`${ops[nth(discrete.op, tie)]}\``} is decided at this very point`,
    };
  }

  private wrongPartial({ user, operand, partial, slope }: PartialCheck): Cause {
    const op = opIn(this.graph, user) ?? "";
    const at = showReal(nth(this.graph.values, operand));
    const there = slope.tag === "smooth" ? `, where differences give ${rounded(slope.slope)}` : "";
    return this.cause(
      user,
      `a partial of \`${op}\` is ${showReal(partial)} at ${at}${there}; what stands behind \`by\` is believed`,
    );
  }

  /** Inputs whose derivative is 0 though the value can depend on them, for some use of them gives no Real; without those that are listed already. */
  lost(told: ReadonlySet<string | undefined>): readonly GradientNote[] {
    const { graph, exploration } = this;
    const notes: GradientNote[] = [];
    const inputs = inputCount(graph);
    for (let node = 0; node < inputs && notes.length < MOST_TOLD; node++) {
      if (graph.cotangents[node] !== 0 || told.has(labelOf(graph, node))) continue;
      const reason = zeroReasons(graph, exploration.uses, node).find((one) => one.tag === "discrete");
      if (reason?.tag !== "discrete") continue;
      const { discrete, ops, spans } = graph;
      const op = nth(ops, nth(discrete.op, reason.row));
      const place = nth(discrete.span, reason.row);
      const span = place < 0 ? undefined : spans[place];
      const what = this.sourceOf(span) ?? `\`${op}\``;
      const message = `the derivative by \`${labelOf(graph, node)}\` is 0.0: ${what} ${makes(op)}, and no derivative passes; the value can depend on it`;
      notes.push({ span, message, isFault: false });
    }
    return notes;
  }

  private cause(node: number, message: string): Cause {
    return { span: spanIn(this.graph, node), message };
  }

  /** An operation in the user's words, or by its symbol. */
  private textOf(node: number): string {
    return this.sourceOf(spanIn(this.graph, node)) ?? `\`${opIn(this.graph, node) ?? labelOf(this.graph, node)}\``;
  }

  private sourceOf(span: Span | undefined): string | undefined {
    if (span === undefined || !isUsersText(span.source)) return undefined;
    const text = sourcesOf(this.checked, "").get(span.source)?.text.slice(span.from, span.to);
    return text === undefined || text.length > LONGEST_TEXT || text.includes("\n") ? undefined : `\`${text}\``;
  }
}

/** Characters of an expression that is quoted. */
const LONGEST_TEXT = 40;

/** The effect of a discrete operation on a Real, in words. */
function makes(op: string): string {
  return op === "floor" || op === "round" ? "turns it into an Int" : "makes a choice by it";
}

/** That a gradient has no Real in it, or none to come from; undefined where it has. */
export function withoutReals({ gradient, value }: GradientRun): string | undefined {
  if (gradient?.reals.count === 0)
    return "the input has no Real to differentiate by: what is printed as the gradient are its own Ints and constructors";
  if (gradient !== undefined && value?.reals.count === 0)
    return "the result has no Real that could be differentiated: every derivative is 0";
  return undefined;
}
