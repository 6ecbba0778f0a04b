// Fields of a form, each with its label.
import { type ReactNode, useId } from "react";
import { REVERSE_STAGES } from "../../../../engine/algorithms/catalogue.ts";
import type { Parts } from "../../../course/model/usual-words.ts";
import type { LessonCell } from "../../../document/document.ts";

/** A form of a cell: the parts of its source, and where a change of them goes. */
export interface FormProps {
  readonly cell: LessonCell;
  readonly parts: Parts;
  onParts(parts: Parts): void;
}

/** The stages to choose from, each with its words. */
export const STAGES = REVERSE_STAGES.map(({ id }) => [id, id] as const);

/** A field of text. */
interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly isCode?: boolean;
  /** Why the value is refused; undefined where it is not. */
  readonly refusal?: ReactNode;
  onValue(value: string): void;
}

/** Shows a field of one line. */
export function Line({ label, value, isCode = false, refusal, onValue }: FieldProps) {
  const id = useId();
  return (
    <p className="lesson-form-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={isCode ? "text-field code" : "text-field"}
        type="text"
        autoComplete="off"
        spellCheck={!isCode}
        value={value}
        aria-invalid={refusal !== undefined}
        aria-describedby={`${id}-refusal`}
        onChange={({ target }) => onValue(target.value)}
      />
      <span id={`${id}-refusal`} role="status" className="lesson-form-refusal">
        {refusal}
      </span>
    </p>
  );
}

/** Shows a field of several lines, as high as its text. */
export function Area({ label, value, isCode = false, onValue }: FieldProps) {
  const id = useId();
  return (
    <p className="lesson-form-field wide">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={isCode ? "text-field code" : "text-field"}
        rows={Math.min(12, Math.max(2, value.split("\n").length))}
        spellCheck={!isCode}
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
    </p>
  );
}

/** A choice of values, each with its words. */
interface SelectProps extends Omit<FieldProps, "isCode" | "refusal"> {
  readonly options: readonly (readonly [value: string, words: string])[];
}

/** Shows a choice; a value that is none of the options is one more. */
export function Select({ label, value, options, onValue }: SelectProps) {
  const id = useId();
  const isKnown = options.some(([one]) => one === value);
  return (
    <p className="lesson-form-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onValue(target.value)}>
        {!isKnown && <option value={value}>{value}</option>}
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </p>
  );
}
