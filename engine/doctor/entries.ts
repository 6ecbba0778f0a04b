// Entries of a gradient that forward mode or differences do not confirm, with the likely cause.
import { groupedBy } from "../base/grouped-by.ts";
import { nth } from "../base/nth.ts";
import { showReal } from "../core/values/show-value.ts";
import type { Finding as CheckFinding, Checks } from "../derive/checks.ts";
import { runCompiled } from "../derive/compiled-or-machine.ts";
import { spanIn } from "../graphs/run-graph.ts";
import { opNameIn } from "../graphs/written-in.ts";
import { contradictionText } from "../session/run/contradiction.ts";
import type { Steps } from "../session/run/drive.ts";
import { isUsersText, type Span } from "../source/span.ts";
import type { Finding } from "./finding.ts";
import { type Caused, partialFindings } from "./partials.ts";
import { rounded, type Subject } from "./subject.ts";

/** Compares the gradient with forward mode and differences; the findings are what these contradict, and kinks that no operation on their way is at. */
export function* entryFindings(subject: Subject): Steps<readonly Finding[]> {
  const { exploration, budget } = subject;
  const run = yield* runCompiled(exploration.checked, exploration.request, budget, { checks: true });
  subject.checks = run.checks;
  return run.checks === undefined ? [] : findingsOf(subject, run.checks);
}

function findingsOf(subject: Subject, { contradiction, findings }: Checks): readonly Finding[] {
  const found =
    contradiction === undefined
      ? []
      : [subject.finding({ kind: "unconfirmed", message: contradictionText(contradiction) })];
  const odd = new Set(subject.oddEntries().map((input) => subject.entryName(input)));
  for (const one of findings) {
    // a value or entry that is no number is told as such; where differences cannot decide, that says nothing against an entry
    if (one.tag === "unconfirmed" || (one.tag === "kink" && causeOf(subject, one) !== undefined)) continue;
    if (subject.isOdd && (one.tag !== "differs" || odd.has(one.entry ?? "") || !Number.isFinite(one.here))) continue;
    const { span, message } = entryNote(one, subject);
    const kind = one.tag === "kink" ? "kink" : "unconfirmed";
    found.push(subject.finding({ kind, message, span, entry: one.entry, values: [one.here] }));
  }
  return found;
}

const WHY: Readonly<Record<Extract<CheckFinding, { readonly tag: "unconfirmed" }>["why"], string>> = {
  jump: "the value jumps here",
  edge: "beside this input, the program has no value, one of another form, or one that is no number",
  unsteady: "they settle on nothing",
};

/** A clause, and the place that it is about, as far as that is known. */
export interface EntryNote {
  readonly span: Span | undefined;
  readonly message: string;
}

/** Tells a finding of the checks, with its likely cause where the run has been looked at. */
export function entryNote(finding: CheckFinding, subject: Subject | undefined): EntryNote {
  const { entry, here } = finding;
  const who = entry === undefined ? "the derivative along a random direction" : `the derivative by \`${entry}\``;
  const cause = subject && causeOf(subject, finding);
  const because = cause === undefined ? "" : `: ${cause.message}`;
  return { span: cause?.span, message: `${who} is ${showReal(here)}${verdict(finding)}${because}` };
}

function verdict(finding: CheckFinding): string {
  switch (finding.tag) {
    case "differs":
      return `, and finite differences give ${rounded(finding.there)}`;
    case "kink":
      return ` at a kink: the slopes are ${rounded(finding.left)} and ${rounded(finding.right)}`;
    case "unconfirmed":
      return `, which differences could not confirm: ${WHY[finding.why]}`;
  }
}

/** The likely cause of what differences found, on the way from the entry: a derivative of the program's own where they contradict, a kink or a tie otherwise. */
function causeOf(subject: Subject, { tag, entry }: CheckFinding): EntryNote | undefined {
  const depends = subject.dependsOn(entry);
  const isOnWay = ({ operand }: { readonly operand: number }): boolean => depends[operand] === 1;
  const onWay = (causes: readonly Caused[]) => causes.filter(({ touched }) => touched.some(isOnWay));
  const { wrong, kinks, ties } = partialFindings(subject);
  const [[first, use], [kink], [tie]] = [onWay(wrong), onWay(kinks), onWay(ties)];
  if (tag === "differs" && first !== undefined)
    return { span: (use ?? first).finding.span, message: first.finding.message };
  const own = tag === "differs" ? ownDerivatives(subject, depends) : undefined;
  if (own !== undefined) return own;
  const partial = kink?.touched.find(isOnWay)?.partial;
  if (kink?.finding.scalar !== undefined && partial !== undefined && (tag === "kink" || tie === undefined)) {
    const name = subject.named(kink.finding.scalar);
    return {
      span: kink.finding.span,
      message: `${name} is at a kink, where the derivative taken is ${showReal(partial)}`,
    };
  }
  if (tie !== undefined)
    return { span: tie.finding.span, message: `\`${tie.finding.text}\` is decided at this very point` };
  return tag === "differs" ? choices(subject, depends) : undefined;
}

/** The place where most choices are made by what depends on an entry: no derivative passes there. */
function choices(subject: Subject, depends: Uint8Array): EntryNote | undefined {
  const { graph } = subject;
  const { node, op, span } = graph.discrete;
  const rows = [...node.keys()].filter((row) => depends[nth(node, row)] === 1);
  const [most] = [...groupedBy(rows, (row) => span[row]).values()].toSorted((a, b) => b.length - a.length);
  if (most === undefined) return undefined;
  const row = nth(most, 0);
  const at = graph.spans[nth(span, row)];
  const name = subject.written(at) ?? graph.ops[nth(op, row)];
  return { span: at, message: `\`${name}\` makes a choice by it, and no derivative passes` };
}

/** The operations on the way whose derivative the program has set: they stop it, or have a pullback of their own; with the place of the first. */
function ownDerivatives(subject: Subject, depends: Uint8Array): EntryNote | undefined {
  const { graph } = subject;
  const [stops, pullbacks] = [new Set<string>(), new Set<string>()];
  let span: Span | undefined;
  for (let node = subject.inputs; node < graph.size; node++) {
    const at = spanIn(graph, node);
    if (depends[node] === 0 || graph.reached[node] === 0 || at === undefined || !isUsersText(at.source)) continue;
    // the place of a function with a pullback of its own is all of its definition
    const op = opNameIn(graph, node);
    if (op !== undefined && subject.placed(node).text.startsWith(`op ${op}`)) pullbacks.add(`\`${op}\``);
    else if (op === "stopGradient") stops.add(subject.named(node));
    else continue;
    span ??= at;
  }
  const all = [
    ...(stops.size === 0 ? [] : [`${listed(stops)} ${stops.size === 1 ? "lets" : "let"} no derivative pass`]),
    ...(pullbacks.size === 0
      ? []
      : [`${listed(pullbacks)} ${pullbacks.size === 1 ? "has a pullback of its" : "have pullbacks of their"} own`]),
  ];
  return all.length === 0 ? undefined : { span, message: all.join(", and ") };
}

/** Operations that are named one by one. */
const MOST_NAMED = 3;

function listed(names: ReadonlySet<string>): string {
  const first = [...names].slice(0, MOST_NAMED);
  return names.size > MOST_NAMED ? `${first.join(", ")} and others` : first.join(" and ");
}
