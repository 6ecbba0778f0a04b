// The help: headwords are found first, every word has its card, and texts lead to cards.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readBreak, readExercise, readPredict, readView } from "../../app/course/model/cells.ts";
import { SECTIONS } from "../../app/course/model/source.ts";
import { lessonCell } from "../../app/document/document.ts";
import { highlighted } from "../../app/editor/dual/highlighted.ts";
import { keyOf, referenceItems, WORD_ITEMS } from "../../app/help/items.ts";
import { search, suggestion } from "../../app/help/search.ts";
import { CITED, GLOSSARY } from "../../app/help/texts/glossary.ts";
import { SPEED } from "../../app/help/texts/speed.ts";
import { TOPICS } from "../../app/help/texts/writing.ts";
import { formsOf, headwordOf, WORD_IDS, wordRuns } from "../../app/help/words.ts";
import { reference } from "../../engine/reference/reference.ts";

const items = [...WORD_ITEMS, ...referenceItems(reference())];
const first = (query: string): string | undefined => search(items, query).map(keyOf)[0];

describe("the search", () => {
  test.each([
    ["cotangent", "word cotangent"],
    ["Cotangent ", "word cotangent"],
    ["backprop", "word backpropagator"],
    ["adjoint", "word cotangent"],
    ["tape", "word tape"],
    ["ID", "word id"],
    ["id", "entry id"],
    ["let", "entry syntax let"],
    ["foldl", "entry foldl"],
    ["fold", "entry foldl"],
    ["λ", "entry syntax \\"],
    ["!", "entry !"],
    ["⋆", "entry |*|"],
    ["|>", "entry |>"],
    ["sweep", "word sweep"],
    ["-- at:", "entry header at"],
    ["Array", "entry type Array"],
    ["loop", "entry syntax let rec"],
    ["vmap", "origin JAX vmap"],
    ["linear factoring", "word linearFactoring"],
    ["Linear A", "word linearA"],
    ["linearise", "word linearise"],
    ["unzip", "word unzip"],
    ["transposing", "word transpose"],
    ["dup", "word dupDrop"],
    ["linear half", "word halves"],
    ["drop", "entry drop"],
    ["guards haskell", "origin Haskell Guards"],
    ["derivative of sin", "entry sin"],
    ["how do I use let", "entry syntax let"],
  ])("of %j finds %s first", (query, wanted) => expect(first(query)).toBe(wanted));

  test("finds each thing by its headword, among the first", () => {
    for (const item of items) {
      const head = item.tag === "word" ? headwordOf(item.word) : item.tag === "entry" ? item.entry.names[0] : undefined;
      if (head === undefined || head === "header") continue;
      expect(search(items, head).slice(0, 3).map(keyOf), head).toContain(keyOf(item));
    }
  });

  test("finds nothing where nothing is, and says what was probably meant", () => {
    expect(search(items, "cotangnet")).toEqual([]);
    expect(suggestion(items, "cotangnet")).toBe("cotangent");
    expect(suggestion(items, "lenght")).toBe("length");
    expect(suggestion(items, "zzz")).toBeUndefined();
    expect(search(items, "qwertyuiop")).toEqual([]);
    expect(search(items, "(")).not.toEqual([]);
  });

  test("items have keys of their own", () => {
    expect(new Set(items.map(keyOf)).size).toBe(items.length);
  });
});

describe("the words", () => {
  test("each form is of one word", () => {
    const forms = WORD_IDS.flatMap((id) => formsOf(id).map((form) => form.toLowerCase()));
    expect(new Set(forms).size).toBe(forms.length);
  });

  test("each card is a sentence or more, and none leads to itself alone", () => {
    expect(Object.keys(GLOSSARY).sort()).toEqual([...WORD_IDS].sort());
    for (const id of WORD_IDS) expect(GLOSSARY[id]!.words, id).toMatch(/^[A-Z0-9].*\.$/s);
  });

  test("a text is cut at the first form of each word, the longest first", () => {
    expect(wordRuns("Tape, and cotangents")).toEqual([
      { text: "Tape", word: "tape" },
      { text: ", and ", word: undefined },
      { text: "cotangents", word: "cotangent" },
    ]);
    expect(wordRuns("the staging map is a map")[1]).toEqual({ text: "staging map", word: "stagingMap" });
    expect(wordRuns("(A) scalars touched")[0]).toEqual({ text: "(A)", word: "billA" });
    // the half is the word, and a list that is dropped from is none
    expect(wordRuns("The linear half, transposed").map(({ word }) => word)).toEqual([
      undefined,
      "halves",
      undefined,
      "transpose",
    ]);
    expect(wordRuns("drop the first, and dup the rest").map(({ word }) => word)).toEqual([
      undefined,
      "dupDrop",
      undefined,
    ]);
    expect(wordRuns("works, jobless, tape_x")).toEqual([{ text: "works, jobless, tape_x", word: undefined }]);
    expect(wordRuns("tape and tape").filter(({ word }) => word !== undefined)).toHaveLength(1);
    expect(wordRuns("a tape", new Set(["tape"]))).toEqual([{ text: "a tape", word: undefined }]);
  });

  test("what is cut is the text", () => {
    for (const id of WORD_IDS) {
      const { words, sources } = GLOSSARY[id]!;
      for (const [paper, section] of Object.entries(sources ?? {})) expect(CITED[paper]!(section)).toContain(section);
      expect(
        wordRuns(words)
          .map(({ text }) => text)
          .join(""),
      ).toBe(words);
    }
  });
});

describe("code in the help", () => {
  test("is highlighted as in the editor, and is the text", () => {
    expect(highlighted("-- at: 2.0\ndef f x = 1.5")).toEqual([
      { text: "-- ", classes: "tok-comment" },
      { text: "at", classes: "tok-comment directive" },
      { text: ": 2.0", classes: "tok-comment" },
      { text: "\n", classes: "" },
      { text: "def", classes: "tok-keyword" },
      { text: " f x = ", classes: "" },
      { text: "1.5", classes: "tok-number" },
    ]);
    expect(highlighted("[a] -> Real", "type").filter(({ classes }) => classes === "tok-type")).toHaveLength(2);
    for (const { form, example } of reference().entries)
      for (const [code, kind] of [
        [example, "program"],
        [form, "type"],
        [form, "expression"],
      ] as const)
        expect(
          highlighted(code, kind)
            .map(({ text }) => text)
            .join(""),
        ).toBe(code);
  });
});

describe("the help on writing", () => {
  /** An attempt is the reader's own. */
  const written = SECTIONS.filter((kind) => kind !== "attempt");

  test.each([
    ["predict", readPredict],
    ["view", readView],
    ["break", readBreak],
    ["exercise", readExercise],
  ] as const)("names the sections that a cell of kind %s reads, and no others", (tag, read) => {
    const reads = written.filter((kind) =>
      JSON.stringify(read(lessonCell(tag, "c", `{}\n?\n--- ${kind}\nThe text.`))).includes("The text."),
    );
    const parts = TOPICS.find(({ id }) => id === tag)!.parts.map(([code]) => /^--- (\w+)/.exec(code)?.[1] ?? "");
    expect(parts.filter((kind) => kind !== "").sort()).toEqual([...reads].sort());
  });

  test("names the command that adds notes", () => {
    const source = readFileSync(new URL("../../app/commands/commands.ts", import.meta.url), "utf8");
    const name = /name: "add-notes",\s+words: t`([^`]+)`/.exec(source)![1];
    expect(TOPICS.map((topic) => topic.words).join(" ")).toContain(`“${name}”`);
  });
});

test("a word has one card: no card says “also” of another's headword", () => {
  const heads = new Map(WORD_IDS.map((word) => [headwordOf(word).toLowerCase(), word]));
  for (const word of WORD_IDS)
    for (const other of GLOSSARY[word]?.also?.split(", ") ?? [])
      expect(heads.get(other.toLowerCase()) ?? word, `${word}, also ${other}`).toBe(word);
});

test.each(["test/bench/README.md", "README.md"])("the help on speed has the numbers beside C of %s", (name) => {
  const page = readFileSync(name, "utf8");
  const rows = SPEED.find(({ id }) => id === "c")?.rows ?? [];
  expect(rows.length).toBeGreaterThan(4);
  for (const [, time, ratio] of rows) expect(page).toContain(`| ${time} | ${ratio} |`);
});
