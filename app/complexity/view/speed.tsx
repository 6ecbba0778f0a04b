// Work and span: the gain of a run's fork/join graph on more workers, against Brent's bounds.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { editionsOf } from "../../../engine/algorithms/editions.ts";
import type { Speed as Found, PassSpeedUp } from "../../../engine/measure/lab.ts";
import { useQuestion } from "../../client/question.ts";
import { Terms } from "../../help/term.tsx";
import type { Series } from "../../plot/model.ts";
import { Icon } from "../../ui/icon.tsx";
import { sized } from "../../words/magnitude.ts";
import { grouped } from "../../words/numbers.ts";
import type { Subject } from "../model/curves.ts";
import { crashedWords, reasonOf } from "../model/ended.ts";
import { useLab } from "../state/lab.ts";
import { SPEED_STAGE, workAndSpan } from "../state/measurements.ts";
import { PlotFigure } from "./plot-figure.tsx";

const PASSES = {
  primal: { name: t`Primal`, title: t`Primal: speed-up on P workers` },
  forward: { name: t`Forward pass`, title: t`Forward pass: speed-up on P workers` },
  reverse: { name: t`Reverse pass`, title: t`Reverse pass: speed-up on P workers` },
} as const;

/** Shows work and span of a program at a chosen n, and the speed-up on more workers; measures while it is mounted. */
export function Speed({ subject }: { readonly subject: Subject }) {
  const ns = useLab((state) => state.ns);
  const [chosen, setChosen] = useState<number>();
  const n = chosen !== undefined && ns.includes(chosen) ? chosen : usualOf(ns);
  const size = grouped(n ?? 0);
  const stage = SPEED_STAGE;
  const { current: speed, isBusy, progress, failure } = useQuestion(workAndSpan, { subject, n });
  return (
    <div className="lab-speed">
      <div className="lab-fields">
        <label className="lab-field">
          <span className="label">n</span>
          <span className="select-box">
            <select value={n} onChange={(event) => setChosen(Number(event.target.value))}>
              {ns.map((one) => (
                <option key={one} value={one}>
                  {grouped(one)}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </span>
        </label>
        <p className="note">
          <Trans>
            The program, and the stage <code translate="no">{stage}</code>, at n = {size}. Each job has the cost that
            the machine counted. The speed-ups are computed from the graph of jobs: here the jobs run one after the
            other.
          </Trans>{" "}
          <span lang="en">{editionsOf(stage)}</span>
        </p>
        {isBusy && (
          <button type="button" className="button line small" onClick={() => workAndSpan.stop()}>
            <Icon name="stop" /> {stopWords(progress?.steps ?? 0)}
          </button>
        )}
      </div>
      {failure !== undefined && <p role="alert">{crashedWords(failure)}</p>}
      {speed !== undefined && <SpeedOf speed={speed} />}
    </div>
  );
}

function stopWords(steps: number): string {
  const count = grouped(steps);
  return plural(steps, { one: `Stop, after ${count} step`, other: `Stop, after ${count} steps` });
}

/** A run that is not too long: the largest n of up to a dozen. */
function usualOf(ns: readonly number[]): number | undefined {
  return ns[Math.min(ns.length, 12) - 1];
}

function SpeedOf({ speed: { primal, forward, reverse, ended } }: { readonly speed: Found }) {
  if (primal === undefined || forward === undefined || reverse === undefined) {
    const reason = reasonOf(ended);
    return <p className="note">{reason === undefined ? t`Stopped.` : t`The run ended early: ${reason}.`}</p>;
  }
  const isSequential = forward.jobs === 1;
  return (
    <>
      {isSequential && (
        <p className="lab-prose">
          <Trans>
            This program has one job: more workers do not help. The two sides of a parallel pair,{" "}
            <code translate="no">s |*| t</code>, run as separate jobs, and so do the elements of{" "}
            <code translate="no">parMap</code> and <code translate="no">parBuild</code>.
          </Trans>
        </p>
      )}
      <div className="lab-scroll">
        <table className="lab-work">
          <thead>
            <tr>
              <th scope="col">{t({ message: "pass", comment: "the forward or the reverse one" })}</th>
              <th scope="col">
                <Terms text={t`jobs`} />
              </th>
              <th scope="col">
                <Terms text={t`work T₁`} />
              </th>
              <th scope="col">
                <Terms text={t`span T∞`} />
              </th>
              <th scope="col">
                <Terms text={t`parallelism T₁ / T∞`} />
              </th>
            </tr>
          </thead>
          <tbody>
            {(["primal", "forward", "reverse"] as const).map((pass) => {
              const { jobs, work, span } = { primal, forward, reverse }[pass];
              return (
                <tr key={pass}>
                  <th scope="row">{PASSES[pass].name}</th>
                  <td>{grouped(jobs)}</td>
                  <td>{sized(work)}</td>
                  <td>{sized(span)}</td>
                  <td>{span === 0 ? "" : sized(Number((work / span).toPrecision(3)))}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div className="lab-two">
        <SpeedPlot pass="forward" speed={forward} />
        <SpeedPlot pass="reverse" speed={reverse} />
      </div>
    </>
  );
}

function SpeedPlot({ pass, speed }: { readonly pass: keyof typeof PASSES; readonly speed: PassSpeedUp }) {
  const series = useMemo(() => seriesOf(pass, speed), [pass, speed]);
  const spoken = useMemo(() => speed.speedUps.map((one) => ({ x: one.workers, words: speedWords(one) })), [speed]);
  const { title } = PASSES[pass];
  return (
    <PlotFigure
      title={title}
      series={series}
      y="log"
      label={t`${title}. Left and right move along P`}
      xWords={t`P, workers`}
      chosen="greedy"
      spoken={spoken}
    >
      {(at) => (
        <table className="lab-work">
          <thead>
            <tr>
              <th scope="col">P</th>
              <th scope="col">{t`at least`}</th>
              <th scope="col">{t`greedy schedule`}</th>
              <th scope="col">{t`at most`}</th>
            </tr>
          </thead>
          <tbody>
            {speed.speedUps.map(({ workers, greedy, least, most }) => (
              <tr key={workers} className={workers === at ? "lit" : undefined}>
                <th scope="row">{workers}</th>
                <td className="quiet">{least.toFixed(2)}</td>
                <td>{greedy.toFixed(2)}</td>
                <td className="quiet">{most.toFixed(2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PlotFigure>
  );
}

function speedWords({ workers, greedy, least, most }: PassSpeedUp["speedUps"][number]): string {
  const [speedUp, low, high] = [greedy.toFixed(2), least.toFixed(2), most.toFixed(2)];
  return plural(workers, {
    one: `${workers} worker: ${speedUp} times as fast by a greedy schedule, between ${low} and ${high}`,
    other: `${workers} workers: ${speedUp} times as fast by a greedy schedule, between ${low} and ${high}`,
  });
}

function seriesOf(pass: keyof typeof PASSES, { speedUps }: PassSpeedUp): readonly Series[] {
  const line = (id: "greedy" | "least" | "most", label: string, note: string | undefined): Series => ({
    id,
    label,
    note,
    colour: id === "greedy" ? (pass === "forward" ? "var(--primal)" : "var(--cot)") : "var(--ink-2)",
    marker: "circle",
    isSecond: false,
    isBound: id !== "greedy",
    points: speedUps.map((one) => ({ x: one.workers, y: one[id] })),
    predicted: [],
  });
  return [
    line("most", t`at most`, t({ message: "min(P, T₁ / T∞)", comment: "a formula: the minimum" })),
    line("greedy", t`greedy`, undefined),
    line("least", t`at least`, t({ message: "Brent", comment: "the bound of Brent’s theorem" })),
  ];
}
