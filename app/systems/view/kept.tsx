// A system's records for the way back.
import { plural, t } from "@lingui/core/macro";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { moveFocus } from "../../ui/menus/move-focus.ts";
import { Notation } from "../../ui/notation.tsx";
import type { SystemColumn } from "../model/column.ts";
import { keptOf } from "../model/kept.ts";
import { choose, point } from "../state/systems.ts";

interface KeptProps {
  readonly column: SystemColumn | undefined;
  readonly graph: RunGraph;
  readonly lit: readonly number[];
}

/** Shows a system's records for the way back; says so while it is recorded. */
export function KeptCell({ column, graph, lit }: KeptProps) {
  if (column === undefined) return <p className="quiet">{t`recording …`}</p>;
  const { rows, more, variables, words } = keptOf(column, graph, lit);
  return (
    <>
      {rows.length > 0 && (
        <ol className="systems-kept" translate="no" onKeyDown={(event) => void moveFocus(event, "button")}>
          {rows.map(({ scalar, name, text }, index) => (
            <li key={scalar}>
              <button
                type="button"
                tabIndex={index === 0 ? 0 : -1}
                data-lit={lit.includes(scalar) || undefined}
                onPointerEnter={() => point({ tag: "scalar", scalar })}
                onPointerLeave={() => point(undefined)}
                onClick={() => choose({ tag: "scalar", scalar })}
              >
                <i>{name}</i> <Notation text={text} />
              </button>
            </li>
          ))}
        </ol>
      )}
      {variables.length > 0 && (
        <ul className="systems-tape" translate="no">
          {variables.map(({ name, scalars }) => (
            <li key={name}>
              {name}
              {scalars > 1 && <small> {scalars}</small>}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="quiet">{plural(more, { one: "and # more", other: "and # more" })}</p>}
      <p className="note">{words}</p>
    </>
  );
}
