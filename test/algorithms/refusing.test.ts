// Programs that ask for derivatives: the stages of the papers refuse them, with the place and the words of the paper, and the stages that
// take a run take theirs.
import { describe, expect, test } from "vitest";
import { algorithm as dualNumbers } from "../../engine/algorithms/dual-numbers/index.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { algorithm as krawiec } from "../../engine/algorithms/krawiec/index.ts";
import { algorithm as yolo } from "../../engine/algorithms/yolo/index.ts";
import { dual } from "../support/dual.ts";
import { gradientOf } from "../support/run.ts";

/** The words of each paper. */
const WORDS: readonly (readonly [stages: readonly { readonly id: string }[], words: string])[] = [
  [
    dualNumbers.stages.filter(({ entry }) => entry === "reverse"),
    "the transformation makes linear functions, maps or arrays, which are not in the language that it takes (thesis §3.3.1)",
  ],
  [
    dualNumbers.stages.filter(({ entry }) => entry !== "reverse"),
    "the language that it takes has none, and no rule for one (thesis §2.2.3)",
  ],
  [krawiec.stages, "`pure`, do and Delta terms are in the output language only (§10.4)"],
];
const REFUSING = WORDS.flatMap(([stages, words]) => stages.map(({ id }) => [id, words] as const));

/** Programs, the place of their first derivative, and their gradient. */
const PROGRAMS: readonly (readonly [text: string, place: string, gradient: readonly number[]])[] = [
  ["-- at: 3.0\ndef main x = x * grad (\\y -> y * y * x) 2.0\n", "2:18", [24]],
  ["-- at: 3.0\ndef slope f x = grad f x\ndef main x = slope (\\y -> y ^ 3) x\n", "2:17", [18]],
  ["-- at: 3.0\ndef main x = fst (valueAndGrad (\\y -> y ^ 3) x)\n", "2:19", [27]],
  ["-- at: 3.0\ndef main x = snd (jvp (\\y -> y ^ 3) x 1.0)\n", "2:19", [18]],
  ["-- at: 3.0\ndef main x = hvp (\\y -> y ^ 3) x 1.0\n", "2:14", [6]],
  ["-- at: [3.0]\ndef main xs = hessian (\\ys -> head ys ^ 3) xs\n", "2:15", [6]],
];

describe.each(REFUSING)("%s", (id, words) => {
  test.each(PROGRAMS)("refuses %j", (text, place) => {
    const { err, out, status } = dual("grad", text, "--stage", id);
    expect([out, status]).toEqual(["", 1]);
    expect(err).toContain(`:${place}: error: \`${id}\` does not take this program: a derivative within a program`);
    expect(err).toContain(words);
    expect(err).toContain("`transposed` takes its run at an input");
  });

  test("takes an operation of one's own whose partial is a gradient: that is evaluated as it is", () => {
    const text = "-- at: 3.0\ndef g x = x ^ 3\nop f x = g x by grad g x\ndef main x = f x * x\n";
    expect(gradientOf(text, stageOf(id)!).gradient!.scalars).toEqual([4 * 27]);
  });
});

describe.each(yolo.stages.map(({ id }) => id))("%s takes the run", (id) => {
  test.each(PROGRAMS)("of %j", (text, _, gradient) => {
    const { err, out, status } = dual("grad", text, "--stage", id, "--json");
    expect([err, status]).toEqual(["", 0]);
    const { gradientScalars } = JSON.parse(out) as { readonly gradientScalars: readonly number[] };
    expect(gradientScalars).toEqual(gradient.map((one) => expect.closeTo(one, 10)));
  });
});
