// The two checks of a gradient in words: how many entries agree, which do not and by how much, and why some could not be compared.
import { plural, t } from "@lingui/core/macro";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { Checks, Finding } from "../../../engine/derive/checks.ts";

/** A check as it is shown: whether it agrees with all that was compared, and in which words; a line more for each listed entry. */
export interface CheckView {
  readonly label: string;
  readonly verdict: "agrees" | "differs" | "unknown";
  readonly words: string;
  readonly lines: readonly string[];
}

/** Above this a difference from forward mode is no rounding; relative to max(1, largest entry), as the engine gives it. */
const TOLERANCE = 1e-9;

/** Entries that are listed. */
const MOST_TOLD = 4;

/** The checks of a gradient. */
export function checkViews(checks: Checks): readonly CheckView[] {
  return [forwardMode(checks), finiteDifferences(checks)];
}

/** Why nothing was compared. */
function nothing({ ranOut }: Checks): string {
  return ranOut ? t`not checked: the run is too long` : t`nothing to compare at this input`;
}

function forwardMode(checks: Checks): CheckView {
  const label = t`forward mode`;
  const { forwardMode: found, contradiction } = checks;
  if (found === null) return { label, verdict: "unknown", words: nothing(checks), lines: [] };
  const agrees = found <= TOLERANCE && contradiction === undefined;
  if (agrees) return { label, verdict: "agrees", words: agreeing(checks, checks.compared.forwardMode), lines: [] };
  if (!Number.isFinite(found))
    return { label, verdict: "differs", words: t`differs: one is infinite or not a number`, lines: [] };
  const difference = shortReal(found);
  return { label, verdict: "differs", words: t`differs by ${difference}, relative to the largest entry`, lines: [] };
}

function finiteDifferences(checks: Checks): CheckView {
  const label = t`finite differences`;
  const { findings, compared, ranOut } = checks;
  const lines = findings.slice(0, MOST_TOLD).map(findingText);
  const more = findings.length - lines.length;
  if (more > 0) lines.push(plural(more, { one: `and # entry more`, other: `and # entries more` }));
  const isWrong = findings.some(({ tag }) => tag === "differs");
  if (isWrong) {
    const wrong = findings.filter(({ tag }) => tag === "differs").length;
    const of = compared.of;
    const words =
      compared.by === "entries"
        ? plural(of, { one: `contradict ${wrong} of # entry`, other: `contradict ${wrong} of # entries` })
        : t`contradict the gradient along a direction`;
    return { label, verdict: "differs", words, lines };
  }
  if (compared.finiteDifferences === 0 && findings.length === 0 && (ranOut || compared.of > 0))
    return { label, verdict: "unknown", words: nothing(checks), lines };
  const isWhole = compared.finiteDifferences === compared.of && findings.length === 0;
  return {
    label,
    verdict: isWhole ? "agrees" : "unknown",
    words: agreeing(checks, compared.finiteDifferences),
    lines,
  };
}

/** How many of the compared ones agree. */
function agreeing({ compared: { by, of } }: Checks, count: number): string {
  if (by === "directions")
    return plural(of, {
      one: `agrees along ${count} of # random direction`,
      other: `agrees along ${count} of # random directions`,
    });
  if (count === of) return t`equal`;
  return plural(of, { one: `${count} of # entry equal`, other: `${count} of # entries equal` });
}

/** An entry that differences contradict, or could not be compared with, in a line. */
export function findingText(finding: Finding): string {
  const entry = finding.entry ?? t`a random direction`;
  const here = shortReal(finding.here);
  switch (finding.tag) {
    case "differs": {
      const there = shortReal(finding.there);
      return t`${entry}: ${here}, differences ${there}`;
    }
    case "kink": {
      const [left, right] = [shortReal(finding.left), shortReal(finding.right)];
      return t`${entry} is at a kink: slopes ${left} and ${right}, the derivative taken is ${here}`;
    }
    case "unconfirmed":
      return unconfirmed(entry, here, finding.why);
  }
}

function unconfirmed(
  entry: string,
  here: string,
  why: Extract<Finding, { readonly tag: "unconfirmed" }>["why"],
): string {
  switch (why) {
    case "jump":
      return t`${entry}: ${here} could not be compared: the value jumps here`;
    case "edge":
      return t`${entry}: ${here} could not be compared: beside this input there is no value, one of another form, or one that is no number`;
    case "unsteady":
      return t`${entry}: ${here} could not be compared: differences do not converge`;
  }
}
