// Output of a call, with a watch on the time that printing takes; and what is said of a result beside it.
import { printedJson } from "../base/json.ts";
import { Late, OutOfMemory, UNWATCHED } from "../base/watch.ts";
import { type Budget, look, watchOf } from "../evaluate/tasks/budget.ts";
import { faultsIn } from "../session/input/variations.ts";
import {
  type Contradiction,
  contradictionText,
  MULTIPLIED_ZEROS,
  type WrongDerivative,
} from "../session/run/contradiction.ts";
import { mayBeOutOfRange } from "../session/run/out-of-range.ts";
import { type Call, LateCheck, requestOf } from "./call.ts";

/** Characters that are written at once. */
const PIECE = 1 << 20;

/** The time that printing may take after a call has ended: a share of the call's time, and milliseconds beside it. */
const SHARE = 0.05;
const MORE = 100;

/** For printing what there is when the time of a budget is used up. */
function printingBudget(call: Call, budget: Budget): Budget {
  return { ...budget, deadline: budget.deadline + SHARE * 1000 * call.seconds + MORE };
}

/** Prints texts of any length. Throws {@link Late} and {@link OutOfMemory} where the time for it is used up; what was printed so far stays. */
export function printText(call: Call, budget: Budget, ...texts: readonly string[]): void {
  printPieces(call, budget, texts);
}

/** The same of any number of texts. */
export function printPieces(call: Call, budget: Budget, texts: Iterable<string>): void {
  const limit = printingBudget(call, budget);
  // long texts are not joined, for that takes as long as to print them; of short ones several are written at once
  let held = "";
  let isFirst = true;
  const write = (text: string): void => {
    if (!isFirst) look(limit);
    isFirst = false;
    call.terminal.out(text);
  };
  for (const text of texts) {
    if (held.length + text.length <= PIECE) {
      held += text;
      continue;
    }
    if (held !== "") write(held);
    let at = 0;
    for (; text.length - at > PIECE; at += PIECE) write(text.slice(at, at + PIECE));
    held = text.slice(at);
  }
  if (held !== "") write(held);
}

/** Prints JSON; throws as {@link printText} does. Without a budget it takes what it takes. */
export function printJson(call: Call, value: object, budget?: Budget): void {
  if (budget === undefined) return call.terminal.out(`${printedJson(value, UNWATCHED).join("")}\n`);
  printPieces(call, budget, printedJson(value, watchOf(printingBudget(call, budget))));
  call.terminal.out("\n");
}

/** Says that the budget ran out while the program was checked, or something was printed, and gives the exit status; other errors are thrown on. */
export function reportPrinting(call: Call, error: unknown): number {
  if (error instanceof LateCheck) {
    call.terminal.err(
      `${call.file}: stopped after ${call.seconds} s, checking the program; --seconds gives more time\n`,
    );
    return 3;
  }
  if (!(error instanceof Late || error instanceof OutOfMemory)) throw error;
  const why = error instanceof Late ? `stopped after ${call.seconds} s` : "the memory budget ran out";
  call.terminal.err(
    `${call.file}: ${why}, printing what was found; ${error instanceof Late ? "--seconds gives more time" : "print less of it"}\n`,
  );
  return 3;
}

/** Says on standard error that a result is wrong; gives the exit status. `what` is the result, in words. */
export function reportContradiction(call: Call, found: Contradiction, what: string): number {
  const faults = faultsIn(requestOf(call).variations ?? {});
  const asked = faults.map((fault) => `--${fault}`).join(" and ");
  const why =
    faults.length > 0
      ? `The stage is broken on purpose, by ${asked}.`
      : mayBeOutOfRange(found)
        ? "Either a product on the way is too large or too small to be represented, or this is a bug in Dualscope."
        : "This is a bug in Dualscope, not in your program.";
  call.terminal.err(`${call.file}: do not trust ${what}: ${contradictionText(found)}\n${why}\n`);
  return 4;
}

/** Says on standard error that a derivative by a stage is NaN because the stage multiplies zeros, as its paper does. */
export function reportMultipliedZero(call: Call, found: WrongDerivative, stage?: string): void {
  const by = stage === undefined ? "" : `by \`${stage}\`, `;
  call.terminal.err(`${call.file}: ${by}${contradictionText(found)}: ${MULTIPLIED_ZEROS}\n`);
}

/** Says on standard error that a result was not compared with something, for the run is too long for that. */
export function reportUnchecked(call: Call, withWhat: string): void {
  call.terminal.err(`${call.file}: not checked by ${withWhat}: the run is too long for that\n`);
}
