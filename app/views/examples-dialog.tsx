// The examples in teaching order, each with the graph of its run, to open one of them.
import { useEffect, useId, useRef, useState } from "react";
import { Icon } from "../components/icon.tsx";
import type { ProgramCell } from "../document/document.ts";
import { EXAMPLES } from "../document/examples.ts";
import { openProgram } from "../state/document.ts";
import { startRun } from "../state/running.ts";
import { drawThumbnails, useThumbnails } from "../state/thumbnails.ts";
import { exampleChoices, tellingN } from "../view-models/choices.ts";
import { moveAmongChoices } from "./dialogs/move-among-choices.ts";
import { Thumbnail } from "./thumbnail.tsx";

interface ExamplesDialogProps {
  readonly cell: ProgramCell;
  onClose(): void;
}

export function ExamplesDialog({ cell, onClose }: ExamplesDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [query, setQuery] = useState("");
  const pictures = useThumbnails((state) => state.pictures);
  useEffect(() => drawThumbnails(EXAMPLES.map(({ name, text }) => ({ name, text, n: tellingN(text) }))), []);
  useEffect(() => dialog.current?.showModal(), []);

  const close = (): void => dialog.current?.close();
  const open = (index: number): void => {
    const example = EXAMPLES[index];
    if (example === undefined) return;
    close();
    const opened = openProgram(cell.id, example.text);
    if (opened !== undefined) void startRun(opened);
  };
  const examples = exampleChoices(EXAMPLES, query, cell.text);
  const openFirst = (): void => {
    if (examples[0] !== undefined) open(examples[0].index);
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
          <h3 className="small-caps">Examples, in teaching order</h3>
          {examples.length === 0 && <p className="soft">No example has that in its title or its text.</p>}
          <ul className="choices">
            {examples.map(({ key, index, number, title, about, isOpen }) => (
              <li key={key}>
                <button
                  type="button"
                  className="choice example"
                  aria-current={isOpen ? "true" : undefined}
                  onClick={() => open(index)}
                >
                  <span className="choice-number">{number}</span>
                  <Thumbnail picture={pictures[key]} />
                  <span className="choice-words">
                    <b>{title}</b>
                    <span className="choice-about">{about}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </dialog>
  );
}
