// All places of a name, to go to, and another name for it.
import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import type { Span } from "../../engine/source/span.ts";
import { type CellId, programsOf } from "../document/document.ts";
import { useDocument } from "../document/state/document.ts";
import { goTo } from "../editor/registry.ts";
import { closeDialog } from "../navigation/dialogs.ts";
import { type NamePlace, type References, rename, useReferences, whyNotRename } from "../program/state/references.ts";
import { Icon } from "../ui/icon.tsx";
import { keyed } from "../ui/keyed.ts";
import { RichText } from "../ui/rich-text.tsx";
import { message } from "../words/rich-text.ts";
import { Frame } from "./frame.tsx";

/** Shows all places of a name to go to one, and a field that gives the name another form everywhere. */
export default function ReferencesDialog() {
  const found = useReferences((state) => state.found);
  if (found === undefined) return null;
  return <Found found={found} />;
}

function leaveFor(cell: CellId, span: Span): void {
  closeDialog();
  // the dialog gives the focus back first, and the editor takes its new text
  setTimeout(() => goTo(cell, span));
}

function Found({ found }: { readonly found: References }) {
  const { name, places, isOwn } = found;
  const programs = programsOf(useDocument((state) => state.document));
  const [next, setNext] = useState(name);
  const [said, setSaid] = useState("");
  const take = (): void => {
    const problem = whyNotRename(found, next.trim());
    if (problem !== undefined) return setSaid(problem);
    const offset = rename(found, next.trim());
    if (offset === undefined) return setSaid(t`A program has changed in the meantime. Search for the name again.`);
    const { cell } = found.asked;
    leaveFor(cell, { source: "<program>", from: offset, to: offset });
  };
  const go = ({ cell, span }: NamePlace): void => leaveFor(cell, span);
  const whereIs = ({ cell, line }: NamePlace): string => {
    const program = programs.findIndex(({ id }) => id === cell) + 1;
    return programs.length > 1 ? t`program ${program}, line ${line}` : t`line ${line}`;
  };
  const count = places.length;
  const title = plural(count, { one: `${name}: ${count} place`, other: `${name}: ${count} places` });
  return (
    <Frame title={title}>
      <div className="dialog-body">
        {isOwn && (
          <form
            className="rename"
            onSubmit={(event) => {
              event.preventDefault();
              take();
            }}
          >
            <label>
              <span className="label">{t`New name`}</span>
              <input
                type="text"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                value={next}
                onFocus={(event) => event.target.select()}
                onChange={(event) => {
                  setNext(event.target.value);
                  setSaid("");
                }}
              />
            </label>
            <button type="submit" className="button solid small">
              <Icon name="tick" /> {t`Rename everywhere`}
            </button>
            <p className="note" role="alert">
              {said !== "" && <RichText runs={message(said)} />}
            </p>
          </form>
        )}
        <ul className="choices">
          {keyed(places).map(({ key, item: place }) => (
            <li key={key}>
              <button type="button" className="choice place" onClick={() => go(place)}>
                <span className="place-where">{whereIs(place)}</span>
                <code translate="no">
                  {place.before.slice(-60)}
                  <mark>{name}</mark>
                  {place.behind.slice(0, 80)}
                </code>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Frame>
  );
}
