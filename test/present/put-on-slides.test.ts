// The command that puts a scene on a slide: what the link says, and where it stands.
import { expect, test, vi } from "vitest";
import { addScene } from "../../app/commands/lesson-cells.ts";
import { useLab } from "../../app/complexity/state/lab.ts";
import { programCell, proseCell } from "../../app/document/document.ts";
import { useDocument } from "../../app/document/state/document.ts";
import { useRoute } from "../../app/navigation/route.ts";
import { restoreAfterwards } from "../support/restored.ts";

vi.hoisted(() => {
  vi.stubGlobal("location", new URL("http://page/"));
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
});

restoreAfterwards(useDocument, useRoute, useLab);

test("curves are put on slides with their own stages and counter, one scene after the other", async () => {
  const cells = [programCell("cell-1", "def main (xs : [Real]) = sum xs"), proseCell("cell-2", "Words.")];
  useDocument.setState({ document: { title: "", cells } });
  useRoute.setState({ view: "complexity", cell: "cell-1" });
  useLab.setState({ stages: ["chad", "chad-cells"], quantities: ["boxes"] });
  await addScene();
  useRoute.setState({ view: "jobs" });
  await addScene();
  expect(
    useDocument
      .getState()
      .document.cells.slice(1)
      .map(({ text }) => text),
  ).toEqual(["[Complexity](#/complexity?stages=chad,chad-cells&counter=boxes)", "[Jobs](#/jobs)", "Words."]);
});
