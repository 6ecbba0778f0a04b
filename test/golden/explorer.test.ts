// Golden view-models of the explorer: captions, rows, gauges, causes, drawings, as the page shows them.
import { describe, expect, test } from "vitest";
import { gaugesOfLadder, LADDERS } from "../../app/algorithms/index.ts";
import { captionOf } from "../../app/exploration/model/caption.ts";
import { edgeWords } from "../../app/exploration/model/scalar.ts";
import { stripOf } from "../../app/exploration/model/timeline.ts";
import { checkLines, originWords, pathLines, whyOf } from "../../app/exploration/model/why.ts";
import { zeroWords } from "../../app/exploration/model/zeros.ts";
import { stateLatex, stateText } from "../../app/explorer/model.ts";
import { drawingOf, nodeWords } from "../../app/graph/model/graph-drawing.ts";
import {
  entryName,
  entryOrigin,
  innerProducts,
  jacobianWords,
  modeRows,
  tangentShares,
} from "../../app/graph/model/modes.ts";
import { nowOfFrame } from "../../app/graph/model/now.ts";
import { jobsAt } from "../../app/jobs/drawn/picture.ts";
import { jobsPaper } from "../../app/jobs/model/paper.ts";
import { chosenWith, jobsRun } from "../../app/jobs/model/run.ts";
import { countedTiming } from "../../app/jobs/model/timing.ts";
import { chosenWords, momentWords } from "../../app/jobs/model/words.ts";
import { rungsOf } from "../../app/ladder/model/gauges.ts";
import { mixed, shapeText } from "../../app/picture/svg.ts";
import { STAGES } from "../../engine/algorithms/index.ts";
import { diffOf } from "../../engine/doctor/diff.ts";
import { diffLines, sideText } from "../../engine/doctor/diff-lines.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import type { Picture } from "../../engine/explore/picture.ts";
import { userOf } from "../../engine/graphs/run-graph.ts";
import { tangentSweep } from "../../engine/graphs/sweeps.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { drawingSvg } from "../support/drawing-svg.ts";
import { example } from "../support/examples.ts";
import { goldenOf } from "../support/golden.ts";

/** A text whose paths have their numbers in hundredths of a pixel, with a space between two. */
function spelled(text: string): string {
  const rounded = (x: string): string => String(Math.round(Number(x) * 100) / 100);
  return text.replace(/(?<= d=")[^"]*/g, (d) => d.replaceAll(",", " ").replace(/-?[\d.]+/g, rounded));
}

const golden = goldenOf("explorer", spelled);

/** Stages whose captions and states are read, of each kind one; of the others the digests are held. */
const READ: readonly string[] = ["naive", "staged", "tape", "deltas", "transposed"];

function ofStage(kind: "captions" | "state", stage: string, found: string): void {
  if (READ.includes(stage)) golden.text(`${kind}-${stage}.txt`, found);
  else golden.digest(`${kind}-${stage}`, found);
}

function explore(text: string, request = {}) {
  const exploration = new Exploration(checkSource(text), request, DEFAULT_BUDGET);
  return { exploration, explored: finish(exploration.open()) };
}

function pictured(exploration: Exploration, all: boolean): Picture {
  const steps = exploration.picture({ open: [], hideConstants: false, around: undefined, all });
  let next = steps.next();
  while (!next.done) next = steps.next();
  return next.value;
}

const REVERSE = STAGES.filter(({ entry }) => entry === "reverse").map(({ id }) => id);
const PARALLEL = "-- at: (2.0, 3.0)\ndef main (x, y) = let (a, b) = (x * y) |*| (x + y) in a * b\n";

describe("golden view-models", () => {
  test.each(REVERSE)("every step of %s says what happened", (stage) => {
    const { exploration, explored } = explore(stage === "parallel" ? PARALLEL : example("02"));
    const info = finish(exploration.record(stage));
    const lines: string[] = [];
    for (let step = 0; step <= info.steps; step++) {
      const { frames } = exploration.frames({
        stages: [stage],
        leader: stage,
        cursors: { [stage]: step },
        rows: [0, 20],
        also: [],
      });
      lines.push(`${step}. ${captionOf(explored, info, frames[stage]!).spoken}`);
    }
    ofStage("captions", stage, `${lines.join("\n")}\n`);
  });

  test("an Int has no derivative in what is said of gradients and cotangents", () => {
    const { exploration, explored } = explore("-- at: (0.5, 3)\ndef main (x, n : Int) = (x ^ n, n + 4)\n");
    const info = finish(exploration.record("tape"));
    const sayings = [info.phases[1]!.from, info.steps].map((step) => {
      const { frames } = exploration.frames({
        stages: ["tape"],
        leader: "tape",
        cursors: { tape: step },
        rows: [0, 20],
        also: [],
      });
      const { text, spoken } = captionOf(explored, info, frames.tape!);
      return `${text} ${spoken}`;
    });
    expect(sayings.join(" ")).toMatch(/The gradient is `\(0\.75, ·\)`.*The gradient is \(0\.75, ·\)/);
    expect(sayings.join(" ")).not.toMatch(/, [37]\)/);
  });

  test.each(REVERSE)("the state of %s in the middle of the reverse pass, as text and as LaTeX", (stage) => {
    const { exploration, explored } = explore(example("05"));
    const info = finish(exploration.record(stage));
    // at the second resolved call, or the third call of the naive stage
    let step = 0;
    for (let count = 0; count < 3; count++)
      step =
        exploration.move({ stage, from: step, to: { tag: "call" }, direction: 1, breakpoints: [] }).step ?? info.steps;
    const { frames } = exploration.frames({
      stages: [stage],
      leader: stage,
      cursors: { [stage]: step },
      rows: [0, 20],
      also: [],
    });
    ofStage(
      "state",
      stage,
      `${stateText(explored, info, frames[stage]!)}\n${stateLatex(explored, info, frames[stage]!)}`,
    );
  });

  test("formulas with the numbers plugged in, causes and paths", () => {
    const { exploration, explored } = explore(example("01"));
    const { graph, customPartials } = explored;
    const lines: string[] = [];
    for (let edge = 0; edge < graph.operands.length; edge++) {
      const { derivative, contribution } = edgeWords(graph, userOf(graph, edge), edge, customPartials);
      lines.push(`${derivative}; ${contribution}`);
    }
    for (let node = 0; node < graph.size; node++) {
      const why = whyOf(graph, customPartials, node);
      lines.push("", `${why.name} = ${why.expression ?? why.value}: ${why.total}`);
      for (const { source, derivative, product, amount } of why.shares)
        lines.push(`  ${source}: ${derivative}; ${product} ${amount}`);
      const { paths, rest } = pathLines(graph, node, exploration.paths(node, 50));
      for (const { way, product } of paths) lines.push(`  ${way}: ${product}`);
      lines.push(`  ${rest}`);
    }
    expect(lines).toContain("∂c/∂a = b = 9; 9 × 1 → +9 to a");
    golden.text("why.txt", `${lines.join("\n")}\n`);
  });

  test("a power has its exponent", () => {
    const { explored } = explore("-- at: 2.0\ndef main x = x ^ 3 + x ^ 2\n");
    const { graph, customPartials } = explored;
    const words = Array.from({ length: 2 }, (_, edge) => edgeWords(graph, userOf(graph, edge), edge, customPartials));
    expect(words.map(({ derivative }) => derivative)).toEqual(["∂#1/∂x = 3·x^2 = 12", "∂#2/∂x = 2·x = 4"]);
    expect(whyOf(graph, customPartials, 1).expression).toBe("x ^ 3");
  });

  test("where odd cotangents began", () => {
    const programs = [
      "-- at: 0.0\ndef main x = let q = x * x in sqrt q\n",
      "-- at: (2.0, 3.0)\ndef main (x, y) = let r = max x y in r * r\n",
      "-- at: (2.0, 3.0)\ndef main (x : Real, y) = y * y\n",
      "-- at: 2.0\ndef main x = let y = log (0.0 - x) in y * x\n",
      "-- at: 2.0\ndef main x = x - x\n",
      example("23"),
      "-- at: (2.7, -1.0, 3.0)\ndef relu3 (x : Real) = relu x\ndef main (a, b, c) = real (floor a) * c + relu3 b * c + (if b < 0.5 then c * 0.0 * b else a)\n",
      "-- at: (2.5, 3.0)\ndef main (x : Real, y : Real) = case floor x of { 2 -> y * 2.0 | _ -> y }\n",
    ];
    const lines = programs.map((text) => {
      const { explored } = explore(text);
      const words = explored.gradient!.scalars.map((_, input) => {
        const { graph, customPartials } = explored;
        const origin = originWords(graph, customPartials, input, text);
        const reasons = origin === undefined ? zeroWords(graph, customPartials, input, text) : [origin];
        return reasons.length === 0 ? "nothing is odd" : reasons.map(({ words }) => words).join(" ");
      });
      return `${text.split("\n").at(-2)}\n${words.map((one, input) => `  #${input}: ${one}`).join("\n")}`;
    });
    golden.text("origins.txt", `${lines.join("\n")}\n`);
  });

  test("a wrong custom op, and two runs side by side", () => {
    const text = "-- at: (2.0, 3.0)\nop f (a, b) = a * a * b by (2.0 * a * b, b * b)\ndef main (x, y) = f (x, y) + x\n";
    const { exploration, explored } = explore(text);
    const lines = exploration
      .disagreeingPartials()
      .wrong.map(({ user }) => checkLines(explored.graph, exploration.differences(user)));
    const side = (request: object) => ({ checked: checkSource(text), request });
    const end = finish(diffOf(side({}), side({ at: "(2.0, 5.0)" }), DEFAULT_BUDGET));
    if (end.tag !== "compared") throw new Error(end.tag);
    const both = [
      ...lines.flat().map(({ words }) => words),
      ...diffLines(end.differences).flatMap(({ text: line, difference: found }) =>
        found === undefined ? [line] : [line, sideText(found, "a"), sideText(found, "b")],
      ),
      ...pictured(exploration, false).nodes.map((node) => nodeWords(explored, node, undefined, end)),
    ];
    golden.text("debugging.txt", `${both.join("\n")}\n`);
  });

  test("the graph as SVG and as sentences, in the forward and in the reverse pass", () => {
    const { exploration, explored } = explore(example("01"));
    const picture = pictured(exploration, false);
    const info = finish(exploration.record("staged"));
    const at = (step: number) => {
      const answer = exploration.frames({
        stages: ["staged"],
        leader: "staged",
        cursors: { staged: step },
        rows: [0, 9],
        also: [],
      });
      const look = {
        now: nowOfFrame(answer.frames.staged!),
        labels: "formulas",
        lit: undefined,
        wrong: [],
      } as const;
      return drawingOf(explored, picture, look);
    };
    golden.text("graph-forward.svg", drawingSvg(at(info.phases[0]!.to), "forward"));
    golden.text("graph-reverse.svg", drawingSvg(at(info.steps - 6), "reverse"));
    golden.text("graph.txt", `${picture.nodes.map((node) => nodeWords(explored, node)).join("\n")}\n`);
  });

  test("the forward sweep as SVG and as sentences, the Jacobian and the modes", () => {
    const { exploration, explored } = explore(example("01"));
    const info = finish(exploration.record("staged"));
    const picture = pictured(exploration, true);
    const { graph, customPartials } = explored;
    const tangents = tangentSweep(graph, [1, 0]);
    // after the last scalar but one: what comes has no tangent yet, and the edges into b move
    const cursors = { staged: info.phases[0]!.to - 1 };
    const { frames } = exploration.frames({ stages: ["staged"], leader: "staged", cursors, rows: [0, 9], also: [] });
    const look = { labels: "numbers", lit: undefined, wrong: [] } as const;
    const drawing = drawingOf(explored, picture, { ...look, now: nowOfFrame(frames.staged!), tangents });
    expect(drawing.edges.some(({ marks }) => marks.includes("moving"))).toBe(true);
    golden.text("graph-tangents.svg", drawingSvg(drawing, "tangents"));
    const seen = exploration.jacobian(50);
    const { forward, reverse, agree } = innerProducts(graph, [1, 0]);
    golden.text(
      "tangents.txt",
      `${[
        ...picture.nodes.map((node) => nodeWords(explored, node, tangents)),
        ...[2, 3, 4].flatMap((node) =>
          tangentShares(graph, customPartials, tangents, node).map(
            ({ source, derivative, product, amount }) => `${source}: ${derivative}; ${product} ${amount}`,
          ),
        ),
        `${forward} and ${reverse}: ${agree}`,
        ...jacobianWords(seen),
        ...[0, 1].map(
          (column) =>
            `${entryName(explored, 0, column, seen.entries[0]![column]!)}, ${entryOrigin(explored, seen.by, 0, column, exploration.paths(column, 1, 0))}`,
        ),
        ...modeRows(seen.costs!).map((row) => Object.values(row).join(" | ")),
        ...jacobianWords({ ...seen, outputs: 1000, inputs: 2000 }),
        ...jacobianWords({ ...seen, by: "columns" }),
      ].join("\n")}\n`,
    );
  });

  test("outputs have the names of the command line, in the table, the picture and the list", () => {
    const { exploration, explored } = explore("-- at: 2.0\ndef main x = let y = sin x in [x * 3.0, y, y]\n");
    expect(explored.outputNames).toEqual(["main[0]", "main[1]", "main[2]"]);
    expect(entryName(explored, 0, 0, 3)).toBe("∂ main[0] / ∂ x = 3");
    const { nodes } = pictured(exploration, true);
    const titles = nodes.filter(({ kind }) => kind === "operation").map(({ title }) => title);
    expect(titles).toEqual(["y → main[1] …", "* → main[0]"]);
    const words = nodes.map((node) => nodeWords(explored, node));
    expect(words.some((one) => one.endsWith("; output main[1], main[2]"))).toBe(true);
    // the only output needs no mark in the picture
    const alone = explore("-- at: 2.0\ndef main x = sin x\n");
    const picture = pictured(alone.exploration, true);
    expect(picture.nodes.map(({ title }) => title)).toEqual(["x", "sin"]);
    expect(alone.explored.outputNames).toEqual(["main"]);
  });

  test("the jobs, the ladder and the timeline", () => {
    const { exploration, explored } = explore(PARALLEL);
    const infos = REVERSE.map((stage) => finish(exploration.record(stage)));
    const run = jobsRun(exploration.jobs("parallel"));
    const timing = countedTiming(run, 2, { tag: "order" });
    const paper = jobsPaper(run, { width: 900, height: 500, projected: 0 });
    const chosen = chosenWith(run, "forward", [1]);
    const shapes = jobsAt(run, paper, timing, timing.marks[2]!, chosen).map(
      (shape) => `${shapeText(shape, (colour) => mixed(colour, (token) => token))}\n`,
    );
    golden.digest("jobs", shapes.join(""));
    const lines = [
      ...timing.marks.map((mark) => `${mark} ${momentWords(run, timing, mark)}`),
      ...run.passes.forward.list.flatMap(({ id }) =>
        Object.values(chosenWords(run, explored.graph, chosenWith(run, "forward", [id]))!).map((one) =>
          JSON.stringify(one),
        ),
      ),
      "",
      ...LADDERS.flatMap(({ id, rungs }) =>
        rungsOf(
          rungs.map((stage) => infos[REVERSE.indexOf(stage.id)]),
          gaugesOfLadder(id),
        ).map((rung) => `${rung!.stage}: ${rung!.bars.map(({ text }) => text).join(", ")}. ${rung!.change}`),
      ),
      "",
    ];
    const info = infos[REVERSE.indexOf("tape")]!;
    const { landscape } = exploration.landscape("tape", 20, undefined);
    const strip = stripOf(landscape, info.phases, info.steps);
    for (const { step, tag, work, at } of strip.marks) lines.push(`${step} ${tag} ${work} at ${at.toFixed(3)}`);
    // the place of a step on the timeline leads back to the step
    for (const { step, at } of strip.marks) expect(strip.stepAt(at)).toBe(step);
    golden.text("jobs-ladder-timeline.txt", `${lines.join("\n")}\n`);
  });
});
