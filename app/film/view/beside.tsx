// Beside a film: why the chosen scalar has its cotangent.
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { operandsIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import { scalarName, usesIn } from "../../exploration/model/scalar.ts";
import type { CutGraph } from "../../exploration/model/shares.ts";
import { pin } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { Why } from "../../exploration/view/why.tsx";
import { toggleCut, useFilm } from "../../playback/state.ts";
import { Icon } from "../../ui/icon.tsx";

interface BesideProps {
  readonly explored: Explored;
  /** Edges that the reader has cut, if any. */
  readonly cut?: CutGraph | undefined;
  /** Plays a path, where the film can. */
  readonly onPath?: ((inOrder: readonly number[]) => void) | undefined;
  /** Actions on the scalar: above the explanation, and below it. */
  readonly children?: ReactNode;
  readonly below?: ReactNode;
}

/** The ID of the explanation on the page. */
export const EXPLANATION = "film-explanation";

/** Shows the explanation of the chosen scalar, with a button that closes it; shows nothing while no scalar is chosen. */
export function Beside({ explored, cut, onPath, children, below }: BesideProps) {
  const pinned = useExplorer((state) => state.pinned);
  if (pinned === undefined) return null;
  return (
    <aside id={EXPLANATION} className="film-why" aria-label={t`Explanation`}>
      <h2 className="visually-hidden">{t`Explanation`}</h2>
      <button type="button" className="button icon-only quiet" title={t`Close`} onClick={() => pin(undefined)}>
        <Icon name="cross" />
        <span className="visually-hidden">{t`Close`}</span>
      </button>
      {children}
      <Why explored={explored} cut={cut} onPath={onPath} />
      {below}
    </aside>
  );
}

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
