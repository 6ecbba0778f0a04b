// Stages that are broken on purpose: what is printed is what runs, gradients are wrong where the broken part mattered, and what is lost
// is marked in the film.
import { describe, expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import { filmOf } from "../../app/playback/model/film.ts";
import { narrationOf, sentenceAt } from "../../app/playback/narration/narration.ts";
import { CATALOGUE, OPTIONS } from "../../engine/algorithms/catalogue.ts";
import type { Variations } from "../../engine/session/input/variations.ts";
import { animated } from "../support/animated.ts";
import { dual } from "../support/dual.ts";
import { example } from "../support/examples.ts";

const FAULTS = OPTIONS.filter(({ isFault }) => isFault === true);
const BROKEN = CATALOGUE.flatMap(({ id, varied }) =>
  FAULTS.filter((fault) => varied.includes(fault.id)).map((fault) => [id, fault.word, fault.id] as const),
);

/** A tree: no scalar is used twice, and each is used by a later one. */
const TREE = "-- at: (2.0, 3.0)\n\ndef main (x, y) = sin x * cos y\n";
const SHARED = "-- at: (2.0, 5.0)\n\ndef main (x, y) = let s = x * y in let t = s * s in t * s\n";
/** A function that captured a number. */
const CAPTURED = "-- at: 2.0\n\ndef main x = let h = (let z = x * x in \\y -> z * y) in h (x + 1.0)\n";
/** A derivative by one variable, that depends on another. */
const CONFUSED = "-- at: 1.0\n\ndef main x = x * grad (\\y -> x + y) 1.0\n";
/** A root at 0 that nothing is made of: its slope is infinite. */
const UNUSED = "-- at: (0.0, 1.0)\n\ndef main (x, y) = let u = sqrt x in y * y\n";

const gradient = (text: string, ...args: readonly string[]) => dual("grad", text, ...args);

/** Maps keep what comes late for another call, and what is passed on at once is not lost either: the gradient stays right. */
const MAPS = ["staged", "cayley", "sparse"];
const RIGHT = BROKEN.filter(([stage, , id]) => id === "unmerged" || (id === "ascending" && MAPS.includes(stage)));
const WRONG = BROKEN.filter((one) => !RIGHT.includes(one));
/** Faults that lose contributions where they are added. */
const LOSING = WRONG.filter(([stage, , id]) => (id === "overwrite" || id === "ascending") && !MAPS.includes(stage));

test("stages can be broken in eight ways", () => {
  expect(FAULTS.map(({ word }) => word)).toEqual([
    "overwrite",
    "ascending",
    "no-merging",
    "swap-partials",
    "no-unreached",
    "shared-keys",
    "forget-captured",
    "one-cell",
  ]);
  expect(BROKEN.length).toBe(44);
  expect(RIGHT.length).toBe(8);
});

test("the partials of operations that the program defines are swapped, too", () => {
  const text = "-- at: (2.0, 5.0)\n\nop p (a, b) = 3.0*a + 7.0*b  by (3.0, 7.0)\n\ndef main (x, y) = p (x, y)\n";
  for (const [stage] of BROKEN.filter(([, , id]) => id === "swapPartials"))
    expect(gradient(text, "--stage", stage, "--swap-partials").out, stage).toContain("(7.0, 3.0)");
});

/** The calls of the naive stage on the example: one for each path. Of them, those of the input. */
const NAIVE = 9;
const OF_INPUT = 5;
/** Where the cell of an input is its cotangent, it has nothing to pass on to: it adds, and is called once. */
const ADDING = ["one-array", "defunctionalised"];

test.each(RIGHT)("%s with --%s gives the right gradient in more calls", (stage, word, id) => {
  const calls = (...args: readonly string[]) => {
    const run = gradient(example("05"), "--stage", stage, "--json", ...args);
    expect(run.status).toBe(0);
    const { gradient: found, cost } = JSON.parse(run.out);
    return { found, calls: cost.reverse.backpropagatorCalls };
  };
  const [right, broken] = [calls(), calls(`--${word}`)];
  expect(broken.found).toEqual(right.found);
  const unmerged = ADDING.includes(stage) ? NAIVE - OF_INPUT + 1 : NAIVE;
  expect([right.calls, broken.calls]).toEqual([4, id === "unmerged" ? unmerged : 7]);
});

test.each(RIGHT.filter(([, , id]) => id === "unmerged"))(
  "%s with --%s is a film that agrees with its trace",
  (stage, _, id) => {
    for (const text of [SHARED, example("05")]) {
      const [column] = animated(text, [stage], { variations: { options: { [id]: true } } }).animation.columns;
      expect(column).toMatchObject({ tag: "waiting", faults: [] });
    }
  },
);

test.each(RIGHT.filter(([, , id]) => id === "unmerged"))(
  "%s with --%s makes as many calls as its graph predicts",
  (stage, word) => {
    const ask = (text: string, ...args: readonly string[]) =>
      dual("query", text, "--ask", `calls(by: "${stage}") = predicted(by: "${stage}")`, ...args).out;
    for (const text of [SHARED, TREE, example("03"), example("05"), "-- at: 2.0\ndef main x = (x, x * x + 3.0, x)\n"]) {
      expect(ask(text, `--${word}`)).toBe("yes\n");
      expect(ask(text, `--${word}`, "--stage-outputs")).toBe("yes\n");
    }
  },
);

/** A program that goes wrong by a fault. */
function spoilt(id: string): string {
  if (id === "oneCell") return CONFUSED;
  return id === "resolveUnreached" ? UNUSED : id === "forgetCaptured" ? CAPTURED : SHARED;
}

describe.each(WRONG)("%s with --%s", (stage, word, id) => {
  test("prints what it runs: the definitions differ, and the rules do not", () => {
    const lines = (...args: readonly string[]) => {
      const { out } = dual("stages", spoilt(id), ...args, "--stage", stage, ...(id === "oneCell" ? ["--json"] : []));
      // in lanes, what has no name is numbered, and a line more is new numbers for all others
      const text: string = id === "oneCell" ? JSON.parse(out)[0].front.split(/\ndef (?!main)/)[0] : out;
      return text.split("\n");
    };
    const [right, wrong] = [lines(), lines(`--${word}`)];
    const changed = wrong.filter((line) => !right.includes(line));
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThan(id === "oneCell" ? 6 : 5);
  });

  test("is told where it is wrong, and silent where it is right", () => {
    const program = spoilt(id);
    const wrong = gradient(program, "--stage", stage, `--${word}`);
    expect(wrong.status).toBe(4);
    expect(wrong.err).toContain(`The stage is broken on purpose, by --${word}.`);
    expect(gradient(program, "--stage", stage).status).toBe(0);
    // forgetting to add does no harm where nothing is added
    if (id === "overwrite") expect(gradient(TREE, "--stage", stage, `--${word}`).status).toBe(0);
    // a function that captured nothing has nothing to forget; a parameter of a definition is not captured
    if (id === "forgetCaptured") expect(gradient(SHARED, "--stage", stage, `--${word}`).status).toBe(0);
  });

  test.runIf(LOSING.some(([one, other]) => one === stage && other === word))("marks in the film what is lost", () => {
    const variations: Variations = { options: { [id]: true } };
    const lost = (request: { readonly variations?: Variations }) => {
      const { explored, animation } = animated(example("05"), [stage], request);
      const film = filmOf(explored, animation, request.variations);
      expect(film.columns[0]!.isBroken).toBe(request.variations !== undefined);
      const { wanted, order } = columnsOf(film);
      const paper = paperOf({ width: 1440, height: 640, projected: 0 }, explored.graph.size, wanted, order);
      return pictureAt(film, paper, animation.end).flatMap(({ data }) => (data?.lost === undefined ? [] : [data.lost]));
    };
    expect(lost({ variations }).length).toBeGreaterThan(0);
    expect(lost({})).toEqual([]);
  });
});

/** The last sentence of a film. */
function lastWords(text: string, stage: string, variations: Variations): string {
  const { explored, animation } = animated(text, [stage], { variations });
  const film = filmOf(explored, animation, variations);
  return sentenceAt(narrationOf(film), animation.end);
}

test.each(BROKEN)("%s with --%s: the film ends with what it made of the gradient", (stage, word, id) => {
  for (const text of [spoilt(id), TREE]) {
    const isWrong = gradient(text, "--stage", stage, `--${word}`).status !== 0;
    const said = lastWords(text, stage, { options: { [id]: true } });
    expect(said).toContain(`\`${stage}\` is broken on purpose`);
    expect(said.includes("instead of"), text).toBe(isWrong);
  }
  expect(lastWords(TREE, stage, {})).not.toContain("broken");
});

test("the numbers of the example: 8 takes the place of 1, and 27 of 18 and 10", () => {
  const { out } = gradient(example("05"), "--stage", "tape", "--overwrite");
  // du sends 1 to s and 2 to t; dt sends 8 to s, which overwrites, and 10 to x; ds sends 2·8 and 3·8 to x
  expect(out).toContain("gradient (0.0, 24.0)");
  expect(lastWords(example("05"), "tape", { options: { overwrite: true } })).toBe(
    "`tape` is broken on purpose: it gives `(0.0, 24.0)` instead of `(0.0, 55.0)`.",
  );
});

test("what is captured and forgotten leaves what comes through the argument; two scalars with one key are taken for one", () => {
  const found = (text: string, stage: string, word: string) =>
    JSON.parse(gradient(text, "--stage", stage, `--${word}`, "--json").out).gradient;
  for (const [stage, , id] of BROKEN)
    if (id === "forgetCaptured") expect(found(CAPTURED, stage, "forget-captured")).toBe("4.0");
  for (const stage of MAPS)
    expect(found("-- at: (2.0, 2.0)\ndef main (x, y) = x + y\n", stage, "shared-keys")).toBe("(2.0, 0.0)");
});

test("what a function binds itself is not captured, whatever it is called; what a function around it binds, is", () => {
  const gradientOf = (main: string) =>
    JSON.parse(gradient(`-- at: 3.0\ndef main x = ${main}\n`, "--stage", "tape", "--forget-captured", "--json").out)
      .gradient;
  // x is shadowed
  expect(gradientOf("let f = \\x -> x * x in f x")).toBe("6.0");
  expect(gradientOf("let f = \\y -> (let x = y in x * y) in f x")).toBe("6.0");
  // what is captured is handed on, and not operated on
  expect(gradientOf("let f = \\y -> (x, y) in let (a, b) = f x in a * b")).toBe("6.0");
  expect(gradientOf("let f = \\y -> x * y in f x")).toBe("3.0");
  expect(gradientOf("let f = \\y z -> y * z in f x x")).toBe("6.0");
  expect(gradientOf("let f = \\y -> (\\z -> y * z) in f x x")).toBe("6.0");
  expect(gradientOf("let rec f n y = if n == 0 then y else f (n - 1) (y * x) in f 2 1.0")).toBe("0.0");
});
