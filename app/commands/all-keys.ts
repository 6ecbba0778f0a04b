// All keys of the page, by where they work, each from the table that it is made of.
import { t } from "@lingui/core/macro";
import { EDITOR_KEYS } from "../editor/editor-keys.ts";
import { TIMELINE_KEYS, type TimelineKey } from "../exploration/view/timeline-keys.ts";
import type { KeyGroup } from "../help/items.ts";
import { JOBS_KEYS } from "../jobs/view/jobs-keys.ts";
import { CLIMB_KEYS } from "../ladder/view/climb-keys.ts";
import { FILM_KEYS } from "../playback/transport/film-keys.ts";
import { SYSTEMS_KEYS } from "../systems/view/systems-keys.ts";
import { COMMANDS } from "./commands.ts";
import { useShortcuts } from "./shortcuts.ts";
import { keysFor, shownKeys } from "./shown-keys.ts";

/** The keys of the ladders that algorithms bring. */
const OWN_LADDERS = Object.values(
  import.meta.glob<{ readonly title: string; readonly keys: readonly TimelineKey[] }>("../algorithms/*/*/keys.ts", {
    eager: true,
  }),
);

/** The groups of keys for the help: commands that have a key (with the reader's own keys), fixed keys, then signs in documents. */
export function allKeys(): readonly KeyGroup[] {
  const { own } = useShortcuts.getState();
  const commands = COMMANDS.map((command) => ({ words: command.words, keys: shownKeys(keysFor(command, own)) }));
  return [{ title: t`Everywhere`, rows: commands.filter(({ keys }) => keys !== "") }, ...fixedKeys(), inDocuments()];
}

/** Marks and choices in a document that have no key of their own. */
function inDocuments(): KeyGroup {
  const find = shownKeys("Mod-k");
  return {
    title: t`In a document`,
    rows: [
      {
        keys: "```notes",
        words: t`Speaker notes: prose from this line to the next \`\`\` is shown only in the notes window`,
      },
      {
        keys: "[ ](#/explorer/1)",
        words: t`A link in prose to a view of the first program. A slide shows how it ends, and → plays it; ?from=4&step=12 plays from step 4 to step 12`,
      },
      { keys: "![ ]", words: t`A picture in prose: paste or drop it, or write its address between parentheses` },
      {
        keys: t`Plot`,
        words: t`Opens below a program: lists and arrays of numbers or pairs become a line, scatter or bar plot`,
      },
      { keys: find, words: t`Export and share: save as HTML, Markdown or JSON, print or save as PDF, share as a link` },
      { keys: t`Offline`, words: t`After the first visit, the page works without a network` },
    ],
  };
}

/** The keys of places, which stay as they are. */
export function fixedKeys(): readonly KeyGroup[] {
  return [
    {
      title: t`In the film of a run, and in the graph`,
      rows: FILM_KEYS.map(({ shown, words }) => ({ keys: shown, words })),
    },
    { title: t`On the ladder`, rows: CLIMB_KEYS.map(({ shown, words }) => ({ keys: shown, words })) },
    ...OWN_LADDERS.map(({ title, keys }) => ({
      title,
      rows: keys.map(({ shown, words }) => ({ keys: shown, words })),
    })),
    { title: t`In the jobs`, rows: JOBS_KEYS.map(({ shown, words }) => ({ keys: shown, words })) },
    { title: t`In the systems`, rows: SYSTEMS_KEYS.map(({ shown, words }) => ({ keys: shown, words })) },
    {
      title: t`In the debugger`,
      rows: TIMELINE_KEYS.map(({ shown, words }) => ({ keys: shown, words })),
    },
    { title: t`In a program`, rows: EDITOR_KEYS.map(({ keys, words }) => ({ keys: shownKeys(keys), words })) },
    {
      title: t`In prose`,
      rows: [
        {
          keys: shownKeys("Mod-v"),
          words: t`Paste a picture into the document. Describe it between the brackets`,
        },
        { keys: "Esc", words: t`Done: show the formatted text` },
      ],
    },
    {
      title: t`In a plot`,
      rows: [
        { keys: "← →", words: t`Previous point, next point` },
        { keys: "↑ ↓", words: t`Previous curve, next curve` },
        { keys: "Home  End", words: t`First point, last point` },
        { keys: "Esc", words: t`Release the point` },
      ],
    },
    {
      title: t`When presenting`,
      rows: [
        { keys: "→  ←", words: t`Next step, previous step. Space steps forward too` },
        { keys: "PageDown  PageUp", words: t`Next slide, previous slide` },
        { keys: "Home  End", words: t`First slide, last slide` },
        { keys: "P", words: t`Play the film on the slide, or pause it` },
        { keys: "J", words: t`Choose the next number or job of a view on the slide` },
        { keys: "O", words: t`All slides` },
        { keys: "S", words: t`Show the answer that the slide waits for` },
        { keys: "B  .", words: t`Turn the screen black, or back on` },
        { keys: "N", words: t`The notes window, with the clock` },
        { keys: "F", words: t`Enter or leave full screen` },
        { keys: "R", words: t`Run all programs that came by a link or a file` },
        { keys: "Esc", words: t`End presenting` },
      ],
    },
    {
      title: t`In the help`,
      rows: [
        { keys: "↑ ↓", words: t`Previous entry, next entry` },
        { keys: "Esc", words: t`Close the help` },
      ],
    },
  ];
}
