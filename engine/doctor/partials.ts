// The partials of all operations of a run beside differences: the wrong ones, at all their points, and the kinks that are touched.
import { groupedBy } from "../base/grouped-by.ts";
import { nth } from "../base/nth.ts";
import { showReal } from "../core/values/show-value.ts";
import { byPlaces } from "../explore/custom-partials.ts";
import type { PartialCheck, PartialsChecked } from "../explore/differences.ts";
import { opIn } from "../graphs/run-graph.ts";
import { opNameIn } from "../graphs/written-in.ts";
import type { Span } from "../source/span.ts";
import type { Finding } from "./finding.ts";
import { rounded, type Subject } from "./subject.ts";

/** A scalar that a finding is about: an operand, with the partial by it that was taken; of a decision, what it is about. */
interface Touched {
  readonly operand: number;
  readonly partial?: number;
}

/** A finding about operations of one place, and all operands that it is about. */
export interface Caused {
  readonly finding: Finding;
  readonly touched: readonly Touched[];
}

/** The partials that differences contradict, the kinks at which a derivative was taken, and what is decided at the very point. */
export interface PartialFindings {
  readonly wrong: readonly Caused[];
  readonly kinks: readonly Caused[];
  readonly ties: readonly Caused[];
}

/** The findings of subjects so far: they are the likely causes of others. */
const known = new WeakMap<Subject, PartialFindings>();

/** Compares the partials of all operations of a run with differences. */
export function partialFindings(subject: Subject): PartialFindings {
  let found = known.get(subject);
  if (found === undefined) {
    const checked = subject.exploration.disagreeingPartials();
    found = {
      wrong: wrongFindings(subject, checked),
      kinks: kinkFindings(subject, checked),
      ties: tieFindings(subject),
    };
    known.set(subject, found);
  }
  return found;
}

/** A finding for each `by` that is wrong, and one for each place of the program where that matters. */
function wrongFindings(subject: Subject, { wrong, comparedAt }: PartialsChecked): readonly Caused[] {
  const { graph } = subject;
  const places = byPlaces(subject.checked);
  const found: Caused[] = [];
  const groups = groupedBy(wrong, (one) => `${opIn(graph, one.user)} ${operandPlace(subject, one)}`);
  for (const [key, points] of groups) {
    const worst = points.reduce((most, one) => (errorOf(one) > errorOf(most) ? one : most));
    const op = opIn(graph, worst.user) ?? "";
    const place = operandPlace(subject, worst);
    const by = places.get(op)?.[place] ?? places.get(op)?.[0];
    // the prelude's own stop derivatives on purpose
    if (by?.source === "<prelude>") continue;
    const of = comparedAt.get(key) ?? points.length;
    const how = of === 1 ? "" : ` at ${points.length} of ${of} points`;
    const name = opNameIn(graph, worst.user) ?? "";
    const message = `the partial of \`${name}\` is wrong${how}: ${pointText(subject, worst)}`;
    found.push({ finding: wrongFinding(subject, worst, message, by), touched: points });
    if (by === undefined) continue;
    const sites = groupedBy(points, ({ user }) => subject.placeKey(user));
    for (const here of sites.values()) {
      const used = `\`${name}\` is used where its partial is wrong`;
      found.push({ finding: wrongFinding(subject, nth(here, 0), used, undefined), touched: here });
    }
  }
  return found;
}

function wrongFinding(subject: Subject, point: PartialCheck, message: string, span: Span | undefined): Finding {
  return subject.finding({
    kind: "partial",
    message,
    values: subject.operandValues(point.user),
    scalar: point.user,
    span,
  });
}

/** Which operand a partial is by. */
function operandPlace({ graph }: Subject, { user, edge }: PartialCheck): number {
  return edge - nth(graph.starts, user);
}

function errorOf({ partial, slope }: PartialCheck): number {
  const other = slope.tag === "smooth" ? slope.slope : slope.tag === "kink" ? slope.left : 0;
  return Math.abs(partial - other) / Math.max(1, Math.abs(partial), Math.abs(other));
}

/** `at 4.0 it is 1.0, and differences give 3.0`. */
function pointText(subject: Subject, { user, partial, slope }: PartialCheck): string {
  const at = subject.operandValues(user).map(showReal).join(", ");
  const other =
    slope.tag === "smooth"
      ? `differences give ${rounded(slope.slope)}`
      : slope.tag === "kink"
        ? `the slopes on both sides are ${rounded(slope.left)} and ${rounded(slope.right)}`
        : "differences settle on nothing";
  return `at ${at} it is ${showReal(partial)}, and ${other}`;
}

/** A finding for each place with an operation at a kink through which a cotangent goes back: one that is 0 takes no derivative there. */
function kinkFindings(subject: Subject, { kinks }: PartialsChecked): readonly Caused[] {
  const { graph, depends } = subject;
  const touched = kinks.filter(({ user, operand }) => graph.cotangents[user] !== 0 && depends[operand] === 1);
  const places = groupedBy(touched, ({ user }) => subject.placeKey(user));
  return [...places.values()].map((points) => {
    const { user, partial, slope } = nth(points, 0);
    const slopes = slope.tag === "kink" ? `: the slopes are ${rounded(slope.left)} and ${rounded(slope.right)}` : "";
    const scalars = new Set(points.map((point) => point.user)).size;
    const often = scalars === 1 ? "" : ` (${scalars} times)`;
    const finding = subject.finding({
      kind: "kink",
      message: `${subject.named(user)} is at a kink${subject.at(user)}${slopes}, and the derivative taken is ${showReal(partial)}${often}`,
      values: subject.operandValues(user),
      scalar: user,
    });
    return { finding, touched: points };
  });
}

/** A finding for each place with a comparison, `floor` or `round` that is decided at the very point. */
function tieFindings(subject: Subject): readonly Caused[] {
  const { graph, depends } = subject;
  const { node, op, span, isTie } = graph.discrete;
  const found = new Map<number, { readonly finding: Finding; readonly touched: Touched[] }>();
  for (let row = 0; row < node.length; row++) {
    const [scalar, place] = [nth(node, row), nth(span, row)];
    if (isTie[row] === 0 || depends[scalar] === 0) continue;
    const known = found.get(place);
    if (known !== undefined) {
      known.touched.push({ operand: scalar });
      continue;
    }
    const at = place < 0 ? undefined : graph.spans[place];
    const name = subject.written(at) ?? graph.ops[nth(op, row)];
    const value = nth(graph.values, scalar);
    const message = `\`${name}\` is decided at this very point, ${showReal(value)}: a step to one side may lead elsewhere`;
    const finding = subject.finding({ kind: "kink", message, values: [value], scalar, span: at });
    found.set(place, { finding, touched: [{ operand: scalar }] });
  }
  return [...found.values()];
}
