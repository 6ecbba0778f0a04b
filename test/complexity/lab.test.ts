// The lab's pictures, numbers and files, from runs of the examples; and what its gallery claims.
import { describe, expect, test } from "vitest";
import { GALLERY } from "../../app/algorithms/index.ts";
import { growthWords, heldIn, type Measured } from "../../app/complexity/model/checkpointing.ts";
import {
  answered,
  askAt,
  type Curve,
  curveKey,
  type Foretold,
  NO_CURVE,
  type Subject,
} from "../../app/complexity/model/curves.ts";
import { fitRows } from "../../app/complexity/model/fits.ts";
import {
  constantOf,
  endWords,
  isWithoutEffect,
  type LabCurve,
  labCurves,
  predictedOf,
  seriesOf,
  tableOf,
} from "../../app/complexity/model/lab.ts";
import { labCsv, labJson } from "../../app/complexity/model/lab-files.ts";
import { familyOf, galleryExample } from "../../app/complexity/model/lab-gallery.ts";
import { drawPlot, type Series } from "../../app/plot/model.ts";
import { firstNumbers, further, MOST, sweepNumbers, sweepText } from "../../app/program/model/sweep.ts";
import { exactly, sized } from "../../app/words/magnitude.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { judge } from "../../engine/analysis/claims.ts";
import { fitText, leadingText } from "../../engine/analysis/fit.ts";
import { QUANTITIES, quantityOf } from "../../engine/analysis/quantities.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { runCheckpointed } from "../../engine/measure/checkpointing.ts";
import { measure, speedOf } from "../../engine/measure/lab.ts";
import { timeProgram } from "../../engine/measure/timing.ts";
import { scaledInput } from "../../engine/session/input/scaled-input.ts";
import { findEntry } from "../../engine/session/program/entry.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { span } from "../../engine/source/span.ts";
import { example } from "../support/examples.ts";

/** A curve as the store has it, with a budget in steps. */
function curveOf(file: string, stage: string, ns: readonly number[], steps = 10_000_000): LabCurve {
  const checked = checkSource(example(file));
  let curve: Curve = NO_CURVE;
  const foretold: Foretold[] = [];
  for (const n of ns) {
    const budgets = { run: { ...DEFAULT_BUDGET, steps }, graph: DEFAULT_BUDGET };
    const asked = curve.end === undefined ? stageOf(stage)! : undefined;
    const { counts, row, size, ended } = finish(measure(checked, { n }, asked, budgets));
    if (counts !== undefined) foretold.push({ n, counts, size });
    if (row?.counters != null) curve = { ...curve, runs: [...curve.runs, { n, cost: row.counters, size }] };
    else if (ended.tag === "out-of-budget") curve = { ...curve, end: { n, diagnostics: [ended.diagnostic], steps } };
  }
  return { id: stage, label: stage, subject: 0, stage, curve, foretold };
}

const calls = quantityOf("calls")!;

describe("checkpointing down to one contribution", () => {
  const measured = (text: string, ns: readonly number[]): readonly Measured[] =>
    ns.map((n) => ({ n, cost: finish(runCheckpointed(checkSource(text), { n }, 1, DEFAULT_BUDGET)).cost! }));
  const powers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((power) => 2 ** power);
  const LOOP = "-- at: (n, 0.5)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, sin x)\n";
  const RECURSION = "-- at: (n, 0.5)\ndef main (n : Int, x) = if n == 0 then x else sin (main (n - 1, x))\n";

  test("of a loop holds log T snapshots that do not grow", () => {
    const over = measured(LOOP, powers);
    const [snapshots, held, steps] = growthWords(over);
    expect(snapshots).toBe("Snapshots at once: log N + 1.");
    expect(held).toMatch(/^Held at once: [\d.]+ log N [+−] [\d.]+\.$/);
    expect(steps).toMatch(/^Steps in all: [\d.]+ N log N/);
  });

  test("of a recursion holds log T snapshots that grow with its depth", () => {
    const over = measured(RECURSION, powers);
    const [snapshots, held] = growthWords(over);
    // half of the time goes down, without operations: by T, the run time, that is still ⌈log₂ T⌉ + 1 at most
    expect(snapshots).toBe("Snapshots at once: log N + 2.");
    expect(held).not.toMatch(/: [\d.]+ log T/);
    // what is held grows with the calls that wait
    const last = over.at(-1)!.cost;
    expect(heldIn(last)).toBeGreaterThan(last.operations);
  });

  test("says that T and T log T cannot be told apart where T hardly changes", () => {
    const over = measured(LOOP, [100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200]);
    expect(growthWords(over).at(-1)).toMatch(
      /^The lengths of these tapes are too close to each other to tell the growth of .*steps in all\.$/,
    );
  });
});

describe("the doubling chain by naive", () => {
  const ns = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 32, 64, 128];
  const naive = curveOf("04", "naive", ns, 100_000);

  test("n is told to be without effect only where the program takes the same steps for each", () => {
    expect(isWithoutEffect([naive])).toBe(false);
    const { runs } = naive.curve;
    const alike = runs.map((run) => ({ ...run, cost: runs[0]!.cost }));
    const same = { ...naive, curve: { ...NO_CURVE, runs: alike } };
    expect(isWithoutEffect([same])).toBe(true);
    expect(isWithoutEffect([{ ...same, curve: { ...same.curve, runs: same.curve.runs.slice(0, 2) } }])).toBe(false);
  });

  test("runs that fail for some n are an effect of n, and are told where their n is shown alone", () => {
    const subject = { title: "fails", ask: { text: "def main x = x" } } as Subject;
    const run = naive.curve.runs[0]!;
    const fault = { diagnostics: [], steps: 100 };
    const curve: Curve = {
      runs: [1, 2, 3].map((n) => ({ ...run, n })),
      end: { ...fault, n: 9 },
      mistakes: [4, 5].map((n) => ({ ...fault, n })),
    };
    const curves = { [curveKey(subject, "naive")]: curve };
    const shown = (ns: readonly number[]) =>
      labCurves({ subjects: [subject], ns, stages: ["naive"], curves, foretold: {} });
    const words = (ns: readonly number[]) => shown(ns).map((one) => endWords(one.curve));
    expect(words([1, 2, 3, 4, 10])).toEqual(["stopped at n = 9: it crashed; no run at n = 4: it crashed"]);
    expect(words([1, 2, 3, 5])).toEqual(["no run at n = 5: it crashed"]);
    expect(words([1, 2, 3])).toEqual([undefined]);
    expect(
      [
        [1, 2, 3],
        [1, 2, 3, 5],
        [1, 2, 3, 9],
      ].map((ns) => isWithoutEffect(shown(ns))),
    ).toEqual([true, false, false]);
  });

  test("ends at its budget, with a mark and a word", () => {
    expect(naive.curve.end?.n).toBe(16);
    const [series] = seriesOf([naive], calls);
    expect(series!.end).toBe("stopped at n = 16: budget 0.1 million steps");
  });

  test("goes on as the graph predicts, past 10³⁰, exactly", () => {
    const predicted = predictedOf(naive, calls);
    expect(predicted.map(({ x }) => x)).toEqual([16, 32, 64, 128]);
    expect(predicted.at(-1)!.y).toBe(2n ** 129n - 1n);
    expect(seriesOf([naive], calls)[0]!.note).toBe("6.8 × 10³⁸ at n = 128");
    // of costs the graph says nothing
    expect(predictedOf(naive, quantityOf("cost")!)).toEqual([]);
  });

  test("is n by n in the table, and in the files", () => {
    const rows = tableOf([naive], calls, ns);
    expect(rows.find(({ n }) => n === 12)!.cells).toEqual([
      { text: "8191", count: 8191, isPredicted: false, isRun: true },
    ]);
    expect(rows.find(({ n }) => n === 64)!.cells).toEqual([
      { text: "3.7 × 10¹⁹", count: 2n ** 65n - 1n, isPredicted: true, isRun: false },
    ]);
    const json = JSON.parse(labJson([naive], ["chain"])) as { n: number; predictedCalls: string | null }[];
    expect(json).toHaveLength(ns.length);
    expect(json.at(-1)).toMatchObject({ program: "chain", stage: "naive", n: 128, counters: null });
    expect(BigInt(json.at(-1)!.predictedCalls!)).toBe(2n ** 129n - 1n);
    const lines = labCsv([naive], ["chain"]).split("\r\n");
    expect(lines[0]).toBe(`program,stage,n,T,I,${QUANTITIES.map(({ id }) => id).join(",")},predicted calls`);
    expect(lines[1]).toMatch(/^chain,naive,1,\d+,\d+,3,/);
    expect(lines).toHaveLength(ns.length + 2);
  });

  test("has no counters in files that its stage does not have", () => {
    const chad = curveOf("04", "chad", [1]);
    const [{ counters }] = JSON.parse(labJson([chad], ["chain"]));
    expect(Object.keys(counters)).toContain("term-calls");
    // another algorithm's, and one that says nothing of it
    for (const id of ["real-sums", "memory"]) expect(Object.keys(counters)).not.toContain(id);
    const [heads, row] = labCsv([chad], ["chain"])
      .split("\r\n")
      .map((line) => line.split(","));
    expect(row![heads!.indexOf("real-sums")]).toBe("");
    expect(row![heads!.indexOf("term-calls")]).not.toBe("");
  });

  test("is drawn within the plot, its dashed part cut off above", () => {
    const series = seriesOf([naive], calls);
    const plot = drawPlot({ series, width: 900, height: 400, x: "linear", y: "log" });
    const [curve] = plot.curves;
    expect(curve!.marks).toHaveLength(11);
    for (const { x, y } of curve!.marks) {
      expect(x).toBeGreaterThanOrEqual(plot.left);
      expect(x).toBeLessThanOrEqual(plot.right);
      expect(y).toBeGreaterThanOrEqual(plot.top);
      expect(y).toBeLessThanOrEqual(plot.bottom);
    }
    expect(curve!.dashed).not.toBe("");
    expect(curve!.end).toBeDefined();
    expect(curve!.label.x).toBeLessThan(plot.right);
  });

  test("its growth stands beside the bound", () => {
    expect(fitRows([naive], calls)).toMatchObject([
      { growth: "2·2^n − 1", off: "exact", bound: "T + I + paths · I", agrees: true },
    ]);
  });
});

describe("plots", () => {
  const series = (id: string, points: readonly (readonly [number, number])[]): Series => ({
    id,
    label: id,
    note: undefined,
    colour: "red",
    marker: "circle",
    isSecond: false,
    points: points.map(([x, y]) => ({ x, y })),
    predicted: [],
  });

  test("what is not positive has no place on a logarithmic axis", () => {
    const drawn = drawPlot({
      series: [
        series("a", [
          [0, 5],
          [1, 0],
          [2, 10],
        ]),
      ],
      width: 800,
      height: 300,
      x: "log",
      y: "log",
    });
    expect(drawn.curves[0]!.marks.map(({ datum }) => datum.x)).toEqual([2]);
  });

  test("labels do not cover each other", () => {
    const names = ["a", "b", "c", "d", "e"];
    const all = names.map((name, index) =>
      series(name, [
        [1, 1],
        [2, 100 + index],
      ]),
    );
    const ys = drawPlot({ series: all, width: 800, height: 300, x: "linear", y: "linear" }).curves.map(
      ({ label }) => label.y,
    );
    const sorted = ys.sort((a, b) => a - b);
    for (let i = 1; i < sorted.length; i++) expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThanOrEqual(15);
  });

  test("nothing to draw is an empty plot", () => {
    const drawn = drawPlot({ series: [], width: 300, height: 200, x: "log", y: "log" });
    expect(drawn.curves).toEqual([]);
    expect(drawn.xTicks.every(({ at }) => Number.isFinite(at))).toBe(true);
  });
});

describe("numbers of a sweep", () => {
  test("are read with and without `n =`", () => {
    expect(sweepNumbers("1 .. 4")).toEqual([1, 2, 3, 4]);
    expect(sweepNumbers("n = 8, 2, 4, 2")).toEqual([2, 4, 8]);
    expect(sweepNumbers("many")).toBeTypeOf("string");
    const many = sweepNumbers("1 .. 100000") as readonly number[];
    expect(many.length).toBeLessThanOrEqual(MOST);
    // evenly by quotients, so that the small ones are there
    expect(many.filter((n) => n <= 100).length).toBeGreaterThan(15);
    expect(many.at(-1)).toBe(100_000);
    expect(sweepNumbers("9007199254740993")).toBeTypeOf("string");
  });

  test("are at least eight to begin with", () => {
    for (const text of ["n = 3 .. 7", "n = 4, 8, 16", "n = 5", "n = 0 .. 2", undefined]) {
      const ns = firstNumbers(text);
      expect(ns.length).toBeGreaterThanOrEqual(8);
      expect([...ns].sort((a, b) => a - b)).toEqual(ns);
    }
    expect(firstNumbers("n = 1 .. 24")).toHaveLength(24);
  });

  test("go further, and are written as they are read", () => {
    expect(further([1, 2, 100]).at(-1)).toBe(200);
    expect(further([1]).length).toBeGreaterThan(1);
    for (const ns of [[1, 2, 3, 4], [1, 5, 7], [3]]) expect(sweepNumbers(sweepText(ns))).toEqual(ns);
  });
});

test("counts of any size", () => {
  expect([0, 4096, 16_384, 2.75].map(sized)).toEqual(["0", "4096", "16\u202f384", "2.75"]);
  expect(sized(9_960_000_000n)).toBe("1.0 × 10¹⁰");
  expect(sized(2n ** 1024n)).toBe("1.8 × 10³⁰⁸");
  // rounded once: not to 1.45 first
  expect(sized(14_507_109_835_375_550_096_474_098n)).toBe("1.5 × 10²⁵");
  expect(sized(14_499_999_999_999_999_999_999_999n)).toBe("1.4 × 10²⁵");
  expect(sized(12_582_898)).toBe("1.3 × 10⁷");
  expect(exactly(12_582_898)).toBe("12\u202f582\u202f898");
  expect(exactly(14_507_109_835_375_550_096_474_098n)).toBe(
    "14\u202f507\u202f109\u202f835\u202f375\u202f550\u202f096\u202f474\u202f098",
  );
  // what is written out, and what would fill a page
  expect([exactly(4096), exactly(0.5), exactly(2n ** 2000n)]).toEqual([undefined, undefined, undefined]);
});

describe("inputs that are made up", () => {
  const entryOf = (text: string) => {
    const checked = checkSource(text);
    const found = findEntry(checked, "main", span("<program>", 0, 1));
    if ("severity" in found) throw new Error(found.message);
    return { checked, found };
  };

  test.each([
    ["def main xs = sum xs", 8],
    ["def main (xs : Array Real, y) = sumA xs * y", 8],
    ["def main (n : Int, x) = if n == 0 then x else x * real n", 1],
    ["def main (rows : [[Real]]) = sum (map sum rows)", 64],
    ["def main (ps : [(Real, Int, Bool)]) = sum (map (\\(x, i, b) -> if b then x else real i) ps)", 8],
  ])("%s", (text, scalars) => {
    const { checked, found } = entryOf(text);
    const at = scaledInput(found.param)!;
    const measured = finish(
      measure(checked, { n: 8, at }, stageOf("tape")!, { run: DEFAULT_BUDGET, graph: DEFAULT_BUDGET }),
    );
    expect(measured.ended.tag).toBe("done");
    expect(measured.size!.input).toBeGreaterThan(scalars);
  });

  test.each(["def main (x, y) = x * y", "data T = A Real | B T T\ndef main t = case t of { A x -> x | B _ _ -> 0.0 }"])(
    "none for %s",
    (text) => {
      expect(scaledInput(entryOf(text).found.param)).toBeUndefined();
    },
  );
});

describe("points that the graph predicts", () => {
  const ns = [2, 4, 6, 8, 12, 24, 48, 96, 192, 384, 768, 1280];
  const curve = curveOf("03", "naive", ns, 20_000);

  test("count for the fit, and are told apart from runs", () => {
    const runs = curve.curve.runs.length;
    expect(runs).toBeLessThan(8);
    expect(curve.foretold.at(-1)!.counts.paths).toBeGreaterThan(10n ** 250n);
    const [row] = fitRows([curve], calls);
    expect(row).toMatchObject({ isFit: true, predicted: ns.length - runs, agrees: true });
    // Fibonacci's numbers
    expect(row!.growth).toMatch(/2\^\(0\.69\d* n\)/);
  });

  test("have the size of the run, as counted runs have it", () => {
    const all = curveOf("16", "tape", [1]);
    const size = all.curve.runs[0]!.size!;
    const checked = checkSource(example("16"));
    const alone = finish(measure(checked, { n: 1 }, undefined, { run: DEFAULT_BUDGET, graph: DEFAULT_BUDGET }));
    expect(alone.size).toEqual(size);
  });

  test("say how a cost grows that could not be counted: by the calls alone", () => {
    const [row] = fitRows([curve], quantityOf("cost")!);
    expect(row).toMatchObject({ isFit: false, predicted: 0 });
    expect(row!.calls).toMatch(/2\^\(0\.69\d* n\)/);
    // a stage that was run has no need of it
    expect(fitRows([curveOf("03", "tape", ns)], quantityOf("cost")!)[0]!.calls).toBeUndefined();
  });
});

describe("the gallery", () => {
  test("opens examples with a sweep", () => {
    expect(GALLERY.length).toBeGreaterThanOrEqual(6);
    for (const { example: one, other, settings } of GALLERY) {
      for (const name of [one, ...(other === undefined ? [] : [other])]) {
        const { header, hasErrors } = checkSource(galleryExample(name)!.text);
        if (typeof name === "string" || "text" in name) expect(header.sweep, JSON.stringify(name)).toBeDefined();
        else expect(hasErrors, name.title).toBe(false);
      }
      for (const stage of settings.stages) expect(stageOf(stage), stage).toBeDefined();
      for (const id of settings.quantities) expect(quantityOf(id), id).toBeDefined();
    }
  });

  const families = GALLERY.flatMap(({ example: one, settings, ns }) =>
    typeof one !== "string" && "textOf" in one ? [{ family: one, settings, ns: ns! }] : [],
  );

  /** The growth of each stage of an experiment, from runs of the program of each n. */
  function growthsOf({ family, settings, ns }: (typeof families)[number]): readonly string[] {
    const { title, shown, textOf } = family;
    const ask = { text: textOf(shown), above: [], entry: undefined, at: undefined, cotangent: undefined };
    return settings.stages.map((stage) => {
      let curve: Curve = NO_CURVE;
      for (const n of ns) {
        const { text } = askAt({ title, ask, textOf }, n);
        const budgets = { run: DEFAULT_BUDGET, graph: DEFAULT_BUDGET };
        const answer = finish(measure(checkSource(text), {}, stageOf(stage)!, budgets));
        curve = answered(curve, { n, steps: 0, answer });
      }
      const [row] = fitRows(
        [{ id: stage, label: stage, subject: 0, stage, curve, foretold: [] }],
        quantityOf(settings.quantities[0]!)!,
      );
      return row!.growth;
    });
  }

  test("a sum of n variables, a program for each n: 2n² − n boxes, ½ n log n and the maps that unions begin with, n", () => {
    expect(growthsOf(families[0]!)).toEqual(["2 n² − n", "0.5 n log n + n", "n", "n"]);
  });

  test("functions within functions, a program for each n: 2ⁿ⁺¹ − 3 calls with logs, 7n − 6 with closures as data", () => {
    expect(growthsOf(families[1]!)).toEqual(["2·2^n − 3", "7 n − 6", "7 n − 6", "7 n − 6"]);
  });

  test("a program of a family is found by its text, until that is changed", () => {
    for (const { family, ns } of families)
      for (const n of [1, 3, family.shown, family.most]) {
        expect(familyOf(family.textOf(n))).toEqual({ family, ns, n });
        expect(familyOf(family.textOf(n).replace("main", "main "))).toBeUndefined();
      }
    expect(familyOf(families[0]!.family.textOf(families[0]!.family.most + 1))).toBeUndefined();
    expect(familyOf(example("04"))).toBeUndefined();
  });

  const growthOf = (file: string, stage: string, counter: string, ns: readonly number[]) =>
    judge(curveOf(file, stage, ns, 100_000_000).curve.runs, quantityOf(counter)!, stageOf(stage)!.bound).growth!.fit;

  test("many scalars out: naive runs back from each of them", () => {
    const ns = [4, 6, 8, 12, 16, 24, 32, 48];
    expect(fitText(growthOf("20", "naive", "calls", ns))).toBe("n² + 2 n");
    expect(leadingText(growthOf("20", "tape", "calls", ns))).toBe("n");
  });

  test("a long list: the gradient is a constant times the primal from `mutable` on, and not before", () => {
    const ns = [8, 16, 32, 64, 128, 256, 512, 1024];
    for (const stage of ["mutable", "tape"]) expect(leadingText(growthOf("26", stage, "ratio", ns))).toBe("constant");
    expect(leadingText(growthOf("26", "sparse", "ratio", ns))).toBe("log n");
  });

  test("many scalars in: quadratic until `sparse`", () => {
    const ns = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96];
    expect(leadingText(growthOf("08", "naive", "cost", ns))).toBe("n²");
    expect(leadingText(growthOf("08", "sparse", "cost", ns))).toBe("n log n");
    expect(leadingText(growthOf("08", "tape", "cost", ns))).toBe("n");
  });

  test("the parallel tree: work 2ⁿ, span n", () => {
    const spans = [3, 4, 5, 6].map((n) => {
      const speed = finish(speedOf(checkSource(example("21")), { n }, stageOf("parallel")!, DEFAULT_BUDGET));
      return speed.forward!;
    });
    const steps = spans.slice(1).map(({ work }, index) => work / spans[index]!.work);
    for (const step of steps) expect(step).toBeGreaterThan(1.8);
  });
});

test("the constant of a run is that of the bound", () => {
  const { curve } = curveOf("26", "tape", [8]);
  const { cost, size } = curve.runs[0]!;
  expect(constantOf(cost, size)).toBeGreaterThan(1);
  expect(constantOf(cost, undefined)).toBeUndefined();
});

describe("on the clock", () => {
  test("a gradient and its primal are measured in turn, with the bytes of one run", () => {
    const timing = finish(timeProgram(checkSource(example("26")), { n: 64 }, DEFAULT_BUDGET));
    expect(timing.ended.tag).toBe("done");
    expect(timing.gradient).toHaveLength(timing.primal.length);
    expect(Math.min(...timing.gradient, ...timing.primal)).toBeGreaterThan(0);
    const twice = finish(timeProgram(checkSource(example("26")), { n: 128 }, DEFAULT_BUDGET));
    expect(twice.tapeBytes / timing.tapeBytes).toBeGreaterThan(1.8);
    expect(twice.tapeBytes / timing.tapeBytes).toBeLessThan(2.2);
  });

  test("a stop keeps the rounds that there are; a mistake says where", () => {
    const steps = timeProgram(checkSource(example("26")), { n: 8 }, DEFAULT_BUDGET);
    let next = steps.next(true);
    for (let slice = 0; slice < 12 && !next.done; slice++) next = steps.next(true);
    const stopped = steps.next(false);
    expect(stopped.done && stopped.value.ended.tag).toBe("stopped");
    expect(stopped.done && stopped.value.gradient.length).toBeGreaterThan(0);
    const failing = checkSource("-- at: 1.0\ndef main x = x * real (div 1 0)\n");
    expect(finish(timeProgram(failing, {}, DEFAULT_BUDGET)).ended.tag).toBe("mistake");
  });
});

test("a curve of what its stage does not count is no zero", () => {
  const curves = ["transposed", "tape"].map((stage) => curveOf("08", stage, [2, 4]));
  const memory = quantityOf("memory")!;
  const [transposed, tape] = seriesOf(curves, memory).map(({ points }) => points);
  expect(transposed).toEqual([]);
  expect(tape!.every(({ y }) => y > 0)).toBe(true);
  expect(tableOf(curves, memory, [2, 4]).map(({ cells }) => cells[0]!.text)).toEqual(["", ""]);
  expect(seriesOf(curves, quantityOf("cost")!)[0]!.points.length).toBe(2);
});

test("a stage that refuses the program says so once, with what takes it, and no curve is predicted of it", () => {
  const text = "-- at: (3, 0.5)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, grad (\\y -> y * y) x)";
  const checked = checkSource(text);
  const budget = { ...DEFAULT_BUDGET, steps: 1_000_000 };
  const curves = ["tape", "deltas", "transposed"].map((stage) => {
    let curve: Curve = NO_CURVE;
    const foretold: Foretold[] = [];
    for (const n of [1, 2, 3, 4]) {
      const request = { at: `(${n}, 0.5)` };
      const answer = finish(measure(checked, request, stageOf(stage)!, { run: budget, graph: budget }));
      curve = answered(curve, { n, steps: budget.steps, answer });
      if (answer.counts !== undefined) foretold.push({ n, counts: answer.counts, size: answer.size });
    }
    return { id: stage, label: stage, subject: 0, stage, curve, foretold } satisfies LabCurve;
  });
  expect(curves.map(({ curve }) => [curve.runs.length, curve.mistakes.length])).toEqual([
    [0, 0],
    [0, 0],
    [4, 0],
  ]);
  const [tape, deltas, transposed] = curves.map(({ curve }) => endWords(curve));
  for (const [stage, words] of [
    ["tape", tape],
    ["deltas", deltas],
  ] as const)
    expect(words).toMatch(
      new RegExp(`^.${stage}. does not take this program: .*; .transposed. takes its run at an input$`),
    );
  expect(transposed).toBeUndefined();
  expect(curves.map((curve) => predictedOf(curve, quantityOf("calls")!).length)).toEqual([0, 0, 0]);
  expect(seriesOf(curves, quantityOf("calls")!).map(({ points }) => points.length)).toEqual([0, 0, 0]);
  expect(seriesOf(curves, quantityOf("cost")!).map(({ points }) => points.length)).toEqual([0, 0, 4]);
});

test("a counter that a stage does not have has no growth", () => {
  const curve = curveOf("03", "transposed", [1, 2, 3, 4, 5, 6, 7, 8]);
  expect(curve.curve.runs.length).toBe(8);
  expect(fitRows([curve], calls)[0]).toMatchObject({ growth: "not counted", isFit: false, off: "", agrees: undefined });
  expect(fitRows([curve], quantityOf("cost")!)[0]).toMatchObject({ isFit: true });
});
