// JSON for values that it has no words for.

/** Marks an integer that is too large for a number, until its quotes are gone. */
const BIG = "integer:";

/** JSON with NaN and the infinities as strings, and with integers of any size as they are. */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(
    value,
    (_, one: unknown) => {
      if (typeof one === "bigint") return `${BIG}${one}`;
      return typeof one === "number" && !Number.isFinite(one) ? String(one) : one;
    },
    indent,
  );
  return text.replaceAll(new RegExp(`"${BIG}(-?\\d+)"`, "g"), "$1");
}
