// Signs by their names: each is one that the language reads.
import { expect, test } from "vitest";
import { LINEAR_SIGNS } from "../../../app/algorithms/yolo/linear/editor.ts";
import { SIGNS, signBefore } from "../../../app/editor/dual/unicode-input.ts";
import { checkSource } from "../../../engine/session/program/program.ts";
import { studiedAlgorithm, studyOfWritten } from "../../../engine/texts/study.ts";

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

test("the signs of Linear A are those of its editor alone; a dot is written above the letter before it", () => {
  for (const name of ["otimes", "tensor", "real", "dot", "ddot"]) {
    expect(signBefore(`\\${name}`)).toBeUndefined();
    expect(signBefore(`\\${name}`, LINEAR_SIGNS)?.length).toBe(name.length + 1);
  }
  const { sign, length } = signBefore("def f(; x\\dot", LINEAR_SIGNS)!;
  expect(`${"def f(; x\\dot".slice(0, -length)}${sign}`.normalize()).toBe("def f(; ẋ".normalize());
  const found = studyOfWritten(
    studiedAlgorithm(),
    "def f(; x\u0307 : \u2297[\u211d, \u211d]) = let (; \u2297(a, b)) = x\u0307 in (; a + b)",
  );
  expect(found.diagnostics).toEqual([]);
});
