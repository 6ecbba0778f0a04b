// The entrance: one sentence about Dualscope, the numbers of the first program to be moved, and three ways on.

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type KeyboardEvent, lazy, Suspense, useId, useState } from "react";
import { nth } from "../../engine/base/nth.ts";
import { shortReal } from "../../engine/core/values/show-value.ts";
import type { ProgramCell } from "../document/document.ts";
import { setAsk } from "../document/state/changing.ts";
import { selectProgram } from "../editor/registry.ts";
import { openDialog } from "../navigation/dialogs.ts";
import { type Playable, playableOf, withReal } from "../panels/play/model/playing.ts";
import { arranged, parameterNames } from "../panels/play/model/tables.ts";
import { useScrub } from "../panels/play/use-scrub.ts";
import { NO_RUN, RENEWED } from "../program/model/run.ts";
import { startRun, useRunning } from "../program/state/running.ts";
import { rangeOf, snapped } from "../program/value/model/range.ts";
import { useDelayed } from "../ui/hooks/use-delayed.ts";
import { Icon } from "../ui/icon.tsx";
import "./entrance.css";
import { ruleOf } from "./rule.ts";
import { closeEntrance, goToStop } from "./state.ts";

const SmallGraph = lazy(() => import("./small-graph.tsx"));

/** Numbers of the input that are shown. */
const MOST_NUMBERS = 4;

/** Shows the first screen: one sentence about Dualscope, numbers to be moved, the graph that answers, and three ways on. */
export default function Entrance({ cell }: { readonly cell: ProgramCell }) {
  const heading = useId();
  return (
    <section className="entrance" aria-labelledby={heading}>
      <div className="entrance-hero">
        <div>
          <h2 id={heading}>{t`What would the answer do if one number moved?`}</h2>
          <p className="entrance-one">
            <Trans>
              Dualscope runs your program once forwards and <b>once backwards</b>, and then knows the answer for{" "}
              <b>every</b> number that went in. This list of answers is called the gradient, and you can watch every
              step that computes it.
            </Trans>
          </p>
          <Doors cell={cell} />
        </div>
        <Answer cell={cell} />
      </div>
    </section>
  );
}

/** The numbers of the program's input, each with its part of the gradient, and the value that answers. */
function Answer({ cell }: { readonly cell: ProgramCell }) {
  const run = useRunning(({ runs }) => runs.get(cell.id) ?? NO_RUN);
  const [moved, setMoved] = useState(0);
  const shown = run.result ?? run.earlier;
  const isEdited = shown !== undefined && shown.subject.text !== cell.text;
  const isOld = useDelayed(isEdited, RENEWED);
  const report = shown?.end.tag === "answered" ? shown.end.answer : undefined;
  const playable = report === undefined ? undefined : playableOf(report, cell.ask.at);
  if (shown === undefined || report === undefined || typeof playable !== "object" || playable.value === undefined)
    return <div className="entrance-answer" />;
  const ran = shown.subject;
  const { lone } = arranged(playable.text, parameterNames(ran.text, report.entry));
  const numbers = lone.slice(0, MOST_NUMBERS);
  const move = (index: number, real: number): void => {
    setMoved(index);
    setAsk(cell.id, { at: withReal(playable, index, real) });
    void startRun(cell.id);
  };
  const rule = ruleOf(ran.text, report.entry);
  const said = numbers.find(({ index }) => index === moved) ?? numbers[0];
  return (
    <div className={isOld ? "entrance-answer old" : "entrance-answer"}>
      {rule !== undefined && (
        <p className="entrance-rule" translate="no">
          <span className="mover-name">{t`answer`}</span> = {rule}
        </p>
      )}
      <div className="entrance-numbers">
        {numbers.map(({ index, name }) => (
          <Mover
            key={index}
            name={name}
            real={nth(playable.reals, index)}
            gradient={playable.gradient?.[index]}
            isStill={isEdited}
            onReal={(real) => move(index, real)}
          />
        ))}
        <div className="mover answer">
          <span className="mover-name">{t`answer`}</span>
          <output className="mover-value" translate="no">
            {shortReal(playable.value)}
          </output>
        </div>
      </div>
      <p className="entrance-say" role="status">
        {isOld
          ? t`These numbers are from before your last edit: the program below has not run since.`
          : sentence(playable, said)}
      </p>
      {!isOld && <p className="entrance-hint">{t`Drag a number to change it. With a keyboard, use ← and →.`}</p>}
      <Suspense fallback={<div className="entrance-graph" />}>
        <SmallGraph cell={cell} moved={said?.index} />
      </Suspense>
    </div>
  );
}

function sentence(playable: Playable, number: { readonly index: number; readonly name: string } | undefined): string {
  const slope = number === undefined ? undefined : playable.gradient?.[number.index];
  if (number === undefined || slope === undefined) return "";
  const { name } = number;
  const by = shortReal(Math.abs(slope));
  if (slope === 0) return t`If ${name} grew a little, the answer would stay the same.`;
  return slope > 0
    ? t`If ${name} grew a little, the answer would grow ${by} times as much.`
    : t`If ${name} grew a little, the answer would fall ${by} times as much.`;
}

/** Steps that a key goes. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

interface MoverProps {
  readonly name: string;
  readonly real: number;
  readonly gradient: number | undefined;
  /** Whether it cannot be moved now. */
  readonly isStill: boolean;
  onReal(real: number): void;
}

/** A number to be dragged, over its part of the gradient. */
function Mover({ name, real, gradient, isStill, onReal }: MoverProps) {
  const scrub = useScrub(real, onReal);
  const label = useId();
  const [range] = useState(() => rangeOf(real));
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    const end = { Home: range.min, End: range.max }[event.key];
    if ((by === undefined && end === undefined) || isStill) return;
    event.preventDefault();
    onReal(end ?? snapped(real + (by ?? 0) * range.step, range.step));
  };
  return (
    <div className="mover">
      <span className="mover-name" id={label} translate="no">
        {name}
      </span>
      <span
        role="slider"
        tabIndex={0}
        className="mover-value scrub"
        aria-labelledby={label}
        aria-valuemin={Math.min(range.min, real)}
        aria-valuemax={Math.max(range.max, real)}
        aria-valuenow={real}
        aria-disabled={isStill}
        translate="no"
        onKeyDown={onKeyDown}
        {...(isStill ? {} : scrub)}
      >
        {shortReal(real)}
      </span>
      <span className="mover-flag" translate="no" title={t`its part of the gradient`}>
        {gradient === undefined ? "" : shortReal(gradient)}
      </span>
    </div>
  );
}

/** The ways on: ideas first, then the course, then a program of one's own. */
function Doors({ cell }: { readonly cell: ProgramCell }) {
  const write = (): void => {
    closeEntrance();
    selectProgram(cell.id);
  };
  return (
    <div className="entrance-doors">
      <button type="button" className="button solid" onClick={() => goToStop(0)}>
        {t`Take the two-minute tour`}
      </button>
      <button type="button" className="button line" onClick={() => openDialog("course")}>
        <Icon name="book" /> {t`Open the course`}
      </button>
      <button type="button" className="button line" onClick={write}>
        <Icon name="edit" /> {t`Write a program`}
      </button>
    </div>
  );
}
