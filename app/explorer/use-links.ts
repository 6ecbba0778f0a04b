// Links by pointer: whatever in a view stands for a scalar, or comes from a place in the source, lights it up everywhere;
// a click keeps it. Marked by `data-scalar` and `data-place`.
import { type RefObject, useEffect, useRef } from "react";
import type { RunGraph } from "../../engine/graphs/run-graph.ts";
import type { Span } from "../../engine/source/span.ts";
import { scalarsAt } from "../exploration/model/places.ts";
import { hover, pin } from "../exploration/state/explorer.ts";

/** Lights up and pins scalars by pointer, within the element that gets the ref. */
export function useLinks(graph: RunGraph): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const scalarAt = (target: EventTarget | null): number | undefined => {
      if (!(target instanceof Element)) return undefined;
      const marked = target.closest<HTMLElement | SVGElement>("[data-scalar], [data-place]");
      const { scalar, place } = marked?.dataset ?? {};
      if (scalar !== undefined) return Number(scalar);
      if (place === undefined) return undefined;
      const [source, from, to] = place.split(" ");
      return scalarsAt(graph, { source: source as Span["source"], from: Number(from), to: Number(to) })[0];
    };
    // the program's text and the focused part have links of their own
    const isOther = (target: EventTarget | null): boolean =>
      target instanceof Element && target.closest(".cm-editor, .id-list") !== null;
    const onOver = (event: PointerEvent): void => {
      if (!isOther(event.target)) hover(scalarAt(event.target));
    };
    const onLeave = (): void => hover(undefined);
    const onClick = (event: MouseEvent): void => {
      if (isOther(event.target) || getSelection()?.isCollapsed === false) return;
      if (event.target instanceof Element && event.target.closest("button, a, input, select, summary, label") !== null)
        return;
      const scalar = scalarAt(event.target);
      if (scalar !== undefined) pin(scalar);
    };
    element.addEventListener("pointerover", onOver);
    element.addEventListener("pointerleave", onLeave);
    element.addEventListener("click", onClick);
    return () => {
      element.removeEventListener("pointerover", onOver);
      element.removeEventListener("pointerleave", onLeave);
      element.removeEventListener("click", onClick);
    };
  }, [graph]);
  return ref;
}
