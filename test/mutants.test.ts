// One wrong term of what a stage makes of a program, or one wrong statement in the compiled engine, is noticed: by a checker, by value
// and gradient at an input of the program, or by what is counted there. Or it makes no difference at other inputs either.
import { describe, expect, test } from "vitest";
import { STAGES } from "../engine/algorithms/index.ts";
import { UNWATCHED } from "../engine/base/watch.ts";
import { Compiled } from "../engine/compile/engine.ts";
import type { Fn } from "../engine/compile/ir/ir.ts";
import { checkProgram } from "../engine/core/terms/check.ts";
import type { CoreProgram } from "../engine/core/terms/term.ts";
import { realsOf } from "../engine/core/values/shape.ts";
import { transformed } from "../engine/derive/gradient.ts";
import { fragmentFor } from "../engine/derive/straight-run.ts";
import type { Prepared } from "../engine/session/input/prepare.ts";
import { disagreement } from "./support/conformance.ts";
import { COUNTED } from "./support/counted.ts";
import { faultsOf, faultyTexts, mutantsOf, randomNumbers } from "./support/mutants.ts";
import { preparedProgram } from "./support/run.ts";
import { oneIn, runs } from "./support/runs.ts";
import { takes } from "./support/takes.ts";
import { runTransformed } from "./support/transformed.ts";
import { validateIr } from "./support/validate-ir.ts";

/** Results of a run: numbers up to rounding, and counts. */
interface Seen {
  readonly numbers: readonly number[];
  readonly counts: string;
}

/** A program by the one or the other engine; it throws where a check fails, or the run. */
type Run = (at: Prepared) => Seen;

/** More instructions than any of the runs takes; and for compiled code, which may loop for ever, more than it holds or calls. */
const MANY = 60_000;
const LIMITS = {
  bytes: 1e6,
  depth: 1000,
  tick: () => {
    throw new Error("it goes on for too long");
  },
};

function byStage(program: CoreProgram, mode: (typeof STAGES)[number]["entry"]): Run {
  checkProgram(program);
  return (prepared) => {
    const { value, derivative, counters } = runTransformed(program, prepared, mode, undefined, MANY);
    return { numbers: [...value, ...derivative], counts: JSON.stringify([value.length, counters]) };
  };
}

/** By the compiled engine, whose functions may be changed before they are optimised. */
function compiled({ core }: Prepared, change: (fns: readonly Fn[]) => void): Run {
  return byEngine(compiledBy(core, change));
}

function compiledBy(core: CoreProgram, change: (fns: readonly Fn[]) => void): Compiled {
  const passed = (pass: string, fns: readonly Fn[]): void => {
    if (pass !== "specialised") return;
    change(fns);
    validateIr(fns);
  };
  return Compiled.of(core, "active", undefined, { isCounting: false, passed });
}

function byEngine(engine: Compiled): Run {
  return ({ input, resultShape }) => {
    const value = realsOf(resultShape, engine.value(input, LIMITS), UNWATCHED);
    return { numbers: [...value, ...engine.gradient(value.map(() => 1))], counts: String(value.length) };
  };
}

/** The verdict on a faulty program, which is made here. */
function verdict(make: () => Run, right: Run, own: readonly Prepared[], others: readonly Prepared[]): string {
  let run: Run;
  const isSame = (at: Prepared): boolean => {
    const wanted = right(at);
    const found = run(at);
    const areClose = wanted.numbers.every((x, index) => {
      const y = found.numbers[index]!;
      return Object.is(x, y) || Math.abs(x - y) <= 1e-9 * Math.max(1, Math.abs(x));
    });
    return areClose && wanted.numbers.length === found.numbers.length && wanted.counts === found.counts;
  };
  try {
    run = make();
    if (!own.every(isSame)) return "noticed";
  } catch {
    return "noticed";
  }
  try {
    return others.every(isSame) ? "no difference" : "not noticed";
  } catch {
    return "not noticed";
  }
}

let noticed = 0;

describe.each(Object.entries(COUNTED))("%s", (name, { text, at, others }) => {
  const [own, elsewhere] = [at, others].map((inputs) => inputs.map((input) => preparedProgram(text, { at: input })));
  const random = randomNumbers(name.length);

  /** Those faults that are not noticed, though they make a difference. */
  function unnoticed(
    faults: readonly { readonly what: () => string; readonly make: () => Run }[],
    right: Run,
    here = own!,
    there = elsewhere!,
  ) {
    return faults.flatMap(({ what, make }) => {
      const told = verdict(make, right, here, there);
      if (told === "noticed") noticed++;
      return told === "not noticed" ? [what()] : [];
    });
  }

  // a third of the stages for each program, by turns; all in the long tests
  test.each(
    oneIn(9, STAGES, Object.keys(COUNTED).indexOf(name)).filter((stage) => takes(stage, `-- at: ${at[0]}\n${text}`)),
  )("a wrong term of $id", (stage) => {
    for (const input of at) expect(disagreement(`-- at: ${input}\n${text}`, [stage])).toBeUndefined();
    const program = transformed(stage, own![0]!);
    const faults = mutantsOf(program, runs(1), random).map((mutant) => ({
      ...mutant,
      make: () => byStage(mutant.program, stage.entry),
    }));
    const right = byStage(program, stage.entry);
    // a program that is a run is that at one input
    const isRun = fragmentFor(stage, own![0]!).tag === "traced";
    const [here, there] = isRun ? [own!.slice(0, 1), []] : [own!, elsewhere!];
    expect(verdict(() => right, right, here, there)).toBe("no difference");
    expect(unnoticed(faults, right, here, there)).toEqual([]);
  });

  test("a wrong statement in the compiled engine", () => {
    let names: readonly string[] = [];
    const right = compiled(own![0]!, (fns) => {
      names = faultsOf(fns).map(({ what }) => what);
    });
    const faults = names.map((what, index) => ({
      what: () => what,
      make: () => compiled(own![0]!, (fns) => faultsOf(fns)[index]!.seed()),
    }));
    expect(verdict(() => compiled(own![0]!, () => undefined), right, own!, elsewhere!)).toBe("no difference");
    expect(unnoticed(faults, right)).toEqual([]);
  });

  test("a wrong line of a generated adjoint", () => {
    const { assembled } = compiledBy(own![0]!.core, () => undefined);
    const right = byEngine(new Compiled(assembled));
    const faults = faultyTexts(assembled).map(({ what, text: wrong }) => ({
      what: () => what,
      make: () => byEngine(new Compiled({ ...assembled, text: wrong })),
    }));
    expect(faults.length).toBeGreaterThan(5);
    expect(unnoticed(faults, right)).toEqual([]);
  });
});

test("at least 200 of them are noticed", () => {
  expect(noticed).toBeGreaterThanOrEqual(200);
});
