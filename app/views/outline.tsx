// The outline beside the document: its cells, each with its state.
import { t } from "@lingui/core/macro";
import { useGrowing } from "../components/use-growing.ts";
import type { Cell, ProgramCell, ProseCell } from "../document/document.ts";
import { useChecking } from "../state/checking.ts";
import { useDocument } from "../state/document.ts";
import { NO_RUN, useRunning } from "../state/running.ts";
import { programName } from "../view-models/header.ts";
import { firstWords } from "../view-models/prose.ts";
import { statusOf } from "../view-models/status.ts";

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

function ProseEntry({ cell }: { readonly cell: ProseCell }) {
  return (
    <a href={`#${cell.id}`}>
      <span className="dot prose-dot" aria-hidden="true" />
      <span>{firstWords(cell.text)}</span>
    </a>
  );
}

function ProgramEntry({ cell }: { readonly cell: ProgramCell }) {
  const check = useChecking(({ checks }) => checks.get(cell.id));
  const slowCheck = useChecking(({ slow }) => slow.has(cell.id));
  const run = useRunning(({ runs }) => runs.get(cell.id) ?? NO_RUN);
  const name = useDocument(({ document }) => programName(document, cell));
  const { mark, words } = statusOf(cell, check, run, slowCheck);
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
