// Checkpointing: the reverse pass with a part of the tape at a time, memory against recomputation.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useMemo, useRef, useState } from "react";
import type { CheckpointCost, Checkpointed } from "../../../engine/session/checkpointing.ts";
import type { Asked } from "../../client/client.ts";
import { Terms } from "../../help/term.tsx";
import { type Axis, drawPlot, type Series } from "../../plot/model.ts";
import { Plot } from "../../plot/plot.tsx";
import { useWidth } from "../../ui/hooks/use-width.ts";
import { Icon } from "../../ui/icon.tsx";
import { grouped } from "../../words/numbers.ts";
import {
  checkpointRow,
  doneWords,
  growthWords,
  heldIn,
  type Measured,
  memorySeries,
  partsOf,
  timesIn,
  tradeSeries,
} from "../model/checkpointing.ts";
import { labClient, type Subject, useLab } from "../state.ts";
import { Formula } from "./formula.tsx";

/** What was measured: one n with a part of its tape each, and each n with one contribution at a time. */
interface Found {
  readonly trade: readonly CheckpointCost[];
  readonly over: readonly Measured[];
  readonly done: number;
  readonly of: number;
  readonly message: string | undefined;
}

const NOTHING: Found = { trade: [], over: [], done: 0, of: 1, message: undefined };

export function Checkpointing({ subject }: { readonly subject: Subject }) {
  const ns = useLab((state) => state.ns);
  const [found, setFound] = useState<Found>(NOTHING);
  const asked = useRef<Asked<Checkpointed>>(undefined);
  const n = ns.at(-1);
  useEffect(() => {
    let isCurrent = true;
    const ask = async (at: number | undefined, part: number): Promise<Checkpointed | undefined> => {
      const question = labClient.checkpoint({ ...subject.ask, n: at, part });
      asked.current = question;
      const answer = await question.answer;
      return isCurrent ? answer : undefined;
    };
    const measure = async (): Promise<void> => {
      let now = NOTHING;
      const tell = (change: Partial<Found>): void => {
        now = { ...now, ...change };
        setFound(now);
      };
      tell({});
      // all of it at once tells how long the tape is
      const whole = await ask(n, Number.MAX_SAFE_INTEGER);
      if (whole === undefined) return;
      const parts = partsOf(whole.cost?.operations ?? 0);
      tell({ done: 1, of: 1 + parts.length + ns.length });
      for (const [kind, list] of [
        ["trade", parts],
        ["over", ns],
      ] as const)
        for (const item of list) {
          const answer = kind === "trade" ? await ask(n, item) : await ask(item, 1);
          if (answer === undefined) return;
          const { cost, ended } = answer;
          if (cost === undefined) return tell({ message: endWords(ended) });
          tell({ done: now.done + 1 });
          tell(kind === "trade" ? { trade: [...now.trade, cost] } : { over: [...now.over, { n: item, cost }] });
        }
      if (whole.cost === undefined) tell({ message: endWords(whole.ended) });
    };
    void measure();
    return () => {
      isCurrent = false;
      asked.current?.stop();
    };
  }, [subject, ns, n]);
  const size = grouped(n ?? 0);
  const isDone = found.done >= found.of || found.message !== undefined;
  return (
    <div className="lab-speed">
      <p className="lab-prose">
        <Terms
          text={t`The reverse pass reads the tape from its end. Checkpointing records only a part of it at a time, and runs the program again from snapshots of the machine to get the earlier parts: less memory for more steps. Halving down to one contribution holds O(log T) contributions and takes O(T log T) steps, where T is the length of the tape. A snapshot is as large as the calls that are waiting at that point.`}
        />
      </p>
      <div className="lab-progress">
        <progress value={found.done} max={found.of} aria-label={t`Runs done`} />
        <span className="note" aria-live="polite">
          {found.message ?? doneWords(found.done, found.of)}
        </span>
        {!isDone && (
          <button type="button" className="button line small" onClick={() => asked.current?.stop()}>
            <Icon name="stop" /> {t`Stop`}
          </button>
        )}
      </div>
      {found.trade.length > 0 && (
        <Figure
          title={t`Memory vs. recomputation, n = ${size}`}
          series={tradeSeries(found.trade)}
          xWords={t`contributions and snapshots held`}
          yKind="linear"
          spoken={found.trade.map((cost) => ({ x: heldIn(cost), words: tradeWords(cost) }))}
        >
          <Rows head={t`part of the tape`} rows={found.trade.map((cost) => checkpointRow(cost.part, cost))} />
        </Figure>
      )}
      {found.over.length > 0 && (
        <Figure
          title={t`Held at once over n, one contribution at a time`}
          series={memorySeries(found.over)}
          xWords="n"
          yKind="log"
          spoken={found.over.map(({ n: x, cost }) => ({ x, words: tradeWords(cost) }))}
        >
          {growthWords(found.over).map((words) => (
            <p key={words} className="note">
              <Formula text={words} isLong />
            </p>
          ))}
          <Rows head="n" rows={found.over.map(({ n: x, cost }) => checkpointRow(x, cost))} />
        </Figure>
      )}
    </div>
  );
}

function endWords(ended: Checkpointed["ended"]): string {
  const diagnostic =
    ended.tag === "mistake" ? ended.diagnostics[0] : ended.tag === "out-of-budget" ? ended.diagnostic : undefined;
  const reason = diagnostic?.message;
  return reason === undefined ? t`Stopped. The counts so far are kept.` : t`The run ended early: ${reason}.`;
}

function tradeWords(cost: CheckpointCost): string {
  const [held, times] = [grouped(heldIn(cost)), timesIn(cost).toFixed(2)];
  return t`${held} held at once, ${times} times the steps`;
}

interface FigureProps {
  readonly title: string;
  readonly series: readonly Series[];
  readonly xWords: string;
  readonly yKind: Axis;
  readonly spoken: readonly { readonly x: number; readonly words: string }[];
  readonly children: React.ReactNode;
}

function Figure({ title, series, xWords, yKind, spoken, children }: FigureProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const svg = useRef<SVGSVGElement>(null);
  const [at, setAt] = useState<number>();
  const plot = useMemo(
    () => drawPlot({ series, width: Math.max(280, width), height: 300, x: "log", y: yKind }),
    [series, width, yKind],
  );
  const xs = useMemo(() => [...new Set(spoken.map(({ x }) => x))].sort((a, b) => a - b), [spoken]);
  return (
    <section className="lab-figure" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <div ref={box} className="lab-plot-box">
        <Plot
          plot={plot}
          svg={svg}
          label={t`${title}. Left and right move along the points`}
          xWords={xWords}
          xs={xs}
          at={at}
          chosen={undefined}
          spoken={spoken.find(({ x }) => x === at)?.words ?? ""}
          onPoint={(x) => setAt(x)}
        />
      </div>
      {children}
    </section>
  );
}

function Rows({ head, rows }: { readonly head: string; readonly rows: readonly ReturnType<typeof checkpointRow>[] }) {
  return (
    <div className="lab-scroll">
      <table className="lab-work">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">T</th>
            <th scope="col">{t`contributions held`}</th>
            <th scope="col">{t`snapshots`}</th>
            <th scope="col">{t`values in snapshots`}</th>
            <th scope="col">{t`cotangents waiting`}</th>
            <th scope="col">{t`steps in all`}</th>
            <th scope="col">
              <Trans>× primal</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.head}</th>
              <td>{row.operations}</td>
              <td>{row.entries}</td>
              <td>{row.snapshots}</td>
              <td>{row.slots}</td>
              <td>{row.waiting}</td>
              <td>{row.steps}</td>
              <td>{row.times}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
