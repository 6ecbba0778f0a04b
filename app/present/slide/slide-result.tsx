// Result of a program, in large letters: value, input over gradient; or its failure.
import { t } from "@lingui/core/macro";
import { lazy, Suspense, useContext } from "react";
import type { ProgramCell } from "../../document/document.ts";
import { type LabelledPair, outcomeOf } from "../../program/model/outcome.ts";
import { NO_RUN } from "../../program/model/run.ts";
import { useChecking } from "../../program/state/checking.ts";
import { useFreshness, useRunning } from "../../program/state/running.ts";
import { pictureOf, type Room } from "../../program/value/model/values.ts";
import { PairLine, Spoken } from "../../program/value/value-pair.tsx";
import { keyed } from "../../ui/keyed.ts";
import { Upright } from "../stage.tsx";
import { FitBox } from "./fit-box.tsx";

const ValueTables = lazy(async () => ({ default: (await import("../../program/value/value-tables.tsx")).ValueTables }));

/** The smallest letters as a factor of the largest. */
const LEAST = 24 / 52;

/** Characters of a line in large letters, beyond which digits are left out, and in the smallest, beyond which values are broken. */
const BESIDE = { large: 19, medium: 19, small: 28 } as const;
const BELOW = { large: 32, medium: 32, small: 80 } as const;
const UPRIGHT = { large: 20, medium: 20, small: 42 } as const;

/** Lines of a value that leave room for the others; the rest of a longer one is left out. */
const MOST_LINES = { beside: 8, below: 3 } as const;

/** Characters of a value that is too long to be laid out. */
const LONGEST = 600;

interface SlideResultProps {
  readonly cell: ProgramCell;
  /** Whether it is beside the program, and not below it. */
  readonly isBeside: boolean;
}

/** Shows value, input and gradient in large letters, or the failure; beside the program or below it. */
export function SlideResult({ cell, isBeside }: SlideResultProps) {
  const isUpright = useContext(Upright);
  const check = useChecking(({ checks }) => checks.get(cell.id));
  const { running, result, earlier } = useRunning(({ runs }) => runs.get(cell.id) ?? NO_RUN);
  const fresh = { latest: useFreshness(result, cell), earlier: useFreshness(earlier, cell) };
  if (result === undefined)
    return <p className="slide-note">{running === undefined ? t`Not run yet.` : t`running …`}</p>;
  const outcome = outcomeOf(result, fresh.latest, check);
  const shown = outcome.pairs.length > 0 || earlier === undefined ? outcome : outcomeOf(earlier, fresh.earlier, check);
  return (
    <FitBox className="slide-result" label={t`Result`} least={LEAST}>
      {outcome.headline !== "" && (
        <p className="slide-note">
          {outcome.headline}. {outcome.explanation}
        </p>
      )}
      <div className="slide-pairs">
        {shown.pairs.map((pair) => (
          <Pair
            key={pair.labels[0]}
            pair={pair}
            room={isUpright ? UPRIGHT : isBeside ? BESIDE : BELOW}
            most={isBeside || isUpright ? MOST_LINES.beside : MOST_LINES.below}
          />
        ))}
      </div>
    </FitBox>
  );
}

interface PairProps {
  readonly pair: LabelledPair;
  readonly room: Room;
  /** Lines that are shown. */
  readonly most: number;
}

function Pair({ pair, room, most }: PairProps) {
  const { labels, kinds, above, below } = pair;
  const picture = pictureOf(pair, room, false);
  const { lines, tables } = picture.tag === "lines" ? picture : { lines: [], tables: [] };
  return (
    <div className="slide-pair">
      <div className="slide-labels" aria-hidden="true">
        <span className={kinds[0]}>{labels[0]}</span>
        {labels[1] !== undefined && <span className={kinds[1]}>{labels[1]}</span>}
      </div>
      <div className="pair-lines" aria-hidden="true" translate="no">
        {picture.tag === "lines" ? (
          <>
            {keyed(picture.lines.slice(0, most)).map(({ key, item }) => (
              <PairLine key={key} line={item} pair={pair} />
            ))}
            {picture.lines.length > most && <p className="slide-long">…</p>}
          </>
        ) : (
          <>
            <p className="slide-long">{shortOf(above)}</p>
            {below !== undefined && <p className="slide-long cot">{shortOf(below)}</p>}
          </>
        )}
      </div>
      <Spoken pair={pair} lines={tables.length === 0 ? undefined : lines} />
      {tables.length > 0 && (
        <Suspense>
          <ValueTables pair={pair} tables={tables} />
        </Suspense>
      )}
    </div>
  );
}

function shortOf(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}
