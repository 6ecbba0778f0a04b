// Simplified programs: typed, with the same value and derivative, and without administrative redexes.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STAGES, stageOf } from "../../../engine/algorithms/index.ts";
import { printProgram } from "../../../engine/core/notation/print.ts";
import { checkProgram } from "../../../engine/core/terms/check.ts";
import { simplified } from "../../../engine/core/terms/simplify.ts";
import { transformed } from "../../../engine/derive/gradient.ts";
import { fragmentFor } from "../../../engine/derive/straight-run.ts";
import { NoTrace } from "../../../engine/session/run/outcome.ts";
import { example, TRANSFORMED } from "../../support/examples.ts";
import { programs } from "../../support/generate/index.ts";
import { preparedProgram } from "../../support/run.ts";
import { oneIn, runs } from "../../support/runs.ts";
import { takes } from "../../support/takes.ts";
import { runTransformed } from "../../support/transformed.ts";

function agree(text: string): void {
  const prepared = preparedProgram(text);
  for (const stage of STAGES) {
    if (!takes(stage, text)) continue;
    const program = transformed(stage, prepared);
    const simple = simplified(program);
    checkProgram(simple);
    const [a, b] = [program, simple].map((one) => runTransformed(one, prepared, stage.entry));
    expect(b!.value, stage.id).toEqual(a!.value);
    expect(b!.derivative, stage.id).toEqual(a!.derivative);
  }
}

describe("simplified programs", () => {
  test.each(
    oneIn(
      6,
      TRANSFORMED.filter(({ name }) => !/^(11|12)/.test(name)),
    ),
  )("$name", ({ text }) => agree(text));

  test("random programs", () => {
    fc.assert(
      fc.property(programs(), ({ source }) => agree(source)),
      { numRuns: runs(8), seed: 71 },
    );
  });

  test("what may fail is evaluated all the same", () => {
    const prepared = preparedProgram("-- at: 1.0\ndef bad = head [] + 1.0\ndef main (x : Real) = let y = bad in x");
    for (const stage of STAGES) {
      // a run that fails cannot stand for its program
      if (fragmentFor(stage, prepared).tag === "traced") {
        expect(() => transformed(stage, prepared), stage.id).toThrow(NoTrace);
        continue;
      }
      // operations on whole arrays have a value for everything: the program is run beside them, and fails
      if (stage.ofArrays === true) continue;
      const program = transformed(stage, prepared);
      for (const one of [program, simplified(program)])
        expect(() => runTransformed(one, prepared, stage.entry), stage.id).toThrow("mistake");
    }
  });

  /** The text of `main` in the running example, as the papers print it. */
  const mainOf = (stage: string): string => {
    const program = simplified(transformed(stageOf(stage)!, preparedProgram(example("02"))));
    const printed = printProgram(program, { types: false, formulas: true });
    const from = printed.indexOf("def main");
    return printed.slice(from, printed.indexOf("\n\n", from));
  };

  // the thesis calls z' what is z₁ here, and writes z for x₂ and x for x₁ in the partials
  test("the running example reads as in §3.3.3", () => {
    expect(mainOf("naive")).toBe(`def main =
  λ(x, y).
    let z =
      let ⟨x₁, d₁⟩ = x in
      let ⟨x₂, d₂⟩ = y in
      ⟨x₁ + x₂, λ̲z. d₁ z + d₂ z⟩
    in
    let ⟨x₁, d₁⟩ = x in
    let ⟨x₂, d₂⟩ = z in
    ⟨x₁ * x₂, λ̲z₁. d₁ (x₂·z₁) + d₂ (x₁·z₁)⟩`);
  });

  test("the running example reads as in §3.4.1, its pairs of a value and an ID taken apart", () => {
    expect(mainOf("staged")).toBe(`def main =
  λ(x, y). λi₀.
    let (z, i₁) =
      let ⟨x₁, d₁⟩ = x in
      let ⟨x₂, d₂⟩ = y in
      (⟨x₁ + x₂, (i₀, λ̲z. plusₛ (SCall d₁ z) (SCall d₂ z))⟩, i₀ + 1)
    in
    let ⟨x₁, d₁⟩ = x in
    let ⟨x₂, d₂⟩ = z in
    (⟨x₁ * x₂, (i₁, λ̲z₁. plusₛ (SCall d₁ (x₂·z₁)) (SCall d₂ (x₁·z₁)))⟩, i₁ + 1)`);
  });

  test("partials are printed as formulas where they have one, as ∂ where not", () => {
    const text = (body: string): string => {
      const program = simplified(
        transformed(stageOf("naive")!, preparedProgram(`-- at: (1.5, 2.5)\ndef main (x, y) = ${body}`)),
      );
      return /λ̲z\. [^⟩]*/u.exec(printProgram(program, { types: false, formulas: true }))![0];
    };
    expect(text("x / y")).toBe("λ̲z. d₁ ((1/x₂)·z) + d₂ ((-x₁/x₂²)·z)");
    expect(text("x - y")).toBe("λ̲z. d₁ z + d₂ (-z)");
    expect(text("sin x * y")).toBe("λ̲z. d₁ ((cos x₁)·z)");
    expect(text("max x y")).toContain("∂₁max(x₁, x₂)(z)");
  });
});
