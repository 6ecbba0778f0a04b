// One scalar has one name, wherever it is shown: the path to it in the input, or its number.
import { expect, test } from "vitest";
import { numbered, scalarName } from "../../app/exploration/model/scalar.ts";
import { arranged, parameterNames } from "../../app/panels/play/model/tables.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";

const TREE = `-- at: Node (Leaf 1.0) (Node (Leaf 2.0) (Leaf 3.0))
data Tree = Leaf Real | Node Tree Tree
def main t = case t of { Leaf x -> x | Node a b -> main a * main b }
`;

test.each([
  ["a tree", TREE],
  ["pairs", "-- at: ((1.0, 2.0), 3.0)\ndef main ((a, b), x) = a * b * x\n"],
  ["what has no name", "-- at: (1.0, 2.0)\ndef main (x : Real, _ : Real) = x\n"],
])("in %s: sliders, graph and explorer say the same", (_, text) => {
  const exploration = new Exploration(checkSource(text), {}, DEFAULT_BUDGET);
  const { graph, at } = finish(exploration.open());
  const steps = exploration.picture({ open: [], hideConstants: false, around: undefined, all: true });
  let next = steps.next();
  while (!next.done) next = steps.next();
  const { lone } = arranged(at!.text, parameterNames(text, "main"));
  expect(lone.length).toBeGreaterThan(1);
  for (const { index, name } of lone) {
    expect(scalarName(graph, index)).toBe(name);
    expect(numbered(graph, index)).toBe(name.startsWith("#") ? name : `#${index} ${name}`);
    expect(next.value.nodes.find(({ id }) => id === String(index))!.title).toBe(name);
  }
});

test("a let within a function that is called twice names the scalars of both calls, each with its index", () => {
  const text = "-- at: (2.0, 3.0)\ndef sq a = let t = a * a in t + 1.0\ndef main (x, y) = sq x * sq y\n";
  const exploration = new Exploration(checkSource(text), {}, DEFAULT_BUDGET);
  const { graph } = finish(exploration.open());
  const steps = exploration.picture({ open: [], hideConstants: false, around: undefined, all: true });
  let next = steps.next();
  while (!next.done) next = steps.next();
  const names = Array.from({ length: graph.size }, (_, number) => scalarName(graph, number));
  const lets = [...names.keys()].filter((number) => /^t/.test(names[number]!));
  expect(lets.map((number) => names[number])).toEqual(["t₁", "t₂"]);
  expect(lets.map((number) => numbered(graph, number))).toEqual(lets.map((number) => `#${number} ${names[number]}`));
  for (const number of lets) {
    const shown = next.value.nodes.find(({ from, to }) => from <= number && number < to)!;
    if (shown.tag === "scalar") expect(shown.title).toBe(names[number]);
  }
});
