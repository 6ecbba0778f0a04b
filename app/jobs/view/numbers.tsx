// Work, span and time on P workers against Brent's bounds, as a table and as a curve over all numbers of workers.

import { plural, t } from "@lingui/core/macro";
import { scaleLinear, scaleLog } from "d3-scale";
import { area, line } from "d3-shape";
import { useMemo } from "react";
import { editionsOf } from "../../../engine/algorithms/editions.ts";
import type { Policy } from "../../../engine/analysis/schedule.ts";
import { lastOf } from "../../../engine/base/nth.ts";
import { JOBS_STAGE } from "../../exploration/state/trying.ts";
import { Terms } from "../../help/term.tsx";
import { grouped } from "../../words/numbers.ts";
import type { JobsRun } from "../model/run.ts";
import { CURVE_WORKERS, type SpeedPoint, speedCurve } from "../model/speed.ts";
import type { TimedPass, Timing } from "../model/timing.ts";
import { timeWords } from "../model/words.ts";
import { useJobs } from "../state.ts";

interface NumbersProps {
  readonly run: JobsRun;
  readonly timing: Timing;
}

/** Shows work, span and time of both passes in a table, and the speed-up over the number of workers as a curve. */
export function Numbers({ timing }: { readonly timing: Timing }) {
  const { workers } = timing;
  const count = plural(workers, { one: `${workers} worker`, other: `${workers} workers` });
  return (
    <section className="jobs-numbers" aria-label={t`Work and span`}>
      <h2>
        <Terms text={t`How fast on ${count}`} />
      </h2>
      <div className="jobs-numbers-body">
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">
                <Terms text={t`work T₁`} />
              </th>
              <th scope="col">
                <Terms text={t`span T∞`} />
              </th>
              <th scope="col" translate="no">
                T<sub>{workers}</sub>
              </th>
              <th scope="col">{t`Brent’s bounds`}</th>
              <th scope="col">{t`utilisation`}</th>
            </tr>
          </thead>
          <tbody>
            <Row name={t`Forward`} pass={timing.forward} />
            <Row name={t`Reverse`} pass={timing.reverse} />
          </tbody>
        </table>
      </div>
      <p className="note">
        {t`Steps of the stage ${JOBS_STAGE}, added up over its jobs. Other stages take other numbers of steps: see Systems.`}
      </p>
      <Editions />
    </section>
  );
}

/** The differences of the jobs that are counted from those of the papers: contention above all. */
function Editions() {
  return (
    <details>
      <summary>{t`Different from the papers`}</summary>
      <p className="note" lang="en">
        {editionsOf(JOBS_STAGE)}
      </p>
    </details>
  );
}

/** The speed-up of both passes over all numbers of workers. */
export function SpeedUp({ run, timing }: NumbersProps) {
  // one worker is as fast in any order
  const policy = useJobs((state) => (state.policy === "chosen" ? "order" : state.policy));
  const seed = useJobs((state) => state.seed);
  return (
    <section className="jobs-speed" aria-label={t`Speed-up`}>
      <h2>
        <Terms text={t`Speed-up`} />
      </h2>
      <Curve run={run} policy={policy} seed={seed} workers={timing.workers} />
    </section>
  );
}

function Row({ name, pass }: { readonly name: string; readonly pass: TimedPass }) {
  const { bounds, end, busy } = pass;
  const share = Math.round(busy * 100);
  const [least, most] = [bounds.least, bounds.most].map((bound) => grouped(Math.round(bound)));
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{grouped(bounds.work)}</td>
      <td>{grouped(bounds.span)}</td>
      <td>
        <b>{timeWords(end)}</b>
      </td>
      <td>{t`${least} to ${most}`}</td>
      <td>{t`${share} %`}</td>
    </tr>
  );
}

interface CurveProps {
  readonly run: JobsRun;
  readonly policy: Policy["tag"];
  readonly seed: number;
  readonly workers: number;
}

const [WIDTH, HEIGHT, LEFT, RIGHT, FOOT] = [210, 150, 36, 10, 20];

/** The speed-up on each number of workers, in the band that Brent leaves. */
function Curve({ run, policy, seed, workers }: CurveProps) {
  const points = useMemo(
    () => speedCurve(run, policy === "shuffled" ? { tag: policy, seed } : { tag: policy }),
    [run, policy, seed],
  );
  const top = Math.max(1.5, ...points.map(({ most }) => most)) * 1.06;
  const x = scaleLog()
    .base(2)
    .domain([1, lastOf(CURVE_WORKERS)])
    .range([LEFT, WIDTH - RIGHT]);
  const y = scaleLinear()
    .domain([1, top])
    .range([HEIGHT - FOOT, 6]);
  const band = area<SpeedPoint>()
    .x((point) => x(point.workers))
    .y0((point) => y(point.least))
    .y1((point) => y(point.most));
  const curve = line<SpeedPoint>()
    .x((point) => x(point.workers))
    .y((point) => y(point.speedUp));
  const best = Math.max(...points.map(({ speedUp }) => speedUp)).toFixed(2);
  const label = t`Speed-up of both passes on 1 to 64 workers: at most ${best}, within Brent’s bounds`;
  const now = points.reduce((near, point) =>
    Math.abs(point.workers - workers) < Math.abs(near.workers - workers) ? point : near,
  );
  return (
    <svg className="jobs-curve" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {y.ticks(3).map((tick) => (
        <g key={tick}>
          <path d={`M${LEFT} ${y(tick)}H${WIDTH - RIGHT}`} className="grid" />
          <text x={LEFT - 5} y={y(tick) + 4} textAnchor="end">
            ×{tick}
          </text>
        </g>
      ))}
      {[1, 4, 16, 64].map((tick) => (
        <text key={tick} x={x(tick)} y={HEIGHT - 4} textAnchor="middle">
          {tick}
        </text>
      ))}
      <path d={band(points) ?? ""} className="band" />
      <path d={curve(points) ?? ""} className="curve" />
      <circle cx={x(workers)} cy={y(now.speedUp)} r={5} />
    </svg>
  );
}
