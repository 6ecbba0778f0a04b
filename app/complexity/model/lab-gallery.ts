// The example of a ready-made experiment.
import { EXAMPLES, type Example } from "../../document/examples.ts";

/** The example that a sweep names by the beginning of its file's name. */
export function galleryExample(prefix: string): Example | undefined {
  return EXAMPLES.find(({ name }) => name.startsWith(`${prefix}-`));
}
