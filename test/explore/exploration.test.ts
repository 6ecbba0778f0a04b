// An exploration: columns that follow a leader, frames, jumps, and what can be asked of the graph.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STAGES } from "../../engine/algorithms/index.ts";
import { algorithm as krawiec } from "../../engine/algorithms/krawiec/index.ts";
import { algorithm as lambda } from "../../engine/algorithms/lambda/index.ts";
import { UNSTEADY } from "../../engine/evaluate/slopes.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { writtenPartial } from "../../engine/explore/custom-partials.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { kindIn, labelOf, operandsIn } from "../../engine/graphs/run-graph.ts";
import { originOf, sharesOf } from "../../engine/graphs/why.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { EXAMPLES, example, TRANSFORMED } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { oneIn, runs } from "../support/runs.ts";

function explored(text: string, stages: readonly string[] = [], request = {}) {
  const exploration = new Exploration(checkSource(text), request, DEFAULT_BUDGET);
  const opened = finish(exploration.open());
  const infos = Object.fromEntries(stages.map((stage) => [stage, finish(exploration.record(stage))]));
  return { exploration, opened, infos };
}

/** The stages whose runs have cotangents to show. */
const STATEFUL = STAGES.filter(({ entry, view }) => entry === "reverse" && view.rows[0] !== "word").map(({ id }) => id);
/** Whether constants have a term that sends nothing on, and nothing is sent to. */
const callsConstants = (stage: string): boolean =>
  ![...krawiec.stages, ...lambda.stages].some(({ id }) => id === stage);

describe("the order of compound IDs", () => {
  const UNEVEN =
    "-- at: 0.5\ndef main (x : Real) = let (short, aVeryLongName) = sin x |*| cos (sin (cos (sin x))) in short * aVeryLongName\n";
  test.each([example("21"), UNEVEN])("has room for every label, and its arrows pass beside the nodes", (text) => {
    const { exploration } = explored(text, ["parallel"]);
    const { scalars, arrows } = exploration.jobs("parallel").order;
    expect(arrows.length).toBeGreaterThan(3);
    for (const { title, detail, width } of scalars) {
      expect(title).toMatch(/^⟨[α-ω]\d*, \d+⟩$/);
      // letters are 8.4 pixels wide
      expect(width).toBeGreaterThan(8.4 * `${title}  ${detail}`.length);
    }
    for (const { bends } of arrows)
      for (const [x, y] of bends)
        for (const node of scalars)
          expect(Math.abs(node.x - x) > node.width / 2 || Math.abs(node.y - y) > node.height / 2).toBe(true);
    // nothing stands on anything else
    for (const [at, one] of scalars.entries())
      for (const other of scalars.slice(at + 1))
        expect(Math.abs(one.x - other.x) >= one.width || Math.abs(one.y - other.y) >= one.height).toBe(true);
    const columns = [...new Set(scalars.map(({ x }) => x))].sort((a, b) => a - b);
    const isLong = arrows.filter(
      ({ from, to }) => columns.indexOf(scalars[to]!.x) - columns.indexOf(scalars[from]!.x) > 1,
    );
    expect(isLong.every(({ bends }) => bends.length > 0)).toBe(true);
    if (text === UNEVEN) expect(isLong.length).toBeGreaterThan(0);
  });
});

const ALL = [0, Number.POSITIVE_INFINITY] as const;

describe("columns", () => {
  test("stand at the creation of the leader's scalar, and keep their step in the reverse pass", () => {
    for (const { name, text } of oneIn(3, TRANSFORMED).filter((one) => !/^(03|09|11|12)/.test(one.name))) {
      const stages = ["naive", "staged", "mutable", "tape"];
      const { exploration, infos } = explored(text, stages);
      const forward = infos.staged!.phases[0]!;
      for (let step = forward.from; step <= forward.to; step += 3) {
        const answer = exploration.frames({
          stages,
          leader: "staged",
          cursors: { staged: step },
          rows: [0, 4],
          also: [],
        });
        for (const stage of stages) expect(answer.frames[stage]!.created, name).toEqual(answer.frames.staged!.created);
      }
      const cursors = { staged: forward.to + 3, naive: 0, tape: infos.tape!.steps - 1, mutable: 0 };
      const answer = exploration.frames({ stages, leader: "staged", cursors, rows: [0, 4], also: [] });
      expect(answer.cursors.tape).toBe(infos.tape!.steps - 1);
      expect(answer.cursors.naive).toBe(Math.min(infos.naive!.steps, infos.naive!.phases[0]!.to + 1));
    }
  });

  test("mark all calls of the scalar that the leader is at", () => {
    const { exploration, infos } = explored(example("05"), ["naive", "staged"]);
    const stages = ["naive", "staged"];
    // the call of #2 is the third in the staged column: #4, #3, #2
    let step: number | undefined = 0;
    for (let call = 0; call < 3; call++)
      step = exploration.move({
        stage: "staged",
        from: step!,
        to: { tag: "call" },
        direction: 1,
        breakpoints: [],
      }).step;
    const { frames, lead } = exploration.frames({
      stages,
      leader: "staged",
      cursors: { staged: step! },
      rows: [0, 9],
      also: [],
    });
    expect(lead).toBe(frames.staged!.scalar);
    expect(frames.staged!.marked).toMatchObject({ total: 1, done: 1 });
    expect(frames.naive!.marked).toMatchObject({ number: lead, total: 2, done: 0 });
    const last = exploration.frames({
      stages,
      leader: "naive",
      cursors: { naive: infos.naive!.steps },
      rows: [0, 9],
      also: [],
    });
    expect(last.frames.naive!.rows.reduce((sum, row) => sum + row.called, 0)).toBe(9);
  });

  test("go along in the reverse pass where that is asked for", () => {
    const stages = ["naive", "staged", "tape"];
    const { exploration, infos } = explored(example("05"), stages);
    let step = 0;
    for (let call = 0; call < 3; call++)
      step = exploration.move({ stage: "staged", from: step, to: { tag: "call" }, direction: 1, breakpoints: [] })
        .step!;
    const ask = {
      stages,
      leader: "staged",
      cursors: { staged: step },
      rows: [0, 9],
      also: [],
      together: true,
    } as const;
    const { frames } = exploration.frames(ask);
    expect(frames.naive!.event).toMatchObject({ tag: "call", number: 2, call: 2 });
    expect(frames.tape!.event).toMatchObject({ tag: "call", number: 2, cotangent: 9 });
    const end = exploration.frames({ ...ask, cursors: { staged: infos.staged!.steps } });
    expect(end.cursors.naive).toBe(infos.naive!.steps);
  });

  test("end with the gradient, in every stage and on all examples", () => {
    const explorable = TRANSFORMED.filter((one) => !/^(03|04|09|11|12)/.test(one.name));
    for (const [turn, { name, text }] of explorable.entries()) {
      const stages = oneIn(4, STATEFUL, turn);
      const { exploration, opened, infos } = explored(text, stages);
      const gradient = opened.gradient!.scalars;
      for (const stage of stages) {
        const answer = exploration.frames({
          stages: [stage],
          leader: stage,
          cursors: { [stage]: infos[stage]!.steps },
          rows: ALL,
          also: [],
        });
        const rows = answer.frames[stage]!.rows.slice(0, gradient.length);
        for (const row of rows) {
          const sum =
            row.shown.length === row.calls
              ? row.shown.reduce((total, { cotangent }) => total + cotangent, 0)
              : undefined;
          // an input that nothing calls has no cotangent; from one-array on it waits in its cell
          if (row.waiting === undefined && row.collected === undefined && row.shown.length < row.calls) continue;
          const found = row.waiting ?? row.collected ?? sum;
          const close =
            Math.abs((found ?? 0) - gradient[row.number]!) <= 1e-9 * Math.max(1, Math.abs(gradient[row.number]!));
          expect(
            close || Object.is(found, gradient[row.number]),
            `${name} by ${stage}, #${row.number}: ${found}, ${gradient[row.number]}`,
          ).toBe(true);
        }
      }
    }
  });

  test("have the graph's cotangents at the end, and say at every step how many calls wait, on random programs", () => {
    const stages = STATEFUL;
    const check = (text: string, every: number): void => {
      const { exploration, opened, infos } = explored(text, stages);
      const { graph } = opened;
      for (const stage of stages) {
        const { steps, scalars } = infos[stage]!;
        for (let step = steps % every; step <= steps; step += every) {
          const ask = {
            stages: [stage],
            leader: stage,
            cursors: { [stage]: step },
            rows: [0, scalars],
            also: [],
          } as const;
          const { rows, tally } = exploration.frames(ask).frames[stage]!;
          const waiting = rows.filter((row) => row.waiting !== undefined && !row.isTaken).length;
          expect(tally.waiting, `${stage}, step ${step}\n${text}`).toBe(waiting);
          if (step < steps) continue;
          for (const { number, cotangent } of rows) {
            // a constant is sent nothing where its term is Zero, and where it is no function that could be called
            if (cotangent === undefined && !callsConstants(stage) && kindIn(graph, number) === "constant") continue;
            const wanted = graph.cotangents[number]!;
            const isClose = Math.abs((cotangent ?? 0) - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted));
            const isOdd = !Number.isFinite(wanted) && !Number.isFinite(cotangent ?? 0);
            expect(isClose || isOdd, `${stage}, #${number}: ${cotangent}, ${wanted}\n${text}`).toBe(true);
          }
        }
      }
    };
    check("-- at: 3.0\ndef main x = let a = x * x in (a, a * a)\n", 1);
    check("-- at: 3.0\ndef main x = let a = x * x in (a * a, a)\n", 1);
    check("-- at: 3.0\ndef main (x : Real) = (x, x)\n", 1);
    check(example("20"), 1);
    const property = fc.property(programs(), ({ source }) => check(source, 7));
    fc.assert(property, { numRuns: runs(10), seed: 61 });
  });

  test("a naive run that is too big shows its first calls, and the total that the graph predicts", () => {
    const { infos } = explored("-- at: (40, 1.0)\ndef main (n, x) = if n == 0 then x else main (n - 1, x + x)\n", [
      "naive",
    ]);
    expect(infos.naive!.ended.tag).toBe("too-many-events");
    expect(infos.naive!.predictedCalls).toBe(String(2n ** 41n - 1n));
    expect(infos.naive!.totals.calls).toBeGreaterThanOrEqual(5000);
    expect(infos.naive!.steps).toBeLessThan(500_000);
  });
});

describe("the graph", () => {
  test("of thesis §2.2.4 has its names, partials, cotangents and paths", () => {
    const { exploration, opened } = explored(example("01"));
    const { graph } = opened;
    const names = Array.from({ length: graph.size }, (_, node) => labelOf(graph, node));
    expect(names).toEqual(["x", "y", "a", "b", "c"]);
    expect([...graph.values]).toEqual([3, 2, 6, 9, 54]);
    expect([...graph.cotangents]).toEqual([36, 45, 15, 6, 1]);
    expect(exploration.paths(0, 50).paths.map(({ product }) => product)).toEqual([18, 12, 6]);
    expect(exploration.paths(1, 50).paths.map(({ product }) => product)).toEqual([27, 18]);
    expect(exploration.paths(0, 2)).toMatchObject({ total: 3n });
    const shares = sharesOf(graph, exploration.uses, 2);
    expect(shares.map(({ user, partial, cotangent, amount }) => [user, partial, cotangent, amount])).toEqual([
      [4, 9, 1, 9],
      [3, 1, 6, 6],
    ]);
  });

  test("has cotangents that are those of the stages, on all examples", () => {
    for (const { name, text } of EXAMPLES) {
      const { opened } = explored(text);
      const gradient = opened.gradient!.scalars;
      gradient.forEach((wanted, input) => {
        const found = opened.graph.cotangents[input]!;
        const close = Math.abs(found - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted));
        expect(close || Object.is(found, wanted), `${name}, #${input}: ${found}, ${wanted}`).toBe(true);
      });
    }
  });

  test("leads from an odd gradient to where it began", () => {
    const odd = (text: string, input = 0) => {
      const { exploration, opened } = explored(text);
      const origin = originOf(opened.graph, exploration.uses, input);
      return origin && { ...origin, graph: opened.graph };
    };
    const root = odd("-- at: 0.0\ndef main x = let q = x * x in sqrt q\n")!;
    expect(root.tag).toBe("partial");
    expect(root.tag === "partial" && labelOf(root.graph, operandsIn(root.graph, root.user)[0]!.node)).toBe("q");
    expect(odd("-- at: 2.0\ndef main x = let y = log (0.0 - x) in y * x\n")!.tag).toBe("value");
    expect(odd("-- at: 2.0\ndef main x = x * x\n")).toBeUndefined();
  });

  test("finds a custom op whose partials are wrong, and says nothing against right ones", () => {
    const wrong = explored(
      "-- at: (2.0, 3.0)\nop f (a, b) = a * a * b by (2.0 * a * b, b * b)\ndef main (x, y) = f (x, y) + x\n",
    );
    const node = [...wrong.opened.graph.op].findIndex((op) => wrong.opened.graph.ops[op] === "f");
    const found = wrong.exploration.differences(node);
    expect(found.tag).toBe("compared");
    expect(found.tag === "compared" && found.partials.map(({ agrees }) => agrees)).toEqual([true, false]);
    expect(wrong.opened.customPartials.get("f")).toEqual([
      ["2.0 * ", 0, " * ", 1],
      [1, " * ", 1],
    ]);
    let compared = 0;
    for (const { name, text } of TRANSFORMED.filter((one) => !/^(03|09|11|12)/.test(one.name))) {
      const { exploration, opened } = explored(text);
      for (let scalar = 0; scalar < opened.graph.size; scalar++) {
        const check = exploration.differences(scalar);
        if (check.tag !== "compared") continue;
        for (const partial of check.partials) {
          const isDoubtful = partial.agrees === false || partial.slope === UNSTEADY;
          expect(isDoubtful, `${name}, #${scalar}, ${JSON.stringify(partial)}`).toBe(false);
          if (partial.agrees) compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(500);
  });

  test("formulas of custom ops have the names of the operands, whatever these are", () => {
    const formulas = (text: string, ...names: readonly string[]) =>
      explored(text)
        .opened.customPartials.get("f")!
        .map((partial) => writtenPartial(partial, names));
    const by = (partials: string) =>
      `-- at: (2.0, 3.0)\nop f (a, b) = a * b by ${partials}\ndef main (x, y) = f (x, y)\n`;
    expect(formulas(by("(b, a)"), "#7", "xs[1]")).toEqual(["xs[1]", "#7"]);
    expect(formulas(by("((1.0 + b) *\n  (a - a), let a = b in a)"), "p", "q")).toEqual([
      "(1.0 + q) * (p - p)",
      "let a = q in a",
    ]);
    // `a` would be another one there
    expect(formulas(by("(b, let a = 1.0 in a + b)"), "b", "a")).toEqual(["a", undefined]);
    expect(formulas(by("(b, sin a)"), "sin", "y")).toEqual(["y", undefined]);
    expect(formulas(by("let g = a in (g, g)"), "x", "y")).toEqual([]);
    const one = "-- at: 2.0\nop f p = p * p by 2.0 * p\ndef main x = f x\n";
    expect(formulas(one, "#3")).toEqual(["2.0 * #3"]);
  });
});

test("a power is compared with differences at the Int that the run has, however large", () => {
  for (const [base, power] of [
    ["1.01", 300],
    ["0.98", -250],
    ["2.0", 3],
  ] as const) {
    const { exploration, opened } = explored(`-- at: ${base}\ndef main x = x ^ (${power})\n`, []);
    const found = exploration.differences(opened.graph.size - 1);
    expect(found.tag).toBe("compared");
    if (found.tag === "compared") expect(found.partials.map(({ agrees }) => agrees)).toEqual([true]);
  }
});
