// A plot with its title, whose points say their numbers, and the part below it.
import { t } from "@lingui/core/macro";
import { type ReactNode, useMemo, useState } from "react";
import type { Axis, Series } from "../../plot/model.ts";
import { Plot } from "../../plot/plot.tsx";
import { plotSavedAs } from "../../plot/save-plot.ts";
import { usePlot } from "../../plot/use-plot.ts";
import { SaveButton } from "../../ui/save-button.tsx";
import { fileName } from "../../words/file-name.ts";

interface PlotFigureProps {
  readonly title: string;
  readonly series: readonly Series[];
  readonly height?: number;
  readonly x?: Axis;
  readonly y: Axis;
  /** The title, and how one walks along the points. */
  readonly label: string;
  /** The label of the horizontal axis. */
  readonly xWords: string;
  /** The curve that keys walk along. */
  readonly chosen?: string | undefined;
  /** Words for each point. */
  readonly spoken: readonly { readonly x: number; readonly words: string }[];
  /** The part below, for the x under the pointer and its words. */
  readonly children: (at: number | undefined, words: string) => ReactNode;
}

/** Shows a plot with its title, and the numbers of the point that is pointed at; `height` is in pixels. */
export function PlotFigure(props: PlotFigureProps) {
  const { title, series, height = 300, x = "log", y, label, xWords, chosen, spoken, children } = props;
  const [at, setAt] = useState<number>();
  const { box, svg, plot } = usePlot({ series, height, x, y });
  const xs = useMemo(() => [...new Set(spoken.map((point) => point.x))].sort((a, b) => a - b), [spoken]);
  const words = spoken.find((point) => point.x === at)?.words ?? "";
  return (
    <section className="lab-figure" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="end">
          <SaveButton
            label={t`Save the plot`}
            choices={plotSavedAs(svg, { title, xWords, yWords: title, x, y, series }, fileName(title))}
          />
        </span>
      </header>
      <div ref={box} className="lab-plot-box">
        <Plot
          plot={plot}
          svg={svg}
          label={label}
          xWords={xWords}
          xs={xs}
          at={at}
          chosen={chosen}
          spoken={words}
          onPoint={(point) => setAt(point)}
        />
      </div>
      {children(at, words)}
    </section>
  );
}
