// The catalogue of the page's strings (app/locales/en.po) is what the sources say, in a form that can be translated.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { extractor, getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { describe, expect, test } from "vitest";

/** Babel is slow: it reads only what names Lingui or its object, for nothing else has strings. */
const ofLingui: typeof extractor = {
  ...extractor,
  match: (file) => extractor.match(file) && /@lingui\/|i18n/.test(readFileSync(file, "utf8")),
};

const config = getConfig({ cwd: fileURLToPath(new URL("..", import.meta.url)) });

const [catalog] = await getCatalogs({ ...config, extractors: [ofLingui] });

describe("the catalogue of strings", async () => {
  const kept = (await catalog!.read("en")) ?? {};

  test("has every string of the sources, and no other: npm run strings makes it anew", async () => {
    const extracted = await catalog!.collect();
    expect(Object.keys(extracted ?? {}).length).toBeGreaterThan(2000);
    expect(Object.keys(kept).sort()).toEqual(Object.keys(extracted ?? {}).sort());
  });

  test("has sentences whose places have names, without spaces around them", () => {
    const odd = Object.values(kept)
      .map(({ message = "" }) => message)
      .filter((message) => /\{\d+\}|^\s|\s$|^$/.test(message));
    expect(odd).toEqual([]);
  });
});
