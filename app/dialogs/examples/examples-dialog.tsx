// The examples in teaching order, each with the graph of its run, to open one of them.
import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { type ProgramCell, programsOf } from "../../document/document.ts";
import { EXAMPLES } from "../../document/examples.ts";
import { useDocument } from "../../document/state/document.ts";
import { openProgram } from "../../document/state/opening.ts";
import { openDialog, useDialog } from "../../navigation/dialogs.ts";
import { startRun } from "../../program/state/running.ts";
import { Frame } from "../frame.tsx";
import { OpenTag } from "../open-tag.tsx";
import { exampleChoices, tellingN } from "./model.ts";
import { Thumbnail } from "./thumbnail.tsx";
import { drawThumbnails } from "./thumbnails.ts";

/** Shows the examples in their order, filtered by the query, each with the graph of its run; a choice opens one. */
export default function ExamplesDialog() {
  const asked = useDialog(({ program }) => program);
  const programs = programsOf(useDocument(({ document }) => document));
  const cell = programs.find(({ id }) => id === asked) ?? programs[0];
  return cell === undefined ? null : <Examples cell={cell} />;
}

function Examples({ cell }: { readonly cell: ProgramCell }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState("");
  useEffect(() => drawThumbnails(EXAMPLES.map(({ name, text }) => ({ name, text, n: tellingN(text) }))), []);

  const open = async (index: number): Promise<void> => {
    const example = EXAMPLES[index];
    if (example === undefined) return;
    dialog.current?.close();
    const opened = await openProgram(cell.id, example.text);
    if (opened !== undefined) void startRun(opened);
  };
  const examples = exampleChoices(EXAMPLES, query, cell.text);
  const openFirst = (): void => {
    if (examples[0] !== undefined) void open(examples[0].index);
  };
  return (
    <Frame
      title={t`Open a program`}
      ref={dialog}
      query={{
        label: t`Find an example`,
        placeholder: t`Find an example`,
        text: query,
        onText: setQuery,
        onTake: openFirst,
      }}
    >
      <div className="dialog-body">
        <p>
          <button type="button" className="button line small" onClick={() => openDialog("course")}>
            {t`Open the course`}
          </button>
        </p>
        <h3 className="small-caps">{t`Examples, in teaching order`}</h3>
        {examples.length === 0 && <p className="soft">{t`No matching example.`}</p>}
        <ul className="choices">
          {examples.map(({ key, index, number, title, about, isOpen }) => (
            <li key={key}>
              <button
                type="button"
                className="choice example"
                aria-current={isOpen ? "true" : undefined}
                onClick={() => void open(index)}
              >
                <span className="choice-number">{number}</span>
                <Thumbnail example={key} />
                <span className="choice-words">
                  <b>
                    <span lang="en">{title}</span>
                    {isOpen && <OpenTag />}
                  </b>
                  <span className="choice-about" lang="en">
                    {about}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Frame>
  );
}
