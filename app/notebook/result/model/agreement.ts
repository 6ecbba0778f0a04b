// The two checks of a gradient in words: equal, how far apart at most, or why they could not be compared.
import { t } from "@lingui/core/macro";
import type { Checks } from "../../../../engine/session/derivatives/checks.ts";
import { type Scientific, scientific } from "../../../words/numbers.ts";

/** A check as it is shown: whether it agrees, and in which words. */
export interface CheckView {
  readonly label: string;
  readonly verdict: "agrees" | "differs" | "unknown";
  /** The words; `difference`, where there is one, stands between `before` and `after`. */
  readonly before: string;
  readonly difference: Scientific | undefined;
  readonly after: string;
}

/** Above these the difference is no rounding; relative to max(1, largest entry), as the engine gives them. */
const TOLERANCE: Readonly<Record<"forwardMode" | "finiteDifferences", number>> = {
  forwardMode: 1e-9,
  finiteDifferences: 1e-4,
};

const LABELS: Readonly<Record<keyof typeof TOLERANCE, string>> = {
  forwardMode: t`forward mode`,
  finiteDifferences: t`finite differences`,
};

/** Stands in the words where the difference is to stand. */
const DIFFERENCE = "\ufffc";

/** The checks of a gradient whose largest entry is given. Differences are relative to max(1, largest entry). */
export function checkViews(checks: Checks, largest: number): readonly CheckView[] {
  const isRelative = largest > 1;
  return (["forwardMode", "finiteDifferences"] as const).map((key) => {
    const label = LABELS[key];
    const plain = (verdict: CheckView["verdict"], before: string): CheckView => ({
      label,
      verdict,
      before,
      difference: undefined,
      after: "",
    });
    const found = checks[key];
    if (found === null)
      return plain(
        "unknown",
        checks.ranOut ? t`the run is too long to be compared` : t`nothing to compare at this input`,
      );
    if (found === 0) return plain("agrees", t`equal`);
    if (!Number.isFinite(found)) return plain("differs", t`they differ: one is infinite or not a number`);
    const difference = DIFFERENCE;
    const words = isRelative
      ? t`largest difference ${difference} of the largest entry`
      : t`largest difference ${difference}`;
    const [before = "", after = ""] = words.split(difference).map((part) => part.trim());
    return {
      label,
      verdict: found <= TOLERANCE[key] ? "agrees" : "differs",
      before,
      difference: scientific(found),
      after,
    };
  });
}
