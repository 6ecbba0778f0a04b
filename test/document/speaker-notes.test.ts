// Documents as they go to others: without notes for the speaker.
import { expect, test } from "vitest";
import { programCell, proseCell } from "../../app/document/document.ts";
import { hasSpeakerNotes, withoutSpeakerNotes, withSpeakerNotes } from "../../app/document/speaker-notes.ts";

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

test("notes are added behind the prose, with the caret in them, and are there once", () => {
  const { text, caret } = withSpeakerNotes("# One\n\nTwo\n");
  expect(text).toBe("# One\n\nTwo\n\n```notes\n\n```\n");
  const written = `${text.slice(0, caret)}Ask.${text.slice(caret)}`;
  expect(written).toBe("# One\n\nTwo\n\n```notes\nAsk.\n```\n");
  expect(withSpeakerNotes("")).toEqual({ text: "```notes\n\n```\n", caret: 9 });
  const again = withSpeakerNotes(written);
  expect(again.text).toBe(written);
  expect(again.text.slice(0, again.caret)).toBe("# One\n\nTwo\n\n```notes\nAsk.");
});
