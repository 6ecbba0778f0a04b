// A definition, linearised, unzipped and transposed: five texts, the strokes between them, the tape, and what each half costs.

import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { StudyText } from "../../../../engine/algorithms/study.ts";
import type { LinearDefinition } from "../../../../engine/algorithms/yolo/definition.ts";
import { nth } from "../../../../engine/base/nth.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Ledger, TransposeNotes } from "./ledger.tsx";
import { lineAt, litWith, mirrorsOf, PANES, type PaneId, type Place, placeKey, strokesOf } from "./model.ts";
import { useMotion } from "./motion.ts";
import { Pane } from "./pane.tsx";
import { Strokes } from "./strokes.tsx";
import { Tape } from "./tape.tsx";

/** How far the transformations have gone: the panes that are there. What the reader wrote in Linear A has no program before it. */
function stepsOf(hasProgram: boolean): readonly (readonly PaneId[])[] {
  const halves: readonly PaneId[] = ["values", "linear"];
  if (!hasProgram) return [["tangents"], ["tangents", ...halves], ["tangents", ...halves, "transpose"]];
  return [["program"], ["program", "tangents"], ["program", "tangents", ...halves], PANES];
}

/** Milliseconds that a step of the film takes. */
const STEP = 2600;

interface StagesProps {
  readonly definition: LinearDefinition;
  /** The step of the transformations, from 0; the last one where there are fewer. */
  readonly reached: number;
  onReach(step: number): void;
}

/** Shows the texts of a definition up to a step of the transformations, which can be played. */
export function Stages({ definition, reached, onReach: setStep }: StagesProps) {
  const hasProgram = definition.texts.program !== undefined;
  const steps = useMemo(() => stepsOf(hasProgram), [hasProgram]);
  const step = Math.min(reached, steps.length - 1);
  const [isPlaying, setPlaying] = useState(false);
  const [pointed, setPointed] = useState<Place>();
  const [kept, setKept] = useState<Place>();
  const host = useRef<HTMLDivElement>(null);
  /** How often other lines came into the page: then the strokes between them are other ones. */
  const [seen, setSeen] = useState(0);
  const onSight = useCallback(() => setSeen((count) => count + 1), []);
  const shown = nth(steps, step);
  const looked = pointed ?? kept;
  const lit = useMemo(() => {
    if (looked === undefined) return new Set<string>();
    const found = new Set(litWith(definition, looked));
    for (const line of mirrorsOf(definition, looked))
      found.add(placeKey({ pane: looked.pane === "linear" ? "transpose" : "linear", line }));
    return found;
  }, [definition, looked]);
  const strokes = useMemo(
    () => strokesOf(definition).filter(({ from, to }) => shown.includes(from.pane) && shown.includes(to.pane)),
    [definition, shown],
  );
  useMotion(host, definition, shown, isPlaying);
  const crossed = definition.choices.map(({ name, isRecomputed }) => `${isRecomputed ? "again " : ""}${name}`).join();
  const words = paneWords(definition);
  const pane = (id: PaneId, text: StudyText | undefined) =>
    text !== undefined &&
    shown.includes(id) && (
      <Pane
        pane={id}
        text={text}
        {...words[id]}
        lit={lit}
        kept={kept}
        onPoint={setPointed}
        onKeep={(place) => setKept(place)}
        onSight={onSight}
      />
    );
  return (
    <>
      <Steps
        definition={definition}
        step={step}
        last={steps.length - 1}
        isPlaying={isPlaying}
        onStep={setStep}
        onPlay={setPlaying}
      />
      <div className="study-stage" ref={host} data-step={step} data-own={!hasProgram || undefined}>
        <Strokes key={crossed} strokes={strokes} lit={lit} layout={`${step} ${seen} ${definition.name}`} />
        {pane("program", definition.texts.program)}
        {pane("tangents", definition.texts.tangents)}
        {shown.includes("values") && (
          <div className="study-forward">
            {pane("values", definition.texts.values)}
            <Tape definition={definition} />
          </div>
        )}
        {pane("linear", definition.texts.linear)}
        {shown.includes("transpose") && <Ledger definition={definition} />}
        {pane("transpose", definition.texts.transpose)}
        {shown.includes("transpose") && <TransposeNotes definition={definition} />}
      </div>
      {!definition.isCounted && <LookedWords definition={definition} place={kept} />}
    </>
  );
}

interface StepsProps {
  readonly definition: LinearDefinition;
  readonly step: number;
  readonly last: number;
  readonly isPlaying: boolean;
  onStep(step: number): void;
  onPlay(isPlaying: boolean): void;
}

/** The steps of the transformations as buttons, which can be played one after the other. */
function Steps({ definition, step, last, isPlaying, onStep, onPlay }: StepsProps) {
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => (step < last ? onStep(step + 1) : onPlay(false)), STEP);
    return () => clearTimeout(timer);
  }, [isPlaying, step, last, onStep, onPlay]);
  return (
    <fieldset className="study-steps">
      <legend className="visually-hidden">{t`How far the program is transformed`}</legend>
      {stepWords(definition).map((word, index) => (
        <button
          key={word}
          type="button"
          className="button small"
          aria-pressed={index === step}
          onClick={() => {
            onPlay(false);
            onStep(index);
          }}
        >
          <span className="quiet">{index + 1}</span> {word}
        </button>
      ))}
      <button
        type="button"
        className="button small solid"
        onClick={() => {
          if (!isPlaying) onStep(0);
          onPlay(!isPlaying);
        }}
      >
        <Icon name={isPlaying ? "pause" : "play"} /> {isPlaying ? t`Pause` : t`Play`}
      </button>
    </fieldset>
  );
}

function stepWords({ texts: { program } }: LinearDefinition): readonly string[] {
  const halves = [t`Unzip: U`, t`Transpose: T`];
  return program === undefined ? [t`In Linear A`, ...halves] : [t`The program`, t`Linearise: J`, ...halves];
}

function paneWords({
  texts: { program },
  isGiven,
}: LinearDefinition): Readonly<Record<PaneId, { readonly title: string; readonly note: string }>> {
  const tangents = isGiven
    ? t`values and tangents, as you wrote them`
    : program === undefined
      ? t`as you wrote it`
      : t`values and tangents, interleaved`;
  return {
    program: { title: t`The program`, note: t`values` },
    tangents: { title: program === undefined ? t`In Linear A` : t`Linearised`, note: tangents },
    values: { title: t`The half that is not linear`, note: t`values and partial derivatives: the forward pass` },
    linear: { title: t`The linear half`, note: t`tangents, from the tape` },
    transpose: { title: t`The linear half, transposed`, note: t`cotangents: the reverse pass` },
  };
}

/** The origin of the chosen line and its transforms, in words. */
function LookedWords({
  definition,
  place,
}: {
  readonly definition: LinearDefinition;
  readonly place: Place | undefined;
}) {
  const line = place && lineAt(definition, place);
  if (place === undefined || line === undefined)
    return (
      <p className="study-words" role="status">
        {t`Tap or point at a line: the lines that it comes from and becomes light up.`}
      </p>
    );
  const origin = line.origin === undefined ? undefined : definition.texts.program?.lines[line.origin]?.text.trim();
  const other = place.pane === "linear" ? "transpose" : "linear";
  const mirrored = mirrorsOf(definition, place).map((at) => nth(definition.texts[other].lines, at).text.trim());
  return (
    <p className="study-words" role="status">
      <code translate="no">{line.text.trim()}</code>{" "}
      {origin !== undefined && place.pane !== "program" && (
        <>
          {t`comes from`} <code translate="no">{origin}</code>.{" "}
        </>
      )}
      {mirrored.length > 0 && (
        <>
          {t`Transposed:`} <code translate="no">{mirrored.join("  ")}</code>
        </>
      )}
    </p>
  );
}
