// Golden texts: a text that a test finds is compared with a file of test/golden, or, where it is too long to be read, with a digest.
// `npm run test:golden` writes both.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

const IS_WRITING = process.env.DUALSCOPE_WRITE_GOLDEN === "1";
const ROOT = new URL("../../", import.meta.url);

/** The golden texts of one test. */
export interface Golden {
  /** Compares a text with the file of this name. */
  readonly text: (name: string, found: string) => void;
  /** Compares a text with its digest of this name in `digests.txt`; the text itself goes to node_modules/.cache. */
  readonly digest: (name: string, found: string) => void;
}

/** The golden texts of the test of this name in test/golden, compared after both are spelled alike. */
export function goldenOf(test: string, spelled: (text: string) => string = (text) => text): Golden {
  const folder = new URL(`test/golden/${test}/`, ROOT);
  const digests = new URL("digests.txt", folder);
  const texts = new URL(`node_modules/.cache/dualscope/golden/${test}/`, ROOT);

  /** The lines of the file of digests, by their names. */
  const known = (): Map<string, string> => {
    const lines = existsSync(digests) ? readFileSync(digests, "utf8").trimEnd().split("\n") : [];
    return new Map(lines.map((line) => [line.slice(0, line.indexOf(" ")), line]));
  };

  return {
    text: (name, found) => {
      const file = new URL(name, folder);
      if (IS_WRITING) write(file, found);
      expect(spelled(found)).toBe(spelled(readFileSync(file, "utf8")));
    },
    digest: (name, text) => {
      const found = spelled(text);
      const line = digestOf(name, found);
      const lines = known();
      const golden = lines.get(name);
      const [before, now] = [new URL(`${name}.txt`, texts), new URL(`${name}.new.txt`, texts)];
      write(line === golden ? before : now, found);
      if (IS_WRITING && line !== golden) {
        const sorted = [...lines.set(name, line)].toSorted(([a], [b]) => (a < b ? -1 : 1));
        write(digests, sorted.map(([, one]) => `${one}\n`).join(""));
        return;
      }
      const isThere = existsSync(before) && digestOf(name, readFileSync(before, "utf8")) === golden;
      const missing = isThere ? "" : ` (the first is not there: run this test once without the change)`;
      const command = `git diff --no-index ${pathOf(before)} ${pathOf(now)}`;
      expect(line, `${name} is another text; both are printed by: ${command}${missing}`).toBe(golden);
    },
  };
}

/** One line: a name, the number of lines of a text, and the first 12 hexadecimal digits of its SHA-256. */
function digestOf(name: string, text: string): string {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  return `${name} ${text.trimEnd().split("\n").length} ${hash}`;
}

/** Writes a file that does not have this text yet, and its folder. */
function write(file: URL, text: string): void {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, text);
}

function pathOf(file: URL): string {
  return relative(fileURLToPath(ROOT), fileURLToPath(file));
}

/** Messages as the command line prints them, without the lines of the program and the carets below: their place is in the message. */
export function withoutExcerpts(printed: string): string {
  return printed.replace(/\n[^\n]*\n[ \t]*\^+(?=\n|$)/g, "");
}
