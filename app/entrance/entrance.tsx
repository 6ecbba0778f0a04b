// The entrance: one sentence about Dualscope, the numbers of the first program to be moved, and three ways on.

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from "react";
import { nth } from "../../engine/base/nth.ts";
import { shortReal, showReal } from "../../engine/core/values/show-value.ts";
import type { ProgramCell } from "../document/document.ts";
import { setAsk } from "../document/state/changing.ts";
import { selectProgram } from "../editor/registry.ts";
import { openDialog } from "../navigation/dialogs.ts";
import { faultOf, playableOf, typedReal, withReal } from "../panels/play/model/playing.ts";
import { arranged, parameterNames } from "../panels/play/model/tables.ts";
import { useScrub } from "../panels/play/use-scrub.ts";
import { NO_RUN, RENEWED } from "../program/model/run.ts";
import { startRun, useRunning } from "../program/state/running.ts";
import { rangeOf, snapped } from "../program/value/model/range.ts";
import { useDelayed } from "../ui/hooks/use-delayed.ts";
import { Icon } from "../ui/icon.tsx";
import "./entrance.css";
import { ruleOf } from "./rule.ts";
import { sentence } from "./sentence.ts";
import { closeEntrance, goToStop } from "./state.ts";

const SmallGraph = lazy(() => import("./small-graph.tsx"));

/** Numbers of the input that are shown. */
const MOST_NUMBERS = 4;

/** Shows the first screen: one sentence about Dualscope, numbers to be moved, the graph that answers, and three ways on. */
export function Entrance({ cell }: { readonly cell: ProgramCell }) {
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
  if (shown === undefined) return <div className="entrance-answer waiting" />;
  if (report === undefined || typeof playable !== "object" || playable.value === undefined)
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
          : said && sentence(report, playable.gradient?.[said.index], said.name)}
      </p>
      {!isOld && (
        <p className="entrance-hint">{t`Drag a number to change it, or type another. With a keyboard, use ← and →, too.`}</p>
      )}
      <Suspense fallback={<div className="entrance-graph" />}>
        <SmallGraph cell={ran} moved={said?.index} />
      </Suspense>
    </div>
  );
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

/** A number as it is edited: as it was shown, where that is all of it, so that nothing moves. */
function editedReal(real: number): string {
  const shown = shortReal(real);
  return typedReal(shown) === real ? shown : showReal(real);
}

/** Pixels before a press is a drag. */
const SLACK = 3;

/** A number to be dragged or typed, over its part of the gradient. */
function Mover({ name, real, gradient, isStill, onReal }: MoverProps) {
  const scrub = useScrub(real, onReal);
  const label = useId();
  const [range] = useState(() => rangeOf(real));
  /** The text that is typed, as it began, and the number before it. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly before: number }>();
  const pressed = useRef(0);
  // the focus comes back from the field
  const comesBack = useRef(false);
  const type = (text: string): void => {
    setTyped({ text, before: real });
    take(typedReal(text));
  };
  const take = (next: number | undefined): void => {
    if (next !== undefined && !Object.is(next, real)) onReal(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (/^[\d.-]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey && !isStill) {
      event.preventDefault();
      type(event.key);
    }
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
      {typed === undefined ? (
        <span
          ref={(element) => {
            if (comesBack.current) element?.focus();
            comesBack.current = false;
          }}
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
          onPointerDownCapture={({ clientX }) => {
            pressed.current = clientX;
          }}
          onClick={({ clientX }) => {
            if (!isStill && Math.abs(clientX - pressed.current) <= SLACK) type(editedReal(real));
          }}
        >
          {shortReal(real)}
        </span>
      ) : (
        <TypedNumber
          text={typed.text}
          label={label}
          onReal={take}
          onEnd={(end) => {
            comesBack.current = end !== "left";
            setTyped(undefined);
            if (end === "dropped") take(typed.before);
          }}
        />
      )}
      <span className="mover-flag" translate="no" title={t`its part of the gradient`}>
        {gradient === undefined ? "" : shortReal(gradient)}
      </span>
    </div>
  );
}

interface TypedNumberProps {
  /** The text that it begins with: one key, or all of a number, which is selected. */
  readonly text: string;
  /** The ID of its label. */
  readonly label: string;
  /** Called with each number that the text is on the way. */
  onReal(real: number): void;
  /** Called once: Enter keeps the number, Escape drops it, and the field may be left. */
  onEnd(end: "kept" | "dropped" | "left"): void;
}

/** A field in the place of a number that is typed; the answer follows each key, and Escape brings the number before back. */
function TypedNumber({ text, label, onReal, onEnd }: TypedNumberProps) {
  const [typed, setTyped] = useState(text);
  const fault = faultOf(typed);
  const words = useId();
  const hasEnded = useRef(false);
  const end = (how: "kept" | "dropped" | "left"): void => {
    if (!hasEnded.current) onEnd(how);
    hasEnded.current = true;
  };
  return (
    <span className="mover-typed">
      <input
        ref={(field) => {
          if (field === null || field === document.activeElement) return;
          field.focus();
          if (text.length > 1) field.select();
        }}
        type="text"
        inputMode="decimal"
        className="mover-value"
        aria-labelledby={label}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : words}
        style={{ width: `${Math.max(5.5, typed.length + 1)}ch` }}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          const real = typedReal(target.value);
          if (real !== undefined) onReal(real);
        }}
        onBlur={() => end("left")}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            // elsewhere it stops a run: that of the number before would be stopped
            event.stopPropagation();
            end("dropped");
          } else if (event.key === "Enter" && typedReal(typed) !== undefined) end("kept");
        }}
      />
      {fault !== undefined && (
        <span id={words} className="mover-fault" role="alert">
          {fault}
        </span>
      )}
    </span>
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
