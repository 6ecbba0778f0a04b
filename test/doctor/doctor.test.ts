// The doctor of gradients: every illness of the programs in `ill/` is named with its line, and healthy programs have no faults.
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { present } from "../../engine/base/nth.ts";
import { examined } from "../../engine/doctor/examine.ts";
import { type Finding, isFault } from "../../engine/doctor/finding.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { EXAMPLES } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { runs } from "../support/runs.ts";

const folder = new URL("./ill/", import.meta.url);
const ILL = readdirSync(folder)
  .filter((name) => name.endsWith(".dual"))
  .map((file) => ({ name: file.replace(".dual", ""), text: readFileSync(new URL(file, folder), "utf8") }));

/** The findings about a program at the input of its header. */
function findingsOf(text: string): readonly Finding[] {
  const { findings, left } = finish(examined(checkSource(text), {}, DEFAULT_BUDGET));
  expect(left).toEqual([]);
  return findings;
}

/** The illnesses that the comments of a program name, with their lines: `nan 7`. */
function illnessesOf(text: string): readonly string[] {
  return text.split("\n").flatMap((line, index) => {
    const kind = /-- ill: (\w+)/.exec(line)?.[1];
    return kind === undefined ? [] : [`${kind} ${index + 1}`];
  });
}

describe("programs with a known illness", () => {
  test("are forty or more", () => {
    expect(ILL.length).toBeGreaterThanOrEqual(40);
    for (const { text } of ILL) expect(illnessesOf(text).length).toBeGreaterThan(0);
  });

  test.each(ILL)("$name", ({ text }) => {
    const found = new Set(findingsOf(text).map(({ kind, line }) => `${kind} ${line}`));
    expect(illnessesOf(text).filter((illness) => !found.has(illness))).toEqual([]);
  });
});

describe("healthy programs have no faults", () => {
  test.each(EXAMPLES)("$name", ({ text }) => {
    expect(findingsOf(text).filter(isFault)).toEqual([]);
  });

  test("random programs", () => {
    const property = fc.property(programs(), ({ source }) => {
      expect(findingsOf(source).filter(isFault)).toEqual([]);
    });
    fc.assert(property, { numRuns: runs(20), seed: 20261129 });
  });
});

test("a finding has its place, call, round, entry and numbers", () => {
  const text = present(ILL.find(({ name }) => name === "hidden-markov")).text;
  const [first, second] = findingsOf(text).filter(({ kind }) => kind !== "nan");
  expect(first).toMatchObject({
    kind: "infinite",
    line: 12,
    text: "log (p + q)",
    call: "main",
    entry: "a",
    values: [0],
  });
  expect(second).toMatchObject({ kind: "underflow", line: 7, text: "p * a", call: "step", round: 481 });
});

test.each([
  ["erf x", "zero: saturated"],
  ["erfc x", "zero: saturated"],
  ["softplus (-x * 30.0)", "zero: saturated"],
  ["expm1 (-x * 30.0)", "zero: saturated"],
  ["exp2 (-x * 100.0)", "underflow: underflow"],
])("%s far out: %s", (text, expected) => {
  const findings = findingsOf(`-- at: 30.0\ndef main x = ${text}\n`);
  const [kind] = findings.map((one) => one.kind);
  expect(`${kind}: ${findings.find(({ cut }) => cut !== undefined)?.cut}`).toBe(expected);
});

test("the operations of the prelude that stop derivatives have no wrong partials", () => {
  const findings = findingsOf("-- at: [1.0, 2.0]\ndef main xs = logSumExp xs\n");
  expect(findings.map(({ kind }) => kind)).not.toContain("partial");
});
