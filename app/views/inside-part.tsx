// A part of a cell that opens below its program; that it is open is part of the document.
import type { ReactNode } from "react";
import type { ProgramCell } from "../document/document.ts";
import type { Inside } from "../document/views.ts";
import { setInside } from "../state/inside.ts";

interface InsidePartProps {
  readonly cell: ProgramCell;
  readonly part: Inside;
  readonly title: string;
  readonly children: ReactNode;
}

/** Its children are there only while it is open. */
export function InsidePart({ cell, part, title, children }: InsidePartProps) {
  const isOpen = cell.views.inside.includes(part);
  return (
    <details
      className="inside"
      data-part={part}
      open={isOpen}
      onToggle={(event) => setInside(cell.id, part, event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}
