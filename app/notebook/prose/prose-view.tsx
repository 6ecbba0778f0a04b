// A prose cell: Markdown with mathematics, read as it looks and written as text.
import { t } from "@lingui/core/macro";
import { type DragEvent, useRef, useState } from "react";
import { Text } from "../../course/view/text.tsx";
import type { ProseCell } from "../../document/document.ts";
import { firstWords, hasSilentPicture } from "../../document/first-words.ts";
import { picturesIn } from "../../document/pictures/pictures-in.ts";
import { setText } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import { Icon } from "../../ui/icon.tsx";
import { CellTools } from "../cell/cell-tools.tsx";
import { ProseEditor } from "../cell/late-editors.tsx";
import type { Given } from "./add-pictures.tsx";

/** Shows a prose cell as it reads; a click or Enter opens its editor. */
export function ProseView({ cell }: { readonly cell: ProseCell }) {
  // a new cell is there to be written
  const [isOpen, setOpen] = useState(cell.text === "");
  const [dropped, setDropped] = useState<Given>();
  const box = useRef<HTMLElement>(null);
  const isKnown = useDocument(({ document }) => document.cells.some(({ id }) => id === cell.id));
  const close = (): void => {
    setOpen(false);
    setDropped(undefined);
    // the focus stays where the cell is
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(".prose-edit")?.focus());
  };
  const drop = (event: DragEvent): void => {
    const files = picturesIn(event.dataTransfer);
    // the editor has taken files dropped on it
    if (event.defaultPrevented || files.length === 0 || isOpen) return;
    event.preventDefault();
    setDropped({ files });
    setOpen(true);
  };
  if (!isKnown) return null;
  const beginning = firstWords(cell.text);
  return (
    <section
      ref={box}
      className="chapter prose-cell"
      id={cell.id}
      data-cell={cell.id}
      aria-label={t`Prose: ${beginning}`}
      onDragOver={(event) => event.dataTransfer.types.includes("Files") && event.preventDefault()}
      onDrop={drop}
    >
      <CellTools cell={cell} />
      {isOpen ? (
        <div className="prose-writing">
          <ProseEditor
            takesFocus
            cell={cell}
            dropped={dropped}
            onText={(text) => setText(cell.id, text)}
            onClose={close}
          />
          <div>
            <Text text={cell.text} cell={cell.id} />
            {hasSilentPicture(cell.text) && (
              <p className="note">
                {t`A picture has no description for readers who cannot see it. Describe it between the brackets: ![here].`}
              </p>
            )}
          </div>
        </div>
      ) : (
        <Text text={cell.text} cell={cell.id} />
      )}
      <button
        type="button"
        className="button line small prose-edit"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        <Icon name={isOpen ? "tick" : "edit"} /> {isOpen ? t`Done` : t`Edit the text`}
      </button>
    </section>
  );
}
