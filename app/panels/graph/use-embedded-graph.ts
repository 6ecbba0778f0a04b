// A program's graph in its cell, drawn anew whenever the program or its input changes.
import { useEffect, useRef } from "react";
import type { ProgramCell } from "../../document/document.ts";
import { useTextsAbove } from "../../document/state/document.ts";
import { type EmbeddedGraph, graphFollower, useEmbeddedPanels } from "../state.ts";

/** The graph as it was drawn last, and whether another one is being drawn; undefined until the first is there. */
export function useEmbeddedGraph(cell: ProgramCell): {
  readonly graph: EmbeddedGraph | undefined;
  readonly isBusy: boolean;
} {
  const { id, text, ask } = cell;
  const follower = useRef<ReturnType<typeof graphFollower>>(undefined);
  useEffect(() => {
    const made = graphFollower(id);
    follower.current = made;
    return () => made.end();
  }, [id]);
  const above = useTextsAbove(id);
  // the cell is another object when its views change, too
  const now = useRef(cell);
  now.current = cell;
  const key = JSON.stringify([text, ask, above]);
  useEffect(() => {
    if (key !== "") follower.current?.follow(now.current);
  }, [key]);
  const graph = useEmbeddedPanels(({ graphs }) => graphs.get(id));
  const isBusy = useEmbeddedPanels(({ busy }) => busy.get(id) ?? false);
  return { graph, isBusy };
}
