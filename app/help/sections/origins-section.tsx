// Coming from another language: its forms, and those of Dual.
import { t } from "@lingui/core/macro";
import { ORIGINS, type Origin, type Reference, type Rosetta } from "../../../engine/reference/entry.ts";
import { RichTerms } from "../rich-terms.tsx";
import { useHelp } from "../state.ts";
import { ExampleCode } from "./example-code.tsx";

interface OriginsSectionProps {
  readonly tables: Reference["comingFrom"];
  onOpen(text: string): void;
}

/** Shows the forms of another language, which is chosen, beside those of Dual. */
export function OriginsSection({ tables, onOpen }: OriginsSectionProps) {
  const origin = useHelp((state) => state.origin);
  return (
    <>
      <fieldset className="help-sections help-origins" aria-label={t`The language you know`}>
        {ORIGINS.map((one) => (
          <button
            key={one}
            type="button"
            translate="no"
            aria-pressed={one === origin}
            onClick={() => useHelp.setState({ origin: one })}
          >
            {one}
          </button>
        ))}
      </fieldset>
      {tables[origin].map((row) => (
        <OriginRow key={row.topic} origin={origin} row={row} onOpen={onOpen} />
      ))}
    </>
  );
}

interface OriginRowProps {
  readonly origin: Origin;
  readonly row: Rosetta;
  onOpen(text: string): void;
}

/** Shows one topic of a language beside Dual. */
export function OriginRow({ origin, row: { topic, there, dual, note, example }, onOpen }: OriginRowProps) {
  return (
    <article className="help-entry" tabIndex={-1} data-entry={`${origin} ${topic}`}>
      <h3 className="help-topic" lang="en">
        {topic}
      </h3>
      <div className="help-pair">
        <p className="label" translate="no">
          {origin}
        </p>
        <pre translate="no">{there}</pre>
        <p className="label" translate="no">
          Dual
        </p>
        <ExampleCode name={topic} text={example} shown={dual} onOpen={onOpen} />
      </div>
      {note !== undefined && (
        <p lang="en">
          <RichTerms text={note} />
        </p>
      )}
    </article>
  );
}
