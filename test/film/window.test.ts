// The window of a run that has more rows than there is room for: it stands while the sweep goes through it.
import { expect, test } from "vitest";
import { columnsOf, type Film, filmOf } from "../../app/film/model/film.ts";
import { firstRow, type Paper, paperOf } from "../../app/film/model/paper.ts";
import { kindIn } from "../../engine/graphs/run-graph.ts";
import { example } from "../support/examples.ts";
import { scored } from "../support/scored.ts";

const CHAIN =
  "-- at: 0.5\ndef main x = step 99 x\n\ndef step (n : Int) x = if n == 0 then x else step (n - 1) (sin x)\n";
/** How many pictures may scroll where the sweep goes up row by row, and where calls are far from each other. */
const RUNS = [
  ["a chain of 100 scalars", CHAIN, 0.2],
  ["example 12", example("12"), 0.25],
] as const;
const ROOMS = [
  { width: 1440, height: 640, projected: 0 },
  { width: 390, height: 560, projected: 0 },
  { width: 1920, height: 800, projected: 1 },
] as const;

function filmed(text: string): Film {
  const { explored, score } = scored(text, ["naive", "staged", "tape"]);
  return filmOf(explored, score);
}

function paperIn(film: Film, room: (typeof ROOMS)[number]): Paper {
  const { wanted, order } = columnsOf(film);
  return paperOf(room, film.graph.size, wanted, order);
}

for (const [name, text, most] of RUNS) {
  const film = filmed(text);
  const { score } = film;
  for (const room of ROOMS) {
    const paper = paperIn(film, room);
    const where = `${name} at ${room.width} px`;

    test(`${where}: most pictures have the rows of the picture before`, () => {
      expect(paper.shown).toBeLessThan(paper.rows);
      const frame = 1000 / 60;
      const pictures = Math.floor(score.end / frame);
      let scrolled = 0;
      for (let at = 1; at < pictures; at++)
        if (firstRow(paper, score, at * frame) !== firstRow(paper, score, (at - 1) * frame)) scrolled++;
      expect(scrolled).toBeGreaterThan(0);
      expect(scrolled / pictures).toBeLessThan(most);
    });

    test(`${where}: what is made and what is called is in sight, with rows above a call`, () => {
      for (const [number, { to }] of score.scalars.entries()) {
        // inputs are there at once
        if (kindIn(film.graph, number) === "input") continue;
        const first = firstRow(paper, score, to);
        expect(number - first, `#${number} is made`).toBeGreaterThanOrEqual(0);
        expect(number - first, `#${number} is made`).toBeLessThan(paper.shown - 0.9);
      }
      const column = score.columns.find(({ tag }) => tag === "waiting")!;
      for (const [beat, { from, to }] of score.beats.entries()) {
        const number = column.performance.calls.number[beat]!;
        const first = firstRow(paper, score, Math.min(from + 250, to));
        expect(number - first, `#${number} is called`).toBeLessThan(paper.shown - 0.9);
        // a quarter of the window is above it, but where there is nothing more
        if (first > 0) expect(number - first, `#${number} is called`).toBeGreaterThan(paper.shown / 4);
      }
    });
  }
}
