// Runs that have not come to their end: the reason is told, and nothing is said of a gradient that they do not have.
import { expect, test } from "vitest";
import { faultOf, haveSameGradient } from "../../app/lesson/model/verdict.ts";
import { whyEnded } from "../../app/program/model/ended.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { present } from "../../engine/base/nth.ts";
import { runGradient } from "../../engine/derive/gradient.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { profileAnswer } from "../../engine/measure/profile.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";

const WITHIN = "grad (\\y -> y * x) x";

test.each([
  [WITHIN, /^`tape` does not take this program: a derivative within a program/],
  ["x + head []", /^`head \[\]`: the list is empty$/],
  ["x * x", undefined],
])("the cost of %s is counted, or not for a reason", (text, why) => {
  const { ended } = finish(profileAnswer(checkSource(`-- at: 2.0\ndef main x = ${text}\n`), {}, DEFAULT_BUDGET));
  if (why === undefined) expect(whyEnded(ended)).toBeUndefined();
  else expect(whyEnded(ended)).toMatch(why);
});

test.each([
  [WITHIN, /^`tape` does not take this program/],
  ["(let s = x * x in s + s * s)", /^the derivative by `x` is .* here, and .* by forward mode$/],
  ["x + 1.0", undefined],
])(
  "a stage that is broken on purpose, of %s, is right only where it has a gradient that checks confirm",
  (text, fault) => {
    const checked = checkSource(`-- at: 2.0\ndef main x = ${text}\n`);
    const request = { variations: { options: { overwrite: true } } };
    const run = finish(runGradient(checked, request, present(stageOf("tape")), DEFAULT_BUDGET, { checks: true }));
    if (fault === undefined) expect(faultOf(run)).toBeUndefined();
    else expect(faultOf(run)).toMatch(fault);
  },
);

test.each([
  ["(let s = sqrt (x - 2.0) in s * s + s)", false],
  ["x * x * x", false],
  ["sqrt (x - 2.0)", true],
])("where no check contradicts, the gradient of %s is compared with that of the stage as it is", (text, isSame) => {
  const checked = checkSource(`-- at: 2.0\ndef main x = ${text}\n`);
  const by = (overwrite: boolean) =>
    finish(
      runGradient(checked, { variations: { options: { overwrite } } }, present(stageOf("tape")), DEFAULT_BUDGET, {
        checks: true,
      }),
    );
  expect(haveSameGradient(by(true), by(false))).toBe(isSame);
});
