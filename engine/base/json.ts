// JSON for values that it has no words for.
import { OutOfMemory, type Watch } from "./watch.ts";

/** Marks an integer that is too large for a number, until its quotes are gone. */
const BIG = "integer:";

/**
 * JSON with NaN and the infinities as strings, and with integers of any size as they are. Throws what the watch throws, and OutOfMemory
 * where it is longer than texts may be.
 */
export function jsonText(value: unknown, indent: number | undefined, watch: Watch): string {
  let hasBig = false;
  const replaced = (_: string, one: unknown): unknown => {
    watch.step();
    if (typeof one === "bigint") {
      hasBig = true;
      return `${BIG}${one}`;
    }
    return typeof one === "number" && !Number.isFinite(one) ? String(one) : one;
  };
  const text = withinLength(() => JSON.stringify(value, replaced, indent));
  return hasBig ? text.replaceAll(new RegExp(`"${BIG}(-?\\d+)"`, "g"), "$1") : text;
}

/** The version of the JSON of commands, counted up where a field changes its meaning (engine/commands/json.md). */
const VERSION = 1;

/** JSON as the command line prints it: an object begins with the version, a list has none. Throws as {@link jsonText} does. */
export function printedJson(value: object, watch: Watch): string {
  return jsonText(Array.isArray(value) ? value : { version: VERSION, ...value }, 2, watch);
}

function withinLength(make: () => string): string {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError && /string length/i.test(error.message)) throw new OutOfMemory();
    throw error;
  }
}
