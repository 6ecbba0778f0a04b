// That a gradient has numbers that are none: where they began, in the run and in the program.
import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import type { RunReport } from "../../../engine/derive/gradient.ts";
import { spanIn } from "../../../engine/graphs/run-graph.ts";
import type { Span } from "../../../engine/source/span.ts";
import { addressOf, NO_SCENE } from "../../document/address.ts";
import type { CellId, ProgramCell } from "../../document/document.ts";
import { goTo } from "../../editor/registry.ts";
import { Terms } from "../../help/term.tsx";
import { placeInWords } from "../../program/model/mistakes.ts";
import { oddNumbers } from "../../program/model/outcome.ts";
import { recordedRun } from "../cell/run-values.ts";

interface Cause {
  /** The run that it is the cause in. */
  readonly run: RunReport;
  readonly words: string;
  /** Where the program computes it. */
  readonly span: Span | undefined;
}

/** The cause of odd numbers in a cell's run; undefined where the run is too long to be searched, or has changed since. */
async function causeIn(id: CellId, text: string, run: RunReport): Promise<Cause | undefined> {
  const [explored, { beginningOf }] = await Promise.all([
    recordedRun(id, text),
    // few runs have a cause to show
    import("../../graph/model/oddities.ts"),
  ]);
  const began = explored && beginningOf(explored);
  if (explored === undefined || began === undefined) return undefined;
  const span = spanIn(explored.graph, began.at);
  return { run, words: began.words, span: span?.source === "<program>" ? span : undefined };
}

interface OddNumbersProps {
  readonly cell: ProgramCell;
  readonly run: RunReport;
  /** Whether the run is that of the cell as it is now. */
  readonly current: boolean;
}

/** Says that a gradient has numbers that are none, where they began, and leads there; shows nothing where there are none. */
export function OddNumbers({ cell, run, current }: OddNumbersProps) {
  const kind = oddNumbers(run);
  const { id, text } = cell;
  const [known, setKnown] = useState<Cause>();
  useEffect(() => {
    if (kind === undefined || !current) return;
    let isGone = false;
    void causeIn(id, text, run).then((cause) => {
      if (!isGone) setKnown(cause);
    });
    return () => {
      isGone = true;
    };
  }, [kind, current, id, text, run]);
  if (kind === undefined) return null;
  const cause = known?.run === run ? known : undefined;
  const first = run.gradient?.scalars.findIndex((real) => !Number.isFinite(real)) ?? -1;
  const pick = first < 0 ? undefined : first;
  const { span } = cause ?? {};
  return (
    <p className="odd-numbers">
      {kind === "nan" ? t`The gradient contains NaN.` : t`The gradient is infinite in places.`}{" "}
      {cause !== undefined && (
        <>
          <Terms text={cause.words} />{" "}
        </>
      )}
      {span !== undefined && current && (
        <>
          <button type="button" className="link" onClick={() => goTo(id, span)}>
            {placeInWords(span, text)}
          </button>{" "}
        </>
      )}
      <a className="link" href={addressOf("graph", id, { ...NO_SCENE, step: "end", pick })}>
        {t`Show where it began`}
      </a>
    </p>
  );
}
