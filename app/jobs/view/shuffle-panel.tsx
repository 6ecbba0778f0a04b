// Hundreds of orders of the same jobs: a cell for each, coloured by its gradient, and the result in words.
import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { nth } from "../../../engine/base/nth.ts";
import { isOn, readVariations } from "../../../engine/session/input/variations.ts";
import { useAsked } from "../../client/question.ts";
import { type Kind, kindsFound, type Shuffles } from "../../exploration/model/shuffles.ts";
import { exploreRequestOf } from "../../exploration/state/request.ts";
import { Terms } from "../../help/term.tsx";
import type { LookProps } from "../../program/view/look-props.ts";
import { Choice, type Choosable } from "../../ui/choice.tsx";
import { Icon } from "../../ui/icon.tsx";
import { SCHEDULES, type Shuffled, shuffledOrders } from "../shuffling.ts";

type Sums = "jobs" | "arrive";
const SUMS: readonly Choosable<Sums>[] = [
  { value: "jobs", words: t`in order of jobs` },
  { value: "arrive", words: t`as they arrive` },
];

/** Shows the gradients of many orders of jobs, a cell for each order; starts anew for another program. */
export function ShufflePanel({ cell }: LookProps) {
  const [chosen, choose] = useState<Sums>();
  const { answer, isBusy: isRunning, isStopped, failure } = useAsked(shuffledOrders);
  const { shuffles, ended } = answer ?? {};
  // tried orders are of one run; another one begins anew
  const subject = JSON.stringify(exploreRequestOf(cell));
  useEffect(() => {
    if (subject === "") return;
    choose(undefined);
    return () => shuffledOrders.forget();
  }, [subject]);
  // the variation of the program says it, until the reader does
  const sums = chosen ?? (isOn(readVariations(cell.ask.variations), "atomic") ? "arrive" : "jobs");
  const tried = shuffles?.which.length ?? 0;
  const all = SCHEDULES;
  return (
    <section className="jobs-shuffles" aria-label={t`Shuffled schedules`}>
      <header>
        <h2>
          <Terms text={t`Any order will do`} />
        </h2>
        {isRunning ? (
          <button type="button" className="button line small" onClick={() => shuffledOrders.stop()}>
            <Icon name="stop" /> {t`Stop: ${tried} of ${all}`}
          </button>
        ) : (
          <button
            type="button"
            className="button line small"
            onClick={() => {
              shuffledOrders.forget();
              void shuffledOrders.ask({ subject: exploreRequestOf(cell), isAtomic: sums === "arrive" });
            }}
          >
            <Icon name="play" /> {t`${all} shuffled schedules`}
          </button>
        )}
      </header>
      <div className="jobs-sums">
        <span className="label">{t`add`}</span>
        <Choice<Sums>
          label={t`How contributions of other jobs are added`}
          value={sums}
          choices={SUMS}
          onChange={(next) => {
            choose(next);
            shuffledOrders.forget();
          }}
        />
      </div>
      {shuffles === undefined ? (
        <p className="note">
          {isRunning
            ? t`The gradient is computed by one worker first.`
            : sums === "jobs"
              ? t`The gradient again and again, with independent jobs in random orders: is it always the same, bit for bit?`
              : t`The same, with jobs adding to each other’s numbers immediately, in whatever order they arrive (\`--atomic\`, thesis §3.10.4).`}
        </p>
      ) : (
        <Found
          shuffles={shuffles}
          ended={failure === undefined ? (ended ?? (isStopped ? "stopped" : undefined)) : "failed"}
        />
      )}
    </section>
  );
}

interface FoundProps {
  readonly shuffles: Shuffles;
  readonly ended: Shuffled["ended"];
}

function Found({ shuffles, ended }: FoundProps) {
  const kinds = kindsFound(shuffles);
  const tried = shuffles.which.length;
  return (
    <>
      <Strip shuffles={shuffles} />
      <p className="jobs-verdict" role="status">
        {verdict(shuffles, kinds)} {ended !== undefined && endedWords(ended, tried)}
      </p>
      {kinds.length > 1 && (
        <ul className="jobs-kinds">
          {shuffles.kinds.slice(0, LOOKS).map((kind, place) =>
            kind.count === 0 ? null : (
              <li key={kind.gradient.join()}>
                <svg viewBox="0 0 10 10" aria-hidden="true">
                  <Cell place={place} x={1} y={1} size={8} />
                </svg>
                {kindWords(shuffles, kind)}
              </li>
            ),
          )}
        </ul>
      )}
    </>
  );
}

function verdict({ which, kinds }: Shuffles, found: readonly Kind[]): string {
  const tried = which.length;
  const count = found.length;
  if (count === 0) return "";
  if (count === 1 && nth(kinds, 0).count > 0)
    return plural(tried, {
      one: `One gradient, bit for bit, in ${tried} schedule, the same as on one worker.`,
      other: `One gradient, bit for bit, in ${tried} schedules, the same as on one worker.`,
    });
  if (count === 1)
    return plural(tried, {
      one: `One gradient in ${tried} schedule, different from that of one worker.`,
      other: `One gradient in ${tried} schedules, different from that of one worker.`,
    });
  return plural(tried, {
    one: `${count} different gradients in ${tried} schedule: sums of floating-point numbers depend on their order.`,
    other: `${count} different gradients in ${tried} schedules: sums of floating-point numbers depend on their order.`,
  });
}

function endedWords(ended: NonNullable<Shuffled["ended"]>, tried: number): string {
  const all = SCHEDULES;
  if (ended === "time") return t`After 30 seconds there were ${tried} of ${all}.`;
  return ended === "stopped" ? t`Stopped after ${tried} of ${all}.` : t`A run ended early, after ${tried} of ${all}.`;
}

function kindWords({ names }: Shuffles, { count, largest, differing, at }: Kind): string {
  const times = plural(count, { one: `${count} schedule`, other: `${count} schedules` });
  if (at === undefined) return t`${times}: same as one worker`;
  const most = largest.toExponential(1);
  const name = names[at] ?? `#${at}`;
  return plural(differing, {
    one: `${times}: differs in ${differing} input, by ${most} at ${name}`,
    other: `${times}: differs in ${differing} inputs, most by ${most} at ${name}`,
  });
}

/** Gradients that have a look of their own: further ones are drawn like the last. */
const LOOKS = 8;
const COLOURS = ["job", "cot", "bp", "staged", "primal", "err", "lit-line", "ink-3"] as const;

/** The shape and the colour of a gradient. */
function Cell({
  place,
  x,
  y,
  size,
}: {
  readonly place: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}) {
  const look = Math.min(place, LOOKS - 1);
  const fill = `var(--${COLOURS[look]})`;
  const half = size / 2;
  if (look % 4 === 1) return <circle cx={x + half} cy={y + half} r={half} fill={fill} />;
  if (look % 4 === 2) return <path d={`M${x} ${y + size}h${size}l${-half} ${-size}z`} fill={fill} />;
  if (look % 4 === 3)
    return <path d={`M${x + half} ${y}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`} fill={fill} />;
  return <rect x={x} y={y} width={size} height={size} fill={fill} />;
}

const [ACROSS, STEP, SIZE] = [40, 10, 8];

/** A cell for each schedule, in the order in which they were tried. */
function Strip({ shuffles: { which, wanted } }: { readonly shuffles: Shuffles }) {
  const down = Math.ceil(wanted / ACROSS);
  const tried = which.length;
  const label = plural(tried, { one: `${tried} schedule was tried`, other: `${tried} schedules were tried` });
  return (
    <svg className="jobs-strip" viewBox={`0 0 ${ACROSS * STEP} ${down * STEP}`} role="img" aria-label={label}>
      {Array.from({ length: wanted }, (_, index) => {
        const [x, y] = [(index % ACROSS) * STEP + 1, Math.floor(index / ACROSS) * STEP + 1];
        const place = which[index];
        const key = `${x} ${y}`;
        return place === undefined ? (
          <rect key={key} x={x + 2} y={y + 2} width={4} height={4} fill="var(--line-strong)" />
        ) : (
          <g key={key} data-kind={place}>
            <Cell place={place} x={x} y={y} size={SIZE} />
          </g>
        );
      })}
    </svg>
  );
}
