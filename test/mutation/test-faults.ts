// One wrong place in a source is noticed by the tests that hold that source. They run on the wrong source, up to the first that fails:
// `npm run test:long` seeds the faults, `npm test` has their list. What is not noticed is listed with the reason.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IS_LONG } from "../support/runs.ts";
import type { Part } from "./seeded/part.ts";
import { faultsIn } from "./wrong-sources.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

const faultsOf = ({ source }: Part) => faultsIn(readFileSync(source, "utf8"));
const unnoticedOf = ({ same, unseen }: Part): Readonly<Record<string, string>> => ({ ...same, ...unseen });

/** The first test that fails on a source with a fault; `?` where it cannot be loaded, undefined where all tests pass. */
async function noticedBy({ source, tests }: Part, fault: number): Promise<string | undefined> {
  const asked = `?fault=${fault}&in=${source.replaceAll("/", ":")}`;
  const { firstFailure } = await import(/* @vite-ignore */ `./collected-tests.ts${asked}`);
  for (const [file, only] of tests) {
    try {
      await import(/* @vite-ignore */ `${ROOT}${file}${asked}`);
    } catch {
      return "?";
    }
    const failed: string | undefined = await firstFailure(only);
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** Tests of an area: it has so many faults at least, and of these 95 of 100 that make a difference are noticed. */
export function testFaults(parts: readonly Part[], atLeast: number): void {
  // what fails is not made smaller
  beforeAll(() => fc.configureGlobal({ endOnFailure: true }));
  afterAll(() => fc.resetConfigureGlobal());

  describe.each(parts)("$source", (part) => {
    const faults = faultsOf(part);

    test("has the faults that are listed", () => {
      const names = faults.map(({ what }) => what);
      expect(faults.length).toBeGreaterThan(0);
      expect(Object.keys(unnoticedOf(part)).filter((name) => !names.includes(name))).toEqual([]);
    });

    test.runIf(IS_LONG)("without a fault is noticed by no test", async () => {
      expect(await noticedBy(part, -1)).toBeUndefined();
    });

    test.runIf(IS_LONG)("with a fault is noticed, but for those that are listed", async () => {
      const wrong: string[] = [];
      for (const [index, { what }] of faults.entries()) {
        const isNoticed = (await noticedBy(part, index)) !== undefined;
        if (isNoticed === what in unnoticedOf(part)) wrong.push(`${isNoticed ? "noticed" : "not noticed"}: ${what}`);
      }
      expect(wrong).toEqual([]);
    });
  });

  describe("of the faults", () => {
    const count = (of: (part: Part) => number): number => parts.reduce((sum, part) => sum + of(part), 0);
    const seeded = count((part) => faultsOf(part).length);

    test(`at least ${atLeast} are seeded`, () => {
      expect(seeded).toBeGreaterThanOrEqual(atLeast);
    });

    test("at least 95 of 100 that make a difference are noticed", () => {
      const making = seeded - count(({ same }) => Object.keys(same).length);
      expect((making - count(({ unseen }) => Object.keys(unseen).length)) / making).toBeGreaterThanOrEqual(0.95);
    });

    test("each that is not noticed has its reason", () => {
      for (const part of parts)
        for (const reason of Object.values(unnoticedOf(part))) expect(reason.length).toBeGreaterThan(10);
    });
  });
}
