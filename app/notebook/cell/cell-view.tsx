// A program cell: its title and prose, and the card in which it can be edited and run.

import { t } from "@lingui/core/macro";
import { type CSSProperties, lazy, Suspense, useId, useMemo } from "react";
import { COMPILED } from "../../../engine/algorithms/algorithm.ts";
import { useHidden } from "../../course/state/hidden.ts";
import type { ProgramCell } from "../../document/document.ts";
import { headerOf, titleOf } from "../../document/header.ts";
import { EmbeddedPanels } from "../../panels/panels.tsx";
import { knownMistakes } from "../../program/model/outcome.ts";
import { NO_RUN, stageOfCell } from "../../program/model/run.ts";
import { statusOf } from "../../program/model/status.ts";
import { useChecking } from "../../program/state/checking.ts";
import { useFreshness, useRunning } from "../../program/state/running.ts";
import { useIsDeep } from "../../ui/depth/depth.ts";
import { keyed } from "../../ui/keyed.ts";
import { Splitter } from "../../ui/panes/splitter.tsx";
import { useLayout } from "../../ui/panes/widths.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { paragraphs } from "../../words/rich-text.ts";
import { takesDrops } from "../data/drop.ts";
import { ResultPane } from "../result/result-pane.tsx";
import { Announcer } from "./announcer.tsx";
import { CellHead } from "./cell-head.tsx";
import { CellTools } from "./cell-tools.tsx";
import { InputRowView } from "./input-row-view.tsx";
import { ProgramEditor } from "./late-editors.tsx";
import { MistakeList } from "./mistake-list.tsx";
import { useObstacle } from "./use-obstacle.ts";

// for readers who asked for more
const ModuleView = lazy(async () => ({ default: (await import("../transformed/module-view.tsx")).ModuleView }));
const TransformedView = lazy(async () => ({
  default: (await import("../transformed/transformed-view.tsx")).TransformedView,
}));
const DataView = lazy(() => import("../data/data-view.tsx"));
const HiddenResult = lazy(() => import("../../course/view/hidden-result.tsx"));

/** Most characters of a header's text above its program; all of it is in the program. */
const LONGEST_ABOUT = 20_000;

interface CellViewProps {
  readonly cell: ProgramCell;
  /** Whether it is the first of the document, whose title is the page's heading. */
  readonly first: boolean;
  /** Its place among the programs, from 1. */
  readonly place: number;
}

/** Shows a program cell; `place` counts cells from 0, and `first` marks the first program of the document. */
export function CellView({ cell, first, place }: CellViewProps) {
  const check = useChecking(({ checks }) => checks.get(cell.id));
  const slowCheck = useChecking(({ slow }) => slow.has(cell.id));
  const known = useRunning(({ runs }) => runs.get(cell.id) ?? NO_RUN);
  // answers of open questions stay hidden
  const hidden = useHidden(cell.id);
  const isHidden = hidden.length > 0;
  const run = useObstacle(cell, isHidden ? NO_RUN : known);
  const program = useLayout((state) => state.program);
  const heading = useId();
  const freshness = useFreshness(run.result, cell);
  const status = statusOf(cell, { check, run, freshness, slowCheck });
  const isCurrent = check?.text === cell.text;
  const diagnostics = useMemo(() => knownMistakes(check, run.notBegun), [check, run.notBegun]);
  const names = partNames(place);
  const isDeep = useIsDeep("program");
  return (
    <section className="chapter" id={cell.id} aria-labelledby={heading}>
      <Prose cell={cell} heading={heading} first={first} place={place} />
      <div className="card" data-cell={cell.id} {...takesDrops(cell.id)}>
        <CellTools cell={cell} />
        <CellHead cell={cell} check={check} mistakes={diagnostics} run={run} status={status} slowCheck={slowCheck} />
        <div className="two" style={{ "--program": program } as CSSProperties}>
          <section className="program" aria-label={names.program}>
            <ProgramEditor cell={cell} check={check} run={run} isHidden={isHidden} />
            {check !== undefined && (
              <MistakeList
                cell={cell.id}
                diagnostics={diagnostics}
                text={check.text}
                current={isCurrent}
                label={names.mistakes}
              />
            )}
            {headerOf(cell.text).data !== undefined && (
              <Suspense>
                <DataView cell={cell} check={check} />
              </Suspense>
            )}
            <InputRowView cell={cell} check={check} run={run} />
          </section>
          <Splitter pane="program" />
          {isHidden ? (
            <section className="result" aria-label={names.result}>
              <Suspense>
                <HiddenResult questions={hidden} />
              </Suspense>
            </section>
          ) : (
            <ResultPane cell={cell} check={check} run={run} label={names.result} />
          )}
        </div>
        {!isHidden && <EmbeddedPanels cell={cell} run={run} />}
        <Suspense>
          {stageOfCell(cell) !== COMPILED && <TransformedView cell={cell} check={check} />}
          {isDeep && <ModuleView cell={cell} check={check} />}
        </Suspense>
      </div>
      <Announcer check={check} mistakes={diagnostics} run={run} />
    </section>
  );
}

/** Names of the parts of a cell for those who do not see their program. */
function partNames(place: number) {
  if (place === 1)
    return {
      program: t`Program and input`,
      mistakes: t`Errors in the program`,
      result: t`Result`,
    };
  return {
    program: t`Program and input, program ${place}`,
    mistakes: t`Errors in the program, program ${place}`,
    result: t`Result, program ${place}`,
  };
}

function Prose({ cell, heading, first, place }: CellViewProps & { readonly heading: string }) {
  const title = titleOf(cell.text);
  const Heading = first ? "h1" : "h2";
  return (
    <header className="prose">
      {/* without a name of its own it has its number, where it has to be told from others */}
      <Heading id={heading} className={title === undefined ? "visually-hidden" : undefined}>
        {title ?? t`Program ${place}`}
      </Heading>
      {keyed(paragraphs((headerOf(cell.text).about?.text ?? "").slice(0, LONGEST_ABOUT))).map(({ key, item }) => (
        <p key={key}>
          <RichText runs={item} />
        </p>
      ))}
    </header>
  );
}
