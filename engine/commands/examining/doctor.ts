// The command `doctor`: what is wrong with a gradient, or worth knowing, with its place.
import { grouped } from "../../base/grouped.ts";
import type { Checks } from "../../derive/checks.ts";
import { examined } from "../../doctor/examine.ts";
import { type Finding, foldedAlike, isFault } from "../../doctor/finding.ts";
import { MOST_EXPLORED } from "../../explore/exploration.ts";
import { finish } from "../../session/run/drive.ts";
import { place } from "../../source/render.ts";
import { budgetOf, type Call, checkedProgram, reportEnd, requestOf } from "../call.ts";
import { printJson } from "../printing.ts";

/** Entries of findings that are alike that are named. */
const MOST_NAMED = 4;

/** Runs `doctor`: prints the findings about a gradient, the most serious first. Gives the exit status: 5 where one is a fault. */
export function doctor(call: Call): number {
  const budget = budgetOf(call);
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const { findings, ended, left, checks } = finish(examined(checked, requestOf(call), budget));
  if (ended.tag === "too-many-events") {
    call.terminal.err(`${call.file}: not examined: the run has more than ${grouped(MOST_EXPLORED)} scalars\n`);
    return 3;
  }
  if (ended.tag !== "done") return reportEnd(call, ended, sources);
  if (call.json) {
    const notExamined = left.length > 0 ? { notExamined: left } : {};
    printJson(call, { findings: findings.map(findingJson), ...notExamined }, budget);
  } else {
    for (const { first, others } of foldedAlike(findings))
      call.terminal.out(`${place(first.span, sources)}: ${first.kind}: ${first.message}${alsoText(first, others)}\n`);
    if (findings.length === 0 && left.length === 0) call.terminal.out("nothing found\n");
    if (checks !== undefined) call.terminal.out(`${confirmedText(checks)}\n`);
  }
  if (findings.some(isFault)) return 5;
  if (left.length === 0) return 0;
  call.terminal.err(`${call.file}: not examined, for the time is used up: ${left.join(", ")}\n`);
  return 3;
}

/** The entries of findings that are told with another one. */
function alsoText(first: Finding, others: readonly Finding[]): string {
  const names = [...new Set(others.flatMap(({ entry }) => (entry === undefined ? [] : [`\`${entry}\``])))];
  const rest = names.filter((name) => name !== `\`${first.entry}\``);
  if (rest.length === 0) return "";
  const more = rest.length - MOST_NAMED;
  return ` (so for ${rest.slice(0, MOST_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""})`;
}

function confirmedText({ compared: { by, of, forwardMode, finiteDifferences } }: Checks): string {
  const what = by === "entries" ? (of === 1 ? "entry" : "entries") : "random directions";
  return `compared: forward mode ${forwardMode} of ${of} ${what}, differences ${finiteDifferences} of ${of}`;
}

function findingJson({ span: _, scalar, ...finding }: Finding): object {
  return { ...finding, node: scalar };
}
