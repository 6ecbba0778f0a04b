// The page's catalogue has every stage, in the order of the list, with the same words.
import { expect, test } from "vitest";
import { CATALOGUE } from "../../engine/algorithms/catalogue.ts";
import { STAGES } from "../../engine/algorithms/index.ts";

test("the catalogue says of every stage what the stage says of itself", () => {
  const said = STAGES.map(({ transform: _, ...description }) => description);
  expect(CATALOGUE).toEqual(said);
});
