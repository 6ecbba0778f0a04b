// Columns that are put away: what is told and what travels is that of a column in sight, and a film is over when nothing is seen any more.
import { describe, expect, test } from "vitest";
import { filmOf, isTreeAway, ledBy } from "../../app/film/model/film.ts";
import { narrationOf } from "../../app/film/narration/narration.ts";
import { overAt } from "../../app/film/rests.ts";
import { example } from "../support/examples.ts";
import { scored } from "../support/scored.ts";

describe("a film of which columns are put away", () => {
  const { explored, score } = scored(example("05"), ["naive", "staged", "tape"]);
  const whole = filmOf(explored, score);
  const shown = ["program", "graph", "tape"];
  const film = ledBy(whole, shown);
  const told = (of: typeof film, columns: readonly string[]) => narrationOf(of, columns).map(({ text }) => text);

  test("is led by one that is shown, and by the first again when that is back", () => {
    expect(whole.leader?.id).toBe("staged");
    expect(film.leader?.id).toBe("tape");
    expect(ledBy(film, ["naive", "graph"]).leader?.id).toBe("naive");
    expect(ledBy(film, ["staged", "tape"]).leader?.id).toBe("staged");
    // without any stage nothing else leads
    expect(ledBy(film, ["program", "graph"])).toBe(film);
  });

  test("tells what happens in those that are shown", () => {
    const all = told(whole, ["program", "graph", "naive", "staged", "tape"]).join("\n");
    expect(all).toMatch(/map/);
    expect(all).toMatch(/9 calls become 4/);
    const some = told(film, shown).join("\n");
    expect(some).not.toMatch(/map|naive|staged|calls become/);
    // tape adds up 10 and 18 first
    expect(some).toMatch(/28/);
    expect(all).not.toMatch(/28/);
  });

  test("is over when the last call has been made that is seen", () => {
    expect(isTreeAway(film, shown)).toBe(true);
    expect(isTreeAway(film, ["naive"])).toBe(false);
    expect(overAt(film, ["naive", "tape"])).toBe(Number.POSITIVE_INFINITY);
    expect(overAt(film, shown)).toBeGreaterThanOrEqual(score.togetherEnd);
    expect(overAt(film, shown)).toBeLessThan(score.end - 1000);
  });
});
