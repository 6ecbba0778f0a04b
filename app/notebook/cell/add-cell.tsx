// Between cells: the way to a new one.
import { t } from "@lingui/core/macro";

import { focusCell, focusNewProgram } from "../../commands/focus-cell.ts";
import { addLessonCell, NEW_LESSON_CELL } from "../../commands/lesson-cells.ts";
import { type CellId, LESSON_TAGS } from "../../document/document.ts";
import { addCell } from "../../document/state/changing.ts";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menus/menu.tsx";

interface AddCellProps {
  /** The cell that the new one comes below; undefined for the top. */
  readonly below: CellId | undefined;
  readonly isFirst: boolean;
}

/** Shows the button that adds a cell here: a program, prose, or in a lesson one of its kinds. */
export function AddCell({ below, isFirst }: AddCellProps) {
  const items = LESSON_TAGS.map((tag) => ({
    name: tag,
    words: NEW_LESSON_CELL[tag],
    keys: "",
    run: () => addLessonCell(tag, below),
  }));
  const sections = [{ title: t`Cells of a lesson`, items }];
  return (
    <fieldset className={isFirst ? "add-cell always" : "add-cell"}>
      <legend className="visually-hidden">{t`Add a cell here`}</legend>
      <button type="button" className="button line small" onClick={() => focusCell(addCell("prose", below))}>
        <Icon name="plus" /> {t`Prose`}
      </button>
      <button type="button" className="button line small" onClick={() => focusNewProgram(addCell("program", below))}>
        <Icon name="plus" /> {t`Program`}
      </button>
      <Menu label={t`Add a cell of a lesson`} sections={sections}>
        <Icon name="plus" /> {t`Lesson`}
      </Menu>
    </fieldset>
  );
}
