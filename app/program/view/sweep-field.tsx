// The field for n, where a program's header has a sweep.
import { t } from "@lingui/core/macro";
import { useId } from "react";
import type { ProgramCell } from "../../document/document.ts";
import { setAsk } from "../../document/state/changing.ts";
import { sweepOf } from "../model/input-row.ts";

/** Shows the field for n; nothing where the header has no sweep. */
export function SweepField({ cell }: { readonly cell: ProgramCell }) {
  const id = useId();
  const sweep = sweepOf(cell);
  if (sweep === undefined) return null;
  const { first, text } = sweep;
  const value = cell.ask.n;
  return (
    <div className="field sweep">
      <label className="label" htmlFor={id} translate="no">
        n
      </label>
      <input
        id={id}
        className="number"
        inputMode="numeric"
        autoComplete="off"
        aria-label={t`n from the sweep ${text}; empty means ${first}`}
        title={`sweep: ${text}`}
        placeholder={first}
        value={value}
        size={Math.max(3, value.length || first.length)}
        onChange={(event) => setAsk(cell.id, { n: event.target.value.replace(/(?!^-)[^\d]/g, "").slice(0, 15) })}
      />
    </div>
  );
}
