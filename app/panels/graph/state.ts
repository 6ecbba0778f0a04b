// The graph below a program: it follows while one plays with the program.
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { Picture } from "../../../engine/explore/picture.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import { Question, useQuestion } from "../../client/question.ts";
import type { ProgramCell } from "../../document/document.ts";
import { useExploreRequest } from "../../exploration/state/request.ts";

/** Milliseconds that an answer for a panel may take; a longer run is looked at in a view of its own. */
export const LONGEST = 4000;

/** A program's graph. */
interface EmbeddedGraph {
  readonly explored: Explored;
  /** undefined where the run has no Real to be drawn. */
  readonly picture: Picture | undefined;
}

/** The question for a program's graph, by cell. While one plays, each graph is drawn, and then the newest. */
const embeddedGraph = new Question<ExploreRequest, EmbeddedGraph>(
  async (request, { ask }) => {
    const explored = await ask("explore", request);
    if (explored.graph.size === 0) return { explored, picture: undefined };
    const picture = await ask("picture", { open: [], hideConstants: false, around: undefined, all: false });
    return picture && { explored, picture };
  },
  { within: LONGEST, overtakes: () => false },
);

/** The graph of a program as it was drawn last, drawn anew whenever the program or its input changes. */
export function useEmbeddedGraph(cell: ProgramCell) {
  return useQuestion(embeddedGraph, useExploreRequest(cell), cell.id);
}
