// The compiled engine on the clock: a gradient beside its primal over the same n. Apart from the counts, which no clock changes.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Asked, EngineClient } from "../../client/client.ts";
import { Terms } from "../../help/term.tsx";
import { drawPlot, type Series } from "../../plot/model.ts";
import { Plot } from "../../plot/plot.tsx";
import { useWidth } from "../../ui/hooks/use-width.ts";
import { Icon } from "../../ui/icon.tsx";
import { grouped } from "../../words/numbers.ts";
import { bytesText, timeText } from "../../words/units.ts";
import { isNoisy, type TimedRow, timedRow } from "../model/timed.ts";
import { type Subject, useLab } from "../state.ts";

/** A worker of its own: nothing else may run in it meanwhile. */
const client = new EngineClient();

/** Rows measured, and how it goes on. */
interface Measuring {
  readonly rows: readonly TimedRow[];
  readonly n: number | undefined;
  readonly message: string | undefined;
}

export function Timed({ subject }: { readonly subject: Subject }) {
  const ns = useLab((state) => state.ns);
  const [{ rows, n: now, message }, setMeasuring] = useState<Measuring>({ rows: [], n: undefined, message: undefined });
  const machine = machineWords();
  const turn = useRef(0);
  const asked = useRef<Asked<unknown>>(undefined);
  const measure = useCallback(async (): Promise<void> => {
    const mine = ++turn.current;
    let found: readonly TimedRow[] = [];
    for (const n of ns) {
      setMeasuring({ rows: found, n, message: undefined });
      const question = client.time({ ...subject.ask, n });
      asked.current = question;
      const timing = await question.answer;
      if (turn.current !== mine) return;
      const row = timing && timedRow(n, timing);
      if (row !== undefined) found = [...found, row];
      const { ended } = timing ?? { ended: { tag: "stopped" } };
      if (ended.tag === "done") continue;
      const diagnostic =
        ended.tag === "mistake" ? ended.diagnostics[0] : ended.tag === "out-of-budget" ? ended.diagnostic : undefined;
      const reason = diagnostic?.message;
      const words =
        reason === undefined ? t`Stopped. The measurements so far are kept.` : t`It stops at n = ${n}: ${reason}.`;
      return setMeasuring({ rows: found, n: undefined, message: words });
    }
    setMeasuring({ rows: found, n: undefined, message: undefined });
  }, [subject, ns]);
  const stop = (): void => asked.current?.stop();
  useEffect(() => {
    void measure();
    return () => {
      turn.current++;
      // nothing of the old program may go on beside the new one
      client.restart();
    };
  }, [measure]);
  return (
    <div className="lab-timed">
      <div className="lab-progress">
        <progress value={rows.length} max={Math.max(1, ns.length)} aria-label={t`Measurements done`} />
        <span className="note" aria-live="polite">
          {now !== undefined
            ? measuringWords(now, rows.length, ns.length)
            : (message ?? measuredWords(rows.length, rows[0]?.rounds ?? 0))}
        </span>
        {now !== undefined ? (
          <button type="button" className="button line small" onClick={stop}>
            <Icon name="stop" /> {t`Stop`}
          </button>
        ) : (
          <button type="button" className="button line small" onClick={() => void measure()}>
            <Icon name="play" /> {t`Measure again`}
          </button>
        )}
      </div>
      <p className="lab-machine">
        <Trans>
          <b>Times on this machine, now</b>: {machine}. Times are not exact; the other tab has exact counts.
        </Trans>
        {isNoisy(rows) && <strong> {t`The machine is busy: times vary by more than a fifth between rounds.`}</strong>}
      </p>
      {rows.length > 0 && <TimedPlots rows={rows} />}
      <TimedTable rows={rows} />
    </div>
  );
}

function measuringWords(at: number, done: number, of: number): string {
  const n = grouped(at);
  return t`Measuring n = ${n}: gradient and primal in turn, ${done} of ${of} done`;
}

function measuredWords(count: number, roundCount: number): string {
  const rounds = plural(roundCount, { one: `${roundCount} round`, other: `${roundCount} rounds` });
  return plural(count, {
    one: `${count} measurement, medians of ${rounds} in turn; bars are quartiles.`,
    other: `${count} measurements, medians of ${rounds} in turn; bars are quartiles.`,
  });
}

function TimedPlots({ rows }: { readonly rows: readonly TimedRow[] }) {
  return (
    <>
      <TimedPlot
        rows={rows}
        title={t`Gradient time by primal time`}
        series={[
          {
            id: "ratio",
            label: t`gradient / primal`,
            note: t`compiled engine`,
            colour: "var(--ink)",
            marker: "circle",
            isSecond: false,
            points: rows.map(({ n, ratio }) => ({ x: n, y: ratio.middle })),
            predicted: [],
            spread: rows.map(({ n, ratio }) => ({ x: n, low: ratio.low, high: ratio.high })),
          },
        ]}
        y="linear"
      />
      <TimedPlot
        rows={rows}
        title={t`Bytes of tape`}
        series={[
          {
            id: "tape",
            label: t`tape`,
            note: t`bytes of one run`,
            colour: "var(--rung-4)",
            marker: "cross",
            isSecond: false,
            points: rows.map(({ n, tapeBytes }) => ({ x: n, y: tapeBytes })),
            predicted: [],
          },
          {
            id: "cells",
            label: t`cells`,
            note: t`values, cotangents`,
            colour: "var(--primal)",
            marker: "square",
            isSecond: true,
            points: rows.map(({ n, cellBytes }) => ({ x: n, y: cellBytes })),
            predicted: [],
          },
        ]}
        y="linear"
      />
    </>
  );
}

interface TimedPlotProps {
  readonly rows: readonly TimedRow[];
  readonly title: string;
  readonly series: readonly Series[];
  readonly y: "linear" | "log";
}

function TimedPlot({ rows, title, series, y }: TimedPlotProps) {
  const x = useLab((state) => state.x);
  const [box, width] = useWidth<HTMLDivElement>();
  const svg = useRef<SVGSVGElement>(null);
  const [at, setAt] = useState<number>();
  const plot = useMemo(
    () => drawPlot({ series, width: Math.max(280, width), height: 280, x, y }),
    [series, width, x, y],
  );
  const row = rows.find(({ n }) => n === at);
  return (
    <section className="lab-figure" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <div ref={box} className="lab-plot-box">
        <Plot
          plot={plot}
          svg={svg}
          label={t`${title}. Left and right move along n`}
          xWords="n"
          xs={rows.map(({ n }) => n)}
          at={at}
          chosen={series[0]?.id}
          spoken={row === undefined ? "" : rowWords(row)}
          onPoint={(n) => setAt(n)}
        />
      </div>
      <p className="note lab-row-words">{row === undefined ? "\u00a0" : rowWords(row)}</p>
    </section>
  );
}

function rowWords({ n, primal, gradient, ratio, tapeBytes }: TimedRow): string {
  const [gradientTime, primalTime] = [timeText(gradient.middle), timeText(primal.middle)];
  const times = ratio.middle.toPrecision(3);
  const tape = bytesText(tapeBytes);
  return t`n = ${n}: gradient ${gradientTime}, primal ${primalTime}, ${times} times; tape ${tape}`;
}

function TimedTable({ rows }: { readonly rows: readonly TimedRow[] }) {
  return (
    <section className="lab-table" aria-label={t`Times, the table`}>
      <table>
        <thead>
          <tr>
            <th scope="col">n</th>
            <th scope="col">
              <Terms text={t`gradient`} />
            </th>
            <th scope="col">{t`its quartiles`}</th>
            <th scope="col">
              <Terms text={t`primal`} />
            </th>
            <th scope="col">{t`its quartiles`}</th>
            <th scope="col">{t`gradient / primal`}</th>
            <th scope="col">
              <Terms text={t`tape`} />
            </th>
            <th scope="col">{t`cells and data`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ n, gradient, primal, ratio, tapeBytes, cellBytes }) => (
            <tr key={n}>
              <th scope="row">{grouped(n)}</th>
              <td>{timeText(gradient.middle)}</td>
              <td className="quiet">
                {timeText(gradient.low)} – {timeText(gradient.high)}
              </td>
              <td>{timeText(primal.middle)}</td>
              <td className="quiet">
                {timeText(primal.low)} – {timeText(primal.high)}
              </td>
              <td>{ratio.middle.toPrecision(3)}</td>
              <td>{bytesText(tapeBytes)}</td>
              <td>{bytesText(cellBytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The machine, as far as a page may know it. */
function machineWords(): string {
  const { hardwareConcurrency: count } = navigator;
  const cores = plural(count, { one: `${count} core`, other: `${count} cores` });
  const browser = /(Firefox|Edg|Chrome|Version)\/(\d+)/.exec(navigator.userAgent);
  const name =
    browser === null
      ? t`an unknown browser`
      : `${{ Edg: "Edge", Version: "Safari" }[browser[1]!] ?? browser[1]} ${browser[2]}`;
  const system = /\(([^;)]+)/.exec(navigator.userAgent)?.[1] ?? "";
  return `${cores}, ${name}${system === "" ? "" : `, ${system}`}`;
}
