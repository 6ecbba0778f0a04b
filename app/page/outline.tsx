// The outline beside the document: its cells, each with its state.
import { t } from "@lingui/core/macro";
import { lazy, Suspense } from "react";
import { hasInline } from "../course/model/inline.ts";
import type { Cell, LessonCell, ProgramCell, ProseCell } from "../document/document.ts";
import { wordsOfCell } from "../document/first-words.ts";
import { programName } from "../document/header.ts";
import { useDocument } from "../document/state/document.ts";
import { NO_RUN, withoutOutdated } from "../program/model/run.ts";
import { statusOf } from "../program/model/status.ts";
import { useChecking } from "../program/state/checking.ts";
import { useFreshness, useRunning } from "../program/state/running.ts";
import { useGrowing } from "../ui/hooks/use-growing.ts";

const CellWords = lazy(() => import("../course/view/cell-words.tsx"));

/** Shows the cells of the document as a list, each with its state, to go to one. */
export function Outline() {
  const cells = useDocument(({ document }) => document.cells);
  const turn = useDocument((state) => state.turn);
  const listed = useGrowing(cells.length, turn);
  return (
    <nav className="outline" aria-label={t`Contents`}>
      <p className="small-caps">{t`Contents`}</p>
      <ul>
        {cells.slice(0, listed).map((cell) => (
          <li key={cell.id}>
            <OutlineEntry cell={cell} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function OutlineEntry({ cell }: { readonly cell: Cell }) {
  return cell.tag === "program" ? <ProgramEntry cell={cell} /> : <ProseEntry cell={cell} />;
}

function ProseEntry({ cell }: { readonly cell: ProseCell | LessonCell }) {
  return (
    <a href={`#${cell.id}`}>
      <span className="dot prose-dot" aria-hidden="true" />
      <span>
        {hasInline(cell.text) ? (
          <Suspense fallback={wordsOfCell(cell)}>
            <CellWords cell={cell} />
          </Suspense>
        ) : (
          wordsOfCell(cell)
        )}
      </span>
    </a>
  );
}

function ProgramEntry({ cell }: { readonly cell: ProgramCell }) {
  const check = useChecking(({ checks }) => checks.get(cell.id));
  const slowCheck = useChecking(({ slow }) => slow.has(cell.id));
  const run = withoutOutdated(
    useRunning(({ runs }) => runs.get(cell.id) ?? NO_RUN),
    cell,
  );
  const name = useDocument(({ document }) => programName(document, cell));
  const freshness = useFreshness(run.result, cell);
  const { mark, words } = statusOf(cell, { check, run, freshness, slowCheck });
  return (
    <a href={`#${cell.id}`}>
      <span className={`dot ${mark}`} aria-hidden="true" />
      <span>
        {name}
        <span className="visually-hidden">, {words}</span>
      </span>
    </a>
  );
}
