// The measurement, in words, or why there is none; and its settings.
import { plural, t } from "@lingui/core/macro";
import { exploreRequestOf } from "../../exploration/state/explorer.ts";
import { Terms } from "../../help/term.tsx";
import type { LookProps } from "../../program/view/look-props.ts";
import { Choice, type Choosable } from "../../ui/choice.tsx";
import { Icon } from "../../ui/icon.tsx";
import { clock, clockWith, MOST_THREADS, useClocking } from "../clocking.ts";
import { clockedWords, noTimesWords } from "../model/clock-words.ts";
import { CountSlider } from "./count-slider.tsx";

/** Beside the numbers: the times' words. */
export function ClockPanel() {
  const { isRunning, clocked, none } = useClocking();
  return (
    <section className="jobs-clock" aria-label={t`On the clock`}>
      <h2>{t`On the clock`}</h2>
      <div role="status">
        {isRunning && <p>{t`Measuring…`}</p>}
        {!isRunning && none !== undefined && (
          <p>
            <Terms text={`${noTimesWords(none)} ${t`The chart has the counted schedule.`}`} />
          </p>
        )}
        {clocked !== undefined &&
          clockedWords(clocked).map((sentence) => (
            <p key={sentence}>
              <Terms text={sentence} />
            </p>
          ))}
      </div>
    </section>
  );
}

type Handing = "pays" | "all";
const HANDING: readonly Choosable<Handing>[] = [
  { value: "pays", words: t`forks worth it` },
  { value: "all", words: t`every fork` },
];

/** Settings of the measurement: forks, threads; and once more. */
export function ClockSettings({ cell }: LookProps) {
  const { threads, isEager, isRunning, none } = useClocking();
  if (none?.tag === "alone") return null;
  const subject = exploreRequestOf(cell);
  return (
    <>
      {MOST_THREADS > 2 && (
        <CountSlider
          label={t`threads`}
          least={2}
          most={MOST_THREADS}
          value={threads}
          words={plural(threads, { one: `${threads} thread`, other: `${threads} threads` })}
          onChange={(count) => clockWith(subject, { threads: count })}
        />
      )}
      <div className="jobs-policy">
        <span className="label">{t`hand over`}</span>
        <Choice<Handing>
          label={t`What is handed over to other threads`}
          value={isEager ? "all" : "pays"}
          choices={HANDING}
          onChange={(next) => clockWith(subject, { isEager: next === "all" })}
        />
      </div>
      <button type="button" className="button line small" disabled={isRunning} onClick={() => void clock(subject)}>
        <Icon name="play" /> {t`Measure again`}
      </button>
    </>
  );
}
