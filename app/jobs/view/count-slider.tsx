// A slider for a count, such as that of the workers of a schedule.
import { keepArrows } from "./jobs-keys.ts";

interface CountSliderProps {
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly value: number;
  /** The value in words. */
  readonly words: string;
  /** Whether it cannot be moved now. */
  readonly isFixed?: boolean;
  onChange(value: number): void;
}

/** Shows a slider for a count; screen readers speak `words` for the number. */
export function CountSlider({ label, least, most, value, words, isFixed, onChange }: CountSliderProps) {
  return (
    <label className="jobs-workers">
      <span className="label">{label}</span>
      <input
        type="range"
        min={least}
        max={most}
        value={value}
        aria-valuetext={words}
        disabled={isFixed}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        onKeyDown={keepArrows}
      />
      <output>{value}</output>
    </label>
  );
}
