// The settings: stages, counters, axes, n, the budget of a run, and a second program beside the first.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useId, useState } from "react";
import { CATALOGUE, USUAL } from "../../../engine/algorithms/catalogue.ts";
import { QUANTITIES } from "../../../engine/analysis/quantities.ts";
import { lookOf } from "../../algorithms/index.ts";
import { type ProgramCell, programsOf } from "../../document/document.ts";
import { EXAMPLES } from "../../document/examples.ts";
import { headerOf, programName } from "../../document/header.ts";
import { useDocument } from "../../document/state/document.ts";
import { Terms } from "../../help/term.tsx";
import { MarkIcon } from "../../plot/plot.tsx";
import { further, sweepNumbers, sweepText } from "../../program/model/sweep.ts";
import { useChecking } from "../../program/state/checking.ts";
import { requestOf } from "../../program/state/running.ts";
import { useIsDeep } from "../../ui/depth/depth.ts";
import { More } from "../../ui/depth/more.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Subject } from "../model/curves.ts";
import { sizedSteps } from "../model/lab.ts";
import { BUDGETS, change, useLab } from "../state/lab.ts";
import type { LabSubject } from "./use-lab-subject.ts";

interface SetupProps {
  readonly cell: ProgramCell;
  readonly lab: LabSubject;
  readonly other: Subject | undefined;
  onOther(other: Subject | undefined): void;
}

/** The stages and the counter offered to a newcomer; chosen ones are shown besides. */
const FIRST_STAGES = [...new Set([...USUAL.columns, ...USUAL.curves])];
const FIRST_QUANTITIES = ["calls"];

/** Shows the choices of the lab's curves and budget. */
export function Setup(props: SetupProps) {
  const { stages, quantities } = useLab();
  const { scaled, member } = props.lab;
  const n = member?.n;
  const isDeep = useIsDeep("complexity");
  const isShown = (id: string, chosen: readonly string[], first: readonly string[]): boolean =>
    isDeep || chosen.includes(id) || first.includes(id);
  return (
    <div className="lab-setup">
      <Choices legend={t`Stages`}>
        {CATALOGUE.filter(({ id }) => isShown(id, stages, FIRST_STAGES)).map(({ id, title }) => (
          <Toggle
            key={id}
            isOn={stages.includes(id)}
            title={title}
            onChange={(isOn) => change({ stages: ordered(stages, id, isOn) })}
          >
            <MarkIcon {...lookOf(id)} isHollow={false} /> {id}
          </Toggle>
        ))}
      </Choices>
      <Choices legend={t`Counters`}>
        {QUANTITIES.filter(({ id }) => isShown(id, quantities, FIRST_QUANTITIES)).map(({ id, title, words }) => (
          <Toggle
            key={id}
            isOn={quantities.includes(id)}
            title={words}
            onChange={(isOn) => {
              const next = QUANTITIES.map((one) => one.id).filter((one) =>
                one === id ? isOn : quantities.includes(one),
              );
              if (next.length > 0) change({ quantities: next });
            }}
          >
            {title}
          </Toggle>
        ))}
      </Choices>
      <div className="lab-fields">
        <Numbers most={member?.family.most} />
        <Axes />
        {isDeep && <Budget />}
        {(isDeep || props.other !== undefined) && <Beside {...props} />}
        <More part="complexity" />
      </div>
      {props.lab.warning !== undefined && <p className="lab-mistake">{props.lab.warning}</p>}
      {n !== undefined && (
        <p className="note">{t`Each n has its own program. The document has the one for n = ${n}.`}</p>
      )}
      {scaled !== undefined && (
        <p className="note">
          <Trans>
            The program has no sweep, so Dualscope varies its input like this: <code translate="no">{scaled}</code>. To
            choose your own, add <code translate="no">-- sweep: n = 1 .. 24</code> to the header and use{" "}
            <code translate="no">n</code> in the input.
          </Trans>
        </p>
      )}
    </div>
  );
}

/** The scales of both axes. */
function Axes() {
  const { x, y } = useLab();
  return (
    <label className="lab-field">
      <span className="label">{t`Axes`}</span>
      <span className="select-box">
        <select
          value={`${x} ${y}`}
          onChange={(event) => {
            const [nextX, nextY] = event.target.value.split(" ") as [typeof x, typeof y];
            change({ x: nextX, y: nextY });
          }}
        >
          <option value="linear log">{t`n linear, counts logarithmic`}</option>
          <option value="log log">{t`both logarithmic`}</option>
          <option value="linear linear">{t`both linear`}</option>
          <option value="log linear">{t`n logarithmic, counts linear`}</option>
        </select>
        <Icon name="down" />
      </span>
    </label>
  );
}

/** The most steps of a run. */
function Budget() {
  const steps = useLab((state) => state.steps);
  return (
    <label className="lab-field">
      <span className="label">{t`Budget of a run`}</span>
      <span className="select-box">
        <select value={steps} onChange={(event) => change({ steps: Number(event.target.value) })}>
          {BUDGETS.map((one) => (
            <option key={one} value={one}>
              {sizedSteps(one)}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    </label>
  );
}

/** Stages stay in the order of the list; one is always chosen. */
function ordered(stages: readonly string[], id: string, isOn: boolean): readonly string[] {
  const next = CATALOGUE.map((stage) => stage.id).filter((one) => (one === id ? isOn : stages.includes(one)));
  return next.length === 0 ? stages : next;
}

function Choices({ legend, children }: { readonly legend: string; readonly children: ReactNode }) {
  return (
    <fieldset className="lab-choices">
      <legend className="label">
        <Terms text={legend} />
      </legend>
      {children}
    </fieldset>
  );
}

interface ToggleProps {
  readonly isOn: boolean;
  readonly title: string;
  onChange(isOn: boolean): void;
  readonly children: ReactNode;
}

function Toggle({ isOn, title, onChange, children }: ToggleProps) {
  return (
    <button
      type="button"
      className="lab-toggle"
      lang="en"
      aria-pressed={isOn}
      title={title}
      onClick={() => onChange(!isOn)}
    >
      {children}
    </button>
  );
}

/** The n of the curves, as text; unreadable text leaves the curves as they are. Of a family of programs, n goes from 1 to `most`. */
function Numbers({ most }: { readonly most: number | undefined }) {
  const id = useId();
  const ns = useLab((state) => state.ns);
  const shown = sweepText(ns);
  const [text, setText] = useState(shown);
  const [mistake, setMistake] = useState<string>();
  const [known, setKnown] = useState(shown);
  if (shown !== known) {
    setKnown(shown);
    setText(shown);
    setMistake(undefined);
  }
  const take = (): void => {
    const read = sweepNumbers(text);
    if (typeof read === "string") return setMistake(read);
    if (most !== undefined && read.some((n) => n < 1 || n > most))
      return setMistake(t`There are programs for n from 1 to ${most}.`);
    setMistake(undefined);
    if (sweepText(read) !== shown) change({ ns: read });
  };
  return (
    <div className="lab-field wide">
      <label className="label" htmlFor={id}>
        n
      </label>
      <span className="lab-numbers">
        <input
          id={id}
          type="text"
          autoComplete="off"
          spellCheck={false}
          value={text}
          aria-invalid={mistake !== undefined}
          aria-describedby={mistake === undefined ? undefined : `${id}-mistake`}
          onChange={(event) => setText(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => event.key === "Enter" && take()}
        />
        <button
          type="button"
          className="button line small"
          onClick={() => change({ ns: further(ns).filter((n) => n <= (most ?? n)) })}
        >
          <Icon name="right" /> {t({ message: "More n", comment: "a button: takes larger n" })}
        </button>
      </span>
      {mistake !== undefined && (
        <small id={`${id}-mistake`} className="lab-mistake" role="alert">
          {mistake}
        </small>
      )}
    </div>
  );
}

/** A program that the first can be compared with, by a key. */
interface Choice {
  readonly key: string;
  readonly subject: Subject;
  readonly isEnglish?: boolean;
}

/** A second program: another entry of the same text, another program of the document, or an example with a sweep. */
function Beside({ cell, lab, other, onOther }: SetupProps) {
  const check = useChecking(({ checks }) => checks.get(cell.id));
  const whole = useDocument((state) => state.document);
  const name = cell.ask.entry || headerOf(cell.text).entry?.text.trim() || "main";
  const definitions = check?.text === cell.text ? check.checked.definitions : [];
  const mine = definitions.find((one) => one.name === name)?.entry;
  // a second program has to take the same input
  const entries = definitions.filter(
    ({ name: another, entry }) =>
      another !== name && entry.tag === "yes" && mine?.tag === "yes" && entry.param === mine.param,
  );
  const { above, data } = requestOf(cell);
  const own = { text: cell.text, above, data, at: lab.scaled, cotangent: undefined };
  const groups: readonly (readonly [label: string, choices: readonly Choice[]])[] = [
    [
      t`Of this program`,
      entries.map(({ name: entry }) => ({ key: entry, subject: { title: entry, ask: { ...own, entry } } })),
    ],
    [
      t`Of this document`,
      programsOf(whole)
        .filter((one) => one.id !== cell.id && headerOf(one.text).sweep !== undefined)
        .map((one) => {
          const { text, above: under, data: known, entry, at, cotangent } = requestOf(one);
          const ask = { text, above: under, data: known, entry, at, cotangent };
          const subject = { title: programName(whole, one), ask };
          return { key: one.id, subject };
        }),
    ],
    [
      t`Examples`,
      EXAMPLES.filter(({ text }) => text !== cell.text && headerOf(text).sweep !== undefined).map((example) => ({
        key: example.name,
        subject: {
          title: example.title,
          ask: { text: example.text, above: [], entry: undefined, at: undefined, cotangent: undefined },
        },
        isEnglish: true,
      })),
    ],
  ];
  const choices = groups.flatMap(([, of]) => of);
  const chosen = choices.find(
    ({ subject }) => subject.ask.text === other?.ask.text && subject.ask.entry === other.ask.entry,
  );
  return (
    <label className="lab-field">
      <span className="label">{t`Compare with`}</span>
      <span className="select-box">
        <select
          value={chosen?.key ?? ""}
          onChange={({ target }) => onOther(choices.find(({ key }) => key === target.value)?.subject)}
        >
          <option value="">{t`no other program`}</option>
          {groups.map(
            ([label, of]) =>
              of.length > 0 && (
                <optgroup key={label} label={label}>
                  {of.map(({ key, subject, isEnglish }) => (
                    <option
                      key={key}
                      value={key}
                      lang={isEnglish ? "en" : undefined}
                      translate={isEnglish ? undefined : "no"}
                    >
                      {subject.title}
                    </option>
                  ))}
                </optgroup>
              ),
          )}
        </select>
        <Icon name="down" />
      </span>
    </label>
  );
}
