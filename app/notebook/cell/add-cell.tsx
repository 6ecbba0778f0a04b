// Between cells: the way to a new one.
import { t } from "@lingui/core/macro";
import { focusCell } from "../../commands/focus-cell.ts";
import type { Cell, CellId } from "../../document/document.ts";
import { addCell } from "../../document/state/changing.ts";
import { Icon } from "../../ui/icon.tsx";

interface AddCellProps {
  /** The cell that the new one comes below; undefined for the top. */
  readonly below: CellId | undefined;
  readonly isFirst: boolean;
}

export function AddCell({ below, isFirst }: AddCellProps) {
  const add = (tag: Cell["tag"]): void => focusCell(addCell(tag, below));
  return (
    <fieldset className={isFirst ? "add-cell always" : "add-cell"}>
      <legend className="visually-hidden">{t`Add a cell here`}</legend>
      <button type="button" className="button line small" onClick={() => add("prose")}>
        <Icon name="plus" /> {t`Prose`}
      </button>
      <button type="button" className="button line small" onClick={() => add("program")}>
        <Icon name="plus" /> {t`Program`}
      </button>
    </fieldset>
  );
}
