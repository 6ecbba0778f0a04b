// What can be done with a cell as a whole: move, copy, hold still, delete.
import { t } from "@lingui/core/macro";
import { CommandMenu } from "../../commands/command-menu.tsx";
import { focusCell } from "../../commands/focus-cell.ts";
import type { Cell } from "../../document/document.ts";
import { copyCell, moveCell, removeCell, setHeld } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import { Icon } from "../../ui/icon.tsx";

/** Shows the menu of what can be done with a cell as a whole. */
export function CellTools({ cell }: { readonly cell: Cell }) {
  const place = useDocument(({ document }) => document.cells.findIndex(({ id }) => id === cell.id));
  const count = useDocument(({ document }) => document.cells.length);
  const move = (by: -1 | 1): void => {
    moveCell(cell.id, by);
    document.getElementById(cell.id)?.scrollIntoView({ block: "nearest" });
  };
  const remove = (): void => {
    const cells = useDocument.getState().document.cells;
    const next = cells[place + 1] ?? cells[place - 1];
    removeCell(cell.id);
    if (next !== undefined) focusCell(next.id);
  };
  const copy = (): void => {
    const id = copyCell(cell.id);
    if (id !== undefined) focusCell(id);
  };
  return (
    <div className="cell-tools" role="toolbar" aria-label={t`This cell`}>
      {cell.tag === "program" && count > 1 && (
        <button
          type="button"
          className="button quiet icon-only"
          aria-pressed={cell.held}
          title={
            cell.held ? t`Frozen: does not run again by itself` : t`Freeze: do not run again when programs above change`
          }
          aria-label={t`Freeze the result`}
          onClick={() => setHeld(cell.id, !cell.held)}
        >
          <Icon name="pin" />
        </button>
      )}
      <Tool icon="up" words={t`Move up`} isOff={place <= 0} onClick={() => move(-1)} />
      <Tool icon="down" words={t`Move down`} isOff={place >= count - 1} onClick={() => move(1)} />
      <Tool icon="copy" words={t`Copy`} isOff={false} onClick={copy} />
      <Tool icon="cross" words={t`Delete (can be undone)`} isOff={false} onClick={remove} />
      <CommandMenu label={t`More actions for this cell`} groups={["cells"]} />
    </div>
  );
}

interface ToolProps {
  readonly icon: Parameters<typeof Icon>[0]["name"];
  readonly words: string;
  readonly isOff: boolean;
  onClick(): void;
}

function Tool({ icon, words, isOff, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className="button quiet icon-only"
      title={words}
      aria-label={words}
      disabled={isOff}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
