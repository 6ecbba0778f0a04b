// The program of a ready-made experiment.
import type { GallerySweep } from "../../algorithms/algorithm.ts";
import { EXAMPLES, type Example } from "../../document/examples.ts";

/** The program of a sweep: its own, or the example that it names by the beginning of its file's name. */
export function galleryExample(of: GallerySweep["example"]): Pick<Example, "title" | "text"> | undefined {
  return typeof of === "string" ? EXAMPLES.find(({ name }) => name.startsWith(`${of}-`)) : of;
}
