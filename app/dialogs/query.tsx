// The field in which something is looked for.
import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";

/** A field to look for something: its label, its text, and the callback for changes. */
export interface QueryProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  onText(text: string): void;
  /** Takes the first thing that was found. */
  onTake(): void;
}

/** The field, with the parts behind it in its line. */
export function Query(props: QueryProps & { readonly children?: ReactNode }) {
  const { label, placeholder, text, onText, onTake, children } = props;
  return (
    <form
      className="dialog-query"
      onSubmit={(event) => {
        event.preventDefault();
        onTake();
      }}
    >
      <Icon name="search" />
      <input
        type="search"
        placeholder={placeholder}
        aria-label={label}
        autoComplete="off"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {children}
    </form>
  );
}
