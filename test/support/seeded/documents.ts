// The sources of documents as files: what is not noticed there, and why.
import type { Part } from "./part.ts";

const tests: Part["tests"] = [["test/golden/documents.test.ts"], ["test/document/files/files.test.ts"]];

export const DOCUMENTS: readonly Part[] = [
  { source: "app/document/files/notebook-file.ts", tests, same: {}, unseen: {} },
  { source: "app/document/codec.ts", tests, same: {}, unseen: {} },
];
