// The graph as a list: its twin for keyboards and screen readers, and where nodes are searched.
import { plural, t } from "@lingui/core/macro";
import { type KeyboardEvent, memo, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { nodeOf, type PictureNode } from "../../../engine/explore/picture.ts";
import { operandsIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import { tangentSweep } from "../../../engine/graphs/sweeps.ts";
import { useOtherRun } from "../../exploration/comparison/comparison.ts";
import { expressionOf, firstUser } from "../../exploration/model/scalar.ts";
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
  const wordsOf = useWords(explored);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const nodes = picture?.nodes ?? [];
  const found = useMemo(() => foundBy(query, nodes, graph), [nodes, query, graph]);
  const holder = pinned === undefined ? undefined : nodeOf(found, pinned);
  const { first, listed } = listedAround(holder, found);
  useScrolledTo(list, holder?.id);
  const stop = listed.some(({ id }) => id === at) ? at : listed[0]?.id;

  /** Chooses a scalar; opens a folded part, as far as the scalar of the query. */
  const choose = (node: PictureNode): void => {
    const wanted = scalarIn(query);
    if (node.tag === "scalar" || node.tag === "discrete") pin(node.from);
    else if (wanted === undefined) onOpen(node.id);
    else {
      showScalar(wanted);
      pin(wanted);
    }
  };
  const focusOn = (node: PictureNode | undefined): void => {
    if (node === undefined) return;
    setAt(node.id);
    onShow(node.id);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-node="${node.id}"]`)?.focus());
  };
  const holding = (scalar: number | undefined) => (scalar === undefined ? undefined : nodeOf(nodes, scalar));
  const onKey = (event: KeyboardEvent, node: PictureNode, place: number): void => {
    const beside = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: listed.length - 1 }[event.key];
    const scalar = { ArrowLeft: operandsIn(graph, node.from)[0]?.node, ArrowRight: firstUser(graph, node.to - 1) };
    if (beside !== undefined) focusOn(listed[beside]);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") focusOn(holding(scalar[event.key]));
    else if (event.key !== "Enter") return;
    else if (event.shiftKey) openAll(true);
    else choose(node);
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section className="node-list" aria-label={t`Nodes`}>
      <Search query={query} onQuery={setQuery} onFound={() => focusOn(listed[0])} />
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
              {wordsOf(node)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
});

/** The listed ones of the nodes that were found, the chosen one among them, and how many come before these. */
function listedAround(chosen: PictureNode | undefined, found: readonly PictureNode[]) {
  const place = chosen === undefined ? -1 : found.indexOf(chosen);
  const first = place < MOST_LISTED ? 0 : Math.min(place - MOST_LISTED / 2, found.length - MOST_LISTED);
  return { first, listed: found.slice(first, first + MOST_LISTED) };
}

/** Keeps the entry of a node in sight. */
function useScrolledTo(list: RefObject<HTMLUListElement | null>, node: string | undefined): void {
  useEffect(() => {
    if (node === undefined) return;
    const entry = list.current?.querySelector<HTMLElement>(`[data-node="${node}"]`);
    if (entry !== document.activeElement) entry?.scrollIntoView({ block: "nearest" });
  }, [list, node]);
}

/** The words of each node: with the tangents of the chosen direction, another run and the place in the film, where there are these. */
function useWords(explored: Explored): (node: PictureNode) => string {
  const direction = useGraphOf(explored, (state) => state.direction);
  const tangents = direction === undefined ? undefined : tangentSweep(explored.graph, direction);
  const other = useOtherRun(useExplorer((state) => state.subject));
  const { now } = useReached(explored);
  return (node) => nodeWords(explored, node, tangents, other, now);
}

/** The scalar that a query names by its number, such as #12. */
function scalarIn(query: string): number | undefined {
  const digits = /^#(\d+)$/.exec(query.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The nodes that have the scalar of a query, or its text. */
function foundBy(query: string, nodes: readonly PictureNode[], graph: RunGraph): readonly PictureNode[] {
  const wanted = query.trim().toLowerCase();
  const number = scalarIn(query);
  if (wanted === "") return nodes;
  return nodes.filter(({ title, detail, from, to, tag }) => {
    if (number !== undefined) return from <= number && number < to;
    const expression = tag === "scalar" ? (expressionOf(graph, from) ?? "") : "";
    return `${title} ${detail} ${expression}`.toLowerCase().includes(wanted);
  });
}

interface SearchProps {
  readonly query: string;
  onQuery(query: string): void;
  /** Goes to what is found. */
  onFound(): void;
}

function Search({ query, onQuery, onFound }: SearchProps) {
  return (
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
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "ArrowDown") return;
          event.preventDefault();
          onFound();
        }}
      />
    </label>
  );
}

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
