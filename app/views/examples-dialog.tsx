// The examples in teaching order, and the texts that were replaced, to open one of them.
import { useEffect, useId, useRef, useState } from "react";
import { Icon } from "../components/icon.tsx";
import type { ProgramCell } from "../document/document.ts";
import { EXAMPLES } from "../document/examples.ts";
import { openText, useDocument } from "../state/document.ts";
import { startRun } from "../state/running.ts";
import { exampleChoices, recentChoices } from "../view-models/choices.ts";
import { moveAmongChoices } from "./dialogs/move-among-choices.ts";

interface ExamplesDialogProps {
  readonly cell: ProgramCell;
  onClose(): void;
}

export function ExamplesDialog({ cell, onClose }: ExamplesDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [query, setQuery] = useState("");
  const recent = useDocument((state) => state.recent);
  useEffect(() => dialog.current?.showModal(), []);

  const close = (): void => dialog.current?.close();
  const open = (index: number): void => {
    const example = EXAMPLES[index];
    if (example === undefined) return;
    openText(cell.id, example.text);
    void startRun(cell.id);
    close();
  };
  const reopen = (index: number): void => {
    const text = recent[index];
    if (text === undefined) return;
    openText(cell.id, text.text, text.ask);
    close();
  };
  const examples = exampleChoices(EXAMPLES, query, cell.text);
  const texts = recentChoices(recent, query);
  const openFirst = (): void => {
    if (examples[0] !== undefined) open(examples[0].index);
    else if (texts[0] !== undefined) reopen(texts[0].index);
  };
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={heading}
      onClose={onClose}
      onKeyDown={moveAmongChoices}
      // a click on the backdrop is one on the dialog itself
      onPointerDown={(event) => event.target === event.currentTarget && close()}
    >
      <div className="dialog-inner">
        <h2 id={heading} className="visually-hidden">
          Open a program
        </h2>
        <form
          className="dialog-query"
          onSubmit={(event) => {
            event.preventDefault();
            openFirst();
          }}
        >
          <Icon name="search" />
          <input
            type="search"
            placeholder="Find an example"
            aria-label="Find an example"
            autoComplete="off"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <button type="button" className="button line small" onClick={close}>
            Close{" "}
            <span className="key" aria-hidden="true">
              Esc
            </span>
          </button>
        </form>
        <div className="dialog-body">
          {texts.length > 0 && (
            <>
              <h3 className="small-caps">What you had</h3>
              <ul className="choices">
                {texts.map(({ key, index, title, about }) => (
                  <li key={key}>
                    <button type="button" className="choice" onClick={() => reopen(index)}>
                      <span className="choice-number">
                        <Icon name="back" />
                      </span>
                      <b>{title}</b>
                      <span className="choice-about">{about}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
          <h3 className="small-caps">Examples, in teaching order</h3>
          {examples.length === 0 && <p className="soft">No example has that in its title or its text.</p>}
          <ul className="choices">
            {examples.map(({ key, index, number, title, about, isOpen }) => (
              <li key={key}>
                <button
                  type="button"
                  className="choice"
                  aria-current={isOpen ? "true" : undefined}
                  onClick={() => open(index)}
                >
                  <span className="choice-number">{number}</span>
                  <b>{title}</b>
                  <span className="choice-about">{about}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </dialog>
  );
}
