// Simplified programs: typed, with the same value and derivative, and without administrative redexes.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STAGES, stageOf } from "../../engine/algorithms/index.ts";
import { checkProgram } from "../../engine/core/check.ts";
import { printProgram } from "../../engine/core/print.ts";
import { simplified } from "../../engine/core/simplify.ts";
import { transformed } from "../../engine/session/gradient.ts";
import { EXAMPLES, example } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { preparedProgram } from "../support/run.ts";
import { runTransformed } from "../support/transformed.ts";

function agree(text: string): void {
  const prepared = preparedProgram(text);
  for (const stage of STAGES) {
    const program = transformed(stage, prepared);
    const simple = simplified(program);
    checkProgram(simple);
    const [a, b] = [program, simple].map((one) => runTransformed(one, prepared, stage.mode));
    expect(b!.value, stage.id).toEqual(a!.value);
    expect(b!.derivative, stage.id).toEqual(a!.derivative);
  }
}

describe("simplified programs", () => {
  test.each(EXAMPLES.filter(({ name }) => !/^(11|12)/.test(name)))("$name", ({ text }) => agree(text));

  test("random programs", () => {
    fc.assert(
      fc.property(programs(), ({ source }) => agree(source)),
      { numRuns: 30, seed: 71 },
    );
  });

  test("what may fail is evaluated all the same", () => {
    const prepared = preparedProgram("-- at: 1.0\ndef bad = head [] + 1.0\ndef main (x : Real) = let y = bad in x");
    for (const stage of STAGES) {
      const program = transformed(stage, prepared);
      for (const one of [program, simplified(program)])
        expect(() => runTransformed(one, prepared, stage.mode), stage.id).toThrow("mistake");
    }
  });

  test("the running example reads as in §3.4.1", () => {
    const printed = printProgram(simplified(transformed(stageOf("staged")!, preparedProgram(example("02")))), {
      types: false,
    });
    expect(printed.slice(printed.indexOf("def main"), printed.indexOf("inline def"))).toBe(`def main =
  λ(x, y). λi₀.
    let (z, i₁) =
      let ⟨x₁, d₁⟩ = x in
      let ⟨x₂, d₂⟩ = y in
      (⟨x₁ + x₂, (i₀, λ̲z. plusₛ (SCall d₁ ∂₁(+)(x₁, x₂)(z)) (SCall d₂ ∂₂(+)(x₁, x₂)(z)))⟩, i₀ + 1)
    in
    let ⟨x₁, d₁⟩ = x in
    let ⟨x₂, d₂⟩ = z in
    (⟨x₁ * x₂, (i₁, λ̲z₁. plusₛ (SCall d₁ ∂₁(*)(x₁, x₂)(z₁)) (SCall d₂ ∂₂(*)(x₁, x₂)(z₁)))⟩, i₁ + 1)

`);
  });
});
