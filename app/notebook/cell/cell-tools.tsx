// The menu of a cell as a whole: hold still, move, copy, delete.
import { t } from "@lingui/core/macro";
import { CommandMenu } from "../../commands/command-menu.tsx";
import type { Cell } from "../../document/document.ts";
import { setHeld } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import { Icon } from "../../ui/icon.tsx";

/** Shows the menu of actions on a cell as a whole. */
export function CellTools({ cell }: { readonly cell: Cell }) {
  const count = useDocument(({ document }) => document.cells.length);
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
      <CommandMenu label={t`More actions for this cell`} groups={["cells"]} />
    </div>
  );
}
