// A warning that no one overlooks: a result that its own check contradicts.
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { unreachable } from "../../../engine/base/unreachable.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { faultsIn, readVariations } from "../../../engine/session/input/variations.ts";
import type { Contradiction, WrongDerivative } from "../../../engine/session/run/contradiction.ts";
import { mayBeOutOfRange } from "../../../engine/session/run/out-of-range.ts";
import { Icon } from "../../ui/icon.tsx";

interface ContradictionNoteProps {
  readonly found: Contradiction;
  /** How the stage was varied. */
  readonly variations: string;
  /** Whether it belongs to a view that fills the page: it lies over that, or, where something was broken on purpose, above it. */
  readonly isFloating?: true;
}

/** Warns of a result that its own check contradicts; it can be put away. */
export function ContradictionNote({ found, variations, isFloating }: ContradictionNoteProps) {
  const [isHidden, setHidden] = useState(false);
  if (isHidden) return null;
  const isBroken = faultsIn(readVariations(variations)).length > 0;
  const looks = ["contradicted", ...(isFloating ? [isBroken ? "above" : "over"] : [])];
  return (
    <div className={looks.join(" ")} role="alert">
      <Icon name="cross" />
      <p>
        <strong>{isBroken ? t`Broken on purpose.` : t`Do not trust this result.`}</strong> {why(found)}{" "}
        {isBroken
          ? t`You chose a variation that makes the stage wrong. Turn it off under “Variations”.`
          : mayBeOutOfRange(found)
            ? t`Either a product on the way is too large or too small to be represented, or this is a bug in Dualscope: then please report it, and include the program.`
            : t`This is a bug in Dualscope, not in your program. Please report it, and include the program.`}
      </p>
      {isFloating && (
        <button type="button" className="button line small" onClick={() => setHidden(true)}>
          {t`I understand`}
        </button>
      )}
    </div>
  );
}

interface MultipliedZeroNoteProps {
  readonly found: WrongDerivative;
}

/** Says that a derivative is NaN by the method of the stage's paper, and not because of a mistake. */
export function MultipliedZeroNote({ found }: MultipliedZeroNoteProps) {
  const of = found.of ?? "";
  const there = shortReal(found.there);
  return (
    <p className="quiet" role="note">
      {t`The derivative with respect to ${of} is NaN here; the graph of the run gives ${there}. This stage multiplies the zeros of unreached scalars by an infinite partial (0 · ∞ = NaN), as its paper does; the stage tape skips them.`}
    </p>
  );
}

function why(found: Contradiction): string {
  switch (found.tag) {
    case "value":
      return t`When it runs again for the check, the program gives a different value.`;
    case "mistake":
      return t`When it runs again for the check, the program ends in an error.`;
    case "gradient": {
      // with enough digits to differ
      const isShort = shortReal(found.here) !== shortReal(found.there);
      const [here, there] = [found.here, found.there].map((one) => (isShort ? shortReal(one) : String(one)));
      const { of } = found;
      if (of !== undefined)
        return t`Here the derivative with respect to ${of} is ${here}; forward mode gives ${there}.`;
      return t`Here a derivative is ${here}; forward mode gives ${there}.`;
    }
    default:
      return unreachable(found);
  }
}
