// A run that has no way back, for it ends by an error or is too long: its views say so, and have no cotangents.
import { expect, test } from "vitest";
import { endedEarly, endingWords, scalarsWords } from "../../app/exploration/model/ending.ts";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import { nowOfFilm } from "../../app/graph/model/film-now.ts";
import { drawingOf, nodeWords } from "../../app/graph/model/graph-drawing.ts";
import { filmOf, NO_MARKS } from "../../app/playback/model/film.ts";
import { sayFar } from "../../app/playback/narration/far.ts";
import { narrationOf } from "../../app/playback/narration/narration.ts";
import { farAnimation } from "../../engine/animation/far.ts";
import { animated, recorded } from "../support/animated.ts";

const FAILS = "-- at: 2.0\ndef main x = let y = sin x in let z = y * x in z + head []\n";
const ENDS = "-- at: 2.0\ndef main x = let y = sin x in y * x\n";
const WHY = "The run ends here, by an error: `head []`: the list is empty. So nothing goes back.";

const plain = (text: string): string => text.replaceAll("\u00a0", " ");

test("the scalars of a run are its first ones", () => {
  const [whole, part] = [ENDS, FAILS].map((text) => plain(scalarsWords(animated(text, []).explored)));
  expect([whole, part]).toEqual(["3 scalars", "the first 3 scalars of the run"]);
});

test("films end with the reason", () => {
  const { explored, exploration, animation } = animated(FAILS, ["naive", "staged"]);
  expect(narrationOf(filmOf(explored, animation)).at(-1)?.text).toBe(WHY);
  const far = farAnimation(explored.graph, exploration.replayOrders(["staged"]));
  expect(sayFar(far, far.end, endedEarly(explored))).toBe(WHY);
  expect(sayFar(far, 0, endedEarly(explored))).toMatch(/^The program runs/);
  const done = animated(ENDS, ["naive", "staged"]);
  expect(endedEarly(done.explored)).toBeUndefined();
  expect(narrationOf(filmOf(done.explored, done.animation)).at(-1)?.text).not.toContain("nothing goes back");
});

test("a film ends where its graph does, though a stage goes on: a partial that fails is asked for on the way back only", () => {
  const text = '-- at: 2.0\nop f x = x * x by error "no slope"\ndef main x = f x + x\n';
  const { explored, animation } = animated(text, ["naive", "staged", "tape"]);
  const film = filmOf(explored, animation);
  expect(narrationOf(film).at(-1)?.text).toBe("The run ends here, by an error: no slope. So nothing goes back.");
  const { wanted, order } = columnsOf(film);
  const paper = paperOf({ width: 1440, height: 640, projected: 0 }, film.graph.size, wanted, order);
  const drawn = JSON.stringify(pictureAt(film, paper, film.animation.end, NO_MARKS));
  expect(drawn).toContain("values flow down");
  expect(drawn).not.toMatch(/gradient|never called|✓/);
  expect(nowOfFilm(film, film.animation.end).isReversed).toBe(false);
});

test("a stage that does not take the program says so, and counts nothing", () => {
  const words = (text: string) => recorded(text, ["naive"]).infos.map(endingWords).join();
  expect(words("-- at: 2.0\ndef main x = grad (\\y -> y * x) x\n")).toMatch(
    /^naive does not take this program: a derivative within a program [^:]*: [^:]*\.$/,
  );
  expect(words(FAILS)).toMatch(/^Ended by an error after .*: head \[\]: the list is empty\.$/);
});

test("a run that is longer than its graph asks for a smaller input", () => {
  const { graph } = animated(ENDS, []).explored;
  expect(plain(endedEarly({ graph, ended: { tag: "too-many-events" } }) ?? "")).toMatch(
    /^The run is longer than these 3 scalars/,
  );
});

test.each([
  [FAILS, [], "cotangent not known"],
  [ENDS, ["0.07700", "2", "1"], "cotangent 0.07700"],
])("%j: the graph has flags of what is known", (text, flags, words) => {
  const { explored, exploration } = animated(text, []);
  const pictured = exploration.picture({ open: [], hideConstants: false, around: undefined, all: true });
  let next = pictured.next();
  while (!next.done) next = pictured.next();
  const picture = next.value;
  const look = {
    now: undefined,
    isOver: true,
    labels: "numbers",
    lit: undefined,
    differing: undefined,
    parting: undefined,
  } as const;
  const { nodes } = drawingOf(explored, picture, { ...look, wrong: [] });
  expect(nodes.flatMap(({ flag }) => flag ?? [])).toEqual(flags);
  expect(nodeWords(explored, picture.nodes[0]!)).toContain(words);
});
