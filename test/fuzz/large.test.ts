// A fixed share of the fuzzer's programs of very many numbers.
import { expect, test } from "vitest";
import { IS_LONG, runs } from "../support/runs.ts";
import { largeCase, largeProgram } from "./large.ts";

const SEED = 20261128;

test("compiled programs of very many numbers compute what is known of them, run after run", () => {
  for (let seed = SEED; seed < SEED + runs(2); seed++)
    expect(largeCase(seed, IS_LONG ? 30_000 : 12_000)).toBeUndefined();
});

test("they hold more different numbers than stores begin with, in all kinds of containers", () => {
  const texts = Array.from({ length: 60 }, (_, index) => largeProgram(SEED + index, 12_000));
  expect(texts.filter(({ text }) => new Set(text.match(/\d+\.\d+/g)).size > 9000).length).toBeGreaterThan(8);
  for (const sign of ["#[", "[", "Leaf", "Just", "Right", "|*|", "c399)"])
    expect(texts.some(({ text }) => text.includes(sign))).toBe(true);
});
