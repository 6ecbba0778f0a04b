// The graph as a list: its twin for keyboards and screen readers, and where nodes are searched.
import { plural, t } from "@lingui/core/macro";
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from "react";
import { nth } from "../../../engine/base/nth.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { nodeOf, type PictureNode } from "../../../engine/explore/picture.ts";
import { operandsIn } from "../../../engine/graphs/run-graph.ts";
import { tangentSweep } from "../../../engine/graphs/sweeps.ts";
import { useOtherRun } from "../../exploration/comparison/comparison.ts";
import { expressionOf, usesIn } from "../../exploration/model/scalar.ts";
import { hover, pin } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { nodeWords } from "../model/graph-drawing.ts";
import { openAll, showScalar, useGraphOf } from "../state.ts";
import { useReached } from "./use-now.ts";

/** Entries that are listed; a search finds the others. */
const MOST_LISTED = 400;

interface NodeListProps {
  readonly explored: Explored;
  onShow(id: string): void;
  onOpen(id: string): void;
}

/** Shows the nodes as a list with a search field; the keyboard's way through the graph. */
export const NodeList = memo(function NodeList({ explored, onShow, onOpen }: NodeListProps) {
  const { graph } = explored;
  const picture = useGraphOf(explored, (state) => state.picture);
  const pinned = useExplorer((state) => state.pinned);
  const direction = useGraphOf(explored, (state) => state.direction);
  const tangents = direction === undefined ? undefined : tangentSweep(graph, direction);
  const other = useOtherRun(useExplorer((state) => state.subject));
  const { now } = useReached(explored);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const nodes = picture?.nodes ?? [];
  const found = useMemo(() => {
    const wanted = query.trim().toLowerCase();
    if (wanted === "") return nodes;
    return nodes.filter(({ title, detail, from, to, tag }) => {
      const number = /^#(\d+)$/.exec(wanted)?.[1];
      if (number !== undefined) return from <= Number(number) && Number(number) < to;
      const expression = tag === "scalar" ? (expressionOf(graph, from) ?? "") : "";
      return `${title} ${detail} ${expression}`.toLowerCase().includes(wanted);
    });
  }, [nodes, query, graph]);
  const holder = pinned === undefined ? undefined : nodeOf(found, pinned);
  const chosen = holder === undefined ? -1 : found.indexOf(holder);
  // the chosen node is among the listed ones
  const first = chosen < MOST_LISTED ? 0 : Math.min(chosen - MOST_LISTED / 2, found.length - MOST_LISTED);
  const listed = found.slice(first, first + MOST_LISTED);
  const seen = listed[chosen - first]?.id;
  useEffect(() => {
    if (seen === undefined) return;
    const entry = list.current?.querySelector<HTMLElement>(`[data-node="${seen}"]`);
    if (entry !== document.activeElement) entry?.scrollIntoView({ block: "nearest" });
  }, [seen]);
  const stop = listed.some(({ id }) => id === at) ? at : listed[0]?.id;

  /** Chooses a scalar; opens a folded part, as far as the scalar of the query. */
  const choose = (node: PictureNode): void => {
    const wanted = /^#(\d+)$/.exec(query.trim())?.[1];
    if (node.tag === "scalar" || node.tag === "discrete") pin(node.from);
    else if (wanted === undefined) onOpen(node.id);
    else {
      showScalar(Number(wanted));
      pin(Number(wanted));
    }
  };
  const focusOn = (node: PictureNode | undefined): void => {
    if (node === undefined) return;
    setAt(node.id);
    onShow(node.id);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-node="${node.id}"]`)?.focus());
  };
  const holding = (scalar: number | undefined): PictureNode | undefined =>
    scalar === undefined ? undefined : nodeOf(nodes, scalar);
  const onKey = (event: KeyboardEvent, node: PictureNode, place: number): void => {
    const uses = usesIn(graph);
    const last = node.to - 1;
    const first = nth(uses.starts, last);
    const user = first < nth(uses.starts, last + 1) ? uses.users[nth(uses.edges, first)] : undefined;
    switch (event.key) {
      case "ArrowDown":
        focusOn(listed[place + 1]);
        break;
      case "ArrowUp":
        focusOn(listed[place - 1]);
        break;
      case "ArrowLeft":
        focusOn(holding(operandsIn(graph, node.from)[0]?.node));
        break;
      case "ArrowRight":
        focusOn(holding(user));
        break;
      case "Home":
        focusOn(listed[0]);
        break;
      case "End":
        focusOn(listed.at(-1));
        break;
      case "Enter":
        if (event.shiftKey) openAll(true);
        else choose(node);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section className="node-list" aria-label={t`Nodes`}>
      <label className="search">
        <span className="visually-hidden">{t`Find a node by name, operation or number`}</span>
        <input
          type="search"
          className="text-field"
          placeholder={t({
            message: "Find: z, sin, #12",
            comment: "what may be looked for: names, operations, numbers",
          })}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" && event.key !== "ArrowDown") return;
            event.preventDefault();
            focusOn(listed[0]);
          }}
        />
      </label>
      <p className="note" role="status">
        {query.trim() === "" ? allWords(nodes.length, first) : foundWords(found.length, nodes.length, first)}
      </p>
      <ul
        ref={list}
        aria-label={t`Nodes; up and down move, left goes to an operand, right to a use, Enter selects or opens`}
      >
        {listed.map((node, place) => (
          <li key={node.id}>
            <button
              type="button"
              data-node={node.id}
              tabIndex={node.id === stop ? 0 : -1}
              className={node === holder ? "list-button lit" : "list-button"}
              onFocus={() => {
                setAt(node.id);
                if (node.tag === "scalar") hover(node.from);
              }}
              onBlur={() => hover(undefined)}
              onClick={() => {
                onShow(node.id);
                choose(node);
              }}
              onKeyDown={(event) => onKey(event, node, place)}
            >
              {nodeWords(explored, node, tangents, other, now)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
});

/** How many nodes there are, and which of them are listed. */
function allWords(nodes: number, first: number): string {
  const listed = MOST_LISTED;
  if (first > 0) return t`${nodes} nodes, ${listed} around the selection are listed`;
  if (nodes <= listed) return plural(nodes, { one: `${nodes} node`, other: `${nodes} nodes` });
  return plural(nodes, {
    one: `${nodes} node, the first ${listed} are listed`,
    other: `${nodes} nodes, the first ${listed} are listed`,
  });
}

/** How many nodes a search found, and which of them are listed. */
function foundWords(found: number, nodes: number, first: number): string {
  const listed = MOST_LISTED;
  if (first > 0) return t`${found} of ${nodes} nodes, ${listed} around the selection are listed`;
  if (found <= listed) return plural(nodes, { one: `${found} of ${nodes} node`, other: `${found} of ${nodes} nodes` });
  return plural(nodes, {
    one: `${found} of ${nodes} node, the first ${listed} are listed`,
    other: `${found} of ${nodes} nodes, the first ${listed} are listed`,
  });
}
