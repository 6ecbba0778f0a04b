// Linearise, unzip, transpose: what each makes of the program, side by side, with the tape between the halves (Radul et al. 2023).
import "./locale.ts";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import "../exploration/styles/explorer.css";
import "./linear.css";
import { useEffect, useMemo, useState } from "react";
import type { Fragment } from "../../engine/algorithms/algorithm.ts";
import type { StudiedDefinition, Study } from "../../engine/algorithms/study.ts";
import { addressOf } from "../document/address.ts";
import { useTextsAbove } from "../document/state/document.ts";
import { requestOf } from "../program/state/running.ts";
import type { LookProps } from "../program/view/look-props.ts";
import { Awaited, Crashed, NothingToShow } from "../program/view/opening-states.tsx";
import { StaleTag } from "../program/view/stale-tag.tsx";
import { SweepField } from "../program/view/sweep-field.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { message } from "../words/rich-text.ts";
import { Stages } from "./stages.tsx";
import { askStudy, forgetStudy, useLinear } from "./state.ts";

export default function LinearView({ cell }: LookProps) {
  const above = useTextsAbove(cell.id);
  const asked = useMemo(() => {
    const { stage: _, ...ask } = requestOf(cell);
    return JSON.stringify({ ...ask, above });
  }, [cell, above]);
  useEffect(() => void askStudy(JSON.parse(asked)), [asked]);
  useEffect(() => forgetStudy, []);
  const { ask, answer, failure, isBusy } = useLinear();
  if (failure !== undefined) return <Crashed failure={failure} />;
  if (ask === undefined || answer === undefined) return <Awaited headline={t`Transforming`} />;
  if (answer.tag !== "studied")
    return <NothingToShow diagnostics={answer.tag === "mistake" ? answer.diagnostics : []} />;
  return (
    <div className="study-look" aria-busy={isBusy}>
      <header className="look-head">
        <h1>{t`Linearise, unzip, transpose`}</h1>
        <p className="note">
          <Trans>
            Forward mode writes the tangents beside the values. What is linear is pulled apart from what is not. The
            linear half, turned around line by line, is the reverse pass.
          </Trans>
        </p>
        <SweepField cell={cell} />
        <a className="link" href={addressOf("compiled", cell.id)}>
          {t`What the compiler makes of it`}
        </a>
        {(isBusy || ask.text !== cell.text) && <StaleTag words={t`from before your last change`} />}
      </header>
      <FragmentNote fragment={answer.fragment} study={answer.study} text={ask.text} />
      <Definitions study={answer.study} />
    </div>
  );
}

interface FragmentNoteProps {
  readonly fragment: Fragment;
  readonly study: Study;
  readonly text: string;
}

/** Whether the program itself is shown, or its run; and why. */
function FragmentNote({ fragment, study, text }: FragmentNoteProps) {
  if (fragment.tag === "inside") return null;
  const { at, why } = fragment;
  const operations = (study.at(-1)?.program.lines.length ?? 2) - 2;
  const place = at === undefined || at.source !== "<program>" ? "" : lineOf(text, at.from);
  return (
    <p className="study-traced">
      <b>{t`This is a run, not the program:`}</b>{" "}
      <span lang="en">
        <RichText runs={message(why)} />
      </span>
      {place !== "" && <> ({place})</>}.{" "}
      {plural(operations, {
        one: "Linear A has no branches, recursion, functions as values or data types: what follows is the run at this input, # line. Another input may give another one.",
        other:
          "Linear A has no branches, recursion, functions as values or data types: what follows is the run at this input, # lines. Another input may give another one.",
      })}
    </p>
  );
}

function lineOf(text: string, offset: number): string {
  const line = text.slice(0, offset).split("\n").length;
  return t`line ${line}`;
}

/** The definitions of the program, one at a time; the entry first. */
function Definitions({ study }: { readonly study: Study }) {
  const names = study.map(({ name }) => name).toReversed();
  const [chosen, setChosen] = useState<string>();
  const shown: StudiedDefinition | undefined = study.find(({ name }) => name === chosen) ?? study.at(-1);
  if (shown === undefined) return null;
  return (
    <>
      {names.length > 1 && (
        <fieldset className="study-definitions">
          <legend>{t`Definition`}</legend>
          {names.map((name) => (
            <button
              key={name}
              type="button"
              className="button small"
              aria-pressed={name === shown.name}
              onClick={() => setChosen(name)}
            >
              <code translate="no">{name}</code>
            </button>
          ))}
        </fieldset>
      )}
      <Stages key={shown.name} definition={shown} />
    </>
  );
}
