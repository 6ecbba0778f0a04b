// The catalogue of the page's strings (app/locales/en.po) is what the sources say, in a form that can be translated.
import { fileURLToPath } from "node:url";
import { getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { describe, expect, test } from "vitest";

const config = getConfig({ cwd: fileURLToPath(new URL("..", import.meta.url)) });

describe("the catalogue of strings", async () => {
  const [catalog] = await getCatalogs(config);
  const kept = (await catalog!.read("en")) ?? {};

  test("has every string of the sources, and no other: npm run strings makes it anew", async () => {
    const extracted = await catalog!.collect();
    expect(Object.keys(extracted ?? {}).length).toBeGreaterThan(500);
    expect(Object.keys(kept).sort()).toEqual(Object.keys(extracted ?? {}).sort());
  }, 60_000);

  test("has sentences whose places have names, without spaces around them", () => {
    const odd = Object.values(kept)
      .map(({ message = "" }) => message)
      .filter((message) => /\{\d+\}|^\s|\s$|^$/.test(message));
    expect(odd).toEqual([]);
  });
});
