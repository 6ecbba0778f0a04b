// A slider for a Real of the input.
import { t } from "@lingui/core/macro";
import { type Range, snapped } from "../value/model/range.ts";

interface RealSliderProps {
  readonly name: string;
  readonly real: number;
  readonly range: Range;
  onReal(real: number): void;
  /** The slider was let go. */
  onRest(): void;
}

/** A number beyond its range widens it; one that is not finite stands at 0. */
export function RealSlider({ name, real, range, onReal, onRest }: RealSliderProps) {
  return (
    <input
      type="range"
      data-own-keys=""
      aria-label={t`${name} of the input`}
      min={Math.min(range.min, real)}
      max={Math.max(range.max, real)}
      step={range.step}
      value={Number.isFinite(real) ? real : 0}
      onChange={(event) => onReal(snapped(Number(event.target.value), range.step))}
      onPointerUp={onRest}
      onKeyUp={onRest}
    />
  );
}
