// Playing with a cell's input: a slider for each Real, and steps along the gradient with the values so far.
import { plural, t } from "@lingui/core/macro";
import { useEffect, useMemo, useRef, useState } from "react";
import { lastOf, nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { RunReport } from "../../../engine/derive/gradient.ts";
import type { ProgramCell } from "../../document/document.ts";
import { setAsk, setTextAndAsk } from "../../document/state/changing.ts";
import { drawPlot } from "../../plot/model.ts";
import { Plot } from "../../plot/plot.tsx";
import { PlotNumbers } from "../../plot/plot-numbers.tsx";
import { type CellRun, RENEWED } from "../../program/model/run.ts";
import { startRun } from "../../program/state/running.ts";
import { type Range, rangeOf, widened } from "../../program/value/model/range.ts";
import { RealSlider } from "../../program/view/real-slider.tsx";
import { useDelayed } from "../../ui/hooks/use-delayed.ts";
import { useWidth } from "../../ui/hooks/use-width.ts";
import { Icon } from "../../ui/icon.tsx";
import { keyed } from "../../ui/keyed.ts";
import {
  isMoved,
  MOST_SLIDERS,
  type Playable,
  playableOf,
  stepped,
  withHeaderInput,
  withReal,
} from "./model/playing.ts";
import { arranged, type Lone, parameterNames } from "./model/tables.ts";
import { PlayTable } from "./play-table.tsx";
import { useScrub } from "./use-scrub.ts";

interface PlayProps {
  readonly cell: ProgramCell;
  readonly run: CellRun;
}

/** Shows sliders for the Reals of a cell's input, and steps along its gradient; says why there are none where that is so. */
export default function PlayInside({ cell, run }: PlayProps) {
  const shown = run.result ?? run.earlier;
  const report = shown?.end.tag === "answered" ? shown.end.answer : undefined;
  const entry = report?.entry ?? "main";
  const names = useMemo(() => parameterNames(cell.text, entry), [cell.text, entry]);
  const isEdited = shown !== undefined && isOther(shown.subject, cell, report);
  const isOld = useDelayed(isEdited, RENEWED);
  const playable = report === undefined ? undefined : playableOf(report, cell.ask.at);
  const text = typeof playable === "object" ? playable.text : "";
  const { lone, tables } = useMemo(() => arranged(text, names), [text, names]);
  if (report === undefined || playable === undefined || isOld)
    return (
      <p className="quiet">
        {isOld
          ? t`The program has changed. Run it to update the sliders.`
          : t`Run the program. Then you can move every Real of its input, and value and gradient follow.`}
      </p>
    );
  if (typeof playable === "string") return <p className="quiet">{playable}</p>;
  const move = (at: string, isApart = false): void => {
    setAsk(cell.id, { at }, isApart);
    void startRun(cell.id);
  };
  return (
    <div className="play-body">
      {lone.length > 0 && <Sliders playable={playable} lone={lone} onMove={move} />}
      {keyed(tables).map(({ key, item: table }) => (
        <PlayTable key={key} playable={playable} table={table} onMove={move} />
      ))}
      <Outcomes cell={cell} input={playable.text} onMove={move} />
      {playable.value !== undefined && playable.reals.length > 0 && (
        <Steps playable={playable} report={report} onMove={move} />
      )}
    </div>
  );
}

/** Whether a cell asks for another program, or for it at an input that was not moved but typed, than a run was of. */
function isOther(ran: ProgramCell, cell: ProgramCell, report: RunReport | undefined): boolean {
  const { entry, at, n } = cell.ask;
  if (ran.text !== cell.text || ran.ask.entry !== entry || ran.ask.n !== n) return true;
  return ran.ask.at !== at && (report === undefined || !isMoved(report, at));
}

interface PartProps {
  readonly playable: Playable;
  /** Takes another input; `isApart`: as a step of its own, for Undo. */
  onMove(at: string, isApart?: boolean): void;
}

/** Ways back to the input at first, and into the program. */
function Outcomes(props: { readonly cell: ProgramCell; readonly input: string; onMove: PartProps["onMove"] }) {
  const { cell, input, onMove } = props;
  const { id, text, ask } = cell;
  const [first, setFirst] = useState({ text, at: ask.at });
  // another program has another input at first
  if (first.text !== text) setFirst({ text, at: ask.at });
  const write = (): void => {
    setTextAndAsk(id, withHeaderInput(text, input), { at: "" });
    void startRun(id);
  };
  return (
    <div className="play-outcomes">
      <button
        type="button"
        className="button line small"
        disabled={ask.at === first.at}
        onClick={() => onMove(first.at, true)}
      >
        {t`Reset`}
      </button>
      <button type="button" className="button line small" disabled={ask.at === ""} onClick={write}>
        {t`Write into the program`}
      </button>
    </div>
  );
}

function Sliders({ playable, lone, onMove }: PartProps & { readonly lone: readonly Lone[] }) {
  const { reals } = playable;
  // the ranges stay while one plays, so that a slider does not run away from under the finger
  const [ranges, setRanges] = useState(() => reals.map(rangeOf));
  const rest = lone.length - MOST_SLIDERS;
  const isSame = ranges.length === reals.length;
  useEffect(() => {
    if (!isSame) setRanges(reals.map(rangeOf));
  }, [isSame, reals]);
  return (
    <table className="sliders">
      <thead>
        <tr>
          <th scope="col">{t`number`}</th>
          <th scope="col">
            <span className="visually-hidden">{t`slider`}</span>
          </th>
          <th scope="col">{t`value`}</th>
          <th scope="col">{t`gradient`}</th>
        </tr>
      </thead>
      <tbody>
        {lone.slice(0, MOST_SLIDERS).map(({ index, name }) => (
          <Slider
            key={index}
            name={name}
            real={nth(reals, index)}
            range={ranges[index] ?? rangeOf(nth(reals, index))}
            gradient={playable.gradient?.[index]}
            onReal={(next) => onMove(withReal(playable, index, next))}
            onRest={() => setRanges(reals.map((real, at) => widened(ranges[at] ?? rangeOf(real), real)))}
          />
        ))}
      </tbody>
      {rest > 0 && (
        <tfoot>
          <tr>
            <td colSpan={4} className="quiet">
              {plural(rest, { one: `and ${rest} more number`, other: `and ${rest} more numbers` })}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

interface SliderProps {
  readonly name: string;
  readonly real: number;
  readonly range: Range;
  readonly gradient: number | undefined;
  onReal(real: number): void;
  /** The slider was let go. */
  onRest(): void;
}

function Slider({ name, real, range, gradient, onReal, onRest }: SliderProps) {
  const scrub = useScrub(real, onReal);
  return (
    <tr>
      <th scope="row" className="scrub" translate="no" title={t`Drag to the left or right`} {...scrub}>
        {name}
      </th>
      <td>
        <RealSlider name={name} real={real} range={range} onReal={onReal} onRest={onRest} />
      </td>
      <td className="number scrub" translate="no" title={t`Drag to the left or right`} {...scrub}>
        {shortReal(real)}
      </td>
      <td className="number cot" translate="no">
        {gradient === undefined ? "" : shortReal(gradient)}
      </td>
    </tr>
  );
}

/** Where the steps have led; empty where none was made. */
function walked(values: readonly number[]): string {
  const count = values.length - 1;
  if (count < 1) return "";
  const value = shortReal(lastOf(values));
  return plural(count, {
    one: `After one step the value is ${value}.`,
    other: `After ${count} steps the value is ${value}.`,
  });
}

/** The values after steps as a curve; nothing while there are fewer than two. */
function Walk({ values, width }: { readonly values: readonly number[]; readonly width: number }) {
  const svg = useRef<SVGSVGElement>(null);
  const points = values.map((y, x) => ({ x, y })).filter(({ y }) => Number.isFinite(y));
  if (points.length < 2) return null;
  const plot = drawPlot({
    series: [
      {
        id: "value",
        label: t`value`,
        note: undefined,
        colour: "var(--primal)",
        marker: "circle",
        isSecond: false,
        points,
        predicted: [],
      },
    ],
    width: Math.max(240, Math.min(440, width)),
    height: 170,
    x: "linear",
    y: "linear",
    fromZero: false,
  });
  return (
    <>
      <Plot
        plot={plot}
        svg={svg}
        label={t`The value after each step`}
        xWords={t`steps`}
        xs={points.map(({ x }) => x)}
        at={undefined}
        chosen={undefined}
        spoken=""
        onPoint={() => undefined}
      />
      <PlotNumbers xWords={t`steps`} columns={[{ name: t`value`, points: values.map((y, x) => ({ x, y })) }]} />
    </>
  );
}

/** Values that are remembered of the steps. */
const MOST_VALUES = 200;

function Steps({ playable, report, onMove }: PartProps & { readonly report: RunReport }) {
  const [rate, setRate] = useState("0.1");
  const [values, setValues] = useState<readonly number[]>([]);
  const [mistake, setMistake] = useState<string>();
  const [box, width] = useWidth<HTMLDivElement>();
  const { text } = playable;
  const isStep = useRef(false);
  useEffect(() => {
    const value = report.value?.scalars[0];
    if (value === undefined) return;
    const wasStep = isStep.current;
    isStep.current = false;
    // a number that was moved begins a new walk
    setValues((before) =>
      wasStep ? [...before, value].slice(-MOST_VALUES) : before.at(-1) === value ? before : [value],
    );
  }, [report]);
  // a mistake of one input is not one of another
  useEffect(() => {
    if (text !== "") setMistake(undefined);
  }, [text]);
  const step = (sign: 1 | -1): void => {
    const size = Number(rate);
    if (!(size > 0)) return setMistake(t`η must be a number above 0, such as 0.1.`);
    const next = stepped(playable, sign * size);
    if (next === undefined) return setMistake(t`The step would give numbers that are not finite.`);
    setMistake(undefined);
    isStep.current = true;
    onMove(next, true);
  };
  return (
    <div ref={box} className="steps">
      <label>
        <span className="label">η</span>
        <input
          type="text"
          inputMode="decimal"
          size={6}
          value={rate}
          onChange={(event) => setRate(event.target.value)}
        />
      </label>
      <button type="button" className="button line small" onClick={() => step(-1)}>
        <Icon name="down" /> {t`Step down, x − η∇f`}
      </button>
      <button type="button" className="button line small" onClick={() => step(1)}>
        <Icon name="up" /> {t`Step up, x + η∇f`}
      </button>
      {mistake !== undefined && (
        <p className="lab-mistake" role="alert">
          {mistake}
        </p>
      )}
      <p className="note" role="status">
        {walked(values)}
      </p>
      <Walk values={values} width={width} />
    </div>
  );
}
