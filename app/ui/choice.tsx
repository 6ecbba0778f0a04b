// One of a few things, as buttons beside each other.

/** A value to choose, and the words on its button. */
export interface Choosable<Value extends string> {
  readonly value: Value;
  readonly words: string;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choosable<Value>[];
  onChange(value: Value): void;
}

/** Shows a button for each value, of which the chosen one is pressed; `label` names the group for screen readers. */
export function Choice<Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset className="either" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.words}
        </button>
      ))}
    </fieldset>
  );
}
