// Whether a result is that of its cell as it is now.
import { describe, expect, test } from "vitest";
import { type Ask, NOTHING_ASKED, programCell } from "../../app/document/document.ts";
import { freshnessOf, type Result } from "../../app/program/model/run.ts";

function freshness(ran: Partial<Ask>, now: Partial<Ask>) {
  const [before, after] = [ran, now].map((ask) =>
    programCell("cell-1", "def main x = x\n", { ...NOTHING_ASKED, ...ask }),
  ) as [ReturnType<typeof programCell>, ReturnType<typeof programCell>];
  const end: Result["end"] = { tag: "withdrawn" };
  const result: Result = {
    subject: before,
    above: [],
    data: undefined,
    end,
    took: 1,
    time: 0,
    isFirst: false,
    isLive: false,
    before: [],
  };
  return freshnessOf(result, after, { title: "", cells: [after] });
}

describe("a changed variation", () => {
  test("leaves a result of the compiled engine as it is, for nothing varies in it", () => {
    expect(freshness({}, { variations: "schedule=3" })).toBe("current");
    expect(freshness({ variations: "atomic" }, { variations: "" })).toBe("current");
    expect(freshness({}, { variations: "atomic", at: "2.0" })).toBe("edited");
  });

  test("makes a result of a stage old", () => {
    expect(freshness({ stage: "parallel" }, { stage: "parallel", variations: "schedule=3" })).toBe("edited");
    expect(freshness({ variations: "atomic" }, { stage: "parallel", variations: "atomic" })).toBe("edited");
  });
});
