// Messages of slides and phones: neither trusts the other.
import { describe, expect, test } from "vitest";
import { LIMITS } from "../../.tools/relay/rooms.ts";
import { limited, readFromShow, readMove, type Shown } from "../../app/present/phone/messages.ts";

const SHOWN: Shown = {
  title: "One lecture",
  name: "Shared",
  slide: 1,
  slides: 4,
  step: 0,
  steps: [{ words: "the merge", address: "#/present/2?step=1" }],
  notes: "Say **hello**.",
  next: "the merge",
  isBlack: false,
  hasPicture: true,
  elapsed: 1500,
};

describe("what a phone asks for", () => {
  test("is to move the slides", () => {
    for (const move of [
      { tag: "step", by: 1 },
      { tag: "slide", by: -1 },
      { tag: "picture", by: 1 },
      { tag: "play" },
      { tag: "black", on: true },
      { tag: "go", to: "#/present/2" },
      { tag: "go", to: "#/present/2?step=1" },
    ])
      expect(readMove({ ...move, more: "is not read" })).toEqual(move);
  });

  test.each([
    undefined,
    null,
    "step",
    [],
    { tag: "leave" },
    { tag: "step", by: 2 },
    { tag: "step", by: "1" },
    { tag: "black", on: "yes" },
    { tag: "go", to: "#/open/abc" },
    { tag: "go", to: "#/explorer/cell-2" },
    { tag: "go", to: "https://elsewhere.example/#/present/2" },
    { tag: "go", to: "#/present/2?step=1&cell=x" },
    { tag: "document", document: {} },
    { tag: "phone", ask: "end" },
  ])("is nothing else: %j", (message) => {
    expect(readMove(message)).toBeUndefined();
  });
});

describe("what the slides say", () => {
  test("is read as it was sent", () => {
    expect(readFromShow(JSON.parse(JSON.stringify({ tag: "at", shown: SHOWN })))).toEqual({ tag: "at", shown: SHOWN });
    expect(readFromShow({ tag: "over" })).toEqual({ tag: "over" });
  });

  test("is nothing where something is not as it should be", () => {
    for (const name of ["title", "name", "slide", "slides", "step", "steps", "notes", "next", "elapsed"] as const)
      expect(readFromShow({ tag: "at", shown: { ...SHOWN, [name]: null } }), name).toBeUndefined();
    expect(readFromShow(undefined)).toBeUndefined();
    expect(readFromShow({ tag: "at" })).toBeUndefined();
    const steps = [...SHOWN.steps, { words: "out", address: "https://elsewhere.example" }, null];
    expect(readFromShow({ tag: "at", shown: { ...SHOWN, steps } })).toEqual({ tag: "at", shown: SHOWN });
  });

  test("fits into a message, whatever the document holds", () => {
    const long = "\u0000".repeat(1_000_000);
    const steps = Array.from({ length: 5000 }, () => ({ words: long, address: "#/present/999999?step=999999" }));
    const most = limited({ ...SHOWN, title: long, name: long, next: long, notes: long, steps });
    const bytes = Buffer.byteLength(JSON.stringify({ tag: "at", shown: most }));
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(LIMITS.stateBytes);
    expect(limited(SHOWN)).toEqual(SHOWN);
  });
});
