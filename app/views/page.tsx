// The page: bar, outline, and the document as an article.
import { useEffect } from "react";
import { unreachable } from "../../engine/base/unreachable.ts";
import type { Cell } from "../document/document.ts";
import { useChecking } from "../state/checking.ts";
import { useDocument } from "../state/document.ts";
import { titleOf } from "../view-models/header.ts";
import { Bar } from "./bar.tsx";
import { CellView } from "./cell-view.tsx";
import { useKeys } from "./keys.ts";
import { UnreadableNotice } from "./notices.tsx";
import { Outline } from "./outline.tsx";
import { Pager } from "./pager.tsx";

export function Page() {
  const cells = useDocument(({ document }) => document.cells);
  const failure = useChecking((state) => state.failure);
  const [first] = cells;
  useKeys();
  const name = first === undefined ? "" : titleOf(first.text);
  useEffect(() => {
    document.title = name === "" ? "Dualscope" : `${name} · Dualscope`;
  }, [name]);
  return (
    <>
      <a className="skip" href="#document">
        Skip to the document
      </a>
      <Bar />
      <div className="page">
        <Outline />
        <main id="document" tabIndex={-1}>
          <UnreadableNotice />
          {failure !== undefined && (
            <p className="notice top" role="alert">
              The checker broke off: {failure}. This is a fault of Dualscope, not of your program.
            </p>
          )}
          {cells.map((cell) => (
            <CellByKind key={cell.id} cell={cell} first={cell === first} />
          ))}
          {first?.tag === "program" && <Pager cell={first} />}
        </main>
      </div>
    </>
  );
}

/** The one place where the kinds of cells meet their views. */
function CellByKind({ cell, first }: { readonly cell: Cell; readonly first: boolean }) {
  switch (cell.tag) {
    case "program":
      return <CellView cell={cell} first={first} />;
    default:
      return unreachable(cell.tag);
  }
}
