// Ways from a message to its place: in the cell's own program, or in one above it.
import { expect, test, vi } from "vitest";
import { programCell, proseCell } from "../../app/document/document.ts";
import { useDocument } from "../../app/document/state/document.ts";
import { goTo, registerField } from "../../app/editor/registry.ts";
import { aboveSource, span } from "../../engine/source/span.ts";
import { restoreAfterwards } from "../support/restored.ts";

vi.hoisted(() => {
  vi.stubGlobal("location", new URL("http://page/"));
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("addEventListener", () => undefined);
});

restoreAfterwards(useDocument);

test("a place in a program above a cell is reached there, wherever prose stands", () => {
  const last = programCell("cell-3", "two");
  const cells = [programCell("cell-1", "one"), proseCell("cell-2", "text"), last];
  useDocument.setState({ document: { title: "", cells } });
  const reached: string[] = [];
  for (const { id } of cells) registerField(id, "<program>", ({ head }) => reached.push(`${id} ${head}`));
  goTo(last.id, span(aboveSource(1), 2, 3));
  goTo(last.id, span("<program>", 1, 2));
  expect(reached).toEqual(["cell-1 2", "cell-3 1"]);
});
