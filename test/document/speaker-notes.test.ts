// Documents as they go to others: without notes for the speaker.
import { expect, test } from "vitest";
import { programCell, proseCell } from "../../app/document/document.ts";
import { hasSpeakerNotes, withoutSpeakerNotes } from "../../app/document/speaker-notes.ts";

const NOTES = "```notes\nAsk who knows.\n```";

test("notes for the speaker stay with the speaker, and prose, code and programs go out", () => {
  const code = "```\nnotes are no code\n```";
  const program = programCell("b", "-- about: ```notes\ndef main x = x");
  const document = {
    title: "A lecture",
    cells: [proseCell("a", `# One\n\n${NOTES}\n${code}\nTwo`), program, proseCell("c", NOTES)],
  };
  expect(hasSpeakerNotes(document)).toBe(true);
  const shared = withoutSpeakerNotes(document);
  expect(shared).toEqual({ title: "A lecture", cells: [proseCell("a", `# One\n\n${code}\nTwo`), program] });
  expect(hasSpeakerNotes(shared)).toBe(false);
  expect(withoutSpeakerNotes(shared)).toBe(shared);
});
