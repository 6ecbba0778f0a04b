// A program of the help, and the button that opens it.
import { t } from "@lingui/core/macro";
import { DualCode } from "../../editor/dual/dual-code.tsx";

interface ExampleCodeProps {
  /** The example's subject. */
  readonly name: string;
  readonly text: string;
  /** The visible part, where that is not all but its title. */
  readonly shown?: string;
  onOpen(text: string): void;
}

/** Shows a program of the help, and opens it in the document. */
export function ExampleCode({ name, text, shown, onOpen }: ExampleCodeProps) {
  return (
    <div className="help-example">
      <pre translate="no">
        <DualCode code={shown ?? text.replace(/^-- title: Example of .*\n/, "").trimEnd()} />
      </pre>
      <button
        type="button"
        className="button line small"
        aria-label={t`Open and run: ${name}`}
        title={t`Opens it as a new document and runs it`}
        onClick={() => onOpen(text)}
      >
        {t({ message: "Open", comment: "opens an example" })}
      </button>
    </div>
  );
}
