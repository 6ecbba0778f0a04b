// Checks of a document's programs, where the engine is slow to start.
import { beforeEach, expect, test, vi } from "vitest";
import { programCell } from "../../app/document/document.ts";
import { useDocument } from "../../app/document/state/document.ts";
import { startChecking, useChecking } from "../../app/program/state/checking.ts";
import { Questions } from "../../app/program/state/questions.ts";
import type { Checked } from "../../engine/worker/protocol.ts";
import { restoreAfterwards } from "../support/restored.ts";

vi.hoisted(() => {
  vi.stubGlobal("location", new URL("http://page/"));
  vi.stubGlobal("navigator", { languages: ["en"] });
});

restoreAfterwards(useChecking, useDocument);

/** The questions, and how each is answered. */
const asked: { readonly text: string; answer(checked: Checked | undefined): void }[] = [];

beforeEach(() => {
  asked.length = 0;
  const check = vi.spyOn(Questions.prototype, "check");
  check.mockImplementation(({ text }) => new Promise((answer) => asked.push({ text, answer })));
  return () => check.mockRestore();
});

const CHECKED: Checked = { diagnostics: [], definitions: [], header: {}, asksToShow: false, data: [] };

test("a check that the check of another program ended has another go", async () => {
  const [one, two] = [programCell("cell-1", "def main x = x"), programCell("cell-2", "def main x = -x")];
  useDocument.setState({ document: { title: "", cells: [one, two] } });
  const stop = startChecking();
  await vi.waitFor(() => expect(asked.map(({ text }) => text)).toEqual([one.text, two.text]));
  // the worker is ended for the second, and the first is answered with nothing
  asked[0]!.answer(undefined);
  asked[1]!.answer(CHECKED);
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  expect(asked[2]!.text).toBe(one.text);
  asked[2]!.answer(CHECKED);
  await vi.waitFor(() => expect([...useChecking.getState().checks.keys()].sort()).toEqual(["cell-1", "cell-2"]));
  stop();
});

test("a quick program is checked as soon as it is changed after a rest, and while it is changed quickly, after each check's time", async () => {
  vi.useFakeTimers();
  const stop = startChecking();
  const texts = (from: number): readonly string[] => asked.slice(from).map(({ text }) => text);
  const change = (text: string): void =>
    useDocument.setState({ document: { title: "", cells: [programCell("cell-1", text)] } });
  const answered = async (took: number): Promise<void> => {
    vi.advanceTimersByTime(took);
    asked.at(-1)!.answer(CHECKED);
    await vi.advanceTimersByTimeAsync(0);
  };
  try {
    change("def main x = 1");
    vi.advanceTimersByTime(120);
    await answered(20);
    vi.advanceTimersByTime(21);
    const before = asked.length;
    change("def main x = 12");
    expect(texts(before)).toEqual(["def main x = 12"]);
    await answered(10);
    vi.advanceTimersByTime(21);
    change("def main x = 123");
    vi.advanceTimersByTime(5);
    change("def main x = 1234");
    vi.advanceTimersByTime(5);
    change("def main x = 12345");
    expect(texts(before)).toEqual(["def main x = 12", "def main x = 123"]);
    vi.advanceTimersByTime(10);
    expect(texts(before).slice(2)).toEqual(["def main x = 12345"]);
    // a slow one waits for quiet
    await answered(500);
    vi.advanceTimersByTime(1000);
    change("def main x = 2");
    expect(texts(before)).toHaveLength(3);
    vi.advanceTimersByTime(120);
    expect(texts(before).slice(3)).toEqual(["def main x = 2"]);
    await answered(500);
  } finally {
    stop();
    vi.useRealTimers();
  }
});
