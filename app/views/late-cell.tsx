// A cell of a long document: it stands there as plain text until the reader comes near, for editors and formulas take their time.
import { type ReactNode, useEffect } from "react";
import { flushSync } from "react-dom";
import { PlainText } from "../components/plain-text.tsx";
import { useNear } from "../components/use-near.ts";
import type { Cell } from "../document/document.ts";
import { useDocument } from "../state/document.ts";
import { programName } from "../view-models/header.ts";
import { firstWords } from "../view-models/prose.ts";

/** A document of so many cells is drawn at once; of a longer one, the first cells. */
const SHORT = 12;
const FIRST = 2;

/** Whether a cell is drawn at once, by its place and the cells that the document has. */
export function isDrawnAtOnce(index: number, count: number): boolean {
  return count <= SHORT || index < FIRST;
}

/** How near to the window a cell is drawn. */
const NEAR = "1200px";

const ALL = "dualscope-draw-all";

/** Draws all cells, wherever the reader is. */
export function drawAllCells(): void {
  dispatchEvent(new Event(ALL));
}

interface LateCellProps {
  readonly cell: Cell;
  /** Whether it is drawn at once. */
  readonly isFirst: boolean;
  readonly children: ReactNode;
}

export function LateCell({ cell, isFirst, children }: LateCellProps) {
  const { box, isNear, setNear } = useNear<HTMLElement>(NEAR, isFirst);
  useEffect(() => {
    if (isNear) return;
    // paper has all of them
    const all = (): void => flushSync(() => setNear(true));
    addEventListener("beforeprint", all);
    addEventListener(ALL, all);
    return () => {
      removeEventListener("beforeprint", all);
      removeEventListener(ALL, all);
    };
  }, [isNear, setNear]);
  if (isNear) return children;
  const { document } = useDocument.getState();
  const title = cell.tag === "program" ? programName(document, cell) : firstWords(cell.text);
  return (
    <section ref={box} className="chapter late" id={cell.id} aria-label={title}>
      <PlainText text={cell.text} />
    </section>
  );
}
