// Signs by their names: each is one that the language reads.
import { expect, test } from "vitest";
import { SIGNS, signBefore } from "../../../app/editor/dual/unicode-input.ts";
import { checkSource } from "../../../engine/session/program/program.ts";

test("every sign is read by the language", () => {
  const programs: Readonly<Record<string, string>> = {
    λ: "def main x = (λy -> y) x",
    "→": "def main x = (\\y → y) x",
    "≤": "def main x = if x ≤ 1.0 then x else 2.0",
    "≥": "def main x = if x ≥ 1.0 then x else 2.0",
    "≠": "def main x = if x ≠ 1.0 then x else 2.0",
    "⋆": "def main x = case x ⋆ x of { (a, b) -> a * b }",
  };
  for (const sign of new Set(Object.values(SIGNS))) {
    const text = programs[sign] ?? `def main ${sign} = ${sign} * ${sign}`;
    expect(checkSource(text).diagnostics, sign).toEqual([]);
  }
});

test("a name is replaced where it is one", () => {
  expect(signBefore("def f = \\lambda")).toEqual({ length: 7, sign: "λ" });
  expect(signBefore("\\x")).toBeUndefined();
  expect(signBefore("\\constructor")).toBeUndefined();
  expect(signBefore("lambda")).toBeUndefined();
});
