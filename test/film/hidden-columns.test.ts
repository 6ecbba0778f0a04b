// Columns that are put away: what is told and what travels is that of a column in sight, and a film is over when nothing is seen any more.
import { describe, expect, test } from "vitest";
import { columnsChosen } from "../../app/film/model/columns.ts";
import { awayIn, filmOf, isTreeAway, ledWithout } from "../../app/playback/model/film.ts";
import { partsOf, timelineAt } from "../../app/playback/model/time-line.ts";
import { narrationOf } from "../../app/playback/narration/narration.ts";
import { endOf } from "../../app/playback/rests.ts";
import { animated } from "../support/animated.ts";
import { example } from "../support/examples.ts";

describe("a film of which columns are put away", () => {
  const { explored, animation } = animated(example("05"), ["naive", "staged", "tape"]);
  const whole = filmOf(explored, animation);
  const away = new Set(["program", "naive", "staged"]);
  const film = ledWithout(whole, away);
  const told = (of: typeof film, without?: typeof away) => narrationOf(of, without).map(({ text }) => text);

  test("is led by one that is shown, and by the first again when that is back", () => {
    expect(whole.leader?.id).toBe("staged");
    expect(film.leader?.id).toBe("tape");
    expect(ledWithout(film, new Set(["staged", "tape"])).leader?.id).toBe("naive");
    expect(ledWithout(film, new Set(["naive"])).leader?.id).toBe("staged");
    // without any stage nothing else leads
    expect(ledWithout(film, new Set(["naive", "staged", "tape"]))).toBe(film);
  });

  test("has each column once, whichever leads", () => {
    for (const ids of [[], ["staged"], ["tape"], ["staged", "tape"], ["program", "staged", "tape"]]) {
      const led = ledWithout(whole, new Set(ids));
      const { wanted } = columnsChosen(led, { hidden: new Set(ids), wanted: [] });
      const shown = wanted.map(({ id }) => id);
      expect(new Set(shown).size, ids.join(" ")).toBe(shown.length);
      expect(shown).toContain("naive");
    }
  });

  test("where one column is alone, the others are not to be seen; beside the graph and the program that is the tree", () => {
    const none = new Set<string>();
    expect(awayIn(whole, none, undefined)).toBe(none);
    expect([...awayIn(whole, none, "tape")]).toEqual(["naive", "staged"]);
    expect([...awayIn(whole, none, "naive")]).toEqual(["staged", "tape"]);
    expect([...awayIn(whole, new Set(["staged"]), "graph")]).toEqual(["staged", "naive"]);
  });

  test("tells what happens in those that are shown", () => {
    const all = told(whole).join("\n");
    expect(all).toMatch(/map/);
    expect(all).toMatch(/9 calls become 4/);
    const some = told(film, away).join("\n");
    expect(some).not.toMatch(/map|naive|staged|calls become/);
    expect(some).toMatch(/`tape` is done after 4 calls\. The gradient is `\(0.0, 55.0\)`\.$/);
    // tape adds up 10 and 18 first
    expect(some).toMatch(/28/);
    expect(all).not.toMatch(/28/);
  });

  test("is over when the last call has been made that is seen", () => {
    expect(isTreeAway(film, away)).toBe(true);
    expect(isTreeAway(film, new Set(["staged"]))).toBe(false);
    expect(endOf(film, new Set(["staged"]))).toBe(animation.end);
    expect(endOf(film, away)).toBeGreaterThanOrEqual(animation.togetherEnd);
    expect(endOf(film, away)).toBeLessThan(animation.end - 1000);
  });

  test("its timeline has only the parts that are seen, and their whole width", () => {
    const keys = (end: number) => partsOf(film, end).map(({ key }) => key);
    expect(keys(animation.end)).toEqual(["forward", "reverse", "alone", "fold"]);
    const end = endOf(film, away);
    expect(keys(end)).toEqual(["forward", "reverse"]);
    expect(partsOf(film, end).at(-1)!.to).toBe(end);
    const width = 900;
    const right = (t: number) =>
      timelineAt(film, t, end, width, 50).reduce(
        (most, shape) =>
          shape.tag === "rect" && shape.key.startsWith("part") ? Math.max(most, shape.x + shape.w) : most,
        0,
      );
    expect(right(0)).toBeCloseTo(width - 1, 0);
    expect(timelineAt(film, 0, end, width, 50).some(({ key }) => /^(batch|fold)/.test(key))).toBe(false);
  });
});
