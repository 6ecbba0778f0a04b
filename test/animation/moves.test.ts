// The movement of each event of a trace: a film shows moving events at their steps.
import { describe, expect, test } from "vitest";
import { filmOf } from "../../app/playback/model/film.ts";
import { momentsOf } from "../../app/playback/model/moments.ts";
import { animated } from "../support/animated.ts";
import { example } from "../support/examples.ts";

describe("moves", () => {
  test.each(["staged", "mutable", "tape"])(
    "%s: events that move are seen at their steps, and bookkeeping is not",
    (stage) => {
      const { explored, exploration, animation } = animated(example("05"), [stage]);
      const of = filmOf(explored, animation);
      const steps = new Set(momentsOf(of, of.columns[0]!).map(({ step }) => step));
      const tags = [...exploration.lines(stage)].map((line) => (JSON.parse(line) as { tag: string }).tag);
      expect(tags.length).toBeGreaterThan(20);
      for (const [event, tag] of tags.entries()) {
        // of what is done to maps and arrays insertions move; within a call its contributions come before their sums
        if (tag === "map" || tag === "write" || tag === "merge") continue;
        const isLast = event === tags.length - 1;
        if (!isLast) expect(steps.has(event + 1), `${tag}, step ${event + 1}`).toBe(SEEN.has(tag));
      }
    },
  );
});

/** Events that are seen when they have happened; what is taken from a map is seen when it is called. */
const SEEN = new Set(["scalar", "call", "save"]);
