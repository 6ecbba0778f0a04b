// A fixed share of the fuzzer's documents; and that it finds what is wrong.
import { expect, test, vi } from "vitest";
import * as codec from "../../app/document/codec.ts";
import { DocumentCounts, documentCase } from "./documents.ts";

const SEED = 20261122;

test("documents come back as they went, and anyone's are read or refused", async () => {
  const counts = new DocumentCounts();
  for (let seed = SEED; seed < SEED + 300; seed++) expect(await documentCase(seed, counts)).toBeUndefined();
  expect(counts.read).toBeGreaterThan(40);
  expect(counts.steps).toBeGreaterThan(400);
});

test("a codec that loses something is found", async () => {
  const encode = vi.spyOn(codec, "encodeDocument");
  encode.mockImplementation((document) =>
    JSON.stringify({ format: "dualscope-document", version: 2, ...document, title: "" }),
  );
  const seeds = Array.from({ length: 30 }, (_, index) => SEED + index);
  const found = await Promise.all(seeds.map((seed) => documentCase(seed, new DocumentCounts())));
  encode.mockRestore();
  expect(found.some((one) => one !== undefined)).toBe(true);
});
