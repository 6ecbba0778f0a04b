// The program as it was run: the place of the chosen job lights up, that of a job that runs is outlined, and the caret chooses a job.
import { t } from "@lingui/core/macro";
import { useCallback, useEffect } from "react";
import { type RunGraph, spanIn } from "../../../engine/graphs/run-graph.ts";
import { span } from "../../../engine/source/span.ts";
import { foldHeader } from "../../editor/dual/header-folding.ts";
import { setMarks, sourceViewer } from "../../editor/source-viewer.ts";
import { useEditor } from "../../editor/use-editor.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { reveal } from "../../exploration/view/reveal.ts";
import { jobsByLine } from "../model/lines.ts";
import { jobAtPlace, placesOf, runningJobs } from "../model/source.ts";
import { chooseJobs, timeNow, useJobs } from "../state.ts";
import { lettersGutter, setLetters } from "./letters-gutter.ts";

/** Shows the program with the places of its jobs marked; moving the caret chooses a job. */
export function SourcePane({ text, graph }: { readonly text: string; readonly graph: RunGraph }) {
  const input = useExplorer(({ subject }) => subject?.at) ?? "";
  const extensions = useCallback(
    () => [
      sourceViewer({
        input,
        label: t`The program as it was run; the cursor chooses a job`,
        onCaret: (from, to) => {
          const { run } = useJobs.getState();
          const job = run && jobAtPlace(run, span("<program>", from, to), (scalar) => spanIn(graph, scalar));
          if (job !== undefined) chooseJobs("forward", [job]);
        },
        onPoint: () => undefined,
      }),
      lettersGutter(),
    ],
    [graph, input],
  );
  const { host, view } = useEditor({ text, extensions, onOpen: foldHeader });
  const run = useJobs((state) => state.run);
  useEffect(() => {
    if (view === undefined || run === undefined) return;
    const { doc } = view.state;
    const lineOf = (offset: number): number => doc.lineAt(Math.min(offset, doc.length)).number;
    view.dispatch({ effects: setLetters.of(jobsByLine(run, lineOf, (scalar) => spanIn(graph, scalar))) });
  }, [view, run, graph]);
  const chosen = useJobs((state) => state.chosen);
  // the numbers of those that run, as one text: it is the same until another begins or ends
  const running = useJobs((state) =>
    state.run && state.timing && state.chosen === undefined
      ? runningJobs(state.run, state.timing, timeNow(state)).join()
      : "",
  );
  useEffect(() => {
    if (view === undefined || run === undefined) return;
    const lit = chosen === undefined ? [] : placesOf(run, chosen, (scalar) => spanIn(graph, scalar));
    const ids = running === "" ? [] : running.split(",").map(Number);
    const now = placesOf(run, { forward: new Set(ids), reverse: new Set() }, (scalar) => spanIn(graph, scalar));
    const first = lit.find(({ source }) => source === "<program>");
    view.dispatch({ effects: setMarks.of({ lit, now, stops: [] }) });
    reveal(view, first);
  }, [view, run, chosen, running, graph]);
  return <div ref={host} className="source-host jobs-source" />;
}
