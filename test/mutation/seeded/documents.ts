// The sources of documents as files: what is not noticed there, and why.
import type { Part } from "./part.ts";

const tests: Part["tests"] = [["test/golden/documents.test.ts"], ["test/document/files/files.test.ts"]];

export const DOCUMENTS: readonly Part[] = [
  {
    source: "app/document/files/notebook-file.ts",
    tests,
    same: {
      "const end = endOfFence(lines, at + 1, sign);: is off by one":
        "a line that opens a block has words, and closes none",
      "const end = lines.indexOf(`<!-- /${quoted[1]} -->`, at + 1);: is off by one":
        "the mark that opens is not the one that closes",
      "const last = end < 0 ? lines.length : end;: has another bound": "what closes is never in the first line",
      "return end < 0 ? lines.length : end;: has another bound": "what closes is never in the first line",
      "if (end < 0) return none;: has another bound": "what closes is never in the first line",
      'version: Number.isFinite(version) && field("dualscope") !== undefined ? version : undefined,: joins its tests otherwise':
        "a version that is no number is neither too new nor this one, as if there were none",
    },
    unseen: {
      "const isPlain = Object.keys(readViews(views)).length === 1 && views.inside.length === 0;: joins its tests otherwise":
        "it differs for views that say something and have nothing open, which the documents of these tests do not have",
      "if (cells.length > MOST_CELLS) return error(tooManyCells());: has another bound":
        "it differs for a document of exactly as many cells as are allowed",
    },
  },
  { source: "app/document/codec.ts", tests, same: {}, unseen: {} },
];
