// Cells of a lesson on paper: questions with room for an answer, or with the answer where it may be seen.
import { t } from "@lingui/core/macro";
import type { LessonCell } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";
import { programAbout } from "../model/asked-program.ts";
import { readBreak, readExercise, readPredict, readView } from "../model/cells.ts";
import { isOpen } from "../model/open-questions.ts";
import { choicesOf, type Facts, rightText, wayOf } from "../model/verdict.ts";
import { answered, askedQuery, OWN_SETTING } from "./answers.ts";
import { entriesAsked } from "./entry-words.ts";
import { rulesOf } from "./exercise-rules.ts";
import { filledText } from "./filled-text.ts";
import { frozenNow } from "./frozen.ts";
import { deedsNow } from "./progress.ts";

/** Room for an answer by hand. */
const ROOM = "\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_";

/** A cell as Markdown. */
export function worksheetText(cell: LessonCell): Promise<string> {
  switch (cell.tag) {
    case "predict":
      return questionText(cell);
    case "exercise":
      return exerciseText(cell);
    case "view":
      return viewText(cell);
    case "break":
      return filledText(cell.id, readBreak(cell).caption, readBreak(cell).of);
  }
}

/** The caption of a picture, which may be frozen. */
function viewText(cell: LessonCell): Promise<string> {
  const { caption, of } = readView(cell);
  return filledText(cell.id, caption, of, OWN_SETTING, frozenNow(cell.id));
}

async function questionText(cell: LessonCell): Promise<string> {
  const predict = readPredict(cell);
  const program = programAbout(useDocument.getState().document, cell.id, predict.of);
  const text = (one: string): Promise<string> => filledText(cell.id, one, predict.of, predict.setting);
  const question = await text(predict.question);
  if (program === undefined) return question;
  // a foreign program has not run: what depends on its run is left open
  const ask = (query: string) =>
    query === "" || program.foreign ? undefined : askedQuery(program, query, predict.setting);
  const { length } = predict.misconceptions;
  const found = await answered([
    ask(predict.is),
    ...predict.misconceptions.map(({ query }) => ask(query)),
    ...predict.statements.map(({ condition }) => ask(condition)),
  ]);
  const facts: Facts = { right: found[0], wrong: found.slice(1, 1 + length), holds: found.slice(1 + length) };
  const way = wayOf(predict, facts);
  const isChoice = way === "choice";
  const choices = isChoice ? choicesOf(predict, facts).map(({ label }) => `- ☐ ${label.replaceAll("\n", " ")}`) : [];
  const parts = [question, choices.join("\n")];
  if (isOpen(predict.id, deedsNow())) {
    if (way === "entries") parts.push(...entriesAsked(facts).map((words) => `${words} ${ROOM}`));
    else if (!isChoice) parts.push(`${t`Answer:`} ${ROOM}`);
  } else {
    const right = rightText(predict, facts);
    if (right !== undefined) parts.push(`${t`Answer:`} **${right}**`);
    parts.push(await text(predict.because));
  }
  return parts.filter((part) => part !== "").join("\n\n");
}

async function exerciseText(cell: LessonCell): Promise<string> {
  const exercise = readExercise(cell);
  const { id, task, start, attempt, because } = exercise;
  const isUnsolved = isOpen(id, deedsNow());
  const program = isUnsolved ? start : attempt;
  const fence = "`".repeat(Math.max(3, ...[...program.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  const rules = rulesOf(exercise).map((rule) => `- ${rule}`);
  const code = `${fence}\n${program}\n${fence}`;
  const parts = [await filledText(cell.id, task), rules.join("\n"), code];
  if (!isUnsolved) parts.push(await filledText(cell.id, because));
  return parts.filter((part) => part !== "").join("\n\n");
}
