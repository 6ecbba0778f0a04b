// The smallest program that a fault makes wrong: programs of one or two numbers are tried by their size.
import type { Stage } from "../algorithms/algorithm.ts";
import { runGradient } from "../derive/gradient.ts";
import type { Budget } from "../evaluate/tasks/budget.ts";
import type { Variations } from "../session/input/variations.ts";
import { checkSource } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";

/** The answer of the search for a program that a broken stage gets wrong; `wrong` is undefined where all that were tried go right. */
export interface SmallestProgram {
  readonly tried: number;
  /** The program, the gradient that the broken stage gives, and the right one. */
  readonly wrong: { readonly text: string; readonly gradient: string; readonly right: string } | undefined;
}

/** The largest programs that are tried, in operations, and how many at most. */
const MOST_SIZE = 4;
const MOST_TRIED = 1500;

/** Values at which they are tried: such that a wrong gradient differs from the right one, and a place where slopes are not finite. */
const INPUTS: Readonly<Record<number, readonly string[]>> = { 1: ["3.0", "0.0"], 2: ["(3.0, 2.0)"] };

/** Searches programs from the smallest on for one at which a stage that is broken on purpose gives a wrong gradient. */
export function* smallestProgram(stage: Stage, variations: Variations, budget: Budget): Steps<SmallestProgram> {
  let tried = 0;
  for (let size = 1; size <= MOST_SIZE; size++)
    for (const { body, inputs } of programs(size, stage.leavesOutDerived === true))
      for (const at of INPUTS[inputs] ?? []) {
        if (tried++ >= MOST_TRIED) return { tried, wrong: undefined };
        const text = `-- at: ${at}\ndef main ${inputs === 1 ? "x" : "(x, y)"} = ${body}\n`;
        const checked = checkSource(text);
        const run = yield* runGradient(checked, { variations }, stage, budget, { checks: "quick" });
        if (run.checks?.contradiction === undefined) continue;
        const right = yield* runGradient(checked, {}, stage, budget, { checks: false });
        const texts = { gradient: run.gradient?.text ?? "", right: right.gradient?.text ?? "" };
        return { tried, wrong: { text, ...texts } };
      }
  return { tried, wrong: undefined };
}

interface Body {
  readonly body: string;
  readonly inputs: number;
}

/** Operations of the largest programs with a local function that are tried. */
const MOST_OF_FUNCTIONS = 2;

/**
 * Programs of as many operations: those of one input first, then those with a `let`, and those with a local function last; `hasDerivatives` adds
 * those that differentiate one.
 */
function* programs(size: number, hasDerivatives: boolean): Iterable<Body> {
  for (const body of terms(size, ["x"])) yield { body, inputs: 1 };
  for (const body of terms(size, ["x", "y"])) if (body.includes("y") && body.includes("x")) yield { body, inputs: 2 };
  for (let own = 1; own < size; own++)
    for (const bound of terms(own, ["x"]))
      for (const body of [...terms(size - own, ["x", "s"]), ...terms(size - own, ["x"])])
        yield { body: `let s = ${bound} in ${body}`, inputs: 1 };
  if (size > MOST_OF_FUNCTIONS) return;
  const bodies = terms(size, ["x", "y"]);
  for (const body of bodies) yield { body: `let f = \\y -> ${body} in f x`, inputs: 1 };
  if (hasDerivatives) for (const body of bodies) yield { body: `x * grad (\\y -> ${body}) x`, inputs: 1 };
}

/** Terms of as many operations over some variables. */
function terms(size: number, names: readonly string[]): readonly string[] {
  if (size === 0) return names;
  const found: string[] = [];
  const inParens = (text: string): string => (/^\w+$/.test(text) ? text : `(${text})`);
  for (const one of terms(size - 1, names)) found.push(`-${inParens(one)}`, `sqrt ${inParens(one)}`);
  for (let left = 0; left < size; left++)
    for (const a of terms(left, names))
      for (const b of terms(size - 1 - left, names))
        for (const op of ["+", "*"]) found.push(`${inParens(a)} ${op} ${inParens(b)}`);
  if (size === 1) for (const name of names) found.push(`${name} + 1.0`);
  return found;
}
