// The cost of a gradient by line of the program: shares, counts, and the growth of each over n.
import { t } from "@lingui/core/macro";
import { type CSSProperties, useEffect } from "react";
import type { ProfiledLine } from "../../../../engine/measure/profile.ts";
import { placeAbove, span } from "../../../../engine/source/span.ts";
import type { ExploreRequest } from "../../../../engine/worker/protocol.ts";
import type { Answer } from "../../../../engine/worker/questions.ts";
import { Question, useAsked } from "../../../client/question.ts";
import type { ProgramCell } from "../../../document/document.ts";
import { useTextsAbove } from "../../../document/state/document.ts";
import { goTo } from "../../../editor/registry.ts";
import { exploreRequestOf, isSame } from "../../../exploration/state/request.ts";
import { whyEnded } from "../../../program/model/ended.ts";
import { download } from "../../../ui/download.ts";
import { RichText } from "../../../ui/rich-text.tsx";
import { groupedDigits } from "../../../words/numbers.ts";
import { message } from "../../../words/rich-text.ts";
import { setLineCosts } from "../../cell/line-costs.ts";
import { costsBeside, shareOf, shareText, workOf } from "./shares.ts";
import "./profile.css";

/** Lines that are shown. */
const MOST_LINES = 12;

/** The question for the profile of a cell, by the cell. */
const profiles = new Question<ExploreRequest, Answer<"profile">>((request, { ask }) => ask("profile", request));

interface ProfileViewProps {
  readonly cell: ProgramCell;
  onClose(): void;
}

/** Profiles a cell's gradient, and shows its cost by line, beside the lines of its editor, too. */
export function ProfileView({ cell, onClose }: ProfileViewProps) {
  const request = exploreRequestOf(cell);
  const { of, answer, isBusy, isStopped, failure } = useAsked(profiles, cell.id);
  const key = JSON.stringify(request);
  useEffect(() => {
    const wanted = JSON.parse(key) as ExploreRequest;
    if (!isSame(profiles.at(cell.id).question, wanted)) void profiles.ask(wanted, cell.id);
  }, [cell.id, key]);
  const found = isSame(of, request) ? answer : undefined;
  const why = found && whyEnded(found.ended);
  useEffect(() => {
    setLineCosts(cell.id, costsBeside(found?.lines ?? []));
    return () => setLineCosts(cell.id, []);
  }, [cell.id, found]);
  return (
    <section className="profile" aria-label={t`Cost by line`}>
      <div role="status">
        {isBusy && (
          <p>
            {t`Counting by line`}{" "}
            <button type="button" className="link" onClick={() => profiles.stop(cell.id)}>{t`Stop`}</button>
          </p>
        )}
        {!isBusy && (isStopped || failure !== undefined) && <p>{failure ?? t`Stopped.`}</p>}
        {why !== undefined && (
          <p>
            {t`Not counted:`} <RichText runs={message(why)} />.
          </p>
        )}
      </div>
      {found !== undefined && found.lines.length > 0 && <Lines found={found} cell={cell} />}
      <button type="button" className="link" onClick={onClose}>{t`Close the cost by line`}</button>
    </section>
  );
}

function Lines({ found, cell }: { readonly found: Answer<"profile">; readonly cell: ProgramCell }) {
  const { lines, ns, file } = found;
  const all = workOf(lines);
  const [from, to] = ns;
  const hasGrowth = from !== undefined && to !== undefined;
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{t`line`}</th>
            <th scope="col">{t`share`}</th>
            {hasGrowth && (
              <th scope="col" title={t`the exponent of the work, between n = ${from} and n = ${to}`}>{t`work ~ n^`}</th>
            )}
            <th scope="col">{t`work`}</th>
            <th scope="col">{t`tape bytes`}</th>
            <th scope="col">{t`calls`}</th>
          </tr>
        </thead>
        <tbody translate="no">
          {lines.slice(0, MOST_LINES).map((row) => (
            <LineRow key={`${row.source} ${row.line}`} row={row} all={all} hasGrowth={hasGrowth} cell={cell} />
          ))}
        </tbody>
      </table>
      <p className="note">{t`Work of both passes, counted by the stage tape; what is built in belongs to the line that calls it.`}</p>
      {file !== undefined && (
        <button
          type="button"
          className="link"
          onClick={() => download(new Blob([file], { type: "application/json" }), "profile.speedscope.json")}
        >{t`Save the calls for speedscope`}</button>
      )}
    </>
  );
}

interface RowProps {
  readonly row: ProfiledLine;
  readonly all: number;
  readonly hasGrowth: boolean;
  readonly cell: ProgramCell;
}

function LineRow({ row, all, hasGrowth, cell }: RowProps) {
  const { source, line, text, work, tapeBytes, calls, exponents } = row;
  const share = shareOf(row, all);
  const number = placeAbove(source);
  const above = useTextsAbove(cell.id);
  const program = number === undefined ? cell.text : (above[number - 1] ?? "");
  const before = program.split("\n").slice(0, line - 1);
  const from = before.join("\n").length + (line > 1 ? 1 : 0);
  return (
    <tr>
      <th scope="row">
        <button type="button" className="link" title={text} onClick={() => goTo(cell.id, span(source, from, from))}>
          {number === undefined ? line : t`program ${number}, line ${line}`}
        </button>{" "}
        <code>{text}</code>
      </th>
      <td className="profile-share">
        <span className="profile-bar" aria-hidden="true" style={{ "--share": `${100 * share}%` } as CSSProperties} />
        {shareText(share)}
      </td>
      {hasGrowth && <td>{exponents?.work?.toFixed(2) ?? ""}</td>}
      <td>{groupedDigits(String(work))}</td>
      <td>{groupedDigits(String(tapeBytes))}</td>
      <td>{groupedDigits(String(calls))}</td>
    </tr>
  );
}
