// The edges of the chosen scalar, each with a button that cuts it or mends it: as a click on an edge of the picture, for the keyboard.
import { t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { operandsIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import { scalarName, usesIn } from "../../exploration/model/scalar.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { toggleCut, useFilm } from "../../playback/state.ts";

/** Edges that have a button; of more, the others are cut in the picture. */
const MOST = 12;

/** Shows buttons for the edges from the chosen scalar to its operands, and to it from its users; nothing where no scalar is chosen. */
export function EdgeCuts({ graph }: { readonly graph: RunGraph }) {
  const pinned = useExplorer((state) => state.pinned);
  const cut = useFilm((state) => state.cut);
  if (pinned === undefined || pinned >= graph.size) return null;
  const edges = edgesOf(graph, pinned).slice(0, MOST);
  if (edges.length === 0) return null;
  return (
    <fieldset className="edge-cuts">
      <legend className="label">{t`cut an edge`}</legend>
      {edges.map(({ edge, user, operand }) => {
        const [from, to] = [scalarName(graph, user), scalarName(graph, operand)];
        const partial = shortReal(nth(graph.partials, edge));
        return (
          <button
            key={edge}
            type="button"
            className="button line small"
            aria-pressed={cut.has(edge)}
            onClick={() => toggleCut(edge)}
          >
            <span className="visually-hidden">{t`Cut the edge`} </span>
            <span translate="no">
              {from} → {to} · {partial}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}

interface Edge {
  readonly edge: number;
  readonly user: number;
  readonly operand: number;
}

function edgesOf(graph: RunGraph, number: number): readonly Edge[] {
  const uses = usesIn(graph);
  const users = Array.from(
    uses.edges.subarray(nth(uses.starts, number), nth(uses.starts, number + 1)),
    (edge): Edge => ({ edge, user: nth(uses.users, edge), operand: number }),
  );
  return [
    ...operandsIn(graph, number).map(({ edge, node }): Edge => ({ edge, user: number, operand: node })),
    ...users,
  ];
}
