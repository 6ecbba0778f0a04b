// Limits of compiling: it ends in time, or gives up, and the machine takes over.
import { expect, test } from "vitest";
import { Compiled } from "../../../engine/compile/engine.ts";
import { LeftToMachine } from "../../../engine/compile/ir/layout.ts";
import { runCompiled } from "../../../engine/derive/compiled-or-machine.ts";
import { DEFAULT_BUDGET } from "../../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../../engine/session/program/program.ts";
import { finish } from "../../../engine/session/run/drive.ts";
import { exportProgram } from "../../../engine/texts/export.ts";
import { entangled } from "../../support/entangled.ts";
import { preparedProgram } from "../../support/run.ts";

test("functions that are entangled are left to the machine", () => {
  const text = entangled(9);
  expect(() => Compiled.of(preparedProgram(text).core, "active")).toThrow(LeftToMachine);
  const run = finish(runCompiled(checkSource(text), {}, DEFAULT_BUDGET, { checks: false }));
  expect(run.ended.tag).toBe("done");
  const exported = exportProgram(checkSource(text), undefined, "p.dual");
  expect(exported.tag === "mistake" && exported.diagnostics[0]!.message).toContain("cannot be exported");
});

test("what is to end the work is asked while it is done", () => {
  const text = `-- at: 0.5\ndef main (x : Real) = ${Array.from({ length: 500 }, (_, i) => `let x${i} = ${i === 0 ? "x" : `x${i - 1}`} * 0.5 in`).join(" ")} x499`;
  const { core } = preparedProgram(text);
  let asked = 0;
  Compiled.of(core, "active", () => void asked++);
  expect(asked).toBeGreaterThan(3);
  const late = finish(
    runCompiled(checkSource(text), {}, { ...DEFAULT_BUDGET, deadline: performance.now() - 1 }, { checks: false }),
  );
  expect(late.ended).toEqual({ tag: "stopped", phase: "compile" });
});
