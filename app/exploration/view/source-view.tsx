// The program as it was run, beside a picture of the run: linked with everything that comes from a place in it.
import { t } from "@lingui/core/macro";
import { useCallback, useEffect } from "react";
import { placeIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import { type Span, span } from "../../../engine/source/span.ts";
import { kept } from "../../base/kept.ts";
import { foldHeader } from "../../editor/dual/header-folding.ts";
import { setMarks, sourceViewer } from "../../editor/source-viewer.ts";
import { useEditor } from "../../editor/use-editor.ts";
import { scalarsAt } from "../model/places.ts";
import { placeNow } from "../model/scalar.ts";
import { hover, pin } from "../state/explorer.ts";
import { litOf, useExplorer } from "../state/store.ts";
import { reveal } from "./reveal.ts";

/** The place where a scalar is made; undefined for one that is made nowhere, as an input. */
function placeOf(graph: RunGraph, scalar: number | undefined): Span | undefined {
  return scalar === undefined || scalar >= graph.size ? undefined : placeIn(graph, scalar);
}

/** The place where the program makes its first scalar. */
const firstPlace = kept((graph: RunGraph): Span | undefined =>
  [...graph.span.keys()].map((scalar) => placeIn(graph, scalar)).find((place) => place?.source === "<program>"),
);

/** Shows the program as it was run; the caret selects the operation that it is on. */
export function SourceView({ text, graph }: { readonly text: string; readonly graph: RunGraph }) {
  const input = useExplorer(({ subject }) => subject?.at) ?? "";
  const extensions = useCallback(
    () =>
      sourceViewer({
        input,
        label: t`The program as it was run; the cursor selects an operation`,
        onCaret: (from, to) => {
          const [scalar] = scalarsAt(graph, span("<program>", from, to));
          pin(scalar);
        },
        onPoint: (offset) =>
          hover(offset === undefined ? undefined : scalarsAt(graph, span("<program>", offset, offset))[0]),
      }),
    [graph, input],
  );
  const { host, view } = useEditor({ text, extensions, onOpen: foldHeader });
  const lit = useExplorer(litOf);
  const frame = useExplorer(({ frames, leader }) => frames[leader]);
  const now = placeNow(graph, frame);
  const breakpoints = useExplorer((state) => state.breakpoints);
  const anchor = placeOf(graph, lit) ?? now ?? firstPlace(graph);
  useEffect(() => {
    if (view === undefined) return;
    const placesOf = (scalar: number | undefined): readonly Span[] => {
      const place = placeOf(graph, scalar);
      return place === undefined ? [] : [place];
    };
    view.dispatch({
      effects: [
        setMarks.of({
          lit: placesOf(lit),
          now: now === undefined ? [] : [now],
          stops: breakpoints.flatMap((one) => (one.tag === "span" ? [one.span] : [])),
        }),
      ],
    });
    reveal(view, anchor);
  }, [view, graph, lit, now, breakpoints, anchor]);
  return <div ref={host} className="source-host" />;
}
