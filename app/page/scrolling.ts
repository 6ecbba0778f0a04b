// How far the page is scrolled: a view begins at its top, and the document goes on where it was left.
import { useEffect, useLayoutEffect, useRef } from "react";
import type { View } from "../document/address.ts";

/** Keeps the place of the document, which `turn` counts, while a view of a program takes its place. */
export function useScrolling(view: View, turn: number): void {
  const left = useRef({ turn, top: 0 });
  const shown = useRef(view);
  useEffect(() => {
    if (view !== "document") return;
    // when the browser goes back the address is another one first, then it scrolls, and then says so
    const note = (): void => {
      if (!/^#\/./.test(location.hash)) left.current = { turn, top: scrollY };
    };
    addEventListener("scroll", note, { passive: true });
    return () => removeEventListener("scroll", note);
  }, [view, turn]);
  useLayoutEffect(() => {
    if (view === shown.current) return;
    shown.current = view;
    const isSame = view === "document" && left.current.turn === turn;
    scrollTo({ top: isSame ? left.current.top : 0 });
  }, [view, turn]);
}
