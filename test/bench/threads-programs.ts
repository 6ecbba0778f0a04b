// Programs with jobs that are run on one thread and on several.
import { readFileSync } from "node:fs";
import { programFile } from "./child.ts";

const LOGISTIC = `def logistic (n : Int) (r : Real) x = if n == 0 then x else logistic (n - 1) r (r * x * (1.0 - x))
`;

/** A program with jobs, and what two threads are to gain. */
export interface ThreadsProgram {
  readonly name: string;
  readonly text: string;
  readonly target?: string;
}

/** Programs for which it is said what two threads are to gain. */
export const THREADS_PROGRAMS = {
  particles: {
    name: "particles, 1000 steps",
    text: readFileSync(programFile("particles"), "utf8"),
    target: "at least 1.7",
  },
  // the one program of Table 3.1 of the thesis that has jobs: the others are the same code on any number of threads
  lists: {
    name: "particles of Table 3.1, on lists",
    text: readFileSync(programFile("particles-list"), "utf8"),
    target: "at least 1.7",
  },
  map: {
    name: "a map of 64 jobs of 20 000 operations",
    text: `-- at: build 64 (\\i -> 0.1 + 0.01 * real i)
${LOGISTIC}def main (xs : Array Real) = sumA (parBuild (size xs) (\\i -> logistic 6667 3.7 (xs ! i)))`,
    target: "at least 1.7",
  },
  tree: {
    name: "a tree of 16 384 small jobs",
    text: `-- at: (1.01, 14)
${LOGISTIC}def tree (n : Int) x =
  if n == 0 then logistic 3 3.7 x
  else let (a, b) = tree (n - 1) (x * 0.9) |*| tree (n - 1) (x * 0.8) in a + b * 0.5
def main (x, n : Int) = tree n x`,
    target: "at least 0.95",
  },
  mini: {
    name: "a map of 4 jobs of 30 operations",
    text: `-- at: #[0.1, 0.2, 0.3, 0.4]
${LOGISTIC}def main (xs : Array Real) = sumA (parBuild 4 (\\i -> logistic 10 3.7 (xs ! i)))`,
    target: "at least 0.95",
  },
} as const satisfies Readonly<Record<string, ThreadsProgram>>;

/** Jobs that contribute to what they share: their contributions are kept in logs. */
export const SHARING: ThreadsProgram = {
  name: "64 jobs that read 2000 shared scalars each",
  text: `-- at: build 2000 (\\i -> 0.1 + 0.001 * real i)
def main (xs : Array Real) = sumA (parBuild 64 (\\i -> real i * sumA (build (size xs) (\\j -> xs ! j * xs ! j))))`,
};
