// Profiles that could not be made say why: the stage that counts does not take every program that runs.
import { expect, test } from "vitest";
import { whyNotCounted } from "../../app/notebook/result/profile/shares.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { profileAnswer } from "../../engine/measure/profile.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";

test.each([
  ["grad (\\y -> y * x) x", /^`tape` does not take this program: a derivative within a program/],
  ["x + head []", /^`head \[\]`: the list is empty$/],
])("%s", (text, why) => {
  const checked = checkSource(`-- at: 2.0\ndef main x = ${text}\n`);
  const { ended } = finish(profileAnswer(checked, {}, DEFAULT_BUDGET));
  expect(whyNotCounted(ended)).toMatch(why);
});
