// The lines of the transformed program that a rung changes.
import { t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import type { PrintedLine } from "../../../engine/texts/transformed-text.ts";
import { Notation } from "../../ui/notation.tsx";

/** Lines around a change that are shown with it. */
const AROUND = 1;

/** Shows the changed lines of the program with a line around them; says so where the code is the same. */
export function Changes({ lines }: { readonly lines: readonly PrintedLine[] }) {
  if (lines.length === 0) return <p className="note">{t`recording …`}</p>;
  const isNear = (place: number): boolean =>
    lines.slice(Math.max(0, place - AROUND), place + AROUND + 1).some(({ change }) => change !== "same");
  const shown = lines.map((line, place) => ({ ...line, place })).filter(({ place }) => isNear(place));
  if (shown.length === 0) return <p className="note">{t`The code is the same as before.`}</p>;
  return (
    <pre className="changes" translate="no">
      {shown.map(({ place, text, change }, index) => (
        <span key={place}>
          {index > 0 && nth(shown, index - 1).place + 1 < place && <span className="gap">{"⋮\n"}</span>}
          {change === "new" ? (
            <ins>
              <Notation text={`${text}\n`} />
            </ins>
          ) : change === "gone" ? (
            <del>
              <Notation text={`${text}\n`} />
            </del>
          ) : (
            <span className="same">
              <Notation text={`${text}\n`} />
            </span>
          )}
        </span>
      ))}
    </pre>
  );
}
