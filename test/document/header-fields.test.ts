// The fields beside a program and the lines of its header that they override: what was written last is used.
import { describe, expect, test } from "vitest";
import { NOTHING_ASKED, programCell } from "../../app/document/document.ts";
import { withText } from "../../app/document/edited.ts";
import { ownOf } from "../../app/document/header.ts";

const OLD = "-- at: (12.0, 13.0)\ndef main (x, y) = x * y\n";
const played = programCell("cell-1", OLD, { ...NOTHING_ASKED, at: "(1.8, 1.1)", cotangent: "2.0", n: "4" });

describe("a text that is edited", () => {
  test.each([
    ["another program with an input of its own", "-- at: Leaf 2.0\ndata Tree = Leaf Real\ndef main t = 1.0\n", ""],
    ["the line for the input itself", OLD.replace("13.0", "14.0"), ""],
    ["another definition", OLD.replace("x * y", "x + y"), "(1.8, 1.1)"],
    ["the spaces of the line alone", OLD.replace("(12.0, 13.0)", "( 12.0,13.0 )"), "(1.8, 1.1)"],
    ["the line is gone", OLD.replace(/.*\n/, ""), "(1.8, 1.1)"],
    ["the line is begun", OLD.replace(/at:.*/, "at:"), "(1.8, 1.1)"],
  ])("%s", (_, text, at) => {
    const { ask } = withText(played, text);
    expect(ask.at).toBe(at);
    expect(ask.cotangent).toBe("2.0");
    expect(ask.n).toBe("4");
  });

  test("empties the fields of the cotangent, the function and n, each by its own line", () => {
    expect(withText(played, `-- cotangent: 3.0\n${OLD}`).ask).toEqual({ ...played.ask, cotangent: "" });
    expect(withText(played, `-- sweep: n = 1, 2\n${OLD}`).ask).toEqual({ ...played.ask, n: "" });
    const chosen = { ...played, ask: { ...played.ask, entry: "f" } };
    expect(withText(chosen, `-- entry: g\n${OLD}`).ask).toEqual({ ...chosen.ask, entry: "" });
  });
});

test("a line of the header is replaced where a field says something else", () => {
  expect(ownOf(OLD, "at", "(1.8, 1.1)")).toBe("(12.0, 13.0)");
  expect(ownOf(OLD, "at", "(12.0,13.0)")).toBeUndefined();
  expect(ownOf(OLD, "at", " ")).toBeUndefined();
  expect(ownOf(OLD, "cotangent", "2.0")).toBeUndefined();
});
