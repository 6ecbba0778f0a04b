// The findings about a gradient: a line each, with ways to its place in the program, in the graph and in the explorer.
import { plural, t } from "@lingui/core/macro";
import { useEffect } from "react";
import { type Alike, alikeText, type Finding, foldedAlike, isFault } from "../../../../engine/doctor/finding.ts";
import type { ExploreRequest } from "../../../../engine/worker/protocol.ts";
import { useAsked } from "../../../client/question.ts";
import { addressOf, NO_SCENE } from "../../../document/address.ts";
import type { ProgramCell } from "../../../document/document.ts";
import { goTo } from "../../../editor/registry.ts";
import { exploreRequestOf, isSame } from "../../../exploration/state/request.ts";
import { placeInWords } from "../../../program/model/mistakes.ts";
import { Place } from "../../../program/view/mistake-view.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { RichText } from "../../../ui/rich-text.tsx";
import { message } from "../../../words/rich-text.ts";
import { type ExaminationSoFar, examination } from "./examination.ts";
import { growthPath } from "./growth-path.ts";
import "./examination.css";

/** Lines that are shown. */
const MOST_LINES = 20;

const KINDS: Readonly<Record<Finding["kind"], string>> = {
  nan: t`NaN`,
  infinite: t`infinite`,
  underflow: t`underflow`,
  partial: t`wrong partial`,
  unconfirmed: t`not confirmed`,
  exploding: t`exploding`,
  cancellation: t`cancellation`,
  vanishing: t`vanishing`,
  zero: t`zero`,
  kink: t`kink`,
};

/** Examines a cell's gradient, and shows the findings. */
export function ExaminationView({ cell }: { readonly cell: ProgramCell }) {
  const request = exploreRequestOf(cell);
  const asked = useAsked(examination, cell.id);
  const isOurs = isSame(asked.question, request);
  useBegin(cell.id, request);
  const found = isOurs && isSame(asked.of, request) ? asked.answer : undefined;
  const isBusy = isOurs && asked.isBusy;
  return (
    <section className="examination" aria-label={t`Examination of the gradient`}>
      <div role="status" className="examination-status">
        {isBusy ? <UnderWay found={found} id={cell.id} /> : found === undefined ? null : <p>{summary(found)}</p>}
        {isOurs && asked.failure !== undefined && <p>{asked.failure}</p>}
      </div>
      {found !== undefined && <Findings found={found} cell={cell} />}
      {!isBusy && found !== undefined && found.left.length > 0 && (
        <button
          type="button"
          className="button line small"
          onClick={() => void examination.ask(request, cell.id)}
        >{t`Look for the rest`}</button>
      )}
    </section>
  );
}

/** Asks once for each request. */
function useBegin(place: string, request: ExploreRequest): void {
  const key = JSON.stringify(request);
  useEffect(() => {
    const wanted = JSON.parse(key) as ExploreRequest;
    if (!isSame(examination.at(place).question, wanted)) void examination.ask(wanted, place);
  }, [key, place]);
}

function UnderWay({ found, id }: { readonly found: ExaminationSoFar | undefined; readonly id: string }) {
  const [part] = found?.left ?? [];
  const done = found === undefined ? 0 : found.parts - found.left.length;
  const of = found?.parts ?? 0;
  return (
    <p>
      {part === undefined ? t`Running the program to be examined` : t`Looking for ${part}: ${done} of ${of} parts done`}{" "}
      <button type="button" className="link" onClick={() => examination.stop(id)}>{t`Stop`}</button>
    </p>
  );
}

/** How an examination came out, in a sentence. */
function summary({ findings, left, unfinished, isRun }: ExaminationSoFar): string {
  if (!isRun) return t`The run does not come to its end, so its gradient was not examined.`;
  const lines = foldedAlike(findings).length;
  const found = lines === 0 ? t`Nothing found.` : plural(lines, { one: `# finding.`, other: `# findings.` });
  if (left.length + unfinished.length === 0) return found;
  const parts = [...unfinished, ...left].join(", ");
  return t`${found} Not examined: ${parts}.`;
}

function Findings({ found, cell }: { readonly found: ExaminationSoFar; readonly cell: ProgramCell }) {
  const lines = foldedAlike(found.findings);
  if (lines.length === 0) return null;
  const more = lines.length - MOST_LINES;
  return (
    <ul className="findings">
      {lines.slice(0, MOST_LINES).map((alike) => (
        <FindingLine key={keyOf(alike.first)} alike={alike} cell={cell} />
      ))}
      {more > 0 && <li>{plural(more, { one: `and # finding more`, other: `and # findings more` })}</li>}
    </ul>
  );
}

function keyOf({ kind, cut, span, entry, message }: Finding): string {
  return `${kind} ${cut} ${span.source} ${span.from} ${entry} ${message}`;
}

function FindingLine({ alike, cell }: { readonly alike: Alike; readonly cell: ProgramCell }) {
  const { first } = alike;
  const { kind, span, scalar, curve } = first;
  const scene = { ...NO_SCENE, step: "end", pick: scalar } as const;
  return (
    <li className={isFault(first) ? "fault" : undefined}>
      <Icon name={isFault(first) ? "cross" : "question"} />
      <span className="finding">
        <span className="finding-kind">{KINDS[kind]}</span>{" "}
        <Place words={placeInWords(span, cell.text)} span={span} current onGo={(at) => goTo(cell.id, at)} />{" "}
        <span lang="en">
          <RichText runs={message(alikeText(alike))} />
        </span>{" "}
        {curve !== undefined && <Growth curve={curve} />}
        {scalar !== undefined && (
          <span className="finding-ways">
            <a className="link" href={addressOf("graph", cell.id, scene)}>{t`graph`}</a>{" "}
            <a className="link" href={addressOf("explorer", cell.id, scene)}>{t`explorer`}</a>
          </span>
        )}
      </span>
    </li>
  );
}

/** The curve of the largest cotangents by round, on a logarithmic scale. */
function Growth({ curve }: { readonly curve: readonly number[] }) {
  const rounds = curve.length;
  return (
    <svg
      className="growth"
      viewBox="0 0 100 24"
      role="img"
      aria-label={t`the largest cotangent of ${rounds} rounds, from the last to the first, on a logarithmic scale`}
    >
      <path d={growthPath(curve, 100, 24)} />
    </svg>
  );
}
