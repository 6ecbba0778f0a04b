// A system's form of the program. Where it takes another program instead, or none: the place, the reason and a remedy.

import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type CSSProperties, Fragment, type RefObject, useEffect, useRef, useState } from "react";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { algorithmOf, goesBack, USUAL } from "../../../engine/algorithms/catalogue.ts";
import { changedIn } from "../../../engine/algorithms/editions.ts";
import { nth, present } from "../../../engine/base/nth.ts";
import type { Choice, Linked } from "../../../engine/explore/linked.ts";
import { studyWordsOf } from "../../algorithms/index.ts";
import { studyPageOf } from "../../algorithms/studies.ts";
import { TracedNote } from "../../algorithms/traced-note.tsx";
import { addressOf } from "../../document/address.ts";
import { BackLane, lanesOf } from "../../exploration/view/lanes.tsx";
import { whyEnded } from "../../program/model/ended.ts";
import { cutAt } from "../../program/model/lanes.ts";
import { MultipliedZeroNote } from "../../program/view/contradiction-note.tsx";
import { useIsDeep } from "../../ui/depth/depth.ts";
import { keyed } from "../../ui/keyed.ts";
import { Notation } from "../../ui/notation.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { message } from "../../words/rich-text.ts";
import { blanksLeftOut, excerptOf } from "../model/brief.ts";
import type { SystemColumn } from "../model/column.ts";
import { offerFor } from "../model/offer.ts";
import { litLines, type Piece, type ProgramKind, programParts } from "../model/program.ts";
import { choose, chooseStage, point, showPlaces, usePlaces, useSystems } from "../state/systems.ts";

interface ProgramProps {
  readonly column: SystemColumn | undefined;
  readonly place: number;
  readonly text: string;
  readonly linked: Linked;
  /** The operation whose lines are shown to a reader who has not asked for more. */
  readonly excerpt: Linked;
  /** Its name. */
  readonly called: string | undefined;
  /** The cell of the program. */
  readonly cell: string;
  /** The stages that take the program itself. */
  readonly inside: readonly StageId[];
}

/** Lines that are shown at first. */
const FIRST_LINES = 36;

/** Shows the lines that a system makes of the chosen part, or for a reader who asked for more its program, at first cut where it is long. */
export function Program({ column, place, text, linked, excerpt, called, cell, inside }: ProgramProps) {
  const [isWhole, setWhole] = useState(false);
  const isDeep = useIsDeep("systems");
  const pane = usePointing();
  if (column === undefined) return <p className="quiet">{t`recording …`}</p>;
  const { info, program } = column;
  const study = studyPageOf(info.stage);
  const { own, around } = programParts(program?.program ?? []);
  const lines = [...own, ...around];
  const kind = kindOf(column);
  const shown = !isDeep
    ? excerptOf(litLines(own, excerpt, kind))
    : isWhole
      ? [...lines.keys()]
      : [...own.keys()].slice(0, FIRST_LINES);
  const blanks = blanksLeftOut(lines, shown);
  const more = lines.length - shown.length;
  const lit = litLines(lines, linked, kind);
  if (info.fragment.tag === "outside")
    return (
      <TracedNote fragment={info.fragment} text={text} isPrinted={false}>
        <TakenBy place={place} inside={inside} />
      </TracedNote>
    );
  return (
    <>
      <TracedNote fragment={info.fragment} text={text} isPrinted={lines.length > 0}>
        {study !== undefined && (
          <a className="button line small" href={addressOf(study.view, cell)}>
            {t`Read the run as a program`}
          </a>
        )}
      </TracedNote>
      {info.multipliedZero !== undefined && <MultipliedZeroNote found={info.multipliedZero} />}
      {info.ended.tag !== "done" && <Refused column={column} place={place} />}
      {isDeep && (
        <p className="note systems-changed" lang="en">
          {changedIn(info.stage)}
        </p>
      )}
      {!isDeep && called !== undefined && lines.length > 0 && (
        <p className="quiet">
          <Trans>
            <code translate="no">{called}</code> becomes
          </Trans>
        </p>
      )}
      {lines.length > 0 && (
        <pre
          ref={pane}
          {...lanesOf(
            shown.map((line) => nth(lines, line)),
            "systems-program",
          )}
          translate="no"
        >
          {shown.map((line, index) => (
            <Fragment key={line}>
              {line !== (shown[index - 1] ?? -1) + 1 && <span className="line quiet">…</span>}
              <Line pieces={nth(lit, line)} without={nth(blanks, index)} reverseFrom={nth(lines, line).reverseFrom} />
            </Fragment>
          ))}
        </pre>
      )}
      {isDeep && more > 0 && (
        <button type="button" className="button line small" onClick={() => setWhole(true)}>
          {plural(more, { one: "Show # more line", other: "Show # more lines" })}
        </button>
      )}
    </>
  );
}

function kindOf({ info, study }: SystemColumn): ProgramKind {
  const standsFor = studyWordsOf(info.stage)?.standsFor;
  if (study === undefined || standsFor === undefined) return { tag: "tree" };
  return { tag: info.fragment.tag === "traced" ? "run" : "straight", standsFor };
}

/** Points at the place of the program that a part comes from; a click chooses it. */
function usePointing(): RefObject<HTMLPreElement | null> {
  const ref = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const pane = ref.current;
    if (pane === null) return;
    const choiceAt = (target: EventTarget | null): Choice | undefined => {
      const part = target instanceof Element ? target.closest<HTMLElement>("[data-from]") : null;
      return part === null ? undefined : { tag: "offset", offset: Number(part.dataset.from) };
    };
    const onOver = (event: PointerEvent): void => point(choiceAt(event.target));
    const onLeave = (): void => point(undefined);
    const onClick = (event: MouseEvent): void => {
      const choice = choiceAt(event.target);
      if (choice !== undefined && getSelection()?.isCollapsed !== false) choose(choice);
    };
    pane.addEventListener("pointerover", onOver);
    pane.addEventListener("pointerleave", onLeave);
    pane.addEventListener("click", onClick);
    return () => {
      pane.removeEventListener("pointerover", onOver);
      pane.removeEventListener("pointerleave", onLeave);
      pane.removeEventListener("click", onClick);
    };
  });
  return ref;
}

interface LineProps {
  readonly pieces: readonly Piece[];
  /** Blanks at its beginning that are left out. */
  readonly without: number;
  readonly reverseFrom: number | undefined;
}

function Line({ pieces: whole, without, reverseFrom }: LineProps) {
  const [first, ...rest] = whole;
  const pieces = first === undefined ? whole : [{ ...first, text: first.text.slice(without) }, ...rest];
  const blanks = present(/^ */.exec(pieces[0]?.text ?? ""))[0].length;
  const [forward, reverse] = cutAt(pieces, reverseFrom === undefined ? undefined : reverseFrom - without);
  return (
    <span className="line" style={{ "--blanks": blanks } as CSSProperties}>
      <Pieces pieces={forward} />
      {reverse.length > 0 && (
        <BackLane>
          <Pieces pieces={reverse} />
        </BackLane>
      )}
      {pieces.length === 0 && "\n"}
    </span>
  );
}

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return keyed(pieces).map(({ key, item: { text, from, isLit } }) => (
    <span key={key} className={isLit ? "lit" : undefined} data-from={from}>
      <Notation text={text} />
    </span>
  ));
}

interface RefusedProps {
  readonly column: SystemColumn;
  readonly place: number;
}

/** Where a stage refuses the program: a button for one that takes it, of the same system here, or of another one beside it. */
function TakenBy({ place, inside }: Pick<ProgramProps, "place" | "inside">) {
  const stages = useSystems((state) => state.stages);
  const places = usePlaces();
  const found = offerFor({ stages, places, place, inside });
  if (found === undefined) return null;
  const { stage } = found;
  const show = (): void => {
    chooseStage(found.place, stage);
    if (!places.includes(found.place)) showPlaces([...places, found.place]);
  };
  return (
    <button type="button" className="button line small" onClick={show}>
      {found.place === place
        ? t({ message: `Show ${stage} here`, comment: "a stage" })
        : t({
            message: `${stage} takes it: show it`,
            comment: "a stage, which takes a program that another one refuses",
          })}
    </button>
  );
}

/** Stages that run where another could not, the cheapest first. */
const INSTEAD: readonly StageId[] = [
  USUAL.run,
  ...(algorithmOf(USUAL.run)?.stages ?? [])
    .filter(({ id }) => goesBack(id))
    .map(({ id }) => id)
    .reverse(),
];

/** A stage that could not run the program to its end. */
function Refused({ column: { info }, place }: RefusedProps) {
  const stages = useSystems((state) => state.stages);
  const other = INSTEAD.find((id) => !stages.includes(id));
  const why = whyEnded(info.ended) ?? "";
  return (
    <div className="systems-refused">
      <p>
        <b>{t`Not run to its end.`}</b>{" "}
        <span lang="en">
          <RichText runs={message(why)} />
        </span>
      </p>
      {other !== undefined && (
        <button type="button" className="button line small" onClick={() => chooseStage(place, other)}>
          {t({ message: `Show ${other} here`, comment: "a stage" })}
        </button>
      )}
    </div>
  );
}
