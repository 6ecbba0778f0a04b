// Programs that lie on others: definitions above are built in, later ones shadow earlier ones, and mistakes say where.
import { describe, expect, test } from "vitest";
import { stageOf } from "../../../engine/algorithms/index.ts";
import { runCompiled } from "../../../engine/derive/compiled-or-machine.ts";
import { runGradient } from "../../../engine/derive/gradient.ts";
import { DEFAULT_BUDGET } from "../../../engine/evaluate/tasks/budget.ts";
import { completionsAt, hoverAt } from "../../../engine/session/program/editor.ts";
import { checkSource, sourcesOf } from "../../../engine/session/program/program.ts";
import { finish } from "../../../engine/session/run/drive.ts";
import { renderDiagnostic } from "../../../engine/source/render.ts";

const runs = (text: string, above: readonly string[], at: string) => {
  const checked = checkSource(text, above);
  const compiled = finish(runCompiled(checked, { at }, DEFAULT_BUDGET, { checks: false }));
  const staged = finish(runGradient(checked, { at }, stageOf("tape")!, DEFAULT_BUDGET, { checks: false }));
  expect(staged.gradient?.text).toBe(compiled.gradient?.text);
  return { ...compiled, checked };
};

describe("definitions above", () => {
  test("are built in, with their types and data", () => {
    const above = ["data V = V Real Real\ndef dot (V a b) (V c d) = a * c + b * d\n", "def twice x = x + x\n"];
    const { value, gradient } = runs("def main (x, y) = twice (dot (V x y) (V x 2.0))", above, "(3.0, 5.0)");
    expect(value?.text).toBe("38.0");
    expect(gradient?.text).toBe("(12.0, 4.0)");
  });

  test("are shadowed by later ones, without a change for what used the earlier", () => {
    const above = ["def scale x = 2.0 * x\ndef both x = scale (scale x)\n", "def scale x = 10.0 * x\n"];
    expect(runs("def main x = both x + scale x", above, "1.0").value?.text).toBe("14.0");
    expect(runs("def scale x = x\ndef main x = both x + scale x", above, "1.0").value?.text).toBe("5.0");
    // the prelude can be shadowed, too
    expect(runs("def main xs = sum xs", ["def sum xs = 7.0 * foldr (+) 0.0 xs\n"], "[1.0, 2.0]").value?.text).toBe(
      "21.0",
    );
  });

  test("below are not seen", () => {
    expect(checkSource("def main x = later x").hasErrors).toBe(true);
    expect(checkSource("def later x = x", ["def main x = later x\n"]).hasErrors).toBe(false);
  });

  test("with mistakes block only what uses them", () => {
    const above = ["def good x = x\ndef bad x = zork x\n", "def fine x = 3.0 * x\n"];
    expect(checkSource("def main x = fine x", above).hasErrors).toBe(false);
    const [mistake] = checkSource("def main x = good x", above).diagnostics;
    expect(mistake).toMatchObject({ kind: "mistakes-above" });
    expect(mistake!.message).toBe("`good` is defined in program 1 above, which has errors: fix them first");
    // what is above may use what is faulty above it
    expect(
      checkSource("def main x = middle x", ["def f x = zork\n", "def middle x = f x\n"]).diagnostics[0]?.kind,
    ).toBe("mistakes-above");
  });

  test("are named in the trail of a mistake at run time", () => {
    const above = ["def third (xs : [Real]) = head (tail (tail xs))\n"];
    const { ended, checked } = runs("def main xs = third xs", above, "[1.0]");
    expect(ended.tag).toBe("mistake");
    const text = ended.tag === "mistake" ? renderDiagnostic(ended.diagnostics[0]!, sourcesOf(checked, "p")) : "";
    expect(text).toContain("program 1 above");
    expect(text).toContain("third");
  });

  test("are offered and explained where one types", () => {
    const checked = checkSource("def main x = twice x", ["def twice x = x + x\n"]);
    expect(hoverAt(checked, 14)).toMatchObject({ detail: "from a program above" });
    expect(completionsAt(checked, 14).find(({ label }) => label === "twice")).toMatchObject({ kind: "definition" });
  });
});
