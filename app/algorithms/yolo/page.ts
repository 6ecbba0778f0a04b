// The page's part of linearising, unzipping and transposing (Radul et al.).
import { plural, t } from "@lingui/core/macro";
import type { AlgorithmPage } from "../algorithm.ts";
import { EACH_PASS } from "../passes.ts";
import { CELLS, PLACE } from "../rung.ts";

/** The colours, gauges, words and gallery of linearising, unzipping and transposing. */
export const page: AlgorithmPage = {
  id: "yolo",
  title: t`Linearise, unzip, transpose`,
  idea: t`The derivative becomes a program of its own, which only adds and scales. Turned around line by line, it computes the gradient.`,
  isComparedFirst: true,
  stages: {
    linearised: {
      look: { colour: "var(--rung-0)", marker: "diamond" },
      head: t`Values and tangents`,
      word: t`its tangent, a variable of the program`,
      phases: EACH_PASS,
      keeps: "nothing",
    },
    unzipped: {
      look: { colour: "var(--rung-2)", marker: "square" },
      head: t`Values, and the tape`,
      word: t`its tangent, a variable of the linear half`,
      phases: {
        forward: t`The half that is not linear runs: values and partial derivatives. What the linear half reads of them is the tape.`,
        reverse: () => t`The linear half runs on the tape, once for each direction.`,
        done: (gradient) =>
          t`The gradient is \`${gradient}\`. Every scalar has passed its tangent on, once for each direction.`,
      },
      keeps: "nothing",
    },
    transposed: {
      look: { colour: "var(--rung-4)", marker: "triangle" },
      head: t`Values, and cotangents`,
      word: t`its cotangent, a variable of the transposed half`,
      phases: {
        forward: t`The half that is not linear runs: values and partial derivatives. What the linear half reads of them is the tape.`,
        reverse: (cotangent) =>
          t`The transposed linear half runs on the tape and the cotangent of the result, \`${cotangent}\`: each line of the linear half, transposed, from the last to the first.`,
        done: (gradient) => t`The gradient is \`${gradient}\`. Every scalar has passed its cotangent on, once.`,
      },
      keeps: "nothing",
      rung: { waiting: CELLS, carries: PLACE },
    },
  },
  gauges: [
    {
      key: "work",
      colour: "bp",
      hasRow: true,
      title: t`Work`,
      words: t`operations on Reals, and Reals dropped`,
      name: t`the work of the paper's cost model`,
      of: ({ work }) => work,
    },
  ],
  gallery: [
    {
      title: t`Transposed`,
      claim: t`Each direction takes a pass, which costs as much as the traced run; the transposed half takes one pass for all. One pass grows with n, those of all directions with n².`,
      example: "08",
      settings: { stages: ["linearised", "unzipped", "transposed"], quantities: ["cost"], x: "log", y: "log" },
      ns: [4, 6, 8, 12, 16, 24, 32, 48, 64],
    },
  ],
  study: {
    kept: (reals) =>
      plural(reals, {
        0: "Nothing: no line of the linear half reads what the other half computed.",
        one: "The variable that the linear half reads of the other half: # Real.",
        other: "The variables that the linear half reads of the other half: # Reals.",
      }),
    standsFor: (variable) => ({ name: nameOf(variable), scalar: scalarOf(variable) }),
  },
  sharing: {},
  options: {},
};

const DOTS = /[\u0307\u0308]/g;

/** Without the dots of tangents and cotangents, and without the number of a copy. */
function nameOf(variable: string): string {
  return variable
    .normalize("NFD")
    .replace(DOTS, "")
    .replace(/(?:'?[₀-₉]+)+$/u, "")
    .normalize("NFC");
}

/** The variables of a traced run have the number of their scalar: `v₄`, and `v̈₄'₁` for a copy of its cotangent. */
function scalarOf(variable: string): number | undefined {
  const digits = /^\p{L}[₀-₉]+/u.exec(variable.normalize("NFD").replace(DOTS, ""))?.[0].slice(1) ?? "";
  return digits === "" ? undefined : Number([...digits].map((digit) => digit.charCodeAt(0) - 0x2080).join(""));
}
