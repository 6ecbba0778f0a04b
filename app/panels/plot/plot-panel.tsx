// A program's result as a plot, below it: its lists of numbers as lines, points or columns, and the gradient beside them.
import "./plot-tools.css";
import { t } from "@lingui/core/macro";
import { useMemo, useRef, useState } from "react";
import type { ProgramCell } from "../../document/document.ts";
import { setViews } from "../../document/state/changing.ts";
import type { PlotAxis, PlotKind, PlotSettings } from "../../document/views.ts";
import { drawPlot } from "../../plot/model.ts";
import { MarkIcon, Plot } from "../../plot/plot.tsx";
import { PlotNumbers } from "../../plot/plot-numbers.tsx";
import { NO_RUN } from "../../program/model/run.ts";
import { useRunning } from "../../program/state/running.ts";
import { useWidth } from "../../ui/hooks/use-width.ts";
import { keyed } from "../../ui/keyed.ts";
import { conjunction } from "../../words/lists.ts";
import { type PlotChoices, type PlotSource, plotChoices, plotSource, spokenAt, valuePlot } from "./model/value-plot.ts";

const KIND_WORDS: Readonly<Record<PlotKind, string>> = {
  line: t({ message: "Line", comment: "a kind of plot" }),
  scatter: t({ message: "Scatter", comment: "a kind of plot" }),
  bar: t({ message: "Bar", comment: "a kind of plot" }),
  overlay: t({ message: "Points and line", comment: "a kind of plot" }),
};

const AXIS_WORDS: Readonly<Record<PlotAxis, string>> = {
  index: t`Over the index`,
  x: t`Over x`,
  input: t`Over the input`,
};

const HEIGHT = 280;

/** Shows a program's result as a plot, with its settings; says why where nothing can be drawn. */
export default function PlotInside({ cell }: { readonly cell: ProgramCell }) {
  const { result, earlier } = useRunning(({ runs }) => runs.get(cell.id) ?? NO_RUN);
  const ended = [result, earlier].find((one) => one?.end.tag === "answered" && one.end.answer.value !== undefined);
  const run = ended?.end.tag === "answered" ? ended.end.answer : undefined;
  const text = ended?.subject.text ?? "";
  const source = useMemo(() => (run === undefined ? undefined : plotSource(run, text)), [run, text]);
  if (source === undefined) return <p className="quiet">{t`Run the program to plot its numbers here.`}</p>;
  if (source.value.length === 0)
    return (
      <p className="quiet">
        {t`Nothing to plot. A plot shows a list or an array of numbers or of pairs of numbers, alone or in a tuple: (points, line).`}
      </p>
    );
  return <Drawn cell={cell} source={source} />;
}

function Drawn({ cell, source }: { readonly cell: ProgramCell; readonly source: PlotSource }) {
  const [at, setAt] = useState<number>();
  const [chosen, setChosen] = useState<string>();
  const [box, width] = useWidth<HTMLDivElement>();
  const svg = useRef<SVGSVGElement>(null);
  const asked = cell.views.plot;
  const choices = useMemo(() => plotChoices(source, asked), [source, asked]);
  const { kind, over } = choices.chosen;
  const shownWidth = Math.max(280, width);
  const value = useMemo(() => valuePlot(source, choices.chosen, shownWidth), [source, choices, shownWidth]);
  const plot = useMemo(
    () =>
      drawPlot({
        series: value.series,
        width: shownWidth,
        height: HEIGHT,
        x: "linear",
        y: "linear",
        xs: value.reach,
        fromZero: kind === "bar",
        ofReals: true,
        ofWholes: over === "index",
      }),
    [value, shownWidth, kind, over],
  );
  const looked = at !== undefined && value.xs.includes(at) ? at : undefined;
  const spoken = looked === undefined ? "" : spokenAt(value, looked);
  const names = conjunction(value.series.map(({ label }) => label));
  const { xWords, summary } = value;
  return (
    <div className="inside-body">
      <PlotTools choices={choices} onChange={(plot) => setViews(cell.id, { plot })} />
      <div ref={box}>
        <Plot
          hasNames
          plot={plot}
          svg={svg}
          label={t`${names} over ${xWords}. Left and right move along the points. ${summary}`}
          xWords={xWords}
          xs={value.xs}
          at={looked}
          chosen={chosen}
          spoken={spoken}
          onPoint={(x, curve) => {
            setAt(x);
            setChosen(curve);
          }}
        />
      </div>
      {!plot.hasLabels && (
        <p className="plot-names" translate="no">
          {value.series.map(({ id, label, marker, colour }) => (
            <span key={id}>
              <MarkIcon marker={marker} colour={colour} isHollow={false} /> {label}
            </span>
          ))}
        </p>
      )}
      <p className="note">{spoken === "" ? summary : spoken}</p>
      {keyed(value.notes).map(({ key, item }) => (
        <p key={key} className="note plot-told">
          {item}
        </p>
      ))}
      <PlotNumbers xWords={xWords} columns={value.columns} />
    </div>
  );
}

interface PlotToolsProps {
  readonly choices: PlotChoices;
  onChange(plot: PlotSettings): void;
}

function PlotTools({ choices: { kinds, axes, hasGradient, chosen }, onChange }: PlotToolsProps) {
  return (
    <div className="plot-tools">
      <fieldset aria-label={t`Kind of plot`}>
        {kinds.map((kind) => (
          <Choice key={kind} isOn={chosen.kind === kind} onChoose={() => onChange({ ...chosen, kind })}>
            {KIND_WORDS[kind]}
          </Choice>
        ))}
      </fieldset>
      {axes.length > 1 && (
        <fieldset aria-label={t`Horizontal axis`}>
          {axes.map((over) => (
            <Choice key={over} isOn={chosen.over === over} onChoose={() => onChange({ ...chosen, over })}>
              {AXIS_WORDS[over]}
            </Choice>
          ))}
        </fieldset>
      )}
      {hasGradient && (
        <Choice isOn={chosen.gradient} onChoose={() => onChange({ ...chosen, gradient: !chosen.gradient })}>
          {t`With the gradient`}
        </Choice>
      )}
    </div>
  );
}

function Choice(props: { readonly isOn: boolean; onChoose(): void; readonly children: string }) {
  return (
    <button type="button" className="plot-choice" aria-pressed={props.isOn} onClick={props.onChoose}>
      {props.children}
    </button>
  );
}
