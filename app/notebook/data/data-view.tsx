// The data of a program: each name of its header with its file, and the ways to give, replace and remove that.
import { plural, t } from "@lingui/core/macro";
import { useRef, useState } from "react";
import type { DataSize } from "../../../engine/session/program/data.ts";
import { dataNamed } from "../../document/data-files.ts";
import type { CellId, ProgramCell } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";
import type { CellCheck } from "../../program/model/run.ts";
import { Icon } from "../../ui/icon.tsx";
import { keyed } from "../../ui/keyed.ts";
import { grouped } from "../../words/numbers.ts";
import "./data.css";
import { removeFile, takeFile } from "./take-files.ts";

interface DataViewProps {
  readonly cell: ProgramCell;
  readonly check: CellCheck | undefined;
}

/** Shows the data that a program's header names. */
export default function DataView({ cell, check }: DataViewProps) {
  const [said, setSaid] = useState("");
  return (
    <section className="data" aria-label={t`Data of the program`}>
      <ul>
        {keyed(dataNamed(cell.text)).map(({ key, item }) => (
          <DataRow key={key} cell={cell.id} {...item} sizes={check?.checked.data} onSaid={setSaid} />
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </section>
  );
}

interface DataRowProps {
  readonly cell: CellId;
  readonly name: string;
  readonly file: string;
  readonly sizes: readonly DataSize[] | undefined;
  onSaid(words: string): void;
}

function DataRow({ cell, name, file, sizes, onSaid }: DataRowProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isKept = useDocument(({ document }) => document.files?.some((one) => one.name === file) === true);
  const size = isKept ? sizes?.find((one) => one.name === name && one.file === file) : undefined;
  const take = async (chosen: File): Promise<void> => {
    if (await takeFile(cell, file, chosen)) onSaid(t`${file} is kept with the document.`);
  };
  const remove = (): void => {
    removeFile(file);
    onSaid(t`${file} is no longer kept with the document.`);
    // the button that was pressed goes
    button.current?.focus();
  };
  return (
    <li>
      <span className="data-words">
        <b translate="no">{name}</b>
        {": "}
        <span translate="no">{file}</span>
        {size !== undefined && `, ${sizeWords(size)}`}
      </span>
      <span className="data-actions">
        <button
          ref={button}
          type="button"
          className={isKept ? "button line small" : "button solid small"}
          aria-label={isKept ? t`Replace ${file}` : t`Choose ${file}`}
          onClick={() => chooseData((chosen) => void take(chosen))}
        >
          {isKept ? t`Replace` : t`Choose the file`}
        </button>
        {isKept && (
          <button
            type="button"
            className="button quiet icon-only"
            title={t`Remove ${file} from the document`}
            aria-label={t`Remove ${file} from the document`}
            onClick={remove}
          >
            <Icon name="cross" />
          </button>
        )}
      </span>
    </li>
  );
}

function sizeWords({ rows, columns }: DataSize): string {
  const [across, down] = [grouped(columns), grouped(rows)];
  if (columns === 1) return plural(rows, { one: `${down} number`, other: `${down} numbers` });
  if (rows === 1) return plural(columns, { one: `${across} number`, other: `${across} numbers` });
  return plural(rows, { one: `${down} row × ${across}`, other: `${down} rows × ${across}` });
}

/** Has the user choose a file of numbers. */
function chooseData(onFile: (file: File) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".csv,.tsv,.txt,.dat,text/*";
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file !== undefined) onFile(file);
  });
  input.click();
}
