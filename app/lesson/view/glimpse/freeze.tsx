// The button that freezes a view: while a lecturer changes the program, the picture stays beside it as it was.
import { t } from "@lingui/core/macro";
import { toggleFrozen } from "../../../course/state/frozen.ts";
import type { CellId } from "../../../document/document.ts";
import { Icon } from "../../../ui/icon.tsx";

interface FreezeProps {
  readonly cell: CellId;
  readonly isFrozen: boolean;
  /** Whether the program or its input is another one by now. */
  readonly isOld: boolean;
}

/** Shows the button that freezes a view, or lets it go; `isOld` says that the program has changed since. */
export function Freeze({ cell, isFrozen, isOld }: FreezeProps) {
  return (
    <p className="glimpse-freeze">
      <button
        type="button"
        className="button line small"
        aria-pressed={isFrozen}
        title={t`Keep this picture while the program and its input change`}
        onClick={() => toggleFrozen(cell)}
      >
        <Icon name="pin" /> {t`Freeze`}
      </button>
      <span className="note" role="status">
        {isFrozen && (isOld ? t`Frozen: the program has changed since.` : t`Frozen: this picture stays as it is.`)}
      </span>
    </p>
  );
}
