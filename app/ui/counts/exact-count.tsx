// A count of any size, rounded, with all its digits at a press.
import { useState } from "react";
import { exactly, sized } from "../../words/magnitude.ts";

/** Shows a count; a rounded one has its digits in a tooltip and for screen readers, and shows them when it is pressed. */
export function ExactCount({ value }: { readonly value: number | bigint }) {
  const [isWhole, setWhole] = useState(false);
  const exact = exactly(value);
  if (exact === undefined) return sized(value);
  return (
    <button
      type="button"
      className="exact-count"
      title={exact}
      translate="no"
      onClick={() => setWhole((before) => !before)}
    >
      <span aria-hidden="true">{isWhole ? exact : sized(value)}</span>
      <span className="visually-hidden">{exact}</span>
    </button>
  );
}
